import { EgressError } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'
import { assertRoom, type Register, revivals, rhythmAfter, withEntry } from '../dist/probe/register.js'

const well = { egress: { request: () => ({ status: 200 }) } }
const noon = Date.UTC(2026, 0, 1, 12)
const url = 'https://acme.com'

t.test('everySeconds sets one job, which probes and schedules itself again without drift', async t => {
  const { run, runJobs, jobs, clock, requests } = testContext(sentinel, well)
  const { detail } = await run('probe', { url, everySeconds: 60 })
  t.strictSame(detail.rhythm, { everySeconds: 60, nextAt: '2026-01-01T12:01:00.000Z' })
  const starts: number[] = []
  for (const late of [0, 7_000, 59_999]) {
    clock.advance((jobs()[0]?.at ?? 0) - clock.now() + late)
    t.match(await runJobs(), [{ id: 'probe.acme-com', action: 'repeat_probe', answer: { ok: true } }])
    starts.push(jobs()[0]?.at ?? 0)
  }
  t.strictSame(starts, [noon + 120_000, noon + 180_000, noon + 240_000])
  t.equal(jobs().length, 1)
  t.equal(requests.length, 4)
})

t.test('missed times are skipped', async t => {
  const { run, runJobs, jobs, clock, requests } = testContext(sentinel, well)
  await run('probe', { url, everySeconds: 60 })
  clock.advance(3_600_000 + 30_000)
  await runJobs()
  t.equal(requests.length, 2)
  t.match(jobs(), [{ at: noon + 3_600_000 + 60_000 }])
})

t.test('a target that is down goes on being probed', async t => {
  const { run, runJobs, jobs, clock } = testContext(sentinel)
  t.equal((await run('probe', { url, everySeconds: 60, retries: 0 })).ok, false)
  clock.advance(60_000)
  t.match(await runJobs(), [{ answer: { ok: true, detail: { status: 'down' } } }])
  t.match(jobs(), [{ at: noon + 120_000 }])
})

t.test('everySeconds: 0 ends it', async t => {
  const { run, runJobs, jobs, clock } = testContext(sentinel, well)
  await run('probe', { url, everySeconds: 60 })
  const { detail } = await run('probe', { url, everySeconds: 0 })
  t.notOk(detail.rhythm)
  t.strictSame(jobs(), [])
  clock.advance(60_000)
  t.strictSame(await runJobs(), [])
})

t.test('a job that was under way when the rhythm ended does nothing more', async t => {
  const { run, jobs, requests } = testContext(sentinel, well)
  await run('probe', { url, everySeconds: 60 })
  await run('probe', { url, everySeconds: 0 })
  t.match(await run('repeat_probe', { name: 'acme-com' }), { ok: true, summary: 'Nothing is due for "acme-com".' })
  t.strictSame(jobs(), [])
  t.equal(requests.length, 2)
})

t.test('a job that comes too early, or twice, waits for its time', async t => {
  const { run, jobs, requests } = testContext(sentinel, well)
  await run('probe', { url, everySeconds: 60 })
  await run('repeat_probe', { name: 'acme-com' })
  t.equal(requests.length, 1)
  t.match(jobs(), [{ id: 'probe.acme-com', at: noon + 60_000 }])
})

t.test('a call without everySeconds leaves the rhythm and its conditions as they were', async t => {
  const { run, runJobs, jobs, clock } = testContext(sentinel, { egress: { request: () => ({ body: 'hello' }) } })
  await run('probe', { url, everySeconds: 60, contains: 'hello', retries: 0 })
  clock.advance(30_000)
  t.equal((await run('probe', { url, contains: 'goodbye', retries: 0 })).ok, false)
  t.match(jobs(), [{ at: noon + 60_000 }])
  clock.advance(30_000)
  t.match(await runJobs(), [{ answer: { detail: { status: 'up' } } }])
})

t.test('another everySeconds takes the place of the first, counted from then', async t => {
  const { run, jobs, clock } = testContext(sentinel, well)
  await run('probe', { url, everySeconds: 60 })
  clock.advance(10_000)
  await run('probe', { url, everySeconds: 300 })
  t.match(jobs(), [{ at: noon + 310_000 }])
})

t.test('the settings of the time of the run are used', async t => {
  const { run, runJobs, configure, clock, requests } = testContext(sentinel, well)
  await run('probe', { url, everySeconds: 60 })
  configure({ defaultTimeoutMs: '1500', userAgent: 'watcher/2' })
  clock.advance(60_000)
  await runJobs()
  t.match(requests[1], { timeoutMs: 1_500, headers: { 'user-agent': 'watcher/2' } })
})

t.test('a check that a failure of the host prevents is retried', async t => {
  let isBroken = false
  const { run, runJobs, jobs, clock } = testContext(sentinel, {
    egress: {
      request() {
        if (isBroken) throw new TypeError('A bug.')
        return {}
      }
    }
  })
  await run('probe', { url, everySeconds: 60 })
  isBroken = true
  clock.advance(60_000)
  t.match(await runJobs(), [{ error: TypeError }])
  t.match(jobs(), [{ at: noon + 70_000, attempts: 1 }])
})

t.test('a job that was lost comes back with the next call, be it a probe or a heartbeat', async t => {
  const lose = async (action: 'probe' | 'heartbeat', input: Record<string, unknown>) => {
    const first = testContext(sentinel, well)
    await first.run('probe', { url, everySeconds: 60 })
    first.clock.advance(60_000)
    const { storage, clock } = first
    const job = first.jobs()[0]
    t.ok(job)
    await storage.update([], () => ({ jobs: [{ cancel: 'probe.acme-com' }], result: undefined }))
    t.strictSame(first.jobs(), [])
    clock.advance(600_001)
    await first.run(action, input)
    return first.jobs()
  }
  const lost = [{ id: 'probe.acme-com', at: noon + 660_001 }]
  t.match(await lose('probe', { url: 'https://other.com' }), lost)
  t.match(await lose('heartbeat', {}), lost)
})

t.test('100 targets may have a rhythm; one more is refused before anything is probed', async t => {
  const { run, jobs, requests } = testContext(sentinel, well)
  for (let number = 0; number < 100; number++) await run('probe', { url, name: `target ${number}`, everySeconds: 60 })
  t.match(await run('probe', { url, name: 'one more', everySeconds: 60 }), {
    ok: false,
    summary: '100 targets are probed again and again already; end one first.',
    detail: { error: { code: 'quota_exceeded', retryable: false } }
  })
  t.equal(requests.length, 100)
  t.equal(jobs().length, 100)
  t.equal((await run('probe', { url, name: 'target 7', everySeconds: 120 })).ok, true)
  await run('probe', { url, name: 'target 7', everySeconds: 0 })
  t.equal((await run('probe', { url, name: 'one more', everySeconds: 60 })).ok, true)
})

t.test('one-off probes of 100 names are stored; the one not probed for the longest time makes room', async t => {
  const { run, clock, storage } = testContext(sentinel, well)
  await run('probe', { url, name: 'steady', everySeconds: 60 })
  for (let number = 0; number < 100; number++) {
    clock.advance(1_000)
    await run('probe', { url, name: `target ${number}` })
  }
  clock.advance(1_000)
  await run('probe', { url, name: 'target 0' })
  await run('probe', { url, name: 'new' })
  const names = (await storage.list('once:', { limit: 1000 })).map(({ key }) => key.slice('once:'.length))
  t.equal(names.length, 100)
  t.ok(names.includes('target-0') && names.includes('new'))
  t.notOk(names.includes('target-1'))
  t.strictSame(
    (await storage.list('mon:')).map(({ key }) => key),
    ['mon:steady']
  )
})

t.test('of 100 stored targets, one that is monitored no longer makes room for a new one', async t => {
  const { run, clock, storage } = testContext(sentinel, well)
  for (let number = 0; number < 100; number++) {
    clock.advance(1_000)
    await run('probe', { url, name: `target ${number}`, everySeconds: 60 })
  }
  await run('probe', { url, name: 'target 1', everySeconds: 0 })
  t.ok(await storage.get('mon:target-1'))
  t.equal((await run('probe', { url, name: 'new', everySeconds: 60 })).ok, true)
  t.notOk(await storage.get('mon:target-1'))
  t.ok(await storage.get('mon:target-0'))
})

t.test('a target that becomes blocked stays, and counts as down', async t => {
  let isBlocked = false
  const { run, runJobs, clock } = testContext(sentinel, {
    egress: {
      request() {
        if (isBlocked) throw new EgressError('blocked_address', 'Not public.')
        return {}
      }
    }
  })
  await run('probe', { url, everySeconds: 60 })
  isBlocked = true
  clock.advance(60_000)
  t.match(await runJobs(), [{ answer: { detail: { status: 'blocked' } } }])
  const { detail } = await run('probe', { url })
  t.match(detail, { history: { state: 'down', checks: 2, uptime24h: 50 }, rhythm: { everySeconds: 60 } })
})

t.test('two processes keep one history', async t => {
  const first = testContext(sentinel, well)
  const second = first.twin()
  const monitored = { url, everySeconds: 60 }
  await Promise.all([first, second, first, second].map(({ run }) => run('probe', monitored)))
  t.equal((await second.run('probe', monitored)).detail.history.checks, 5)
  t.equal(first.jobs().length, 1)
  await Promise.all([first, second, first, second].map(({ run }) => run('probe', { url, name: 'once' })))
  t.equal((await second.run('probe', { url, name: 'once' })).detail.history.checks, 5)
})

t.test('addresses that differ in a query alone are monitored beside each other', async t => {
  const { run, storage } = testContext(sentinel, well)
  for (const db of [1, 2]) await run('probe', { url: `${url}/ok?db=${db}`, everySeconds: 300 })
  const register = await storage.get<object>('targets')
  t.equal(Object.keys(register ?? {}).length, 2)
})

t.test('the name of a monitored address is not given to another one unless the call replaces it', async t => {
  const { run, requests, jobs } = testContext(sentinel, well)
  await run('probe', { url, name: 'shop', everySeconds: 300 })
  for (const everySeconds of [0, 60]) {
    const refused = await run('probe', { url: `${url}/other`, name: 'Shop', everySeconds })
    t.match(refused, { ok: false, detail: { error: { code: 'name_taken', retryable: false } } })
    t.match(refused.summary, /"shop" is monitored at another address \(https:\/\/acme\.com\)/)
  }
  t.equal(requests.length, 1)
  t.match(jobs(), [{ id: 'probe.shop', at: noon + 300_000 }])
  t.ok((await run('probe', { url: `${url}/#top`, name: 'shop', everySeconds: 60 })).ok)
  const replaced = await run('probe', { url: `${url}/other`, name: 'shop', everySeconds: 60, replace: true })
  t.match(replaced.detail, { target: `${url}/other`, notes: ['url_changed'], history: { checks: 1 } })
  t.match(await run('probe', { url, name: 'shop', everySeconds: 0, replace: true }), { ok: true })
  t.strictSame(jobs(), [])
})

t.test('a job counts as lost when it is overdue by more than ten minutes', t => {
  const register = { shop: { checkedAt: noon, rhythm: { everySeconds: 60, nextAt: noon } }, once: { checkedAt: noon } }
  t.strictSame(revivals(register, noon + 600_000), [])
  t.match(revivals(register, noon + 600_001), [{ schedule: { id: 'probe.shop', at: noon + 600_001 } }])
  t.end()
})

t.test('the next time of an interval is after now, also when now is one of its times', t => {
  const next = (now: number) => rhythmAfter({ everySeconds: 60, nextAt: noon }, { by: 'job' }, now)?.nextAt
  t.strictSame(
    [-1_000, 0, 59_999, 60_000, 60_001].map(late => next(noon + late)),
    [...[60_000, 60_000, 60_000].map(ms => noon + ms), ...[120_000, 120_000].map(ms => noon + ms)]
  )
  t.end()
})

t.test(
  'the hundredth target has room; for one more the target goes that was checked first, of those without an interval',
  t => {
    const targets = (count: number, everySeconds?: number): Register =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `t${index}`,
          { checkedAt: noon - index, ...(everySeconds !== undefined && { rhythm: { everySeconds, nextAt: noon } }) }
        ])
      )
    const names = (register: Register, name = 'new') => {
      const entered = withEntry(register, name, { checkedAt: noon })
      return [entered && Object.keys(entered.register).length, entered?.displaced]
    }
    t.strictSame(names(targets(99)), [100, undefined])
    t.strictSame(names(targets(100)), [100, 't99'])
    t.strictSame(names(targets(100), 't5'), [100, undefined])
    t.strictSame(names({ ...targets(100, 60), t7: { checkedAt: noon } }), [100, 't7'])
    t.equal(withEntry(targets(100, 60), 'new', { checkedAt: noon }), undefined)
    const ask = (count: number, name: string) => () =>
      assertRoom(targets(count, 60), name, { by: 'call', input: probeInput })
    t.doesNotThrow(ask(99, 'new'))
    t.doesNotThrow(ask(100, 't5'))
    t.throws(ask(100, 'new'), { code: 'quota_exceeded' })
    t.end()
  }
)

/** What a call sends that asks for an interval. */
const probeInput = {
  url,
  everySeconds: 60,
  method: 'GET',
  expectStatus: '200',
  retryDelayMs: 0,
  maxRedirects: 0
} as const
