import { ProductError, type ProductErrorOptions } from '@product-host/sdk'
import type { Report } from './report.js'

/** The codes of a delivery that was given up, with their meanings. */
export const failureCodes = {
  delivery_failed:
    'A delivery was given up: the receiver refused it, or the last of ten tries failed. It is a dead letter.',
  target_blocked: 'The address of the destination is one that must not be called. The delivery is a dead letter.'
} as const

/** The error for a delivery that was given up. */
export function deliveryFailure({ event, outcome, attempt }: Report, options: ProductErrorOptions): ProductError {
  const { destination, attempts } = event
  const { httpStatus, error = 'no answer came' } = attempt ?? {}
  const answer = httpStatus === undefined ? error : `the receiver answered ${httpStatus}`
  if (outcome?.kind === 'failed' && outcome.isBlocked)
    return new ProductError('target_blocked', `The address of ${destination} must not be called (${answer}).`, options)
  const tries = attempts === 1 ? 'one try' : `${attempts} tries`
  return new ProductError(
    'delivery_failed',
    `The delivery to ${destination} was given up after ${tries}: ${answer}.`,
    options
  )
}
