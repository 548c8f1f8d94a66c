import { DateTime } from 'luxon'
import type { Platform } from '../platforms/platform.js'
import type { ListedDraft } from '../records/records.js'
import type { Conflict } from './answer.js'
import type { Performance } from './cells.js'
import { clockChange, shortage } from './conflicts.js'
import { demandOf, weekOf } from './demand.js'
import { filled, newEntry } from './entries.js'
import type { Order } from './order.js'
import { pickTimes } from './pick.js'
import { type Entry, joined, largestPlan } from './plan.js'
import { slotsOf } from './slots.js'
import { assigned, freeDrafts, sorted } from './wishes.js'

/** What lies on the desk when a plan is made. */
export interface Desk {
  readonly plan: readonly Entry[]
  readonly drafts: readonly ListedDraft[]
  /** What the account's own posts did on a platform. */
  readonly performanceOf: (platform: string) => Performance
  readonly now: number
  /** What minutes hang on. */
  readonly seed: string
}

/** A plan that was made. */
export interface Made {
  /** The whole plan, as it is to be kept. */
  readonly plan: readonly Entry[]
  /** The entries of the planned weeks on the planned platforms, in the order of time. */
  readonly entries: readonly Entry[]
  /** The identifiers of those that are new. */
  readonly added: ReadonlySet<string>
  readonly conflicts: readonly Conflict[]
}

/** Makes a plan: keeps what stands, adds the best times that are left, and puts what is to be posted into the free ones. */
export function makePlan(order: Order, platforms: readonly Platform[], desk: Desk): Made {
  const { now, seed, drafts } = desk
  const isOurs = ({ platform }: Entry) => platforms.some(({ name }) => name === platform)
  const isInWeeks = (entry: Entry) => isOurs(entry) && weekOf(entry.utc, order) !== undefined
  const isAhead = ({ utc }: Entry) => Date.parse(utc) > now
  const kept = order.replaces ? desk.plan.filter(entry => !isAhead(entry) || !isOurs(entry)) : desk.plan
  const inWeeks = kept.filter(isInWeeks)
  const open = inWeeks.filter(entry => entry.title === '' && isAhead(entry))

  const { wishes, conflicts } = sorted(order.wishes, drafts, kept)
  const lists = assigned(wishes, platforms)
  const hasWishes = order.wishes.length > 0
  const demands = platforms.map(({ name }) => {
    const wished = hasWishes ? (lists.get(name)?.length ?? 0) : undefined
    return demandOf(name, order, { inWeeks, open, performance: desk.performanceOf(name), wished })
  })
  const most = Math.max(0, largestPlan - kept.filter(isAhead).length)
  const standing = kept.map(entry => standingOf(entry, order.zone))
  const picks = pickTimes(demands, slotsOf(order, now), standing, { ...order, seed, most })

  const added = picks.map(pick => newEntry(pick, platforms))
  const fills = platforms.map(({ name }) => {
    const places = [...open, ...added].filter(({ platform }) => platform === name)
    return filled(places, hasWishes ? (lists.get(name) ?? []) : freeDrafts(drafts, kept, name))
  })
  const untouched = kept.filter(entry => !open.includes(entry))
  const plan = joined(
    untouched,
    fills.flatMap(({ entries }) => entries),
    now
  )
  const shortages = demands.flatMap(({ platform, count }, index) => {
    const missing = count - picks.filter(pick => pick.platform === platform).length
    const titles = hasWishes ? (fills[index]?.leftOver.map(({ title }) => title) ?? []) : []
    return shortage({
      platform,
      title: platforms[index]?.title ?? platform,
      missing,
      count,
      titles,
      isFull: picks.length === most
    })
  })
  return {
    plan,
    entries: plan.filter(isInWeeks),
    added: new Set(added.map(({ id }) => id)),
    conflicts: [...conflicts, ...shortages, ...picks.flatMap(clockChange)]
  }
}

function standingOf({ platform, utc }: Entry, zone: string) {
  return { platform, at: Date.parse(utc), hour: DateTime.fromISO(utc, { zone }).hour }
}
