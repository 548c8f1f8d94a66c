import { ProductError, type ProductErrorOptions, type Static, Type, type WebhookFailure } from '@product-host/sdk'
import type { DeliveryStatus, LeadDelivery } from '../leads/leads.js'
import { mostQueued } from '../limits.js'
import { type Attempt, attemptsOf, type LeadEvent, statusOf, type Totals } from './event.js'
import { failureText, momentText, sentence } from './wording.js'

/** The result of one attempt of an event, or why none was made. */
export interface Report {
  readonly status: Exclude<DeliveryStatus, 'stored'>
  readonly event: LeadEvent
  /** The attempt, if one was made. */
  readonly attempt?: Attempt
  /** Why it failed. */
  readonly failure?: WebhookFailure
}

/** The number of an attempt. */
const attemptNumber = Type.Integer({
  minimum: 1,
  title: 'Attempt',
  description: 'Its number, from 1 to 10. A replay begins again at 1.'
})

/** How one attempt ended. */
const attemptResult = {
  ms: Type.Integer({ minimum: 0, title: 'Time (ms)', description: 'How long it took, in milliseconds.' }),
  httpStatus: Type.Optional(
    Type.Integer({
      title: 'HTTP status',
      description: 'The status with which the receiver responded. Left out if there was no response.'
    })
  ),
  error: Type.Optional(
    Type.String({
      title: 'Error',
      description:
        'Why it failed: `http_503` and the like after a response, else a code such as `connect_timeout`. Left out after success.'
    })
  )
}

/** How one attempt ended, as an answer shows it. */
export const ShownAttempt = Type.Object(
  {
    number: attemptNumber,
    ...attemptResult
  },
  { title: 'Attempt', description: 'The attempt to deliver during this request. Left out if there was none.' }
)

/** How one attempt ended, as an answer shows it. */
export type ShownAttempt = Static<typeof ShownAttempt>

/** The tone in which a status is shown. */
export const deliveryTones = {
  delivered: 'good',
  stored: 'good',
  duplicate: 'info',
  retrying: 'warning',
  held: 'warning',
  dead: 'danger'
} as const

/** How far a delivery has come, as an answer shows it. */
export const ShownProgress = Type.Object({
  status: Type.Enum(['delivered', 'retrying', 'held', 'stored', 'dead'], {
    title: 'Status',
    description:
      '`delivered`: the receiver accepted it; `retrying`: it waits for its next attempt; `held`: it waits until ' +
      'its destination is set up and switched on; `stored`: nothing is sent; `dead`: it was given up.'
  }),
  attempt: Type.Optional(ShownAttempt),
  nextAttemptAt: Type.Optional(
    Type.String({
      format: 'date-time',
      title: 'Next attempt',
      description: 'When it is due. Only with the status `retrying`.'
    })
  )
})

/** How far a delivery has come, as an answer shows it. */
export type ShownProgress = Static<typeof ShownProgress>

/** How far a delivery has come: its last attempt, if this call made one, and the time of the next. */
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
    ...(isRetrying && { nextAttemptAt: timeText(state.dueAt) })
  }
}

function shownAttempt({ number, ms, httpStatus, error }: Attempt): ShownAttempt {
  return { number, ms, ...(httpStatus !== undefined && { httpStatus }), ...(error !== undefined && { error }) }
}

/** The codes of a delivery that was given up, with their meanings. */
export const failureCodes = {
  delivery_failed:
    'The delivery was given up, because the receiver refused it or the last attempt failed. It is stored, and the ' +
    'action `route` with the field `replay` sends it again.',
  target_blocked:
    'The URL of the destination leads to a private network or to a port that is not allowed. Change it in the ' +
    'settings; then the action `route` with the field `replay` sends the delivery again.'
} as const

/** The error for a delivery that was given up. */
export function deliveryFailure({ event, failure, attempt }: Report, options: ProductErrorOptions): ProductError {
  const { destination, attempts } = event
  const answer = failureText(attempt?.error ?? 'no_answer')
  if (failure?.isFinal && failure.httpStatus === undefined)
    return new ProductError('target_blocked', `The address of ${destination} must not be called: ${answer}.`, options)
  const count = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  return new ProductError(
    'delivery_failed',
    `The delivery to ${destination} was given up after ${count}: ${answer}.`,
    options
  )
}

/** The code of the refusal, with its meaning. */
export const overflowCodes = {
  queue_full: 'Too many deliveries wait for their destinations; nothing was stored. Try again when some are delivered.'
} as const

/** Throws `queue_full` when one more event cannot wait: a lead that is refused is not lost, the caller still has it. */
export function refuseOverflow({ waiting, held }: Totals): void {
  if (waiting + held < mostQueued) return
  const count = mostQueued.toLocaleString('en-GB')
  throw new ProductError('queue_full', `${count} deliveries wait for their destinations; no more are accepted.`, {
    retryable: true
  })
}

const text = (title: string, description: string) => Type.String({ title, description })

const time = (title: string, description: string) => Type.String({ format: 'date-time', title, description })

/** One attempt in the list of deliveries. */
const LoggedAttempt = Type.Object(
  {
    number: attemptNumber,
    at: time('Ended at', 'When the attempt succeeded or failed.'),
    ...attemptResult,
    response: Type.Optional(
      Type.String({
        title: 'Response',
        description: 'The first 512 characters of the receiver’s response. Only of a failure.'
      })
    )
  },
  { title: 'Attempt' }
)

/** A delivery, as an answer shows it. */
export const ShownDelivery = Type.Object(
  {
    eventId: text('Event', 'The identifier of the delivery, which `replay` takes.'),
    leadId: text('Person', 'The identifier of the person, the same for all leads of the person.'),
    email: Type.Optional(
      Type.String({
        title: 'E-mail address',
        description: 'Masked where the call is about several leads. Left out where the lead is no longer stored.'
      })
    ),
    destination: text('Destination', 'The name of the destination; `route` while the rules have not chosen.'),
    ...ShownProgress.properties,
    reason: Type.Optional(Type.String({ title: 'Why', description: 'What came of it, in words.' })),
    type: Type.Optional(
      text(
        'Type of the event',
        '`lead.created`: a lead came in; `lead.routed`: a lead was given to an owner or a destination.'
      )
    ),
    createdAt: Type.Optional(time('Created', 'When the delivery was made, before its first attempt.')),
    changedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        title: 'Since',
        description: 'Since when it is delivered, held or dead. Left out while it waits.'
      })
    ),
    attempts: Type.Optional(
      Type.Array(LoggedAttempt, {
        title: 'Attempts',
        description: 'Every attempt whose result is known, the oldest first, 30 at most.'
      })
    )
  },
  { title: 'Delivery' }
)

/** What is said of a delivery beside its event. */
interface DeliveryContext {
  /** The address of its lead, as the answer shows it. */
  readonly email: string | undefined
  readonly now: number
}

/** A delivery with all its attempts. */
export function shownDelivery(event: LeadEvent, { email, now }: DeliveryContext): Static<typeof ShownDelivery> {
  const { id, leadId, destination, type, createdAt, state } = event
  return {
    eventId: id,
    leadId,
    ...(email !== undefined && { email }),
    destination,
    status: statusOf(event),
    reason: reasonOf(event, now),
    type,
    createdAt: timeText(createdAt),
    ...(state.place === 'waiting' ? { nextAttemptAt: timeText(state.dueAt) } : { changedAt: timeText(state.since) }),
    attempts: attemptsOf(event).map(({ at, ...attempt }) => ({ ...attempt, at: timeText(at) }))
  }
}

/** A delivery of which only its lead knows: its record is gone. */
export function rememberedDelivery(
  { eventId, destination, status, at }: LeadDelivery,
  leadId: string
): Static<typeof ShownDelivery> {
  const reason =
    status === 'dead' ? 'It was given up. It is no longer stored, so it cannot be replayed.' : 'It was delivered.'
  return { eventId, leadId, destination, status, reason, changedAt: timeText(at) }
}

/** What came of a delivery, in one or two sentences. */
export function reasonOf({ state, lastAttempt, attempts }: LeadEvent, now: number): string {
  const last = lastAttempt?.error === undefined ? '' : `${sentence(failureText(lastAttempt.error))}. `
  switch (state.place) {
    case 'delivered':
      return attempts === 1 ? 'The first attempt was successful.' : `Attempt ${attempts} was successful.`
    case 'waiting':
      return `${last}The next attempt is ${momentText(state.dueAt, now)}.`
    case 'held':
      return `${last}It waits until the destination has a URL, is switched on, and accepts leads.`
    case 'dead':
      return `It was given up: ${failureText(state.reason)}.`
  }
}

/** A time as answers show it. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
