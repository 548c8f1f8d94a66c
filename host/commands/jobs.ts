import { Command } from 'commander'
import { realClock } from '../clock.js'
import { type DeadLetter, JobBook } from '../jobs/job-book.js'
import type { KeptJob } from '../storage/job-records.js'
import { accountId, print } from './print.js'
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
          ? lines.map(each => ('kept' in each ? deadLine(each) : waitingLine(each)))
          : ['There are none.']
      )
    })

  jobs
    .command('replay')
    .description('schedule a dead letter again, now and with all its tries')
    .argument('<id>', 'the dead letter’s id, as list --dead shows it')
    .action(async (id: string) => {
      if (!(await withBook(book => book.replay(id)))) throw new Error(`There is no dead letter ${id}.`)
      print(false, undefined, [`Scheduled ${id} again.`])
    })

  jobs
    .command('cancel')
    .description('take a waiting job away; a run that has begun goes on')
    .argument('<id>', 'the job’s id, as list shows it')
    .requiredOption('--account <id>', 'the account', accountId)
    .requiredOption('--product <slug>', 'the product')
    .action(async (id: string, { account, product }: Options) => {
      if (!(await withBook(book => book.cancel(account, product, id)))) throw new Error(`There is no such job ${id}.`)
      print(false, undefined, [`Cancelled ${id}.`])
    })

  return jobs
}

function waitingLine({ account, slug, job, dueAt, attempts }: KeptJob): string {
  return `${new Date(dueAt).toISOString()}  ${account}  ${slug}.${job.action}  try ${attempts + 1}  ${job.id}`
}

function deadLine({ id, at, kept, error }: DeadLetter): string {
  return `${id}  ${at}  ${kept.account}  ${kept.slug}.${kept.job.action}  ${error.code}  ${kept.job.id}`
}
