import { Command } from 'commander'
import type { DeadLetter } from '../../jobs/job-store.js'
import type { StoredJob } from '../../storage/job-records.js'
import { accountArgument, accountArgumentHelp, idOf } from '../accounts/find-account.js'
import { withOperations } from '../operations.js'
import { print, table } from '../output.js'

interface Options {
  readonly dead?: boolean
  readonly json?: boolean
  readonly account: string
  readonly product: string
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

  jobs
    .command('replay')
    .description('schedule a dead letter again, now, with all its attempts')
    .argument('<id>', 'the dead letter’s id, as list --dead shows it')
    .option('--json', 'for scripts')
    .action(async (id: string, { json }: Options) => {
      if (!(await withOperations(environment, ({ jobs: operations, actor }) => operations.replay(actor, id))))
        throw new Error(`There is no dead letter ${id}; \`jobs list --dead\` shows them.`)
      print(json, { id, scheduled: true }, [`Scheduled ${id} again.`])
    })

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

function waitingRow({ account, slug, job, dueAt, attempts }: StoredJob): readonly string[] {
  return [new Date(dueAt).toISOString(), account, `${slug}.${job.action}`, `try ${attempts + 1}`, job.id]
}

function deadRow({ id, at, kept, error }: DeadLetter): readonly string[] {
  return [id, at, kept.account, `${kept.slug}.${kept.job.action}`, error.code, kept.job.id]
}
