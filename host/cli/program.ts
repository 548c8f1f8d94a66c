import { Command } from 'commander'
import { addSettingsFile } from '../base/environment.js'
import { environmentHelp } from '../settings.js'
import { withFailures } from './output.js'
import { versionOptions, withVersion } from './version.js'

/** A module and the names of its commands. */
interface CommandModule {
  readonly names: readonly string[]
  /** True: other commands use it, and no help lists it. */
  readonly isHidden?: boolean
  load(environment: NodeJS.ProcessEnv): Promise<Command | readonly Command[]>
}

/** In the order of the help. The module of a command is imported only to run it, so that each command starts quickly. */
const commandModules: readonly CommandModule[] = [
  { names: ['start'], load: async environment => startCommand(environment) },
  { names: ['new'], load: async () => (await import('./new.js')).newCommand() },
  { names: ['contract'], load: async () => (await import('./contract/contract.js')).contractCommands() },
  { names: ['dev'], load: async environment => devCommand(environment) },
  { names: ['dev-host'], isHidden: true, load: async environment => devHostCommand(environment) },
  {
    names: ['backup', 'restore', 'export', 'import'],
    load: async environment => (await import('./deployment/backup.js')).backupCommands(environment)
  },
  {
    names: ['hold', 'resume'],
    load: async environment => (await import('./deployment/hold.js')).holdCommands(environment)
  },
  {
    names: ['accounts'],
    load: async environment => (await import('./accounts/commands.js')).accountCommands(environment)
  },
  { names: ['usage'], load: async environment => (await import('./accounts/usage.js')).usageCommand(environment) },
  { names: ['keys'], load: async environment => (await import('./accounts/keys.js')).keyCommands(environment) },
  {
    names: ['operators'],
    load: async environment => (await import('./accounts/operators.js')).operatorCommands(environment)
  },
  { names: ['jobs'], load: async environment => (await import('./deployment/jobs.js')).jobCommands(environment) },
  { names: ['add'], load: async environment => (await import('./deployment/add.js')).addCommand(environment) },
  { names: ['remove'], load: async environment => (await import('./deployment/remove.js')).removeCommand(environment) },
  {
    names: ['upgrade', 'outdated'],
    load: async environment => (await import('./deployment/upgrade.js')).upgradeCommands(environment)
  },
  {
    names: ['enable', 'disable'],
    load: async environment => (await import('./deployment/switch.js')).switchCommands(environment)
  },
  {
    names: ['take-over'],
    load: async environment => (await import('./deployment/take-over.js')).takeOverCommand(environment)
  },
  {
    names: ['plugins'],
    load: async environment => (await import('./deployment/check.js')).pluginsCommand(environment)
  },
  {
    names: ['samples'],
    load: async environment => (await import('./deployment/samples.js')).samplesCommand(environment)
  },
  {
    names: ['approve'],
    load: async environment => (await import('./deployment/approve.js')).approveCommand(environment)
  },
  { names: ['check'], load: async environment => (await import('./deployment/check.js')).checkCommand(environment) },
  {
    names: ['secrets'],
    load: async environment => (await import('./deployment/secrets.js')).secretCommands(environment)
  },
  {
    names: ['settings'],
    load: async environment => (await import('./settings/settings.js')).settingsCommand(environment)
  },
  {
    names: ['config'],
    load: async environment => (await import('./settings/config.js')).configCommands(environment)
  },
  { names: ['reload'], load: async environment => (await import('./settings/reload.js')).reloadCommand(environment) },
  { names: ['log'], load: async environment => (await import('./settings/log-level.js')).logCommands(environment) },
  { names: ['mcp'], load: async environment => (await import('./mcp.js')).mcpCommand(environment) },
  { names: ['types'], load: async () => (await import('./contract/contract.js')).typesCommand() }
]

/**
 * The commands, or only those with the given name. Those of accounts, keys, operators, jobs and secrets, those of backups, `approve`, `take-over`,
 * `reload` and `check` open the deployment's store.
 */
export async function program(environment: NodeJS.ProcessEnv, name?: string): Promise<Command> {
  const commands = new Command('product-host')
    .description('Serves product plugins over HTTP.')
    .addHelpText('after', () => `\n${environmentHelp()}`)
  const named = commandModules.filter(({ names }) => name !== undefined && names.includes(name))
  const isVersion = name !== undefined && versionOptions.includes(name)
  for (const { load, isHidden: hidden = false } of named.length > 0 || isVersion ? named : commandModules)
    for (const command of [await load(environment)].flat()) commands.addCommand(command, { hidden })
  return withFailures(withVersion(withSettingsFile(commands, environment)))
}

/** Adds `--settings-file`, which sets variables before a command reads the environment. */
function withSettingsFile(commands: Command, environment: NodeJS.ProcessEnv): Command {
  const given = new Set(Object.keys(environment))
  return commands
    .option('--settings-file <file>', 'set variables from a file of lines NAME=value; those of the environment win')
    .on('option:settings-file', (file: string) => addSettingsFile(file, given, environment, process.env))
}

/** `product-host start` */
function startCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('start')
    .description('start the host')
    .option(
      '--new-store',
      'create an empty store where there is none: asked for in production, and where encryption.key exists'
    )
    .action(async ({ newStore = false }: { newStore?: boolean }) => {
      const { newStoreOption, run } = await import('../start/run.js')
      await run(environment, newStore ? [newStoreOption] : [])
    })
}

/** The grace period of running requests when `dev` restarts a host, in milliseconds, unless the environment sets it. */
const devGraceMs = '200'

/** `product-host dev` */
function devCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('dev')
    .description(
      'serve the deployment in demo mode, and reload it when a built file of a plugin or the deployment file changes'
    )
    .action(async () => {
      const { DevServer } = await import('./dev/dev-server.js')
      await new DevServer({ DEMO_MODE: 'local', SHUTDOWN_GRACE_MS: devGraceMs, ...environment }).run()
    })
}

/** The command of the processes that `dev` starts. */
function devHostCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('dev-host').action(async () => (await import('./dev/child.js')).runChild(environment))
}
