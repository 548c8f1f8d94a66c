import { request } from 'node:http'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { connectionPlugin, controlledPlugin, type HostOptions, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }

function product(slug: string, timeoutMs: number, needs: string, run: string): string {
  return `
import { defineAction, defineProduct, PRODUCTS, Type } from '@product-host/sdk'
const go = defineAction({
  title: 'Go', description: 'Goes.', effect: 'read', timeoutMs: ${timeoutMs},
  input: Type.Object({}), detail: Type.Object({}), metrics: Type.Object({}),
  examples: [{ title: 'Go', input: {} }], needs: { ${needs} },
  async run(input, { products }) { ${run} }
})
export default defineProduct({ slug: '${slug}', title: 'Test', description: 'A test.', version: '1.0.0', actions: { go } })
`
}

const plugins = {
  '@test/slow': product('slow', 5_000, '', 'return new Promise(() => {})'),
  '@test/hasty': product(
    'hasty',
    50,
    'products: PRODUCTS',
    "return Promise.all(Array.from({ length: 25 }, () => products.execute('slow', 'go', {})))"
  ),
  '@test/impatient': product(
    'impatient',
    5_000,
    'products: PRODUCTS',
    `const controller = new AbortController()
    const running = products.execute('slow', 'go', {}, { signal: controller.signal })
    controller.abort()
    const before = products.execute('slow', 'go', {}, { signal: controller.signal })
    const codes = (await Promise.all([running, before])).map(answer => answer.detail.error.code)
    return { summary: codes.join(' '), metrics: {}, detail: {} }`
  )
}

t.test('a caller with a short deadline does not make the product that it calls fail', async t => {
  const { call } = await start(t, { plugins })
  const answer = await call('POST', '/api/v1/products/hasty/execute', { action: 'go' }, key)
  t.match(answer, { status: 504, body: { code: 'product_timeout' } })
  const { body } = await call('GET', '/api/v1/products/slow/execute')
  t.equal(body.status, 'ready')
})

t.test('a nested call ends with the signal that it is given, and its caller goes on', async t => {
  const { call } = await start(t, { plugins })
  const answer = await call('POST', '/api/v1/products/impatient/execute', { action: 'go' }, key)
  t.match(answer, { status: 200, body: { ok: true, summary: 'client_gone client_gone' } })
})

/** A product that does with the others what the test writes, and answers with what came of it. */
function asking(run: string) {
  return {
    '@test/asking': `
import { defineAction, defineProduct, PRODUCTS, Type } from '@product-host/sdk'
const go = defineAction({
  title: 'Go', description: 'Goes.', effect: 'external', input: Type.Object({}), metrics: Type.Object({}),
  detail: Type.Object({ value: Type.Unknown() }), examples: [{ title: 'Go', input: {} }], needs: { products: PRODUCTS },
  async run(_input, { products }) {
    const pass = (more = {}) => products.execute('controlled', 'pass', { id: 'nested', ...more })
    const endings = answers => answers.map(({ ok, detail }) => ok ? 'ok' : [detail.error.code, detail.error.retryable])
    return { summary: 'Went.', metrics: {}, detail: { value: await (${run})() } }
  }
})
export default defineProduct({ slug: 'asking', title: 'Asking', description: 'Asks.', version: '1.0.0', actions: { go } })
`
  }
}

t.test('what a caller that goes away has called of another product is cancelled too', async t => {
  const { url, lines } = await start(t, {
    plugins: { ...asking("async () => endings([await pass({ id: 'left', how: 'wait' })])"), ...controlledPlugin }
  })
  const sent = request(`${url}/api/v1/products/asking/execute`, {
    method: 'POST',
    headers: { ...key, 'Content-Type': 'application/json' }
  })
  sent.on('error', () => undefined)
  sent.end(JSON.stringify({ action: 'go' }))
  await begun.reached('left')
  sent.destroy()
  while (!lines.some(line => line.includes('"status":499'))) await new Promise(setImmediate)
  opened.reach('left')
  const late = () =>
    lines.map(line => JSON.parse(line)).filter(({ msg }) => msg.includes('ended after it was cancelled'))
  while (!late().some(({ product }) => product === 'asking')) await new Promise(setImmediate)
  t.match(
    late().map(({ product, action }) => [product, action]),
    [
      ['controlled', 'pass'],
      ['asking', 'go']
    ]
  )
})

for (const isolation of ['inline', 'thread']) {
  async function ask(t: Test, run: string, options: HostOptions = {}) {
    const started = await start(t, {
      plugins: { ...asking(run), ...controlledPlugin, ...connectionPlugin },
      entries: { '@test/asking': { isolation } },
      ...options
    })
    const reply = await started.call('POST', '/api/v1/products/asking/execute', { action: 'go' }, key)
    return { ...started, reply, value: reply.body.detail?.value }
  }

  t.test(`what a call of another product does depends on its input, ${isolation}`, async t => {
    const { value } = await ask(
      t,
      `async () => [
        await products.effect('controlled', 'pass', { id: 'one', external: true }),
        await products.effect('controlled', 'pass', { id: 'one', external: false }),
        await products.effect('controlled', 'pass', { external: false }),
        await products.effect('controlled', 'count', { id: 'one' }),
        (await products.effect('connection', 'count', { id: 'one', fails: 0, code: '' })) ?? 'none',
        (await products.effect('absent', 'pass', { id: 'one' })) ?? 'none'
      ]`
    )
    t.strictSame(value, ['external', 'write', 'external', 'read', 'none', 'none'])
  })

  t.test(`a nested call ends by its own deadline, and says whether the same may succeed, ${isolation}`, async t => {
    const { value } = await ask(
      t,
      `async () => endings(await Promise.all([
        products.execute('controlled', 'hang', { id: 'late', isSafe: true }),
        products.execute('controlled', 'hang', { id: 'late' }),
        pass({ how: 'bug' }), pass({ how: 'fail' }), pass({ how: 7 }),
        products.execute('connection', 'count', { id: 'one', fails: 0, code: '' })
      ]))`
    )
    t.strictSame(value, [
      ['product_timeout', true],
      ['product_timeout', false],
      ['product_error', false],
      ['closed', false],
      ['invalid_input', false],
      ['unknown_action', false]
    ])
  })

  t.test(`a product is told of the others what a caller is told, ${isolation}`, async t => {
    const { value } = await ask(
      t,
      `async () => products.describe().map(({ slug, title, actions }) => {
        return { slug, title, actions: actions.filter(({ name }) => name === 'pass' || slug === 'connection') }
      })`
    )
    const found = value.find(({ slug }: { slug: string }) => slug === 'controlled')
    t.match(found, { title: 'Controlled', actions: [{ name: 'pass', title: 'Pass', effect: 'external' }] })
    const { properties, required } = found.actions[0].inputSchema
    t.strictSame(Object.keys(properties), ['id', 'how', 'external', 'isSafe', 'size'])
    t.strictSame(required, ['id'], 'what has a default need not be sent')
    const connection = value.find(({ slug }: { slug: string }) => slug === 'connection')
    t.notOk(
      connection.actions.some(({ name }: { name: string }) => name === 'count'),
      'which is internal'
    )
  })

  t.test(`a nested call that is cancelled before it begins does nothing, ${isolation}`, async t => {
    const { value } = await ask(
      t,
      `async () => {
        const signal = AbortSignal.abort()
        const refused = await products.execute('controlled', 'pass', { id: 'never' }, { signal })
        const counted = await products.execute('controlled', 'count', { id: 'never' })
        return [refused.detail.error.code, counted.detail.runs]
      }`
    )
    t.strictSame(value, ['client_gone', 0])
  })

  t.test(`products call each other three deep, and one more is refused, ${isolation}`, async t => {
    const { value } = await ask(
      t,
      `async () => {
        const { ok, detail } = await products.execute('asking', 'go', {})
        return [ok ? detail.value : detail.error.code]
      }`
    )
    t.strictSame(value, [[['too_deep']]])
  })

  t.test(`a refused input of a nested call is named with its places, ${isolation}`, async t => {
    const { value } = await ask(
      t,
      `async () => [(await pass({ how: 7 })).detail.errors, (await pass({ how: 'a\\u0000' })).detail.errors, (await pass({ how: 'bug' })).detail.errors]`
    )
    t.match(value, [[{ pointer: '#/how' }], [{ pointer: '#/how' }], []])
    t.strictSame(value[2], [])
  })

  t.test(
    `a nested call is part of the request, and its input is no deeper than a request’s may be, ${isolation}`,
    async t => {
      const { value, reply, lines } = await ask(
        t,
        `async () => {
        let deep = {}
        for (let depth = 0; depth < 1_000; depth++) deep = { deep }
        return endings([await pass({ how: 'bug' }), await pass({ deep })])
      }`
      )
      t.strictSame(value, [
        ['product_error', false],
        ['invalid_input', false]
      ])
      const failed = lines
        .map(line => JSON.parse(line))
        .find(({ product, level }) => product === 'controlled' && level === 50)
      t.equal(failed?.requestId, reply.headers.get('x-request-id'))
    }
  )

  t.test(`nested calls count in the rate of the caller and take no slot, ${isolation}`, async t => {
    const rate = { key: [3, 60], atOnce: 1 }
    const { value, reply } = await ask(t, 'async () => endings([await pass(), await pass(), await pass()])', {
      deployment: { rate }
    })
    t.strictSame(value, ['ok', 'ok', ['rate_limited', true]])
    t.match(reply.headers.get('ratelimit'), /^"key";r=2;/, 'as it was when the request came')
  })

  t.test(`an input that a product sends another stays as it was, ${isolation}`, async t => {
    const { value } = await ask(
      t,
      `async () => {
        const input = { id: 'kept', size: null, more: null }
        const { ok } = await products.execute('controlled', 'pass', input)
        return { ok, input }
      }`
    )
    t.strictSame(value, { ok: true, input: { id: 'kept', size: null, more: null } })
  })

  t.test(`while the store is away, a call that needs it within another ends both, ${isolation}`, async t => {
    const backend = memoryBackend(Date.now)
    const store = await Store.open(backend)
    const commit = backend.commit.bind(backend)
    backend.commit = async (...parameters) => {
      // The host itself starts, and says in the store what it serves.
      if (JSON.stringify(parameters).includes('data:{')) throw new StoreUnavailable('away')
      return commit(...parameters)
    }
    const { reply } = await ask(t, 'async () => endings([await pass()])', { store })
    t.match(reply, { status: 503, body: { code: 'store_unavailable' } })
  })
}
