import { refuse } from './faults.js'

/** The milliseconds of an ISO 8601 date or date-time, without a zone in UTC. Throws `InvalidInput` with the pointer for any other text. */
export function readInstant(text: string, pointer: string): number {
  const [, date, time = 'T00:00:00', zone = 'Z'] = form.exec(text) ?? []
  const instant = date === undefined ? Number.NaN : Date.parse(`${date}${time}${zone}`)
  const isInstant = !Number.isNaN(instant) && isRealDay(date)
  refuse([
    !isInstant && {
      pointer,
      code: 'format',
      detail: 'is not a date or date-time of ISO 8601',
      fix: 'Send such as 2026-05-31 or 2026-05-31T09:30:00Z.'
    }
  ])
  return instant
}

const form = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/

/** Whether the month has that day, which `Date.parse` would otherwise take for one of the next month. */
function isRealDay(date = ''): boolean {
  return new Date(date).toISOString().startsWith(date)
}
