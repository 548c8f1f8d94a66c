import { CLOCK, defineAction, Type, type View } from '@product-host/sdk'
import { counted } from '@product-host/toolkit/numbers'
import ical, { ICalAlarmType } from 'ical-generator'
import { DateTime } from 'luxon'
import { samplesOf } from '../planning/cells.js'
import { Conflict, type Entry, PlannedPost, shownEntry } from '../planning/entries.js'
import { readOrder, ScheduleInput } from '../planning/order.js'
import { Plans, type SavedPlan } from '../planning/plans.js'
import intents from './intents.json' with { type: 'json' }

/** How an answer of schedule is shown. */
const scheduleViews: readonly View[] = [
  {
    view: 'calendar',
    items: '/entries',
    start: '/localTime',
    heading: ['/title', '/platformTitle'],
    text: ['/timeInWords', '/why'],
    file: '/ics'
  },
  { view: 'table', title: 'Conflicts', items: '/conflicts', columns: ['/message', '/titles'] }
]

/** Plans posts at good times, and learns from how posts did. */
export const schedule = defineAction({
  title: 'Plan posts',
  description:
    'Plans posts at good times of the week around what is planned already, learns from the results of earlier ' +
    'posts, and gives the plan as a calendar file (.ics). It stores the plan and posts nothing by itself.',
  effect: 'write',
  destructive: true,
  input: ScheduleInput,
  detail: Type.Object(
    {
      timezone: Type.String({ title: 'Time zone', description: 'The IANA time zone in which local times are shown.' }),
      entries: Type.Array(PlannedPost, {
        title: 'Posts',
        description: 'The plan on these platforms, in the order of time: new entries and earlier ones.'
      }),
      ics: Type.Optional(
        Type.String({
          title: 'Calendar file',
          description:
            'The plan as the text of an .ics file: 15 minutes each, an alarm half an hour before. Only with `ics`.'
        })
      ),
      conflicts: Type.Array(Conflict, {
        title: 'Conflicts',
        description: 'What could not be planned as asked. Empty if all was.'
      }),
      learnedCells: Type.Integer({
        title: 'Hours with results',
        description: 'In how many hours of the week you have results of your own, on the platforms of the plan.'
      })
    },
    { 'x-view': scheduleViews }
  ),
  metrics: Type.Object({
    entries: Type.Integer({ title: 'Posts', description: 'Entries of the plan, free slots included.' }),
    platforms: Type.Integer({ title: 'Platforms', description: 'How many platforms the plan is for.' }),
    weeks: Type.Integer({ title: 'Weeks', description: 'How many weeks were planned.' }),
    averageScore: Type.Number({ title: 'Average score', description: 'The mean score of the entries; 0 without any.' }),
    learnedSamples: Type.Integer({
      title: 'Results learnt from',
      description: 'How many results of earlier posts count for the plan.'
    })
  }),
  examples: [
    { title: 'Two weeks on the usual platforms', input: {} },
    {
      title: 'Three posts on LinkedIn',
      input: {
        platforms: ['LinkedIn'],
        items: ['Remote onboarding', 'Hiring', 'Pricing'],
        weeks: 1,
        timezone: 'America/New_York'
      }
    }
  ],
  intents: intents.schedule,
  needs: { clock: CLOCK, plans: Plans },

  async run(input, { clock, plans, account }) {
    const now = clock.now()
    const order = readOrder(input, now)
    const saved = await plans.make(order, `${account} schedule`)
    const { entries, added, platforms, performances, conflicts } = saved
    const unknown = order.warnings.map((message): Conflict => ({ code: 'unknown_platform', message }))
    const scores = entries.reduce((sum, { score }) => sum + score, 0)
    return {
      summary: summaryOf(saved, order.zone),
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

const lengthMs = 15 * 60_000

const alarmSeconds = 30 * 60

/** The entries as an iCalendar file (RFC 5545): 15 minutes each, an alarm half an hour before, identifiers that stay. */
function calendarOf(entries: readonly Entry[], now: number): string {
  const calendar = ical({
    name: 'Posting plan',
    prodId: { company: 'Product Host', product: 'Creator OS', language: 'EN' }
  })
  for (const { id, platformTitle, utc, title, why } of entries) {
    const start = new Date(utc)
    const summary = `${platformTitle}: ${title || 'open slot'}`
    calendar
      .createEvent({
        id: `${id}@creator-os`,
        stamp: new Date(now),
        start,
        end: new Date(start.getTime() + lengthMs),
        summary,
        description: why
      })
      .createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds, description: summary })
  }
  return calendar.toString()
}

/** What was planned, in a sentence. */
function summaryOf({ entries, added, platforms, conflicts }: SavedPlan, zone: string): string {
  const [first] = entries.filter(({ id }) => added.has(id))
  const onPlatforms = `on ${counted(platforms.length, 'platform')}`
  if (first) {
    const time = DateTime.fromISO(first.utc, { zone, locale: 'en-GB' }).toFormat('ccc d LLL HH:mm')
    return `Planned ${counted(added.size, 'post')} ${onPlatforms}, first ${time} ${zone}.`
  }
  const isShort = conflicts.some(({ code }) => code === 'no_room' || code === 'plan_full')
  const reason = isShort ? 'no time was found' : 'nothing is missing'
  return `Planned nothing new ${onPlatforms}: ${reason}; ${counted(entries.length, 'post')} in the plan.`
}
