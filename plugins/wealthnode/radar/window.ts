import { InvalidInput } from '@product-host/sdk'
import { addDays, dateOf, isDate } from '../calendar.js'
import { anomaly, drift } from './parameters.js'

/** The days that are looked at. */
export interface Window {
  readonly from: string
  readonly to: string
  readonly days: number
  /** Where the days begin that these are compared with. */
  readonly historyFrom: string
  /** The last day, where it is not over yet. */
  readonly openDate?: string
}

/** The last `days` days up to `asOf`, or to today; throws `InvalidInput` when `asOf` is no date or lies ahead. */
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
  const historyDays = Math.max(days, drift.days + 1) + anomaly.baselineDays
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
