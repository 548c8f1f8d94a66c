import { setImmediate } from 'node:timers/promises'
import { type Entry, InvalidInput, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { addDays, dateOf, isDate } from '@product-host/toolkit/calendar'
import { type Day, dayKey, dayPrefix, type Totals } from '../ledger/records.js'
import type { Dimension } from '../ledger/usage-input.js'
import { anomaly, drift, forecast } from './parameters.js'
import { addGroups } from './sums.js'

/** Days that are read at a time, so that other work runs between. */
const pageDays = 31

/** What the radar reads of a ledger. */
export interface DayTotals {
  /** The ledger's first day; absent while it is empty. */
  readonly since?: string
  /** The sums of the window's days and of those before it that they are compared with. */
  readonly days: ReadonlyMap<string, Totals>
  /** The sums of the window by name. */
  readonly groups: ReadonlyMap<string, Totals>
  /** The sums of the window by customer. */
  readonly customers: ReadonlyMap<string, Totals>
}

/** The days of one account's ledger. */
@injectable()
export class LedgerDays {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** Reads the days of a window and before it; how many entries they hold makes no difference. */
  async read(window: Window, dimension: Dimension | undefined, signal: AbortSignal): Promise<DayTotals> {
    const [first] = await this.storage.list(dayPrefix, { limit: 1 })
    const [days, groups, customers] = [new Map<string, Totals>(), new Map<string, Totals>(), new Map<string, Totals>()]
    for await (const { key, value } of this.#between(window.historyFrom, window.to, signal)) {
      const date = key.slice(dayPrefix.length)
      days.set(date, value.totals)
      if (date < window.from) continue
      addGroups(customers, value.customer)
      if (dimension) addGroups(groups, value[dimension])
    }
    return { ...(first && { since: first.key.slice(dayPrefix.length) }), days, groups, customers }
  }

  async *#between(from: string, to: string, signal: AbortSignal): AsyncGenerator<Entry<Day>> {
    for (let after = dayKey(addDays(from, -1)); ; ) {
      const page = await this.storage.list<Day>(dayPrefix, { after, limit: pageDays })
      yield* page.filter(({ key }) => key <= dayKey(to))
      const last = page.at(-1)
      if (!last || page.length < pageDays || last.key >= dayKey(to)) return
      after = last.key
      await setImmediate(undefined, { signal })
    }
  }
}

/** The days that are analysed. */
export interface Window {
  readonly from: string
  readonly to: string
  readonly days: number
  /** Where the days begin that these are compared with. */
  readonly historyFrom: string
  /** The last day, where it is not over yet. */
  readonly openDate?: string
}

/** The last `days` days up to `asOf`, or to today; throws `InvalidInput` when `asOf` is no date or in the future. */
export function windowOf(days: number, asOf: string | undefined, now: number, timeZone: string): Window {
  const today = dateOf(now, timeZone)
  const to = asOf === undefined ? today : readAsOf(asOf, timeZone)
  if (to === undefined || to > today)
    throw new InvalidInput([
      {
        pointer: '#/asOf',
        detail: to === undefined ? 'is not a date since 1970' : 'lies in the future',
        fix: 'Send a date such as 2026-01-31, or a date and time with its offset, not after today.'
      }
    ])
  const from = addDays(to, 1 - days)
  const historyDays = Math.max(Math.max(days, drift.days + 1) + anomaly.baselineDays, forecast.historyDays + 1)
  return {
    from,
    to,
    days,
    historyFrom: addDays(to, 1 - historyDays),
    ...(to === today && { openDate: today })
  }
}

function readAsOf(asOf: string, timeZone: string): string | undefined {
  if (!isDate(asOf.slice(0, 10)) || asOf < '1970') return undefined
  if (asOf.length === 10) return asOf
  const time = Date.parse(asOf)
  return Number.isNaN(time) ? undefined : dateOf(time, timeZone)
}
