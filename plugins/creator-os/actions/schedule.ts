import { CLOCK, defineAction, Type } from '@product-host/sdk'
import { Conflict, PlannedPost, shownEntry, summaryOf } from '../planning/answer.js'
import { calendarOf } from '../planning/calendar.js'
import { samplesOf } from '../planning/cells.js'
import { Plans } from '../planning/plans.js'
import { readOrder } from '../planning/read-order.js'
import { ScheduleInput } from '../planning/schedule-input.js'

/** Plans posts at good times, and learns from how posts did. */
export const schedule = defineAction({
  title: 'Plan posts',
  description:
    'Plans posts on one or more platforms at good times of the week, keeps what is planned already, learns from the results of earlier posts, and gives the plan as an iCalendar file.',
  effect: 'write',
  input: ScheduleInput,
  detail: Type.Object({
    timezone: Type.String(),
    entries: Type.Array(PlannedPost),
    ics: Type.Optional(Type.String()),
    conflicts: Type.Array(Conflict),
    learnedCells: Type.Integer({
      description: 'Hours of the week for which the platforms of the plan have own results.'
    })
  }),
  metrics: Type.Object({
    entries: Type.Integer(),
    platforms: Type.Integer(),
    weeks: Type.Integer(),
    averageScore: Type.Number(),
    learnedSamples: Type.Integer()
  }),
  examples: [
    { title: 'Two weeks on the usual platforms', input: {} },
    {
      title: 'Three posts on LinkedIn',
      input: {
        platform: 'linkedin',
        items: ['Remote onboarding', 'Hiring', 'Pricing'],
        weeks: 1,
        timezone: 'America/New_York'
      }
    }
  ],
  asks: {
    sentences: [
      'schedule my posts for the next two weeks',
      'plan three linkedin posts a week for a month',
      'when should i post on instagram',
      'make a content calendar for linkedin and x',
      'give me a posting plan as a calendar file',
      'find the best time to post my drafts',
      'plan these titles on threads and bluesky without weekends',
      'learn from the engagement of my posts and plan anew',
      'set the publishing dates',
      'arrange my posts over the next month',
      'at what hour do my followers read',
      'build an editorial calendar',
      'lay out three weeks of posts',
      'which day is best to publish',
      'which weekday works best for a newsletter or a video',
      'how often should I publish',
      'spread my posts evenly',
      'queue the drafts for next week',
      'put the posts into a calendar'
    ],
    cues: [
      'schedule',
      'content calendar',
      'posting plan',
      'best time to post',
      'when should i post',
      'plan posts',
      'editorial calendar',
      'posts a week',
      'editorial plan',
      'publishing plan',
      'publishing dates',
      'best day to post',
      'when to post',
      'when to publish',
      'my posts',
      'which weekday',
      'what day should i',
      'how often should i',
      'spread my posts',
      'spread the posts',
      'queue the',
      'content plan',
      'publishing schedule',
      'posting schedule',
      'posting times'
    ]
  },
  needs: { clock: CLOCK, plans: Plans },

  async run(input, { clock, plans, account }) {
    const now = clock.now()
    const order = readOrder(input, now)
    const kept = await plans.make(order, `${account} schedule`)
    const { entries, added, platforms, performances, conflicts } = kept
    const unknown = order.warnings.map((message): Conflict => ({ code: 'unknown_platform', message }))
    const scores = entries.reduce((sum, { score }) => sum + score, 0)
    return {
      summary: summaryOf(kept, order.zone),
      metrics: {
        entries: entries.length,
        platforms: platforms.length,
        weeks: order.weeks,
        averageScore: entries.length === 0 ? 0 : Math.round((100 * scores) / entries.length) / 100,
        learnedSamples: performances.reduce((sum, performance) => sum + samplesOf(performance), 0)
      },
      detail: {
        timezone: order.zone,
        entries: entries.map(entry => shownEntry(entry, order.zone, added.has(entry.id))),
        ...(input.ics && { ics: calendarOf(entries, now) }),
        conflicts: [...unknown, ...conflicts],
        learnedCells: performances.reduce((sum, { cells }) => sum + Object.keys(cells).length, 0)
      }
    }
  }
})
