import { injectable } from '@product-host/sdk'
import { type Actor, OperatorLog } from '../audit/operator-log.js'
import { type DeadLetter, type DeadLetterFilter, type JobCounts, JobStore } from '../jobs/job-store.js'
import { runJobOwner } from '../runs/run-store.js'
import { scheduleJobOwner } from '../runs/schedule-store.js'
import type { StoredJob } from '../storage/job-records.js'

/** A waiting or running job without the values of its input. */
export interface RedactedJob {
  readonly id: string
  readonly account: string
  readonly product: string
  readonly action: string
  /** When it is due, ISO 8601. */
  readonly dueAt: string
  /** Attempts that have begun. */
  readonly attempts: number
  readonly input: readonly RedactedMember[]
  /** Set for the job that starts a run: its account cancels the run. */
  readonly isRun?: true
}

/** A dead letter without the values of its input, and without the message of its error, which may repeat one. */
export interface RedactedDeadLetter extends Omit<RedactedJob, 'dueAt'> {
  readonly job: string
  /** When it failed for good, ISO 8601. */
  readonly at: string
  /** The code of its last error. */
  readonly error: string
}

/** The name of a member of an input, and the size of its value as JSON. */
interface RedactedMember {
  readonly name: string
  readonly bytes: number
}

/** A member whose name a schema may have; other names can be what a caller typed. */
const memberName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** What operators do with jobs, on the page and at the command line. Each change is written to the audit log before it is made. */
@injectable()
export class JobOperations {
  constructor(
    private readonly jobs: JobStore,
    private readonly log: OperatorLog
  ) {}

  /** The jobs that wait or run, 1,000 at most. */
  async waiting(): Promise<readonly StoredJob[]> {
    return this.jobs.waiting()
  }

  /** How many jobs wait, and runs wait and run. */
  async counts(): Promise<JobCounts> {
    return this.jobs.counts()
  }

  /** The dead letters, the newest first, 1,000 at most. */
  async dead(): Promise<readonly DeadLetter[]> {
    return this.jobs.dead()
  }

  /** Schedules a dead letter's job again, now and with all its attempts; false if there is no such dead letter. */
  async replay(actor: Actor, id: string): Promise<boolean> {
    if (!(await this.jobs.hasDeadLetter(id))) return false
    await this.log.record(actor, 'dead_letter_replayed', id)
    return this.jobs.replay(id)
  }

  /** The ids of all dead letters that a filter selects, the oldest first. */
  async deadIds(filter: DeadLetterFilter): Promise<readonly string[]> {
    return this.jobs.deadIds(filter)
  }

  /** Schedules the jobs of dead letters again, as `replay` does, and counts them; one entry of the audit log tells which filter selected them. */
  async replayAll(actor: Actor, filter: DeadLetterFilter, ids: readonly string[]): Promise<number> {
    await this.log.record(actor, 'dead_letters_replayed', selection(filter, ids))
    return count(ids, id => this.jobs.replay(id))
  }

  /** Deletes dead letters, and counts them. */
  async purge(actor: Actor, filter: DeadLetterFilter, ids: readonly string[]): Promise<number> {
    await this.log.record(actor, 'dead_letters_deleted', selection(filter, ids))
    return count(ids, id => this.jobs.removeDeadLetter(id))
  }

  /**
   * Removes a waiting job; a run that has begun continues. False if there is no such job. Throws for the job of a run or schedule, which would
   * never run then.
   */
  async cancel(actor: Actor, account: string, product: string, id: string): Promise<boolean> {
    if (isOfHost(product)) throw new Error(`${id} is a run or a schedule: its account cancels it.`)
    if (!(await this.jobs.hasJob(account, product, id))) return false
    await this.log.record(actor, 'job_cancelled', `${account} ${product} ${id}`)
    return this.jobs.cancel(account, product, id)
  }
}

/** How many of the dead letters were still there. */
async function count(ids: readonly string[], change: (id: string) => Promise<boolean>): Promise<number> {
  let changed = 0
  for (const id of ids) if (await change(id)) changed++
  return changed
}

function selection({ account, product, before }: DeadLetterFilter, { length }: readonly string[]): string {
  const names = [account ?? 'every account', product ?? 'every product', before ?? 'any time']
  return `${length} ${names.join(' ')}`
}

/** A job as the page shows it. */
export function redactedJob({ account, slug, job, dueAt, attempts }: StoredJob): RedactedJob {
  const { id, action, input } = job
  const due = new Date(dueAt).toISOString()
  const about = { id, account, action, dueAt: due, attempts }
  if (isOfHost(slug))
    return { ...about, product: String(input.product), ...(slug === runJobOwner && { isRun: true }), input: [] }
  return { ...about, product: slug, input: redactedInput(input) }
}

/** A dead letter as the page shows it. */
export function redactedDeadLetter({ id, at, kept, error }: DeadLetter): RedactedDeadLetter {
  const { account, slug, job, attempts } = kept
  const { action, input } = job
  const what = { account, product: slug, action, job: job.id, attempts }
  return { id, at, ...what, error: error.code, input: redactedInput(input) }
}

/** Whether jobs with this owner start a run: their input names the product. */
function isOfHost(owner: string): boolean {
  return owner === runJobOwner || owner === scheduleJobOwner
}

function redactedInput(input: Readonly<Record<string, unknown>>): readonly RedactedMember[] {
  return Object.entries(input).map(([name, value]) => ({
    name: memberName.test(name) ? name : 'another member',
    bytes: Buffer.byteLength(JSON.stringify(value) ?? '')
  }))
}
