import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { connectionPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'
const planted = 'plantedvalue'
const plugins = { ...notesPlugin, ...connectionPlugin }

t.test('the line of a request names its action only where the product has it for callers', async t => {
  const { call, lines } = await start(t, { plugins })
  await call('POST', notes, { action: 'latest' }, key)
  await call('POST', notes, { action: planted.repeat(8_000) }, key)
  await call('POST', '/api/v1/products/connection/execute', { action: 'work' }, key)
  await call('POST', '/api/v1/products/connection/execute', { action: 'toString' }, key)
  const requests = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  t.strictSame(
    requests.map(({ product, action, code }) => ({ product, action, code })),
    [
      { product: 'notes', action: 'latest', code: undefined },
      { product: 'notes', action: undefined, code: 'unknown_action' },
      { product: 'connection', action: undefined, code: 'unknown_action' },
      { product: 'connection', action: undefined, code: 'unknown_action' }
    ]
  )
  t.ok(lines.every(line => line.length < 2_000))
})

t.test('no line holds what a caller made up, in headers, addresses or bodies', async t => {
  const { url, call, lines } = await start(t, { plugins })
  const before = lines.length
  for (const name of [
    'User-Agent',
    'Referer',
    'Origin',
    'Cookie',
    'Accept',
    'Accept-Language',
    'Idempotency-Key',
    'Product-Contract',
    'If-Match',
    'If-None-Match',
    'Prefer',
    'traceparent',
    'tracestate',
    'baggage',
    'X-Forwarded-For',
    'Forwarded',
    'X-Planted'
  ])
    await call('POST', notes, { action: 'latest' }, { ...key, [name]: planted })
  await call('POST', notes, { action: 'latest' }, { Authorization: `Bearer ${planted}` })
  await call('POST', notes, { action: 'latest' }, { ...key, 'X-Request-Id': `${planted} of another form` })
  await call('POST', notes, planted, { ...key, 'Content-Type': `text/${planted}` })
  for (const body of [
    { action: planted },
    { action: 'add', text: planted, [planted]: planted },
    { action: 'add', text: { [planted]: planted } },
    { action: { [planted]: planted } },
    `{"action":"${planted}`,
    [planted]
  ])
    await call('POST', notes, body, key)
  for (const method of ['GET', 'PUT', 'DELETE'])
    for (const path of [
      `/${planted}`,
      `/%${planted}`,
      `/?${planted}=${planted}`,
      `/api/v1/products/${planted}/execute`,
      `/api/v1/products/${planted}/config?${planted}`,
      `/api/v1/products/${planted}/config/revisions`,
      `/api/v1/products/${planted}/access`,
      `/api/v1/products/connection/config?dryRun=${planted}`,
      `/api/v1/products/usage?product=${planted}&from=${planted}`,
      `/dashboard/api/keys/${planted}`,
      `/dashboard/api/sessions/${planted}`,
      `/dashboard/api/password-resets/${planted}`,
      `/dashboard/api/email-verifications/${planted}`,
      `/checkout/${planted}`
    ])
      await ask(url + path, {
        method,
        headers: { ...key, 'Content-Type': 'application/json', Connection: 'close' },
        ...(method === 'PUT' && { body: JSON.stringify({ settings: { [planted]: planted } }) })
      })
  await call('POST', '/webhooks/stripe', { id: planted, type: planted }, { 'Stripe-Signature': planted })
  const person = await signedUp(call, `${planted}@example.org`)
  await person('POST', '/keys', { name: planted, scopes: [planted] })
  await person('POST', '/keys', { name: planted })
  await person('GET', `/data/${planted}?prefix=${planted}&after=${planted}`)
  await person('POST', '/sessions', { email: `${planted}@example.org`, password: planted })
  await person('POST', `/products/${planted}/execute`, { action: planted })
  t.equal(await sent(url, 'PROPFIND', `/${planted}`), 404)

  const logged = lines.slice(before)
  t.ok(logged.length > 70)
  t.strictSame(
    logged.filter(line => line.includes(planted)),
    []
  )
})

/** Sends a request whose answer, which may be a page, is of no interest. */
async function ask(url: string, options: RequestInit): Promise<void> {
  await (await fetch(url, options)).text()
}

/** A method that `fetch` would send as well, but Express has no word for. */
async function sent(url: string, method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method, agent: false }, response => {
      text(response).then(() => resolve(response.statusCode), reject)
    })
    asked.on('error', reject).end()
  })
}
