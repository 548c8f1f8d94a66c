import { Command } from 'commander'

/** `product-host start` */
export function startCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('start')
    .description('start the host')
    .action(async () => (await import('../run.js')).run(environment, []))
}
