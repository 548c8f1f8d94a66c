import type { Answer, Clock, Products } from '@product-host/sdk'
import pLimit from 'p-limit'
import { type Failure, failureOf } from '../runs/failure.js'
import { type Ended, within } from '../runs/within.js'
import type { Source } from './sources.js'

/** How one source answered. */
export interface Gathered {
  readonly source: Source
  readonly status: 'fulfilled' | 'failed' | 'timeout' | 'skipped'
  readonly ms: number
  readonly answer?: Answer
  readonly error?: Failure
}

/** How long sources may take, in milliseconds. */
export interface Patience {
  readonly timeoutMs: number
  readonly perSourceMs: number
}

/** Sources that are asked at once. */
const atOnce = 4

/** Refusals that say that the caller may not run a product, and not that the product failed. */
const closedDoors: readonly string[] = [
  'product_disabled',
  'waitlisted',
  'insufficient_scope',
  'trial_required',
  'trial_expired'
]

/** Asks all sources, and answers in the time that it has, whatever they do. In the order of the sources. */
export async function collect(
  sources: readonly Source[],
  { timeoutMs, perSourceMs }: Patience,
  { products, clock, signal }: { readonly products: Products; readonly clock: Clock; readonly signal: AbortSignal }
): Promise<readonly Gathered[]> {
  const whole = new AbortController()
  const timer = setTimeout(() => whole.abort(), timeoutMs)
  const limit = pLimit(atOnce)
  const ask = async (source: Source): Promise<Gathered> => {
    if (whole.signal.aborted) return { source, status: 'skipped', ms: 0, error: notAsked }
    const began = clock.now()
    const ended = await within(perSourceMs, AbortSignal.any([signal, whole.signal]), mine =>
      products.execute(source.product, source.action, source.input, { signal: mine })
    )
    return { source, ms: clock.now() - began, ...outcomeOf(source, ended) }
  }
  try {
    return await Promise.all(sources.map(source => limit(ask, source)))
  } finally {
    clearTimeout(timer)
  }
}

const notAsked: Failure = { code: 'not_asked', message: 'The time was over before its turn came.', retryable: true }
const timedOut: Failure = { code: 'timeout', message: 'It did not answer in time.', retryable: true }
const broken: Failure = { code: 'product_error', message: 'The product failed.', retryable: false }

function outcomeOf({ isImplied }: Source, ended: Ended): Pick<Gathered, 'status' | 'answer' | 'error'> {
  if (ended === 'timeout') return { status: 'timeout', error: timedOut }
  if (ended === 'broken') return { status: 'failed', error: broken }
  if (ended.answer.ok) return { status: 'fulfilled', answer: ended.answer }
  const error = failureOf(ended.answer)
  return { status: isImplied && closedDoors.includes(error.code) ? 'skipped' : 'failed', error }
}
