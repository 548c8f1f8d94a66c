import { defineAction, type Static, Type, type View } from '@product-host/sdk'
import { counted } from '@product-host/toolkit/numbers'
import { type DeliveryStatus, type Lead, Leads } from '../leads/leads.js'

/** The state of a lead by that of its deliveries; the first that applies. */
const states = {
  dead: 'given_up',
  held: 'held',
  retrying: 'retrying',
  stored: 'waiting'
} as const satisfies Partial<Record<DeliveryStatus, string>>

const InboxState = Type.Enum(['given_up', 'held', 'retrying', 'no_owner', 'waiting', 'delivered', 'assigned'], {
  title: 'State',
  description:
    '`given_up`, `held`, `retrying`, `waiting`: what became of a delivery; `no_owner`: no rule has taken it; `assigned`: it has an owner, and ' +
    'nothing was to be delivered.'
})

/** States in which a lead goes nowhere unless somebody does something. */
const stuck: readonly Static<typeof InboxState>[] = ['given_up', 'held', 'no_owner']

const views: readonly View[] = [
  {
    view: 'table',
    items: '/leads',
    columns: ['/email', '/state', '/owner', '/destinations', '/source', '/updatedAt'],
    status: '/state',
    tones: {
      given_up: 'danger',
      held: 'warning',
      retrying: 'warning',
      no_owner: 'warning',
      waiting: 'info',
      delivered: 'good',
      assigned: 'good'
    },
    opens: { action: 'route', input: { leadId: '/leadId' }, title: 'Route it' }
  }
]

/** The newest leads, those that are stuck first; what the page of the product shows. */
export const inbox = defineAction({
  title: 'Inbox',
  description: 'The newest leads with their state, owner and deliveries, those that are stuck first.',
  effect: 'read',
  internal: true,
  input: Type.Object({
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      title: 'Limit',
      description: 'How many of the newest leads.'
    })
  }),
  detail: Type.Object(
    {
      leads: Type.Array(
        Type.Object({
          leadId: Type.String({ title: 'Lead' }),
          email: Type.String({ title: 'E-mail address' }),
          state: InboxState,
          owner: Type.Optional(Type.String({ title: 'Owner' })),
          destinations: Type.Array(Type.String(), { title: 'Destinations' }),
          source: Type.Optional(Type.String({ title: 'Source' })),
          updatedAt: Type.String({ title: 'Last change', format: 'date-time' })
        }),
        { title: 'Leads' }
      )
    },
    { 'x-view': views }
  ),
  metrics: Type.Object({ leads: Type.Integer({ title: 'Leads' }), stuck: Type.Integer({ title: 'Stuck leads' }) }),
  examples: [{ title: 'The newest leads', input: {} }],
  needs: { leads: Leads },

  async run({ limit }, { leads }) {
    const newest = (await leads.newest(limit)).map(shown)
    const needsSomebody = newest.filter(({ state }) => stuck.includes(state))
    const others = newest.filter(lead => !needsSomebody.includes(lead))
    return {
      summary:
        newest.length === 0
          ? 'There is no lead yet.'
          : `${counted(needsSomebody.length, 'lead')} of the newest ${newest.length} ${needsSomebody.length === 1 ? 'is' : 'are'} stuck.`,
      metrics: { leads: newest.length, stuck: needsSomebody.length },
      detail: { leads: [...needsSomebody, ...others] }
    }
  }
})

function shown({ id, email, source, assignment, deliveries, updatedAt }: Lead) {
  return {
    leadId: id,
    email: email.address,
    state: stateOf(deliveries, assignment !== undefined),
    ...(assignment?.owner !== undefined && { owner: assignment.owner }),
    destinations: [...new Set(deliveries.map(({ destination }) => destination))],
    ...(source !== undefined && { source }),
    updatedAt: new Date(updatedAt).toISOString()
  }
}

function stateOf(deliveries: Lead['deliveries'], isAssigned: boolean): Static<typeof InboxState> {
  for (const [status, state] of Object.entries(states))
    if (deliveries.some(delivery => delivery.status === status)) return state
  if (deliveries.length > 0) return 'delivered'
  return isAssigned ? 'assigned' : 'no_owner'
}
