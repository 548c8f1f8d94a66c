import { CLOCK, defineAction, InvalidInput, type Issue, ProductError, type Static, Type } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { identityOf } from '@product-host/toolkit/slug'
import { Backlog, Deliveries, listedStates } from '../delivery/deliveries.js'
import { unnamedDestination } from '../delivery/destination.js'
import { isEventId, type LeadEvent } from '../delivery/event.js'
import { failureCodes, overflowCodes } from '../delivery/report.js'
import { Batch, Replay } from '../delivery/sender.js'
import { routeIntents } from '../intents.js'
import { emailCodes, maskedEmail } from '../leads/email.js'
import { Intake } from '../leads/intake.js'
import { Leads } from '../leads/leads.js'
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
      description: 'The identifier of a delivery that was given up (eventId of a response): it is sent again.'
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
      description: 'With a list of deliveries: only those to this destination.'
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
  decisiveFields: ['leadId', 'email', 'deliver', 'dryRun', 'retry', 'replay', 'destination', 'replace'],
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
  intents: routeIntents,
  errors: {
    ...failureCodes,
    ...overflowCodes,
    ...emailCodes,
    not_found: 'There is no such lead, or no delivery with this identifier was given up.'
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
    clock: CLOCK
  },
  timeoutMs: 30_000,

  async run(input, { assigner, preview, batch, replay, backlog, deliveries, intake, leads, clock, signal }) {
    refuseContradictions(input)
    const { dryRun, leadId } = input
    const isOneLead = leadId !== undefined || input.replay !== undefined
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
      const told = { ...(await tell(page.events)), filter, isFirst: after === undefined }
      return listAnswer(page, told, await backlog.state())
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
    if (leadId !== undefined && assigned.routed.length === 0)
      throw new ProductError('not_found', 'There is no lead with this id.')
    return assignmentAnswer(assigned, await backlog.state(), dryRun)
  }
})

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

function* listIssues({ deliveries, destination, after, deliver }: RouteInput): Generator<Issue> {
  if (deliveries === undefined) {
    for (const [name, value] of Object.entries({ destination, after }))
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
