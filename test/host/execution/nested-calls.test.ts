import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { start } from '../../fixtures/start-host.js'

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
