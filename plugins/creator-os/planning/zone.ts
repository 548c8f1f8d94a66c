import { DateTime, IANAZone } from 'luxon'

const hourMs = 3_600_000

/** A local hour of a date: `2026-11-24` and 0 to 23. */
export interface LocalHour {
  readonly date: string
  readonly hour: number
}

/** Whether a name is a time zone of the IANA database. */
export function isZone(name: string): boolean {
  return IANAZone.isValidZone(name)
}

/** Whether a text is a date such as 2026-11-24. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid
}

/**
 * The moment of a local time. A time that the clock skips moves on by the gap (01:30 in London on 2027-03-28 is 02:30+01:00); of a
 * time that comes twice, the later one counts (01:30 in London on 2026-10-25 is 01:30+00:00).
 */
export function momentOf({ date, hour }: LocalHour, minute: number, zone: string): DateTime {
  const first = DateTime.fromISO(date, { zone }).set({ hour, minute })
  return first.getPossibleOffsets().at(-1) ?? first
}

/** The 24 hours of a date with the moments at which they begin. */
export function hoursOf(date: string, zone: string) {
  const midnight = DateTime.fromISO(date, { zone })
  const isEven = midnight.hour === 0 && midnight.plus({ days: 1 }).toMillis() - midnight.toMillis() === 24 * hourMs
  return Array.from({ length: 24 }, (_, hour) => {
    if (isEven)
      return { date, hour, clockHour: hour, weekday: midnight.weekday, start: midnight.toMillis() + hour * hourMs }
    const moment = momentOf({ date, hour }, 0, zone)
    return { date, hour, clockHour: moment.hour, weekday: moment.weekday, start: moment.toMillis() }
  })
}

/** The local date, so many days from a moment. */
export function localDate(milliseconds: number, zone: string, days = 0): string {
  return DateTime.fromMillis(milliseconds, { zone }).plus({ days }).toFormat('yyyy-MM-dd')
}

/** The days from one date to another. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / (24 * hourMs)
}

/** The dates from one on, so many of them. */
export function datesFrom(first: string, count: number): readonly string[] {
  const start = DateTime.fromISO(first, { zone: 'utc' })
  return Array.from({ length: count }, (_, day) => start.plus({ days: day }).toFormat('yyyy-MM-dd'))
}
