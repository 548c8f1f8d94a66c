import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { StoreRefusal, StoreUnavailable } from '../../../host/dist/base/problems.js'
import { LoadShedder } from '../../../host/dist/resilience/overload.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import {
  connectionPlugin,
  controlledPlugin,
  failingPlugin,
  type HostOptions,
  notesPlugin,
  start
} from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }

async function host(t: Test, options: HostOptions = {}) {
  const started = await start(t, {
    plugins: { ...connectionPlugin, ...controlledPlugin, ...failingPlugin, ...notesPlugin },
    ...options
  })
  const execute = (slug: string, body: unknown, headers: Record<string, string> = key) =>
    started.call('POST', `/api/v1/products/${slug}/execute`, body, headers)
  return { ...started, execute }
}

t.test('who calls is checked before what is called, and the rate before what was sent', async t => {
  const { execute } = await host(t, { deployment: { rate: { key: [2, 60] } } })
  t.match(await execute('none', {}, {}), { status: 401, body: { code: 'missing_key' } })
  t.match(await execute('none', {}), { status: 404, body: { code: 'unknown_product' } })
  t.match(await execute('notes', { action: 'none' }), { status: 400, body: { code: 'unknown_action' } })
  t.match(await execute('notes', { action: 'none' }), { status: 429, body: { code: 'rate_limited' } })
})

t.test('an action has to be named, with a name of the product’s that callers may use', async t => {
  const { execute } = await host(t)
  for (const action of [undefined, '', 7, null])
    t.match(await execute('notes', { action }), {
      status: 400,
      body: { code: 'missing_action', errors: [{ pointer: '#/action' }] }
    })
  for (const action of ['none', 'constructor', 'Add'])
    t.match(await execute('notes', { action }), {
      status: 400,
      body: { code: 'unknown_action', errors: [{ pointer: '#/action', fix: /add/ }] }
    })
  t.match(await execute('notes', { action: 'add' }), {
    status: 400,
    body: { code: 'invalid_input', errors: [{ pointer: '#/text' }] }
  })
  const ofJobs = await execute('connection', { action: 'count', id: 'one', fails: 0, code: '' })
  t.match(ofJobs, { status: 400, body: { code: 'unknown_action' } })
  t.notMatch(ofJobs.body.errors[0].fix, /count/)
})

t.test('what a run without an end leaves is said, unless a second run does no harm', async t => {
  const { execute } = await host(t)
  const hang = async (external: boolean, isSafe: boolean) => {
    const { body } = await execute('controlled', { action: 'hang', id: 'left', external, isSafe })
    return [body.code, body.retryable, /may have done a part/.test(body.detail)]
  }
  for (const external of [false, true]) {
    t.strictSame(await hang(external, true), ['product_timeout', true, false])
    t.strictSame(await hang(external, false), ['product_timeout', false, true])
  }
})

t.test('a call leaves its slot, however it ends', async t => {
  const { execute } = await host(t, { deployment: { rate: { atOnce: 1 } } })
  const ended = async (body: object) => (await execute('controlled', { id: 'slot', ...body })).status
  for (const _round of [1, 2])
    t.strictSame(
      [
        await ended({ action: 'pass' }),
        await ended({ action: 'pass', how: 'bug' }),
        await ended({ action: 'pass', how: 'fail' }),
        await ended({ action: 'pass', how: 7 }),
        await ended({ action: 'none' }),
        await ended({ action: 'hang' })
      ],
      [200, 502, 200, 400, 400, 504]
    )
})

for (const isolation of ['inline', 'thread'])
  t.test(
    `what a product does wrong is its fault, and an answer that is too large is nobody’s, ${isolation}`,
    async t => {
      const { execute } = await host(t, { entries: { '@test/failing': { isolation, limits: { atOnce: 1 } } } })
      const ended = async (how: string) => {
        const { status, body } = await execute('failing', { action: 'fail', how })
        return [status, body.code]
      }
      for (const [how, status, code] of [
        ['throw', 502, 'product_error'],
        ['reject', 502, 'product_error'],
        ['nothing', 502, 'invalid_output'],
        ['shape', 502, 'invalid_output'],
        ['number', 502, 'invalid_output'],
        ['bigint', 502, 'invalid_output'],
        ['large', 502, 'response_too_large'],
        ['well', 200, undefined]
      ] as const)
        t.strictSame(await ended(how), [status, code], how)
      for (let count = 0; count < 25; count++) await ended('large')
      t.strictSame(await ended('well'), [200, undefined], 'the circuit is closed')
      for (let count = 0; count < 19; count++) t.strictSame(await ended('throw'), [502, 'product_error'])
      t.strictSame(await ended('well'), [200, undefined])
      for (let count = 0; count < 20; count++) t.strictSame(await ended('throw'), [502, 'product_error'])
      t.strictSame(await ended('well'), [503, 'product_unavailable'])
      const refused = { status: 503, body: { code: 'product_unavailable' } }
      t.match(await execute('failing', { action: 'none' }), refused, 'before what was sent is looked at')
    }
  )

t.test('an answer has at most 4 MiB of JSON in its envelope', async t => {
  const { now } = performance
  t.teardown(() => Object.assign(performance, { now }))
  const { execute } = await host(t)
  // The envelope has the time that the call took.
  const standing = performance.now()
  performance.now = () => standing
  const textOf = async (id: string, size: number) => {
    const { status, body } = await execute('controlled', { action: 'pass', id, size, isSafe: true })
    return { code: body.code, status, length: JSON.stringify(body).length }
  }
  const [none, two] = [await textOf('a', 0), await textOf('a', 2)]
  const left = 4 * 1024 * 1024 - none.length
  const step = two.length - none.length
  const idOf = (length: number) => 'a'.repeat(1 + length)
  const [exact, over] = [left % step, (left % step) + 1]
  const size = 2 * Math.floor(left / step)
  t.match(await textOf(idOf(exact), size), { status: 200, length: 4 * 1024 * 1024 })
  t.match(await textOf(idOf(over), size), { status: 502, code: 'response_too_large' })
})

/** A product whose calls wait for something that does not come. */
const waitingPlugin = {
  '@test/waiting': `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const wait = defineAction({
      title: 'Wait', description: 'Waits.', effect: 'read', timeoutMs: 1000, input: Type.Object({}), detail: Type.Object({}),
      examples: [{ title: 'Once', input: {} }],
      run: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    export default defineProduct({
      slug: 'waiting', title: 'Waiting', description: 'Waits.', version: '1.0.0', actions: { wait }
    })`
}

t.test(
  'a time-out is the host’s fault if it had many calls and nearly no time left, and else the product’s',
  async t => {
    const { execute } = await host(t, { plugins: waitingPlugin, entries: { '@test/waiting': { isolation: 'inline' } } })
    const { eventLoopUtilization } = performance
    t.teardown(() => Object.assign(performance, { eventLoopUtilization }))
    const ended = async (busyShare: number, calls: number) => {
      performance.eventLoopUtilization = () => ({
        idle: 0,
        active: performance.now() * busyShare,
        utilization: busyShare
      })
      const replies = await Promise.all(Array.from({ length: calls }, () => execute('waiting', { action: 'wait' })))
      return [...new Set(replies.map(({ status, body }) => `${status} ${body.code}`))]
    }
    t.strictSame(await ended(0.9, 24), ['503 overloaded'])
    t.strictSame(await ended(0.9, 1), ['504 product_timeout'])
    t.strictSame(await ended(0.7, 24), ['504 product_timeout'])
  }
)

t.test('a fault of the store is no fault of the product, and says whether to come again', async t => {
  const backend = memoryBackend(Date.now)
  const { execute } = await host(t, { store: await Store.open(backend) })
  const { commit } = backend
  const pass = () => execute('controlled', { action: 'pass', id: 'one', isSafe: true })
  for (const [error, status, code, retryAfter] of [
    [new StoreUnavailable('away', 7), 503, 'store_unavailable', '7'],
    [new StoreRefusal('refused'), 500, 'internal_error', null]
  ] as const) {
    Object.assign(backend, { commit: () => Promise.reject(error) })
    for (let count = 0; count < 25; count++) {
      const failed = await pass()
      t.match([failed.status, failed.body.code, failed.headers.get('retry-after')], [status, code, retryAfter])
    }
    Object.assign(backend, { commit })
    t.equal((await pass()).status, 200)
  }
})

t.test('each call is counted for its account, with how it ended', async t => {
  const { execute, call } = await host(t)
  const keyed = { ...key, 'Idempotency-Key': 'one' }
  const body = { action: 'pass', id: 'counted' }
  t.equal((await execute('controlled', body, keyed)).status, 200)
  t.equal((await execute('controlled', body, keyed)).headers.get('idempotent-replayed'), 'true')
  t.equal((await execute('controlled', { ...body, how: 'bug' })).status, 502)
  t.equal((await execute('controlled', { ...body, how: 'fail' })).status, 200)
  t.equal((await execute('controlled', { action: 'nest', times: 2 })).status, 200)
  t.equal((await execute('controlled', { action: 'pass' })).status, 400)
  t.equal((await execute('controlled', { action: 'none' })).status, 400)
  t.equal((await execute('none', body)).status, 404)
  t.equal((await execute('none', body, {})).status, 401)
  const { usage } = (await call('GET', '/api/v1/products/usage', undefined, key)).body
  const by = { product: 'controlled', keyId: 'key_demo' }
  t.match(usage, [
    { ...by, action: 'pass', via: 'request', calls: 3, errors: 1, replays: 1, refusals: { 400: 1 } },
    { ...by, action: 'pass', via: 'nested', calls: 2, errors: 0, replays: 0 },
    { ...by, action: 'nest', via: 'request', calls: 1, errors: 0, replays: 0 },
    { ...by, action: null, via: 'request', calls: 0, errors: 0, replays: 0, refusals: { 400: 1 } }
  ])
  t.equal(usage.length, 4)
})

t.test('a call is under way until it has ended, however it ends', async t => {
  let shedder: LoadShedder | undefined
  const { enter } = LoadShedder.prototype
  t.teardown(() => Object.assign(LoadShedder.prototype, { enter }))
  LoadShedder.prototype.enter = function (...given) {
    shedder = this
    return enter.apply(this, given)
  }
  const { execute } = await host(t)
  const body = { action: 'pass', id: 'ends' }
  const statuses = [
    (await execute('controlled', body)).status,
    (await execute('controlled', { ...body, how: 'bug' })).status,
    (await execute('controlled', { ...body, how: 'fail' })).status,
    (await execute('controlled', { action: 'nest', times: 2 })).status,
    (await execute('controlled', { action: 'none' })).status,
    (await execute('none', body)).status,
    (await execute('none', body, {})).status
  ]
  t.strictSame(statuses, [200, 502, 200, 200, 400, 404, 401])
  t.equal(shedder?.load.underWay, 0)
})
