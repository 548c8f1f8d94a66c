import { randomUUID } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { newMutex } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Caller } from '../base/caller.js'
import { HOST_LOGGER } from '../base/log.js'
import { StoreUnavailable } from '../base/problems.js'
import { Configs } from '../config/configs.js'
import type { NewCall } from './call-log.js'
import { History } from './history.js'
import {
  bucketsPerOctave,
  type Counts,
  combined,
  firstEndMs,
  lastBucket,
  noCounts,
  spanMs,
  type UsageRecord,
  type UsageStep,
  type Via
} from './records.js'
import { type UsageBatch, UsageStore } from './usage-store.js'

/** How often what was counted is written, in milliseconds. */
const writeEveryMs = 1_000

/** Accounts that are written for at the same time. */
const accountsAtOnce = 16

/**
 * Counts the use of each account, in memory. The counts are written every second and when the host stops, so that a process that
 * is killed loses at most the last second.
 */
@injectable()
export class Usage {
  readonly #writer = randomUUID()
  readonly #mutex = newMutex()
  readonly #counter: UsageCounter
  /** Batches that are being written; a failed one is retried unchanged. */
  readonly #batches = new Map<string, UsageBatch>()
  /** The accounts that record the bodies of their calls, as far as this process knows. */
  readonly #recording = new Set<string>()
  /** Those of them whose secret settings cannot be masked; the log has one line for each. */
  readonly #unmasked = new Set<string>()
  #sequence = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    private readonly store: UsageStore,
    private readonly configs: Configs,
    private readonly history: History,
    @inject(CLOCK) clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {
    this.#counter = new UsageCounter(clock)
  }

  /** Counts and logs one call. */
  count(use: Used, ending: Ending): void {
    this.#counter.add(use, ending, this.#recording.has(use.caller.account))
  }

  /** From now on the bodies of an account's calls are recorded, or are not; other processes follow within some seconds. */
  recordBodies(account: string, isOn: boolean): void {
    if (isOn) this.#recording.add(account)
    else this.#recording.delete(account)
  }

  start(): void {
    if (!this.#isStopped)
      this.#timer = setTimeout(() => this.#writeAll().then(() => this.start()), writeEveryMs).unref()
  }

  /** Writes the remaining counts. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#writeAll()
  }

  /** Writes the counts of an account before they are read. Rejects while the store is unavailable. */
  async write(account: string): Promise<void> {
    await this.#mutex(() => this.#write(account))
  }

  /** Drops what was counted of an account and is not written, once no write of it is under way: its records are erased next. */
  async forget(account: string): Promise<void> {
    await this.#mutex(async () => {
      this.#batches.delete(account)
      this.#counter.take(account)
      this.recordBodies(account, false)
      this.#unmasked.delete(account)
    })
  }

  async #writeAll(): Promise<void> {
    await this.#mutex(async () => {
      const accounts = [...new Set([...this.#batches.keys(), ...this.#counter.accounts()])]
      for (let done = 0; done < accounts.length; done += accountsAtOnce)
        await Promise.all(accounts.slice(done, done + accountsAtOnce).map(account => this.#tryWrite(account)))
    })
  }

  async #tryWrite(account: string): Promise<void> {
    try {
      await this.#write(account)
    } catch (error) {
      const isAway = error instanceof StoreUnavailable
      if (!isAway) this.#batches.delete(account)
      this.logger.error({ account, err: error }, `usage was not written; it is ${isAway ? 'retried' : 'lost'}`)
    }
  }

  /** The batches of one account are written in order: the store ignores a batch with a lower sequence number than the last. */
  async #write(account: string): Promise<void> {
    const failed = this.#batches.get(account)
    if (failed) await this.#send(account, failed)
    // Read before the calls are taken: while the store is unavailable they stay.
    const clean = this.#recording.has(account) ? await this.#redactorOf(account) : undefined
    const counted = this.#counter.take(account)
    if (!counted) return
    this.history.add(account, counted.records)
    const calls = counted.calls.map(call => withoutSecrets(call, clean))
    await this.#send(account, { writer: this.#writer, sequence: ++this.#sequence, ...counted, calls })
  }

  /** What masks the secret settings of an account; undefined when one of them cannot be read: no body is recorded without it. */
  async #redactorOf(account: string) {
    try {
      const clean = await this.configs.redactor(account)
      this.#unmasked.delete(account)
      return clean
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      if (!this.#unmasked.has(account))
        this.logger.error({ account, err: error }, 'bodies of calls are not recorded: a secret setting cannot be read')
      this.#unmasked.add(account)
      return undefined
    }
  }

  async #send(account: string, batch: UsageBatch): Promise<void> {
    this.#batches.set(account, batch)
    this.recordBodies(account, await this.store.add(account, batch))
    this.#batches.delete(account)
  }
}

/** What was used, and by whom. */
interface Used {
  readonly caller: Caller
  /** The product's slug; only the log has calls of an unknown one. */
  readonly product: string
  readonly isKnown: boolean
  readonly action: string | null
  readonly via: Via
  readonly requestId: string
  /** The fields that were sent, if the body was read. */
  readonly fields: Readonly<Record<string, unknown>> | undefined
  /** What was answered, as JSON text. */
  readonly answer: () => string
}

/** One entry of the counter. */
interface CounterEntry {
  /** When its minute began, in milliseconds. */
  readonly minute: number
  readonly product: string
  readonly keyId: string
  readonly action: string | null
  readonly via: Via
  readonly counts: Counts
}

/** What is counted and logged of an account until it is written. */
interface Counted {
  readonly entries: Map<string, CounterEntry>
  readonly calls: NewCall[]
  skipped: number
}

/** Most calls of one account that one write logs, and those of them whose bodies it records. */
const mostCalls = 1_000
const mostBodies = 50
/** Longest recorded body, in characters of JSON. */
const longestBody = 16_384
/** What is held beyond that until secrets are masked, so that none is cut before: a setting has 4,096 characters, each one or two in JSON. */
const longestSecret = 8_192

/** The latest minutes that one write has; of what a store was away for longer, only hours and days are written. */
const mostMinutes = 60

/** The counts since the last write, by account. */
class UsageCounter {
  readonly #accounts = new Map<string, Counted>()

  constructor(private readonly clock: Clock) {}

  add(use: Used, ending: Ending, recordsBodies: boolean): void {
    const { account, keyId } = use.caller
    const counted = this.#accounts.get(account) ?? { entries: new Map<string, CounterEntry>(), calls: [], skipped: 0 }
    this.#accounts.set(account, counted)
    const now = this.clock.now()
    if (counted.calls.length < mostCalls)
      counted.calls.push(callOf(use, ending, now, recordsBodies && counted.calls.length < mostBodies))
    else counted.skipped++
    if (!use.isKnown) return
    const { product, action, via } = use
    const minute = beginOf(now, 'minute')
    const name = `${minute} ${product} ${keyId} ${via} ${action}`
    const entry = counted.entries.get(name) ?? { minute, product, keyId, action, via, counts: noCounts() }
    counted.entries.set(name, entry)
    addEnding(entry.counts, ending)
  }

  /** The accounts that have counts. */
  accounts(): Iterable<string> {
    return this.#accounts.keys()
  }

  /** The counts of an account as records; counting restarts at zero. */
  take(account: string): Omit<UsageBatch, 'writer' | 'sequence'> | undefined {
    const counted = this.#accounts.get(account)
    if (!counted) return undefined
    this.#accounts.delete(account)
    const { entries, calls, skipped } = counted
    const minutes = [...Map.groupBy(entries.values(), ({ minute }) => minute)].map(([at, some]) => minuteOf(at, some))
    const hours = [...Map.groupBy(minutes, ({ at }) => beginOf(at, 'hour'))].map(([at, some]): UsageStep => {
      return { span: 'hour', at, records: combined(some.flatMap(each => each.records)) }
    })
    const records = combined(hours.flatMap(hour => hour.records))
    return { records, steps: [...minutes.slice(-mostMinutes), ...hours], calls, skipped }
  }
}

function callOf(use: Used, ending: Ending, at: number, recordsBodies: boolean): NewCall {
  const { caller, product, action, via, requestId } = use
  const isReplay = ending.isReplay === true
  return {
    requestId,
    at,
    product,
    action,
    keyId: caller.keyId,
    via,
    status: ending.status,
    ms: Math.round(ending.ms * 100) / 100,
    ...(ending.code !== undefined && { code: ending.code }),
    ...(isReplay && { isReplay }),
    ...(recordsBodies && { bodies: { input: held(JSON.stringify(use.fields ?? null)), answer: held(use.answer()) } })
  }
}

function held(text: string): string {
  return text.slice(0, longestBody + longestSecret)
}

/** The secret settings of the account are masked in its recorded bodies; without what masks them, no body is recorded. */
function withoutSecrets({ bodies, ...call }: NewCall, clean: ((value: unknown) => unknown) | undefined): NewCall {
  if (!bodies || !clean) return call
  const shown = (text: string) => String(clean(text)).slice(0, longestBody).toWellFormed()
  return { ...call, bodies: { input: shown(bodies.input), answer: shown(bodies.answer) } }
}

/** The day of a time in milliseconds (UTC), such as `2026-01-31`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function beginOf(time: number, span: UsageStep['span']): number {
  return time - (time % spanMs[span])
}

function minuteOf(at: number, entries: readonly CounterEntry[]): UsageStep {
  const day = dayOf(at)
  const records = entries.map(({ product, keyId, action, via, counts }): UsageRecord => {
    return { day, product, keyId, uses: [{ action, via, counts }] }
  })
  return { span: 'minute', at, records: combined(records) }
}

/** How a call ended, and how long it took in milliseconds. */
export interface Ending {
  readonly status: number
  readonly ms: number
  /** The code of a problem. */
  readonly code?: string | undefined
  readonly isReplay?: boolean | undefined
}

/** Counts the end of one call. */
export function addEnding(counts: Counts, ending: Ending): void {
  if (ending.isReplay) counts.replays++
  else if (ending.status >= 400 && ending.status < 500) countOne(counts.refusals, ending.status)
  else {
    counts.calls++
    if (ending.status >= 500) counts.errors++
    countOne(counts.latencies, bucketOf(ending.ms))
  }
}

function countOne(numbers: Record<number, number>, name: number): void {
  numbers[name] = (numbers[name] ?? 0) + 1
}

/** The bucket of a latency in milliseconds. */
export function bucketOf(ms: number): number {
  const bucket = Math.ceil(bucketsPerOctave * Math.log2(Math.max(ms, firstEndMs) / firstEndMs))
  return Math.min(bucket, lastBucket)
}
