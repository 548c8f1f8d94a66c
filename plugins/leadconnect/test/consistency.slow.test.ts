import type { Entry, Storage } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import fc from 'fast-check'
import t from 'tap'
import { type LeadEvent, totalsOf } from '../dist/delivery/event.js'
import leadconnect from '../dist/index.js'
import type { Lead } from '../dist/leads/leads.js'
import { crm, Receiver } from './receiver.js'

const settings = {
  ...crm,
  'destination.sales.url': 'https://sales.example/hook',
  'rule.1.when': 'country=GB',
  'rule.1.to': 'pool:uk',
  'pool.uk.members': 'priya:2,tom',
  'owner.priya.destination': 'sales',
  'owner.tom.capacityPerDay': '3'
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ingest' as const),
      person: fc.nat(5),
      to: fc.constantFrom('crm', 'sales', 'route', 'inbox', 'later'),
      country: fc.constantFrom('GB', 'FR')
    })
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('route' as const), deliver: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replay' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      answer: fc.constantFrom(200, 422, 410, 429, 'timeout' as const, 'killed' as const)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1_000, 25_000, 400_000, 20_000_000)
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('configure' as const), isOn: fc.boolean() }) }
)

async function all<T>(storage: Storage, prefix: string): Promise<readonly Entry<T>[]> {
  return storage.list<T>(prefix, { limit: 1000 })
}

/** What must hold between any two calls, whatever went before. */
async function issuesOf(storage: Storage, jobIds: ReadonlySet<string>): Promise<readonly string[]> {
  const events = (await all<LeadEvent>(storage, 'event:')).map(({ value }) => value)
  const dead = await all<LeadEvent>(storage, 'dead:')
  const sent = await all<LeadEvent>(storage, 'sent:')
  const due = await all<string>(storage, 'due:')
  const held = await all<string>(storage, 'held:')
  const leads = await all<Lead>(storage, 'lead:')
  const queue = await all<string>(storage, 'unassigned:')
  const totals = totalsOf(await storage.get('totals'))
  const waiting = events.filter(({ state }) => state.place === 'waiting')
  const same = (left: readonly string[], right: readonly string[]) =>
    JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted())
  const claims: Record<string, boolean> = {
    'totals are what there is':
      JSON.stringify(totals) ===
      JSON.stringify({
        leads: leads.length,
        waiting: waiting.length,
        held: held.length,
        dead: dead.length,
        delivered: sent.length,
        hasIdentities: true
      }),
    'an event is in one state': [...events, ...dead.map(({ value }) => value), ...sent.map(({ value }) => value)].every(
      ({ id }, _index, whole) => whole.filter(other => other.id === id).length === 1
    ),
    'an event has a result for each attempt, but those whose process died': [
      ...events,
      ...sent.map(({ value }) => value)
    ].every(event => event.attempts >= (event.lastAttempt?.number ?? 0)),
    'every waiting event is in the list of the due': same(
      waiting.map(({ id }) => id),
      due.map(({ value }) => value)
    ),
    'the list of the due has its times': waiting.every(({ id, state }) =>
      due.some(({ key }) => state.place === 'waiting' && key === `due:${String(state.dueAt).padStart(14, '0')}:${id}`)
    ),
    'every held event is in the list of its destination': same(
      events.filter(({ state }) => state.place === 'held').map(({ id, destination }) => `held:${destination}:${id}`),
      held.map(({ key }) => key)
    ),
    'every waiting event has its job': waiting.every(({ id }) => jobIds.has(`deliver:${id}`)),
    'no other event has one': [...jobIds].every(
      id => id === 'resume' || id.startsWith('expire:') || waiting.some(event => id === `deliver:${event.id}`)
    ),
    'every dead letter has the job that removes it': dead.every(
      ({ value: { state } }) =>
        state.place === 'dead' && jobIds.has(`expire:${new Date(state.since).toISOString().slice(0, 10)}`)
    ),
    'what is held is looked at': held.length === 0 || jobIds.has('resume'),
    'leads say how their events stand': events.every(({ id, leadId, state }) =>
      leads.some(
        ({ value }) =>
          value.id === leadId &&
          value.deliveries.some(
            each => each.eventId === id && each.status === (state.place === 'held' ? 'held' : 'retrying')
          )
      )
    ),
    'the queue names the leads that are in it': same(
      leads.flatMap(({ value }) => (value.queuedAs === undefined ? [] : [`unassigned:${value.queuedAs} ${value.id}`])),
      queue.map(({ key, value }) => `${key} ${value}`)
    ),
    'no lead of the queue has an owner': leads.every(
      ({ value }) => value.queuedAs === undefined || value.assignment?.owner === undefined
    )
  }
  return Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [claim]))
}

/** The events that the pages of the list of deliveries name; a page has three. */
async function listedIds(run: Run): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (let after: string | undefined; ; ) {
    const { detail } = await run('route', { deliveries: 'all', limit: 3, ...(after !== undefined && { after }) })
    for (const { eventId } of detail.deliveries ?? []) {
      if (ids.has(eventId)) throw new Error(`${eventId} is listed twice.`)
      ids.add(eventId)
    }
    after = detail.nextAfter
    if (after === undefined) return ids
  }
}

type Run = ReturnType<typeof testContext<typeof leadconnect.actions>>['run']

t.test('whatever happens, in whatever order, no lead is lost and all records agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async steps => {
      const receiver = new Receiver()
      const first = testContext(leadconnect, { settings, egress: receiver.egress })
      const { clock, storage, jobs } = first
      let context = first
      const accepted = new Set<string>()
      const delivered = new Set<string>()

      /** Runs, and goes on in another process when this one was killed. */
      const survive = async (work: () => Promise<unknown>) => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof Error && error.message === 'killed')) throw error
          context = context.twin()
        }
      }
      for (const each of steps) {
        const before = receiver.received.length
        const isKilled = receiver.answer === 'killed'
        await survive(async () => {
          switch (each.kind) {
            case 'ingest':
              return context.run('ingest', {
                email: `person${each.person}@acme.com`,
                destination: each.to,
                payload: JSON.stringify({ country: each.country })
              })
            case 'route':
              return context.run('route', { deliver: each.deliver })
            case 'retry':
              return context.run('route', { retry: true })
            case 'replay': {
              const [letter] = await storage.list<LeadEvent>('dead:', { limit: 1 })
              return letter && context.run('route', { replay: letter.value.id })
            }
            case 'answer':
              receiver.answer = each.answer
              return
            case 'wait':
              clock.advance(each.ms)
              return context.runJobs()
            case 'configure':
              return context.configure(
                each.isOn ? { ...settings, 'destination.later.url': 'https://later.example/' } : settings
              )
          }
        })
        for (const { id } of receiver.received.slice(before))
          if (receiver.answer === 200 && !isKilled) delivered.add(id)
        const kept = [...(await all<LeadEvent>(storage, 'event:')), ...(await all<LeadEvent>(storage, 'dead:'))]
        for (const { value } of kept) accepted.add(value.id)
        const issues = await issuesOf(storage, new Set(jobs().map(({ id }) => id)))
        if (issues.length > 0) throw new Error(`After ${JSON.stringify(each)}: ${issues.join('; ')}`)
      }

      receiver.answer = 200
      context.configure({ ...settings, 'destination.later.url': 'https://later.example/' })
      for (const { value } of await all<LeadEvent>(storage, 'dead:')) await context.run('route', { replay: value.id })
      await context.run('route', { retry: true })
      for (let hours = 0; hours < 60; hours++) {
        clock.advance(3_600_000)
        await context.runJobs()
      }
      const arrived = new Set(receiver.ids)
      const lost = [...accepted].filter(id => !arrived.has(id))
      if (lost.length > 0) throw new Error(`Never sent: ${lost.join(', ')}`)
      const listed = await listedIds(context.run)
      const unlisted = [...accepted].filter(id => !listed.has(id))
      if (unlisted.length > 0) throw new Error(`Not in the list of deliveries: ${unlisted.join(', ')}`)
      const left = await all(storage, 'event:')
      if (left.length > 0) throw new Error(`Still waiting: ${JSON.stringify(left)}`)
    }),
    { numRuns: 100, seed: 7 }
  )
})
