import type { Outcome, Static } from '@product-host/sdk'
import type { Standing } from '../delivery/backlog.js'
import { deliveryFailure } from '../delivery/failure.js'
import type { Report } from '../delivery/report.js'
import { shownProgress } from '../delivery/shown.js'
import { type Assigned } from '../routing/assigner.js'
import { routingSummary } from '../routing/summary.js'
import type { RouteDetail, RouteMetrics } from './route-schema.js'

type Answer = Outcome<RouteDetail, Static<typeof RouteMetrics>>

/** The answer of a call that routed leads, or showed what it would do. */
export function assignmentAnswer(
  { decisions, routed, missing, reports }: Assigned,
  standing: Standing,
  dryRun: boolean
): Answer {
  const unrouted = missing.map(leadId => ({ leadId, reason: 'Another call routed it, or it is no longer kept.' }))
  return answerOf(reports, standing, {
    summary: routingSummary(decisions, dryRun),
    leads: routed.length + unrouted.length,
    detail: { dryRun, routed: [...routed], unrouted }
  })
}

/** The answer of a call that tried deliveries again. */
export function redeliveryAnswer(reports: readonly Report[], standing: Standing): Answer {
  const deliveries = reports.map(report => ({
    eventId: report.event.id,
    leadId: report.event.leadId,
    destination: report.event.destination,
    ...shownProgress(report)
  }))
  return answerOf(reports, standing, {
    summary: redeliverySummary(reports),
    leads: new Set(deliveries.map(({ leadId }) => leadId)).size,
    detail: { dryRun: false, routed: [], unrouted: [], deliveries }
  })
}

/** `Tried 2 of 3 deliveries: 2 delivered, 1 retrying.` */
function redeliverySummary(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No delivery waits to be tried.'
  const tried = reports.filter(({ attempt }) => attempt).length
  const count = tried === reports.length ? `${tried}` : `${tried} of ${reports.length}`
  const groups = [...Map.groupBy(reports, ({ status }) => status)].map(([status, { length }]) => `${length} ${status}`)
  return `Tried ${count} ${reports.length === 1 ? 'delivery' : 'deliveries'}: ${groups.join(', ')}.`
}

/** Throws when a delivery was given up: not all that was asked was done. */
function answerOf(
  reports: readonly Report[],
  standing: Standing,
  { summary, leads, detail }: { summary: string; leads: number; detail: Omit<RouteDetail, 'queue'> }
): Answer {
  const { routed } = detail
  const shown = { ...detail, queue: shownQueue(standing) }
  const given = reports.filter(({ status }) => status === 'dead')
  const metrics = {
    leads,
    routed: routed.length,
    fallback: routed.filter(({ rule }) => rule === 'fallback').length,
    delivered: reports.filter(({ status }) => status === 'delivered').length,
    failed: given.length,
    queued: standing.waiting + standing.held
  }
  const [first] = given
  if (first) throw deliveryFailure(first, { details: shown, metrics })
  return { summary, metrics, detail: shown }
}

function shownQueue({ waiting, held, dead, nextAttemptAt, letters }: Standing): RouteDetail['queue'] {
  return {
    waiting,
    held,
    dead,
    ...(nextAttemptAt !== undefined && { nextAttemptAt: timeOf(nextAttemptAt) }),
    letters: letters.flatMap(({ id, leadId, destination, state }) =>
      state.place === 'dead'
        ? [{ eventId: id, leadId, destination, reason: state.reason, diedAt: timeOf(state.since) }]
        : []
    )
  }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
