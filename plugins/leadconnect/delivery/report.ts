import type { DeliveryStatus } from '../leads/lead.js'
import type { Attempt, LeadEvent } from './event.js'
import type { Outcome } from './outcome.js'

/** What became of an event in one try, or why none was made. */
export interface Report {
  readonly status: Exclude<DeliveryStatus, 'stored'>
  readonly event: LeadEvent
  /** The try and what it came to, where one was made. */
  readonly attempt?: Attempt
  readonly outcome?: Outcome
}
