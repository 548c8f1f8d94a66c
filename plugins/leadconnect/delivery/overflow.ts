import { ProductError } from '@product-host/sdk'
import { mostQueued, type Totals } from '../totals.js'

/** The code of the refusal, with its meaning. */
export const overflowCodes = {
  queue_full: 'Too many deliveries wait for their destinations; nothing was taken. Try again when some are delivered.'
} as const

/** Throws `queue_full` when one more event cannot wait: a lead that is refused is not lost, the caller still has it. */
export function refuseOverflow({ waiting, held }: Totals): void {
  if (waiting + held < mostQueued) return
  const count = mostQueued.toLocaleString('en-GB')
  throw new ProductError('queue_full', `${count} deliveries wait for their destinations; no more are taken.`, {
    retryable: true
  })
}
