import { type Fault, InvalidInput, ProductError } from '../errors.js'
import type { Answer } from '../products.js'
import type { Check } from './checks.js'

/** How a call of `run` ended. */
export type Settled =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'invalid_input'; readonly faults: readonly Fault[] }
  | { readonly kind: 'invalid_output'; readonly faults: readonly Fault[] }
  | { readonly kind: 'bug'; readonly error: unknown }

/** What a run's outcome is judged by. */
export interface OutcomeChecks {
  readonly detail: Check
  readonly metrics: Check
}

/** Runs, and brings every way of ending into one form; never throws. */
export async function settle(run: () => Promise<unknown>, checks: OutcomeChecks): Promise<Settled> {
  try {
    return judgeOutcome(await run(), checks)
  } catch (error) {
    if (error instanceof InvalidInput) return { kind: 'invalid_input', faults: error.faults }
    if (error instanceof ProductError) return { kind: 'answered', answer: failure(error) }
    return { kind: 'bug', error }
  }
}

/** The answer to a call that failed as its product foresaw. */
function failure({ code, message, retryable, metrics, details }: ProductError): Answer {
  return { ok: false, summary: message, metrics, detail: { ...details, error: { code, message, retryable } } }
}

function judgeOutcome(outcome: unknown, checks: OutcomeChecks): Settled {
  if (typeof outcome !== 'object' || outcome === null)
    return invalid('#', 'is not an object of summary, metrics and detail')
  const { summary, metrics, detail } = outcome as Partial<Record<'summary' | 'metrics' | 'detail', unknown>>
  if (typeof summary !== 'string' || summary === '') return invalid('#/summary', 'is not a sentence')
  const faults = [
    ...checks.metrics(metrics).map(fault => within('metrics', fault)),
    ...checks.detail(detail).map(fault => within('detail', fault))
  ]
  if (faults.length > 0) return { kind: 'invalid_output', faults }
  return {
    kind: 'answered',
    answer: { ok: true, summary, metrics: metrics as Answer['metrics'], detail: detail as Answer['detail'] }
  }
}

function invalid(pointer: string, detail: string): Settled {
  return { kind: 'invalid_output', faults: [{ pointer, detail, fix: 'Return { summary, metrics, detail }.' }] }
}

function within(part: string, fault: Fault): Fault {
  return { ...fault, pointer: `#/${part}${fault.pointer.slice(1)}` }
}
