import { type Static, Type } from '@product-host/sdk'
import { DateTime } from 'luxon'
import type { Entry } from './plan.js'
import type { Kept } from './plans.js'

/** One post of a plan, as answers show it. */
export const PlannedPost = Type.Object({
  id: Type.String(),
  platform: Type.String(),
  localTime: Type.String({ description: 'ISO 8601 with the offset of the time zone.' }),
  utc: Type.String(),
  weekday: Type.String(),
  title: Type.String(),
  isOpen: Type.Boolean({ description: 'Whether nothing has been put into this slot yet.' }),
  isNew: Type.Boolean({ description: 'Whether this call added it.' }),
  draftId: Type.Optional(Type.String()),
  score: Type.Number(),
  why: Type.String()
})

/** Something that could not be planned as asked, as answers show it. */
export const Conflict = Type.Object({
  code: Type.Enum(['unknown_platform', 'unknown_draft', 'already_planned', 'no_room', 'plan_full', 'clock_change']),
  message: Type.String(),
  platform: Type.Optional(Type.String()),
  titles: Type.Optional(Type.Array(Type.String(), { description: 'The items that it concerns.' }))
})
/** Something that could not be planned as asked, as answers show it. */
export type Conflict = Static<typeof Conflict>

/** An entry as answers show it. */
export function shownEntry(
  { platformTitle, title, ...entry }: Entry,
  zone: string,
  isNew: boolean
): Static<typeof PlannedPost> {
  const { id, platform, utc, draftId, score, why } = entry
  const local = DateTime.fromISO(utc, { zone, locale: 'en' })
  return {
    id,
    platform,
    localTime: local.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
    utc,
    weekday: local.toFormat('cccc'),
    title: title || `Open ${platformTitle} slot`,
    isOpen: title === '',
    isNew,
    ...(draftId !== undefined && { draftId }),
    score,
    why
  }
}

/** What was planned, in a sentence. */
export function summaryOf({ entries, added, platforms, conflicts }: Kept, zone: string): string {
  const [first] = entries.filter(({ id }) => added.has(id))
  const onPlatforms = `on ${counted(platforms.length, 'platform')}`
  if (first) {
    const time = DateTime.fromISO(first.utc, { zone, locale: 'en-GB' }).toFormat('ccc d LLL HH:mm')
    return `Planned ${counted(added.size, 'post')} ${onPlatforms}, first ${time} ${zone}.`
  }
  const isShort = conflicts.some(({ code }) => code === 'no_room' || code === 'plan_full')
  const reason = isShort ? 'no time was found' : 'nothing is missing'
  return `Planned nothing new ${onPlatforms}: ${reason}; ${counted(entries.length, 'post')} ${entries.length === 1 ? 'stands' : 'stand'}.`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
