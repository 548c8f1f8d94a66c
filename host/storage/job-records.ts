import { randomUUID } from 'node:crypto'
import type { Job, JobChange } from '@product-host/sdk'
import type { Expected, JobRecords, Records, StoredWrite } from '@product-host/sdk/runtime'

/** Whose job it is. */
export interface JobOwner {
  readonly account: string
  readonly slug: string
}

/** The key that scheduled a job, and its scopes at that time. */
export interface JobScheduler {
  readonly keyId: string
  readonly scopes: readonly string[]
}

/** A job as it lies in the store. */
export interface KeptJob extends JobOwner {
  readonly job: Job
  /** Left out in jobs that were stored before this was recorded. */
  readonly scheduledBy?: JobScheduler
  /** When it is to be looked at next, in milliseconds: when it is due, or when the lease of its run ends. */
  readonly dueAt: number
  /** Tries that have begun. */
  readonly attempts: number
  /** Differs after every scheduling and every claim. */
  readonly stamp: string
}

/** The subject under which the store keeps jobs, see `Store.own`. */
export const jobSubject = 'jobs'
const prefix = `host:{${jobSubject}}:`

/** What the keys of an account's jobs begin with, below the subject. */
export function jobPrefix(account: string): string {
  return `job:${account}/`
}

/** The key of a job's record, below the subject. */
export function jobKey({ account, slug }: JobOwner, id: string): string {
  return `${jobPrefix(account)}${slug}/${id}`
}

/** What the keys of the due index begin with. */
export const duePrefix = 'due:'

/** The key of a job's entry in the due index: entries sort by the time at which they are due. */
export function dueKey(kept: KeptJob): string {
  return `${duePrefix}${dueTime(kept.dueAt)}:${jobKey(kept, kept.job.id)}`
}

/** The first key of the due index that is later than a time. */
export function dueAfter(time: number): string {
  return `${duePrefix}${dueTime(time + 1)}`
}

/** The key of the job that an entry of the due index stands for. */
export function jobKeyOf(due: string): string {
  return due.slice(duePrefix.length + 16)
}

/**
 * What changes of jobs come to in the store: each job's record and its entry in the due index, and the condition that nobody
 * has changed the job meanwhile. The scheduler is whoever the host knows the caller to be, not what a product sends.
 */
export async function jobRecords(
  records: Records,
  owner: JobOwner,
  changes: readonly JobChange[],
  scheduledBy?: JobScheduler
): Promise<JobRecords> {
  const last = new Map(changes.map(change => ['cancel' in change ? change.cancel : change.schedule.id, change]))
  const keys = [...last.keys()].map(id => prefix + jobKey(owner, checkedId(id)))
  const found = await records.read(keys)
  const expected = keys.map((key, index): Expected => {
    const record = found[index]
    return record ? { key, version: record.version } : { key }
  })
  const writes = [...last.values()].flatMap((change, index): readonly StoredWrite[] => {
    const text = found[index]?.text
    const before: KeptJob | undefined = text === undefined ? undefined : JSON.parse(text)
    const removal = before ? [{ key: prefix + dueKey(before) }] : []
    if ('cancel' in change) return before ? [...removal, { key: prefix + jobKey(owner, change.cancel) }] : []
    const kept = {
      ...owner,
      job: change.schedule,
      ...(scheduledBy && { scheduledBy }),
      dueAt: checkedTime(change.schedule.at),
      attempts: 0,
      stamp: randomUUID()
    }
    return [...removal, ...keptWrites(kept)]
  })
  return { expected, writes }
}

function keptWrites(kept: KeptJob): readonly StoredWrite[] {
  return [
    { key: prefix + jobKey(kept, kept.job.id), text: JSON.stringify(kept) },
    { key: prefix + dueKey(kept), text: 'true' }
  ]
}

function dueTime(time: number): string {
  return String(Math.max(0, Math.ceil(time))).padStart(15, '0')
}

function checkedId(id: string): string {
  if (id.length < 1 || id.length > 128) throw new RangeError('The id of a job has 1 to 128 characters.')
  return id
}

function checkedTime(at: number): number {
  if (!Number.isFinite(at)) throw new RangeError('The time of a job is a number of milliseconds.')
  return at
}
