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

function midnight(date: string): DateTime {
  return DateTime.fromISO(date, { zone: 'utc' })
}
