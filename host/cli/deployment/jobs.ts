import { Command } from 'commander'
import type { DeadLetter, DeadLetterFilter } from '../../jobs/job-store.js'
import type { StoredJob } from '../../storage/job-records.js'
import { accountArgument, accountArgumentHelp, idOf } from '../accounts/find-account.js'
import { withOperations } from '../operations.js'
import { isConfirmed, print, requireAnswer, table, timeArgument } from '../output.js'

interface Options {
  readonly dead?: boolean
  readonly json?: boolean
  readonly account: string
  readonly product: string
}

interface FilterOptions extends DeadLetterFilter {
  readonly yes?: boolean
  readonly json?: boolean
}

/** `product-host jobs …` */
export function jobCommands(environment: NodeJS.ProcessEnv): Command {
  const jobs = new Command('jobs').description('scheduled calls, and those that failed for good')

  jobs
    .command('list')
    .description('list waiting jobs, at most 1,000')
    .option('--dead', 'list the dead letters instead')
    .option('--json', 'for scripts')
    .action(async ({ dead, json }: Options) => {
      const lines = await withOperations<readonly (DeadLetter | StoredJob)[]>(environment, ({ jobs: operations }) =>
        dead ? operations.dead() : operations.waiting()
      )
      print(
        json,
        lines,
        lines.length > 0
          ? table(lines.map(each => ('kept' in each ? deadRow(each) : waitingRow(each))))
          : ['There are none.']
      )
    })

  const replay = jobs.command('replay')
  filterOptions(replay)
    .description('schedule a dead letter again, or with --all every selected one: now, with all its attempts')
    .argument('[id]', 'the dead letter’s id, as list --dead shows it')
    .option('--all', 'instead of one: every dead letter, or those that --account, --product and --before select')
    .action(
      async (id: string | undefined, { all, yes, json, ...filter }: FilterOptions & { readonly all?: boolean }) => {
        if (all ? id !== undefined : id === undefined || Object.keys(filter).length > 0)
          replay.error('error: give the id of one dead letter, or --all')
        if (id === undefined) return changeAll(environment, 'replay', filter, yes, json)
        if (!(await withOperations(environment, ({ jobs: operations, actor }) => operations.replay(actor, id))))
          throw new Error(`There is no dead letter ${id}; \`jobs list --dead\` shows them.`)
        print(json, { id, scheduled: true }, [`Scheduled ${id} again.`])
      }
    )

  filterOptions(jobs.command('purge'))
    .description('delete every dead letter, or those that --account, --product and --before select')
    .action(async ({ yes, json, ...filter }: FilterOptions) => changeAll(environment, 'purge', filter, yes, json))

  jobs
    .command('cancel')
    .description('cancel a waiting job; one that has begun continues, and a run is cancelled by its account')
    .argument('<id>', 'the job’s id, as list shows it')
    .requiredOption('--account <id>', accountArgumentHelp, accountArgument)
    .requiredOption('--product <slug>', 'the product')
    .option('--json', 'for scripts')
    .action(async (id: string, { account, product, json }: Options) => {
      const isCancelled = await withOperations(environment, async ({ store, jobs: operations, actor }) =>
        operations.cancel(actor, await idOf(store, account), product, id)
      )
      if (!isCancelled) throw new Error(`${account} has no job ${id} in ${product}; \`jobs list\` shows what waits.`)
      print(json, { id, account, product, cancelled: true }, [`Cancelled ${id}.`])
    })

  return jobs
}

function filterOptions(command: Command): Command {
  return command
    .option('--account <id>', accountArgumentHelp, accountArgument)
    .option('--product <slug>', 'the product whose calls failed')
    .option('--before <time>', 'those that failed for good before this time, ISO 8601', timeArgument)
    .option('--yes', 'do it without a question')
    .option('--json', 'for scripts')
}

const texts = {
  replay: { question: 'Schedule', done: 'Scheduled', again: ' again', member: 'scheduled' },
  purge: { question: 'Delete', done: 'Deleted', again: '', member: 'deleted' }
} as const

/** Replays or deletes the dead letters that a filter selects. Those that come while the question is asked stay. */
async function changeAll(
  environment: NodeJS.ProcessEnv,
  what: 'replay' | 'purge',
  { account: name, ...others }: DeadLetterFilter,
  yes?: boolean,
  json?: boolean
): Promise<void> {
  requireAnswer(yes)
  const { question, done, again, member } = texts[what]
  const { filter, ids } = await withOperations(environment, async ({ store, jobs }) => {
    const selected = { ...others, ...(name !== undefined && { account: await idOf(store, name) }) }
    return { filter: selected, ids: await jobs.deadIds(selected) }
  })
  const letters = (number: number) => (number === 1 ? '1 dead letter' : `${number} dead letters`)
  const isWanted = yes || ids.length === 0 || (await isConfirmed(`${question} ${letters(ids.length)}${again}?`))
  if (!isWanted) throw new Error('Nothing was changed.')
  const changed = await withOperations(environment, async ({ jobs, actor }) => {
    if (ids.length === 0) return 0
    return what === 'replay' ? jobs.replayAll(actor, filter, ids) : jobs.purge(actor, filter, ids)
  })
  print(json, { [member]: changed }, [`${done} ${letters(changed)}${again}.`])
}

function waitingRow({ account, slug, job, dueAt, attempts }: StoredJob): readonly string[] {
  return [new Date(dueAt).toISOString(), account, `${slug}.${job.action}`, `try ${attempts + 1}`, job.id]
}

function deadRow({ id, at, kept, error }: DeadLetter): readonly string[] {
  return [id, at, kept.account, `${kept.slug}.${kept.job.action}`, error.code, kept.job.id]
}
