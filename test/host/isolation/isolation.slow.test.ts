import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { withoutSandbox } from '../../fixtures/bubblewrap.js'
import { connectionPlugin, controlledPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const worker = { isolation: process.env.PLUGIN_ISOLATION ?? 'thread' }
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** A process has less room than a thread: Node itself counts. */
const smallMb = worker.isolation === 'process' ? 160 : 64
const corePlugin = {
  '@test/core': `export { default } from ${JSON.stringify(new URL('../../../plugins/core/dist/index.js', import.meta.url).href)}`
}

/** A plugin in a thread of its own whose one action does what the test writes. */
async function single(
  t: Test,
  run: string,
  { needs = '{}', limits = {}, plugins = {}, entries = {}, deployment = {} } = {}
) {
  const source = `
    import { defineAction, defineProduct, EGRESS, LOGGER, PRODUCTS, STORAGE, Type } from '@product-host/sdk'
    const go = defineAction({
      title: 'Go', description: 'Goes.', effect: 'external', effectOf: ({ how }) => how === 'read' ? 'read' : 'external',
      input: Type.Object({ how: Type.String({ default: '' }) }),
      detail: Type.Object({ value: Type.Unknown() }), metrics: Type.Object({}), examples: [{ title: 'One', input: {} }],
      needs: ${needs}, timeoutMs: 2000,
      async run(input, context) { return { summary: 'Went.', metrics: {}, detail: { value: await (${run})(input, context) } } }
    })
    export default defineProduct({
      slug: 'single', title: 'Single', description: 'One action.', version: '1.0.0', actions: { go }
    })`
  const started = await start(t, {
    plugins: { '@test/single': source, ...plugins },
    entries: { '@test/single': { ...worker, limits }, ...entries },
    deployment
  })
  const go = (how = '', init: RequestInit = {}) =>
    fetch(`${started.url}/api/v1/products/single/execute`, {
      method: 'POST',
      headers: { ...key, 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ action: 'go', how }),
      ...init
    })
  const value = async (how = '') => ((await (await go(how)).json()) as { detail: { value: unknown } }).detail.value
  const logged = async (line: RegExp) => {
    while (!started.lines.some(each => line.test(each))) await delay(5)
  }
  return { ...started, go, value, logged }
}

t.test('a product is described the same, by the same digest, wherever it runs', async t => {
  const plugins = { ...notesPlugin, ...connectionPlugin, ...corePlugin }
  const entriesOf = (entry: object) => Object.fromEntries(Object.keys(plugins).map(name => [name, entry]))
  const inline = await start(t, { plugins, entries: entriesOf({ isolation: 'inline' }) })
  const isolated = await start(t, { plugins, entries: entriesOf(worker) })
  for (const slug of ['notes', 'connection', 'core']) {
    const path = `/api/v1/products/${slug}/execute`
    const [here, there] = [await inline.call('GET', path), await isolated.call('GET', path)]
    t.equal(there.status, 200)
    const { isolation, ...described } = there.body
    t.strictSame(described, here.body)
    if (worker.isolation === 'thread') t.equal(isolation, undefined)
    else if (withoutSandbox) t.match(isolation, { sandbox: false, notWithheld: ['files', 'network', 'processes'] })
    else t.strictSame(isolation, { kind: 'process', sandbox: true, notWithheld: [] })
    t.equal(there.headers.get('product-contract'), here.headers.get('product-contract'))
  }
})

t.test('core remembers in a thread of its own', async t => {
  const { call } = await start(t, { plugins: corePlugin, entries: { '@test/core': worker } })
  const core = (body: object) => call('POST', '/api/v1/products/core/execute', body, key)
  t.match(await core({ action: 'remember', key: 'colour', value: 'blue' }), { status: 200, body: { ok: true } })
  const recalled = await core({ action: 'recall', key: 'colour' })
  t.match(recalled, { status: 200, body: { ok: true } })
  t.match(JSON.stringify(recalled.body.detail), '"value":"blue"')
})

t.test('a thread sees nothing of the environment', async t => {
  const { value } = await single(t, '() => process.env')
  t.strictSame(await value(), process.env.PLUGIN_ISOLATION === 'process' ? { TZ: timezone } : {})
})

t.test('what a plugin prints is a line of the log', async t => {
  const { value, logged } = await single(t, '() => console.log("hello from inside")')
  await value()
  await logged(/"product":"single".*"text":"hello from inside\\n"/)
})

t.test('the end of a call’s caller reaches the thread', async t => {
  const { go, logged } = await single(
    t,
    `(_input, { log, signal }) => new Promise(resolve => {
      log.info('begun')
      signal.addEventListener('abort', () => { log.info('heard'); resolve() })
    })`,
    { needs: '{ log: LOGGER }' }
  )
  const caller = new AbortController()
  const gone = go('', { signal: caller.signal })
  await logged(/"msg":"begun"/)
  caller.abort()
  await t.rejects(gone)
  await logged(/"msg":"heard"/)
})

t.test('a plugin’s own signal gives up what it asked for', async t => {
  const server = createServer(() => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const { value } = await single(
    t,
    `(_input, { egress }) => egress
      .request('http://127.0.0.1:${port}/', { signal: AbortSignal.timeout(100) })
      .catch(({ name, code }) => ({ name, code }))`,
    { needs: '{ egress: EGRESS }', deployment: { egress: { allow: ['127.0.0.0/8'], ports: [port] } } }
  )
  t.strictSame(await value(), { name: 'EgressError', code: 'aborted' })
  await closed
})

t.test('other products are described, judged and run from within a thread', async t => {
  const { value } = await single(
    t,
    `async (_input, { products }) => ({
      known: products.describe().map(({ slug }) => slug),
      effects: [products.effect('notes', 'latest', {}), products.effect('notes', 'none', {}) ?? 'none'],
      added: (await products.execute('notes', 'add', { text: 'milk' })).ok
    })`,
    { needs: '{ products: PRODUCTS }', plugins: notesPlugin }
  )
  t.strictSame(await value(), { known: ['single', 'notes'], effects: ['read', 'none'], added: true })
})

t.test('a thread learns what a call would do with one input, of its own product and of others in threads', async t => {
  const inputs = ['{ id: "a" }', '{ id: "a", external: true }', '{}']
  const asked = [
    `products.effect('single', 'go', { how: 'read' })`,
    `products.effect('single', 'go', { how: 'all' })`,
    ...inputs.map(input => `products.effect('controlled', 'pass', ${input})`)
  ]
  const { value } = await single(t, `(_input, { products }) => [${asked.join(', ')}]`, {
    needs: '{ products: PRODUCTS }',
    plugins: controlledPlugin,
    entries: { '@test/controlled': worker }
  })
  t.strictSame(await value(), ['read', 'external', 'write', 'external', 'external'])
})

t.test(
  'a call in a thread that takes too long may be sent again if a second run with its input does no harm',
  async t => {
    const { call } = await start(t, { plugins: controlledPlugin, entries: { '@test/controlled': worker } })
    const hang = (input: object) =>
      call('POST', '/api/v1/products/controlled/execute', { action: 'hang', id: 'one', ...input }, key)
    t.match(await hang({ isSafe: true }), { status: 504, body: { retryable: true } })
    t.match(await hang({ isSafe: false }), { status: 504, body: { retryable: false } })
    t.match(await hang({ isSafe: true, external: true }), { status: 504, body: { retryable: true } })
    t.match(await hang({ isSafe: false, external: true }), { status: 504, body: { retryable: false } })
  }
)

t.test('a product that throws or spins when it judges settings keeps nobody waiting', async t => {
  const source = `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const go = defineAction({
      title: 'Go', description: 'Goes.', effect: 'read', input: Type.Object({}), detail: Type.Object({}), metrics: Type.Object({}),
      examples: [{ title: 'One', input: {} }], run: () => ({ summary: 'Went.', metrics: {}, detail: {} })
    })
    export default defineProduct({
      slug: 'judge', title: 'Judge', description: 'Judges.', version: '1.0.0', actions: { go },
      settings: Type.Object({ how: Type.String() }),
      checkSettings({ how }) {
        if (how === 'throw') throw new Error('a bug')
        if (how === 'spin') for (;;) Math.random()
        return how === 'badly' ? [{ pointer: '#/settings/how', detail: 'is bad', fix: 'Send another.' }] : []
      }
    })`
  const { call } = await start(t, { plugins: { '@test/judge': source }, entries: { '@test/judge': worker } })
  const save = async (how: string) => {
    const { status, body } = await call('PUT', '/api/v1/products/judge/config', { settings: { how } }, key)
    return [status, body.code]
  }
  t.strictSame(await save('well'), [200, undefined])
  t.strictSame(await save('badly'), [400, 'invalid_config'])
  t.strictSame(await save('throw'), [500, 'internal_error'])
  t.strictSame(await save('spin'), [500, 'internal_error'])
  t.strictSame(await save('well'), [200, undefined])
})

t.test('a thread that ends fails what it had under way, and is replaced', async t => {
  const { go, value, host, logged } = await single(t, '({ how }) => { if (how === "exit") process.exit(3) }')
  t.match(await (await go('exit')).json(), { status: 502, code: 'product_error' })
  await logged(/"reason":"It ended itself with code 3\."/)
  t.equal(await value(), undefined)
  t.equal(host.products[0]?.resilience.restarts, 1)
  t.equal(host.products[0]?.resilience.breaker.state, 'ready')
})

t.test('a thread that ends again and again is quarantined', async t => {
  const { go, host } = await single(t, '() => process.exit(3)')
  for (let count = 0; count < 5; count++) t.match(await (await go()).json(), { code: 'product_error' })
  t.match(await (await go()).json(), { status: 503, code: 'product_unavailable' })
  t.equal(host.products[0]?.resilience.breaker.state, 'quarantined')
})

t.test('calls that run beside one that lingers end in their thread, which is replaced', async t => {
  const { go, value, host, logged } = await single(
    t,
    `async ({ how }, { log }) => {
      globalThis.calls = (globalThis.calls ?? 0) + 1
      if (how !== 'linger') return globalThis.calls
      log.info('lingers')
      return new Promise(() => undefined)
    }`,
    { needs: '{ log: LOGGER }', limits: { timeoutMs: 800 } }
  )
  const lingering = go('linger')
  await logged(/"msg":"lingers"/)
  t.equal(await value(), 2)
  t.match(await (await lingering).json(), { code: 'product_timeout' })
  while ((await value()) !== 1);
  t.equal(host.products[0]?.resilience.restarts, 1)
})

t.test('a thread that is worn while the circuit is open is replaced by the next call', async t => {
  const { go, value, host, logged } = await single(
    t,
    `async ({ how }, { log }) => {
      globalThis.calls = (globalThis.calls ?? 0) + 1
      if (how !== 'linger') return globalThis.calls
      log.info('lingers')
      return new Promise(() => undefined)
    }`,
    { needs: '{ log: LOGGER }', limits: { timeoutMs: 2_000 } }
  )
  const lingering = go('linger')
  await logged(/"msg":"lingers"/)
  t.equal(await value(), 2)
  t.match(await (await lingering).json(), { code: 'product_timeout' })
  const resilience = host.products[0]?.resilience
  for (let count = 0; count < 20; count++) resilience?.breaker.leave('call', 'fault')
  t.equal(resilience?.isResting, true)
  await new Promise(resolve => setTimeout(resolve, 5_100))
  t.equal(resilience?.restarts, 0)
  t.equal(await value(), 1)
  t.equal(resilience?.restarts, 1)
})

t.test('memory beside the heap is bounded too', async t => {
  const { go, logged } = await single(
    t,
    `async () => {
      const kept = []
      for (;;) { kept.push(Buffer.alloc(4_000_000, 1)); await new Promise(resolve => setTimeout(resolve, 2)) }
    }`,
    { limits: { memoryMb: smallMb } }
  )
  t.match(await (await go()).json(), { code: 'product_error' })
  await logged(new RegExp(`"reason":"It took more than ${smallMb} MiB of memory\\."`))
})
