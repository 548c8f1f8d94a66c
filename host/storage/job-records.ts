import { randomUUID } from 'node:crypto'
import type { Job, JobChange } from '@product-host/sdk'
import { type Expected, type JobRecords, parseRecord, type Records, type StoredWrite } from '@product-host/sdk/runtime'
import { StoreUnavailable } from '../base/problems.js'

/** The account and the product that a job belongs to. */
export interface JobOwner {
  readonly account: string
  readonly slug: string
}

/** The key that scheduled a job, and its scopes at that time. */
export interface JobScheduler {
  readonly keyId: string
  readonly scopes: readonly string[]
}

/** A call that schedules jobs: its key and scopes, and when it began, in milliseconds since 1970. */
export interface SchedulingCall extends JobScheduler {
  readonly begunAt: number
}

/** A job in the store. */
export interface StoredJob extends JobOwner {
  readonly job: Job
  /** Left out in jobs that were stored before this was recorded. */
  readonly scheduledBy?: JobScheduler
  /** When it is due next, in milliseconds: the time it is scheduled for, or the end of the lease of its run. */
  readonly dueAt: number
  /** Attempts that have begun. */
  readonly attempts: number
  /** Differs after every scheduling and every claim. */
  readonly stamp: string
}

/** The subject of the records of jobs, see `Store.own`. */
export const jobSubject = 'jobs'
const prefix = `host:{${jobSubject}}:`

/** The prefix of the keys of an account's jobs, within the subject. */
export function jobPrefix(account: string): string {
  return `job:${account}/`
}

/** The key of a job's record, within the subject. */
export function jobKey({ account, slug }: JobOwner, id: string): string {
  return `${jobPrefix(account)}${slug}/${id}`
}

/** The prefix of the keys that say when products' data of an account were deleted, within the subject. */
export function erasurePrefix(account: string): string {
  return `erased:${account}/`
}

/** The key of the time at which all data of a product were deleted, within the subject. */
export function erasureKey({ account, slug }: JobOwner): string {
  return `${erasurePrefix(account)}${slug}`
}

/** The prefix of the keys of the due index. */
export const duePrefix = 'due:'

/** The key of a job's entry in the due index: entries sort by the time at which they are due. */
export function dueKey(stored: StoredJob): string {
  return `${duePrefix}${dueTime(stored.dueAt)}:${jobKey(stored, stored.job.id)}`
}

/** The first key of the due index after a time. */
export function dueAfter(time: number): string {
  return `${duePrefix}${dueTime(time + 1)}`
}

/** The key of the job of an entry of the due index. */
export function jobKeyOf(due: string): string {
  return due.slice(duePrefix.length + 16)
}

/**
 * The records that changes of jobs write: each job's record and its entry in the due index, and the versions that make sure that
 * no one has changed the job meanwhile. The scheduler is the caller as the host knows it, not as a product says. Throws
 * `StoreUnavailable` when all data of the product were deleted after the call began: what it schedules may come of them.
 */
export async function jobRecords(
  records: Records,
  owner: JobOwner,
  changes: readonly JobChange[],
  scheduler?: SchedulingCall
): Promise<JobRecords> {
  const last = new Map(changes.map(change => ['cancel' in change ? change.cancel : change.schedule.id, change]))
  const keys = [...last.keys()].map(id => prefix + jobKey(owner, checkedId(id)))
  const erasure = prefix + erasureKey(owner)
  const [erased, ...found] = await records.read([erasure, ...keys])
  const isScheduling = [...last.values()].some(change => 'schedule' in change)
  if (isScheduling && scheduler && erased && scheduler.begunAt <= parseRecord<number>(erasure, erased.text))
    throw erasedMeanwhile(owner)
  const expected = [erasure, ...keys].map((key, index): Expected => {
    const record = index === 0 ? erased : found[index - 1]
    return record ? { key, version: record.version } : { key }
  })
  const scheduledBy = scheduler && { keyId: scheduler.keyId, scopes: scheduler.scopes }
  const writes = [...last.values()].flatMap((change, index): readonly StoredWrite[] => {
    const text = found[index]?.text
    const before = text === undefined ? undefined : parseRecord<StoredJob>(keys[index] ?? '', text)
    const removal = before ? [{ key: prefix + dueKey(before) }] : []
    if ('cancel' in change) return before ? [...removal, { key: prefix + jobKey(owner, change.cancel) }] : []
    const stored = {
      ...owner,
      job: change.schedule,
      ...(scheduledBy && { scheduledBy }),
      dueAt: checkedTime(change.schedule.at),
      attempts: 0,
      stamp: randomUUID()
    }
    return [...removal, ...jobWrites(stored)]
  })
  return { expected, writes }
}

function erasedMeanwhile({ slug }: JobOwner): StoreUnavailable {
  return new StoreUnavailable(
    `All data of the account in ${slug} were deleted while the call ran, so that it schedules no job. Send it again.`
  )
}

function jobWrites(stored: StoredJob): readonly StoredWrite[] {
  return [
    { key: prefix + jobKey(stored, stored.job.id), text: JSON.stringify(stored) },
    { key: prefix + dueKey(stored), text: 'true' }
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
