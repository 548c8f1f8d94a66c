import { Command } from 'commander'
import { realClock } from '../clock.js'
import { type DeadLetter, JobBook } from '../jobs/job-book.js'
import type { KeptJob } from '../storage/job-records.js'
import { accountId, print } from './print.js'
import { table } from './table.js'
import { withStore } from './with-store.js'

interface Options {
  readonly dead?: boolean
  readonly json?: boolean
  readonly account: string
  readonly product: string
}

/** `product-host jobs …` */
export function jobCommands(environment: NodeJS.ProcessEnv): Command {
  const withBook = <Result>(work: (book: JobBook) => Promise<Result>) =>
    withStore(environment, store => work(new JobBook(store, realClock())))
  const jobs = new Command('jobs').description('calls that come later, and those that failed for good')

  jobs
    .command('list')
    .description('list the jobs that wait, at most 1,000')
    .option('--dead', 'list the dead letters instead')
    .option('--json', 'for scripts')
    .action(async ({ dead, json }: Options) => {
      const lines = dead ? await withBook(book => book.dead()) : await withBook(book => book.waiting())
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
    .description('schedule a dead letter again, now and with all its tries')
    .argument('<id>', 'the dead letter’s id, as list --dead shows it')
    .option('--json', 'for scripts')
    .action(async (id: string, { json }: Options) => {
      if (!(await withBook(book => book.replay(id))))
        throw new Error(`There is no dead letter ${id}; \`jobs list --dead\` shows them.`)
      print(json, { id, scheduled: true }, [`Scheduled ${id} again.`])
    })

  jobs
    .command('cancel')
    .description('take a waiting job away; a run that has begun goes on')
    .argument('<id>', 'the job’s id, as list shows it')
    .requiredOption('--account <id>', 'the account', accountId)
    .requiredOption('--product <slug>', 'the product')
    .option('--json', 'for scripts')
    .action(async (id: string, { account, product, json }: Options) => {
      if (!(await withBook(book => book.cancel(account, product, id))))
        throw new Error(`${account} has no job ${id} in ${product}; \`jobs list\` shows what waits.`)
      print(json, { id, account, product, cancelled: true }, [`Cancelled ${id}.`])
    })

  return jobs
}

function waitingRow({ account, slug, job, dueAt, attempts }: KeptJob): readonly string[] {
  return [new Date(dueAt).toISOString(), account, `${slug}.${job.action}`, `try ${attempts + 1}`, job.id]
}

function deadRow({ id, at, kept, error }: DeadLetter): readonly string[] {
  return [id, at, kept.account, `${kept.slug}.${kept.job.action}`, error.code, kept.job.id]
}
