import { type Outcome, type Settings, type Static, Type, type View } from '@product-host/sdk'
import { counted } from '@product-host/toolkit/numbers'
import { describedCodes, isAre, isoText, momentText, spanText } from '../wording.js'
import { type ScheduleInput, signals } from './input.js'
import { type Event, isStuck, reasons, type State, states } from './monitor.js'
import type { RecordedSignal } from './monitors.js'
import { isOverridden } from './schedule.js'
import type { Evaluation } from './status.js'

const state = (title: string, description: string) => Type.Enum([...states], { title, description })

const reason = (description: string) => Type.Enum([...reasons], { title: 'Reason', description })

const time = (title: string, description: string) => Type.String({ format: 'date-time', title, description })

const count = (title: string, description: string) => Type.Integer({ title, description })

const text = (title: string, description: string) => Type.String({ title, description })

const stateText =
  '`paused`: by the settings; `new`: no signal of a run yet; `up`: in time; `started`: a run is open; `late`: a ' +
  'success is overdue; `down`: the grace is over, or the run failed or took too long.'

const sameStates = 'The values are those of `detail.state`.'

const reasonText =
  '`overdue`: no success came in time; `failed`: the run reported a failure; `ran_too_long`: the run exceeded its longest time.'

/** What an answer may warn of. */
const warnings = {
  no_schedule: 'The monitor has neither a period nor a cron pattern, so it is never late.',
  too_fast: 'The run was shorter than the shortest run of this monitor.',
  stuck: 'Three reports of progress in a row said the same.',
  overridden: 'The settings of this monitor override the schedule that was sent.'
} as const

/** The code of a warning. */
type Warning = keyof typeof warnings

/** What is answered about one signal, or, to `check`, about the named monitor or all of them. */
export const HeartbeatDetail = Type.Object({
  name: Type.Optional(
    Type.String({ title: 'Name of the monitor', description: 'Left out when all monitors were asked for.' })
  ),
  signal: Type.Enum([...signals], {
    title: 'Signal',
    description: 'The signal that was recorded; `check` if the call only read the states.'
  }),
  state: state('State', `Of the monitor; the worst of all if all were asked for. ${stateText}`),
  previousState: Type.Optional(state('Previous state', `The state before this signal. ${sameStates}`)),
  reason: Type.Optional(reason(`Why it is late or down. ${reasonText}`)),
  lastSuccessAt: Type.Optional(time('Last success', 'When the last success was reported. Left out if there was none.')),
  dueAt: Type.Optional(
    time('Due', 'When the next success is due; from then on the monitor is late. Left out without a schedule.')
  ),
  graceEndsAt: Type.Optional(time('End of the grace', 'When the monitor goes down if no success came before.')),
  runEndsAt: Type.Optional(time('End of the run', 'When the open run has to be over.')),
  durationMs: Type.Optional(count('Duration (ms)', 'How long the run took that this signal ends, in milliseconds.')),
  streak: Type.Optional(count('Successes in a row', 'Successes since the monitor was last down.')),
  warnings: Type.Array(text('Warning', 'A code.'), { title: 'Warnings', description: describedCodes(warnings) }),
  note: Type.Optional(
    Type.String({ title: 'Note', description: 'The warnings as sentences; left out when there is none.' })
  ),
  alerts: Type.Array(
    Type.Object(
      {
        name: text('Name', 'The name of the monitor.'),
        state: state('State', '`late` or `down`.'),
        reason: Type.Optional(reason('Why: the values are those of `detail.reason`.'))
      },
      { title: 'Other monitor' }
    ),
    {
      title: 'Newly late or down',
      description: 'Other monitors that this call found late or down first; each is named once.'
    }
  ),
  monitors: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: text('Name', 'The name of the monitor.'),
          state: state('State', `Its state now. ${sameStates}`),
          dueAt: Type.Optional(time('Due', 'When its next success is due. Left out without a schedule.')),
          lastSuccessAt: Type.Optional(time('Last success', 'When its last success was reported.'))
        },
        { title: 'Monitor' }
      ),
      { title: 'Monitors', description: 'All monitors of the account. Only with the signal `check`.' }
    )
  ),
  changes: Type.Optional(
    Type.Array(
      Type.Object(
        {
          at: time('Time', 'When the state changed.'),
          from: state('From', `The state before. ${sameStates}`),
          to: state('To', `The state from then on. ${sameStates}`),
          reason: Type.Optional(reason('Why: the values are those of `detail.reason`.'))
        },
        { title: 'Change' }
      ),
      {
        title: 'Changes of state',
        description: 'Of the one monitor that was checked: its last changes of state, the newest first.'
      }
    )
  ),
  events: Type.Optional(
    Type.Array(
      Type.Object(
        {
          at: time('Time', 'When the signal came.'),
          signal: text('Signal', '`success`, `start`, `fail` or `log`.'),
          runId: Type.Optional(text('Run', 'The name of the run, as it was sent.')),
          exitCode: Type.Optional(count('Exit code', 'As it was sent: 0 is a success, any other a failure.')),
          message: Type.Optional(text('Message', 'The text that was sent with it.')),
          progress: Type.Optional(text('Progress', 'How far the job was, as it was sent.')),
          durationMs: Type.Optional(
            count('Duration (ms)', 'How long the run took that this signal ended, in milliseconds.')
          )
        },
        { title: 'Signal' }
      ),
      {
        title: 'Signals',
        description: 'The last 20 signals of the monitor, the newest first. Left out when all monitors were asked for.'
      }
    )
  )
})

export type HeartbeatDetail = Static<typeof HeartbeatDetail>

/** The figures of one signal, or of all monitors. */
export const HeartbeatMetrics = Type.Object({
  monitors: count('Monitors', 'Monitors of the account.'),
  up: count('Up', 'Monitors in the state `up`.'),
  late: count('Late', 'Monitors in the state `late`.'),
  down: count('Down', 'Monitors in the state `down`.'),
  pings: count('Signals', 'Signals that were ever received: of this monitor, or of all.'),
  missed: count('Missed', 'How often the grace ended without a success: of this monitor, or of all.'),
  durationMs: Type.Optional(count('Duration (ms)', 'How long the run took that this signal ends, in milliseconds.')),
  secondsUntilDue: Type.Optional(
    count('Seconds until due', 'Seconds until the next success is due; below 0 if it is late.')
  )
})

export type HeartbeatMetrics = Static<typeof HeartbeatMetrics>

const stateTones = { up: 'good', started: 'info', late: 'warning', down: 'danger' } as const

const signalTones = { success: 'good', start: 'info', fail: 'danger' } as const

/** How an answer of heartbeat is shown. */
export const heartbeatViews: readonly View[] = [
  {
    view: 'status',
    value: '/state',
    text: '/note',
    tones: { ...stateTones, ...signalTones },
    strip: { items: '/events', status: '/signal', text: '/at', title: 'Latest signals, the newest first' }
  },
  {
    view: 'status',
    value: '/state',
    tones: stateTones,
    strip: { items: '/monitors', status: '/state', text: '/name', title: 'All monitors, a bar for each' }
  },
  {
    view: 'table',
    title: 'Monitors',
    items: '/monitors',
    columns: ['/name', '/state', '/lastSuccessAt', '/dueAt'],
    status: '/state',
    tones: stateTones
  },
  {
    view: 'table',
    title: 'Latest signals',
    items: '/events',
    columns: ['/at', '/signal', '/message', '/exitCode'],
    status: '/signal',
    tones: signalTones
  },
  { view: 'timeline', title: 'Changes', items: '/changes', heading: ['/from', '/to'], text: ['/reason'], time: '/at' }
]

/** The answer to a signal that was recorded. */
export function signalAnswer(
  recorded: RecordedSignal,
  given: ScheduleInput,
  settings: Settings
): Outcome<HeartbeatDetail, HeartbeatMetrics> {
  const { before, after, event, events, others, changed } = recorded
  const duration = event.durationMs !== undefined && { durationMs: event.durationMs }
  const warned = [...warningsOf(recorded, isOverridden(given, settings, after.monitor.name))]
  return {
    summary: [sentence(recorded), othersText(others)].filter(text => text !== '').join(' '),
    metrics: { ...counts([after, ...others]), ...figures(after, event.at), ...duration },
    detail: {
      ...statusDetail(after),
      signal: event.signal,
      previousState: before.monitor.state,
      ...duration,
      warnings: warned,
      // The sentence on a success already says that there is no schedule.
      ...noteOf(warned.filter(code => event.signal !== 'success' || code !== 'no_schedule')),
      alerts: troubles(changed),
      events: latest(events)
    }
  }
}

function* warningsOf(
  { after: { schedule }, event, events }: RecordedSignal,
  isOverridden: boolean
): Generator<Warning> {
  const { minRunSeconds = 0, cron, periodSeconds } = schedule
  if (cron === undefined && periodSeconds === undefined) yield 'no_schedule'
  const isFast = event.durationMs !== undefined && event.durationMs < minRunSeconds * 1000
  if (event.signal === 'success' && isFast) yield 'too_fast'
  if (event.progress !== undefined && isStuck(events)) yield 'stuck'
  if (isOverridden) yield 'overridden'
}

function sentence({ after, event }: RecordedSignal): string {
  const { monitor, schedule, status } = after
  const { dueAt, runEndsAt } = status
  const named = `Heartbeat "${monitor.name}"`
  const moment = (at: number) => momentText(at, { zone: schedule.zone, now: event.at })
  if (schedule.isPaused) return `${named} received; it is paused.`
  switch (event.signal) {
    case 'fail':
      return `${named} reported a failure and is down.`
    case 'start':
      return runEndsAt === undefined ? `${named} started.` : `${named} started; it has until ${moment(runEndsAt)}.`
    case 'log':
      return `${named} logged; it is ${status.state}.`
    case 'success':
      if (dueAt === undefined) return `${named} received; it has no schedule, so it is never late.`
      return `${named} received; next due ${moment(dueAt)} (grace ${spanText(schedule.graceSeconds)}).`
  }
}

/** What the warnings say, for people; nothing where there is none. */
function noteOf(codes: readonly Warning[]): { note?: string } {
  return codes.length === 0 ? {} : { note: codes.map(code => warnings[code]).join(' ') }
}

/** How many signals an answer shows. */
const shownEvents = 20

/** The latest signals, the newest first. */
function latest(events: readonly Event[]): NonNullable<HeartbeatDetail['events']> {
  return events
    .slice(-shownEvents)
    .reverse()
    .map(({ at, ...event }) => ({ at: isoText(at), ...event }))
}

/** The answer to the question how all monitors are. */
export function overviewAnswer(all: readonly Evaluation[]): Outcome<HeartbeatDetail, HeartbeatMetrics> {
  const sum = (of: (evaluation: Evaluation) => number) => all.reduce((total, evaluation) => total + of(evaluation), 0)
  return {
    summary: overviewSentence(all),
    metrics: {
      ...counts(all),
      pings: sum(({ monitor }) => monitor.pings),
      missed: sum(({ monitor }) => monitor.missed)
    },
    detail: { signal: 'check', state: worst(all), warnings: [], alerts: newTroubles(all), monitors: all.map(listed) }
  }
}

/** The answer to the question how one of the monitors is. */
export function monitorAnswer(
  { found, events }: { readonly found: Evaluation; readonly events: readonly Event[] },
  all: readonly Evaluation[],
  now: number
): Outcome<HeartbeatDetail, HeartbeatMetrics> {
  const { monitor, schedule, status } = found
  const others = all.filter(other => other.monitor.name !== monitor.name)
  const hasNoSchedule = schedule.cron === undefined && schedule.periodSeconds === undefined
  const warned: readonly Warning[] = hasNoSchedule ? ['no_schedule'] : []
  return {
    summary: `Heartbeat "${monitor.name}" ${monitor.pings === 0 ? 'has had no signal yet' : `is ${status.state}`}.`,
    metrics: { ...counts(all), ...figures(found, now) },
    detail: {
      ...statusDetail(found),
      signal: 'check',
      warnings: [...warned],
      ...noteOf(warned),
      alerts: newTroubles(others),
      monitors: all.map(listed),
      changes: monitor.changes.toReversed().map(({ at, ...change }) => ({ at: isoText(at), ...change })),
      events: latest(events)
    }
  }
}

function listed({ monitor: { name, lastSuccessAt }, status: { state, dueAt } }: Evaluation) {
  return {
    name,
    state,
    ...(dueAt !== undefined && { dueAt: isoText(dueAt) }),
    ...(lastSuccessAt !== undefined && { lastSuccessAt: isoText(lastSuccessAt) })
  }
}

/** Those in trouble that nothing has recorded yet. */
function newTroubles(evaluations: readonly Evaluation[]): HeartbeatDetail['alerts'] {
  return troubles(evaluations.filter(({ isNews }) => isNews))
}

function worst(all: readonly Evaluation[]): State {
  return states.findLast(state => named(state, all).length > 0) ?? 'new'
}

function overviewSentence(all: readonly Evaluation[]): string {
  if (all.length === 0) return 'No heartbeat is kept yet.'
  const monitors = counted(all.length, 'monitor')
  const [down, late] = [named('down', all), named('late', all)]
  const troubled = [troubleText(down, 'down'), troubleText(late, 'late')].filter(text => text !== '')
  if (troubled.length > 0) return `Of ${monitors}, ${troubled.join(' and ')}.`
  return `${monitors}: none is late or down.`
}

function troubleText(names: readonly string[], state: State): string {
  if (names.length === 0) return ''
  const shown = names.slice(0, 3).join(', ')
  return `${names.length} ${isAre(names.length)} ${state} (${names.length > 3 ? `${shown}, …` : shown})`
}

/** The state of a monitor, as every answer shows it. */
function statusDetail({ monitor, status }: Evaluation): Omit<HeartbeatDetail, 'signal' | 'warnings' | 'alerts'> {
  const { state, reason, dueAt, graceEndsAt, runEndsAt } = status
  const { name, lastSuccessAt, streak } = monitor
  return {
    name,
    state,
    ...(reason && { reason }),
    ...(lastSuccessAt !== undefined && { lastSuccessAt: isoText(lastSuccessAt) }),
    ...(dueAt !== undefined && { dueAt: isoText(dueAt) }),
    ...(graceEndsAt !== undefined && { graceEndsAt: isoText(graceEndsAt) }),
    ...(runEndsAt !== undefined && { runEndsAt: isoText(runEndsAt) }),
    streak
  }
}

/** The monitors that are in trouble, as an answer lists them. */
function troubles(evaluations: readonly Evaluation[]): HeartbeatDetail['alerts'] {
  return evaluations
    .filter(({ status: { state } }) => state === 'late' || state === 'down')
    .map(({ monitor: { name }, status: { state, reason } }) => ({ name, state, ...(reason && { reason }) }))
}

/** How many monitors there are, and how many are in each state. */
function counts(evaluations: readonly Evaluation[]): Pick<HeartbeatMetrics, 'monitors' | 'up' | 'late' | 'down'> {
  return {
    monitors: evaluations.length,
    up: named('up', evaluations).length,
    late: named('late', evaluations).length,
    down: named('down', evaluations).length
  }
}

/** The figures of one monitor. */
function figures(
  { monitor, status }: Evaluation,
  now: number
): Omit<HeartbeatMetrics, keyof ReturnType<typeof counts>> {
  const { pings, missed } = monitor
  const { dueAt } = status
  return { pings, missed, ...(dueAt !== undefined && { secondsUntilDue: Math.round((dueAt - now) / 1000) }) }
}

/** The names of the monitors in a state. */
function named(state: State, evaluations: readonly Evaluation[]): readonly string[] {
  return evaluations.filter(({ status }) => status.state === state).map(({ monitor }) => monitor.name)
}

/** A sentence on the other monitors that are in trouble; '' when none is. */
function othersText(others: readonly Evaluation[]): string {
  const parts = (['down', 'late'] as const).flatMap(state => {
    const { length } = named(state, others)
    return length === 0 ? [] : [{ length, state }]
  })
  const [first, second] = parts
  if (!first) return ''
  const text = `${counted(first.length, 'other monitor')} ${isAre(first.length)} ${first.state}`
  return second ? `${text}, ${second.length} ${isAre(second.length)} ${second.state}.` : `${text}.`
}
