import '../../fixtures/teardown-order.js'
import t, { type Test } from 'tap'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { type HostOptions, movableClock, notesPlugin, recurringPlugin, start } from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const schedules = `${products}/schedules`
const minute = 60_000
const hourly = { name: 'Each hour', cron: '0 * * * *', product: 'notes', action: 'add', input: { text: 'tea' } }

/** A host without billing whose clock the test moves, with a product that makes schedules. */
async function host(t: Test, options: Omit<HostOptions, 'clock' | 'store'> = {}) {
  const clock = movableClock('2026-01-05T06:30:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const plugins = { ...recurringPlugin, ...notesPlugin }
  const started = await start(t, { plugins, store, clock, deployment: { billing: 'none' }, ...options })
  const keyWith = async (...scopes: readonly string[]) => {
    const { key, record } = await started.keys.create('ada', 'a key', undefined, scopes.length > 0 ? scopes : undefined)
    const bearer = { Authorization: `Bearer ${key}` }
    const send = (method: string, path: string, body?: object) => started.call(method, path, body, bearer)
    const execute = (body: object) => send('POST', `${products}/recurring/execute`, body)
    return {
      id: record.keyId,
      send,
      execute,
      make: async (schedule: object) => (await execute({ action: 'make', schedule })).body.detail.outcome,
      last: async () => (await execute({ action: 'last' })).body.detail.outcome,
      list: async () => (await send('GET', schedules)).body.schedules
    }
  }
  return { ...started, clock, keyWith }
}

for (const isolation of ['inline', 'thread'])
  t.test(`an action makes a schedule that runs as its caller (${isolation})`, async t => {
    const { clock, host: running, keyWith } = await host(t, { entries: { '@test/recurring': { isolation } } })
    const key = await keyWith('recurring:execute', 'notes:execute')
    const { schedule, ...rest } = await key.make({ ...hourly, timezone: 'Asia/Kolkata' })
    t.strictSame(rest, { ok: true })
    const next = ['07', '08', '09', '10', '11'].map(hour => `2026-01-05T${hour}:30:00.000Z`)
    t.strictSame(schedule, { id: schedule.id, name: 'Each hour', cron: '0 * * * *', timezone: 'Asia/Kolkata', next })
    const usual = { enabled: true, overlap: 'skip', missed: 'once', keyId: key.id, productId: 'notes', action: 'add' }
    t.match(await key.list(), [{ ...schedule, ...usual, input: { text: 'tea' } }])
    clock.advance(60 * minute)
    await running.runDueJobs()
    t.match((await key.send('GET', `${products}/runs`)).body.runs, [{ schedule: schedule.id, status: 'succeeded' }])
    await key.send('POST', `${products}/keys/self/revoke`)
    clock.advance(60 * minute)
    await running.runDueJobs()
    const other = await keyWith()
    t.match(await other.list(), [{ paused: { code: 'revoked_key' } }])
  })

t.test('a schedule that is made in the name of a session ends with the sessions', async t => {
  const { clock, call, host: running } = await host(t)
  const eve = await signedUp(call)
  const made = await eve('POST', '/products/recurring/execute', { action: 'make', schedule: hourly })
  t.match(made.body.detail.outcome, { ok: true })
  const list = async () => (await eve('GET', '/products/schedules')).body.schedules
  t.match(await list(), [{ keyId: 'session', input: { text: 'tea' } }])
  clock.advance(30 * minute)
  await running.runDueJobs()
  t.match((await eve('GET', '/products/runs')).body.runs, [{ status: 'succeeded', keyId: 'session' }])
  const next = { current: password, next: 'twelve blue elephants' }
  t.equal((await eve('PUT', '/accounts/me/password', next)).status, 204)
  t.match(await list(), [{ paused: { code: 'session_required', resumes: false } }])
})

t.test('it is refused as the request for it is', async t => {
  const { keyWith } = await host(t, { deployment: { billing: 'none', rate: { schedules: 1 } } })
  const key = await keyWith('recurring:execute', 'notes:execute')
  for (const members of [
    { cron: '61 * * * *' },
    { cron: '0 0 30 2 *' },
    { timezone: 'Europe/Nowhere' },
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { overlap: 'perhaps', missed: 'some' },
    { owner: 'eve' },
    { input: {} },
    { input: { text: 5 }, cron: 'x' },
    { action: 'none' },
    { product: 'none' },
    { product: 'elsewhere' }
  ]) {
    const { body } = await key.send('POST', schedules, { ...hourly, ...members })
    const outcome = await key.make({ ...hourly, ...members })
    t.match(outcome, { ok: false, error: { code: body.code, retryable: body.retryable } }, JSON.stringify(members))
    t.strictSame(
      outcome.error.issues.map(({ pointer }: { pointer: string }) => pointer),
      (body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)
    )
  }
  const narrow = await keyWith('recurring:execute')
  const refused = await narrow.make(hourly)
  t.match(refused, { ok: false, error: { code: 'insufficient_scope' } })
  t.equal(refused.error.message, (await narrow.send('POST', schedules, hourly)).body.detail)
  const large = await key.execute({ action: 'make', schedule: hourly, padding: 256 * 1024 })
  t.match(large.body.detail.outcome, { ok: false, error: { code: 'payload_too_large' } })
  t.strictSame(await key.list(), [])
  t.match(await key.make(hourly), { ok: true })
  t.match(await key.make(hourly), {
    ok: false,
    error: { code: 'rate_limited', message: /1 schedules/, retryable: true }
  })
})

t.test('it counts in the rate of the caller', async t => {
  const { keyWith } = await host(t, { deployment: { billing: 'none', rate: { key: [3, 60] } } })
  const key = await keyWith()
  t.match(await key.make(hourly), { ok: true })
  t.match(await key.make(hourly), { ok: false, error: { code: 'rate_limited' } })
})

t.test('what nobody asked for at the time makes none: a job, a schedule, a hook, and what they call', async t => {
  const { clock, call, host: running, keyWith } = await host(t)
  const refusal = { ok: false, error: { code: 'not_attended', retryable: false } }
  const key = await keyWith()
  await key.execute({ action: 'pass', schedule: hourly, at: clock.now() })
  await running.runDueJobs()
  t.match(await key.last(), refusal, 'a call of a job')
  const nested = await key.execute({ action: 'pass', schedule: hourly })
  t.match(nested.body.detail.outcome, { ok: true }, 'a call of a call')

  const again = { ...hourly, product: 'recurring', action: 'make', input: { schedule: hourly } }
  const { id } = (await key.make(again)).schedule
  clock.advance(30 * minute)
  await running.runDueJobs()
  t.match(await key.last(), refusal, 'a run of a schedule')
  const now = await key.send('POST', `${schedules}/${id}/run`)
  await running.runDueJobs()
  t.match((await key.send('GET', now.body.links.self)).body.result.detail.outcome, refusal)
  const started = { product: 'recurring', action: 'make', input: { schedule: hourly } }
  const run = await key.send('POST', `${products}/runs`, started)
  await running.runDueJobs()
  t.match((await key.send('GET', run.body.links.self)).body.result.detail.outcome, { ok: true }, 'a run of a caller')

  const eve = await signedUp(call)
  const made = await eve('POST', '/products/hooks', { product: 'recurring', hook: 'go', name: 'Go' })
  const posted = await call('POST', new URL(made.body.url).pathname, { schedule: hourly })
  await running.runDueJobs()
  t.match((await eve('GET', `/products/runs/${posted.body.id}`)).body.result.detail.outcome, refusal, 'a hook')
  t.strictSame((await eve('GET', '/products/schedules')).body.schedules, [])
})

t.test('a plan shows the schedules that its steps make, and a confirmed one makes these alone', async t => {
  const { keyWith } = await host(t)
  const key = await keyWith()
  const read = { ...hourly, action: 'latest', input: {} }
  const asked = await key.execute({ action: 'make', schedule: read, asks: true })
  const { token, steps } = asked.body.detail.error.details
  const { product, action, ...timing } = hourly
  const { name, cron } = timing
  t.match(steps, [{ product, action: 'latest', effect: 'write', schedule: { name, cron } }])
  t.strictSame(await key.list(), [])
  const done = await key.execute({ action: 'make', confirmation: token })
  t.match(done.body.detail.outcome, { ok: true, schedule: { name, cron, timezone: 'UTC' } })
  t.equal((await key.execute({ action: 'make', confirmation: token })).body.requestId, done.body.requestId)
  t.equal((await key.list()).length, 1)
  for (const instead of [
    { ...read, cron: '* * * * *' },
    { ...read, missed: 'all' },
    { ...read, input: { limit: 1 } }
  ]) {
    const { body } = await key.execute({ action: 'make', schedule: read, asks: true, instead })
    const { token: confirmation } = body.detail.error.details
    const { outcome } = (await key.execute({ action: 'make', confirmation })).body.detail
    t.match(outcome, { ok: false, error: { code: 'not_in_plan' } }, JSON.stringify(instead))
  }
  t.equal((await key.list()).length, 1)
})

t.test('a plan whose schedule is no schedule is a fault of the product', async t => {
  const { keyWith } = await host(t)
  const key = await keyWith()
  for (const timing of [{ name: '' }, { name: 'x', cron: 5 }, { name: 'x', cron: '* * * * *', owner: 'eve' }]) {
    const { product, action, input } = hourly
    const sent = await key.execute({ action: 'make', schedule: { product, action, input, ...timing }, asks: true })
    t.match(sent, { status: 502, body: { code: 'invalid_output' } }, JSON.stringify(timing))
  }
})
