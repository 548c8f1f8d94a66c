import type { Alert } from '../alert/alerts.js'
import { isoText } from '../wording.js'
import { shownAddress } from './address.js'
import { type History, turnOf } from './history.js'
import type { Observation } from './observation.js'

const dayMs = 86_400_000

/** The alert that a target went down or came up again, if it did. */
export function turnAlerts(observation: Observation, before: History, after: History, at: number): readonly Alert[] {
  const turn = turnOf(before, after)
  if (!turn) return []
  const { plan, attempts, verdict } = observation
  const { failure } = attempts.last
  const target = { name: plan.name, url: shownAddress(plan.url), status: verdict.status }
  if (turn === 'down' && failure)
    return [
      { type: 'probe.down', at, data: { ...target, code: failure.code, message: `It is down: ${failure.reason}.` } }
    ]
  const { startedAt } = after.lastIncident ?? { startedAt: at }
  const downSeconds = Math.round((at - startedAt) / 1000)
  return [{ type: 'probe.up', at, data: { ...target, downSince: isoText(startedAt), downSeconds } }]
}

/** The alert that a certificate is about to end, at most once in 24 hours. */
export function certificateAlerts(
  { plan, verdict: { certificate } }: Observation,
  lastAt: number | undefined,
  at: number
): readonly Alert[] {
  if (!certificate?.isEnding || (lastAt !== undefined && at - lastAt < dayMs)) return []
  const { daysLeft, says } = certificate
  const data = { name: plan.name, url: shownAddress(plan.url), daysLeft, validTo: says.validTo }
  return [{ type: 'probe.certificate', at, data }]
}
