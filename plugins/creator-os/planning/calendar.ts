import ical, { ICalAlarmType } from 'ical-generator'
import type { Entry } from './plan.js'

const lengthMs = 15 * 60_000
const alarmSeconds = 30 * 60

/** The entries as an iCalendar file (RFC 5545): 15 minutes each, an alarm half an hour before, identifiers that stay. */
export function calendarOf(entries: readonly Entry[], now: number): string {
  const calendar = ical({
    name: 'Posting plan',
    prodId: { company: 'Product Host', product: 'Creator OS', language: 'EN' }
  })
  for (const { id, platformTitle, utc, title, why } of entries) {
    const start = new Date(utc)
    const summary = `${platformTitle}: ${title || 'open slot'}`
    calendar
      .createEvent({
        id: `${id}@creator-os`,
        stamp: new Date(now),
        start,
        end: new Date(start.getTime() + lengthMs),
        summary,
        description: why
      })
      .createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds, description: summary })
  }
  return calendar.toString()
}
