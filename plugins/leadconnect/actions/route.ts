import {
  CLOCK,
  defineAction,
  InvalidInput,
  type Issue,
  ProductError,
  SETTINGS,
  type Static,
  Type
} from '@product-host/sdk'
import { timeReadings } from '@product-host/toolkit/calendar'
import { isFilled } from '@product-host/toolkit/guards'
import { identityOf } from '@product-host/toolkit/slug'
import { Backlog, Deliveries, type DeliveryFilter, type DeliveryPage, listedStates } from '../delivery/deliveries.js'
import { unnamedDestination } from '../delivery/destination.js'
import { isEventId, type LeadEvent } from '../delivery/event.js'
import { failureCodes, overflowCodes } from '../delivery/report.js'
import { Batch, Replay } from '../delivery/sender.js'
import { emailCodes, maskedEmail } from '../leads/email.js'
import { Intake } from '../leads/intake.js'
import { type Lead, type LeadDelivery, Leads, leadNotStored } from '../leads/leads.js'
import { longestEmail, longestPayload } from '../limits.js'
import {
  assignmentAnswer,
  listAnswer,
  RouteDetail,
  RouteMetrics,
  redeliveryAnswer,
  routeViews
} from '../routing/answer.js'
import { Assigner, Preview } from '../routing/assigner.js'
import intents from './intents.json' with { type: 'json' }

/** What `route` reads. */
const RouteInput = Type.Object({
  leadId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      title: 'Lead',
      description:
        'The identifier of a person (leadId of a response): routes the lead of this person, or lists its deliveries.'
    })
  ),
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: longestEmail,
      title: 'E-mail address',
      description: 'Routes the lead of this person, which is stored if it is new.'
    })
  ),
  payload: Type.Optional(
    Type.String({
      maxLength: longestPayload,
      title: 'Payload',
      description: 'Data of the person with this e-mail address: a JSON object written as text, or any other text.'
    })
  ),
  replace: Type.Boolean({
    default: false,
    title: 'Replace',
    description:
      'If on, the payload replaces what is known about the person. Otherwise newer members replace those of the same name, and the others stay.'
  }),
  attributes: Type.Record(
    Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
    Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()], { title: 'Attribute' }),
    {
      default: {},
      additionalProperties: false,
      maxProperties: 50,
      title: 'Attributes',
      description: 'Further facts for the rules, such as "country", "employees", "score", "grade" or "industry".'
    }
  ),
  deliver: Type.Boolean({
    default: false,
    title: 'Deliver',
    description: 'If on, the routed leads are sent to their destinations.'
  }),
  dryRun: Type.Boolean({
    default: false,
    title: 'Dry run',
    description: 'If on, the response shows what would happen, and nothing changes.'
  }),
  retry: Type.Boolean({
    default: false,
    title: 'Retry',
    description: 'If on, waiting and held deliveries are sent now, and nothing is routed.'
  }),
  replay: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      title: 'Replay',
      description:
        'The identifier of a delivery that was given up (eventId of a response): it is sent again. Or "all": ' +
        'those to a destination, or of a time, the oldest first.'
    })
  ),
  since: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      title: 'Since',
      description:
        'With Replay "all": only deliveries given up on this date or at this time, or later, such as 2026-11-26.'
    })
  ),
  until: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      title: 'Until',
      description: 'With Replay "all": only deliveries given up on this date or at this time, or earlier.'
    })
  ),
  deliveries: Type.Optional(
    Type.Enum([...listedStates], {
      title: 'List of deliveries',
      description:
        'Lists deliveries instead of routing leads: all of them or those in one state, the newest first, each with every attempt. Dead ones were given up.'
    })
  ),
  destination: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      title: 'Destination',
      description: 'With a list of deliveries or Replay "all": only those to this destination.'
    })
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      title: 'After',
      description: 'Where the next page of the list begins: what the page before names as the next page (nextAfter).'
    })
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 50,
    title: 'Limit',
    description: 'The largest number of leads or deliveries in this request.'
  })
})

/** What `route` reads. */
type RouteInput = Static<typeof RouteInput>

/** Gives leads to their owners; also retries and lists deliveries. */
export const route = defineAction({
  title: 'Route leads',
  description:
    'Gives leads to owners and destinations by rules, and says why; retries waiting deliveries, replays those that were given up, and lists ' +
    'deliveries with every attempt.',
  effect: 'external',
  effectOf: ({ dryRun, deliver, retry, replay, deliveries }) => {
    if (dryRun || deliveries !== undefined) return 'read'
    return deliver || retry || replay !== undefined ? 'external' : 'write'
  },
  idempotentOf: ({ dryRun, deliveries }) => dryRun || deliveries !== undefined,
  input: RouteInput,
  detail: Type.Object(RouteDetail.properties, { 'x-view': routeViews }),
  metrics: RouteMetrics,
  decisiveFields: [
    'leadId',
    'email',
    'deliver',
    'dryRun',
    'retry',
    'replay',
    'since',
    'until',
    'destination',
    'replace'
  ],
  examples: [
    { title: 'Route the leads that nobody has', input: {} },
    {
      title: 'What the rules would say of a lead',
      input: { email: 'jane@acme.com', attributes: { country: 'GB', score: 82 }, dryRun: true }
    },
    { title: 'Send waiting deliveries now', input: { retry: true, limit: 10 } },
    {
      title: 'The newest deliveries that were given up, with every attempt',
      input: { deliveries: 'dead', limit: 10 }
    }
  ],
  intents: intents.route,
  errors: {
    ...failureCodes,
    ...overflowCodes,
    ...emailCodes,
    not_found: 'There is no such lead, or no delivery with this identifier was given up in the last 30 days.'
  },
  needs: {
    assigner: Assigner,
    preview: Preview,
    batch: Batch,
    replay: Replay,
    backlog: Backlog,
    deliveries: Deliveries,
    intake: Intake,
    leads: Leads,
    settings: SETTINGS,
    clock: CLOCK
  },
  timeoutMs: 30_000,

  async run(input, { assigner, preview, batch, replay, backlog, deliveries, intake, leads, settings, clock, signal }) {
    refuseContradictions(input)
    const { dryRun, leadId } = input
    const isOneLead = leadId !== undefined || (input.replay !== undefined && input.replay !== allDead)
    const tell = async (events: readonly LeadEvent[]) => {
      const addresses = await leads.addresses(events.map(event => event.leadId))
      const shown = [...addresses].map(([id, address]) => [id, isOneLead ? address : maskedEmail(address)] as const)
      return { addresses: new Map(shown), now: clock.now() }
    }
    if (input.deliveries !== undefined) {
      const { after, limit } = input
      const destination = input.destination && (await intake.destinationNamed(input.destination))
      const filter = {
        status: input.deliveries,
        ...(destination !== undefined && { destination }),
        ...(leadId !== undefined && { leadId })
      }
      const page = await deliveries.page(filter, { limit, ...(after !== undefined && { after }) })
      const lead = leadId === undefined || page.next !== undefined ? undefined : await leads.lead(leadId)
      const isGone = leadId !== undefined && page.next === undefined && !lead
      const told = { ...(await tell(page.events)), filter, isFirst: after === undefined, isGone }
      return listAnswer(page, { ...told, remembered: rememberedOf(lead, page, filter, after) }, await backlog.state())
    }
    if (input.replay === allDead) {
      const destination = input.destination && (await intake.destinationNamed(input.destination))
      const selection = {
        ...(destination !== undefined && { destination }),
        ...requestedSpan(input, settings.timezone ?? 'UTC')
      }
      const { reports, replayed } = await replay.replayAll(selection, input.limit)
      return redeliveryAnswer(reports, await tell(reports.map(({ event }) => event)), await backlog.state(), replayed)
    }
    if (input.replay !== undefined) {
      const reports = await replay.replay(input.replay)
      if (!reports) throw new ProductError('not_found', 'No delivery with this identifier has failed for good.')
      return redeliveryAnswer(reports, await tell(reports.map(({ event }) => event)), await backlog.state())
    }
    if (input.retry) {
      const reports = await batch.send(await backlog.pending(input.limit), 'asked')
      await backlog.wake()
      return redeliveryAnswer(reports, await tell(reports.map(({ event }) => event)), await backlog.state())
    }
    const assigned = await (dryRun ? preview : assigner).assign(input, signal)
    if (!dryRun) await backlog.wake()
    if (leadId !== undefined && assigned.routed.length === 0) throw new ProductError('not_found', leadNotStored)
    return assignmentAnswer(assigned, await backlog.state(), dryRun)
  }
})

/** What a lead remembers of deliveries whose records are gone, on the last page. */
function rememberedOf(
  lead: Lead | undefined,
  { events }: DeliveryPage,
  { status, destination }: DeliveryFilter,
  after: string | undefined
): readonly LeadDelivery[] {
  const shown = new Set(events.map(({ id }) => id))
  return (lead?.deliveries ?? []).filter(
    delivery =>
      (delivery.status === 'dead' || delivery.status === 'delivered') &&
      !shown.has(delivery.eventId) &&
      (after === undefined || delivery.eventId < after) &&
      (status === 'all' || status === delivery.status) &&
      (destination === undefined || destination === delivery.destination)
  )
}

/** The value of `replay` for all deliveries that were given up. */
const allDead = 'all'

/** The time that a call names, in milliseconds since 1970-01-01T00:00:00Z. Throws `InvalidInput` for what is no time, or has two readings. */
function requestedSpan(
  { since, until }: Pick<RouteInput, 'since' | 'until'>,
  timeZone: string
): { readonly since?: number; readonly until?: number } {
  const issues: Issue[] = []
  const read = (name: 'since' | 'until', text: string) => {
    const [reading, ...others] = timeReadings(text, timeZone)
    if (reading && others.length === 0) return reading
    const detail = reading ? 'can be read in two ways' : 'is no date or time'
    issues.push({
      pointer: `#/${name}`,
      code: 'invalid_time',
      detail,
      fix: 'Send such as 2026-11-26 or 2026-11-26T09:30:00Z.'
    })
    return undefined
  }
  const from = since === undefined ? undefined : read('since', since)?.from
  const to = until === undefined ? undefined : read('until', until)?.to
  if (isFilled(issues)) throw new InvalidInput(issues)
  return { ...(from !== undefined && { since: from }), ...(to !== undefined && { until: to }) }
}

/** Throws `InvalidInput` when a call is about two things at once. */
function refuseContradictions(input: RouteInput): void {
  const issues = [...targetIssues(input), ...listIssues(input)]
  if (isFilled(issues)) throw new InvalidInput(issues)
}

function* targetIssues({ leadId, email, payload, replay, deliveries, retry, dryRun }: RouteInput): Generator<Issue> {
  const targets = { leadId: deliveries === undefined ? leadId : undefined, email, replay, retry: retry || undefined }
  const [first = '', ...others] = Object.entries({ ...targets, deliveries })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  for (const name of others)
    yield contradiction(
      name,
      `does not go with ${titleOf(first)}`,
      `Send one of the two: ${titleOf(first)} or ${titleOf(name)}.`
    )
  if (payload !== undefined && email === undefined)
    yield contradiction(
      'payload',
      'does not go without an e-mail address',
      'Send the e-mail address as well, or leave the payload out.'
    )
  if (dryRun && (retry || replay !== undefined))
    yield contradiction(
      'dryRun',
      'does not go with Retry or Replay (retry, replay)',
      'Leave it out, or leave these out.'
    )
}

function* listIssues({ deliveries, destination, after, deliver, replay, since, until }: RouteInput): Generator<Issue> {
  const isReplay = replay === allDead
  for (const [name, value] of Object.entries({ since, until }))
    if (value !== undefined && !isReplay)
      yield contradiction(name, 'does not go without Replay "all"', 'Send replay: "all" as well, or leave this out.')
  if (deliveries === undefined) {
    if (isReplay && destination !== undefined && identityOf(destination) === '') yield unnamedDestination
    for (const [name, value] of Object.entries({ destination: isReplay ? undefined : destination, after }))
      if (value !== undefined)
        yield contradiction(
          name,
          `does not go without ${titleOf('deliveries')}`,
          'Send that as well, or leave this out.'
        )
    return
  }
  if (deliver)
    yield contradiction('deliver', `does not go with ${titleOf('deliveries')}`, 'Leave it out: a list sends nothing.')
  if (destination !== undefined && identityOf(destination) === '') yield unnamedDestination
  if (after !== undefined && !isEventId(after))
    yield {
      pointer: '#/after',
      code: 'invalid_event_id',
      detail: 'is not the identifier of a delivery',
      fix: 'Send what the page before names as the next page (nextAfter).'
    }
}

/** A field by its title and, for programs, its name. */
function titleOf(name: string): string {
  return `${titles.get(name) ?? name} (${name})`
}

const titles: ReadonlyMap<string, string> = new Map(
  Object.entries(RouteInput.properties).map(([name, field]) => [name, 'title' in field ? String(field.title) : name])
)

function contradiction(name: string, detail: string, fix: string): Issue {
  return { pointer: `#/${name}`, code: 'contradiction', detail, fix }
}
