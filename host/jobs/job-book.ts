import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { dueAfter, dueKey, duePrefix, jobKey, jobKeyOf, jobSubject, type KeptJob } from '../storage/job-records.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** A job that failed for good, kept for the operator. */
export interface DeadLetter {
  readonly id: string
  readonly kept: KeptJob
  /** ISO 8601. */
  readonly at: string
  readonly error: { readonly code: string; readonly message: string }
}

/** How long a dead letter is kept, in milliseconds: 90 days. */
const deadLetterTtlMs = 90 * 24 * 60 * 60 * 1000

/** The jobs of all accounts, as those who run and watch them see them. */
@injectable()
export class JobBook {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own(jobSubject)
  }

  /** The keys of what is due by now, the longest due first. */
  async due(limit: number): Promise<readonly string[]> {
    const last = dueAfter(this.clock.now())
    const entries = await this.#records.list(duePrefix, { limit })
    return entries.map(({ key }) => key).filter(key => key < last)
  }

  /** Takes a due job for `leaseMs`; undefined when another process was faster or the entry is out of date. */
  async claim(due: string, leaseMs: (kept: KeptJob) => number): Promise<KeptJob | undefined> {
    const key = jobKeyOf(due)
    return this.#records.update([key, due], read => {
      if (read(due) === undefined) return { result: undefined }
      const kept = read<KeptJob>(key)
      if (!kept || dueKey(kept) !== due) return { writes: [{ key: due, delete: true }], result: undefined }
      const claimed = {
        ...kept,
        dueAt: this.clock.now() + leaseMs(kept),
        attempts: kept.attempts + 1,
        stamp: this.clock.ulid()
      }
      return { writes: [{ key: due, delete: true }, ...writes(key, claimed)], result: claimed }
    })
  }

  /** Ends a claimed job, unless its run scheduled it anew. */
  async finish(claimed: KeptJob): Promise<void> {
    await this.#settle(claimed, () => [])
  }

  /** Puts a claimed job back, to run at `dueAt`. */
  async postpone(claimed: KeptJob, dueAt: number, attempts = claimed.attempts): Promise<void> {
    const next = { ...claimed, dueAt, attempts, stamp: this.clock.ulid() }
    await this.#settle(claimed, key => writes(key, next))
  }

  /** Ends a claimed job for good and keeps it as a dead letter. */
  async bury(claimed: KeptJob, error: DeadLetter['error']): Promise<void> {
    const now = this.clock.now()
    const letter: DeadLetter = { id: this.clock.ulid(), kept: claimed, at: new Date(now).toISOString(), error }
    await this.#settle(claimed, () => [{ key: `dead:${letter.id}`, value: letter, ttlMs: deadLetterTtlMs }])
  }

  /** The jobs that wait or run, by account, product and id. */
  async waiting(after?: string): Promise<readonly KeptJob[]> {
    const entries = await this.#records.list<KeptJob>('job:', { limit: 1000, ...(after !== undefined && { after }) })
    return entries.map(({ value }) => value)
  }

  /** The dead letters, the newest first. */
  async dead(): Promise<readonly DeadLetter[]> {
    const entries = await this.#records.list<DeadLetter>('dead:', { limit: 1000, reverse: true })
    return entries.map(({ value }) => value)
  }

  /** How many jobs are due and wait, and how many letters are dead; 1,000 of each are counted at most. */
  async counts(): Promise<{ readonly due: number; readonly dead: number }> {
    const [due, dead] = await Promise.all([this.due(1_000), this.#records.list('dead:', { limit: 1_000 })])
    return { due: due.length, dead: dead.length }
  }

  /** Schedules a dead letter's job again, now and with all its tries; false when there is no such letter. */
  async replay(letterId: string): Promise<boolean> {
    const letter = await this.#records.get<DeadLetter>(`dead:${letterId}`)
    if (!letter) return false
    const key = jobKey(letter.kept, letter.kept.job.id)
    const kept = { ...letter.kept, dueAt: this.clock.now(), attempts: 0, stamp: this.clock.ulid() }
    return this.#records.update([`dead:${letterId}`, key], read => {
      if (read(`dead:${letterId}`) === undefined) return { result: false }
      const current = read<KeptJob>(key)
      const removal = current ? [{ key: dueKey(current), delete: true as const }] : []
      return { writes: [{ key: `dead:${letterId}`, delete: true }, ...removal, ...writes(key, kept)], result: true }
    })
  }

  /** Takes a waiting job away; false when there is no such job. */
  async cancel(account: string, slug: string, id: string): Promise<boolean> {
    const key = jobKey({ account, slug }, id)
    return this.#records.update([key], read => {
      const kept = read<KeptJob>(key)
      if (!kept) return { result: false }
      return {
        writes: [
          { key, delete: true },
          { key: dueKey(kept), delete: true }
        ],
        result: true
      }
    })
  }

  async #settle(claimed: KeptJob, next: (key: string) => readonly Write[]): Promise<void> {
    const key = jobKey(claimed, claimed.job.id)
    await this.#records.update([key], read => {
      if (read<KeptJob>(key)?.stamp !== claimed.stamp) return { result: undefined }
      return {
        writes: [{ key: dueKey(claimed), delete: true }, { key, delete: true }, ...next(key)],
        result: undefined
      }
    })
  }
}

type Write = { readonly key: string; readonly value: unknown; readonly ttlMs?: number }

function writes(key: string, kept: KeptJob): readonly Write[] {
  return [
    { key, value: kept },
    { key: dueKey(kept), value: true }
  ]
}
