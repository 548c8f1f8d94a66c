import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Job, JobChange } from '@product-host/sdk'
import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t from 'tap'
import { DisabledAccounts } from '../../../host/dist/accounts/keys/check-key.js'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Problem, StoreRefusal, StoreUnavailable } from '../../../host/dist/base/problems.js'
import type { Call } from '../../../host/dist/execution/call.js'
import { JobRunner } from '../../../host/dist/execution/job-runner.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { Registry } from '../../../host/dist/products/registry.js'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { noTracing } from '../../../host/dist/tracing/spans.js'
import { person } from '../../fixtures/dashboard-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { connectionPlugin, controlledPlugin, movableClock, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const path = '/api/v1/products/connection'
const plugins = { ...connectionPlugin, ...controlledPlugin }

/** The test waits for its runs and lets them end: they share its memory. */
const shared = { plugins, entries: { '@test/controlled': { isolation: 'inline' } } } as const

/** Hosts on one store and one clock that stands still until the test moves it. */
async function hosts(t: Parameters<typeof start>[0], count = 1) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const started = await Promise.all(Array.from({ length: count }, () => start(t, { plugins, store, clock })))
  const call: (typeof started)[number]['call'] = (...parameters) => {
    const [first] = started
    if (!first) throw new Error('There is no host.')
    return first.call(...parameters)
  }
  const send = async (body: object) => (await call('POST', `${path}/execute`, body, key)).body
  const attempts = async (id: string) => (await send({ action: 'runs', id })).detail.attempts as number[]
  const runDue = () => Promise.all(started.map(({ host }) => host.runDueJobs()))
  const readiness = async () => {
    const response = await fetch(`${started[0]?.url}/readyz`, { headers: { Connection: 'close' } })
    return { status: response.status, text: await response.text() }
  }
  return { time, store, clock, book: new JobStore(store, clock, console), call, send, attempts, runDue, readiness }
}

t.test('a job runs once, when it is due', async t => {
  const { time, send, attempts, runDue, book } = await hosts(t)
  await send({ action: 'plan', id: 'one', at: time.now + 60_000 })
  await runDue()
  t.strictSame(await attempts('one'), [])
  time.now += 60_000
  await runDue()
  await runDue()
  t.strictSame(await attempts('one'), [1])
  t.strictSame(await book.waiting(), [])
})

t.test('while the store is held, actions run, jobs wait, and no run is accepted', async t => {
  const { time, store, send, call, attempts, runDue, book, readiness } = await hosts(t, 2)
  const hold = new Hold(store, console)
  await hold.begin({ since: '2026-01-01T00:00:00.000Z', by: 'restore' })
  await send({ action: 'plan', id: 'one', at: time.now })
  await runDue()
  t.strictSame(await attempts('one'), [])
  t.match(await book.waiting(), [{ job: { id: 'one' } }])
  t.match(await readiness(), { status: 200, text: /^\{"status":"ready","held":true,"products":/ })
  const accepted = { ...key, Prefer: 'respond-async', 'Idempotency-Key': 'one' }
  const asked = { action: 'runs', id: 'one' }
  t.match(await call('POST', `${path}/execute`, asked, accepted), { status: 503, body: { code: 'held' } })
  await hold.end()
  await runDue()
  t.strictSame(await attempts('one'), [1])
  t.match(await call('POST', `${path}/execute`, asked, accepted), { status: 202 })
  t.notMatch((await readiness()).text, /held/)
})

t.test('of several processes, one runs it', async t => {
  const { time, send, attempts, runDue } = await hosts(t, 3)
  for (let index = 0; index < 20; index++) await send({ action: 'plan', id: `job ${index}`, at: time.now })
  await runDue()
  await runDue()
  for (let index = 0; index < 20; index++) t.strictSame(await attempts(`job ${index}`), [1])
})

t.test('a failure that may pass is tried again after each delay, and then kept as a dead letter', async t => {
  const { time, send, attempts, runDue, book } = await hosts(t)
  await send({ action: 'plan', id: 'one', at: time.now, fails: 1, delaysMs: [1_000, 5_000] })
  await send({ action: 'plan', id: 'two', at: time.now, fails: 9, delaysMs: [1_000, 5_000] })
  await runDue()
  time.now += 999
  await runDue()
  t.strictSame(await attempts('one'), [1])
  time.now += 1
  await runDue()
  t.strictSame(await attempts('one'), [1, 2])
  time.now += 5_000
  await runDue()
  t.strictSame(await attempts('two'), [1, 2, 3])
  const [letter] = await book.dead()
  t.match(letter, {
    kept: { account: 'demo', slug: 'connection', job: { id: 'two' } },
    error: { code: 'busy', message: 'Not yet.' }
  })
  t.strictSame(await book.waiting(), [])

  t.ok(await book.replay(letter?.id ?? ''))
  t.notOk(await book.replay(letter?.id ?? ''))
  await runDue()
  t.strictSame(await attempts('two'), [1, 2, 3, 1])
})

t.test('a failure that says when to come again is not tried before, nor before its delay', async t => {
  const { time, send, attempts, runDue } = await hosts(t)
  const planned = { action: 'plan', at: time.now, fails: 1, delaysMs: [2_000] }
  await send({ ...planned, id: 'longer', retryAfterMs: 3_000 })
  await send({ ...planned, id: 'shorter', retryAfterMs: 1_000 })
  await runDue()
  time.now += 1_999
  await runDue()
  t.strictSame([await attempts('longer'), await attempts('shorter')], [[1], [1]])
  time.now += 1
  await runDue()
  t.strictSame([await attempts('longer'), await attempts('shorter')], [[1], [1, 2]])
  time.now += 999
  await runDue()
  t.strictSame(await attempts('longer'), [1])
  time.now += 1
  await runDue()
  t.strictSame(await attempts('longer'), [1, 2])
})

t.test('a failure before anything was attempted uses up no attempt', async t => {
  const { time, send, attempts, runDue, book } = await hosts(t)
  await send({ action: 'plan', id: 'one', at: time.now, fails: 1, retryAfterMs: 3_000, isPostponed: true })
  await runDue()
  t.match(await book.waiting(), [{ job: { id: 'one' }, attempts: 0 }])
  time.now += 2_999
  await runDue()
  t.strictSame(await attempts('one'), [1])
  time.now += 1
  await runDue()
  t.strictSame(await attempts('one'), [1, 1])
  t.match(await book.waiting(), [{ attempts: 0 }])
})

t.test('a bug is tried again, a failure for good is not', async t => {
  const { time, send, attempts, runDue, book } = await hosts(t)
  await send({ action: 'plan', id: 'bug', at: time.now, fails: 1, code: 'bug', delaysMs: [1_000] })
  await send({ action: 'plan', id: 'broken', at: time.now, fails: 1, code: 'broken', delaysMs: [1_000] })
  await runDue()
  time.now += 1_000
  await runDue()
  t.strictSame(await attempts('bug'), [1, 2])
  t.strictSame(await attempts('broken'), [1])
  t.match(await book.dead(), [{ error: { code: 'broken' } }])
})

const minute = 60_000

t.test('a recurring job comes again in its rhythm, and makes up for missed times once', async t => {
  const { time, send, attempts, runDue, book } = await hosts(t)
  const planned = { action: 'repeat', id: 'one', seconds: 90 }
  await send(planned)
  time.now += 90_000 - 1
  await runDue()
  t.strictSame(await attempts('one'), [])
  time.now += 1
  await runDue()
  t.strictSame(await attempts('one'), [1])
  time.now += 40_000
  await send(planned)
  time.now += 50_000
  await runDue()
  t.strictSame(await attempts('one'), [1, 1], 'the same times keep their rhythm')
  time.now += 10 * 90_000 + 30_000
  await runDue()
  await runDue()
  t.strictSame(await attempts('one'), [1, 1, 1])
  time.now += 60_000 - 1
  await runDue()
  t.equal((await attempts('one')).length, 3)
  time.now += 1
  await runDue()
  t.equal((await attempts('one')).length, 4)
  t.match(await send({ action: 'cancel', id: 'one' }), { detail: { existed: true } })
  t.strictSame(await book.waiting(), [])
})

t.test('a recurring job comes by the pattern of its place, and other times replace it', async t => {
  const { time, send, attempts, runDue } = await hosts(t)
  await send({ action: 'repeat', id: 'one', cron: '30 9 * * *', timezone: 'Asia/Kolkata' })
  time.now = Date.parse('2026-01-01T03:59:59Z')
  await runDue()
  t.strictSame(await attempts('one'), [])
  time.now = Date.parse('2026-01-01T04:00:00Z')
  await runDue()
  t.strictSame(await attempts('one'), [1])
  await send({ action: 'repeat', id: 'one', cron: '0 12 * * *' })
  time.now = Date.parse('2026-01-01T12:00:00Z')
  await runDue()
  time.now = Date.parse('2026-01-02T04:00:00Z')
  await runDue()
  t.strictSame(await attempts('one'), [1, 1])
})

t.test('no failure ends a recurring job', async t => {
  const { time, send, attempts, runDue, book } = await hosts(t)
  const codes = ['busy', 'broken', 'bug']
  for (const code of codes) await send({ action: 'repeat', id: code, seconds: 60, fails: 99, code })
  for (let times = 1; times <= 3; times++) {
    time.now += minute
    await runDue()
  }
  for (const code of codes) t.strictSame(await attempts(code), [1, 1, 1], code)
  t.strictSame(await book.dead(), [])
})

t.test('a recurring job ends with the key that scheduled it', async t => {
  const { time, store, clock, runDue, book } = await hosts(t)
  const by = { keyId: 'key_ended', scopes: ['connection:execute'] }
  const records = store.namespace('demo', 'connection', { by, begunAt: clock.now(), now: clock.now })
  const every = { id: 'one', seconds: 60, action: 'count', input: { id: 'one', fails: 0, code: 'busy' } }
  await records.update([], () => ({ jobs: [{ every }], result: undefined }))
  time.now += minute
  await runDue()
  t.match(await book.dead(), [{ kept: { job: { id: 'one' } } }])
  t.strictSame(await book.waiting(), [])
})

t.test('a recurring job needs a minute between its times, and times that come', async t => {
  const { send, book } = await hosts(t)
  const wrong = [{}, { seconds: 59.9 }, { cron: 'now' }, { cron: '0 0 30 2 *' }, { cron: '* * * * * *' }]
  for (const times of [...wrong, { cron: '* * * * *', timezone: 'Europe/Atlantis' }]) {
    const answer = await send({ action: 'repeat', id: 'one', ...times })
    t.match(answer, { ok: false, detail: { error: { code: 'no_times' } } }, JSON.stringify(times))
  }
  t.match(await send({ action: 'repeat', id: 'one', seconds: 60 }), { ok: true })
  t.equal((await book.waiting()).length, 1)
})

t.test('an account has twenty recurring jobs in a product; each that is cancelled makes room for one', async t => {
  const { send, book } = await hosts(t)
  const repeat = (id: string) => send({ action: 'repeat', id, seconds: 60 })
  for (let index = 0; index < 20; index++) t.match(await repeat(`job ${index}`), { ok: true })
  t.match(await repeat('more'), { ok: false, detail: { error: { message: /^The account has 20 recurring jobs/ } } })
  t.match(await repeat('job 7'), { ok: true }, 'one that is there is none more')
  await send({ action: 'cancel', id: 'job 7' })
  await send({ action: 'plan', id: 'job 8', at: Number.MAX_SAFE_INTEGER })
  for (const id of ['more', 'and more']) t.match(await repeat(id), { ok: true })
  t.match(await repeat('job 7'), { ok: false })
  t.equal((await book.waiting()).length, 21)
})

t.test('the same id replaces, and cancel takes away', async t => {
  const { time, send, attempts, runDue } = await hosts(t)
  await send({ action: 'plan', id: 'one', at: time.now + 1_000 })
  await send({ action: 'plan', id: 'one', at: time.now + 60_000 })
  time.now += 1_000
  await runDue()
  t.strictSame(await attempts('one'), [])
  t.match(await send({ action: 'cancel', id: 'one' }), { detail: { existed: true } })
  t.match(await send({ action: 'cancel', id: 'one' }), { detail: { existed: false } })
  time.now += 60_000
  await runDue()
  t.strictSame(await attempts('one'), [])
})

/** A job of a store on which no host looks yet for what is due. */
async function unclaimedJob(t: Parameters<typeof start>[0]) {
  const { time, store, clock, book } = await hosts(t, 0)
  const records = store.namespace('demo', 'connection')
  const schedule = (at: number) => {
    const job = { id: 'one', at, action: 'count', input: { id: 'one', fails: 0, code: 'busy' } }
    return records.update([], () => ({ jobs: [{ schedule: job }], result: undefined }))
  }
  return { time, store, clock, book, schedule, attempts: () => records.get('runs:one') }
}

/** The same, claimed by another process. */
async function claimedJob(t: Parameters<typeof start>[0]) {
  const job = await unclaimedJob(t)
  const { time, store, clock, book } = job
  await job.schedule(time.now)
  await book.moveDue()
  const [ready] = await book.readyAfter(undefined, 1)
  const claimed = await book.claim(ready?.entry ?? '', () => 20_000)
  if (!claimed) throw new Error('The job was not due.')
  const startHost = async () => (await start(t, { plugins, store, clock })).host
  return { ...job, claimed, startHost }
}

t.test('a job whose process died runs again when its lease is over', async t => {
  const { time, claimed, startHost, attempts } = await claimedJob(t)
  t.equal(claimed.attempts, 1)
  const host = await startHost()
  time.now += 19_999
  await host.runDueJobs()
  t.equal(await attempts(), undefined)
  time.now += 1
  await host.runDueJobs()
  t.strictSame(await attempts(), [2])
})

t.test('a job that is scheduled again while it runs is not ended by that run', async t => {
  const { time, book, claimed, schedule, startHost, attempts } = await claimedJob(t)
  await schedule(time.now + 60_000)
  await book.finish(claimed)
  await book.postpone(claimed, time.now)
  const host = await startHost()
  await host.runDueJobs()
  t.equal(await attempts(), undefined)
  time.now += 60_000
  await host.runDueJobs()
  t.strictSame(await attempts(), [1])
})

t.test('access is judged when the job runs; refused, it is kept as a dead letter', async t => {
  const { time, send, call, runDue, book } = await hosts(t)
  await send({ action: 'plan', id: 'one', at: time.now + 1_000 })
  await call('PUT', `${path}/config`, { enabled: false }, key)
  time.now += 1_000
  await runDue()
  t.match(await book.dead(), [{ error: { code: 'product_disabled' } }])
})

t.test('an internal action is not on the wire', async t => {
  const { send, call } = await hosts(t)
  t.match(await send({ action: 'count', id: 'one', fails: 0, code: 'busy' }), { code: 'unknown_action' })
  t.notMatch(
    (await call('GET', `${path}/execute`)).body.actions.map(({ name }: { name: string }) => name),
    ['count']
  )
})

t.test('a job that is claimed while the host stops does not run, and runs after the next start', async t => {
  const { time, store, clock, schedule, attempts } = await unclaimedJob(t)
  const { host, stop } = await start(t, { plugins, store, clock })
  await schedule(time.now)
  const due = host.runDueJobs()
  await Promise.all([stop(), due])
  t.equal(await attempts(), undefined)
  const next = await start(t, { plugins, store, clock })
  await next.host.runDueJobs()
  t.strictSame(await attempts(), [1])
})

t.test('a system job of an unknown kind is retried and ends as a dead letter; it is not dropped', async t => {
  const { time, store, runDue, book } = await hosts(t)
  const job = { id: 'later.1', at: time.now, action: 'later', input: { kind: 'later' }, retry: { delaysMs: [1_000] } }
  await store.namespace('@host', 'host').update([], () => ({ jobs: [{ schedule: job }], result: undefined }))
  await runDue()
  t.match(await book.waiting(), [{ account: '@host', attempts: 1 }])
  time.now += 1_000
  await runDue()
  t.match(await book.dead(), [{ kept: { account: '@host', job: { id: 'later.1' } } }])
})

t.test('the next job starts when one ends', async t => {
  const { time, store, runDue, book } = await hosts(t)
  const jobs = Array.from({ length: 100 }, (_, index) => ({
    schedule: { id: `job ${index}`, at: time.now, action: 'show', input: {} }
  }))
  await store.namespace('demo', 'connection').update([], () => ({ jobs, result: undefined }))
  await runDue()
  t.strictSame(await book.waiting(), [])
  t.strictSame(await book.dead(), [])
})

/** Schedules a run that ends when the test says. */
async function planWaiting(store: Store, id: string, at: number): Promise<void> {
  const schedule = { id, at, action: 'pass', input: { id, how: 'wait' } }
  await store.namespace('demo', 'controlled').update([], () => ({ jobs: [{ schedule }], result: undefined }))
}

t.test('no other host takes a job before the deadline of its action and 10 s have passed', async t => {
  const { time, store, clock, book } = await hosts(t, 0)
  const { host } = await start(t, { ...shared, store, clock })
  await planWaiting(store, 'long', time.now)
  const first = host.runDueJobs()
  await begun.reached('long')
  const other = await start(t, { plugins, store, clock })
  time.now += 14_999
  await other.host.runDueJobs()
  t.match(await book.waiting(), [{ attempts: 1 }])
  opened.reach('long')
  await first
  t.strictSame(await book.waiting(), [])
  t.equal(await store.namespace('demo', 'controlled').get('runs:long'), 1)
})

t.test('a run that ends with its host uses up no attempt', async t => {
  const { time, store, clock, book } = await hosts(t, 0)
  const { host, stop } = await start(t, { ...shared, store, clock })
  await planWaiting(store, 'stopped', time.now)
  const run = host.runDueJobs()
  await begun.reached('stopped')
  await Promise.all([stop(), run])
  t.match(await book.waiting(), [{ job: { id: 'stopped' }, attempts: 0 }])
})

/** Schedules a job of an account now. */
async function schedule(store: Store, slug: string, job: Job) {
  const jobs = [{ schedule: job }]
  await store.namespace('demo', slug).update([], () => ({ jobs, result: undefined }))
}

t.test('jobs of an account that is disabled become dead letters, and run nothing', async t => {
  const { time, store, clock, book } = await hosts(t, 0)
  await schedule(store, 'controlled', { id: 'one', at: time.now, action: 'pass', input: { id: 'disabled' } })
  await new DisabledAccounts(store, clock).disable('demo', 'abuse')
  const { host } = await start(t, { plugins, store, clock })
  await host.runDueJobs()
  t.match(await book.dead(), [{ error: { code: 'account_disabled' } }])
  t.equal(await store.namespace('demo', 'controlled').get('runs:disabled'), undefined)
})

t.test('a job of a product or an action that is no more is a dead letter at once', async t => {
  const { time, store, runDue, book } = await hosts(t)
  await schedule(store, 'gone', { id: 'product', at: time.now, action: 'go', input: {} })
  await schedule(store, 'connection', { id: 'action', at: time.now, action: 'gone', input: {} })
  await runDue()
  t.strictSame((await book.dead()).map(({ kept, error }) => [kept.job.id, error.code]).toSorted(), [
    ['action', 'unknown_action'],
    ['product', 'unknown_product']
  ])
  t.strictSame(await book.waiting(), [])
})

t.test('a job that does not fit its action is a dead letter; one that takes too long is tried again', async t => {
  const { time, store, runDue, book } = await hosts(t)
  await schedule(store, 'controlled', { id: 'unfit', at: time.now, action: 'pass', input: {} })
  const retry = { delaysMs: [1_000], jitter: 0 }
  await schedule(store, 'controlled', { id: 'late', at: time.now, action: 'hang', input: { id: 'late job' }, retry })
  await runDue()
  t.match(await book.dead(), [{ kept: { job: { id: 'unfit' } }, error: { code: 'invalid_input' } }])
  t.match(await book.waiting(), [{ job: { id: 'late' }, attempts: 1, dueAt: time.now + 1_000 }])
  time.now += 1_000
  await runDue()
  t.equal(await store.namespace('demo', 'controlled').get('runs:late job'), 2)
})

t.test('a job waits while its product is not called, and uses up no attempt', async t => {
  const { time, store, call, runDue, book } = await hosts(t)
  const bug = () => call('POST', '/api/v1/products/controlled/execute', { action: 'pass', id: 'bug', how: 'bug' }, key)
  for (let count = 0; count < 20; count++) t.equal((await bug()).status, 502)
  const refused = await bug()
  t.match(refused, { status: 503, body: { code: 'product_unavailable' } })
  await schedule(store, 'controlled', { id: 'one', at: time.now, action: 'pass', input: { id: 'waits' } })
  await runDue()
  const [waiting] = await book.waiting()
  t.match(waiting, { job: { id: 'one' }, attempts: 0 })
  const waitMs = (waiting?.dueAt ?? 0) - time.now
  t.ok(waitMs >= 1_000 && waitMs <= Number(refused.headers.get('retry-after')) * 1_000, `${waitMs} ms`)
  t.equal(await store.namespace('demo', 'controlled').get('runs:waits'), undefined)
  t.strictSame(await book.dead(), [])
})

t.test('jobs run beside as many calls as an account may have under way', async t => {
  const { time, store, clock, book } = await hosts(t, 0)
  const { host, call } = await start(t, { ...shared, store, clock, deployment: { rate: { atOnce: 1 } } })
  const send = (id: string, how: string) =>
    call('POST', '/api/v1/products/controlled/execute', { action: 'pass', id, how }, key)
  const held = send('holds the slot', 'wait')
  await begun.reached('holds the slot')
  t.equal((await send('too many', 'well')).status, 429)
  await schedule(store, 'controlled', { id: 'one', at: time.now, action: 'pass', input: { id: 'beside' } })
  await host.runDueJobs()
  t.strictSame([await book.waiting(), await book.dead()], [[], []])
  t.equal(await store.namespace('demo', 'controlled').get('runs:beside'), 1)
  opened.reach('holds the slot')
  t.equal((await held).status, 200)
  t.equal((await send('afterwards', 'well')).status, 200)
})

t.test('no other host takes a system job before a minute has passed', async t => {
  const sockets: Socket[] = []
  const silent = createServer(socket => void sockets.push(socket.on('error', () => undefined)))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const { time, store, clock, book } = await hosts(t, 0)
  const environment = { SMTP_URL: `smtp://127.0.0.1:${address.port}`, MAIL_FROM: 'Products <no-reply@example.com>' }
  const { host, call } = await start(t, { plugins, store, clock, environment })
  const connected = once(silent, 'connection')
  await person(call)('POST', '/accounts', { email: 'ada@example.org', password: 'seven green elephants' })
  const run = host.runDueJobs()
  await connected
  const claimedAt = time.now
  const other = new JobStore(store, clock, console)
  time.now = claimedAt + 59_999
  await other.moveDue()
  t.strictSame(await other.readyAfter(undefined, 1), [])
  time.now += 1
  await other.moveDue()
  t.equal((await other.readyAfter(undefined, 1)).length, 1)
  t.match(await book.waiting(), [{ account: '@host', attempts: 1 }])
  for (const socket of sockets) socket.destroy()
  silent.close()
  await run
})

/** A runner of jobs of a product that this process does not have; the test says what their runs come to. */
async function loneRunner() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(clock.now)
  const store = await Store.open(backend)
  const jobs = new JobStore(store, clock, console)
  const state: { run: (call: Call) => unknown; isMixed: boolean } = { run: () => undefined, isMixed: false }
  const runner = new JobRunner(
    jobs,
    { find: async () => ({ account: 'acme', keyId: 'job' }) } as never,
    { run: async (call: Call) => state.run(call) } as never,
    new Registry(),
    {} as never,
    {} as never,
    {} as never,
    {} as never,
    new RunSignals(),
    new DisabledAccounts(store, clock),
    { isMixed: async () => state.isMixed } as never,
    new Hold(store, console),
    clock,
    pino({ level: 'silent' }),
    noTracing
  )
  const change = (...changes: readonly JobChange[]) =>
    store
      .namespace('acme', 'product', { begunAt: clock.now(), now: clock.now })
      .update([], () => ({ jobs: changes, result: undefined }))
  return { clock, backend, store, jobs, state, runner, change }
}

const stopped = () => {
  throw new Problem('shutting_down', 'The host is stopping.')
}

t.test('a job that this version does not know waits while another host serves another version', async t => {
  const { clock, jobs, state, runner, change } = await loneRunner()
  await change({ schedule: { id: 'one', at: clock.now(), action: 'go', input: {} } })
  for (const code of ['unknown_action', 'invalid_input'] as const) {
    state.isMixed = true
    state.run = () => {
      throw new Problem(code, 'It is not known here.')
    }
    await runner.runDue()
    t.match(await jobs.waiting(), [{ attempts: 0, dueAt: clock.now() + 5_000 }])
    clock.advance(5_000)
  }
  state.isMixed = false
  await runner.runDue()
  t.match(await jobs.dead(), [{ error: { code: 'invalid_input' } }])
})

t.test('a host that stops has put back what ran when it has stopped', async t => {
  const { clock, jobs, state, runner, change } = await loneRunner()
  const claimed = Promise.withResolvers<void>()
  state.run = async ({ cancellation }) => {
    const cancelled = new Promise<void>(resolve => cancellation.listen(() => resolve()))
    claimed.resolve()
    await cancelled
    for (let turns = 0; turns < 5; turns++) await turn()
    return stopped()
  }
  await change({ schedule: { id: 'one', at: clock.now(), action: 'go', input: {} } })
  void runner.runDue()
  await claimed.promise
  await runner.stop()
  t.match(await jobs.waiting(), [{ attempts: 0, dueAt: clock.now() }])
})

t.test('a job that is found while the host stops is not claimed, and one that was claimed is not begun', async t => {
  const { clock, backend, jobs, state, runner, change } = await loneRunner()
  const { list } = backend
  const began: unknown[] = []
  state.run = ({ cancellation }) => {
    began.push(cancellation.reason)
    return stopped()
  }
  await change({ schedule: { id: 'one', at: clock.now(), action: 'go', input: {} } })
  const [stored] = await jobs.waiting()
  let stopping: Promise<void> | undefined
  backend.list = async (...page) => {
    const found = await list.apply(backend, page)
    if (found.length > 0) stopping ??= runner.stop()
    return found
  }
  await runner.runDue()
  await stopping
  t.strictSame(await jobs.waiting(), [stored])
  t.strictSame(began, [])

  const next = await loneRunner()
  next.state.run = state.run
  await next.change({ schedule: { id: 'one', at: clock.now(), action: 'go', input: {} } })
  stopping = undefined
  const { commit } = next.backend
  next.backend.commit = async (...changes) => {
    stopping ??= next.runner.stop()
    return commit.apply(next.backend, changes)
  }
  await next.runner.runDue()
  await stopping
  t.strictSame(began, ['stopping'])
  t.match(await next.jobs.waiting(), [{ attempts: 0, dueAt: clock.now() }])
})

t.test('a job whose action this host does not have is held for 10 s', async t => {
  const { clock, store, state, runner, change } = await loneRunner()
  const [claimed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<object>()]
  state.run = () => {
    claimed.resolve()
    return ended.promise
  }
  await change({ schedule: { id: 'one', at: clock.now(), action: 'go', input: {} } })
  const running = runner.runDue()
  await claimed.promise
  const other = new JobStore(store, clock, console)
  clock.advance(9_999)
  await other.moveDue()
  t.strictSame(await other.readyAfter(undefined, 1), [])
  clock.advance(1)
  await other.moveDue()
  t.equal((await other.readyAfter(undefined, 1)).length, 1)
  ended.resolve({ kind: 'answer', answer: { ok: true } })
  await running
})

t.test('a run that may have done its work is an attempt, and one that was not begun is none', async t => {
  const { clock, jobs, state, runner, change } = await loneRunner()
  const busy = (options: object) => () => {
    throw new Problem('overloaded', 'Too much to do.', options)
  }
  const failed = (error: object) => () => ({
    kind: 'answer',
    answer: { ok: false, detail: { error: { code: 'no', message: 'Not now.', ...error } } }
  })
  /** What a job comes to that is run once: its attempts, when it is due, and its input; undefined once it is dead. */
  async function outcome(run: (call: Call) => unknown) {
    const schedule = { id: 'one', at: clock.now(), action: 'go', input: {}, retry: { delaysMs: [7_000] } }
    await change({ schedule })
    state.run = run
    await runner.runDue()
    const [waiting] = await jobs.waiting()
    if (waiting) await change({ cancel: 'one' })
    const inMs = (waiting?.dueAt ?? 0) - clock.now()
    return waiting && [waiting.attempts, inMs < 7_000 ? inMs : 'after its delay', waiting.job.input]
  }
  t.strictSame(await outcome(busy({ retryAfter: 3 })), [0, 3_000, {}])
  t.strictSame(await outcome(busy({})), [0, 1_000, {}])
  t.strictSame(await outcome(busy({ retryAfter: 3, mayHaveRun: true })), [1, 'after its delay', {}])
  for (const [error, code] of [
    [new StoreRefusal('No.'), 'internal_error'],
    [new StoreUnavailable('away'), 'store_unavailable']
  ] as const) {
    t.strictSame(await outcome(() => Promise.reject(error)), [1, 'after its delay', {}], code)
    await change({ schedule: { id: code, at: clock.now(), action: 'go', input: {}, retry: { delaysMs: [] } } })
    await runner.runDue()
    t.match((await jobs.dead())[0], { kept: { job: { id: code } }, error: { code, message: error.message } })
  }
  t.strictSame(await outcome(failed({ retryable: true, isPostponed: true, retryAfterMs: 5_000 })), [0, 5_000, {}])
  t.strictSame(await outcome(failed({ retryable: true, isPostponed: false })), [1, 'after its delay', {}])
  const changing = async (call: Call) => {
    Object.assign((await call.read({} as never)).fields, { added: 1 })
    throw new Problem('overloaded', 'Too much to do.')
  }
  t.strictSame(await outcome(changing), [0, 1_000, {}], 'an input is the same for the next attempt')
  t.equal(await outcome(failed({ retryable: false, isPostponed: true, retryAfterMs: 9_000 })), undefined)
  t.match(await jobs.dead(), [{ kept: { attempts: 1 }, error: { code: 'no', message: 'Not now.' } }])
})
