import type { Order } from './order.js'
import { datesFrom, hoursOf } from './zone.js'

/** An hour in which something may be posted. */
export interface Slot {
  readonly date: string
  /** The hour that was meant. */
  readonly hour: number
  /** The hour that the clock shows: another one where the clock skips the hour that was meant. */
  readonly clockHour: number
  /** 1 is Monday. */
  readonly weekday: number
  /** 0 for the first week of the plan. */
  readonly week: number
  /** The first moment of the hour. */
  readonly start: number
}

/** The hours of the planned weeks, without quiet ones, dates to avoid and what is past. */
export function slotsOf({ startDate, weeks, zone, quiet, avoidDates }: Order, now: number): readonly Slot[] {
  const avoided = new Set(avoidDates)
  const isOpen = ({ clockHour, start }: Slot) => !isQuiet(clockHour, quiet) && start > now
  return datesFrom(startDate, weeks * 7).flatMap((date, day) =>
    avoided.has(date)
      ? []
      : hoursOf(date, zone)
          .map(hour => ({ ...hour, week: Math.floor(day / 7) }))
          .filter(isOpen)
  )
}

/** Whether an hour lies in the quiet ones, which may go over midnight: 21 to 7 are 21:00 to 06:59. */
export function isQuiet(hour: number, { from, to }: Order['quiet']): boolean {
  if (from === to) return false
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}
