import { setImmediate as turn } from 'node:timers/promises'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { Intake } from '../dist/leads/intake.js'
import { crm, jane, Receiver, start } from './receiver.js'

const second = 1_000

t.test('a process that dies between storing and the first try leaves a job that delivers', async t => {
  const { storage, clock, jobs, receiver, twin } = start()
  const email = {
    address: jane.email,
    canonical: jane.email,
    domain: 'acme.com',
    checkedBy: 'syntax' as const,
    flags: []
  }
  const taken = await new Intake(storage, clock, { ...crm }).take({
    email,
    payload: { fields: {} },
    destination: 'crm',
    shouldDeliver: true,
    dedupeHours: 24
  })
  t.match(jobs(), [{ id: `deliver:${taken.eventId}`, at: clock.now() + 5 * second, action: 'deliver' }])
  clock.advance(5 * second)
  t.match(await twin().runJobs(), [{ answer: { ok: true, detail: { status: 'delivered' } } }])
  t.strictSame(receiver.ids, [taken.eventId])
})

t.test(
  'a process that dies during the first try leaves a job that makes the second, when the first must have ended',
  async t => {
    const { run, jobs, clock, receiver, storage, twin } = start()
    receiver.answer = 'killed'
    await t.rejects(run('ingest', jane), /killed/)
    const [eventId = ''] = receiver.ids
    t.match(jobs(), [{ id: `deliver:${eventId}`, at: clock.now() + 20 * second }])
    t.match(await storage.get(`event:${eventId}`), { attempts: 1, state: { place: 'waiting' } })

    receiver.answer = 200
    clock.advance(19 * second)
    t.strictSame(await twin().runJobs(), [])
    clock.advance(1 * second)
    t.match(await twin().runJobs(), [{ answer: { ok: true, detail: { status: 'delivered', attempt: { number: 2 } } } }])
    t.strictSame(receiver.ids, [eventId, eventId])
  }
)

t.test('a process that dies during a retry leaves a job as well', async t => {
  const { run, runJobs, clock, receiver, twin } = start()
  receiver.answer = 'timeout'
  await run('ingest', jane)
  receiver.answer = 'killed'
  clock.advance(6 * second)
  t.match(await runJobs(), [{ error: { message: 'killed' } }])
  receiver.answer = 200
  clock.advance(360 * second)
  t.match(await twin().runJobs(), [{ answer: { detail: { status: 'delivered', attempt: { number: 3 } } } }])
  t.equal(new Set(receiver.ids).size, 1)
})

t.test(
  'processes that die in every try make ten tries by the schedule, and then the event is a dead letter',
  async t => {
    const { run, jobs, clock, receiver, storage, twin } = start()
    receiver.answer = 'killed'
    await t.rejects(run('ingest', jane), /killed/)
    const waits: number[] = []
    const next = () => jobs().find(({ action }) => action === 'deliver')
    for (let job = next(); job && waits.length < 20; job = next()) {
      waits.push(Math.round((job.at - clock.now()) / 1000))
      clock.advance(job.at - clock.now())
      await twin().runJobs()
    }
    t.equal(receiver.received.length, 10)
    t.equal(waits.length, 10)
    t.equal(waits[0], 20)
    t.ok((waits[8] ?? 0) >= 0.8 * 24 * 3600)
    const [eventId] = receiver.ids
    t.match(await storage.get(`dead:${eventId}`), { attempts: 10, state: { place: 'dead', reason: 'no_answer' } })
    t.match(await run('route', { dryRun: true }), { detail: { queue: { waiting: 0, dead: 1 } } })
    receiver.answer = 200
    t.match((await run('ingest', jane)).detail, { status: 'delivered' })
  }
)

t.test('a lead that the rules are to route is routed and delivered after a death', async t => {
  const { storage, clock, receiver, twin } = start({
    ...crm,
    'rule.1.to': 'owner:priya',
    'owner.priya.destination': 'crm'
  })
  const email = {
    address: jane.email,
    canonical: jane.email,
    domain: 'acme.com',
    checkedBy: 'syntax' as const,
    flags: []
  }
  const settings = { ...crm, dedupeHours: '24' }
  const arrival = { email, payload: { fields: {} }, destination: 'route', shouldDeliver: true, dedupeHours: 24 }
  const { eventId, leadId } = await new Intake(storage, clock, settings).take(arrival)
  clock.advance(5 * second)
  t.match(await twin().runJobs(), [{ answer: { ok: true, detail: { status: 'delivered' } } }])
  t.match(receiver.received, [
    { id: eventId, body: { type: 'lead.created', data: { owner: 'priya', rule: 'rule.1' } } }
  ])
  t.match(await storage.get(`lead:${leadId}`), { assignment: { owner: 'priya', by: 'rule.1' } })
})

t.test('while a try is under way no other begins', async t => {
  const release = Promise.withResolvers<{ status: number }>()
  let open = 0
  const { run, jobs, clock, twin, storage } = testContext(leadconnect, {
    settings: crm,
    egress: {
      request: () => {
        open++
        return release.promise
      }
    }
  })
  const first = run('ingest', jane)
  while (open === 0) await turn()
  const other = twin()
  t.match(await other.run('route', { retry: true }), { metrics: { delivered: 0, queued: 1 } })
  clock.advance(19 * second)
  t.strictSame(await other.runJobs(), [])
  t.equal(open, 1)
  release.resolve({ status: 200 })
  t.match(await first, { detail: { status: 'delivered' } })
  t.strictSame(jobs(), [])
  t.strictSame(await storage.list('event:'), [])
})

t.test('after the circuit was open one try is under way alone, and the others wait for it', async t => {
  const receiver = new Receiver()
  const held = Promise.withResolvers<{ status: number }>()
  let isHanging = false
  const { run, runJobs, clock, twin } = testContext(leadconnect, {
    settings: crm,
    egress: {
      request(url, options) {
        const answer = receiver.egress.request.bind(receiver, url, options)
        if (!isHanging) return answer()
        answer()
        return held.promise
      }
    }
  })
  receiver.answer = 'timeout'
  for (let number = 1; number <= 5; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  receiver.answer = 200
  isHanging = true
  clock.advance(6 * 60 * second)
  const first = runJobs()
  while (receiver.received.length < 6) await turn()
  await twin().runJobs()
  t.equal(receiver.received.length, 6)
  isHanging = false
  held.resolve({ status: 200 })
  await first
  clock.advance(60 * second)
  await runJobs()
  t.equal(receiver.received.length, 10)
})

t.test('a try that ends after another was begun for it: a success counts, a failure does not', async t => {
  for (const late of [200, 422]) {
    const answers: PromiseWithResolvers<{ status: number }>[] = []
    const { run, clock, twin, storage } = testContext(leadconnect, {
      settings: crm,
      egress: {
        request: () => {
          const answer = Promise.withResolvers<{ status: number }>()
          answers.push(answer)
          return answer.promise
        }
      }
    })
    const slow = run('ingest', jane)
    while (answers.length < 1) await turn()
    clock.advance(21 * second)
    const second_ = twin().runJobs()
    while (answers.length < 2) await turn()
    answers[0]?.resolve({ status: late })
    const { detail } = await slow
    t.equal(detail.status, late === 200 ? 'delivered' : 'retrying')
    answers[1]?.resolve({ status: 200 })
    await second_
    t.match(await storage.get(`lead:${detail.leadId}`), { deliveries: [{ status: 'delivered' }] })
    t.match(await storage.get('totals'), { waiting: 0, dead: 0 })
  }
})

t.test('a caller who hangs up leaves the delivery to its job', async t => {
  const hangUp = new AbortController()
  const receiver = new Receiver()
  const { run, runJobs, clock } = testContext(leadconnect, {
    settings: crm,
    egress: {
      request(url, options) {
        hangUp.abort(new Error('gone'))
        return receiver.egress.request(url, options)
      }
    }
  })
  receiver.answer = 'connection_lost'
  await t.rejects(run('ingest', jane, { signal: hangUp.signal }), /gone/)
  receiver.answer = 200
  clock.advance(20 * second)
  t.match(await runJobs(), [{ answer: { detail: { status: 'delivered', attempt: { number: 2 } } } }])
})

t.test('a job that comes after its event was planned again makes no attempt before the new time', async t => {
  const { run, receiver } = start()
  receiver.answer = 'timeout'
  const { detail } = await run('ingest', jane)
  t.match(await run('deliver', { eventId: detail.eventId }), {
    detail: { status: 'retrying', nextAttemptAt: detail.nextAttemptAt }
  })
  t.equal(receiver.received.length, 1)
})

t.test('an event whose lead made room before the rules were asked is a dead letter, not lost', async t => {
  const { storage, clock, runJobs } = start({ ...crm, 'rule.1.to': 'destination:crm' })
  const email = {
    address: jane.email,
    canonical: jane.email,
    domain: 'acme.com',
    checkedBy: 'syntax' as const,
    flags: []
  }
  const arrival = { email, payload: { fields: {} }, destination: 'route', shouldDeliver: true, dedupeHours: 24 }
  const { eventId, leadId } = await new Intake(storage, clock, {}).take(arrival)
  await storage.delete(`lead:${leadId}`)
  clock.advance(5 * second)
  t.match(await runJobs(), [{ answer: { ok: true, detail: { status: 'settled' } } }])
  t.match(await storage.get(`dead:${eventId}`), {
    data: { email: 'jane@acme.com' },
    state: { place: 'dead', reason: 'lead_gone' }
  })
})

t.test('events whose jobs were dropped are found by the next call', async t => {
  const { run, runJobs, receiver, storage, clock } = start()
  receiver.answer = 'timeout'
  const { detail } = await run('ingest', jane)
  await storage.update([], () => ({ jobs: [{ cancel: `deliver:${detail.eventId}` }], result: undefined }))
  receiver.answer = 200
  clock.advance(11 * 60 * second)
  t.strictSame(await runJobs(), [])
  await run('route')
  t.match(await runJobs(), [{ action: 'resume' }, { action: 'deliver', answer: { detail: { status: 'delivered' } } }])
})
