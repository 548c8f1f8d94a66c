import { Type } from '@product-host/sdk'
import { missedRules, overlapRules } from '../runs/schedule-times.js'

/** The members of a schedule, as they are sent. */
export const ScheduleBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'What people call it.' }),
  cron: Type.String({
    maxLength: 100,
    description: 'Minute, hour, day of the month, month and day of the week, such as `0 8 * * 1-5`.'
  }),
  timezone: Type.Optional(
    Type.String({ maxLength: 64, description: 'In whose time, such as `Europe/Berlin`; UTC if left out.' })
  ),
  product: Type.String({ maxLength: 64, description: 'Its slug.' }),
  action: Type.String({ maxLength: 64 }),
  input: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The fields of the action.' })),
  enabled: Type.Optional(Type.Boolean({ description: 'True if left out.' })),
  overlap: Type.Optional(
    Type.Enum(overlapRules, {
      description:
        'What becomes of a time at which the run before has not ended: no run (if left out), one that begins after it, or one beside it.'
    })
  ),
  missed: Type.Optional(
    Type.Enum(missedRules, {
      description:
        'What becomes of times that passed while nothing could start: no run, one for all of them (if left out), or one for each of the last 100.'
    })
  )
})

/** What is left out of it. */
export const usualMembers = { timezone: 'UTC', input: {}, enabled: true, overlap: 'skip', missed: 'once' } as const
