import { CLOCK, type Clock, type Entry, inject, injectable, type Storage } from '@product-host/sdk'
import { UnreadableRecord } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../base/log.js'
import { runJobOwner } from '../runs/run-store.js'
import { entries } from '../storage/entries.js'
import {
  accountOf,
  dueAfter,
  duePrefix,
  erasureKey,
  erasurePrefix,
  indexKey,
  indexKeys,
  type JobOwner,
  jobKey,
  jobKeyOf,
  jobPrefix,
  jobSubject,
  readyAfter,
  readyKeyOf,
  readyPrefix,
  readyPrefixOf,
  recurringKey,
  recurringPrefix,
  type StoredJob,
  slugOf
} from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'

/** A job that failed for good, stored for the operator. */
export interface DeadLetter {
  readonly id: string
  readonly kept: StoredJob
  /** ISO 8601. */
  readonly at: string
  readonly error: { readonly code: string; readonly message: string }
}

/** Which dead letters are meant: those of an account, of a product, and that failed before a time (ISO 8601); all if nothing is named. */
export interface DeadLetterFilter {
  readonly account?: string
  readonly product?: string
  readonly before?: string
}

/** How many jobs wait, and runs wait and run; 1,000 of each at most. */
export interface JobCounts {
  /** Jobs that are due and not claimed. */
  readonly due: number
  readonly dead: number
  readonly queuedRuns: number
  readonly runningRuns: number
  /** When the queued run was accepted that waits longest, in milliseconds. */
  readonly oldestQueuedAt?: number
}

/** A job whose time has come: its account, and its entry in the ready index. */
export interface ReadyJob {
  readonly account: string
  readonly entry: string
}

/** The jobs of all accounts, for the job runner and the operator. */
@injectable()
export class JobStore {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: ErrorLog
  ) {
    this.#records = store.own(jobSubject)
  }

  /** The entries of jobs in the due index whose time has come, the longest due first. */
  async due(limit: number): Promise<readonly string[]> {
    const last = dueAfter(this.clock.now())
    const entries = await this.#records.list(duePrefix, { limit })
    return entries.map(({ key }) => key).filter(key => key < last)
  }

  /**
   * Moves entries of jobs whose time has come to the ready index; whether there may be more of them. Nothing is read for it: an
   * entry whose job has changed meanwhile is removed when it is claimed.
   */
  async moveDue(): Promise<boolean> {
    const due = await this.due(mostMoved)
    if (due.length > 0)
      await this.store.own(jobSubject, 'moving').update([], () => ({
        writes: due.flatMap(key => [
          { key, delete: true },
          { key: readyKeyOf(key), value: true }
        ]),
        result: undefined
      }))
    return due.length === mostMoved
  }

  /** Entries of the ready index by account, of the accounts that follow another one; from the first if none is named. */
  async readyAfter(account: string | undefined, limit: number): Promise<readonly ReadyJob[]> {
    const after = account === undefined ? {} : { after: readyAfter(account) }
    return (await this.#records.list(readyPrefix, { ...after, limit })).map(toReadyJob)
  }

  /** The first entries of an account in the ready index, the longest due first. */
  async ready(account: string, limit: number): Promise<readonly ReadyJob[]> {
    return (await this.#records.list(readyPrefixOf(account), { limit })).map(toReadyJob)
  }

  /**
   * Claims the job of an entry of either index for `leaseMs`; undefined if another process was faster or the entry is out of date.
   */
  async claim(entry: string, leaseMs: (stored: StoredJob) => number): Promise<StoredJob | undefined> {
    try {
      return await this.#claim(entry, leaseMs)
    } catch (error) {
      // The record stays where it is for the operator; left in the index, it would stand before the account's later jobs.
      if (error instanceof UnreadableRecord) await this.#records.delete(entry)
      throw error
    }
  }

  #claim(entry: string, leaseMs: (stored: StoredJob) => number): Promise<StoredJob | undefined> {
    const key = jobKeyOf(entry)
    return this.#recordsOf(key).update([key, entry], read => {
      if (read(entry) === undefined) return { result: undefined }
      const stored = read<StoredJob>(key)
      if (!stored || !indexKeys(stored).includes(entry))
        return { writes: [{ key: entry, delete: true }], result: undefined }
      const claimed = {
        ...stored,
        dueAt: this.clock.now() + leaseMs(stored),
        attempts: stored.attempts + 1,
        stamp: this.clock.ulid()
      }
      return { writes: [...removals(stored), ...this.#writes(key, claimed, claimedEntry)], result: claimed }
    })
  }

  /** Ends a claimed job, unless its run scheduled it again. */
  async finish(claimed: StoredJob): Promise<void> {
    await this.#settle(claimed, () => [])
  }

  /** Puts a claimed job back, to run at `dueAt`. */
  async postpone(claimed: StoredJob, dueAt: number, attempts = claimed.attempts): Promise<void> {
    const next = { ...claimed, dueAt, attempts, stamp: this.clock.ulid() }
    await this.#settle(claimed, key => this.#writes(key, next))
  }

  /** Ends a claimed job for good and stores it as a dead letter. */
  async deadLetter(claimed: StoredJob, error: DeadLetter['error']): Promise<void> {
    const now = this.clock.now()
    const letter: DeadLetter = { id: this.clock.ulid(), kept: claimed, at: new Date(now).toISOString(), error }
    const ttlMs = this.store.storedMs('deadLetterDays')
    await this.#settle(claimed, () => [{ key: `dead:${letter.id}`, value: letter, ttlMs }])
  }

  /** The jobs that wait or run, by account, product and id, 1,000 at most; one that cannot be read is logged. */
  async waiting(): Promise<readonly StoredJob[]> {
    const unreadable = (record: UnreadableRecord) => logUnreadable(this.logger, record)
    return firstOf(entries<StoredJob>(this.#records, 'job:', { unreadable }))
  }

  /** The dead letters, the newest first, 1,000 at most; one that cannot be read is logged. */
  async dead(): Promise<readonly DeadLetter[]> {
    return firstOf(deadLetters(this.#records, this.logger, true))
  }

  /** The ids of all dead letters that a filter selects, the oldest first; one that cannot be read is logged. */
  async deadIds({ account, product, before }: DeadLetterFilter): Promise<readonly string[]> {
    const ids: string[] = []
    for await (const { value } of deadLetters(this.#records, this.logger)) {
      const { id, at, kept } = value
      if (account !== undefined && kept.account !== account) continue
      if (product !== undefined && kept.slug !== product) continue
      if (before === undefined || at < before) ids.push(id)
    }
    return ids
  }

  /** What waits and runs, by the first 1,000 entries of each index and of the dead letters: no record of a job is read. */
  async counts(): Promise<JobCounts> {
    const ready = await this.#records.list(readyPrefix, { limit: mostListed })
    const later = await this.#records.list(duePrefix, { limit: mostListed })
    const last = dueAfter(this.clock.now())
    const due = ready.length + later.filter(({ key }) => key < last).length
    const runs = [...ready, ...later].filter(({ key }) => slugOf(key) === runJobOwner)
    const queued = runs.filter(({ value }) => value !== claimedEntry).map(({ key }) => acceptedAt(key))
    let [dead, unreadable] = [0, 0]
    for await (const _ of entries(this.#records, 'dead:', { unreadable: () => void unreadable++ }))
      if (++dead === mostListed) break
    return {
      due: Math.min(due, mostListed),
      dead: Math.min(dead + unreadable, mostListed),
      queuedRuns: Math.min(queued.length, mostListed),
      runningRuns: runs.length - queued.length,
      ...(queued.length > 0 && { oldestQueuedAt: Math.min(...queued) })
    }
  }

  async hasDeadLetter(id: string): Promise<boolean> {
    return (await this.#records.get(`dead:${id}`)) !== undefined
  }

  async hasJob(account: string, slug: string, id: string): Promise<boolean> {
    return (await this.#records.get(jobKey({ account, slug }, id))) !== undefined
  }

  /** Schedules a dead letter's job again, now and with all its attempts; false when there is no such dead letter. */
  async replay(letterId: string): Promise<boolean> {
    const letter = await this.#records.get<DeadLetter>(`dead:${letterId}`)
    if (!letter) return false
    const key = jobKey(letter.kept, letter.kept.job.id)
    const stored = { ...letter.kept, dueAt: this.clock.now(), attempts: 0, stamp: this.clock.ulid() }
    return this.#recordsOf(key).update([`dead:${letterId}`, key], read => {
      if (read(`dead:${letterId}`) === undefined) return { result: false }
      const current = read<StoredJob>(key)
      const removal = [{ key: `dead:${letterId}`, delete: true as const }, ...(current ? removals(current) : [])]
      return { writes: [...removal, ...this.#writes(key, stored)], result: true }
    })
  }

  /** Removes a dead letter; false when there is no such dead letter. */
  async removeDeadLetter(letterId: string): Promise<boolean> {
    const key = `dead:${letterId}`
    return this.#records.update([key], read =>
      read(key) === undefined ? { result: false } : { writes: [{ key, delete: true }], result: true }
    )
  }

  /** Removes a waiting job; false when there is no such job. */
  async cancel(account: string, slug: string, id: string): Promise<boolean> {
    const key = jobKey({ account, slug }, id)
    return this.#recordsOf(key).update([key], read => {
      const stored = read<StoredJob>(key)
      if (!stored) return { result: false }
      return { writes: [{ key, delete: true }, ...removals(stored)], result: true }
    })
  }

  async #settle(claimed: StoredJob, next: (key: string) => readonly Write[]): Promise<void> {
    const key = jobKey(claimed, claimed.job.id)
    await this.#recordsOf(key).update([key], read => {
      if (read<StoredJob>(key)?.stamp !== claimed.stamp) return { result: undefined }
      return { writes: [...removals(claimed), { key, delete: true }, ...next(key)], result: undefined }
    })
  }

  /** The records for an update of one job, which waits for no other job's: the store commits those of a moment together. */
  #recordsOf(key: string): Storage {
    return this.store.own(jobSubject, key)
  }

  #writes(key: string, stored: StoredJob, entry: unknown = true): readonly Write[] {
    return [
      { key, value: stored },
      { key: indexKey(stored, this.clock.now()), value: entry }
    ]
  }
}

/** The value of the entry of a job that runs, until its lease ends. Hosts of earlier versions write true. */
const claimedEntry = 'claimed'

/** When the run that an entry of an index is for was accepted, in milliseconds: the ULID in its id begins with ten digits of base 32. */
function acceptedAt(entry: string): number {
  const ulid = entry.slice(entry.lastIndexOf('_') + 1)
  return [...ulid.slice(0, 10)].reduce((time, digit) => time * 32 + base32.indexOf(digit), 0)
}

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

type ErrorLog = Pick<Logger, 'error'>

/** The dead letters of all accounts; one that cannot be read is logged. */
export function deadLetters(records: Storage, logger: ErrorLog, reverse = false): AsyncIterable<Entry<DeadLetter>> {
  return entries<DeadLetter>(records, 'dead:', { reverse, unreadable: record => logUnreadable(logger, record) })
}

function logUnreadable(logger: ErrorLog, error: UnreadableRecord): void {
  logger.error({ record: error.key, err: error }, 'a stored job cannot be read')
}

function toReadyJob({ key }: Entry<unknown>): ReadyJob {
  return { account: accountOf(key), entry: key }
}

const mostListed = 1_000

/** Entries that one commit moves from the due index to the ready index. */
const mostMoved = 500

async function firstOf<Value>(found: AsyncIterable<Entry<Value>>): Promise<readonly Value[]> {
  const values: Value[] = []
  for await (const { value } of found) if (values.push(value) === mostListed) break
  return values
}

type Write = { readonly key: string; readonly value: unknown; readonly ttlMs?: number }

function removals(stored: StoredJob): readonly { readonly key: string; readonly delete: true }[] {
  return indexKeys(stored).map(key => ({ key, delete: true }))
}

/** Erases an account's waiting and running jobs, dead letters and notices. */
@injectable()
export class JobErasure {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(HOST_LOGGER) private readonly logger: ErrorLog
  ) {
    this.#records = store.own(jobSubject)
  }

  /**
   * What cannot be read is erased where its key names the account. The due entry of such a job is removed when it is due. A dead
   * letter that cannot be read may be anybody's: it is logged, and its retention removes it.
   */
  async erase(account: string): Promise<void> {
    const unreadable = ({ key }: UnreadableRecord) => this.#delete([key])
    for await (const { value } of entries<StoredJob>(this.#records, jobPrefix(account), { unreadable }))
      await this.#delete([jobKey(value, value.job.id), ...indexKeys(value)])
    for (const prefix of [
      noticePrefix(account),
      erasurePrefix(account),
      readyPrefixOf(account),
      recurringPrefix(account)
    ])
      for await (const { key } of entries(this.#records, prefix, { unreadable })) await this.#delete([key])
    for await (const { key, value } of deadLetters(this.#records, this.logger))
      if (value.kept.account === account) await this.#delete([key])
  }

  /** Erases the jobs of one product of an account. Its dead letters stay for their retention. */
  async eraseProduct(owner: JobOwner): Promise<void> {
    const unreadable = ({ key }: UnreadableRecord) => this.#delete([key])
    for await (const { value } of entries<StoredJob>(this.#records, jobKey(owner, ''), { unreadable }))
      await this.#delete([jobKey(value, value.job.id), ...indexKeys(value)])
    await this.#delete([recurringKey(owner)])
  }

  /** From now on, no call that began at this time or before schedules a job of the product, for as long as such a call may run. */
  async refuseEarlier(owner: JobOwner, at: number, ttlMs: number): Promise<void> {
    await this.#records.set(erasureKey(owner), at, { ttlMs })
  }

  /** Whether jobs of one product of an account wait or run. */
  async hasJobs(owner: JobOwner): Promise<boolean> {
    for await (const _ of entries(this.#records, jobKey(owner, ''), { unreadable: () => undefined })) return true
    return false
  }

  async #delete(keys: readonly string[]): Promise<void> {
    await this.#records.update([], () => ({ writes: keys.map(key => ({ key, delete: true })), result: undefined }))
  }
}

/** The prefix of the keys of an account's notices, below the subject of jobs. */
export function noticePrefix(account: string): string {
  return `stopped:${account}/`
}
