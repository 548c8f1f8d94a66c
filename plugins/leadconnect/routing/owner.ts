import type { Settings } from '@product-host/sdk'
import { DateTime } from 'luxon'

/** A person who takes leads, as the account's settings describe them. */
export interface Owner {
  readonly name: string
  readonly isActive: boolean
  /** The most leads a day; without limit when left out. */
  readonly capacityPerDay?: number
  /** Minutes of the owner's day; an end at or before the start is on the next day. */
  readonly hours?: { readonly start: number; readonly end: number }
  readonly timezone: string
  readonly destination?: string
}

/** The owner of that name. Nothing has to be set for one: a name alone is an owner who takes leads at any time. */
export function ownerOf(settings: Settings, name: string): Owner {
  const setting = (part: string) => settings[`owner.${name}.${part}`]
  const [capacity, hours, destination] = [setting('capacityPerDay'), setting('hours'), setting('destination')]
  return {
    name,
    isActive: setting('active') !== 'false',
    timezone: setting('timezone') ?? settings.timezone ?? 'UTC',
    ...(capacity !== undefined && { capacityPerDay: Number(capacity) }),
    ...(hours !== undefined && { hours: hoursOf(hours) }),
    ...(destination !== undefined && { destination })
  }
}

/** Why the owner gets no lead now; undefined when nothing stands against it. */
export function obstacleOf(owner: Owner, leadsToday: number, now: number): string | undefined {
  if (!owner.isActive) return 'inactive'
  if (leadsToday >= (owner.capacityPerDay ?? Number.POSITIVE_INFINITY)) return 'at capacity'
  return isAtWork(owner, now) ? undefined : 'outside hours'
}

/** Where the owner's leads of the day are counted, the day being the owner's own. */
export function loadKey({ name, timezone }: Owner, now: number): string {
  return `load:${name}:${DateTime.fromMillis(now, { zone: timezone }).toISODate()}`
}

/** The name as people write it: `ann-lee` is Ann Lee. */
export function displayName(owner: string): string {
  return owner
    .split('-')
    .map(word => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

function isAtWork({ hours, timezone }: Owner, now: number): boolean {
  if (!hours) return true
  const { hour, minute } = DateTime.fromMillis(now, { zone: timezone })
  const time = hour * 60 + minute
  const { start, end } = hours
  return start < end ? time >= start && time < end : time >= start || time < end
}

function hoursOf(text: string): { readonly start: number; readonly end: number } {
  const [start = 0, end = 0] = text.split('-').map(minutesOf)
  return { start, end }
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
