import timers from 'node:timers/promises'
import { type Egress, EgressError, type EgressResponse } from '@product-host/sdk'
import { type Assertion, assertionsOf } from './assertions.js'
import { type Failure, failures } from './failures.js'
import type { Plan } from './plan.js'

/** The longest that all attempts of one probe take together, in milliseconds: a retry that might go beyond is not made. */
export const longestProbeMs = 60_000

/** One attempt and what came of it. */
export interface Attempt {
  readonly ms: number
  readonly response?: EgressResponse
  /** Of the response; none without one. */
  readonly assertions: readonly Assertion[]
  /** Why the attempt failed; none when it went well. */
  readonly failure?: Failure
  /** Where the attempt came to, when it failed without a response. */
  readonly known?: EgressError['known']
}

/** The attempts of a probe, of which the last one counts. */
export interface Attempts {
  readonly earlier: readonly Attempt[]
  readonly last: Attempt
}

/** How many attempts were made. */
export function attemptCount({ earlier }: Attempts): number {
  return earlier.length + 1
}

/** Probes, and tries again as the plan says while the target is down; a blocked one is not tried again. */
export async function examine(plan: Plan, egress: Egress, signal: AbortSignal): Promise<Attempts> {
  let spentMs = 0
  const earlier: Attempt[] = []
  for (;;) {
    const attempt = await attemptOnce(plan, egress, signal)
    spentMs += attempt.ms + plan.retryDelayMs
    const isOver = attempt.failure?.status !== 'down' || earlier.length === plan.retries
    if (isOver || spentMs + plan.request.timeoutMs > longestProbeMs) return { earlier, last: attempt }
    earlier.push(attempt)
    if (plan.retryDelayMs > 0) await timers.setTimeout(plan.retryDelayMs, undefined, { signal })
  }
}

async function attemptOnce(plan: Plan, egress: Egress, signal: AbortSignal): Promise<Attempt> {
  try {
    const response = await egress.request(plan.address, { ...plan.request, signal })
    const assertions = assertionsOf(plan.expectations, response)
    const broken = assertions.find(({ ok }) => !ok)
    return { ms: response.totalMs, response, assertions, ...(broken && { failure: failureOf(broken) }) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EgressError) || error.code === 'aborted') throw error
    return { ms: error.known.totalMs ?? 0, assertions: [], failure: failures[error.code], known: error.known }
  }
}

function failureOf({ name, expected, actual }: Assertion): Failure {
  if (name === 'status')
    return { status: 'down', code: 'http_status', reason: `it answered ${actual} instead of ${expected}` }
  const reason = {
    contains: `its body lacks "${expected}"`,
    notContains: `its body holds "${expected}"`,
    matches: 'its body does not match the pattern',
    expectJson: `its body has ${actual} where ${expected} is expected`
  }[name]
  return { status: 'down', code: 'body_mismatch', reason }
}
