/** What receivers may be told: a lead came in, or was given to somebody. */
export type EventType = 'lead.created' | 'lead.routed'

/** How one try ended. */
export interface Attempt {
  readonly number: number
  /** When it ended, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly ms: number
  /** Only where an answer came. */
  readonly httpStatus?: number
  /** Why it failed: `http_503`, or the code of the way out. */
  readonly error?: string
  /** The start of the answer's body, where it failed. */
  readonly response?: string
}

/** Where an event stands; times are in milliseconds since 1970-01-01T00:00:00Z. */
export type EventState =
  /** It is tried when it is due; until `claimedUntil` a try is under way, and no other may begin. */
  | { readonly place: 'waiting'; readonly dueAt: number; readonly claimedUntil?: number }
  /** Its destination is not ready. */
  | { readonly place: 'held'; readonly since: number }
  /** It was given up. */
  | { readonly place: 'dead'; readonly since: number; readonly reason: string }

/** One message about a lead on its way to one destination. */
export interface LeadEvent {
  /** `msg_` and a ULID: the `webhook-id` of every try. */
  readonly id: string
  readonly type: EventType
  readonly leadId: string
  readonly createdAt: number
  /** Where it goes; `route` until the rules have said where. */
  readonly destination: string
  /** True for an event that is to be routed and not delivered. */
  readonly isQuiet?: boolean
  /** What the body says of the lead; the same in every try. */
  readonly data: Readonly<Record<string, unknown>>
  /** The record by which the lead is known as taken; given back when the event dies, so that it can be sent again. */
  readonly seenAs?: string
  /** Tries that were begun. */
  readonly attempts: number
  readonly lastAttempt?: Attempt
  readonly state: EventState
}
