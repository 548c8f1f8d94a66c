import type { Outcome } from '@product-host/sdk'
import { counted, isAre, isoText } from '../wording.js'
import type { HeartbeatDetail, HeartbeatMetrics } from './detail.js'
import type { Event } from './events.js'
import type { Judgement } from './judgement.js'
import { type State, states } from './monitor.js'
import { counts, figures, named, standingDetail, troubles } from './report.js'

/** How many signals an answer shows. */
const shownEvents = 20

/** The answer to the question how all monitors are. */
export function fleetAnswer(all: readonly Judgement[]): Outcome<HeartbeatDetail, HeartbeatMetrics> {
  const sum = (of: (judgement: Judgement) => number) => all.reduce((total, judgement) => total + of(judgement), 0)
  return {
    summary: fleetSentence(all),
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
  { found, events }: { readonly found: Judgement; readonly events: readonly Event[] },
  all: readonly Judgement[],
  now: number
): Outcome<HeartbeatDetail, HeartbeatMetrics> {
  const { monitor, schedule, standing } = found
  const others = all.filter(other => other.monitor.name !== monitor.name)
  const hasNoSchedule = schedule.cron === undefined && schedule.periodSeconds === undefined
  return {
    summary: `Heartbeat "${monitor.name}" is ${standing.state}.`,
    metrics: { ...counts(all), ...figures(found, now) },
    detail: {
      ...standingDetail(found),
      signal: 'check',
      warnings: hasNoSchedule ? ['no_schedule'] : [],
      alerts: newTroubles(others),
      monitors: all.map(listed),
      changes: monitor.changes.toReversed().map(({ at, ...change }) => ({ at: isoText(at), ...change })),
      events: events
        .slice(-shownEvents)
        .reverse()
        .map(({ at, ...event }) => ({ at: isoText(at), ...event }))
    }
  }
}

function listed({ monitor: { name, lastSuccessAt }, standing: { state, dueAt } }: Judgement) {
  return {
    name,
    state,
    ...(dueAt !== undefined && { dueAt: isoText(dueAt) }),
    ...(lastSuccessAt !== undefined && { lastSuccessAt: isoText(lastSuccessAt) })
  }
}

/** Those in trouble that nothing has recorded yet. */
function newTroubles(judgements: readonly Judgement[]): HeartbeatDetail['alerts'] {
  return troubles(judgements.filter(({ alerts }) => alerts.length > 0))
}

function worst(all: readonly Judgement[]): State {
  return states.findLast(state => named(state, all).length > 0) ?? 'new'
}

function fleetSentence(all: readonly Judgement[]): string {
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
