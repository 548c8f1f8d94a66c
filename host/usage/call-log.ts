import { CLOCK, type Clock, inject, injectable, type Read, type Storage, type Write } from '@product-host/sdk'
import { STORE, type Store } from '../storage/store.js'
import type { Via } from './records.js'

/** One call of an account, as its log stores it. */
export interface LoggedCall {
  readonly requestId: string
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
  /** The product's slug; empty for what cannot be one. */
  readonly product: string
  /** Null for what was refused before its action was known. */
  readonly action: string | null
  readonly keyId: string
  readonly via: Via
  readonly status: number
  /** The code of a problem. */
  readonly code?: string
  /** How long it took, in milliseconds. */
  readonly ms: number
  /** Whether the answer was given before for the same Idempotency-Key. */
  readonly isReplay?: true
  /** The number of its recorded bodies. */
  readonly body?: number
}

/** What was sent and what was answered, each as JSON text that may be cut. */
export interface CallBodies {
  readonly requestId: string
  readonly input: string
  readonly answer: string
}

/** A new call for the log, with its bodies where the account records them. */
export interface NewCall extends Omit<LoggedCall, 'body'> {
  readonly bodies?: Omit<CallBodies, 'requestId'>
}

/** Which calls to list; a member that is left out does not matter. */
export interface CallFilter {
  readonly requestId?: string
  readonly product?: string
  readonly action?: string
  readonly keyId?: string
  /** A status such as `404`, or a class such as `4xx`. */
  readonly status?: string
  /** Calls that ended at this time or later, and before that time, in milliseconds. */
  readonly from?: number
  readonly to?: number
}

/** Calls, the latest first. */
export interface CallPage {
  readonly calls: readonly LoggedCall[]
  /** Where the next page starts; null on the last one. */
  readonly next: string | null
  /** Calls of the same time that were too many to be logged. */
  readonly skipped: number
}

/** Most calls that are stored, and how many of them in one record. */
const mostCalls = 10_000
const callsOfPage = 50
const mostPages = mostCalls / callsOfPage
/** The recorded bodies of how many calls are stored. */
const mostBodies = 500

const headKey = 'calls:head'
const settingsKey = 'calls:settings'
const pageKey = (number: number) => `calls:page:${number % mostPages}`
const bodyKey = (number: number) => `calls:body:${number % mostBodies}`

/** Where the log continues: the numbers of the page that is being filled and of the next bodies; both only rise. */
interface Head {
  readonly page: number
  readonly body: number
}

/** A stored page; an older one may stand under its key until it is overwritten. */
interface StoredPage {
  readonly number: number
  readonly calls: readonly LoggedCall[]
  readonly skipped: number
}

interface Settings {
  readonly recordsBodies: boolean
}

/** The log of the calls of each account. They are written with the account's usage: see `UsageStore`. */
@injectable()
export class CallLog {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** The calls that fit the filter, the latest first; `before` is the `next` of the page before. */
  async list(account: string, filter: CallFilter, limit: number, before?: string): Promise<CallPage> {
    const records = this.#records(account)
    const head = await records.get<Head>(headKey)
    const [start, end = Number.POSITIVE_INFINITY] = before?.split('.').map(Number) ?? [head?.page]
    const calls: LoggedCall[] = []
    let skipped = 0
    const oldest = this.clock.now() - this.store.storedMs('callLogDays')
    for (let number = start ?? 0; head && number >= 0 && number > head.page - mostPages; number--) {
      const page = await records.get<StoredPage>(pageKey(number))
      if (page?.number !== number) break
      skipped += page.skipped
      for (
        let index = Math.min(page.calls.length, number === start ? end : page.calls.length) - 1;
        index >= 0;
        index--
      ) {
        const call = page.calls[index]
        if (!call || !isWanted(call, filter)) continue
        if (call.at < oldest) return { calls, next: null, skipped }
        if (calls.push(call) === limit) return { calls, next: `${number}.${index}`, skipped }
      }
    }
    return { calls, next: null, skipped }
  }

  /** The recorded bodies of a call; undefined when there are none, or no longer. */
  async bodies(account: string, call: LoggedCall): Promise<CallBodies | undefined> {
    if (call.body === undefined) return undefined
    const bodies = await this.#records(account).get<CallBodies>(bodyKey(call.body))
    return bodies?.requestId === call.requestId ? bodies : undefined
  }

  /** Every call with its recorded bodies, the latest first. */
  async *all(account: string): AsyncGenerator<{ readonly call: LoggedCall; readonly bodies?: CallBodies }, void> {
    for (let next: string | null | undefined; next !== null; ) {
      const page: CallPage = await this.list(account, {}, callsOfPage, next)
      for (const call of page.calls) {
        const bodies = await this.bodies(account, call)
        yield bodies ? { call, bodies } : { call }
      }
      next = page.next
    }
  }

  async recordsBodies(account: string): Promise<boolean> {
    return (await this.#records(account).get<Settings>(settingsKey))?.recordsBodies === true
  }

  /** Sets whether bodies are recorded from now on. Switched off, what was recorded is erased by the same write. */
  async setRecordsBodies(account: string, recordsBodies: boolean): Promise<void> {
    const erased = Array.from({ length: recordsBodies ? 0 : mostBodies }, (_, number): Write => {
      return { key: bodyKey(number), delete: true }
    })
    const writes: readonly Write[] = [{ key: settingsKey, value: { recordsBodies } }, ...erased]
    await this.#records(account).update([], () => ({ writes, result: undefined }))
  }

  #records(account: string): Storage {
    return this.store.own(`usage/${account}`)
  }
}

/** How long calls and their recorded bodies are stored, in milliseconds. */
export interface LogTimes {
  readonly callMs: number
  readonly bodyMs: number
}

/** Calls to add to the log, and how many were too many for it. */
interface NewCalls {
  readonly calls: readonly NewCall[]
  readonly skipped: number
  readonly times: LogTimes
}

/** The keys that `appendCalls` reads for a number of calls; it must get the same head. */
export function callLogKeys(head: Head | undefined, calls: number): readonly string[] {
  const first = head?.page ?? 0
  const pages = Math.ceil(calls / callsOfPage) + 1
  return [headKey, settingsKey, ...Array.from({ length: pages }, (_, index) => pageKey(first + index))]
}

/** Reads the head that an append starts from. */
export function readHead(records: Storage): Promise<Head | undefined> {
  return records.get<Head>(headKey)
}

/** The writes that add calls to the log; undefined when another process has moved its head meanwhile. */
export function appendCalls(
  read: Read,
  seen: Head | undefined,
  { calls, skipped, times: { callMs, bodyMs } }: NewCalls
): { readonly writes: readonly Write[]; readonly recordsBodies: boolean } | undefined {
  const head = read<Head>(headKey)
  if (head?.page !== seen?.page) return undefined
  let { page: number, body } = head ?? { page: 0, body: 0 }
  const stored = read<StoredPage>(pageKey(number))
  let [page, lost] = stored?.number === number ? [[...stored.calls], stored.skipped] : [[], 0]
  lost += skipped
  const writes: Write[] = []
  const close = () =>
    writes.push({ key: pageKey(number), value: { number, calls: page, skipped: lost }, ttlMs: callMs })
  // Bodies may arrive after their recording was switched off.
  const recordsBodies = read<Settings>(settingsKey)?.recordsBodies === true
  for (const { bodies, ...call } of calls) {
    if (page.length === callsOfPage) {
      close()
      ;[number, page, lost] = [number + 1, [], 0]
    }
    page.push(bodies && recordsBodies ? { ...call, body } : call)
    if (!bodies || !recordsBodies) continue
    writes.push({ key: bodyKey(body), value: { requestId: call.requestId, ...bodies }, ttlMs: bodyMs })
    body++
  }
  close()
  writes.push({ key: headKey, value: { page: number, body }, ttlMs: Math.max(callMs, bodyMs) })
  return { writes, recordsBodies }
}

function isWanted(call: LoggedCall, filter: CallFilter): boolean {
  const { requestId, product, action, keyId, status, from, to } = filter
  if ((from !== undefined && call.at < from) || (to !== undefined && call.at >= to)) return false
  if (requestId !== undefined && call.requestId !== requestId) return false
  if (product !== undefined && call.product !== product) return false
  if (action !== undefined && call.action !== action) return false
  if (keyId !== undefined && call.keyId !== keyId) return false
  return status === undefined || String(call.status) === status || `${Math.floor(call.status / 100)}xx` === status
}
