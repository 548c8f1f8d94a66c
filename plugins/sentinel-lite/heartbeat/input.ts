import { type Issue, type Static, Type } from '@product-host/sdk'
import { bounds } from '../limits.js'
import { readSlug } from '../names.js'
import { cronFix, cronIssue, isZone, zoneFix } from './schedule.js'

/** What a call can say of a job; `check` only reads. */
export const signals = ['success', 'start', 'fail', 'log', 'check'] as const

const scheduleFields = {
  periodSeconds: Type.Optional(
    Type.Integer({
      ...bounds.periodSeconds,
      title: 'Period (s)',
      description: 'Seconds from one success until the next one is due.'
    })
  ),
  graceSeconds: Type.Optional(
    Type.Integer({
      ...bounds.graceSeconds,
      title: 'Grace (s)',
      description: 'Seconds from late to down; an hour, or a shorter period, when left out.'
    })
  ),
  cron: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      title: 'Cron pattern',
      description: 'Five fields, such as `0 2 * * *`.'
    })
  ),
  timezone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, title: 'Time zone', description: 'IANA zone of the cron pattern.' })
  ),
  maxRunSeconds: Type.Optional(
    Type.Integer({
      ...bounds.maxRunSeconds,
      title: 'Longest run (s)',
      description: 'The longest that a started run may take.'
    })
  ),
  minRunSeconds: Type.Optional(
    Type.Integer({
      ...bounds.minRunSeconds,
      title: 'Shortest run (s)',
      description: 'A success sooner after its start has the warning `too_fast`.'
    })
  )
}

/** The parts of a schedule as a call gives them and a monitor stores them. */
export const ScheduleInput = Type.Object(scheduleFields)

export type ScheduleInput = Static<typeof ScheduleInput>

/** The names of those parts. */
export const scheduleNames = Object.keys(scheduleFields) as readonly (keyof ScheduleInput)[]

/** What a job says of itself, or the question how all are. */
export const HeartbeatInput = Type.Object({
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, title: 'Name of the monitor', description: '`default` when left out.' })
  ),
  signal: Type.Enum([...signals], {
    default: 'success',
    title: 'Signal',
    description: '`check` reads the states of all monitors, or of the named one, and changes nothing.'
  }),
  exitCode: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 255,
      title: 'Exit code',
      description: 'Of the run that ended: 0 is a success, any other a failure.'
    })
  ),
  runId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      title: 'Run',
      description: 'The same at the start and the end of a run.'
    })
  ),
  message: Type.Optional(Type.String({ maxLength: 2_000, title: 'Message' })),
  progress: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      title: 'Progress',
      description: 'How far the job is, such as a count; the same value three times in a row has the warning `stuck`.'
    })
  ),
  ...scheduleFields
})

export type HeartbeatInput = Static<typeof HeartbeatInput>

/** What is wrong with a heartbeat that its schema cannot say. */
export function* heartbeatIssues(input: HeartbeatInput): Generator<Issue> {
  const { name, signal, exitCode, cron, timezone, periodSeconds, maxRunSeconds = Infinity, minRunSeconds = 0 } = input
  const slug = name === undefined ? name : readSlug(name)
  if (typeof slug === 'object') yield slug
  const patternIssue = cron === undefined ? undefined : cronIssue(cron)
  if (patternIssue !== undefined) yield { pointer: '#/cron', detail: patternIssue, fix: cronFix }
  if (timezone !== undefined && !isZone(timezone))
    yield { pointer: '#/timezone', detail: 'is not a zone of the IANA database', fix: zoneFix }
  if (cron !== undefined && periodSeconds !== undefined)
    yield { pointer: '#/periodSeconds', detail: 'does not go with cron', fix: 'Send periodSeconds or cron, not both.' }
  if (minRunSeconds > maxRunSeconds)
    yield { pointer: '#/minRunSeconds', detail: 'is more than maxRunSeconds', fix: 'Send at most maxRunSeconds.' }
  if (exitCode !== undefined && !isEnd(signal))
    yield {
      pointer: '#/exitCode',
      detail: `does not go with the signal ${signal}`,
      fix: 'Send it when the run has ended.'
    }
  if (exitCode === 0 && signal === 'fail')
    yield { pointer: '#/exitCode', detail: 'says success, and the signal says fail', fix: 'Send one of the two.' }
  if (signal === 'check')
    for (const field of [...scheduleNames, 'runId', 'message', 'progress'] as const)
      if (input[field] !== undefined)
        yield {
          pointer: `#/${field}`,
          detail: 'does not go with the signal check',
          fix: 'Leave it out: check stores nothing.'
        }
}

function isEnd(signal: HeartbeatInput['signal']): boolean {
  return signal === 'success' || signal === 'fail'
}
