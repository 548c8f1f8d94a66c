import { Command } from 'commander'
import { environmentHelp } from '../help.js'

/** Commands of one module, by their names. */
interface Family {
  readonly names: readonly string[]
  /** True: other commands use it, and no help lists it. */
  readonly isHidden?: boolean
  load(environment: NodeJS.ProcessEnv): Promise<Command | readonly Command[]>
}

/** In the order of the help. A module is imported when its command is asked for, which then starts without what others need. */
const families: readonly Family[] = [
  { names: ['start'], load: async environment => (await import('./start.js')).startCommand(environment) },
  { names: ['new'], load: async () => (await import('./new.js')).newCommand() },
  { names: ['contract'], load: async () => (await import('./contract.js')).contractCommands() },
  { names: ['dev'], load: async environment => (await import('./dev.js')).devCommand(environment) },
  {
    names: ['dev-host'],
    isHidden: true,
    load: async environment => (await import('./dev.js')).devHostCommand(environment)
  },
  {
    names: ['backup', 'restore', 'export', 'import'],
    load: async environment => (await import('./whole-store.js')).wholeStoreCommands(environment)
  },
  { names: ['accounts'], load: async environment => (await import('./accounts.js')).accountCommands(environment) },
  { names: ['keys'], load: async environment => (await import('./keys.js')).keyCommands(environment) },
  { names: ['jobs'], load: async environment => (await import('./jobs.js')).jobCommands(environment) },
  { names: ['plugins'], load: async environment => (await import('./plugins.js')).pluginsCommand(environment) },
  { names: ['check'], load: async environment => (await import('./check.js')).checkCommand(environment) },
  { names: ['secrets'], load: async environment => (await import('./secrets.js')).secretCommands(environment) },
  { names: ['types'], load: async () => (await import('./types.js')).typesCommand() }
]

/**
 * The operator's commands, or those alone that go by the name that is asked for; all but `start` and `types` open the
 * deployment's store beside a host that may be running.
 */
export async function program(environment: NodeJS.ProcessEnv, asked?: string): Promise<Command> {
  const commands = new Command('product-host')
    .description('Serves product plugins over HTTP.')
    .addHelpText('after', () => `\n${environmentHelp()}`)
  const named = families.filter(({ names }) => asked !== undefined && names.includes(asked))
  for (const { load, isHidden: hidden = false } of named.length > 0 ? named : families)
    for (const command of [await load(environment)].flat()) commands.addCommand(command, { hidden })
  return commands
}
