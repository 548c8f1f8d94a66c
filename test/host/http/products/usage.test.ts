import '../../../fixtures/teardown-order.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { csvText } from '../../../../host/dist/http/products/usage.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { openStore } from '../../../../host/dist/storage/sqlite/open.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { controlledPlugin, type HostOptions, movableClock, notesPlugin, start } from '../../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const controlled = '/api/v1/products/controlled/execute'
const usagePath = '/api/v1/products/usage'

/** A host on a clock that stands still until the test moves it. */
async function host(t: Test, options: HostOptions = {}) {
  const clock = movableClock('2026-01-31T12:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const started = await start(t, { plugins: { ...controlledPlugin, ...notesPlugin }, clock, store, ...options })
  const pass = (body: object, headers: Record<string, string> = key) =>
    started.call('POST', controlled, { action: 'pass', ...body }, headers)
  const usage = async (query = '', headers: Record<string, string> = key) =>
    (await started.call('GET', `${usagePath}${query}`, undefined, headers)).body
  return { ...started, clock, pass, usage }
}

t.test('calls, errors and refusals are counted by day, product, action and key', async t => {
  const { call, pass, usage } = await host(t)
  await pass({ id: 'one' })
  await pass({ id: 'one', how: 'fail' })
  await pass({ id: 'one', how: 'bug' })
  await pass({ id: 'one', how: 'refuse' })
  await pass({ id: 5 })
  await call('POST', controlled, { action: 'made_up' }, key)
  await call('POST', controlled, '{}', { ...key, 'Content-Type': 'text/plain' })
  await call('POST', controlled, '{', key)
  await call('POST', '/api/v1/products/none/execute', {}, key)
  await call('POST', controlled, {}, { Authorization: 'Bearer none' })
  const report = await usage()
  const latencyMs = { p50: Number, p95: Number, p99: Number }
  t.match(report, { from: '2026-01-02', to: '2026-01-31' })
  const about = { day: '2026-01-31', product: 'controlled', keyId: 'key_demo', via: 'request' }
  t.match(report.usage, [
    { ...about, action: 'pass', calls: 3, errors: 1, replays: 0, refusals: { 400: 2 }, latencyMs },
    { ...about, action: null, calls: 0, errors: 0, replays: 0, refusals: { 400: 2, 415: 1 }, latencyMs: null }
  ])
  t.equal(report.usage.length, 2)
  t.match(report.totals, { calls: 3, errors: 1, replays: 0, refusals: { 400: 4, 415: 1 }, latencyMs })
  t.match(report.days, [{ day: report.to, calls: 3, errors: 1, latencyMs }])
  t.match(report.products, [{ product: 'controlled', calls: 3, errors: 1, refusals: { 400: 4, 415: 1 }, latencyMs }])
})

t.test('the usage of one key is reported alone', async t => {
  const { pass, usage, keys } = await host(t)
  const headers = async () => {
    const { key, record } = await keys.create('demo', 'a key')
    return { id: record.keyId, bearer: { Authorization: `Bearer ${key}` } }
  }
  const [one, other] = [await headers(), await headers()]
  await pass({ id: 'one' }, one.bearer)
  await pass({ id: 'two' }, other.bearer)
  await pass({ id: 'two' }, other.bearer)
  t.match(await usage('', one.bearer), { totals: { calls: 3 } })
  t.match(await usage(`?key=${other.id}`, one.bearer), { totals: { calls: 2 }, usage: [{ keyId: other.id }] })
  t.match(await usage('?key=key_none', one.bearer), { totals: { calls: 0 }, usage: [] })
})

t.test('a key reads the usage of products that it has a scope for, and of no other', async t => {
  const { call, keys, usage } = await host(t)
  const bearer = async (scopes?: readonly string[]) => ({
    Authorization: `Bearer ${(await keys.create('ada', 'a key', undefined, scopes)).key}`
  })
  const all = await bearer()
  await call('POST', controlled, { action: 'pass', id: 'one' }, all)
  await call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, all)
  const products = async (headers: Record<string, string>, query = '') =>
    (await usage(query, headers)).products.map(({ product }: { product: string }) => product).sort()
  t.strictSame(await products(all), ['controlled', 'notes'])
  t.strictSame(await products(await bearer(['*:config'])), ['controlled', 'notes'])
  const narrow = await bearer(['notes:config'])
  t.strictSame(await products(narrow), ['notes'])
  t.match(await usage('', narrow), { totals: { calls: 1 }, days: [{ calls: 1 }], usage: [{ product: 'notes' }] })
  t.strictSame(await products(narrow, '?product=notes'), ['notes'])
  for (const product of ['controlled', 'none'])
    t.match(await usage(`?product=${product}&from=never`, narrow), { status: 403, code: 'insufficient_scope' })
})

t.test('what access and limits refuse is counted too', async t => {
  const { call, usage, keys } = await host(t, { deployment: { rate: { key: [3, 60] } } })
  const other = { Authorization: `Bearer ${(await keys.create('demo', 'another key')).key}` }
  const config = '/api/v1/products/controlled/config'
  await call('PUT', config, { enabled: false }, other)
  for (let count = 0; count < 3; count++) await call('POST', controlled, { action: 'pass', id: 'one' }, key)
  await call('PUT', config, { enabled: true }, other)
  await call('POST', controlled, { action: 'pass', id: 'one' }, key)
  t.match((await usage('', other)).totals, { calls: 0, refusals: { 403: 3, 429: 1 } })
})

t.test('each execution counts, whatever request ids are sent; answers given again count apart', async t => {
  const { pass, usage } = await host(t)
  const headers = { ...key, 'X-Request-Id': 'always-the-same' }
  for (let count = 0; count < 3; count++) await pass({ id: 'one' }, headers)
  for (let count = 0; count < 3; count++) await pass({ id: 'two' }, { ...headers, 'Idempotency-Key': 'a' })
  await pass({ id: 'three' }, { ...headers, 'Idempotency-Key': 'a' })
  t.match((await usage()).totals, { calls: 4, replays: 2, refusals: { 422: 1 } })
})

t.test('nested calls and jobs are marked apart', async t => {
  const { call, usage, clock, host: running } = await host(t)
  await call('POST', controlled, { action: 'nest', times: 3 }, key)
  await call('POST', controlled, { action: 'later', id: 'job', at: clock.now() }, key)
  await running.runDueJobs()
  const rows = (await usage()).usage.map(
    ({ action, via, keyId, calls }: Record<string, unknown>) => `${action} ${via} ${keyId} ${calls}`
  )
  t.strictSame(rows.toSorted(), [
    'later request key_demo 1',
    'nest request key_demo 1',
    'pass job key_demo 1',
    'pass nested key_demo 3'
  ])
})

t.test('days and a product can be asked for, and each account sees its own', async t => {
  const { call, pass, usage, clock, keys } = await host(t)
  const other = { Authorization: `Bearer ${(await keys.create('someone', 'a key')).key}` }
  await pass({ id: 'one' })
  await call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, key)
  clock.set('2026-02-01T00:00:00Z')
  await pass({ id: 'one' })
  await pass({ id: 'one' }, other)
  const calls = async (query: string, headers = key) => (await usage(query, headers)).totals.calls
  t.equal(await calls(''), 3)
  t.equal(await calls('?product=controlled'), 2)
  t.equal(await calls('?product=none'), 0)
  t.equal(await calls('?from=2026-02-01'), 1)
  t.equal(await calls('?from=2026-01-31&to=2026-01-31'), 2)
  t.equal(await calls('?to=2026-01-30&from=2020-01-01'), 0)
  t.equal(await calls('', other), 1)
})

t.test('a period up to now is reported step by step, alone and of products and keys that were asked for', async t => {
  const { call, pass, usage, clock, keys } = await host(t)
  const other = await keys.create('demo', 'another key')
  await pass({ id: 'one' })
  clock.set('2026-01-31T12:30:10Z')
  await pass({ id: 'one', how: 'bug' })
  await pass({ id: 'one' }, { Authorization: `Bearer ${other.key}` })
  await call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, key)
  clock.set('2026-01-31T13:00:10Z')
  await pass({ id: 5 })
  const used = async (period: string, query = '') => {
    const { series, totals } = await usage(`?period=${period}${query}`)
    t.equal(series.period, period)
    const steps = series.steps.filter(
      ({ calls, refusals }: { calls: number; refusals: object }) => calls > 0 || Object.keys(refusals).length > 0
    )
    return { ...series, totals, steps }
  }
  t.match(await used('1h'), {
    from: '2026-01-31T12:01:00.000Z',
    to: '2026-01-31T13:01:00.000Z',
    stepSeconds: 60,
    totals: { calls: 3, errors: 1, refusals: { 400: 1 } },
    steps: [
      { from: '2026-01-31T12:30:00.000Z', calls: 3, errors: 1, latencyMs: { p50: Number } },
      { from: '2026-01-31T13:00:00.000Z', calls: 0, refusals: { 400: 1 }, latencyMs: null }
    ]
  })
  t.match(await used('24h'), {
    from: '2026-01-30T13:15:00.000Z',
    to: '2026-01-31T13:15:00.000Z',
    stepSeconds: 900,
    totals: { calls: 4 },
    steps: [{ from: '2026-01-31T12:00:00.000Z', calls: 1 }, { calls: 3 }, { from: '2026-01-31T13:00:00.000Z' }]
  })
  for (const [period, from, seconds] of [
    ['7d', '2026-01-24T14:00:00.000Z', 7_200],
    ['30d', '2026-01-02T00:00:00.000Z', 43_200],
    ['90d', '2025-11-03T00:00:00.000Z', 86_400]
  ] as const)
    t.match(await used(period), {
      from,
      stepSeconds: seconds,
      totals: { calls: 4, errors: 1, refusals: { 400: 1 } },
      steps: [{ calls: 4 }]
    })
  t.match(await used('24h', '&product=notes'), { totals: { calls: 1 }, steps: [{ calls: 1 }] })
  t.match(await used('24h', `&key=${other.record.keyId}`), { totals: { calls: 1 }, steps: [{ calls: 1 }] })
  const { series, usage: rows } = await usage('?period=1h')
  t.equal(series.steps.length, 60, 'also those without use')
  t.strictSame(new Set(rows.map(({ product }: { product: string }) => product)), new Set(['controlled', 'notes']))
})

t.test("the steps of a period have no call of another account, and of no product without the key's scope", async t => {
  const { call, pass, usage, keys } = await host(t)
  const bearer = async (account: string, scopes?: readonly string[]) => ({
    Authorization: `Bearer ${(await keys.create(account, 'a key', undefined, scopes)).key}`
  })
  await pass({ id: 'one' })
  const calls = async (headers: Record<string, string>) => {
    const { series, totals, usage: rows } = await usage('?period=1h', headers)
    const inSteps = series.steps.reduce((sum: number, step: { calls: number }) => sum + step.calls, 0)
    return [totals.calls, inSteps, rows.length]
  }
  t.strictSame(await calls(key), [1, 1, 1])
  t.strictSame(await calls(await bearer('eve')), [0, 0, 0])
  t.strictSame(await calls(await bearer('demo', ['notes:config'])), [0, 0, 0])
  t.match(await usage('?period=1h&product=controlled', await bearer('demo', ['notes:config'])), {
    status: 403,
    code: 'insufficient_scope'
  })
  t.match(await call('GET', `${usagePath}?period=1h`), { status: 401, body: { code: 'missing_key' } })
})

t.test('as CSV when that is asked for', async t => {
  const { url, pass } = await host(t)
  await pass({ id: 'one' })
  await pass({ id: 5 })
  for (const [query, headers] of [
    ['', { Accept: 'text/csv' }],
    ['?format=csv', {}]
  ] as const) {
    const reply = await fetch(`${url}${usagePath}${query}`, { headers: { ...key, ...headers } })
    t.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8')
    const [head, line, ...rest] = (await reply.text()).split('\r\n')
    t.equal(head, 'day,product,action,keyId,via,calls,errors,replays,refusals,refusalsByStatus,p50Ms,p95Ms,p99Ms')
    t.match(line, /^2026-01-31,controlled,pass,key_demo,request,1,0,0,1,400:1,[\d.]+,[\d.]+,[\d.]+$/)
    t.strictSame(rest, [''])
  }
  const json = await fetch(`${url}${usagePath}?format=json`, { headers: { ...key, Accept: 'text/csv' } })
  t.match(json.headers.get('content-type'), 'application/json')
})

t.test('nothing in a CSV is taken for a formula', async t => {
  t.equal(
    csvText([
      ['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'],
      ['a,b', 'a "b"', 'a\nb', '=a,"b"', null, -1.5],
      ['\uff1d1', '\uff0b1', '\uff0d1', '\uff20sum', 'a=1', 0]
    ]),
    '\'=1+1,\'+1,\'-1,\'@sum,\'\t=1,"\'\r=1"\r\n"a,b","a ""b""","a\nb","\'=a,""b""",,-1.5\r\n\'\uff1d1,\'\uff0b1,\'\uff0d1,\'\uff20sum,a=1,0\r\n'
  )
})

t.test('a question that does not fit is refused with its place', async t => {
  const { call } = await host(t)
  for (const [query, pointer] of [
    ['?from=yesterday', '#/from'],
    ['?from=2026-02-30', '#/from'],
    ['?to=2026-1-1', '#/to'],
    ['?from=2026-02-01&to=2026-01-01', '#/from'],
    ['?format=xml', '#/format'],
    ['?period=2h', '#/period'],
    ['?period=toString', '#/period'],
    ['?period=1h&from=2026-01-01', '#/period'],
    ['?period=1h&period=24h', '#/period']
  ] as const)
    t.match(await call('GET', `${usagePath}${query}`, undefined, key), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer }] }
    })
  t.match(await call('GET', usagePath), { status: 401, body: { code: 'missing_key' } })
  t.match(await call('POST', usagePath, {}, key), { status: 405, body: { code: 'method_not_allowed' } })
})

t.test('two hosts on one store sum exactly, and a stop loses nothing', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-data-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const report = (error: Error) => t.fail(error.message)
  const one = await host(t, { store: await openStore(folder, report) })
  const two = await host(t, { store: await openStore(folder, report) })
  for (let count = 0; count < 30; count++)
    await Promise.all([one.pass({ id: 'one' }), two.pass({ id: 'two' }), two.pass({ id: 'two', how: 'bug' })])
  await Promise.all([one.stop(), two.stop()])
  const three = await host(t, { store: await openStore(folder, report) })
  t.match((await three.usage()).totals, { calls: 90, errors: 30 })
})
