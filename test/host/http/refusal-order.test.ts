import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, standStill, start } from '../../fixtures/start-host.js'

const largestBody = 256 * 1024
const key = { Authorization: `Bearer ${demoKey}` }
const path = '/api/v1/products/controlled'
const deep = `{"id":${'['.repeat(40)}${']'.repeat(40)}}`

t.test(
  'of everything that is wrong with a request, what comes first in the order is what it is refused for',
  async t => {
    const time = standStill(t)
    const deployment = { rate: { key: [10, 10], account: [1000, 10], atOnce: 1 } }
    const { call, keys } = await start(t, { plugins: controlledPlugin, deployment })
    const operator = { Authorization: `Bearer ${(await keys.create('demo', 'another key')).key}` }

    // What stands in the way, beside what is wrong with the request itself.
    const used = { action: 'pass', id: 'used', external: true }
    t.equal((await call('POST', `${path}/execute`, used, { ...operator, 'Idempotency-Key': 'used' })).status, 200)
    const held = call('POST', `${path}/execute`, { action: 'pass', id: 'order', how: 'wait' }, operator)
    await begun.reached('order')
    await call('PUT', `${path}/config`, { enabled: false }, operator)
    for (let count = 0; count < 11; count++) await call('POST', '/api/v1/products/none/execute', {}, key)

    const request = {
      path: '/api/v1/products/none/execute',
      body: 'x'.repeat(largestBody + 1),
      headers: {
        Authorization: 'Bearer none',
        'Idempotency-Key': '""',
        'Product-Contract': 'sha256-0',
        'Content-Type': 'text/plain'
      } as Record<string, string>
    }
    const code = async () => {
      const { status, body } = await call('POST', request.path, request.body, request.headers)
      return `${status} ${body.code}`
    }

    t.equal(await code(), '401 invalid_key')
    Object.assign(request.headers, key)
    t.equal(await code(), '404 unknown_product')
    request.path = `${path}/execute`
    t.equal(await code(), '403 product_disabled')
    await call('PUT', `${path}/config`, { enabled: true }, operator)
    t.equal(await code(), '429 rate_limited')
    time.advance(10_000)
    t.equal(await code(), '429 too_many_concurrent')
    opened.reach('order')
    t.equal((await held).status, 200)
    t.equal(await code(), '400 invalid_header')
    request.headers['Idempotency-Key'] = 'used'
    t.equal(await code(), '412 contract_changed')
    delete request.headers['Product-Contract']
    t.equal(await code(), '415 unsupported_media_type')
    request.headers['Content-Type'] = 'application/json'
    t.equal(await code(), '413 payload_too_large')
    request.body = deep
    t.equal(await code(), '400 malformed_json')
    request.body = JSON.stringify({ id: '\u0001' })
    t.equal(await code(), '400 missing_action')
    request.body = JSON.stringify({ action: 'none', id: '\u0001' })
    t.equal(await code(), '400 unknown_action')
    request.body = JSON.stringify({ action: 'pass', id: '\u0001', how: 'bug' })
    time.advance(10_000)
    t.equal(await code(), '400 invalid_input')
    request.body = JSON.stringify({ action: 'pass', id: 'sound', how: 'bug' })
    t.equal(await code(), '422 idempotency_key_reused')
    request.headers['Idempotency-Key'] = 'fresh'
    t.equal(await code(), '502 product_error')
  }
)

t.test('a spent budget is refused last', async t => {
  const deployment = { billing: 'none', rate: { key: [7, 60], atOnce: 1 } }
  const { call } = await start(t, { plugins: controlledPlugin, deployment })
  const ada = await signedUp(call)
  const made = (await ada('POST', '/keys', { name: 'small', budget: { day: { stopAt: 1 } } })).body
  const send = async (body: unknown) =>
    (await call('POST', `${path}/execute`, body, { Authorization: `Bearer ${made.key}` })).body.code
  const held = send({ action: 'pass', id: 'budget', how: 'wait' })
  await begun.reached('budget')
  t.equal(await send('{'), 'too_many_concurrent')
  opened.reach('budget')
  t.equal(await held, undefined)
  t.equal(await send('{'), 'malformed_json')
  t.equal(await send({ action: 'pass', id: 5 }), 'invalid_input')
  t.equal(await send({ action: 'pass', id: 'budget' }), 'call_budget_spent')
  await ada('PUT', '/products/controlled/config', { enabled: false })
  t.equal(await send({ action: 'pass', id: 'budget' }), 'product_disabled')
  await ada('PUT', '/products/controlled/config', { enabled: true })
  t.equal(await send({ action: 'pass', id: 'budget' }), 'call_budget_spent')
  t.equal(await send({ action: 'pass', id: 'budget' }), 'rate_limited')
})

t.test('failed keys count before the product is looked at', async t => {
  const { call } = await start(t)
  const guess = () => call('POST', '/api/v1/products/none/execute', {}, { Authorization: 'Bearer none' })
  for (let count = 0; count < 30; count++) t.match(await guess(), { status: 401 })
  t.match(await guess(), { status: 429, body: { code: 'rate_limited' } })
})

t.test('a key under way is refused for its input before it is refused for being under way', async t => {
  const { call } = await start(t, { plugins: controlledPlugin })
  const send = (body: object) => call('POST', `${path}/execute`, body, { ...key, 'Idempotency-Key': 'under way' })
  const first = send({ action: 'pass', id: 'under way', how: 'wait' })
  await begun.reached('under way')
  t.match(await send({ action: 'pass', id: 5 }), { status: 400, body: { code: 'invalid_input' } })
  t.match(await send({ action: 'pass', id: 'under way', how: 'bug' }), {
    status: 422,
    body: { code: 'idempotency_key_reused' }
  })
  t.match(await send({ action: 'pass', id: 'under way', how: 'wait' }), {
    status: 409,
    body: { code: 'idempotency_in_progress' }
  })
  opened.reach('under way')
  t.equal((await first).status, 200)
})

t.test('the order is kept for config and usage as far as it concerns them', async t => {
  const { call } = await start(t, { plugins: controlledPlugin, deployment: { rate: { key: [1, 60] } } })
  const send = async (method: string, address: string, body?: unknown, headers: Record<string, string> = key) =>
    (await call(method, address, body, headers)).body.code
  await call('GET', `${path}/config`, undefined, key)
  t.equal(await send('PUT', '/api/v1/products/none/config', '{', { Authorization: 'Bearer none' }), 'invalid_key')
  t.equal(await send('PUT', '/api/v1/products/none/config', '{'), 'unknown_product')
  t.equal(await send('PUT', `${path}/config`, '{', { ...key, 'Content-Type': 'text/plain' }), 'rate_limited')
  t.equal(await send('GET', '/api/v1/products/usage?from=never'), 'rate_limited')
})
