const dayMs = 86_400_000
/** Zones whose formatters are kept; more than there are zones, less than there are spellings. */
const mostFormatters = 600

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Whether there is such a time zone (IANA Time Zone Database). */
export function isTimeZone(name: string): boolean {
  try {
    return formatterOf(name) !== undefined
  } catch {
    return false
  }
}

/** The date, YYYY-MM-DD, that a moment falls on in a time zone. */
export function dateOf(time: number, timeZone: string): string {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value])
  )
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

/** Whether the text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && isoDate(time) === text
}

/** The date so many days later, or earlier. */
export function addDays(date: string, days: number): string {
  return isoDate(midnight(date) + days * dayMs)
}

/** How many days lie between two dates, the second one later. */
export function daysBetween(first: string, second: string): number {
  return Math.round((midnight(second) - midnight(first)) / dayMs)
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
  const [year = 0, month = 0] = date.split('-').map(Number)
  return isoDate(new Date(0).setUTCFullYear(year, month, 0))
}

/** The day of the week of a date, 0 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(midnight(date)).getUTCDay()
}

function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  if (formatters.size >= mostFormatters) formatters.clear()
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit'
  })
  formatters.set(timeZone, formatter)
  return formatter
}
