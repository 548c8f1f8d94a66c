import { CLOCK, defineAction, SETTINGS } from '@product-host/sdk'
import { Backlog } from '../delivery/backlog.js'
import { destinationOf, inbox } from '../delivery/destination.js'
import { Dispatch } from '../delivery/dispatch.js'
import { failureCodes } from '../delivery/failure.js'
import { overflowCodes } from '../delivery/overflow.js'
import { Classifier, emailCodes } from '../leads/classify.js'
import { Intake } from '../leads/intake.js'
import { Leads } from '../leads/leads.js'
import { readPayload } from '../leads/payload.js'
import { requestedDelivery } from '../leads/request.js'
import { slugified } from '../leads/slug.js'
import { ingestAsks } from './asks.js'
import { ingestAnswer } from './ingest-answer.js'
import { IngestDetail, IngestInput, IngestMetrics } from './ingest-schema.js'

/** Milliseconds from its start after which a call begins no second try. */
const lastTryAfterMs = 12_000

/** Takes a lead in and delivers it. */
export const ingest = defineAction({
  title: 'Take a lead in',
  description:
    'Keeps a lead once and delivers it as a signed webhook, for days if need be; holds what has no destination yet.',
  effect: 'external',
  effectOf: ({ deliver, destination }) => (deliver && slugified(destination) !== inbox ? 'external' : 'write'),
  input: IngestInput,
  detail: IngestDetail,
  metrics: IngestMetrics,
  examples: [
    {
      title: 'A contact form for the CRM',
      input: {
        email: 'jane@acme.com',
        destination: 'crm',
        payload: '{"name":"Jane Doe","country":"GB","employees":250}',
        source: 'website'
      }
    },
    {
      title: 'Kept in the inbox',
      input: { email: 'tom@example.org', destination: 'inbox', payload: 'Please call me.' }
    }
  ],
  asks: ingestAsks,
  errors: { ...failureCodes, ...overflowCodes, ...emailCodes },
  needs: {
    classifier: Classifier,
    intake: Intake,
    dispatch: Dispatch,
    leads: Leads,
    backlog: Backlog,
    settings: SETTINGS,
    clock: CLOCK
  },
  timeoutMs: 30_000,

  async run(input, { classifier, intake, dispatch, leads, backlog, settings, clock, signal }) {
    const until = clock.now() + lastTryAfterMs
    const { address, destination } = requestedDelivery(input, settings)
    const email = await classifier.admit(address, signal)
    const { source, externalId, deliver, dedupeHours = Number(settings.dedupeHours) } = input
    const taken = await intake.take({
      email,
      payload: readPayload(input.payload),
      destination,
      shouldDeliver: deliver,
      dedupeHours,
      ...(source !== undefined && { source }),
      ...(externalId !== undefined && { externalId })
    })
    await backlog.wake()
    const { isDuplicate, leadId, eventId, status } = taken
    const isMoving = status === 'retrying' && !isDuplicate
    const dispatched = isMoving ? await dispatch.sendAtOnce(eventId, { until, signal }) : {}

    const known = isDuplicate ? undefined : await leads.delivery(leadId, eventId)
    const delivery = known ?? { destination, status, attempts: 0 }
    const isKeyed = (destinationOf(settings, delivery.destination)?.secrets.length ?? 0) > 0
    const totals = await backlog.totals()
    return ingestAnswer({ taken, email, delivery, dispatched, isKeyed, totals })
  }
})
