import { DateTime, IANAZone } from 'luxon'

/** Whether there is such a time zone (IANA Time Zone Database); offsets such as +01:00 are zones too. */
export function isTimeZone(name: string): boolean {
  return IANAZone.isValidZone(name)
}

/** The date, YYYY-MM-DD, of a moment in a time zone. The moment is in milliseconds since 1970-01-01T00:00:00Z. */
export function dateOf(moment: number, timeZone: string): string {
  return DateTime.fromMillis(moment, { zone: timeZone }).toFormat('yyyy-MM-dd')
}

/** Whether a text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && midnight(text).isValid
}

/** The date so many days later, or earlier. */
export function addDays(date: string, days: number): string {
  return midnight(date).plus({ days }).toFormat('yyyy-MM-dd')
}

/** How many days there are between two dates, the second one later. */
export function daysBetween(first: string, second: string): number {
  return midnight(second).diff(midnight(first), 'days').days
}

/** Every date from one to another, both included. */
export function datesFrom(first: string, last: string): readonly string[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))
}

/** The month, YYYY-MM, of a date. */
export function monthOf(date: string): string {
  return date.slice(0, 7)
}

/** The last date of a date's month. */
export function lastOfMonth(date: string): string {
  return midnight(date).endOf('month').toFormat('yyyy-MM-dd')
}

/** The day of the week of a date, 0 for Sunday. */
export function weekdayOf(date: string): number {
  return midnight(date).weekday % 7
}

/** A span of time that a text names, in milliseconds since 1970-01-01T00:00:00Z; the end is the last millisecond of it. */
export interface TimeReading {
  readonly from: number
  readonly to: number
}

/** The longest text that is read as a date, in characters. */
const longestDate = 40

/**
 * Every way to read a whole text as a date or a date-time: a date is its whole day, and a date-time without a zone is in the time zone. ISO
 * 8601 (`2026-11-26`, `2026-11-26T09:30Z`) and `26.11.2026` have one reading. `26/11/2026` has one, since there is no 26th month, and
 * `3/4/2026` has two: whoever needs one date must not choose between them. None for any other text.
 */
export function timeReadings(text: string, timeZone: string): readonly TimeReading[] {
  const plain = text.trim()
  if (plain.length > longestDate) return []
  if (isoDate.test(plain)) return dayOf(plain, timeZone)
  if (isoTime.test(plain)) {
    const moment = DateTime.fromISO(plain.replace(' ', 'T'), { zone: timeZone })
    return moment.isValid ? [{ from: moment.toMillis(), to: moment.toMillis() }] : []
  }
  const [, first = '', sign = '', second = '', year = ''] = localDate.exec(plain) ?? []
  const iso = (month: string, day: string) =>
    dayOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, timeZone)
  const dayFirst = iso(second, first)
  return sign === '/' && first !== second ? [...dayFirst, ...iso(first, second)] : dayFirst
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/

const isoTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/

const localDate = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/

function dayOf(date: string, timeZone: string): readonly TimeReading[] {
  const start = DateTime.fromISO(date, { zone: timeZone })
  return start.isValid ? [{ from: start.startOf('day').toMillis(), to: start.endOf('day').toMillis() }] : []
}

function midnight(date: string): DateTime {
  return DateTime.fromISO(date, { zone: 'utc' })
}
