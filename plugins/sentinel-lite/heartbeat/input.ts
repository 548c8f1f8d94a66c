import { type Issue, type Static, Type } from '@product-host/sdk'
import { bounds } from '../limits.js'
import { readName } from '../names.js'
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
      description: 'Seconds from late to down. Without it: an hour, or the period if that is shorter.'
    })
  ),
  cron: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      title: 'Cron pattern',
      description: 'Five fields: minute, hour, day of month, month, day of week. "0 2 * * *" is every day at 02:00.'
    })
  ),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      title: 'Time zone',
      description: 'The IANA time zone of the cron pattern, such as Europe/London.'
    })
  ),
  maxRunSeconds: Type.Optional(
    Type.Integer({
      ...bounds.maxRunSeconds,
      title: 'Longest run (s)',
      description: 'The longest that a started run may take, in seconds.'
    })
  ),
  minRunSeconds: Type.Optional(
    Type.Integer({
      ...bounds.minRunSeconds,
      title: 'Shortest run (s)',
      description: 'A run that succeeds in fewer seconds gets a warning.'
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
    Type.String({
      minLength: 1,
      maxLength: 200,
      title: 'Name of the monitor',
      description: 'Without it: the monitor "default", or all monitors if the signal is "check".'
    })
  ),
  signal: Type.Enum([...signals], {
    default: 'success',
    title: 'Signal',
    description:
      'What the job reports. "check" only reads the states, of the named monitor or of all, and changes nothing.'
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
      description: 'Your own name of the run, the same at its start and at its end.'
    })
  ),
  message: Type.Optional(
    Type.String({ maxLength: 2_000, title: 'Message', description: 'Any text; it is stored with the signal.' })
  ),
  progress: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      title: 'Progress',
      description: 'How far the job is, such as a count. The same value three times in a row gets a warning.'
    })
  ),
  ...scheduleFields
})

export type HeartbeatInput = Static<typeof HeartbeatInput>

/** What is wrong with a heartbeat that its schema cannot say. */
export function* heartbeatIssues(input: HeartbeatInput): Generator<Issue> {
  const { name, signal, exitCode, cron, timezone, periodSeconds, maxRunSeconds = Infinity, minRunSeconds = 0 } = input
  const identity = name === undefined ? name : readName(name)
  if (typeof identity === 'object') yield identity
  const patternIssue = cron === undefined ? undefined : cronIssue(cron)
  if (patternIssue !== undefined) yield { pointer: '#/cron', detail: patternIssue, fix: cronFix }
  if (timezone !== undefined && !isZone(timezone))
    yield { pointer: '#/timezone', detail: 'is not a zone of the IANA database', fix: zoneFix }
  if (cron !== undefined && periodSeconds !== undefined)
    yield {
      pointer: '#/periodSeconds',
      detail: 'does not go with a cron pattern',
      fix: 'Send a period or a cron pattern, not both.'
    }
  if (minRunSeconds > maxRunSeconds)
    yield {
      pointer: '#/minRunSeconds',
      detail: 'is more than the longest run',
      fix: 'Send at most the longest run (maxRunSeconds).'
    }
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
