import t from 'tap'
import { failureText, momentText } from '../dist/delivery/wording.js'
import leadconnect from '../dist/index.js'
import { crm, jane, start } from './receiver.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

t.test('the declared events are those that are sent, and their data fits the declared schemas', async t => {
  const { run, receiver, webhooks } = start({ ...crm, 'rule.1.to': 'destination:crm' })
  await run('ingest', jane)
  await run('ingest', { ...jane, email: 'ann@acme.com', destination: 'inbox' })
  await run('route', { deliver: true })
  await run('ingest', { email: 'tom@acme.com', destination: 'route', payload: 'Please call me.' })
  t.match(webhooks.sent.at(-1)?.payload, { text: 'Please call me.', rule: 'rule.1' })
  t.strictSame(
    webhooks.sent.flatMap(({ issues }) => issues),
    []
  )
  t.strictSame(
    new Set(receiver.received.map(({ body }) => body.type)),
    new Set(Object.keys(leadconnect.webhookEvents ?? {}))
  )
})

t.test('a lead is delivered at once', async t => {
  const { run, receiver, jobs, storage } = start()
  const { ok, summary, metrics, detail } = await run('ingest', jane)
  t.ok(ok)
  t.equal(summary, 'Lead jane@acme.com delivered to crm in 182 ms.')
  t.strictSame(metrics, { attempts: 1, deliveryMs: 182, httpStatus: 200, leads: 1, queued: 0, dead: 0 })
  t.strictSame(detail.attempt, { number: 1, ms: 182, httpStatus: 200 })
  t.match(receiver.received, [
    {
      url: 'https://crm.example/leads',
      id: detail.eventId,
      body: {
        type: 'lead.created',
        timestamp: '2026-01-01T12:00:00.000Z',
        data: {
          leadId: detail.leadId,
          email: 'jane@acme.com',
          source: 'website',
          fields: { name: 'Jane Doe', country: 'GB' }
        }
      },
      options: { method: 'POST', timeoutMs: 10_000, headers: { 'content-type': 'application/json' } }
    }
  ])
  t.strictSame(jobs(), [])
  t.strictSame(await storage.list('event:'), [])
  t.strictSame(await storage.list('due:'), [])
})

t.test(
  'a receiver that is down is tried ten times by the schedule, with one webhook-id, and then never again',
  async t => {
    const { run, runJobs, receiver, jobs, clock, storage } = start()
    receiver.answer = 'timeout'
    const { ok, detail } = await run('ingest', jane)
    t.ok(ok)
    t.match(detail, { status: 'retrying', attempt: { number: 1, ms: 3, error: 'timeout' } })

    const waits: number[] = []
    const next = () => jobs().find(({ action }) => action === 'deliver')
    for (let job = next(); job && waits.length < 20; job = next()) {
      waits.push(job.at - clock.now())
      clock.advance(job.at - clock.now())
      await runJobs()
    }
    const schedule = [
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour
    ]
    t.equal(waits.length, 9)
    waits.forEach((wait, index) => {
      const delay = schedule[index] ?? 0
      t.ok(wait >= 0.8 * delay && wait <= 1.2 * delay, `${wait} is about ${delay}`)
    })
    t.strictSame(new Set(receiver.ids), new Set([detail.eventId]))
    t.equal(receiver.ids.length, 10)
    t.match(await storage.get(`dead:${detail.eventId}`), {
      id: detail.eventId,
      attempts: 10,
      state: { place: 'dead', reason: 'timeout' },
      data: { email: 'jane@acme.com' }
    })
    t.match(await storage.get('totals'), { leads: 1, waiting: 0, held: 0, dead: 1 })
    t.match(await storage.get(`lead:${detail.leadId}`), { deliveries: [{ status: 'dead', attempts: 10 }] })
  }
)

t.test('a receiver that comes back gets the lead, and a retry bears a time and a signature of its own', async t => {
  const { run, runJobs, receiver, clock, jobs, storage } = start()
  receiver.answer = 'timeout'
  const { detail } = await run('ingest', jane)
  receiver.answer = 204
  clock.advance(6 * second)
  t.match(await runJobs(), [
    { action: 'deliver', answer: { ok: true, detail: { status: 'delivered', attempt: { number: 2 } } } }
  ])
  const [first, second_] = receiver.received
  t.equal(first?.options.body, second_?.options.body)
  t.equal(first?.id, second_?.id)
  t.equal(first?.options.headers?.['webhook-timestamp'], '1767268800')
  t.equal(second_?.options.headers?.['webhook-timestamp'], '1767268806')
  t.not(first?.options.headers?.['webhook-signature'], second_?.options.headers?.['webhook-signature'])
  t.strictSame(jobs(), [])
  t.match(await storage.get(`lead:${detail.leadId}`), { deliveries: [{ status: 'delivered', attempts: 2 }] })
})

t.test('Retry-After is respected, in seconds and as a date, for other leads too, and for a day at most', async t => {
  for (const [value, seconds] of [
    ['120', 120],
    ['Thu, 01 Jan 2026 12:10:00 GMT', 600],
    ['9999999', 24 * 3600]
  ] as const) {
    const { run, receiver } = start()
    receiver.answer = { status: 429, headers: { 'retry-after': value } }
    const { detail } = await run('ingest', jane)
    t.equal(detail.nextAttemptAt, new Date(Date.UTC(2026, 0, 1, 12) + seconds * 1000).toISOString())
    const other = await run('ingest', { ...jane, email: 'tom@acme.com' })
    t.equal(other.detail.status, 'retrying')
    t.ok((other.detail.nextAttemptAt ?? '') >= (detail.nextAttemptAt ?? ''))
    t.equal(receiver.received.length, 1)
  }
})

t.test('a 3xx or 4xx is final, but for those that say "later"', async t => {
  for (const status of [301, 302, 400, 401, 403, 404, 409, 422]) {
    const { run, receiver, jobs } = start()
    receiver.answer = status
    t.match(
      await run('ingest', jane),
      {
        ok: false,
        summary: `The delivery to crm was given up after one attempt: the receiver answered ${status}.`,
        metrics: { attempts: 1, dead: 1, httpStatus: status },
        detail: { status: 'dead', error: { code: 'delivery_failed', retryable: false } }
      },
      String(status)
    )
    t.match(jobs(), [{ action: 'expire' }], 'nothing is sent any more')
    t.equal(jobs().length, 1)
  }
  for (const status of [408, 425, 429]) {
    const { run, receiver, jobs } = start()
    receiver.answer = status
    t.match(await run('ingest', jane), { ok: true, detail: { status: 'retrying' } }, String(status))
    t.match(jobs(), [{ action: 'deliver' }])
  }
})

t.test('after 410 nothing more is sent until the address changes or a person asks for it', async t => {
  const { run, runJobs, receiver, configure, clock } = start()
  receiver.answer = 410
  const gone = await run('ingest', jane)
  t.match(gone.detail, { status: 'dead', error: { code: 'delivery_failed' } })
  receiver.answer = 200
  t.match(await run('ingest', { ...jane, email: 'tom@acme.com' }), { ok: true, detail: { status: 'held' } })
  clock.advance(hour)
  await runJobs()
  t.equal(receiver.received.length, 1)

  configure({ ...crm, 'destination.crm.url': 'https://crm.example/v2/leads' })
  await run('route')
  await runJobs()
  t.match(receiver.received, [{}, { url: 'https://crm.example/v2/leads', body: { data: { email: 'tom@acme.com' } } }])
})

t.test('401 and 403 hold a destination as 410 does, until its authorization changes too', async t => {
  for (const status of [401, 403]) {
    const authorised = { ...crm, 'destination.crm.authorization': 'Bearer old' }
    const { run, runJobs, receiver, configure, clock } = start(authorised)
    receiver.answer = status
    t.match((await run('ingest', jane)).detail, { status: 'dead' })
    receiver.answer = 200
    t.match(await run('ingest', { ...jane, email: 'tom@acme.com' }), { ok: true, detail: { status: 'held' } })
    clock.advance(hour)
    await runJobs()
    t.equal(receiver.received.length, 1)
    configure({ ...authorised, 'destination.crm.authorization': 'Bearer new' })
    await run('route')
    await runJobs()
    t.match(receiver.received, [{}, { body: { data: { email: 'tom@acme.com' } } }])
  }
})

t.test('a replay that succeeds lifts a 410', async t => {
  const { run, runJobs, receiver } = start()
  receiver.answer = 410
  const gone = await run('ingest', jane)
  await run('ingest', { ...jane, email: 'tom@acme.com' })
  receiver.answer = 200
  t.match(await run('route', { replay: gone.detail.eventId }), { ok: true, metrics: { delivered: 1 } })
  await run('route')
  await runJobs()
  t.strictSame(
    receiver.received.map(({ body }) => body.data.email),
    ['jane@acme.com', 'jane@acme.com', 'tom@acme.com']
  )
})

t.test('five failures in a row open the circuit for five minutes; then one try decides', async t => {
  const { run, runJobs, receiver, clock } = start()
  receiver.answer = 'timeout'
  for (let number = 1; number <= 5; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  t.equal(receiver.received.length, 5)
  const sixth = await run('ingest', { ...jane, email: 'lead6@acme.com' })
  t.match(sixth.detail, { status: 'retrying' })
  t.notOk(sixth.detail.attempt)
  t.equal(receiver.received.length, 5)

  clock.advance(4 * minute)
  await runJobs()
  t.equal(receiver.received.length, 5, 'tries that come due meanwhile wait')

  clock.advance(2 * minute)
  await runJobs()
  t.equal(receiver.received.length, 6, 'one try is let through, fails, and the others wait on')

  receiver.answer = 200
  clock.advance(6 * minute)
  await runJobs()
  t.equal(receiver.received.length, 12, 'all six arrive')
})

t.test('a try that waits for the circuit is not counted', async t => {
  const { run, runJobs, receiver, clock, storage } = start()
  receiver.answer = 'timeout'
  for (let number = 1; number <= 5; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  const { detail } = await run('ingest', { ...jane, email: 'lead6@acme.com' })
  clock.advance(minute)
  await runJobs()
  t.match(await storage.get(`event:${detail.eventId}`), { attempts: 0 })
})

t.test('a delivery that is retried says why in words, and when the next attempt is', async t => {
  const { run, receiver } = start()
  receiver.answer = 'dns_not_found'
  const { summary, detail } = await run('ingest', jane)
  t.match(
    summary,
    /^Lead jane@acme\.com is not delivered to crm yet: the host name was not found\. The next attempt is at 12:\d\d:\d\d UTC\.$/
  )
  t.match(detail.steps, [
    { title: 'jane@acme.com', text: 'The address has a valid form. Nothing else was checked.' },
    { title: 'Delivery to crm', text: /^The host name was not found\. The next attempt is at 12:/, status: 'retrying' }
  ])
  t.equal(detail.attempt?.error, 'dns_not_found', 'the code stays in the JSON')
})

t.test('a moment of another day has its date, and each failure is said in words', async t => {
  const at = Date.parse('2026-01-01T23:59:59.000Z')
  t.equal(momentText(at, at - 5_000), 'at 23:59:59 UTC')
  t.equal(momentText(at + 2_000, at), 'on 2 January at 00:00 UTC')
  t.equal(failureText('http_503'), 'the receiver answered 503')
  t.equal(failureText('some_new_code'), 'some new code')
})

t.test('an address that must not be called is a dead letter with a code of its own', async t => {
  const whys = {
    blocked_address: 'it is not a public address',
    blocked_port: 'its port is not allowed',
    blocked_scheme: 'it has a scheme that is not allowed'
  }
  for (const code of ['blocked_address', 'blocked_port', 'blocked_scheme'] as const) {
    const { run, receiver } = start()
    receiver.answer = code
    t.match(await run('ingest', jane), {
      ok: false,
      summary: `The address of crm must not be called: ${whys[code]}.`,
      detail: { status: 'dead', error: { code: 'target_blocked', retryable: false } }
    })
  }
})

t.test('a lead whose delivery died may be sent again at once', async t => {
  const { run, receiver } = start()
  receiver.answer = 422
  const first = await run('ingest', jane)
  receiver.answer = 200
  const again = await run('ingest', jane)
  t.match(again.detail, { status: 'delivered', leadId: first.detail.leadId })
  t.not(again.detail.eventId, first.detail.eventId)
})

t.test('a replay sends a dead letter under its old identifier', async t => {
  const { run, receiver, storage } = start()
  receiver.answer = 422
  const { detail } = await run('ingest', jane)
  receiver.answer = 200
  const replayed = await run('route', { replay: detail.eventId })
  t.match(replayed, {
    ok: true,
    summary: 'Tried 1 delivery: 1 delivered.',
    metrics: { delivered: 1, failed: 0, queued: 0 },
    detail: {
      deliveries: [{ eventId: detail.eventId, leadId: detail.leadId, destination: 'crm', status: 'delivered' }]
    }
  })
  t.strictSame(receiver.ids, [detail.eventId, detail.eventId])
  t.strictSame(await storage.list('dead:'), [])
  t.match(await run('route', { replay: detail.eventId }), { ok: false, detail: { error: { code: 'not_found' } } })
})

t.test('route names the five newest dead letters, so that they can be replayed', async t => {
  const { run, receiver } = start()
  receiver.answer = 422
  const events: string[] = []
  for (let number = 1; number <= 5; number++)
    events.push((await run('ingest', { ...jane, email: `lead${number}@acme.com` })).detail.eventId)
  const { detail } = await run('route', { dryRun: true })
  t.strictSame(
    detail.queue.letters.map(({ eventId }) => eventId),
    events.toReversed()
  )
  t.match(detail.queue.letters[0], { destination: 'crm', reason: 'http_422', diedAt: '2026-01-01T12:00:00.000Z' })
})

t.test('a replay that fails for good is a dead letter again', async t => {
  const { run, receiver, storage } = start()
  receiver.answer = 422
  const { detail } = await run('ingest', jane)
  t.match(await run('route', { replay: detail.eventId }), {
    ok: false,
    metrics: { failed: 1 },
    detail: { deliveries: [{ status: 'dead' }], queue: { dead: 1 }, error: { code: 'delivery_failed' } }
  })
  t.equal((await storage.list('dead:')).length, 1)
})

t.test('a dead letter lives for 30 days, however many there are, and its lead remembers it', async t => {
  const { run, runJobs, receiver, storage, clock } = start()
  receiver.answer = 422
  const first = await run('ingest', { ...jane, email: 'lead0@acme.com' })
  for (let number = 1; number <= 224; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  t.equal((await storage.list('dead:', { limit: 1_000 })).length, 225)
  clock.advance(24 * hour)
  const second_ = await run('ingest', { ...jane, email: 'late@acme.com' })
  clock.advance(29 * 24 * hour + 11 * hour)
  await runJobs()
  t.match(await storage.get('totals'), { dead: 226 }, 'not a minute too early')
  clock.advance(2 * hour)
  await runJobs()
  const left = (await storage.list('dead:')).map(({ key }) => key)
  t.strictSame(left, [`dead:${second_.detail.eventId}`])
  t.match(await storage.get('totals'), { dead: 1 })
  const { leadId, eventId } = first.detail
  t.match(await run('route', { deliveries: 'dead', leadId }), {
    summary: '1 delivery: 1 dead.',
    detail: { deliveries: [{ eventId, status: 'dead', reason: /given up.*cannot be replayed/ }] }
  })
  t.match(await run('route', { replay: eventId }), { ok: false, detail: { error: { code: 'not_found' } } })
})

t.test('a lead that has many deliveries forgets those that were given up last', async t => {
  const { run, receiver, storage } = start()
  receiver.answer = 422
  const { detail } = await run('ingest', jane)
  receiver.answer = 200
  for (let number = 1; number <= 12; number++) await run('ingest', { ...jane, payload: `${number}` })
  const lead = await storage.get<{ deliveries: { eventId: string; status: string }[] }>(`lead:${detail.leadId}`)
  t.equal(lead?.deliveries.length, 10)
  t.match(lead?.deliveries.at(-1), { eventId: detail.eventId, status: 'dead' })
})

t.test('dead letters are replayed by destination and by the time when they were given up', async t => {
  const { run, runJobs, receiver, clock } = start({
    ...crm,
    'destination.sales.url': 'https://sales.example/',
    timezone: 'UTC'
  })
  receiver.answer = 422
  const ids: string[] = []
  for (const [email, destination] of [
    ['one@acme.com', 'crm'],
    ['two@acme.com', 'sales'],
    ['three@acme.com', 'crm'],
    ['four@acme.com', 'crm'],
    ['five@acme.com', 'crm']
  ]) {
    ids.push((await run('ingest', { ...jane, email, destination })).detail.eventId)
    clock.advance(24 * hour)
  }
  receiver.answer = 200
  receiver.received.length = 0
  const range = { destination: 'CRM', since: '2026-01-03', until: '2026-01-04' }
  t.match(await run('route', { replay: 'all', ...range }), {
    ok: true,
    summary: 'Tried 2 deliveries: 2 delivered.',
    metrics: { delivered: 2 },
    detail: { queue: { dead: 3 } }
  })
  t.strictSame(receiver.ids, ids.slice(2, 4))
  await run('route', { replay: 'all', until: '2026-01-01T12:00:00Z' })
  t.strictSame(receiver.ids.slice(2), ids.slice(0, 1))
  await run('route', { replay: 'all', limit: 1 })
  t.strictSame(receiver.ids.slice(3), ids.slice(1, 2), 'the oldest first, no more than the limit')
  receiver.answer = 'timeout'
  t.match(await run('route', { replay: 'all' }), { ok: true, detail: { queue: { waiting: 1, dead: 0 } } })
  t.match(await run('route', { replay: 'all' }), { summary: 'No delivery waits to be tried.' })
  receiver.answer = 200
  clock.advance(hour)
  await runJobs()
  t.strictSame(receiver.ids.at(-1), ids[4])
})

t.test('a replay that a failure holds up is left to its jobs', async t => {
  const { run, runJobs, receiver, clock } = start()
  receiver.answer = 422
  for (let number = 1; number <= 3; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  receiver.answer = 'timeout'
  t.match(await run('route', { replay: 'all' }), {
    summary: 'Took up 3 deliveries that were given up; 2 of them follow. Tried 1 delivery: 1 retrying.',
    detail: { queue: { waiting: 3, dead: 0 } }
  })
  receiver.answer = 200
  clock.advance(minute)
  await runJobs()
  t.match(await run('route', { deliveries: 'all' }), { metrics: { delivered: 3 } })
})

t.test('the time of a replay is a date or a time with one reading, and goes with replay all alone', async t => {
  const { run } = start()
  const refused = (input: Record<string, unknown>, ...pointers: string[]) =>
    t.rejects(run('route', input), { name: 'InvalidInput', issues: pointers.map(pointer => ({ pointer })) })
  await refused({ replay: 'all', since: '3/4/2026', until: 'soon' }, '#/since', '#/until')
  await refused({ replay: 'msg_1', since: '2026-01-01' }, '#/since')
  await refused({ until: '2026-01-01' }, '#/until')
  await refused({ replay: 'msg_1', destination: 'crm' }, '#/destination')
  await refused({ replay: 'all', dryRun: true }, '#/dryRun')
})

t.test('route with retry tries now what waits, and stops at the first failure of a destination', async t => {
  const { run, receiver } = start()
  receiver.answer = 'timeout'
  for (let number = 1; number <= 4; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  t.match(await run('route', { retry: true }), {
    ok: true,
    summary: 'Tried 1 delivery: 1 retrying.',
    metrics: { delivered: 0, queued: 4 }
  })
  receiver.answer = 200
  t.match(await run('route', { retry: true, limit: 3 }), {
    summary: 'Tried 3 deliveries: 3 delivered.',
    metrics: { leads: 3, delivered: 3, queued: 1 }
  })
})

t.test('route with retry also tries what an open circuit or a 410 holds back', async t => {
  const { run, receiver } = start()
  receiver.answer = 'timeout'
  for (let number = 1; number <= 6; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  receiver.answer = 200
  t.match(await run('route', { retry: true }), { metrics: { delivered: 6, queued: 0 } })

  receiver.answer = 410
  await run('ingest', { ...jane, email: 'lead7@acme.com' })
  await run('ingest', { ...jane, email: 'lead8@acme.com' })
  receiver.answer = 200
  t.match(await run('route', { retry: true }), { metrics: { delivered: 1, queued: 0 } })
})

t.test('route with retry respects Retry-After', async t => {
  const { run, receiver } = start()
  receiver.answer = { status: 503, headers: { 'retry-after': '60' } }
  await run('ingest', jane)
  receiver.answer = 200
  t.match(await run('route', { retry: true }), { metrics: { delivered: 0, queued: 1 } })
  t.equal(receiver.received.length, 1)
})

t.test('no more than 5,000 deliveries wait; the caller is told, and nothing is taken', async t => {
  const { run, storage } = start({})
  await run('ingest', jane)
  await storage.set('totals', { leads: 1, waiting: 1000, held: 4000, dead: 0 })
  t.match(await run('ingest', { ...jane, email: 'tom@acme.com' }), {
    ok: false,
    detail: { error: { code: 'queue_full', retryable: true } }
  })
  t.equal((await storage.list('lead:')).length, 1)
  t.match(await run('ingest', { ...jane, email: 'tom@acme.com', destination: 'inbox' }), { ok: true })
})

t.test('nothing that a lead said is logged', async t => {
  const { run, runJobs, receiver, log, clock } = start()
  receiver.answer = { status: 500, body: 'echo: Jane Doe' }
  clock.advance(0)
  receiver.answer = 'timeout'
  await run('ingest', jane)
  receiver.answer = 422
  clock.advance(6 * second)
  await runJobs()
  t.strictSame(
    log.map(({ level, message }) => `${level} ${message}`),
    ['warn webhook not delivered', 'warn webhook not delivered']
  )
  t.notMatch(JSON.stringify(log), /jane|Doe|acme|whsec|crm\.example/i)
})
