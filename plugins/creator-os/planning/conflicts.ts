import type { Conflict } from './answer.js'
import type { Pick } from './pick.js'

/** What a platform lacks. */
export interface Lack {
  readonly platform: string
  readonly title: string
  readonly missing: number
  readonly count: number
  /** The items that are left over. */
  readonly titles: readonly string[]
  /** Whether the plan is full. */
  readonly isFull: boolean
}

/** Says so when posts found no time. */
export function shortage({ platform, title, missing, count, titles, isFull }: Lack): readonly Conflict[] {
  if (missing === 0) return []
  const posts = `${missing} of ${count} posts on ${title}`
  const left = titles.length > 0 ? { titles: [...titles] } : {}
  if (isFull) return [{ code: 'plan_full', platform, message: `${posts} were not planned: the plan is full.`, ...left }]
  const message = `${posts} found no time: posts a week, quiet hours, dates to avoid and minGapHours leave none.`
  return [{ code: 'no_room', platform, message, ...left }]
}

/** Says so when the clock skips the hour that was chosen. */
export function clockChange({ slot: { date, hour, clockHour }, platform }: Pick): readonly Conflict[] {
  if (clockHour === hour) return []
  const clock = (each: number) => `${String(each).padStart(2, '0')}:00`
  const message = `On ${date} the clock skips the hour of ${clock(hour)}; the post comes in that of ${clock(clockHour)}.`
  return [{ code: 'clock_change', platform, message }]
}
