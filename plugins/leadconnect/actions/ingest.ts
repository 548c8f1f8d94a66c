import {
  CLOCK,
  defineAction,
  InvalidInput,
  type Issue,
  type Outcome,
  SETTINGS,
  type Settings,
  type Static,
  Type
} from '@product-host/sdk'
import { identityOf } from '@product-host/toolkit/slug'
import { Backlog } from '../delivery/deliveries.js'
import { byRules, destinationOf, inbox, unnamedDestination } from '../delivery/destination.js'
import type { Totals } from '../delivery/event.js'
import {
  deliveryFailure,
  deliveryTones,
  failureCodes,
  overflowCodes,
  ShownAttempt,
  shownProgress
} from '../delivery/report.js'
import { Dispatch, type Dispatched } from '../delivery/sender.js'
import { failureText } from '../delivery/wording.js'
import { Classifier, Email, type EmailAddress, emailCodes, invalidEmail, readEmail } from '../leads/email.js'
import { externalIdCodes, Intake, type IntakeResult } from '../leads/intake.js'
import { type LeadDelivery, Leads, type Payload, readPayload } from '../leads/leads.js'
import { nextAttemptText, Steps, stepsOf } from '../leads/steps.js'
import { lastAttemptAfterMs, longestEmail, longestPayload } from '../limits.js'
import { displayName } from '../routing/roster.js'
import intents from './intents.json' with { type: 'json' }

/** What `ingest` reads. */
const IngestInput = Type.Object({
  email: Type.String({
    minLength: 3,
    maxLength: longestEmail,
    title: 'E-mail address',
    description: 'The e-mail address of the person.'
  }),
  destination: Type.String({
    minLength: 1,
    maxLength: 64,
    title: 'Destination',
    description:
      'The name of a destination from the settings, "inbox" to only store the lead, or "route" to let the rules choose an owner and a destination.'
  }),
  payload: Type.String({
    maxLength: longestPayload,
    title: 'Payload',
    description:
      'What is known about the person: a JSON object as text, or any other text. The members of an object become fields of the lead.'
  }),
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      title: 'Source',
      description: 'Where the lead comes from, such as "website".'
    })
  ),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      title: 'Your identifier',
      description:
        'Your own identifier of the lead. If you send one, it decides what is a duplicate, in place of "E-mail address" and "Payload".'
    })
  ),
  deliver: Type.Boolean({
    default: true,
    title: 'Deliver',
    description: 'Whether the lead is sent to its destination. If not, it is only stored.'
  }),
  replace: Type.Boolean({
    default: false,
    title: 'Replace',
    description:
      'If on, the payload and the source replace what earlier leads of the person said. Otherwise newer members ' +
      'replace those of the same name, and the others stay.'
  }),
  dedupeHours: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 720,
      title: 'Ignore a repeated lead for (hours)',
      description:
        'Within this many hours, a lead is a duplicate if it has the same "Destination" as an earlier one and the ' +
        'same "Your identifier" or, without one, the same "E-mail address" and "Payload". Duplicates are neither ' +
        'stored nor sent. If empty: the hours in the settings. With 0, nothing is a duplicate.'
    })
  )
})

/** What `ingest` answers. */
const IngestDetail = Type.Object({
  leadId: Type.String({
    title: 'Person',
    description:
      'Identifies the person, not the lead: all leads of one person have the same. The lead is identified by `eventId`.'
  }),
  eventId: Type.String({
    title: 'Lead',
    description:
      'Identifies this lead and its delivery. Every attempt sends it in the header `webhook-id`. For a duplicate: that of the first lead.'
  }),
  status: Type.Enum(['delivered', 'retrying', 'held', 'stored', 'duplicate', 'dead'], {
    title: 'Status',
    description:
      '`delivered`: the receiver, the server at the URL of the destination, accepted it; `retrying`: it waits for ' +
      'its next attempt; `held`: it waits until its destination is set up and switched on; `stored`: nothing is ' +
      'sent; `duplicate`: the same lead was accepted before (see `dedupeHours`); `dead`: it was given up, and the ' +
      'request fails with `delivery_failed` or `target_blocked`.'
  }),
  destination: Type.String({
    title: 'Destination',
    description:
      'Where the lead goes: the name of a destination in the settings, `inbox`, or `route` while the rules have not chosen one.'
  }),
  email: Email,
  owner: Type.Optional(
    Type.String({
      title: 'Owner',
      description: 'The owner whom the rules chose. Only if `destination` in the request was `route`.'
    })
  ),
  rule: Type.Optional(
    Type.String({
      title: 'Rule',
      description:
        'What decided: `sticky` (the person or company already had an owner), `rule.1` for the first rule in the ' +
        'settings and so on, or `fallback` (no rule gave it to anyone). Only if `destination` in the request was ' +
        '`route`.'
    })
  ),
  attempt: Type.Optional(ShownAttempt),
  nextAttemptAt: Type.Optional(
    Type.String({
      format: 'date-time',
      title: 'Next attempt',
      description: 'When it is due. Only with the status `retrying`.'
    })
  ),
  signature: Type.Object(
    {
      scheme: Type.Literal('v1', {
        title: 'Version of the signature',
        description: '`v1`: HMAC-SHA256, as in Standard Webhooks 1.0.'
      }),
      keyed: Type.Boolean({
        title: 'Signed',
        description: 'True if the destination has a secret. Without one, its deliveries are not signed.'
      })
    },
    { title: 'Signature', description: 'How deliveries to this destination are signed.' }
  ),
  steps: Type.Optional(Steps),
  warnings: Type.Optional(
    Type.Array(Type.String({ title: 'Warning' }), {
      title: 'Warnings',
      description: 'Says which people were removed to make room, the oldest. Left out if none was.'
    })
  )
})

/** What `ingest` counts. */
const IngestMetrics = Type.Object({
  attempts: Type.Integer({
    title: 'Attempts',
    description: 'Attempts to send this lead so far; 0 if nothing is sent.'
  }),
  deliveryMs: Type.Optional(
    Type.Integer({
      title: 'Delivery (ms)',
      description: 'How long the attempt to deliver took. Left out if there was none.'
    })
  ),
  httpStatus: Type.Optional(
    Type.Integer({
      title: 'HTTP status',
      description: 'The status with which the receiver responded to the attempt. Left out if there was no response.'
    })
  ),
  quality: Type.Optional(
    Type.Number({
      title: 'Quality of the address',
      description: 'From 0 (unusable) to 100. Left out if only the form of the address was checked.'
    })
  ),
  leads: Type.Integer({ title: 'People', description: 'People of whom the account has stored a lead.' }),
  queued: Type.Integer({
    title: 'Queued',
    description: 'Deliveries of the account that wait for their next attempt or are held.'
  }),
  dead: Type.Integer({
    title: 'Given up',
    description:
      'Deliveries of the account that were given up. Each can be sent again with `replay`, a field of the action `route`.'
  })
})

/** Takes a lead in and delivers it. */
export const ingest = defineAction({
  title: 'Take a lead in',
  description:
    'Stores a lead once and sends it to its destination. If the destination is not set up yet, the lead waits.',
  effect: 'external',
  effectOf: ({ deliver, destination }) => (deliver && identityOf(destination) !== inbox ? 'external' : 'write'),
  input: IngestInput,
  detail: Type.Object(IngestDetail.properties, {
    'x-view': [
      { view: 'status', value: '/status', tones: deliveryTones },
      {
        view: 'timeline',
        title: 'What happened',
        items: '/steps',
        heading: ['/title'],
        text: ['/text'],
        status: '/status',
        tones: deliveryTones
      }
    ]
  }),
  metrics: IngestMetrics,
  decisiveFields: ['deliver', 'dedupeHours', 'externalId', 'replace'],
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
      title: 'Stored in the inbox',
      input: { email: 'tom@example.org', destination: 'inbox', payload: 'Please call me.' }
    }
  ],
  intents: intents.ingest,
  errors: { ...failureCodes, ...overflowCodes, ...emailCodes, ...externalIdCodes },
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
    const until = clock.now() + lastAttemptAfterMs
    const { address, destination } = requestedDelivery(
      { ...input, destination: await intake.destinationNamed(input.destination) },
      settings
    )
    const email = await classifier.admit(address, signal)
    const { source, externalId, deliver, dedupeHours = Number(settings.dedupeHours) } = input
    const payload = readPayload(input.payload)
    const taken = await intake.take({
      email,
      payload,
      destination,
      shouldDeliver: deliver,
      shouldReplace: input.replace,
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
    const isKeyed = destinationOf(settings, delivery.destination)?.endpoint.secret !== undefined
    const totals = await backlog.totals()
    return ingestAnswer({ taken, email, payload, delivery, dispatched, isKeyed, totals, now: clock.now() })
  }
})

/** Reads the address and the destination that a caller sent. Throws `InvalidInput` with the issues of both. */
function requestedDelivery(
  { email, destination }: { readonly email: string; readonly destination: string },
  settings: Settings
): { readonly address: EmailAddress; readonly destination: string } {
  const address = readEmail(email)
  const name = identityOf(destination)
  const issue = destinationIssue(name, settings)
  if (!address) throw new InvalidInput(issue ? [invalidEmail, issue] : [invalidEmail])
  if (issue) throw new InvalidInput([issue])
  return { address, destination: name }
}

function destinationIssue(name: string, settings: Settings): Issue | undefined {
  if (name === '') return unnamedDestination
  if (settings.strictDestinations !== 'true' || [inbox, byRules].includes(name) || destinationOf(settings, name)) return
  return {
    pointer: '#/destination',
    code: 'unknown_destination',
    detail: 'is not among the destinations of the settings, and leads whose destination has no URL are refused',
    fix: 'Send the name of a destination that is set up, or inbox, or route.'
  }
}

/** What `ingest` answers. */
type IngestDetail = Static<typeof IngestDetail>

/** All that is known of a lead when its call ends. */
interface Ingested {
  readonly taken: IntakeResult
  readonly email: Email
  readonly payload: Payload
  /** The state of the lead's event; that of a duplicate does not change. */
  readonly delivery: Pick<LeadDelivery, 'destination' | 'status' | 'attempts'>
  /** What this call made of the event, where it made an attempt. */
  readonly dispatched: Dispatched
  /** Whether deliveries to the destination are signed. */
  readonly isKeyed: boolean
  readonly totals: Totals
  readonly now: number
}

/** The answer of a call that took a lead in. Throws when its delivery became a dead letter. */
function ingestAnswer({
  taken,
  email,
  payload,
  delivery,
  dispatched,
  isKeyed,
  totals,
  now
}: Ingested): Outcome<IngestDetail, Static<typeof IngestMetrics>> {
  const { report, routed } = dispatched
  const { attempt } = report ?? {}
  const shown = {
    leadId: taken.leadId,
    eventId: taken.eventId,
    destination: delivery.destination,
    email,
    ...(routed && { rule: routed.decision.by }),
    ...(routed?.decision.owner !== undefined && { owner: routed.decision.owner }),
    ...(report && shownProgress(report)),
    status: taken.isDuplicate ? ('duplicate' as const) : (report?.status ?? delivery.status),
    signature: { scheme: 'v1' as const, keyed: isKeyed }
  }
  const steps = stepsOf({
    ...shown,
    ...(routed && { reason: routed.decision.reason }),
    ...(attempt?.error !== undefined && { error: attempt.error }),
    ...(attempt?.httpStatus !== undefined && { httpStatus: attempt.httpStatus }),
    isSigned: isKeyed,
    now
  })
  const detail: IngestDetail = { ...shown, steps, ...(taken.warnings.length > 0 && { warnings: [...taken.warnings] }) }
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
  return { summary: `${summaryOf(detail, now)}${payloadHint(payload)}`, metrics, detail }
}

function summaryOf({ status, destination, email, owner, attempt, nextAttemptAt }: IngestDetail, now: number): string {
  const lead = `Lead ${email.address}${owner === undefined ? '' : ` for ${displayName(owner)}`}`
  switch (status) {
    case 'delivered':
      return `${lead} delivered to ${destination}${attempt ? ` in ${attempt.ms} ms` : ''}.`
    case 'retrying':
      return attempt?.error === undefined
        ? `${lead} is on its way to ${destination}. ${nextAttemptText(nextAttemptAt, now)}`
        : `${lead} is not delivered to ${destination} yet: ${failureText(attempt.error)}. ${nextAttemptText(nextAttemptAt, now)}`
    case 'held':
      return `${lead} is held until the destination ${destination} is ready.`
    case 'duplicate':
      return `${lead} was accepted before; nothing is sent again.`
    default:
      return destination === inbox
        ? `${lead} is stored in the inbox.`
        : `${lead} is stored for ${destination}; nothing is sent.`
  }
}

/** A sentence for who meant to send JSON; '' where nothing suggests that. */
function payloadHint({ text }: Payload): string {
  return text?.startsWith('{') ? ' The payload is not a valid JSON object, so it is stored as text.' : ''
}
