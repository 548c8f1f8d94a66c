import { InvalidInput } from '@product-host/sdk'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { routeViews } from '../dist/routing/answer.js'
import { jane, start as startAccount } from './receiver.js'

const minute = 60_000

/** An account with a destination `crm`, and what it is told of its deliveries. */
function start(settings?: Record<string, string>) {
  const context = startAccount(settings)
  let number = 0
  /** Takes in a lead of another person a second later; its event. */
  const ingest = async (input: object = {}) => {
    context.clock.advance(1_000)
    const { detail } = await context.run('ingest', { ...jane, email: `person${++number}@acme.com`, ...input })
    return detail
  }
  const list = async (input: object = {}) => context.run('route', { deliveries: 'all', ...input })
  const ids = async (input: object = {}) => (await list(input)).detail.deliveries?.map(({ eventId }) => eventId)
  return { ...context, ingest, list, ids }
}

t.test('a delivery has every attempt, with its time, its result and what the receiver said', async t => {
  const { receiver, clock, runJobs, ingest, list } = start()
  receiver.answer = { status: 503, body: 'Later, please.', headers: { 'retry-after': '5' }, totalMs: 30 }
  const { eventId, leadId } = await ingest()
  clock.advance(6_000)
  receiver.answer = 'timeout'
  await runJobs()
  clock.advance(6 * minute)
  receiver.answer = 200
  await runJobs()
  const { summary, metrics, detail } = await list()
  t.equal(summary, '1 delivery: 1 delivered.')
  t.match(metrics, { leads: 1, routed: 0, delivered: 1, failed: 0, queued: 0 })
  t.strictSame(detail.deliveries, [
    {
      eventId,
      leadId,
      email: 'p***@acme.com',
      destination: 'crm',
      status: 'delivered',
      reason: 'Attempt 3 was successful.',
      type: 'lead.created',
      createdAt: '2026-01-01T12:00:01.000Z',
      changedAt: '2026-01-01T12:06:07.000Z',
      attempts: [
        {
          number: 1,
          ms: 30,
          httpStatus: 503,
          error: 'http_503',
          response: 'Later, please.',
          at: '2026-01-01T12:00:01.000Z'
        },
        { number: 2, ms: 3, error: 'timeout', at: '2026-01-01T12:00:07.000Z' },
        { number: 3, ms: 182, httpStatus: 200, at: '2026-01-01T12:06:07.000Z' }
      ]
    }
  ])
  t.notOk(detail.nextAfter)
})

t.test('deliveries in every state are listed, the newest first, or those of one state alone', async t => {
  const { receiver, ingest, list, ids } = start()
  const delivered = await ingest()
  receiver.answer = 422
  t.equal((await ingest()).error?.code, 'delivery_failed')
  const [dead] = (await list({ deliveries: 'dead' })).detail.deliveries ?? []
  receiver.answer = 429
  const retrying = await ingest()
  const held = await ingest({ destination: 'later' })
  await ingest({ destination: 'inbox' })
  t.strictSame(await ids(), [held.eventId, retrying.eventId, dead?.eventId, delivered.eventId])
  t.strictSame(await ids({ deliveries: 'delivered' }), [delivered.eventId])
  t.strictSame(await ids({ deliveries: 'retrying' }), [retrying.eventId])
  t.strictSame(await ids({ deliveries: 'held' }), [held.eventId])
  t.strictSame(await ids({ destination: 'Later' }), [held.eventId])
  t.strictSame(await ids({ leadId: retrying.leadId }), [retrying.eventId])
  t.strictSame(await ids({ destination: 'nowhere' }), [])
  const { ok, summary, metrics, detail } = await list()
  t.match(
    { ok, summary, metrics },
    { ok: true, summary: '4 deliveries: 1 held, 1 retrying, 1 dead, 1 delivered.', metrics: { failed: 1, queued: 2 } }
  )
  t.match(detail.deliveries, [
    { status: 'held', attempts: [] },
    { status: 'retrying', nextAttemptAt: String, attempts: [{ number: 1, error: 'http_429' }] },
    { status: 'dead', changedAt: String, attempts: [{ number: 1, httpStatus: 422 }] },
    { status: 'delivered' }
  ])
})

t.test('the list comes in pages', async t => {
  const { receiver, ingest, list } = start()
  const all: string[] = []
  for (let number = 0; number < 7; number++) {
    receiver.answer = number % 2 === 0 ? 200 : 429
    all.unshift((await ingest()).eventId)
  }
  const pages = async (input: object) => {
    const found: (readonly string[])[] = []
    for (let after: string | undefined; ; ) {
      const { detail } = await list({ ...input, ...(after !== undefined && { after }) })
      found.push((detail.deliveries ?? []).map(({ eventId }) => eventId))
      after = detail.nextAfter
      if (after === undefined) return found
    }
  }
  t.strictSame(await pages({ limit: 3 }), [all.slice(0, 3), all.slice(3, 6), all.slice(6)])
  t.strictSame(await pages({ limit: 7 }), [all])
  t.strictSame(
    (await pages({ limit: 2, deliveries: 'retrying' })).flat(),
    all.filter((_id, index) => index % 2 === 1)
  )
})

t.test('a replay goes on with the list of attempts', async t => {
  const { run, receiver, ingest, list } = start()
  receiver.answer = 422
  await ingest()
  const { eventId = '' } = (await list()).detail.deliveries?.[0] ?? {}
  receiver.answer = 200
  await run('route', { replay: eventId })
  t.match((await list()).detail.deliveries, [
    {
      eventId,
      status: 'delivered',
      attempts: [
        { number: 1, httpStatus: 422 },
        { number: 1, httpStatus: 200 }
      ]
    }
  ])
})

t.test('of one event the newest 30 attempts are stored', async t => {
  const { run, clock, runJobs, receiver, ingest, list } = start()
  receiver.answer = 408
  const { eventId } = await ingest()
  for (let replays = 0; replays < 4; replays++) {
    for (let hour = 0; hour < 100; hour++) {
      clock.advance(60 * minute)
      await runJobs()
    }
    if ((await list({ deliveries: 'dead' })).detail.deliveries?.length) await run('route', { replay: eventId })
  }
  const [shown] = (await list()).detail.deliveries ?? []
  t.equal(shown?.attempts?.length, 30)
  t.ok(receiver.received.length > 30)
})

t.test('of delivered events nothing that the lead said is stored', async t => {
  const { storage, ingest } = start()
  const { eventId } = await ingest({ payload: '{"secret":"xyzzy"}' })
  t.match(await storage.get(`sent:${eventId}`), { data: {}, state: { place: 'delivered' } })
})

t.test('the newest 5,000 delivered events are stored', async t => {
  const { storage, ingest, list } = start()
  const { eventId } = await ingest()
  const event = await storage.get<object>(`sent:${eventId}`)
  await storage.set('totals', { leads: 1, waiting: 0, held: 0, dead: 0, delivered: 5_000 })
  for (let number = 0; number < 4_999; number++) {
    const id = `msg_00${String(number).padStart(24, '0')}`
    await storage.set(`sent:${id}`, { ...event, id })
  }
  const newest = await ingest()
  t.match(await storage.get('totals'), { delivered: 5_000 })
  t.strictSame(await storage.get(`sent:msg_00${'0'.repeat(24)}`), undefined)
  t.match((await list({ limit: 2 })).detail.deliveries, [{ eventId: newest.eventId }, { eventId }])
})

t.test('a list says for people who, where, what came of it and why', async t => {
  const { receiver, ingest, list, run } = start()
  receiver.answer = 'dns_not_found'
  const { leadId } = await ingest()
  receiver.answer = 422
  await ingest()
  const told = (await list()).detail.deliveries?.map(({ email, destination, reason }) => [email, destination, reason])
  t.strictSame(told, [
    ['p***@acme.com', 'crm', 'It was given up: the receiver answered 422.'],
    ['p***@acme.com', 'crm', 'The host name was not found. The next attempt is at 12:00:06 UTC.']
  ])
  t.match((await list({ leadId })).detail.deliveries, [{ email: /^p[^*]+@acme\.com$/ }], 'one lead is not masked')
  receiver.answer = 200
  const { detail } = await run('route', { retry: true })
  t.match(detail.deliveries, [{ email: 'p***@acme.com', reason: 'Attempt 2 was successful.' }])
})

t.test('an empty list says what there is none of', async t => {
  const { list } = start()
  const summary = async (input: object) => (await list(input)).summary
  t.equal(await summary({}), 'There is no delivery yet.')
  t.equal(await summary({ deliveries: 'delivered' }), 'No delivery was successful yet.')
  t.equal(await summary({ deliveries: 'retrying' }), 'No delivery waits for its next attempt.')
  t.equal(await summary({ deliveries: 'held', destination: 'CRM' }), 'No delivery to crm is held.')
  t.equal(await summary({ deliveries: 'dead' }), 'No delivery has failed for good.')
  t.equal(await summary({ after: `msg_${'0'.repeat(26)}` }), 'There is no further delivery.')
})

t.test('leads and deliveries are shown without identifiers', async t => {
  const shown = JSON.stringify(routeViews)
  for (const pointer of ['/email', '/destination', '/reason', '/status', '/createdAt']) t.match(shown, `"${pointer}"`)
  t.notMatch(shown, /Id"/)
})

t.test('a page reads a bounded number of events, and the next one goes on', async t => {
  const { storage, ingest, list } = start()
  const { eventId } = await ingest()
  const event = await storage.get<object>(`sent:${eventId}`)
  for (let number = 0; number < 1_500; number++) {
    const id = `msg_00${String(number).padStart(24, '0')}`
    await storage.set(`sent:${id}`, { ...event, id, destination: number === 0 ? 'rare' : 'crm' })
  }
  const first = await list({ destination: 'rare', limit: 50 })
  t.match(first, {
    summary: 'There is no such delivery among the newest. There may be more.',
    detail: { deliveries: [], nextAfter: String }
  })
  const second = await list({ destination: 'rare', limit: 50, after: first.detail.nextAfter })
  t.match(second.detail.deliveries, [{ destination: 'rare' }])
  t.notOk(second.detail.nextAfter)
})

t.test('records of an earlier version are listed with what they have', async t => {
  const { storage, list } = start()
  await storage.set('dead:msg_1', {
    leadId: 'a',
    createdAt: 0,
    destination: 'crm',
    id: 'msg_1',
    type: 'lead.created',
    data: {},
    attempts: 10,
    lastAttempt: { number: 10, at: 1_000, ms: 5, httpStatus: 500, error: 'http_500' },
    state: { place: 'dead', since: 1_000, reason: 'http_500' }
  })
  await storage.set('totals', { leads: 0, waiting: 0, held: 0, dead: 1 })
  t.match((await list()).detail, {
    deliveries: [{ eventId: 'msg_1', status: 'dead', attempts: [{ number: 10, httpStatus: 500 }] }],
    queue: { dead: 1 }
  })
})

t.test('a list is read-only, and stands for itself', async t => {
  const { effectOf, idempotentOf } = leadconnect.actions.route
  const input = { attributes: {}, replace: false, deliver: false, dryRun: false, retry: false, limit: 50 }
  t.equal(effectOf?.({ ...input, deliveries: 'all' }), 'read')
  t.ok(idempotentOf?.({ ...input, deliveries: 'all' }))
  const { run } = start()
  const refused = async (call: Record<string, unknown>) => {
    const error = await run('route', call).then(
      () => undefined,
      (thrown: unknown) => thrown
    )
    if (!(error instanceof InvalidInput)) throw new Error('It was not refused.', { cause: error })
    return error.issues.map(({ pointer }) => pointer)
  }
  t.strictSame(await refused({ deliveries: 'all', retry: true }), ['#/deliveries'])
  t.strictSame(await refused({ deliveries: 'all', replay: 'msg_1' }), ['#/deliveries'])
  t.strictSame(await refused({ deliveries: 'all', email: 'jane@acme.com' }), ['#/deliveries'])
  t.strictSame(await refused({ deliveries: 'all', deliver: true }), ['#/deliver'])
  t.strictSame(await refused({ destination: 'crm', after: 'msg_1' }), ['#/destination', '#/after'])
  t.strictSame(await refused({ deliveries: 'all', destination: '!', after: 'msg_1' }), ['#/destination', '#/after'])
  t.strictSame(await refused({ deliveries: 'sent' }), ['#/deliveries'])
})

t.test('accounts see their own deliveries alone', async t => {
  const context = start()
  await context.ingest()
  t.strictSame((await context.as('other').run('route', { deliveries: 'all' })).detail.deliveries, [])
})
