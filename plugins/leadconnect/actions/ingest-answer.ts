import type { Outcome, Static } from '@product-host/sdk'
import { inbox } from '../delivery/destination.js'
import type { Dispatched } from '../delivery/dispatch.js'
import { deliveryFailure } from '../delivery/failure.js'
import { shownProgress } from '../delivery/shown.js'
import type { Email } from '../leads/classify.js'
import type { Taken } from '../leads/intake.js'
import type { LeadDelivery } from '../leads/lead.js'
import { displayName } from '../routing/owner.js'
import type { Totals } from '../totals.js'
import type { IngestDetail, IngestMetrics } from './ingest-schema.js'

/** All that is known of a lead when its call ends. */
export interface Ingested {
  readonly taken: Taken
  readonly email: Email
  /** How the lead's event stands; that of a duplicate is left alone. */
  readonly delivery: Pick<LeadDelivery, 'destination' | 'status' | 'attempts'>
  /** What this call made of the event, where it tried. */
  readonly dispatched: Dispatched
  /** Whether deliveries to the destination are signed. */
  readonly isKeyed: boolean
  readonly totals: Totals
}

/** The answer of a call that took a lead in. Throws when its delivery was given up. */
export function ingestAnswer({
  taken,
  email,
  delivery,
  dispatched,
  isKeyed,
  totals
}: Ingested): Outcome<IngestDetail, Static<typeof IngestMetrics>> {
  const { report, routed } = dispatched
  const { attempt } = report ?? {}
  const detail: IngestDetail = {
    leadId: taken.leadId,
    eventId: taken.eventId,
    destination: delivery.destination,
    email,
    ...(routed && { rule: routed.decision.by }),
    ...(routed?.decision.owner !== undefined && { owner: routed.decision.owner }),
    ...(report && shownProgress(report)),
    status: taken.isDuplicate ? 'duplicate' : (report?.status ?? delivery.status),
    signature: { scheme: 'v1', keyed: isKeyed }
  }
  const metrics = {
    attempts: delivery.attempts,
    ...(attempt && { deliveryMs: attempt.ms }),
    ...(attempt?.httpStatus !== undefined && { httpStatus: attempt.httpStatus }),
    ...(email.quality !== undefined && { quality: email.quality }),
    leads: totals.leads,
    queued: totals.waiting + totals.held,
    dead: totals.dead
  }
  if (report?.status === 'dead') throw deliveryFailure(report, { details: detail, metrics })
  return { summary: summaryOf(detail), metrics, detail }
}

function summaryOf({ status, destination, email, eventId, owner, attempt, nextAttemptAt }: IngestDetail): string {
  const lead = `Lead ${email.address}${owner === undefined ? '' : ` for ${displayName(owner)}`}`
  const why = attempt?.error === undefined ? '' : ` (${attempt.error})`
  switch (status) {
    case 'delivered':
      return `${lead} delivered to ${destination}${attempt ? ` in ${attempt.ms} ms` : ''}.`
    case 'retrying':
      return `${lead} is on its way to ${destination}${why}; next try ${nextAttemptAt ?? 'soon'}.`
    case 'held':
      return `${lead} is held until the destination ${destination} is ready.`
    case 'duplicate':
      return `${lead} was taken before as ${eventId}; nothing is sent again.`
    default:
      return destination === inbox
        ? `${lead} is stored in the inbox.`
        : `${lead} is stored for ${destination}; nothing is sent.`
  }
}
