import type { Alert } from '../alert/alerts.js'
import { certificateAlerts, turnAlerts } from './alerts.js'
import { emptyHistory, type History, withCheck } from './history.js'
import type { ProbeInput } from './input.js'
import { checkOf, type Observation } from './observation.js'

/** One target as it is kept. */
export interface Target {
  readonly name: string
  readonly url: string
  readonly history: History
  readonly certificateAlertedAt?: number
  /** What was asked when the rhythm was set; only of a target that has one. */
  readonly input?: ProbeInput
}

/** A target with one more observation, and what people have to be told of it. */
export function withObservation(
  target: Target | undefined,
  observation: Observation,
  now: number,
  confirmations: number
): { readonly target: Target; readonly before: History; readonly alerts: readonly Alert[] } {
  const { name, url } = observation.plan
  const before = target?.history ?? emptyHistory(now)
  const history = withCheck(before, checkOf(observation, now), confirmations)
  const ending = certificateAlerts(observation, target?.certificateAlertedAt, now)
  const certificateAlertedAt = ending.length > 0 ? now : target?.certificateAlertedAt
  return {
    target: { name, url: url.href, history, ...(certificateAlertedAt !== undefined && { certificateAlertedAt }) },
    before,
    alerts: [...turnAlerts(observation, before, history, now), ...ending]
  }
}
