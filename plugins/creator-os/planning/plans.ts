import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { dateOf, daysBetween } from '@product-host/toolkit/calendar'
import { oneLine } from '@product-host/toolkit/text'
import { DateTime } from 'luxon'
import { findPlatform } from '../platform.js'
import { type Platform, usualPlatforms } from '../platform-table.js'
import {
  draftRing,
  identityKeys,
  identityWrites,
  type ListedDraft,
  listed,
  listKey,
  performanceKey,
  planKey,
  Records
} from '../records.js'
import { type Performance, withResults, worthOfCells } from './cells.js'
import { type Conflict, type Entry, filled, joined, largestPlan, newEntry } from './entries.js'
import type { Order, PostRequest } from './order.js'
import { type Demand, type PickedTime, pickTimes, slotsOf } from './pick.js'
import { habits, usualHabit } from './weights.js'

/** A plan that was made and stored. */
export interface SavedPlan extends MadePlan {
  readonly platforms: readonly Platform[]
  /** What the account's own posts did on these platforms, the results of this order included. */
  readonly performances: readonly Performance[]
}

/** The plan of an account, and what its posts did. */
@injectable()
export class Plans {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly records: Records
  ) {}

  /** Learns from the order's results, makes the plan and stores both in one step. `seed` decides the minutes of posts. */
  async make(sent: Order, seed: string): Promise<SavedPlan> {
    const order = await this.#withStoredNames(sent)
    const platforms = platformsFor(
      order,
      await this.#read<ListedDraft>(listKey(draftRing)),
      await this.#read<Entry>(planKey)
    )
    const planned = platforms.map(({ name }) => name)
    const observed = [...new Set(order.results.map(({ platform }) => platform.name))]
    const names = [...new Set([...planned, ...observed])]
    return this.storage.update([...identityKeys, ...names.map(performanceKey)], read => {
      const performances = new Map(
        names.map(name => {
          const results = order.results.filter(({ platform }) => platform.name === name)
          return [name, withResults(read<Performance>(performanceKey(name)) ?? noPerformance, results, order.zone)]
        })
      )
      const performanceOf = (name: string) => performances.get(name) ?? noPerformance
      const plan = read<readonly Entry[]>(planKey) ?? []
      const input = { plan, drafts: listed<ListedDraft>(read, draftRing), performanceOf, now: this.clock.now(), seed }
      const made = makePlan(order, platforms, input)
      return {
        writes: [
          ...identityWrites(read),
          { key: planKey, value: made.plan },
          ...observed.map(name => ({ key: performanceKey(name), value: performanceOf(name) }))
        ],
        result: { ...made, platforms, performances: planned.map(performanceOf) }
      }
    })
  }

  /** What is planned from a time on, in milliseconds since 1970, in the order of time. */
  async from(now: number): Promise<readonly Entry[]> {
    return (await this.#read<Entry>(planKey)).filter(({ utc }) => Date.parse(utc) >= now)
  }

  async #withStoredNames(order: Order): Promise<Order> {
    const stored = (platform: Platform) => this.records.storedPlatform(platform)
    return {
      ...order,
      platforms: await Promise.all(order.platforms.map(stored)),
      posts: await Promise.all(
        order.posts.map(async post => (post.platform ? { ...post, platform: await stored(post.platform) } : post))
      ),
      results: await Promise.all(
        order.results.map(async result => ({ ...result, platform: await stored(result.platform) }))
      )
    }
  }

  async #read<Item>(key: string): Promise<readonly Item[]> {
    return (await this.storage.get<readonly Item[]>(key)) ?? []
  }
}

const noPerformance: Performance = { cells: {}, seen: [] }

/** The platforms that a plan is for: those that were named, those of what is to be posted, or of unplanned drafts, or the usual ones. */
function platformsFor(
  { platforms, posts: requests }: Order,
  drafts: readonly ListedDraft[],
  plan: readonly Entry[]
): readonly Platform[] {
  const ofDrafts = new Map(drafts.map(({ id, platform }) => [id, platform]))
  const requested = requests.flatMap(
    ({ platform, draftId }) => platform ?? platformOf(ofDrafts.get(draftId ?? '')) ?? []
  )
  const named = distinct([...platforms, ...requested])
  if (named.length > 0) return named
  const planned = new Set(plan.map(({ draftId }) => draftId))
  const free = drafts.filter(({ id, isOutline }) => !planned.has(id) && !isOutline).map(({ platform }) => platform)
  const names = requests.length === 0 && free.length > 0 ? free : usualPlatforms
  return distinct(names.flatMap(name => platformOf(name) ?? []))
}

function platformOf(name: string | undefined): Platform | undefined {
  return name === undefined ? undefined : findPlatform(name).platform
}

function distinct(platforms: readonly Platform[]): readonly Platform[] {
  return [...new Map(platforms.map(platform => [platform.name, platform])).values()]
}

/** What a plan is made from. */
interface PlanInput {
  readonly plan: readonly Entry[]
  readonly drafts: readonly ListedDraft[]
  /** What the account's own posts did on a platform. */
  readonly performanceOf: (platform: string) => Performance
  readonly now: number
  /** The seed of the minutes. */
  readonly seed: string
}

/** A plan that was made. */
interface MadePlan {
  /** The whole plan, to be stored. */
  readonly plan: readonly Entry[]
  /** The entries of the planned weeks on the planned platforms, in the order of time. */
  readonly entries: readonly Entry[]
  /** The identifiers of those that are new. */
  readonly added: ReadonlySet<string>
  readonly conflicts: readonly Conflict[]
}

/** Makes a plan: keeps the posts that are planned, adds the best times that are left, and fills the free ones with the posts requested. */
function makePlan(order: Order, platforms: readonly Platform[], input: PlanInput): MadePlan {
  const { now, seed, drafts } = input
  const isOurs = ({ platform }: Entry) => platforms.some(({ name }) => name === platform)
  const isInWeeks = (entry: Entry) => isOurs(entry) && weekOf(entry.utc, order) !== undefined
  const isAhead = ({ utc }: Entry) => Date.parse(utc) > now
  const remaining = order.replaces ? input.plan.filter(entry => !isAhead(entry) || !isOurs(entry)) : input.plan
  const inWeeks = remaining.filter(isInWeeks)
  const open = inWeeks.filter(entry => entry.title === '' && isAhead(entry))

  const { posts: requests, conflicts } = checkedPosts(order.posts, drafts, { remaining, inWeeks })
  const lists = postsByPlatform(requests, platforms)
  const hasRequests = order.posts.length > 0
  const demands = platforms.map(({ name }) => {
    const requested = hasRequests ? (lists.get(name)?.length ?? 0) : undefined
    return demandOf(name, order, { inWeeks, open, performance: input.performanceOf(name), requested })
  })
  const most = Math.max(0, largestPlan - remaining.filter(isAhead).length)
  const occupied = remaining.map(entry => plannedTimeOf(entry, order.zone))
  const picks = pickTimes(demands, slotsOf(order, now), occupied, { ...order, seed, most })

  const added = picks.map(pick => newEntry(pick, platforms, order.zone))
  const fills = platforms.map(({ name }) => {
    const openEntries = [...open, ...added].filter(({ platform }) => platform === name)
    return filled(openEntries, hasRequests ? (lists.get(name) ?? []) : freeDrafts(drafts, remaining, name))
  })
  const untouched = remaining.filter(entry => !open.includes(entry))
  const plan = joined(
    untouched,
    fills.flatMap(({ entries }) => entries),
    now
  )
  const shortages = demands.flatMap(({ platform, count }, index) => {
    const missing = count - picks.filter(pick => pick.platform === platform).length
    const titles = hasRequests ? (fills[index]?.leftOver.map(({ title }) => title) ?? []) : []
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
    conflicts: [...conflicts, ...shortages, ...picks.flatMap(pick => clockChange(pick, platforms))]
  }
}

function plannedTimeOf({ platform, utc }: Entry, zone: string) {
  return { platform, at: Date.parse(utc), hour: DateTime.fromISO(utc, { zone }).hour }
}

/** What is to be posted, and what of it cannot be. */
interface CheckedPosts {
  readonly posts: readonly PostRequest[]
  readonly conflicts: readonly Conflict[]
}

/** The posts that are planned: all of them, and those of the weeks and platforms of the order. */
interface PlannedPosts {
  readonly remaining: readonly Entry[]
  readonly inWeeks: readonly Entry[]
}

/**
 * Removes the requests that are in the plan already, and the drafts that do not exist. A post without a draft is known by its title,
 * within the weeks of the order; one that is planned stands for one request, so that two of a title are two posts.
 */
function checkedPosts(
  requests: readonly PostRequest[],
  drafts: readonly ListedDraft[],
  { remaining, inWeeks }: PlannedPosts
): CheckedPosts {
  const conflicts: Conflict[] = []
  const known = new Map(drafts.map(({ id, platform }) => [id, platform]))
  const planned = new Set(remaining.map(({ draftId }) => draftId))
  const unmatched = [...inWeeks]
  const unplanned = (request: PostRequest): readonly PostRequest[] => {
    const index = unmatched.findIndex(entry => isSamePost(entry, request))
    if (index < 0) return [request]
    unmatched.splice(index, 1)
    conflicts.push({ code: 'already_planned', message: `"${request.title}" is in the plan already.` })
    return []
  }
  const left = requests.flatMap(({ draftId, ...request }) => {
    if (draftId === undefined) return unplanned(request)
    if (planned.has(draftId)) {
      conflicts.push({ code: 'already_planned', message: `The draft of "${request.title}" is in the plan already.` })
      return []
    }
    const platform = known.get(draftId)
    if (platform !== undefined) return [{ platform: findPlatform(platform).platform, ...request, draftId }]
    conflicts.push({
      code: 'unknown_draft',
      message: `There is no draft ${draftId}; "${request.title}" was planned without it.`
    })
    return unplanned(request)
  })
  return { posts: left, conflicts }
}

function isSamePost(entry: Entry, { title, platform }: PostRequest): boolean {
  return comparable(entry.title) === comparable(title) && (platform === undefined || platform.name === entry.platform)
}

function comparable(title: string): string {
  return oneLine(title.normalize()).toLowerCase()
}

/** The drafts of a platform that are in no plan yet, the oldest first. */
function freeDrafts(drafts: readonly ListedDraft[], plan: readonly Entry[], platform: string): readonly PostRequest[] {
  const planned = new Set(plan.map(({ draftId }) => draftId))
  return drafts
    .filter(draft => draft.platform === platform && !planned.has(draft.id) && !draft.isOutline)
    .map(({ id, title }) => ({ title, draftId: id }))
}

/** The requests of each platform; one without a platform goes to the platform with the fewest. */
function postsByPlatform(
  requests: readonly PostRequest[],
  platforms: readonly Platform[]
): ReadonlyMap<string, readonly PostRequest[]> {
  const lists = new Map<string, PostRequest[]>(platforms.map(({ name }) => [name, []]))
  for (const request of requests.filter(({ platform }) => platform))
    lists.get(request.platform?.name ?? '')?.push(request)
  for (const request of requests.filter(({ platform }) => !platform)) {
    const [shortest] = [...lists.values()].sort((left, right) => left.length - right.length)
    shortest?.push(request)
  }
  return lists
}

/** What a platform needs beside the posts that are planned there. */
interface PlatformPlan {
  /** The entries of the planned weeks. */
  readonly inWeeks: readonly Entry[]
  /** Those of them that nothing has been put into yet. */
  readonly open: readonly Entry[]
  readonly performance: Performance
  /** What is to be posted there; undefined when the weeks are to be filled. */
  readonly requested: number | undefined
}

/** The posts that a platform still needs, and when. */
function demandOf(platform: string, order: Order, { inWeeks, open, performance, requested }: PlatformPlan): Demand {
  const habit = habits.get(platform) ?? usualHabit
  const perWeek = order.perWeek ?? habit.perWeek
  const weeks = inWeeks.filter(entry => entry.platform === platform).map(({ utc }) => weekOf(utc, order))
  const room = Array.from({ length: order.weeks }, (_, week) =>
    Math.max(0, perWeek - weeks.filter(each => each === week).length)
  )
  const free = open.filter(entry => entry.platform === platform).length
  const count = requested === undefined ? room.reduce((sum, each) => sum + each, 0) : Math.max(0, requested - free)
  return { platform, count, room, worth: worthOfCells(habit, performance) }
}

/** The week of a plan that a moment is in, 0 for the first; undefined outside of it. */
function weekOf(utc: string, { startDate, weeks, zone }: Order): number | undefined {
  const week = Math.floor(daysBetween(startDate, dateOf(Date.parse(utc), zone)) / 7)
  return week >= 0 && week < weeks ? week : undefined
}

/** What a platform lacks. */
interface Shortage {
  readonly platform: string
  readonly title: string
  readonly missing: number
  readonly count: number
  /** The items that are left over. */
  readonly titles: readonly string[]
  /** Whether the plan is full. */
  readonly isFull: boolean
}

/** The conflict of posts that found no time. */
function shortage({ platform, title, missing, count, titles, isFull }: Shortage): readonly Conflict[] {
  if (missing === 0) return []
  const posts = `${missing} of ${count} posts on ${title}`
  const left = titles.length > 0 ? { titles: [...titles] } : {}
  if (isFull) return [{ code: 'plan_full', platform, message: `${posts} were not planned: the plan is full.`, ...left }]
  const message = `${posts} found no time: Posts a week, Quiet hours, Dates to avoid and Hours between posts leave none.`
  return [{ code: 'no_room', platform, message, ...left }]
}

/** The conflict of an hour that the clock skips. */
function clockChange(
  { slot: { date, hour, clockHour }, platform }: PickedTime,
  platforms: readonly Platform[]
): readonly Conflict[] {
  if (clockHour === hour) return []
  const { title = platform } = platforms.find(({ name }) => name === platform) ?? {}
  const clock = (each: number) => `${String(each).padStart(2, '0')}:00`
  const message = `On ${date} the clock skips the hour of ${clock(hour)}; the post on ${title} comes in that of ${clock(clockHour)}.`
  return [{ code: 'clock_change', platform, message }]
}
