import { Cron } from 'croner'

/** Five fields of what cron knows; no seconds, no nicknames, no dates, and no `?`, which would mean the time of asking. */
const fiveFields = /^[0-9A-Za-z*,/#-]+(\s+[0-9A-Za-z*,/#-]+){4}$/

/** What to send instead of a pattern that is not sound. */
export const cronFix = 'Send five fields: minute, hour, day of month, month, day of week, such as "0 2 * * *".'

/** What to send instead of a zone that is none. */
export const zoneFix = 'Send a name of the IANA database, such as Europe/London.'

/** What is wrong with a cron pattern, as the detail of a fault; undefined when it is sound. */
export function cronFault(cron: string): string | undefined {
  if (!fiveFields.test(cron.trim())) return 'is not a cron pattern of five fields'
  try {
    return nextOccurrence(cron, 'UTC', 0) === undefined ? 'names a date that never comes' : undefined
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return 'has a field that cron does not know or that is out of its range'
  }
}

/** Whether the zone is one of the IANA database. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}

/**
 * The first time after a moment at which the pattern asks for a run, by the wall clock of the zone. A time that the clock
 * jumps over in spring comes as the jump ends; one that comes twice in autumn counts the first time, unless every hour is meant.
 */
export function nextOccurrence(cron: string, zone: string, after: number): number | undefined {
  const pattern = new Cron(cron.trim(), { timezone: zone, mode: '5-part', paused: true })
  return pattern.nextRun(new Date(after))?.getTime()
}
