import '../../fixtures/teardown-order.js'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { rotateSecrets } from '../../../host/dist/config/secret-rotation.js'
import { tryKeys } from '../../../host/dist/config/stored-secrets.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { isFinal } from '../../../host/dist/runs/run-records.js'
import { runSubject } from '../../../host/dist/runs/run-store.js'
import { ScheduleStore } from '../../../host/dist/runs/schedule-store.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import {
  connectionPlugin,
  controlledPlugin,
  type HostOptions,
  movableClock,
  notesPlugin,
  start
} from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const schedules = `${products}/schedules`
const demo = { Authorization: `Bearer ${demoKey}` }
const minute = 60_000
const daily = {
  name: 'Every morning',
  cron: '0 8 * * *',
  product: 'controlled',
  action: 'pass',
  input: { id: 'morning' }
}
const everyMinute = { ...daily, name: 'Every minute', cron: '* * * * *' }

type MovedOptions = Omit<HostOptions, 'clock'> & { readonly clock?: ReturnType<typeof movableClock> }

/** A host without billing whose clock and store the test moves. */
async function host(t: Test, { store, clock = movableClock('2026-01-05T06:00:00Z'), ...options }: MovedOptions = {}) {
  const opened = store ?? (await Store.open(memoryBackend(() => clock.now())))
  const plugins = { ...connectionPlugin, ...controlledPlugin, ...notesPlugin }
  const started = await start(t, { plugins, store: opened, clock, deployment: { billing: 'none' }, ...options })
  const bearer = async (account: string, ...scopes: readonly string[]) => {
    const created = await started.keys.create(account, 'a key', undefined, scopes.length > 0 ? scopes : undefined)
    return { Authorization: `Bearer ${created.key}` }
  }
  const send = (method: string, path: string, body?: object, who: Record<string, string> = demo) =>
    started.call(method, path, body, who)
  const make = (members: object, who = demo) => send('POST', schedules, { ...everyMinute, ...members }, who)
  const read = async (path: string, who = demo) => (await send('GET', path, undefined, who)).body
  /** What a schedule did, the oldest first, as the minute and what became of it. */
  const fired = async (id: string, who = demo) => {
    const { firings } = await read(`${schedules}/${id}/firings?limit=100`, who)
    return firings
      .map((each: Fired) => `${each.dueAt.slice(11, 16)} ${each.skipped ?? 'run'}${each.times ? ` ${each.times}` : ''}`)
      .toReversed()
  }
  const runsOf = async (who = demo) => (await read(`${products}/runs`, who)).runs
  return { ...started, clock, store: opened, bearer, send, make, read, fired, runsOf }
}

/** Looks again and again, with pauses that stay within the rates. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === 400) throw new Error('It does not become so.')
    await delay(50)
  }
}

interface Fired {
  readonly dueAt: string
  readonly skipped?: string
  readonly times?: number
}

t.test('a schedule starts a run at each of its times, and says which come next', async t => {
  const { clock, host: running, make, send, read, fired, runsOf } = await host(t)
  const made = await send('POST', schedules, { ...daily, timezone: 'Europe/Berlin' })
  t.equal(made.status, 201)
  const { id, links } = made.body
  t.match(made.body, {
    id: /^schedule_/,
    name: 'Every morning',
    productId: 'controlled',
    action: 'pass',
    enabled: true
  })
  t.match(made.body, { timezone: 'Europe/Berlin', overlap: 'skip', missed: 'once', input: { id: 'morning' } })
  t.equal(made.headers.get('location'), links.self)
  const days = ['05', '06', '07', '08', '09']
  t.strictSame(
    made.body.next,
    days.map(day => `2026-01-${day}T07:00:00.000Z`)
  )
  t.strictSame(await read(links.self), made.body)
  await make({ name: 'Another', product: 'notes', action: 'latest', input: {} })
  t.strictSame((await read(`${schedules}?product=controlled`)).schedules, [made.body])
  t.equal((await read(schedules)).schedules.length, 2)

  clock.set('2026-01-05T06:59:59.999Z')
  await running.runDueJobs()
  t.strictSame(await fired(id), [])
  clock.set('2026-01-05T07:00:00Z')
  await running.runDueJobs()
  t.strictSame(await fired(id), ['07:00 run'])
  const [run] = (await runsOf()).filter(({ action }: { action: string }) => action === 'pass')
  t.match(run, { status: 'succeeded', schedule: id, attempts: 1 })
  const after = await read(links.self)
  t.match(after, { lastRun: run.id, links: { lastRun: `${products}/runs/${run.id}` } })
  t.equal(after.next[0], '2026-01-06T07:00:00.000Z')
  await running.runDueJobs()
  clock.set('2026-01-07T07:00:30Z')
  await running.runDueJobs()
  t.strictSame(await fired(id), ['07:00 run', '07:00 missed 1', '07:00 run'])
  const page = await read(`${links.firings}?limit=2`)
  t.equal(page.firings.length, 2)
  t.match(await read(`${links.firings}?limit=2&after=${page.next}`), { firings: [{ run: run.id }], next: null })
})

t.test('an hour that the clock skips or repeats is met once, and by each time of a pattern with wildcards', async t => {
  for (const [from, until, fixedTimes, openTimes] of [
    ['2026-03-28T23:40:00Z', '2026-03-29T02:10:00Z', ['01:00'], ['00:00', '00:30', '01:00', '01:30', '02:00']],
    ['2026-10-24T23:40:00Z', '2026-10-25T01:40:00Z', ['00:30'], ['00:00', '00:30', '01:00', '01:30']]
  ] as const) {
    const { clock, host: running, make, fired } = await host(t, { clock: movableClock(from) })
    const members = { timezone: 'Europe/Berlin', missed: 'all', overlap: 'allow' }
    const fixed = (await make({ ...members, cron: '30 2 * * *' })).body.id
    const open = (await make({ ...members, cron: '*/30 * * * *' })).body.id
    clock.set(until)
    await running.runDueJobs()
    t.strictSame(
      await fired(fixed),
      fixedTimes.map(time => `${time} run`)
    )
    t.strictSame(
      await fired(open),
      openTimes.map(time => `${time} run`)
    )
  }
})

t.test('times that pass while no host runs are made up for as the schedule says', async t => {
  const clock = movableClock('2026-01-05T06:00:30Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock })
  const ids = new Map<string, string>()
  for (const missed of ['skip', 'once', 'all'])
    ids.set(missed, (await one.make({ missed, overlap: 'allow', input: { id: missed } })).body.id)
  clock.set('2026-01-05T06:01:05Z')
  await one.host.runDueJobs()
  for (const id of ids.values()) t.strictSame(await one.fired(id), ['06:01 run'])
  await one.stop()
  clock.set('2026-01-05T06:04:20Z')
  const two = await host(t, { store, clock })
  await two.host.runDueJobs()
  t.strictSame(await two.fired(ids.get('skip') ?? ''), ['06:01 run', '06:03 missed 2', '06:04 run'])
  t.strictSame(await two.fired(ids.get('once') ?? ''), ['06:01 run', '06:03 missed 2', '06:04 run'])
  t.strictSame(await two.fired(ids.get('all') ?? ''), ['06:01 run', '06:02 run', '06:03 run', '06:04 run'])
  await two.stop()
  const hourly = await host(t, { store, clock })
  const late = new Map<string, string>()
  for (const missed of ['skip', 'once', 'all'])
    late.set(missed, (await hourly.make({ cron: '0 * * * *', missed, overlap: 'allow', input: { id: 'h' } })).body.id)
  for (const id of ids.values()) await hourly.send('DELETE', `${schedules}/${id}`)
  clock.set('2026-01-05T09:01:00Z')
  await hourly.host.runDueJobs()
  t.strictSame(await hourly.fired(late.get('skip') ?? ''), ['09:00 missed 3'], 'a minute late is missed')
  t.strictSame(await hourly.fired(late.get('once') ?? ''), ['08:00 missed 2', '09:00 run'])
  t.strictSame(await hourly.fired(late.get('all') ?? ''), ['07:00 run', '08:00 run', '09:00 run'])
  clock.set('2026-02-05T09:01:00Z')
  await hourly.host.runDueJobs()
  const all = await hourly.read(`${schedules}/${late.get('all')}/firings?limit=100`)
  t.equal(all.firings.length, 100, 'the last hundred are made up for')
  t.match(all.firings.at(-1), { dueAt: '2026-02-01T06:00:00.000Z' })
})

t.test('a time at which the run before has not ended is met as the schedule says', async t => {
  const { clock, host: running, send, make, fired, read, runsOf } = await host(t)
  const ids = new Map<string, string>()
  for (const overlap of ['skip', 'queue', 'allow'])
    ids.set(overlap, (await make({ action: 'stay', overlap, input: { id: `over ${overlap}`, how: 'wait' } })).body.id)
  const due: Promise<void>[] = []
  for (let index = 0; index < 2; index++) {
    clock.advance(minute)
    due.push(running.runDueJobs())
    for (const overlap of ids.keys()) await until(async () => (await fired(ids.get(overlap) ?? '')).length > index)
  }
  const statuses = async (overlap: string) =>
    (await runsOf())
      .filter(({ schedule }: { schedule: string }) => schedule === ids.get(overlap))
      .map(({ status }: { status: string }) => status)
  await until(async () => JSON.stringify(await statuses('allow')) === '["running","running"]')
  t.strictSame(await fired(ids.get('skip') ?? ''), ['06:01 run', '06:02 overlap'])
  t.strictSame(await fired(ids.get('queue') ?? ''), ['06:01 run', '06:02 run'])
  t.strictSame(await statuses('skip'), ['running'])
  t.strictSame(await statuses('queue'), ['queued', 'running'])
  for (const overlap of ids.keys()) {
    await begun.reached(`over ${overlap}`)
    opened.reach(`over ${overlap}`)
  }
  // Nothing more is due while the clock is moved for the run that waits.
  for (const id of ids.values()) await send('PATCH', `${schedules}/${id}`, { enabled: false })
  for (let times = 0; times < 1_000 && !isFinal((await statuses('queue'))[0]); times++) {
    clock.advance(1_000)
    await running.runDueJobs()
  }
  t.equal((await statuses('queue'))[0], 'succeeded')
  await Promise.all(due)
  t.match(await read(`${schedules}/${ids.get('queue')}`), { lastRun: /^run_/ })
})

t.test('what is done twice after a crash starts one run', async t => {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const backend = memoryBackend(() => clock.now())
  let isFailing = false
  const commit = backend.commit.bind(backend)
  backend.commit = async (...parameters) => {
    if (isFailing && JSON.stringify(parameters).includes('schedules/demo}:schedule:')) throw new Error('killed here')
    return commit(...parameters)
  }
  const { host: running, make, fired, runsOf, lines } = await host(t, { store: await Store.open(backend), clock })
  const { id } = (await make({})).body
  isFailing = true
  clock.advance(minute)
  await running.runDueJobs()
  t.match(lines.join(''), 'a schedule was not fired')
  isFailing = false
  clock.advance(20_000)
  await running.runDueJobs()
  t.strictSame(await fired(id), ['06:01 run'])
  t.equal((await runsOf()).length, 1)
  isFailing = true
  clock.advance(minute)
  await running.runDueJobs()
  isFailing = false
  clock.advance(2 * minute)
  await running.runDueJobs()
  t.strictSame((await fired(id)).toSorted(), ['06:01 run', '06:02 run', '06:03 missed 1', '06:04 run'])
  isFailing = true
  clock.advance(minute)
  await running.runDueJobs()
  isFailing = false
  clock.advance(minute)
  await running.runDueJobs()
  t.strictSame((await fired(id)).toSorted().slice(-2), ['06:05 run', '06:06 run'], 'no time that was met is missed')
})

t.test('a time at which the store refuses its run is not skipped, but tried again', async t => {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const commit = backend.commit.bind(backend)
  let isAway = false
  const failing: typeof commit = async (expected, writes) => {
    if (isAway && writes.some(({ key }) => key.startsWith(`host:{${runSubject}/`))) throw new StoreUnavailable('away')
    return commit(expected, writes)
  }
  const store = await Store.open(Object.assign(backend, { commit: failing }))
  const { host: running, make, fired, runsOf } = await host(t, { clock, store })
  const { id } = (await make({})).body
  isAway = true
  clock.set('2026-01-05T06:01:00Z')
  await running.runDueJobs()
  t.strictSame(await fired(id), [])
  isAway = false
  clock.advance(10_000)
  await running.runDueJobs()
  t.strictSame(await fired(id), ['06:01 run'])
  t.equal((await runsOf()).length, 1)
})

t.test('a schedule that could not be kept is refused with every place and reason', async t => {
  const { send, make, bearer } = await host(t, { deployment: { billing: 'none', rate: { schedules: 2 } } })
  for (const [members, pointers] of [
    [{ cron: '61 * * * *' }, ['#/cron']],
    [{ cron: '* * * * * *' }, ['#/cron']],
    [{ cron: '0 0 30 2 *' }, ['#/cron']],
    [{ cron: 'every morning' }, ['#/cron']],
    [{ timezone: 'Europe/Nowhere' }, ['#/timezone']],
    [{ input: {} }, ['#/input/id']],
    [{ cron: 'x', input: { id: 5 } }, ['#/cron', '#/input/id']],
    [{ name: ' ' }, ['#/name']],
    [{ overlap: 'perhaps', missed: 'some' }, ['#/overlap', '#/missed']],
    [{ owner: 'eve' }, ['#/owner']]
  ] as const) {
    const { status, body } = await make(members)
    t.equal(status, 400)
    t.strictSame(
      body.errors?.map(({ pointer }: { pointer: string }) => pointer),
      pointers,
      JSON.stringify(members)
    )
  }
  for (const [members, status, code] of [
    [{ product: 'none' }, 404, 'unknown_product'],
    [{ action: 'none' }, 400, 'unknown_action']
  ] as const)
    t.match(await make(members), { status, body: { code } })
  t.match(await make({}, await bearer('demo', 'notes:execute')), { status: 403 })
  t.match(await send('POST', schedules, { name: 'Nothing else' }), { status: 400 })
  await make({})
  await make({})
  t.match(await make({}), { status: 429, body: { code: 'rate_limited', detail: /2 schedules/ } })
  t.equal((await make({}, await bearer('ada'))).status, 201)
})

t.test('a schedule is changed, switched off and on, run at once and deleted', async t => {
  const { clock, host: running, send, make, fired, runsOf, read } = await host(t)
  const { id, links } = (await make({})).body
  const change = (body: object) => send('PATCH', links.self, body)
  t.match(await change({ enabled: false }), { status: 200, body: { enabled: false, next: [] } })
  clock.advance(5 * minute)
  await running.runDueJobs()
  t.strictSame(await fired(id), [])
  t.match(await change({ enabled: true, name: 'Later', cron: '*/2 * * * *', input: { id: 'changed' } }), {
    body: { name: 'Later', next: ['2026-01-05T06:06:00.000Z'], input: { id: 'changed' } }
  })
  clock.advance(minute)
  await running.runDueJobs()
  t.strictSame(await fired(id), ['06:06 run'], 'nothing is made up for that was switched off')
  t.match(await change({ cron: 'x' }), { status: 400 })
  t.match(await change({ product: 'notes' }), { status: 400, body: { code: 'unknown_action' } })
  t.match(await read(links.self), { cron: '*/2 * * * *', productId: 'controlled' })
  const now = await send('POST', `${links.self}/run`)
  t.match(now, { status: 202, body: { schedule: id, action: 'pass' } })
  await running.runDueJobs()
  t.match(await read(`${products}/runs/${now.body.id}`), { status: 'succeeded', result: { ok: true } })
  t.equal((await send('DELETE', links.self)).status, 204)
  t.equal((await send('DELETE', links.self)).status, 404)
  clock.advance(10 * minute)
  await running.runDueJobs()
  t.equal((await runsOf()).length, 2)
})

t.test('a schedule is seen and decided on by who may have its input, and by nobody else', async t => {
  const { send, make, bearer, read } = await host(t)
  const owner = await bearer('ada', 'controlled:execute', 'notes:execute')
  const { id, links } = (await make({}, owner)).body
  const others = [await bearer('bob'), await bearer('ada', 'notes:execute'), await bearer('ada', '*:config')]
  const attempts = [
    ['GET', links.self],
    ['PATCH', links.self, { enabled: false }],
    ['DELETE', links.self],
    ['GET', links.firings],
    ['POST', `${links.self}/run`],
    ['POST', `${links.self}/resume`]
  ] as const
  for (const who of others) {
    for (const [method, path, body] of attempts)
      t.match(await send(method, path, body, who), { status: 404, body: { code: 'not_found' } }, `${method} ${path}`)
    t.strictSame((await read(schedules, who)).schedules, [])
  }
  const narrow = await bearer('ada', 'controlled:execute')
  const seen = await read(links.self, narrow)
  t.match(seen, { id, name: 'Every minute' })
  t.notOk('input' in seen)
  for (const [method, path, body] of attempts.filter(([method]) => method !== 'GET'))
    t.match(await send(method, path, body, narrow), { status: 403, body: { code: 'insufficient_scope' } })
  const wide = await bearer('ada')
  t.equal((await send('PATCH', links.self, { enabled: true }, wide)).status, 200, 'it is theirs now')
  t.notOk('input' in (await read(links.self, owner)))
})

t.test('a schedule follows its key, pauses when that has ended, and goes on in the name of who resumes it', async t => {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const { host: running, call, send, make, fired, runsOf } = await host(t, { store, clock })
  const ada = await signedUp(call)
  const first = (await ada('POST', '/keys', { name: 'first' })).body
  const bearer = { Authorization: `Bearer ${first.key}` }
  const { id, links } = (await make({}, bearer)).body
  const next = (await ada('POST', `/keys/${first.id}/rotate`, {})).body
  const rotated = { Authorization: `Bearer ${next.key}` }
  clock.advance(minute)
  await running.runDueJobs()
  t.strictSame(await fired(id, rotated), ['06:01 run'])
  t.match((await runsOf(rotated))[0], { keyId: next.id, status: 'succeeded' })
  for (const key of [first, next]) await ada('DELETE', `/keys/${key.id}`)
  clock.advance(2 * minute)
  await running.runDueJobs()
  const session = async (path: string) => (await ada('GET', path.replace('/api/v1', ''))).body
  t.match(await session(links.self), { paused: { code: 'revoked_key', resumes: false }, next: [] })
  t.match((await session(links.firings)).firings, [{ dueAt: '2026-01-05T06:01:00.000Z' }])
  const { events } = await session('/accounts/me/events')
  t.match(
    events.filter(({ kind }: { kind: string }) => kind === 'jobs_stopped'),
    [{ product: 'controlled' }]
  )
  const resumed = await ada('POST', `${links.self.replace('/api/v1', '')}/resume`)
  t.match(resumed, { status: 200, body: { keyId: 'session' } })
  t.notOk('paused' in resumed.body)
  await running.runDueJobs()
  t.match((await session(links.firings)).firings, [
    { dueAt: '2026-01-05T06:03:00.000Z', run: /^run_/ },
    { dueAt: '2026-01-05T06:02:00.000Z', skipped: 'missed', times: 1 },
    {}
  ])
  const changed = await ada('PUT', '/accounts/me/password', { current: password, next: 'twelve blue elephants' })
  t.equal(changed.status, 204)
  const since = new Date(clock.now()).toISOString()
  const ended = { paused: { code: 'session_required', since, resumes: false }, next: [] }
  t.match(await session(links.self), ended, 'before it is due')
  t.match(await ada('POST', `${links.self.replace('/api/v1', '')}/resume`), {
    status: 200,
    body: { next: { length: 5 } }
  })
  t.equal((await ada('PUT', '/accounts/me/password', { current: 'twelve blue elephants', next: password })).status, 204)
  clock.advance(minute)
  await running.runDueJobs()
  t.match(await session(links.self), { paused: { code: 'session_required', resumes: false } })
  t.match(await send('GET', links.self, undefined, rotated), { status: 401 })
})

t.test('a schedule waits for a product that is switched off, says so, and goes on by itself', async t => {
  const { clock, host: running, send, make, read, fired } = await host(t)
  const members = { product: 'connection', action: 'show', input: {} }
  const { id, links } = (await make({ ...members, missed: 'once' })).body
  const { id: all } = (await make({ ...members, missed: 'all', overlap: 'queue' })).body
  const enable = (enabled: boolean) => send('PUT', `${products}/connection/config`, { enabled })
  t.equal((await enable(false)).status, 200)
  clock.advance(minute)
  await running.runDueJobs()
  clock.advance(minute)
  await running.runDueJobs()
  t.match(await read(links.self), {
    paused: { code: 'product_disabled', resumes: true, since: '2026-01-05T06:01:00.000Z' },
    next: []
  })
  t.strictSame(await fired(id), [])
  await enable(true)
  clock.advance(minute)
  await running.runDueJobs()
  t.strictSame(await fired(id), ['06:02 missed 2', '06:03 run'])
  t.strictSame(await fired(all), ['06:01 run', '06:02 run', '06:03 run'])
  t.notOk('paused' in (await read(links.self)))
})

t.test('a schedule whose input cannot be decrypted says so once, and waits until it is saved again', async t => {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const { host: running, call, lines } = await host(t, { store: await Store.open(backend), clock })
  const ada = await signedUp(call)
  const { id } = (await ada('POST', '/products/schedules', everyMinute)).body
  const [other] = (await ada('POST', '/products/schedules', { ...everyMinute, missed: 'skip' })).body.links.self
    .split('/')
    .slice(-1)
  const path = `/products/schedules/${id}`
  const records = await backend.list('host:{schedules/', { limit: 10, reverse: false })
  const loseKey = async () => {
    for (const { key, text } of records) {
      const sealed = new Cipher([Buffer.alloc(32, 9)]).encrypt('{}', 'of another key')
      await backend.set(key, JSON.stringify({ ...JSON.parse(text), sealed }))
    }
  }
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) {
      clock.advance(minute)
      await running.runDueJobs()
    }
  }
  await loseKey()
  await pass(12)
  const paused = { code: 'input_unreadable', since: '2026-01-05T06:01:00.000Z', resumes: true }
  t.match((await ada('GET', path)).body, { paused, next: [] })
  t.equal(lines.filter(line => line.includes(id) && line.includes('ENCRYPTION_KEYS')).length, 1, 'one line of the log')
  t.notMatch(lines.join(''), 'was not fired')
  t.match(await running.metrics(), 'product_host_schedules_paused_total{code="input_unreadable"} 2')
  const { events } = (await ada('GET', '/accounts/me/events')).body
  t.match(
    events.filter(({ kind }: { kind: string }) => kind === 'schedule_unreadable'),
    [{ product: 'controlled', count: 2 }]
  )
  const refusal = { status: 409, body: { code: 'input_unreadable' } }
  t.match(await ada('POST', `${path}/run`), refusal)
  t.match(await ada('POST', `${path}/resume`), refusal)
  t.match(await ada('PATCH', path, { name: 'Renamed' }), refusal)

  const saved = await ada('PATCH', path, { input: { id: 'again' } })
  t.match(saved, { status: 200, body: { input: { id: 'again' } } })
  t.notOk('paused' in saved.body)
  await pass(1)
  const firings = async (of: string) => (await ada('GET', `/products/schedules/${of}/firings`)).body.firings
  t.match(await firings(id), [{ run: /^run_/ }], 'nothing that was due meanwhile is made up for')

  t.strictSame(await firings(other), [])
  for (const { key, text } of records)
    if (key.includes(other)) {
      const { sealed } = JSON.parse(text)
      const now = await backend.get(key)
      await backend.set(key, JSON.stringify({ ...JSON.parse(now ?? ''), sealed }))
    }
  await pass(5)
  t.match((await firings(other))[0], { run: /^run_/ }, 'with the key back, it goes on by itself')
})

t.test('the inputs of schedules are encrypted again by a rotation', async t => {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const open = (...keys: [Buffer, ...Buffer[]]) =>
    new ScheduleStore(store, new Cipher(keys), clock, usualDeployment([]).rates)
  const by = { keyId: 'session', scopes: ['*:execute'] }
  const { id } = await open(older).create('ada', {
    name: 'Daily',
    slug: 'notes',
    action: 'write',
    cron: '0 8 * * *',
    timezone: 'UTC',
    enabled: true,
    overlap: 'skip',
    missed: 'once',
    fields: { text: 'a note' },
    by
  })
  await open(older).record('ada', id, { dueAt: clock.now(), at: clock.now(), skipped: 'overlap' })
  const rotate = (...keys: [Buffer, ...Buffer[]]) => rotateSecrets(store, new Cipher(keys), clock, () => undefined)
  t.match(await rotate(newer, older), { changed: 1, current: 0, lost: [] })
  const after = await open(newer).get('ada', id)
  t.ok(after && open(newer).opens('ada', after))
  t.match(await rotate(newer), { changed: 0, current: 1, lost: [] })
  t.match(await rotate(older), { changed: 0, current: 0, lost: [`schedules/ada/${id}`] })
  t.match(await tryKeys(new Cipher([older]), subject => store.ownBelow(subject)), {
    secrets: 1,
    unreadable: [`input of ${id}, account ada`]
  })
})

t.test(
  'schedules are in the export of their account, their input is encrypted, and they are erased with it',
  async t => {
    const clock = movableClock('2026-01-05T06:00:00Z')
    const backend = memoryBackend(() => clock.now())
    const stored = async () => JSON.stringify(await backend.list('', { limit: 10_000, reverse: false }))
    const { call, url, host: running } = await host(t, { store: await Store.open(backend), clock })
    const ada = await signedUp(call)
    const made = await ada('POST', '/products/schedules', { ...everyMinute, input: { id: 'a secret input' } })
    t.equal(made.status, 201)
    t.notMatch(await stored(), 'a secret input')
    const exported = await fetch(`${url}/dashboard/api/export`, {
      headers: { Cookie: ada.cookie(), Connection: 'close' }
    })
    const lines = (await exported.text()).trim().split('\n')
    const [line] = lines.map(text => JSON.parse(text)).filter(({ kind }) => kind === 'schedule')
    t.match(line, { schedule: { productId: 'controlled', cron: '* * * * *', input: { id: 'a secret input' } } })
    t.notOk('sealed' in line.schedule)
    const [kept] = (await backend.list('host:{schedules/', { limit: 10, reverse: false })).filter(({ key }) =>
      key.includes(':schedule:')
    )
    if (!kept) throw new Error('The schedule is not stored.')
    await backend.set(kept.key, JSON.stringify({ ...JSON.parse(kept.text), sealed: 'of another key' }))
    const [unreadable] = (await ada('GET', '/products/schedules')).body.schedules
    t.match(unreadable, { id: made.body.id, name: 'Every minute' })
    t.notOk('input' in unreadable, 'a schedule whose input this host cannot open is listed all the same')
    t.equal((await ada('DELETE', '/accounts/me')).status, 204)
    t.notMatch(await stored(), made.body.id)
    clock.advance(10 * minute)
    await running.runDueJobs()
    t.notMatch(await stored(), made.body.id)
  }
)

t.test('what was missed while the store was held is made up for as each schedule says', async t => {
  const { clock, host: running, store, make, fired, runsOf } = await host(t)
  const [once, skip] = await Promise.all(['once', 'skip'].map(missed => make({ missed, cron: '*/5 * * * *' })))
  const hold = new Hold(store, console)
  await hold.begin({ since: '2026-01-05T06:00:00.000Z', by: 'restore' })
  clock.advance(12 * minute)
  await running.runDueJobs()
  t.strictSame(await runsOf(), [])
  await hold.end()
  await running.runDueJobs()
  t.strictSame(await fired(once?.body.id), ['06:05 missed 1', '06:10 run'])
  t.strictSame(await fired(skip?.body.id), ['06:10 missed 2'])
})
