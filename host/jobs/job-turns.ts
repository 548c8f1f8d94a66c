import type { JobStore, ReadyJob } from './job-store.js'
import { hostAccount } from './system-jobs.js'

/** Jobs of accounts that one process runs at once. */
const accountSlots = 24

/** Jobs of the host itself that one process runs at once, besides. */
const hostSlots = 8

/** Ready jobs that are read at once. */
const pageSize = 16

/**
 * Decides which job a process starts next. Accounts whose jobs are ready take turns. An account's job starts only while more places
 * are free than the account has, so that the next account finds one. The host's own jobs have places of their own.
 */
export class JobTurns {
  /** The jobs that have a place, and how many of each account. */
  readonly #taken = new Set<string>()
  readonly #slots = new Map<string, number>()
  /** Ready jobs that were read and not taken yet. The account whose turn is next comes first. */
  readonly #read = new Map<string, ReadyJob[]>()
  /** The last account that was read; the accounts after it are read next. */
  #last: string | undefined

  constructor(private readonly store: Pick<JobStore, 'ready' | 'readyAfter'>) {}

  /** Takes a place for the job that is next; undefined if none is ready that may have one. */
  async take(): Promise<ReadyJob | undefined> {
    return this.#takeRead() ?? ((await this.#readMore()) ? this.#takeRead() : undefined)
  }

  /** Gives the place of a job back. */
  leave({ account, entry }: ReadyJob): void {
    if (!this.#taken.delete(entry)) return
    const left = this.#slotsOf(account) - 1
    if (left > 0) this.#slots.set(account, left)
    else this.#slots.delete(account)
  }

  #takeRead(): ReadyJob | undefined {
    for (const [account, jobs] of this.#read) {
      if (!this.#mayStart(account)) continue
      const job = jobs.shift()
      this.#read.delete(account)
      if (jobs.length > 0) this.#read.set(account, jobs)
      if (!job) continue
      this.#taken.add(job.entry)
      this.#slots.set(account, this.#slotsOf(account) + 1)
      return job
    }
    return undefined
  }

  /** Reads ready jobs until one may start; false if there is none. The accounts that it passes over have places, so they are few. */
  async #readMore(): Promise<boolean> {
    this.#keep(await this.store.ready(hostAccount, pageSize))
    const seen = new Set([this.#last])
    while (!this.#canStart() && this.#free() > 0) {
      const isFirst = this.#last === undefined
      const page = await this.store.readyAfter(this.#last, pageSize)
      this.#keep(page.filter(({ account }) => account !== hostAccount))
      this.#last = page.at(-1)?.account
      if (page.length === 0 ? isFirst : page.every(({ account }) => seen.has(account))) break
      for (const { account } of page) seen.add(account)
    }
    return this.#canStart()
  }

  /** Puts jobs in the place of those of their accounts that were read before. */
  #keep(jobs: readonly ReadyJob[]): void {
    for (const [account, ready = []] of Map.groupBy(jobs, ({ account }) => account)) {
      const free = ready.filter(({ entry }) => !this.#taken.has(entry))
      if (free.length > 0) this.#read.set(account, free)
      else this.#read.delete(account)
    }
  }

  #canStart(): boolean {
    return [...this.#read.keys()].some(account => this.#mayStart(account))
  }

  #mayStart(account: string): boolean {
    return this.#slotsOf(account) < (account === hostAccount ? hostSlots : this.#free())
  }

  /** The free places for jobs of accounts. */
  #free(): number {
    return accountSlots - (this.#taken.size - this.#slotsOf(hostAccount))
  }

  #slotsOf(account: string): number {
    return this.#slots.get(account) ?? 0
  }
}
