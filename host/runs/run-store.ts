import { CLOCK, type Clock, inject, injectable, type JobChange, type Progress, type Storage } from '@product-host/sdk'
import type { GiveBackCall } from '../base/caller.js'
import { Problem } from '../base/problems.js'
import type { Reply } from '../base/reply.js'
import { CIPHER, type Cipher } from '../config/cipher.js'
import { RATES, type Rates } from '../deployment.js'
import { entries } from '../storage/entries.js'
import { Hold } from '../storage/hold.js'
import { STORE, type Store } from '../storage/store.js'
import { joinedReply, replyRecords, type StoredReply } from '../storage/stored-reply.js'
import type { Span } from '../tracing/spans.js'
import { AccountEvents } from '../webhooks/account-events.js'
import { type Follower, resolved } from './followers.js'
import { followerIdOf, isFinal, newRunId, type RunStatus, type StoredFollower, type StoredRun } from './run-records.js'
import { RunSignals } from './run-signals.js'

/** What a new run is made of. */
export interface NewRun extends Pick<StoredRun, 'slug' | 'action' | 'requestId' | 'by'>, RunOrigin {
  readonly fields: Readonly<Record<string, unknown>>
  /** Left out: a new one. A run with the id may have been created by an earlier try. */
  readonly id?: string | undefined
  /** Of the call that accepts it, where its trace is recorded. */
  readonly span?: Span | undefined
  /** The run that has to end before it begins. */
  readonly after?: string
  /** Counts the run in the budgets of who starts it: called unless the run is there. Throws a 429 `Problem`. */
  readonly count?: (() => GiveBackCall | undefined | Promise<GiveBackCall | undefined>) | undefined
}

/** What a run comes from, and what is run after it. */
export interface RunOrigin extends Pick<StoredRun, 'replayOf' | 'schedule' | 'hook' | 'follows'> {
  readonly follower?: Follower | undefined
}

/** A run, and whether it was not there before. */
interface CreatedRun {
  readonly run: StoredRun
  readonly isNew: boolean
}

/** What an action has said of its progress. */
export interface ProgressReport {
  /** Later ones of its run sort after it. */
  readonly id: string
  readonly progress: Progress
}

/** Which runs are listed, the newest first. */
export interface RunFilter {
  readonly status?: RunStatus | undefined
  /** Whether the runs of a product are listed. */
  readonly includes: (slug: string) => boolean
  /** The id after which the page starts. */
  readonly after?: string | undefined
  readonly limit: number
}

/** A page of runs, and the id after which the next one starts; null on the last page. */
export interface RunPage {
  readonly runs: readonly StoredRun[]
  readonly next: string | null
}

/** The subject of these records; each account's are below it. */
export const runSubject = 'runs'
/** In place of a slug, the owner of the jobs that start runs. */
export const runJobOwner = '@runs'
/** Records that the store lists at once. */
const largestPage = 1_000
/** Runs that are read for one page at most. */
const mostRead = 2_000

/** The runs of every account. */
@injectable()
export class RunStore {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(RATES) private readonly rates: Rates,
    private readonly signals: RunSignals,
    private readonly events: AccountEvents,
    private readonly hold: Hold
  ) {}

  /** How long a run is stored, in milliseconds. */
  get storedMs(): number {
    return this.store.storedMs('runDays')
  }

  /** Stores a run with the job that starts it, or finds it. Throws a `Problem`: 429 with too many open runs, 503 while the store is held. */
  async create(account: string, { id = newRunId(this.clock), count, ...run }: NewRun): Promise<CreatedRun> {
    const known = await this.get(account, id)
    if (known) return { run: known, isNew: false }
    this.hold.refuse()
    const giveBack = await count?.()
    try {
      const created = await this.#create(account, { id, ...run })
      if (!created.isNew) giveBack?.()
      return created
    } catch (error) {
      // What the store may have got stays counted.
      if (error instanceof Problem) giveBack?.()
      throw error
    }
  }

  async #create(
    account: string,
    { id, fields, after, follower, span, ...run }: NewRun & { readonly id: string }
  ): Promise<CreatedRun> {
    const createdAt = this.clock.now()
    const seal = (value: object) => this.cipher.encrypt(JSON.stringify(value), contextOf(account, id))
    const stored: StoredRun = {
      id,
      ...run,
      status: 'queued',
      createdAt,
      attempts: 0,
      sealed: seal(fields),
      ...(follower && { follower: sealedFollower(follower, seal) })
    }
    const now = () => this.clock.now()
    const records = this.store.own(this.#subject(account), id, {
      owner: { account, slug: runJobOwner },
      call: { by: run.by, begunAt: createdAt, span, now }
    })
    await this.#requireRoom(account)
    const created = await records.update([runPrefix + id], read => {
      const other = read<StoredRun>(runPrefix + id)
      if (other) return { result: { run: other, isNew: false } }
      return {
        writes: [this.#write(stored), { key: openPrefix + id, value: true, ttlMs: this.storedMs }],
        jobs: [
          {
            schedule: {
              id,
              at: createdAt,
              action: run.action,
              input: { product: run.slug, ...(after !== undefined && { after }) }
            }
          }
        ],
        result: { run: stored, isNew: true }
      }
    })
    this.signals.accepted()
    return created
  }

  async get(account: string, id: string): Promise<StoredRun | undefined> {
    return this.#records(account).get<StoredRun>(runPrefix + id)
  }

  /**
   * The input that a run was started with; of one that follows another, with the values that it refers to. Throws a 400 `Problem` when
   * there is no such value.
   */
  async fieldsOf(account: string, run: StoredRun): Promise<Record<string, unknown>> {
    const fields: Record<string, unknown> = this.#opened(account, run.id, run.sealed)
    if (run.follows === undefined) return fields
    const reply = await this.replyOf(account, run.follows)
    return resolved(fields, reply && JSON.parse(reply.text))
  }

  /** What is run after a run. */
  followerOf(account: string, { id, follower }: StoredRun): Follower | undefined {
    if (!follower) return undefined
    const { on, slug: product, action, sealed } = follower
    return { on, product, action, ...this.#opened<Pick<Follower, 'input' | 'follower'>>(account, id, sealed) }
  }

  /** Starts what follows a run that has ended. Done a second time, it starts nothing twice. Throws as `create`. */
  async follow(account: string, id: string): Promise<void> {
    const run = await this.get(account, id)
    const followed = run && followerIdOf(run)
    const follower = run && this.followerOf(account, run)
    if (followed === undefined || !follower) return
    const { product: slug, action, input: fields, follower: next } = follower
    const { requestId, by } = run
    await this.create(account, { id: followed, slug, action, requestId, by, fields, follows: id, follower: next })
  }

  #opened<Value>(account: string, id: string, sealed: string): Value {
    return JSON.parse(this.cipher.decrypt(sealed, contextOf(account, id)))
  }

  /** How far the action of a run has come, as it said last. */
  async progressOf(account: string, id: string): Promise<Progress | undefined> {
    const [last] = await this.#records(account).list<Progress>(progressPrefix(id), { limit: 1, reverse: true })
    return last?.value
  }

  /** What the action of a run has said of its progress, in its order, after the report with an id. */
  async *progressAfter(account: string, id: string, report: string | undefined): AsyncGenerator<ProgressReport, void> {
    const prefix = progressPrefix(id)
    const after = report === undefined ? {} : { after: prefix + report }
    for await (const { key, value } of entries<Progress>(this.#records(account), prefix, after))
      yield { id: key.slice(prefix.length), progress: value }
  }

  /** Stores the report with a number of an attempt, while that attempt runs. */
  async addProgress(account: string, { id, attempts }: StoredRun, number: number, progress: Progress): Promise<void> {
    const key = progressPrefix(id) + reportId(attempts, number)
    await this.store.own(this.#subject(account), id).update([runPrefix + id], read => {
      const run = read<StoredRun>(runPrefix + id)
      const isCurrent = run?.attempts === attempts && run.status === 'running'
      return { writes: isCurrent ? [{ key, value: progress, ttlMs: this.storedMs }] : [], result: undefined }
    })
    this.signals.changed(id)
  }

  /** What a run that has ended came to: its answer, or a problem. */
  async replyOf(account: string, id: string): Promise<Reply | undefined> {
    const records = this.#records(account)
    const stored = await records.get<{ reply: StoredReply }>(replyPrefix + id)
    return stored && joinedReply(records, replyPrefix + id, stored.reply)
  }

  async list(account: string, { status, includes, after, limit }: RunFilter): Promise<RunPage> {
    const runs: StoredRun[] = []
    let [read, last] = [0, after]
    const from = after === undefined ? {} : { after: runPrefix + after }
    for await (const { value } of entries<StoredRun>(this.#records(account), runPrefix, { reverse: true, ...from })) {
      if (runs.length === limit || read++ === mostRead) return { runs, next: last ?? null }
      last = value.id
      if (includes(value.slug) && (status === undefined || value.status === status)) runs.push(value)
    }
    return { runs, next: null }
  }

  /** The ids of the runs of an account that have not ended, the oldest first. */
  async *open(account: string): AsyncGenerator<string, void> {
    for await (const { key } of entries(this.#records(account), openPrefix)) yield key.slice(openPrefix.length)
  }

  /** Begins a run; undefined if it has ended. What is returned has the status from before, and is the holder of this attempt. */
  async begin(account: string, id: string, host: string): Promise<StoredRun | undefined> {
    return this.#change(account, id, run => {
      if (isFinal(run.status)) return {}
      const begun = { ...run, attempts: run.attempts + 1, host, startedAt: this.clock.now() }
      return { next: { ...begun, status: 'running' }, result: { ...begun, status: run.status } }
    })
  }

  /** Puts a run back, to be begun again; an attempt that has not begun after all does not count. */
  async requeue(account: string, { id, attempts }: StoredRun, hasBegun = false): Promise<void> {
    await this.#change(account, id, ({ startedAt: _, host: _host, ...run }) =>
      run.attempts === attempts && run.status === 'running'
        ? { next: { ...run, status: 'queued', attempts: hasBegun ? attempts : attempts - 1 } }
        : {}
    )
  }

  /**
   * Ends an attempt with what it came to, unless the run has ended, or another attempt has begun. What the account is told of it is
   * stored with it.
   */
  async finish(account: string, attempt: StoredRun, status: RunStatus, reply?: Reply): Promise<void> {
    const { id, attempts } = attempt
    const jobs = await this.#announcements(account, attempt, status)
    await this.#change(account, id, run =>
      run.attempts === attempts && !isFinal(run.status)
        ? { next: { ...run, status, endedAt: this.clock.now() }, ...(reply && { reply }), jobs }
        : {}
    )
  }

  async #announcements(account: string, run: StoredRun, status: RunStatus): Promise<readonly JobChange[]> {
    if (status !== 'succeeded' && status !== 'failed') return []
    const { id, slug, action, schedule } = run
    const data = { runId: id, productId: slug, action, ...(schedule !== undefined && { schedule }) }
    return this.events.jobsOf(account, { type: `run.${status}`, id, data })
  }

  /** Cancels a run that waits, and notes the wish for one that runs. The run as it is then; undefined if there is none. */
  async cancel(account: string, id: string): Promise<StoredRun | undefined> {
    const now = this.clock.now()
    return this.#change(account, id, run => {
      if (isFinal(run.status)) return { result: run }
      const asked = { ...run, cancelRequestedAt: run.cancelRequestedAt ?? now }
      const next: StoredRun = run.status === 'queued' ? { ...asked, status: 'cancelled', endedAt: now } : asked
      return { next, result: next }
    })
  }

  /** All runs of an account with their inputs and results, for its owner; without an input that this host has no key for. */
  async *all(account: string): AsyncGenerator<object, void> {
    for await (const { value } of entries<StoredRun>(this.#records(account), runPrefix)) {
      const { sealed: _, slug, ...run } = value
      const reply = await this.replyOf(account, run.id)
      const isOpen = this.cipher.opens(value.sealed, contextOf(account, run.id))
      const input = isOpen ? this.#opened(account, run.id, value.sealed) : null
      const follower = run.follower && (isOpen ? this.followerOf(account, value) : null)
      yield {
        ...run,
        productId: slug,
        input,
        ...(follower !== undefined && { follower }),
        ...(reply && { result: JSON.parse(reply.text) })
      }
    }
  }

  async #requireRoom(account: string): Promise<void> {
    const { openRuns } = this.rates
    let open = 0
    for (let after: string | undefined, limit = 0; ; ) {
      limit = Math.min(openRuns - open, largestPage)
      const page = await this.#records(account).list(openPrefix, { limit, ...(after !== undefined && { after }) })
      open += page.length
      after = page.at(-1)?.key
      if (open === openRuns)
        throw new Problem('rate_limited', `${openRuns} runs of the account have not ended; start the next one later.`, {
          retryAfter: 10
        })
      if (page.length < limit) return
    }
  }

  async #change(account: string, id: string, change: (run: StoredRun) => RunChange): Promise<StoredRun | undefined> {
    const records = this.store.own(this.#subject(account), id, this.events.owner(account))
    const changed = await records.update([runPrefix + id], read => {
      const run = read<StoredRun>(runPrefix + id)
      const { next, reply, jobs = [], result } = run ? change(run) : {}
      const closes = next && isFinal(next.status)
      return {
        writes: [
          ...(next ? [this.#write(next)] : []),
          ...(reply ? replyRecords(replyPrefix + id, {}, reply, this.storedMs) : []),
          ...(closes ? [{ key: openPrefix + id, delete: true as const }] : [])
        ],
        jobs,
        result: { isChanged: next !== undefined, run: result }
      }
    })
    if (changed.isChanged) this.signals.changed(id)
    return changed.run
  }

  #write(run: StoredRun) {
    return { key: runPrefix + run.id, value: run, ttlMs: this.storedMs }
  }

  #records(account: string): Storage {
    return this.store.own(this.#subject(account))
  }

  #subject(account: string): string {
    return `${runSubject}/${account}`
  }
}

/** What a run becomes, what its reply is, who is told of it, and what the change returns. */
interface RunChange {
  readonly next?: StoredRun
  readonly reply?: Reply
  readonly jobs?: readonly JobChange[]
  readonly result?: StoredRun
}

const runPrefix = 'run:'
/** Runs that have not ended. */
const openPrefix = 'open:'
const replyPrefix = 'reply:'

/** The reports of a run. */
function progressPrefix(id: string): string {
  return `progress:${id}/`
}

/** Names a report within its run: later ones sort after it. */
function reportId(attempt: number, number: number): string {
  return `${String(attempt).padStart(4, '0')}-${String(number).padStart(6, '0')}`
}

/** Whether a text is the id of a report. */
export function isReportId(text: string): boolean {
  return /^\d{4}-\d{6}$/.test(text)
}

function sealedFollower(
  { on, product: slug, action, input, follower }: Follower,
  seal: (value: object) => string
): StoredFollower {
  return { on, slug, action, sealed: seal({ input, follower }) }
}

function contextOf(account: string, id: string): string {
  return `${runSubject}/${account}/${id}`
}
