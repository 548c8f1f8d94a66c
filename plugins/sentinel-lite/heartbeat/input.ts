import { type Static, Type } from '@product-host/sdk'
import { bounds } from '../bounds.js'

/** What a call can say of a job; `check` only asks. */
export const signals = ['success', 'start', 'fail', 'log', 'check'] as const

const scheduleFields = {
  periodSeconds: Type.Optional(
    Type.Integer({ ...bounds.periodSeconds, description: 'A success is due so long after the last one.' })
  ),
  graceSeconds: Type.Optional(
    Type.Integer({
      ...bounds.graceSeconds,
      description: 'From late to down; an hour, or a shorter period, when left out.'
    })
  ),
  cron: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Five fields, such as `0 2 * * *`.' })),
  timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone of the cron pattern.' })),
  maxRunSeconds: Type.Optional(
    Type.Integer({ ...bounds.maxRunSeconds, description: 'A run that has started may take so long.' })
  ),
  minRunSeconds: Type.Optional(
    Type.Integer({ ...bounds.minRunSeconds, description: 'A success that comes sooner after its start is suspicious.' })
  )
}

/** The parts of a schedule as a call gives them and a monitor keeps them. */
export const ScheduleInput = Type.Object(scheduleFields)
export type ScheduleInput = Static<typeof ScheduleInput>

/** The names of those parts. */
export const scheduleNames = Object.keys(scheduleFields) as readonly (keyof ScheduleInput)[]

/** What a job says of itself, or the question how all are. */
export const HeartbeatInput = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: '`default` when left out.' })),
  signal: Type.Enum([...signals], {
    default: 'success',
    description: '`check` reads the states of all monitors, or of the named one, and changes nothing.'
  }),
  exitCode: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 255,
      description: 'Of the run that ended: 0 is a success, all else a failure.'
    })
  ),
  runId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Ties the end of a run to its start.' })
  ),
  message: Type.Optional(Type.String({ maxLength: 2_000 })),
  progress: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'A digest of how far the job has come; the same three times in a row is suspicious.'
    })
  ),
  ...scheduleFields
})
export type HeartbeatInput = Static<typeof HeartbeatInput>
