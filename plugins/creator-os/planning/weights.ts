/** A stretch of the week in local time: days 1 (Monday) to 7, hours from `from` up to but without `to`. */
interface Stretch {
  readonly days: readonly number[]
  readonly from: number
  readonly to: number
  readonly weight: number
}

/** How often one posts on a platform, and when that does well before there are results of one's own. */
export interface Habit {
  readonly perWeek: number
  readonly stretches: readonly Stretch[]
}

/** Where these weights come from, as answers name it. */
export const priorSource = 'Averages over many industries'

/** The weight of an hour that no stretch names. */
export const elsewhere = 0.2

const weekdays = [1, 2, 3, 4, 5]
const weekend = [6, 7]
const midweek = [2, 3, 4]

const x: Habit = {
  perWeek: 5,
  stretches: [
    { days: [1, 2, 3, 4], from: 8, to: 11, weight: 1 },
    { days: midweek, from: 12, to: 15, weight: 0.8 }
  ]
}

const morning: Habit = { perWeek: 5, stretches: [{ days: weekdays, from: 8, to: 11, weight: 1 }] }

/**
 * Posts a week and the weight of the hours, by platform. The weights sum up what the yearly best-time studies of the large
 * scheduling tools (Buffer, Hootsuite, Sprout Social) agree on: averages over industries, which say little about one audience, so
 * that own results take over as soon as there are some.
 */
export const habits: ReadonlyMap<string, Habit> = new Map<string, Habit>(
  Object.entries({
    linkedin: {
      perWeek: 3,
      stretches: [
        { days: midweek, from: 8, to: 11, weight: 1 },
        { days: weekdays, from: 8, to: 14, weight: 0.7 }
      ]
    },
    x,
    'x-premium': x,
    instagram: {
      perWeek: 4,
      stretches: [
        { days: midweek, from: 10, to: 13, weight: 1 },
        { days: weekdays, from: 18, to: 21, weight: 0.8 }
      ]
    },
    threads: { perWeek: 5, stretches: [{ days: [2, 3, 4, 5], from: 7, to: 10, weight: 1 }] },
    bluesky: morning,
    mastodon: { ...morning, perWeek: 3 },
    facebook: { perWeek: 3, stretches: [{ days: [1, 2, 3, 4], from: 9, to: 13, weight: 1 }] },
    tiktok: {
      perWeek: 4,
      stretches: [
        { days: midweek, from: 17, to: 21, weight: 1 },
        { days: weekend, from: 11, to: 14, weight: 0.8 }
      ]
    },
    youtube: {
      perWeek: 1,
      stretches: [
        { days: [4, 5], from: 15, to: 18, weight: 0.9 },
        { days: weekend, from: 10, to: 13, weight: 0.9 }
      ]
    },
    newsletter: {
      perWeek: 1,
      stretches: [
        { days: midweek, from: 6, to: 9, weight: 1 },
        { days: [7], from: 17, to: 19, weight: 0.5 }
      ]
    },
    blog: { perWeek: 1, stretches: [{ days: [1, 2, 3, 4], from: 9, to: 11, weight: 1 }] }
  })
)

/** For a platform that the table does not have: a weekday morning. Own choice. */
export const usualHabit: Habit = { ...morning, perWeek: 3 }

/** What lowers the score of a time, and from how far away. */
export const penalties = {
  samePlatform: { points: 0.3, hours: 24, reason: 'another post on the platform is within 24 hours' },
  anyPost: { points: 0.2, hours: 2, reason: 'another post is within 2 hours' },
  hour: { points: 0.15, reason: 'the platform has a post at this hour of the day already' }
}

/** How many own results weigh as much as the prior. */
export const priorStrength = 8
