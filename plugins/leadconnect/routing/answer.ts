import { type Outcome, type Static, Type, type View } from '@product-host/sdk'
import type { DeliveryFilter, DeliveryPage, QueueState } from '../delivery/deliveries.js'
import { inbox } from '../delivery/destination.js'
import { statusOf } from '../delivery/event.js'
import {
  deliveryFailure,
  deliveryTones,
  type Report,
  reasonOf,
  rememberedDelivery,
  ShownDelivery,
  shownDelivery,
  shownProgress,
  timeText
} from '../delivery/report.js'
import { type DeliveryStatus, type LeadDelivery, leadNotStored } from '../leads/leads.js'
import { type Assigned, ShownLead } from './assigner.js'
import type { Decision } from './decide.js'
import { displayName } from './roster.js'

const count = (title: string, description: string) => Type.Integer({ title, description })

const text = (title: string, description: string) => Type.String({ title, description })

const time = (title: string, description: string) => Type.String({ format: 'date-time', title, description })

/** What `route` answers. */
export const RouteDetail = Type.Object({
  dryRun: Type.Boolean({
    title: 'Dry run',
    description: 'True if the call only showed what it would do, and changed nothing.'
  }),
  routed: Type.Array(ShownLead, { title: 'Routed', description: 'Each lead with what was decided for it.' }),
  unrouted: Type.Array(
    Type.Object(
      {
        leadId: text('Person', 'The identifier of the person, the same for all leads of the person.'),
        reason: text('Reason', 'Why it was not routed, in a sentence.')
      },
      { title: 'Lead that was not routed' }
    ),
    {
      title: 'Not routed',
      description: 'Leads that another call routed in the meantime, or that are no longer stored.'
    }
  ),
  deliveries: Type.Optional(
    Type.Array(ShownDelivery, {
      title: 'Deliveries',
      description: 'The deliveries that `retry` or `replay` sent, or a page of the list that `deliveries` asks for.'
    })
  ),
  nextAfter: Type.Optional(
    text('Next page', 'Send it as `after` for the next page of deliveries. Left out on the last page.')
  ),
  queue: Type.Object(
    {
      waiting: count('Waiting', 'Deliveries that wait for their next attempt.'),
      held: count('Held', 'Deliveries that wait until their destination has a URL, is switched on and accepts leads.'),
      dead: count('Given up', 'Deliveries that were given up. Send them again with `replay`.'),
      nextAttemptAt: Type.Optional(
        time('Next attempt', 'When the next waiting delivery is due. Left out if none waits.')
      ),
      letters: Type.Array(
        Type.Object(
          {
            eventId: text('Event', 'The identifier of the delivery, which `replay` takes.'),
            leadId: text('Person', 'The identifier of the person, the same for all leads of the person.'),
            destination: text('Destination', 'The name of the destination that did not accept it.'),
            reason: text(
              'Reason',
              'Why it was given up: `http_404` and the like, or a code such as `blocked_address`.'
            ),
            diedAt: time('Given up at', 'When the last attempt failed.')
          },
          { title: 'Delivery' }
        ),
        {
          title: 'Newest deliveries that were given up',
          description: 'The five newest deliveries that were given up, the newest first.'
        }
      )
    },
    { title: 'Queue', description: 'All deliveries of the account that are not delivered, after this request.' }
  )
})

/** What `route` answers. */
export type RouteDetail = Static<typeof RouteDetail>

/** What `route` counts. */
export const RouteMetrics = Type.Object({
  leads: count('Leads', 'Leads that the call is about.'),
  routed: count('Routed', 'Leads for which the rules decided; with `dryRun`, would decide.'),
  fallback: count('By the fallback', 'Routed leads that no rule could give to anyone.'),
  delivered: count(
    'Delivered',
    'Deliveries that their receivers accepted: those of this request, or of the page of the list.'
  ),
  failed: count('Given up', 'Deliveries that were given up: those of this request, or of the page of the list.'),
  queued: count('Queued', 'Deliveries of the account that wait or are held, after this request.')
})

/** What `route` counts. */
export type RouteMetrics = Static<typeof RouteMetrics>

/** How an answer of route is shown. */
export const routeViews: readonly View[] = [
  {
    view: 'cards',
    title: 'Deliveries',
    items: '/deliveries',
    heading: ['/email'],
    text: ['/reason'],
    facts: ['/destination', '/createdAt'],
    status: '/status',
    tones: deliveryTones
  },
  {
    view: 'cards',
    title: 'Leads',
    items: '/routed',
    heading: ['/email'],
    text: ['/reason'],
    facts: ['/owner', '/destination'],
    status: '/delivery/status',
    tones: deliveryTones
  },
  { view: 'table', title: 'Not routed', items: '/unrouted', columns: ['/reason'] }
]

type Answer = Outcome<RouteDetail, RouteMetrics>

/** The answer of a call that routed leads, or showed what it would do. */
export function assignmentAnswer(
  { decisions, routed, missing, reports }: Assigned,
  queue: QueueState,
  dryRun: boolean
): Answer {
  const unrouted = missing.map(leadId => ({ leadId, reason: 'Another call routed it, or it is no longer stored.' }))
  return answerOf(reports, queue, {
    summary: routingSummary(decisions, dryRun),
    leads: routed.length + unrouted.length,
    detail: { dryRun, routed: [...routed], unrouted }
  })
}

/** The addresses of leads by their identifiers, as an answer shows them, and the time. */
interface Told {
  readonly addresses: ReadonlyMap<string, string>
  readonly now: number
}

/** What a list is told beside its page. */
interface ListContext {
  readonly filter: DeliveryFilter
  readonly isFirst: boolean
  /** Whether the lead that was asked for is not stored. */
  readonly isGone: boolean
  /** What the lead remembers of deliveries whose records are gone. */
  readonly remembered: readonly LeadDelivery[]
}

/** The answer of a call that listed deliveries; that some were given up is no failure of the list. */
export function listAnswer(
  { events, next }: DeliveryPage,
  { filter, isFirst, isGone, remembered, ...told }: Told & ListContext,
  queue: QueueState
): Answer {
  const states = [...events.map(statusOf), ...remembered.map(({ status }) => status)]
  const having = (status: Report['status']) => states.filter(state => state === status).length
  return {
    summary:
      states.length === 0
        ? isGone
          ? leadNotStored
          : emptyList(filter, { isFirst, isCut: next !== undefined })
        : listSummary(states, next !== undefined),
    metrics: {
      leads: remembered.length > 0 ? 1 : new Set(events.map(({ leadId }) => leadId)).size,
      routed: 0,
      fallback: 0,
      delivered: having('delivered'),
      failed: having('dead'),
      queued: queue.waiting + queue.held
    },
    detail: {
      dryRun: false,
      routed: [],
      unrouted: [],
      deliveries: [
        ...events.map(event => shownDelivery(event, { email: told.addresses.get(event.leadId), now: told.now })),
        ...remembered.map(delivery => rememberedDelivery(delivery, filter.leadId ?? ''))
      ],
      ...(next !== undefined && { nextAfter: next }),
      queue: shownQueue(queue)
    }
  }
}

/** `2 deliveries: 1 delivered, 1 dead. There may be more.` */
function listSummary(states: readonly DeliveryStatus[], isCut: boolean): string {
  const more = isCut ? ' There may be more.' : ''
  const groups = [...Map.groupBy(states, state => state)].map(([status, { length }]) => `${length} ${status}`)
  return `${states.length} ${states.length === 1 ? 'delivery' : 'deliveries'}: ${groups.join(', ')}.${more}`
}

/** That no delivery is like those that were asked for. */
function emptyList(
  { status, destination, leadId }: DeliveryFilter,
  { isFirst, isCut }: { readonly isFirst: boolean; readonly isCut: boolean }
): string {
  if (isCut) return 'There is no such delivery among the newest. There may be more.'
  if (!isFirst) return 'There is no further delivery.'
  const to = destination === undefined ? '' : ` to ${destination}`
  const what = `delivery${to}${leadId === undefined ? '' : ' of this lead'}`
  switch (status) {
    case 'all':
      return `There is no ${what} yet.`
    case 'delivered':
      return `No ${what} was successful yet.`
    case 'retrying':
      return `No ${what} waits for its next attempt.`
    case 'held':
      return `No ${what} is held.`
    case 'dead':
      return `No ${what} has failed for good.`
  }
}

/** The answer of a call that sent deliveries again; `replayed` says how many dead letters it took up. */
export function redeliveryAnswer(
  reports: readonly Report[],
  { addresses, now }: Told,
  queue: QueueState,
  replayed?: number
): Answer {
  const deliveries = reports.map(report => {
    const { id, leadId, destination } = report.event
    const email = addresses.get(leadId)
    return {
      eventId: id,
      leadId,
      ...(email !== undefined && { email }),
      destination,
      ...shownProgress(report),
      reason: reasonOf(report.event, now)
    }
  })
  return answerOf(reports, queue, {
    summary: redeliverySummary(reports, replayed),
    leads: new Set(deliveries.map(({ leadId }) => leadId)).size,
    detail: { dryRun: false, routed: [], unrouted: [], deliveries }
  })
}

/** `Tried 2 of 3 deliveries: 2 delivered, 1 retrying.` */
function redeliverySummary(reports: readonly Report[], replayed = reports.length): string {
  if (replayed > reports.length)
    return `Took up ${replayed} deliveries that were given up; ${replayed - reports.length} of them follow. ${redeliverySummary(reports)}`
  if (reports.length === 0) return 'No delivery waits to be tried.'
  const tried = reports.filter(({ attempt }) => attempt).length
  const count = tried === reports.length ? `${tried}` : `${tried} of ${reports.length}`
  const groups = [...Map.groupBy(reports, ({ status }) => status)].map(([status, { length }]) => `${length} ${status}`)
  return `Tried ${count} ${reports.length === 1 ? 'delivery' : 'deliveries'}: ${groups.join(', ')}.`
}

/** Throws when a delivery became a dead letter: not all of the request was done. */
function answerOf(
  reports: readonly Report[],
  queue: QueueState,
  { summary, leads, detail }: { summary: string; leads: number; detail: Omit<RouteDetail, 'queue'> }
): Answer {
  const { routed } = detail
  const shown = { ...detail, queue: shownQueue(queue) }
  const given = reports.filter(({ status }) => status === 'dead')
  const metrics = {
    leads,
    routed: routed.length,
    fallback: routed.filter(({ rule }) => rule === 'fallback').length,
    delivered: reports.filter(({ status }) => status === 'delivered').length,
    failed: given.length,
    queued: queue.waiting + queue.held
  }
  const [first] = given
  if (first) throw deliveryFailure(first, { details: shown, metrics })
  return { summary, metrics, detail: shown }
}

function shownQueue({ waiting, held, dead, nextAttemptAt, deadLetters }: QueueState): RouteDetail['queue'] {
  return {
    waiting,
    held,
    dead,
    ...(nextAttemptAt !== undefined && { nextAttemptAt: timeText(nextAttemptAt) }),
    letters: deadLetters.flatMap(({ id, leadId, destination, state }) =>
      state.place === 'dead'
        ? [{ eventId: id, leadId, destination, reason: state.reason, diedAt: timeText(state.since) }]
        : []
    )
  }
}

/** The result of several leads, in one sentence: `Routed 3 leads: 2 by rule 1 to Priya, 1 to fallback inbox.` */
function routingSummary(decisions: readonly Decision[], isDryRun: boolean): string {
  if (decisions.length === 0) return 'No leads to route.'
  const count = decisions.length === 1 ? '1 lead' : `${decisions.length} leads`
  const groups = Map.groupBy(decisions, wayOf)
  const ways = [...groups].map(([way, { length }]) => `${length} ${way}`).join(', ')
  return `${isDryRun ? 'Would route' : 'Routed'} ${count}: ${ways}.`
}

function wayOf({ owner, destination, by }: Decision): string {
  const to = owner === undefined ? (destination === inbox ? 'inbox' : destination) : displayName(owner)
  if (by === 'sticky') return `kept with ${to}`
  return by === 'fallback' ? `to fallback ${to}` : `by ${by.replace('.', ' ')} to ${to}`
}
