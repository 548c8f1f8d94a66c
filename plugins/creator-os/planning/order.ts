import { type Static, Type } from '@product-host/sdk'
import { addDays, dateOf, isDate, isTimeZone } from '@product-host/toolkit/calendar'
import { oneLine } from '@product-host/toolkit/text'
import { Issues, isBlank, itemsOf, type ListForm, platformsForm, readable, textList } from '../input.js'
import { findPlatform } from '../platform.js'
import type { Platform } from '../platform-table.js'

/** A post that needs a time. */
export interface PostRequest {
  readonly title: string
  readonly platform?: Platform
  readonly draftId?: string
}

/** What a plan is made by: the input of `schedule`, read and checked. */
export interface Order {
  /** Empty when the caller named none. */
  readonly platforms: readonly Platform[]
  readonly perWeek?: number
  readonly weeks: number
  readonly startDate: string
  readonly zone: string
  readonly posts: readonly PostRequest[]
  readonly avoidDates: readonly string[]
  /** Local hours from and to, 0 to 24; none when both are the same. */
  readonly quiet: { readonly from: number; readonly to: number }
  readonly minGapHours: number
  readonly results: readonly { readonly platform: Platform; readonly at: number; readonly rate: number }[]
  readonly replaces: boolean
  readonly warnings: readonly string[]
}

/** Furthest start of a plan, in days from now. */
const furthestStart = 730

/** How far the clock of a caller may be ahead, in milliseconds. */
const aheadMs = 300_000

type ScheduleItem = NonNullable<ScheduleInput['items']>[number]

type ScheduleResult = NonNullable<ScheduleInput['results']>[number]

/** Reads the input. Throws `InvalidInput` for what its schema cannot say. */
export function readOrder(input: ScheduleInput, now: number): Order {
  const issues = new Issues()
  const zone = isTimeZone(input.timezone) ? input.timezone : 'UTC'
  if (zone !== input.timezone)
    issues.add('#/timezone', 'unknown_timezone', 'is not a time zone', 'Send a name such as Europe/London.')
  if (input.platforms !== undefined && input.platform !== undefined)
    issues.add('#/platform', 'exclusive', 'is sent together with platforms', 'Send one of the two.')
  const names = itemsOf(
    input.platforms ?? input.platform,
    platformsForm,
    input.platforms ? '#/platforms' : '#/platform',
    issues
  )
  const found = names.map(findPlatform)
  const order = {
    platforms: [...new Map(found.map(({ platform }) => [platform.name, platform])).values()],
    ...(input.perWeek !== undefined && { perWeek: input.perWeek }),
    weeks: input.weeks,
    startDate: startOf(input.startDate, zone, now, issues),
    zone,
    posts: (input.items ?? []).map((item, index) => readPost(item, index, issues)),
    avoidDates: datesOf(input.avoidDates, issues),
    quiet: quietOf(input.quietHours),
    minGapHours: input.minGapHours,
    results: (input.results ?? []).map((result, index) => readResult(result, index, now, issues)),
    replaces: input.replace,
    warnings: found.flatMap(({ warning }) => warning ?? [])
  }
  const platformNames = new Set(
    [...order.platforms, ...order.posts.flatMap(({ platform }) => platform ?? [])].map(({ name }) => name)
  )
  if (platformNames.size > platformsForm.maxItems)
    issues.add(
      '#/items',
      'max_items',
      `names more than ${platformsForm.maxItems} platforms`,
      'Plan fewer platforms in one call.'
    )
  issues.check()
  return order
}

function startOf(sent: string | undefined, zone: string, now: number, issues: Issues): string {
  const today = dateOf(now, zone)
  const date = sent ?? addDays(today, 1)
  if (date < addDays(today, -1))
    issues.add('#/startDate', 'in_the_past', 'is more than a day ago', 'Send today or a later date.')
  if (date > addDays(today, furthestStart))
    issues.add('#/startDate', 'too_far', 'is more than two years from now', 'Send an earlier date.')
  return date
}

function datesOf(sent: ScheduleInput['avoidDates'], issues: Issues): readonly string[] {
  const dates = itemsOf(sent, avoidForm, '#/avoidDates', issues)
  if (!dates.every(isDate))
    issues.add('#/avoidDates', 'format', 'holds something else than dates', 'Send dates such as 2026-12-25.')
  return dates
}

function quietOf(hours: string): Order['quiet'] {
  const [from = 0, to = 0] = hours.split('-').map(Number)
  return from === 0 && to === 24 ? { from, to } : { from: from % 24, to: to % 24 }
}

function readPost(item: ScheduleItem, index: number, issues: Issues): PostRequest {
  const { title, platform, draftId } = typeof item === 'string' ? { title: item } : item
  const pointer = typeof item === 'string' ? `#/items/${index}` : `#/items/${index}/title`
  const isNamed = platform !== undefined && !isBlank(platform)
  return {
    title: readable(title, pointer, issues),
    ...(isNamed && { platform: findPlatform(oneLine(platform)).platform }),
    ...(draftId !== undefined && { draftId })
  }
}

function readResult(
  { platform, at, engagementRate }: ScheduleResult,
  index: number,
  now: number,
  issues: Issues
): Order['results'][number] {
  const moment = Date.parse(at)
  if (Number.isNaN(moment))
    issues.add(`#/results/${index}/at`, 'format', 'is not a time', 'Send a time such as 2026-11-03T09:00:00Z.')
  if (moment > now + aheadMs)
    issues.add(`#/results/${index}/at`, 'in_the_future', 'is still to come', 'Send results of posts that are out.')
  return {
    platform: findPlatform(readable(platform, `#/results/${index}/platform`, issues)).platform,
    at: moment,
    rate: engagementRate
  }
}

const mostItems = 60

const longestTitle = 200

/** Dates without a post. */
const avoidForm: ListForm = { maxItems: 60, maxLength: 10, separator: /[,\n]/ }

const Item = Type.Union([
  Type.String({ maxLength: longestTitle, title: 'Title' }),
  Type.Object(
    {
      title: Type.String({
        minLength: 1,
        maxLength: longestTitle,
        title: 'Title',
        description: 'What the post is about, such as "Remote onboarding".'
      }),
      platform: Type.Optional(
        Type.String({
          maxLength: 64,
          title: 'Platform',
          description: 'Where this post goes. If empty: the platform of its draft, or one of the platforms above.'
        })
      ),
      draftId: Type.Optional(
        Type.String({
          maxLength: 64,
          title: 'Draft',
          description: 'A draft that you made with "Write a post". With "None", only the title is planned.',
          'x-record': 'draft:'
        })
      )
    },
    { title: 'Post' }
  )
])

const Result = Type.Object({
  platform: Type.String({
    minLength: 1,
    maxLength: 64,
    title: 'Platform',
    description: 'Where the post was published.'
  }),
  at: Type.String({ format: 'date-time', title: 'Published', description: 'When the post was published.' }),
  engagementRate: Type.Number({
    minimum: 0,
    maximum: 1000,
    title: 'Engagement rate',
    description: 'In any unit, the same for all results of a platform.'
  })
})

/** What `schedule` is sent. */
export const ScheduleInput = Type.Object({
  platforms: Type.Optional(
    textList(
      platformsForm,
      'Platforms',
      'Where to post: LinkedIn, X, Instagram, or any other name. If empty: the platforms of the posts below or of your drafts, or else LinkedIn and X.'
    )
  ),
  perWeek: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 21,
      title: 'Posts a week',
      description: 'How many posts on each platform. If empty: what is usual there, such as 3 on LinkedIn.'
    })
  ),
  weeks: Type.Integer({
    minimum: 1,
    maximum: 8,
    default: 2,
    title: 'Weeks',
    description: 'How many weeks to plan, up to 8. If empty: 2.'
  }),
  startDate: Type.Optional(
    Type.String({ format: 'date', title: 'First day', description: 'The first day of the plan. If empty: tomorrow.' })
  ),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    default: 'Europe/London',
    title: 'Time zone',
    description: 'The time zone of the plan.'
  }),
  items: Type.Optional(
    Type.Array(Item, {
      maxItems: mostItems,
      title: 'Posts to plan',
      description: 'What to post. If you add no post, your drafts are planned, and times without a draft stay free.'
    })
  ),
  avoidDates: Type.Optional(textList(avoidForm, 'Dates to avoid', 'Days without posts, such as 2026-12-25.')),
  quietHours: Type.String({
    default: '21-07',
    pattern: '^([01]?[0-9]|2[0-4])-([01]?[0-9]|2[0-4])$',
    title: 'Quiet hours',
    description: 'Hours of the day without posts: "21-07" is from 21:00 to 07:00, "0-0" is never.'
  }),
  minGapHours: Type.Integer({
    minimum: 0,
    maximum: 336,
    default: 20,
    title: 'Hours between posts',
    description: 'The fewest hours between two posts on the same platform.'
  }),
  ics: Type.Boolean({
    default: true,
    title: 'Calendar file',
    description: 'If on, the answer holds the plan as a calendar file (.ics).'
  }),
  platform: Type.Optional(
    Type.String({
      maxLength: 64,
      title: 'One platform',
      description: 'If there is only one platform, you can name it here instead of in Platforms.'
    })
  ),
  results: Type.Optional(
    Type.Array(Result, {
      maxItems: 200,
      title: 'Results',
      description: 'How your earlier posts did. The plan prefers the hours that did well.'
    })
  ),
  replace: Type.Boolean({
    default: false,
    title: 'Plan again',
    description: 'If on, the posts that are planned on these platforms from now on are removed and planned again.'
  })
})

/** What `schedule` is sent, as `run` gets it. */
export type ScheduleInput = Static<typeof ScheduleInput>
