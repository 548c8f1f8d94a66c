import { counted, isAre, isoText } from '../wording.js'
import type { HeartbeatDetail, HeartbeatMetrics } from './detail.js'
import type { Judgement } from './judgement.js'
import type { State } from './monitor.js'

/** How a monitor stands, as every answer shows it. */
export function standingDetail({
  monitor,
  standing
}: Judgement): Omit<HeartbeatDetail, 'signal' | 'warnings' | 'alerts'> {
  const { state, reason, dueAt, graceEndsAt, runEndsAt } = standing
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
export function troubles(judgements: readonly Judgement[]): HeartbeatDetail['alerts'] {
  return judgements
    .filter(({ standing: { state } }) => state === 'late' || state === 'down')
    .map(({ monitor: { name }, standing: { state, reason } }) => ({ name, state, ...(reason && { reason }) }))
}

/** How many monitors there are, and how many are in each state that people look for. */
export function counts(judgements: readonly Judgement[]): Pick<HeartbeatMetrics, 'monitors' | 'up' | 'late' | 'down'> {
  return {
    monitors: judgements.length,
    up: named('up', judgements).length,
    late: named('late', judgements).length,
    down: named('down', judgements).length
  }
}

/** The figures of one monitor. */
export function figures(
  { monitor, standing }: Judgement,
  now: number
): Omit<HeartbeatMetrics, keyof ReturnType<typeof counts>> {
  const { pings, missed } = monitor
  const { dueAt } = standing
  return { pings, missed, ...(dueAt !== undefined && { secondsUntilDue: Math.round((dueAt - now) / 1000) }) }
}

/** The names of the monitors in a state. */
export function named(state: State, judgements: readonly Judgement[]): readonly string[] {
  return judgements.filter(({ standing }) => standing.state === state).map(({ monitor }) => monitor.name)
}

/** A sentence on the other monitors that are in trouble; '' when none is. */
export function othersText(others: readonly Judgement[]): string {
  const parts = (['down', 'late'] as const).flatMap(state => {
    const { length } = named(state, others)
    return length === 0 ? [] : [{ length, state }]
  })
  const [first, second] = parts
  if (!first) return ''
  const text = `${counted(first.length, 'other monitor')} ${isAre(first.length)} ${first.state}`
  return second ? `${text}, ${second.length} ${isAre(second.length)} ${second.state}.` : `${text}.`
}
