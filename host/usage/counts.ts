import { bucketOf } from './latencies.js'

/** What was counted of calls that belong together. */
export interface Counts {
  /** Calls that were run, whatever they came to. */
  calls: number
  /** Those of them that ended in a fault of the product or the host. */
  errors: number
  /** Answers given again for an Idempotency-Key; they are no calls. */
  replays: number
  /** What was refused, by the status of the refusal; these are no calls either. */
  refusals: Record<string, number>
  /** How long the calls took: see `Latencies`. */
  latencies: Record<string, number>
}

/** How something that counts has ended: an answer given again, or a status after so many milliseconds. */
export type Ending = 'replay' | { readonly status: number; readonly ms: number }

/** Nothing counted yet. */
export function noCounts(): Counts {
  return { calls: 0, errors: 0, replays: 0, refusals: {}, latencies: {} }
}

/** Counts one ending more. */
export function addEnding(counts: Counts, ending: Ending): void {
  if (ending === 'replay') counts.replays++
  else if (ending.status >= 400 && ending.status < 500) increase(counts.refusals, String(ending.status), 1)
  else {
    counts.calls++
    if (ending.status >= 500) counts.errors++
    increase(counts.latencies, String(bucketOf(ending.ms)), 1)
  }
}

/** What all of these come to together. */
export function sum(all: readonly Counts[]): Counts {
  const total = noCounts()
  for (const { calls, errors, replays, refusals, latencies } of all) {
    total.calls += calls
    total.errors += errors
    total.replays += replays
    for (const status in refusals) increase(total.refusals, status, refusals[status] ?? 0)
    for (const bucket in latencies) increase(total.latencies, bucket, latencies[bucket] ?? 0)
  }
  return total
}

function increase(numbers: Record<string, number>, name: string, by: number): void {
  numbers[name] = (numbers[name] ?? 0) + by
}
