import { Problem } from '../../problems.js'
import type { Standing } from './standing.js'

/** Throws a 409 `Problem` when the plan runs, so that it cannot be begun. */
export function requireNotRunning({ status }: Standing): void {
  if (status === 'trialing' || status === 'active')
    throw new Problem('plan_running', 'The plan runs already; an account has one trial.')
}
