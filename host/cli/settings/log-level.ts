import { Command } from 'commander'
import { readDeployment } from '../../deployment.js'
import { readSettings } from '../../settings.js'
import { failAndExit, flushAndExit, print } from '../output.js'
import { setMember } from './config.js'

/** What hosts log, and which setting says so. */
export interface ShownLevel {
  readonly level: string
  readonly from: 'logLevel' | 'LOG_LEVEL'
}

/** `product-host log` */
export function logCommands(environment: NodeJS.ProcessEnv): Command {
  const commands = new Command('log').description('read and change what hosts log')
  commands
    .command('level')
    .description(
      'show the log level, or change that of running hosts by logLevel in the deployment file; they follow within 2 s'
    )
    .argument('[level]', 'trace, debug, info, warn, error, silent, or default: as LOG_LEVEL has it')
    .option('--json', 'for scripts')
    .action(async (level: string | undefined, { json }: { readonly json?: boolean }) => {
      const shown = await logLevel(environment, level).catch(failAndExit)
      print(json, shown, [
        `${shown.level}, by ${shown.from}${shown.from === 'logLevel' ? ' in the deployment file' : ''}`
      ])
      await flushAndExit(0)
    })
  return commands
}

/** The log level, once it is written if one is given. Rejects, in a sentence, for what is none. */
export async function logLevel(environment: NodeJS.ProcessEnv, level?: string): Promise<ShownLevel> {
  if (level !== undefined) await setMember(environment, 'logLevel', level === 'default' ? undefined : level)
  const settings = readSettings(environment)
  const { logLevel } = await readDeployment(settings.deploymentFile)
  return logLevel ? { level: logLevel, from: 'logLevel' } : { level: settings.logLevel, from: 'LOG_LEVEL' }
}
