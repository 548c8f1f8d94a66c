import { type Static, Type } from '@product-host/sdk'
import type { DeliveryStatus } from '../leads/lead.js'
import type { Attempt, LeadEvent } from './event.js'

/** How one try ended, as an answer shows it. */
export const ShownAttempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  ms: Type.Integer({ minimum: 0 }),
  httpStatus: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String({ description: 'http_ and the status, or the code of the way out.' }))
})
/** How one try ended, as an answer shows it. */
export type ShownAttempt = Static<typeof ShownAttempt>

/** How far a delivery has come, as an answer shows it. */
export const ShownProgress = Type.Object({
  status: Type.Enum(['delivered', 'retrying', 'held', 'stored', 'dead']),
  attempt: Type.Optional(ShownAttempt),
  nextAttemptAt: Type.Optional(Type.String({ format: 'date-time' }))
})
/** How far a delivery has come, as an answer shows it. */
export type ShownProgress = Static<typeof ShownProgress>

/** How far a delivery has come: its last try, where this call made one, and the time of the next. */
export function shownProgress({
  status,
  event: { state },
  attempt
}: {
  readonly status: DeliveryStatus
  readonly event: LeadEvent
  readonly attempt?: Attempt
}): ShownProgress {
  const isRetrying = status === 'retrying' && state.place === 'waiting'
  return {
    status,
    ...(attempt && { attempt: shownAttempt(attempt) }),
    ...(isRetrying && { nextAttemptAt: new Date(state.dueAt).toISOString() })
  }
}

function shownAttempt({ number, ms, httpStatus, error }: Attempt): ShownAttempt {
  return { number, ms, ...(httpStatus !== undefined && { httpStatus }), ...(error !== undefined && { error }) }
}
