import { randomUUID } from 'node:crypto'
import type { JobChange } from '@product-host/sdk'
import {
  type Expected,
  firstOf,
  type JobRecords,
  parseRecord,
  type Records,
  type ScheduledJob,
  type StoredRecord,
  type StoredWrite
} from '@product-host/sdk/runtime'
import { StoreUnavailable } from '../base/problems.js'
import type { Span } from '../tracing/spans.js'

/** The account and the product that a job belongs to. */
export interface JobOwner {
  readonly account: string
  readonly slug: string
}

/** The key that scheduled a job, and its scopes at that time. */
export interface JobScheduler {
  readonly keyId: string
  readonly scopes: readonly string[]
  /** Of a session, see `Caller`. */
  readonly sessionGeneration?: number
}

/** What schedules jobs. Times are milliseconds since 1970. */
export interface SchedulingCall {
  /** Left out for the host itself. */
  readonly by?: JobScheduler
  readonly begunAt: number
  /** Of a call whose trace is recorded: reads and writes are parts of it, and jobs are linked to it. */
  readonly span?: Span | undefined
  now(): number
}

/** A job in the store. */
export interface StoredJob extends JobOwner {
  readonly job: ScheduledJob
  /** Left out in jobs that were stored before this was recorded. */
  readonly scheduledBy?: JobScheduler
  /** The span that scheduled it (W3C Trace Context), where its trace was recorded. */
  readonly traceparent?: string
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

/** The prefix of the keys of an account's lists of recurring jobs, within the subject. */
export function recurringPrefix(account: string): string {
  return `recurring:${account}/`
}

/** The prefix of the keys of the due index: jobs that wait for their time, of all accounts. */
export const duePrefix = 'due:'
/** The prefix of the keys of the ready index: jobs whose time has come and that wait for their turn, by account. */
export const readyPrefix = 'ready:'

/** The key of a job's entry in the due index: entries sort by the time at which they are due. */
function dueKey(stored: StoredJob): string {
  return `${duePrefix}${dueTime(stored.dueAt)}:${jobKey(stored, stored.job.id)}`
}

/** The first key of the due index after a time. */
export function dueAfter(time: number): string {
  return `${duePrefix}${dueTime(time + 1)}`
}

/** The prefix of an account's entries in the ready index, which sort by the time at which they were due. */
export function readyPrefixOf(account: string): string {
  return `${readyPrefix}${account}/`
}

/** What sorts after all entries of an account in the ready index, and before those of the next account. */
export function readyAfter(account: string): string {
  return `${readyPrefix}${account}0`
}

/** The entry of the ready index that an entry of the due index becomes. */
export function readyKeyOf(due: string): string {
  const entry = due.slice(duePrefix.length)
  const account = entry.slice(dueTimeLength + ':job:'.length, entry.indexOf('/'))
  return readyPrefixOf(account) + entry
}

/** The account of an entry of the ready index. */
export function accountOf(ready: string): string {
  return ready.slice(readyPrefix.length, ready.indexOf('/'))
}

/** The key of the job of an entry of either index. */
export function jobKeyOf(entry: string): string {
  const start = entry.startsWith(readyPrefix) ? readyPrefixOf(accountOf(entry)).length : duePrefix.length
  return entry.slice(start + dueTimeLength + 1)
}

/** The product, or what stands in its place, of the job of an entry of either index. */
export function slugOf(entry: string): string | undefined {
  return jobKeyOf(entry).split('/', 2)[1]
}

/** The keys of a job's entries in the indexes: it has one of them, or both while it is moved. */
export function indexKeys(stored: StoredJob): readonly [due: string, ready: string] {
  const due = dueKey(stored)
  return [due, readyKeyOf(due)]
}

/** The key of the entry that a job has at a time. */
export function indexKey(stored: StoredJob, now: number): string {
  const [due, ready] = indexKeys(stored)
  return stored.dueAt <= now ? ready : due
}

/**
 * The records that changes of jobs write: each job's record and its entry in the due index, and the versions that make sure that
 * no one has changed the job meanwhile. The scheduler is the caller as the host knows it, not as a product says. Throws
 * `StoreUnavailable` when all data of the product were deleted after the call began: what it schedules may come of them. Throws a
 * `RangeError` for a recurring job too many.
 */
export async function jobRecords(
  records: Records,
  owner: JobOwner,
  changes: readonly JobChange[],
  call?: SchedulingCall
): Promise<JobRecords> {
  const last = new Map(changes.map(change => [idOf(change), change]))
  const keys = [...last.keys()].map(id => prefix + jobKey(owner, checkedId(id)))
  const erasure = prefix + erasureKey(owner)
  const recurring = [...last.values()].some(change => 'every' in change) ? [prefix + recurringKey(owner)] : []
  const read = [erasure, ...keys, ...recurring]
  const found = await records.read(read)
  const [erased] = found
  const isScheduling = [...last.values()].some(change => !('cancel' in change))
  if (isScheduling && call && erased && call.begunAt <= parseRecord<number>(erasure, erased.text))
    throw erasedMeanwhile(owner)
  const expected = read.map((key, index): Expected => {
    const record = found[index]
    return record ? { key, version: record.version } : { key }
  })
  const now = call?.now()
  const writes = [...last.values()].flatMap((change, index): readonly StoredWrite[] => {
    const text = found[index + 1]?.text
    const before = text === undefined ? undefined : parseRecord<StoredJob>(keys[index] ?? '', text)
    const removal = before ? indexKeys(before).map(key => ({ key: prefix + key })) : []
    if ('cancel' in change) return before ? [...removal, { key: prefix + jobKey(owner, change.cancel) }] : []
    const job = 'every' in change ? firstOf(change.every, now ?? 0, before?.job) : change.schedule
    const stored = {
      ...owner,
      job,
      ...(call?.by && { scheduledBy: call.by }),
      ...(call?.span && { traceparent: call.span.traceparent }),
      dueAt: checkedTime(job.at),
      attempts: 0,
      stamp: randomUUID()
    }
    return [...removal, ...jobWrites(stored, now ?? Number.NEGATIVE_INFINITY)]
  })
  for (const key of recurring)
    writes.push({ key, text: JSON.stringify(await recurringIds(records, owner, last, found.at(-1))) })
  return { expected, writes }
}

function idOf(change: JobChange): string {
  if ('cancel' in change) return change.cancel
  return 'every' in change ? change.every.id : change.schedule.id
}

/** Recurring jobs that an account has in a product at most. */
const mostRecurring = 20

/** The ids of an account's recurring jobs in a product with those that are added. Where they are too many, those that have ended leave. */
async function recurringIds(
  records: Records,
  owner: JobOwner,
  changes: ReadonlyMap<string, JobChange>,
  listed: StoredRecord | undefined
): Promise<readonly string[]> {
  const before = listed ? parseRecord<readonly string[]>(recurringKey(owner), listed.text) : []
  const others = before.filter(id => !changes.has(id))
  const added = [...changes].filter(([, change]) => 'every' in change).map(([id]) => id)
  if (others.length + added.length <= mostRecurring) return [...others, ...added]
  const found = await records.read(others.map(id => prefix + jobKey(owner, id)))
  const isRecurring = (index: number) => {
    const text = found[index]?.text
    return text !== undefined && parseRecord<StoredJob>('a job', text).job.every !== undefined
  }
  const left = [...others.filter((_, index) => isRecurring(index)), ...added]
  if (left.length > mostRecurring)
    throw new RangeError(`The account has ${mostRecurring} recurring jobs in ${owner.slug}; cancel one first.`)
  return left
}

/** The key of the list of an account's recurring jobs in a product, within the subject. */
export function recurringKey({ account, slug }: JobOwner): string {
  return recurringPrefix(account) + slug
}

function erasedMeanwhile({ slug }: JobOwner): StoreUnavailable {
  return new StoreUnavailable(
    `All data of the account in ${slug} were deleted while the call ran, so that it schedules no job. Send it again.`
  )
}

function jobWrites(stored: StoredJob, now: number): readonly StoredWrite[] {
  return [
    { key: prefix + jobKey(stored, stored.job.id), text: JSON.stringify(stored) },
    { key: prefix + indexKey(stored, now), text: 'true' }
  ]
}

const dueTimeLength = 15

function dueTime(time: number): string {
  return String(Math.max(0, Math.ceil(time))).padStart(dueTimeLength, '0')
}

function checkedId(id: string): string {
  if (id.length < 1 || id.length > 128) throw new RangeError('The id of a job has 1 to 128 characters.')
  return id
}

function checkedTime(at: number): number {
  if (!Number.isFinite(at)) throw new RangeError('The time of a job is a number of milliseconds.')
  return at
}
