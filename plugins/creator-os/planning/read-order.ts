import { platformsForm } from '../actions/fields.js'
import { findPlatform } from '../platforms/platform.js'
import { Faults } from '../text/faults.js'
import { itemsOf, readable } from '../text/lists.js'
import { isBlank, oneLine } from '../text/tidy.js'
import type { Order, Wish } from './order.js'
import { avoidForm, type ScheduleInput } from './schedule-input.js'
import { isDate, isZone, localDate } from './zone.js'

/** Furthest start of a plan, in days from now. */
const furthestStart = 730
/** How far the clock of a caller may be ahead, in milliseconds. */
const aheadMs = 300_000

type Item = NonNullable<ScheduleInput['items']>[number]
type Result = NonNullable<ScheduleInput['results']>[number]

/** Reads the input. Throws `InvalidInput` for what its schema cannot say. */
export function readOrder(input: ScheduleInput, now: number): Order {
  const faults = new Faults()
  const zone = isZone(input.timezone) ? input.timezone : 'UTC'
  if (zone !== input.timezone)
    faults.add('#/timezone', 'unknown_timezone', 'is not a time zone', 'Send a name such as Europe/London.')
  if (input.platforms !== undefined && input.platform !== undefined)
    faults.add('#/platform', 'exclusive', 'is sent together with platforms', 'Send one of the two.')
  const names = itemsOf(
    input.platforms ?? input.platform,
    platformsForm,
    input.platforms ? '#/platforms' : '#/platform',
    faults
  )
  const found = names.map(findPlatform)
  const order = {
    platforms: [...new Map(found.map(({ platform }) => [platform.name, platform])).values()],
    ...(input.perWeek !== undefined && { perWeek: input.perWeek }),
    weeks: input.weeks,
    startDate: startOf(input.startDate, zone, now, faults),
    zone,
    wishes: (input.items ?? []).map((item, index) => readWish(item, index, faults)),
    avoidDates: datesOf(input.avoidDates, faults),
    quiet: quietOf(input.quietHours),
    minGapHours: input.minGapHours,
    results: (input.results ?? []).map((result, index) => readResult(result, index, now, faults)),
    replaces: input.replace,
    warnings: found.flatMap(({ warning }) => warning ?? [])
  }
  const asked = new Set(
    [...order.platforms, ...order.wishes.flatMap(({ platform }) => platform ?? [])].map(({ name }) => name)
  )
  if (asked.size > platformsForm.maxItems)
    faults.add(
      '#/items',
      'max_items',
      `names more than ${platformsForm.maxItems} platforms`,
      'Plan fewer platforms in one call.'
    )
  faults.check()
  return order
}

function startOf(sent: string | undefined, zone: string, now: number, faults: Faults): string {
  const date = sent ?? localDate(now, zone, 1)
  if (date < localDate(now, zone, -1))
    faults.add('#/startDate', 'in_the_past', 'is more than a day ago', 'Send today or a later date.')
  if (date > localDate(now, zone, furthestStart))
    faults.add('#/startDate', 'too_far', 'is more than two years from now', 'Send an earlier date.')
  return date
}

function datesOf(sent: ScheduleInput['avoidDates'], faults: Faults): readonly string[] {
  const dates = itemsOf(sent, avoidForm, '#/avoidDates', faults)
  if (!dates.every(isDate))
    faults.add('#/avoidDates', 'format', 'holds something else than dates', 'Send dates such as 2026-12-25.')
  return dates
}

function quietOf(hours: string): Order['quiet'] {
  const [from = 0, to = 0] = hours.split('-').map(Number)
  return from === 0 && to === 24 ? { from, to } : { from: from % 24, to: to % 24 }
}

function readWish(item: Item, index: number, faults: Faults): Wish {
  const { title, platform, draftId } = typeof item === 'string' ? { title: item } : item
  const pointer = typeof item === 'string' ? `#/items/${index}` : `#/items/${index}/title`
  const isNamed = platform !== undefined && !isBlank(platform)
  return {
    title: readable(title, pointer, faults),
    ...(isNamed && { platform: findPlatform(oneLine(platform)).platform }),
    ...(draftId !== undefined && { draftId })
  }
}

function readResult(
  { platform, at, engagementRate }: Result,
  index: number,
  now: number,
  faults: Faults
): Order['results'][number] {
  const moment = Date.parse(at)
  if (Number.isNaN(moment))
    faults.add(`#/results/${index}/at`, 'format', 'is not a time', 'Send a time such as 2026-11-03T09:00:00Z.')
  if (moment > now + aheadMs)
    faults.add(`#/results/${index}/at`, 'in_the_future', 'is still to come', 'Send results of posts that are out.')
  return {
    platform: findPlatform(readable(platform, `#/results/${index}/platform`, faults)).platform.name,
    at: moment,
    rate: engagementRate
  }
}
