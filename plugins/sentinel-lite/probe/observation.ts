import type { Check } from './check.js'
import { type Attempts, attemptCount } from './examine.js'
import type { Plan } from './plan.js'
import type { Verdict } from './verdict.js'

/** One probe, made and judged. */
export interface Observation {
  readonly plan: Plan
  readonly attempts: Attempts
  readonly verdict: Verdict
}

/** What is kept of an observation. */
export function checkOf({ attempts, verdict }: Observation, at: number): Check {
  const { failure, ms } = attempts.last
  return {
    at,
    status: verdict.status,
    attempts: attemptCount(attempts),
    ...(failure ? { code: failure.code } : { ms })
  }
}
