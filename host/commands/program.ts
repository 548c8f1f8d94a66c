import { Command } from 'commander'
import { environmentHelp } from '../help.js'
import { contractCommands } from './contract.js'
import { devCommands } from './dev.js'
import { jobCommands } from './jobs.js'
import { keyCommands } from './keys.js'
import { newCommand } from './new.js'

/** The operator's commands; all but `start` open the deployment's store beside a host that may be running. */
export function program(environment: NodeJS.ProcessEnv): Command {
  const commands = new Command('product-host')
    .description('Serves product plugins over HTTP.')
    .addHelpText('after', () => `\n${environmentHelp()}`)
  commands
    .command('start')
    .description('start the host')
    .action(async () => (await import('../run.js')).run(environment, []))
  commands.addCommand(newCommand()).addCommand(contractCommands())
  for (const { command, options } of devCommands(environment)) commands.addCommand(command, options)
  return commands.addCommand(keyCommands(environment)).addCommand(jobCommands(environment))
}
