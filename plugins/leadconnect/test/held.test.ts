import t from 'tap'
import { crm, jane, start } from './receiver.js'

const minute = 60_000

t.test('a lead whose destination is not configured is held, and delivered when it is, without any call', async t => {
  const { run, runJobs, receiver, configure, clock, storage } = start({})
  const { ok, detail, metrics } = await run('ingest', jane)
  t.ok(ok)
  t.match(detail, { status: 'held', destination: 'crm', signature: { keyed: false } })
  t.match(metrics, { queued: 1, attempts: 0 })
  clock.advance(10 * minute)
  await runJobs()
  t.equal(receiver.received.length, 0)

  configure(crm)
  clock.advance(30 * minute)
  await runJobs()
  t.strictSame(receiver.ids, [detail.eventId])
  t.match(await storage.get(`lead:${detail.leadId}`), { deliveries: [{ status: 'delivered' }] })
  t.match(await storage.get('totals'), { waiting: 0, held: 0 })
})

t.test('any call notices that a destination was configured', async t => {
  const { run, runJobs, receiver, configure } = start({})
  const { detail } = await run('ingest', jane)
  configure(crm)
  await run('ingest', { ...jane, email: 'tom@example.org', destination: 'inbox' })
  await runJobs()
  t.strictSame(receiver.ids, [detail.eventId])
})

t.test('held leads are looked at less and less often, and no longer once they are sent', async t => {
  const { run, runJobs, jobs, clock, configure } = start({})
  await run('ingest', jane)
  const waits: number[] = []
  for (let look = 0; look < 7; look++) {
    const at = jobs()[0]?.at ?? 0
    waits.push((at - clock.now()) / minute)
    clock.advance(at - clock.now())
    await runJobs()
  }
  t.strictSame(waits, [1, 2, 4, 8, 16, 30, 30])
  configure(crm)
  clock.advance(30 * minute)
  await runJobs()
  t.strictSame(jobs(), [])
})

t.test('while a destination is switched off its leads are held', async t => {
  const { run, runJobs, receiver, configure } = start({ ...crm, 'destination.crm.enabled': 'false' })
  t.match(await run('ingest', jane), { ok: true, detail: { status: 'held' } })
  configure(crm)
  await run('route')
  await runJobs()
  t.equal(receiver.received.length, 1)
})

t.test('events that wait are held when their destination goes away', async t => {
  const { run, runJobs, receiver, configure, clock, storage } = start()
  receiver.answer = 'timeout'
  const { detail } = await run('ingest', jane)
  configure({})
  clock.advance(6_000)
  t.match(await runJobs(), [{ answer: { ok: true, detail: { status: 'held' } } }])
  t.match(await storage.get(`event:${detail.eventId}`), { state: { place: 'held' }, attempts: 1 })
})

t.test('250 held leads all arrive, and in their order', async t => {
  const { run, runJobs, receiver, configure, storage } = start({})
  for (let number = 0; number < 250; number++) await run('ingest', { ...jane, email: `lead${number}@acme.com` })
  configure(crm)
  await run('route', { limit: 1 })
  await runJobs()
  t.strictSame(
    receiver.received.map(({ body }) => body.data.email),
    Array.from({ length: 250 }, (_, number) => `lead${number}@acme.com`)
  )
  t.match(await storage.get('totals'), { waiting: 0, held: 0, leads: 250 })
})
