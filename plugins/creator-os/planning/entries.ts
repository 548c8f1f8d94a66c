import { type Static, Type } from '@product-host/sdk'
import { counted } from '@product-host/toolkit/numbers'
import { DateTime } from 'luxon'
import type { Platform } from '../platform-table.js'
import type { PostRequest } from './order.js'
import type { PickedTime } from './pick.js'
import { elsewhere, priorSource, priorStrength } from './weights.js'

/** One post of a plan, as it is stored. */
export interface Entry {
  readonly id: string
  readonly platform: string
  /** How people write the platform's name. */
  readonly platformTitle: string
  /** ISO 8601, UTC. */
  readonly utc: string
  /** Empty for a slot that nothing has been put into yet. */
  readonly title: string
  readonly draftId?: string
  readonly score: number
  readonly why: string
  /** The time zone for which the hour was chosen; earlier versions did not store it. */
  readonly zone?: string
}

/** How many entries a plan holds at most. */
export const largestPlan = 500

/** The identifier of a post, by which calendars know it again: there is one on a platform at a time. */
function entryId(platform: string, utc: string): string {
  return `${platform}-${utc.slice(0, 16).replaceAll(/[-:]/g, '')}Z`
}

/** The plan with new entries, in the order of time; past ones make room when there are too many. */
export function joined(stored: readonly Entry[], added: readonly Entry[], now: number): readonly Entry[] {
  const all = [...stored, ...added].sort(byTime)
  const surplus = Math.max(0, all.length - largestPlan)
  const past = all.filter(({ utc }) => Date.parse(utc) < now).slice(0, surplus)
  return all.filter(entry => !past.includes(entry))
}

/** Entries in the order of time. */
function byTime(left: Entry, right: Entry): number {
  return left.utc < right.utc ? -1 : left.utc > right.utc ? 1 : left.platform < right.platform ? -1 : 1
}

/** The entry of a time that was chosen, with nothing in it yet. */
export function newEntry(pick: PickedTime, platforms: readonly Platform[], zone: string): Entry {
  const utc = new Date(pick.at).toISOString()
  const { title = pick.platform } = platforms.find(({ name }) => name === pick.platform) ?? {}
  return {
    id: entryId(pick.platform, utc),
    platform: pick.platform,
    platformTitle: title,
    utc,
    title: '',
    score: Math.round(pick.score * 1000) / 1000,
    why: explain(pick, title),
    zone
  }
}

/** The entries with what is to be posted, the first in time the first, and what is left over. */
export function filled(
  entries: readonly Entry[],
  requests: readonly PostRequest[]
): { readonly entries: readonly Entry[]; readonly leftOver: readonly PostRequest[] } {
  const full = [...entries].sort(byTime).map((entry, index) => {
    const { title = '', draftId } = requests[index] ?? {}
    return { ...entry, title, ...(draftId !== undefined && { draftId }) }
  })
  return { entries: full, leftOver: requests.slice(entries.length) }
}

/** Why a time was chosen, in a sentence or two. It names no hour, because answers show the time in any time zone. */
function explain({ worth, score, reasons }: PickedTime, platform: string): string {
  const share = shareOfResults(worth.samples)
  const basis =
    worth.samples === 0
      ? `${priorSource} give this hour a score of ${shownScore(worth.prior)} on ${platform}; they range from ${elsewhere} to 1.`
      : `This hour scores ${shownScore(worth.score)} on ${platform}: ${counted(worth.samples, 'result')} of your ` +
        `own ${worth.samples === 1 ? 'counts' : 'count'} ${share}%, ${priorSource.toLowerCase()} ` +
        `(${shownScore(worth.prior)}) count ${100 - share}%.`
  return reasons.length === 0 ? basis : `${basis} Lowered to ${shownScore(score)}, because ${reasons.join(' and ')}.`
}

function shareOfResults(samples: number): number {
  return Math.round((100 * samples) / (samples + priorStrength))
}

function shownScore(score: number): string {
  return String(Math.round(score * 100) / 100)
}

/** One post of a plan, as answers show it. */
export const PlannedPost = Type.Object({
  id: Type.String({ title: 'Entry', description: 'The identifier of the entry: its platform and its time.' }),
  platform: Type.String({ title: 'Platform', description: 'Where to post: its name in requests, such as `linkedin`.' }),
  localTime: Type.String({
    title: 'Local time',
    description: 'When to post, as an ISO 8601 time with the offset of the time zone.'
  }),
  utc: Type.String({ title: 'Time (UTC)', description: 'The same time in UTC.' }),
  weekday: Type.String({ title: 'Weekday', description: 'The day of the local time, in English.' }),
  title: Type.String({ title: 'Title', description: 'What to post; of a free slot, words that say so.' }),
  isOpen: Type.Boolean({ title: 'Free slot', description: 'True if nothing is chosen for this time yet.' }),
  isNew: Type.Boolean({ title: 'New', description: 'True if this call added it; false if it was planned before.' }),
  draftId: Type.Optional(
    Type.String({ title: 'Draft', description: 'The identifier of its draft. Left out if it has none.' })
  ),
  score: Type.Number({
    title: 'Score',
    description:
      'How good the hour is on this platform: up to 1 by averages over many industries, more if your own results are better.'
  }),
  why: Type.String({ title: 'Reason', description: 'Why this hour was chosen, in a sentence or two.' }),
  platformTitle: Type.Optional(
    Type.String({ title: 'Name of the platform', description: 'Its name as people write it, such as LinkedIn.' })
  ),
  timeInWords: Type.Optional(
    Type.String({ title: 'Time with its time zone', description: 'Such as “Tue 10:00, Europe/London”.' })
  )
})

/** Something that could not be planned as asked, as answers show it. */
export const Conflict = Type.Object({
  code: Type.Enum(['unknown_platform', 'unknown_draft', 'already_planned', 'no_room', 'plan_full', 'clock_change'], {
    title: 'Code',
    description:
      '`unknown_platform`: a generic profile was used; `unknown_draft`: there is no such draft; ' +
      '`already_planned`: the draft is in the plan; `no_room`: no time is left; `plan_full`: 500 posts are ' +
      'planned; `clock_change`: the hour is skipped.'
  }),
  message: Type.String({ title: 'Message', description: 'What happened, in a sentence.' }),
  platform: Type.Optional(Type.String({ title: 'Platform', description: 'The platform that it concerns.' })),
  titles: Type.Optional(
    Type.Array(Type.String(), { title: 'Posts', description: 'The titles of the posts that it concerns.' })
  )
})
/** Something that could not be planned as asked, as answers show it. */
export type Conflict = Static<typeof Conflict>

/** An entry as answers show it. */
export function shownEntry(
  { platformTitle, title, zone: plannedIn, ...entry }: Entry,
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
    why,
    platformTitle,
    timeInWords: timeInWords(utc, zone, plannedIn ?? zone)
  }
}

/** The time in the time zone of the answer and, where its hour was chosen for another one, in that too. */
function timeInWords(utc: string, zone: string, plannedIn: string): string {
  const [shown, planned] = [zone, plannedIn].map(each =>
    DateTime.fromISO(utc, { zone: each, locale: 'en-GB' }).toFormat('ccc HH:mm')
  )
  const time = `${shown}, ${zone}`
  return shown === planned ? time : `${time} (planned as ${planned}, ${plannedIn})`
}
