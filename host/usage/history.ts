import { randomUUID } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../base/log.js'
import { STORE, type Store } from '../storage/store.js'
import { type Counts, noCounts, percentile, sum, type UsageRecord } from './records.js'

/** How busy a host was, each the most of some seconds. */
export interface Saturation {
  /** The share of its slots that were taken in the fullest product, and of its time that the event loop was busy; from 0 to 1. */
  readonly slots: number
  readonly loop: number
  /** Calls that waited for a slot. */
  readonly waiting: number
  /** What an operation of the store took, in milliseconds; 0 without any. */
  readonly storeMs: number
}

/** A version of a product, or of the host itself, and since when a process has served it, in milliseconds. */
interface Served {
  readonly name: string
  readonly version: string
  readonly since: number
}

/** What one process did in one hour, as it is stored. */
interface HourRecord {
  /** When the hour began, in milliseconds. */
  readonly hour: number
  readonly products: Readonly<Record<string, Counts>>
  /** The accounts that called most. */
  readonly accounts: Readonly<Record<string, Use>>
  readonly saturation: Saturation
  readonly served: readonly Served[]
}

/** The calls of an account, those of them that failed, and what was refused. */
interface Use {
  readonly calls: number
  readonly errors: number
  readonly refused: number
}

/** A product in some hours. */
interface ProductFigures extends Use {
  readonly product: string
  /** Milliseconds that half and 99 % of the calls did not exceed; null when there were none. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
}

/** What all hosts did in some hours. */
interface HistoryStep extends Saturation {
  /** When it began, in milliseconds. */
  readonly from: number
  readonly products: readonly ProductFigures[]
}

/** What a deployment did, the earliest first. */
export interface HistoryReport {
  readonly steps: readonly HistoryStep[]
  /** Versions that were served from a time within it and not before. */
  readonly changes: readonly Served[]
  /** The most active first. */
  readonly accounts: readonly (Use & { readonly account: string })[]
}

export const hourMs = 60 * 60 * 1_000
/** How often the running hour is written, in milliseconds. */
const writeEveryMs = 60_000
/** Hours that wait for a store that is away; earlier ones are lost. */
const mostUnwritten = 24
/** Accounts that a process stores for an hour, and that a report has. */
const mostAccounts = 50
const prefix = 'hour:'
const idle: Saturation = { slots: 0, loop: 0, waiting: 0, storeMs: 0 }

/**
 * What the whole deployment did in each hour, for operators. Each process writes a record of the running hour once a minute: one that is
 * killed loses at most the last.
 */
@injectable()
export class History {
  readonly #writer = randomUUID()
  readonly #served = new Map<string, Served>()
  /** The running hour, and those before it that are not written yet, the latest first. */
  #hours: [Hour, ...Hour[]]
  #timer: NodeJS.Timeout | undefined

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {
    this.#hours = [new Hour(beginOf(clock.now()))]
    // An account that is erased by another host is enabled last.
    store.changes.on('disablement', account => this.#forgetHere(account))
  }

  /** Adds what an account used just now. */
  add(account: string, records: readonly UsageRecord[]): void {
    this.#running().add(account, records)
  }

  /** Adds how busy this host was just now. */
  sample(saturation: Saturation): void {
    this.#running().sample(saturation)
  }

  /** Says which version of a product is served from now on, or of the host itself, whose name is empty. */
  serves(name: string, version: string): void {
    if (this.#served.get(name)?.version === version) return
    const served = { name, version, since: this.clock.now() }
    this.#served.set(name, served)
    this.#running().served.push(served)
  }

  start(): void {
    this.#timer = setInterval(() => void this.#write(), writeEveryMs).unref()
  }

  /** Writes the running hour. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write()
  }

  /** Sums up what is stored from a time in milliseconds on, in steps of so many hours. */
  async report(from: number, stepHours: number): Promise<HistoryReport> {
    await this.#write()
    const stepMs = stepHours * hourMs
    const records: HourRecord[] = []
    for await (const { value } of this.#records(beginOf(from))) records.push(value)
    const steps = [...Map.groupBy(records, ({ hour }) => Math.floor(hour / stepMs) * stepMs)]
    return {
      steps: steps.sort(([left], [right]) => left - right).map(([begin, some]) => stepOf(begin, some)),
      changes: changesOf(records, from),
      accounts: accountsOf(records)
    }
  }

  /** Takes an account out of what is stored. */
  async forget(account: string): Promise<void> {
    this.#forgetHere(account)
    for await (const { key, value } of this.#records(0)) {
      const { [account]: gone, ...accounts } = value.accounts
      if (gone) await this.#storage().set(key, { ...value, accounts }, { ttlMs: this.#ttlOf(value.hour) })
    }
  }

  async *#records(from: number): AsyncGenerator<{ readonly key: string; readonly value: HourRecord }, void> {
    for (let after = `${prefix}${nameOf(from)}`; ; ) {
      const page = await this.#storage().list<HourRecord>(prefix, { after, limit: 100 })
      yield* page
      const last = page.at(-1)
      if (!last) return
      after = last.key
    }
  }

  #storage(): Storage {
    return this.store.own('history')
  }

  #forgetHere(account: string | undefined): void {
    if (account !== undefined) for (const hour of this.#hours) hour.forget(account)
  }

  #running(): Hour {
    const begin = beginOf(this.clock.now())
    if (begin !== this.#hours[0].begin)
      this.#hours = [new Hour(begin, [...this.#served.values()]), ...this.#hours.slice(0, mostUnwritten)]
    return this.#hours[0]
  }

  /** Writes the running hour, and those before it for the last time. */
  async #write(): Promise<void> {
    const running = this.#running()
    try {
      for (const hour of this.#hours) {
        const record = hour.record()
        const key = `${prefix}${nameOf(record.hour)}/${this.#writer}`
        await this.#storage().set(key, record, { ttlMs: this.#ttlOf(record.hour) })
        if (hour !== running) this.#hours = [this.#hours[0], ...this.#hours.slice(1).filter(each => each !== hour)]
      }
    } catch (err) {
      this.logger.warn({ err }, 'the figures of an hour were not written; that is tried again')
    }
  }

  #ttlOf(hour: number): number {
    return Math.max(1, hour + hourMs + this.store.storedMs('historyDays') - this.clock.now())
  }
}

/** What this process did in an hour so far. */
class Hour {
  readonly #products = new Map<string, Counts>()
  readonly #accounts = new Map<string, Use>()
  #saturation = idle

  constructor(
    readonly begin: number,
    readonly served: Served[] = []
  ) {}

  add(account: string, records: readonly UsageRecord[]): void {
    for (const { product, uses } of records) {
      const counts = sum(uses.map(use => use.counts))
      this.#products.set(product, sum([this.#products.get(product) ?? noCounts(), counts]))
      this.#accounts.set(account, total([this.#accounts.get(account), useOf(counts)]))
    }
  }

  sample(saturation: Saturation): void {
    this.#saturation = busiest([this.#saturation, saturation])
  }

  forget(account: string): void {
    this.#accounts.delete(account)
  }

  record(): HourRecord {
    return {
      hour: this.begin,
      products: Object.fromEntries(this.#products),
      accounts: Object.fromEntries(mostActive(this.#accounts)),
      saturation: this.#saturation,
      served: this.served
    }
  }
}

function stepOf(from: number, records: readonly HourRecord[]): HistoryStep {
  const products = [...new Set(records.flatMap(each => Object.keys(each.products)))].sort().map(product => {
    const counts = sum(records.map(each => each.products[product] ?? noCounts()))
    const [p50Ms = null, p99Ms = null] = [percentile(counts.latencies, 0.5), percentile(counts.latencies, 0.99)]
    return { product, ...useOf(counts), p50Ms, p99Ms }
  })
  return { from, products, ...busiest(records.map(({ saturation }) => saturation)) }
}

/** The versions in the order in which they came, without those that only another process or a restart served anew. */
function changesOf(records: readonly HourRecord[], from: number): readonly Served[] {
  const all = records.flatMap(({ served }) => served).sort((left, right) => left.since - right.since)
  const latest = new Map<string, string>()
  return all.filter(({ name, version, since }) => {
    const isChange = latest.get(name) !== version
    latest.set(name, version)
    return isChange && since >= from
  })
}

function accountsOf(records: readonly HourRecord[]): HistoryReport['accounts'] {
  const uses = Map.groupBy(
    records.flatMap(({ accounts }) => Object.entries(accounts)),
    ([account]) => account
  )
  const totals = [...uses].map(([account, some]) => [account, total(some.map(([, use]) => use))] as const)
  return mostActive(new Map(totals)).map(([account, use]) => ({ account, ...use }))
}

function mostActive(accounts: ReadonlyMap<string, Use>): readonly (readonly [string, Use])[] {
  const activity = ({ calls, refused }: Use) => calls + refused
  return [...accounts].sort(([, left], [, right]) => activity(right) - activity(left)).slice(0, mostAccounts)
}

function useOf({ calls, errors, refusals }: Counts): Use {
  return { calls, errors, refused: Object.values(refusals).reduce((all, some) => all + some, 0) }
}

function total(uses: readonly (Use | undefined)[]): Use {
  const of = (name: keyof Use) => uses.reduce((all, use) => all + (use?.[name] ?? 0), 0)
  return { calls: of('calls'), errors: of('errors'), refused: of('refused') }
}

function busiest(all: readonly Saturation[]): Saturation {
  const of = (name: keyof Saturation) => Math.max(0, ...all.map(each => each[name]))
  return { slots: of('slots'), loop: of('loop'), waiting: of('waiting'), storeMs: of('storeMs') }
}

function beginOf(time: number): number {
  return Math.floor(time / hourMs) * hourMs
}

/** Such as `2026-01-31T09`, which sorts by time. */
function nameOf(hour: number): string {
  return new Date(hour).toISOString().slice(0, 13)
}
