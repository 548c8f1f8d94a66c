import { Command } from 'commander'

/** How long requests that still run are given at a restart, in milliseconds, unless the environment says otherwise. */
const graceMs = '200'

/** `product-host dev` */
export function devCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('dev')
    .description('serve the deployment in demo mode, and again whenever a plugin’s built files or its file change')
    .action(async () => {
      const { Dev } = await import('../dev/dev.js')
      await new Dev({ DEMO_MODE: 'local', SHUTDOWN_GRACE_MS: graceMs, ...environment }).run()
    })
}

/** The command of the processes that `dev` starts. */
export function devHostCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('dev-host').action(async () => (await import('../dev/child.js')).child(environment))
}
