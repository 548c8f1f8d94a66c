import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { checksum, newKey } from '../../../host/dist/accounts/keys/check-key.js'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Keys } from '../../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../../host/dist/base/clock.js'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { failingPlugin, memoryStore, notesPlugin, type Reply, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'
const failing = '/api/v1/products/failing/execute'
/** Stands in everything that is sent, and must stand in nothing that comes back. */
const planted = 'plantedvalue'

function refused(t: Test, { status, headers, body }: Reply, expected: object): void {
  t.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
  t.equal(headers.get('x-request-id'), body.requestId)
  t.match(body, {
    ok: false,
    status,
    title: /\.$/,
    detail: /\.$/,
    type: `urn:product-host:problem:${body.code}`,
    ...expected
  })
  t.notMatch(JSON.stringify(body), planted)
}

t.test('a key is needed, and has to be good', async t => {
  const store = await memoryStore()
  const keys = new Keys(store, realClock())
  const { call } = await start(t, { store })
  const send = (authorization?: string) =>
    call('POST', notes, { action: 'add', text: planted }, authorization ? { Authorization: authorization } : {})

  const missing = await send()
  refused(t, missing, { status: 401, code: 'missing_key' })
  t.equal(missing.headers.get('www-authenticate'), 'Bearer')

  const body = planted.padEnd(30, '0')
  for (const wrong of [
    `Basic ${planted}`,
    'Bearer',
    `Bearer phk_${body}${checksum(body)}`,
    `Bearer phk_${body}000000`,
    `Bearer ${newKey()}`
  ]) {
    const reply = await send(wrong)
    refused(t, reply, { status: 401, code: 'invalid_key' })
    t.equal(reply.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  }

  const expired = await keys.create('someone', planted, '2020-01-01T00:00:00.000Z')
  refused(t, await send(`Bearer ${expired.key}`), { status: 401, code: 'expired_key' })
  const { key: good, record } = await keys.create('someone', planted)
  t.equal((await send(`Bearer ${good}`)).status, 200)
  t.equal((await send(`bearer  ${good}`)).status, 200)
  await keys.revoke('someone', record.keyId)
  t.match(await keys.list('someone'), [{ revokedAt: String }, { lastFour: expired.key.slice(-4) }])
})

t.test('a revoked key is refused', async t => {
  const store = await memoryStore()
  const keys = new Keys(store, realClock())
  const { key: good, record } = await keys.create('someone', 'a key')
  await keys.revoke('someone', record.keyId)
  const { call } = await start(t, { store })
  refused(t, await call('POST', notes, {}, { Authorization: `Bearer ${good}` }), { status: 401, code: 'revoked_key' })
})

t.test('addresses and methods', async t => {
  const { call } = await start(t)
  refused(t, await call('POST', `/api/v1/products/${planted}/execute`, {}, key), {
    status: 404,
    code: 'unknown_product'
  })
  refused(t, await call('GET', `/api/v1/products/${planted}/execute`), { status: 404, code: 'unknown_product' })
  for (const path of [`/${planted}`, '/api/v1/products/%E0%A4%A/execute', '/api/v1/products/notes'])
    refused(t, await call('GET', path), { status: 404, code: 'not_found' })
  for (const [method, path, allow] of [
    ['DELETE', notes, 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/api/v1/products', 'GET, HEAD, OPTIONS'],
    ['POST', '/livez', 'GET, HEAD, OPTIONS'],
    ['POST', '/readyz', 'GET, HEAD, OPTIONS']
  ] as const) {
    const reply = await call(method, path, undefined, key)
    refused(t, reply, { status: 405, code: 'method_not_allowed' })
    t.equal(reply.headers.get('allow'), allow)
  }
})

t.test('bodies', async t => {
  const { call } = await start(t)
  const send = (body: string, headers: Record<string, string> = {}) => call('POST', notes, body, { ...key, ...headers })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx'
  ])
    refused(t, await send('{}', { 'Content-Type': type }), { status: 415, code: 'unsupported_media_type' })
  refused(t, await send('{}', { 'Content-Encoding': 'gzip' }), { status: 415, code: 'unsupported_media_type' })

  for (const body of ['{', `{"action":"add","text":"${planted}"`, '{"a":1,}', 'nul', "{'a':1}", '[1', '\ufeff{'])
    refused(t, await send(body), { status: 400, code: 'malformed_json' })
  const { url } = await start(t)
  const raw = await fetch(url + notes, {
    method: 'POST',
    headers: { ...key, 'Content-Type': 'application/json' },
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])
  })
  t.match(await raw.json(), { code: 'malformed_json', detail: 'The body is not UTF-8.' })
  refused(t, await call('POST', notes, undefined, { ...key, 'Content-Type': 'application/json' }), {
    code: 'malformed_json',
    detail: /empty/
  })
  refused(t, await send(`{"action":"add","text":${'['.repeat(40)}${']'.repeat(40)}}`), {
    code: 'malformed_json',
    detail: /32 levels/
  })

  for (const body of ['[]', '"text"', '1', 'null', 'true'])
    refused(t, await send(body), { status: 400, code: 'invalid_input', errors: [{ pointer: '#', code: 'type' }] })

  const large = JSON.stringify({ action: 'add', text: planted.repeat(30_000) })
  refused(t, await send(large), { status: 413, code: 'payload_too_large' })
})

t.test('a body without a length is cut off at the limit', async t => {
  const { url } = await start(t)
  const chunk = Buffer.alloc(64 * 1024, 0x20)
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk)
    }
  })
  const reply = await fetch(url + notes, {
    method: 'POST',
    headers: { ...key, 'Content-Type': 'application/json' },
    body: stream,
    duplex: 'half'
  } as RequestInit)
  t.equal(reply.status, 413)
  t.match(await reply.json(), { code: 'payload_too_large' })
})

t.test('actions and inputs', async t => {
  const { call } = await start(t)
  const send = (body: object) => call('POST', notes, body, key)
  for (const body of [{}, { action: 5 }, { action: '' }, { action: null, text: planted }])
    refused(t, await send(body), { status: 400, code: 'missing_action', errors: [{ pointer: '#/action' }] })
  for (const action of [planted, 'constructor', '__proto__', 'toString', 'Add'])
    refused(t, await send({ action }), {
      status: 400,
      code: 'unknown_action',
      detail: 'The product "notes" has the actions add, latest.'
    })
  refused(t, await send({ action: 'add', text: [planted] }), {
    status: 400,
    code: 'invalid_input',
    errors: [{ pointer: '#/text', code: 'type', detail: 'is not a string', fix: 'Send a string.' }]
  })
  refused(t, await send({ action: 'add' }), { errors: [{ pointer: '#/text', code: 'required' }] })
  refused(t, await send({ action: 'add', text: `${planted}\u0000` }), {
    errors: [{ pointer: '#/text', code: 'control_character' }]
  })
  refused(t, await send({ action: 'add', text: `${planted}\ud800` }), {
    errors: [{ pointer: '#/text', code: 'lone_surrogate' }]
  })
  refused(t, await send({ action: 'add', text: 'blank' }), {
    code: 'invalid_input',
    errors: [{ pointer: '#/text', detail: 'is blank' }]
  })
})

t.test('at most twenty faults are listed', async t => {
  const { call } = await start(t)
  const body = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, '\u0001']))
  const { body: problem } = await call('POST', notes, { action: 'add', ...body }, key)
  t.equal(problem.errors.length, 20)
})

t.test('a pinned contract that no longer holds', async t => {
  const { call } = await start(t)
  const now = (await call('GET', notes)).headers.get('product-contract') ?? ''
  const reply = await call('POST', notes, { action: 'add', text: planted }, { ...key, 'Product-Contract': 'sha256-0' })
  refused(t, reply, { status: 412, code: 'contract_changed' })
  t.equal(reply.headers.get('product-contract'), now)
  t.equal((await call('POST', notes, { action: 'latest' }, { ...key, 'Product-Contract': now })).body.metrics.notes, 0)
})

t.test('faults of a product are its own, are logged, and show nothing', async t => {
  const { call, lines } = await start(t, {
    plugins: { ...failingPlugin, ...notesPlugin }
  })
  const send = (how: string) => call('POST', failing, { action: 'fail', how }, key)
  for (const how of ['throw', 'reject', 'string', 'null']) {
    refused(t, await send(how), { status: 502, code: 'product_error' })
    t.match(lines.at(-2), `"msg":"the product failed"`)
  }
  for (const how of ['nothing', 'shape', 'number', 'circular', 'bigint'])
    refused(t, await send(how), { status: 502, code: 'invalid_output' })
  refused(t, await send('hang'), { status: 504, code: 'product_timeout' })
  refused(t, await send('deaf'), { status: 504, code: 'product_timeout' })
  t.equal((await call('POST', notes, { action: 'add', text: 'still here' }, key)).status, 200)
})

t.test('a store that is away is 503 for keys and for products, and comes back', async t => {
  const backend = memoryBackend(Date.now)
  const store = await Store.open(backend)
  const { key: good } = await new Keys(store, realClock()).create('someone', 'a key')
  const { call } = await start(t, { store })
  const { get, read, commit, list, set } = backend
  const away = async () => {
    throw new StoreUnavailable('away', 2)
  }
  Object.assign(backend, { get: away, read: away, commit: away, list: away, set: away })
  const gone = [
    await call('POST', notes, { action: 'latest' }, { Authorization: `Bearer ${good}` }),
    await call('POST', notes, { action: 'latest' }, key),
    await call('GET', '/readyz')
  ]
  for (const reply of gone) {
    refused(t, reply, { status: 503, code: 'store_unavailable', retryable: true })
    t.equal(reply.headers.get('retry-after'), '2')
  }
  t.equal((await call('GET', '/livez')).status, 200)
  Object.assign(backend, { get, read, commit, list, set })
  t.equal((await call('POST', notes, { action: 'latest' }, { Authorization: `Bearer ${good}` })).status, 200)
  t.equal((await call('GET', '/readyz')).status, 200)
})

t.test('the demo answers to this machine alone', async t => {
  const { host, call } = await start(t)
  const reply = await new Promise<string>(resolve => {
    const socket = connect(host.port, '127.0.0.1')
    socket.end(`GET /livez HTTP/1.1\r\nHost: ${planted}.example\r\nConnection: close\r\n\r\n`)
    let text = ''
    socket.on('data', data => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  t.match(reply, /^HTTP\/1\.1 421 /)
  t.match(reply, '"code":"misdirected_request"')
  t.equal((await call('GET', '/livez')).status, 200)
})

t.test('the demo answers nothing that a proxy passed on', async t => {
  const { call } = await start(t)
  for (const name of [
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded-Port',
    'Forwarded',
    'Via',
    'X-Real-IP'
  ])
    for (const path of ['/livez', '/', '/api/v1/products'])
      t.match(await call('GET', path, undefined, { ...key, [name]: planted }), {
        status: 421,
        body: { code: 'misdirected_request', detail: /a proxy passed on/ }
      })
  const served = await start(t, { environment: { DEMO_MODE: 'off' } })
  t.equal((await served.call('GET', '/livez', undefined, { 'X-Forwarded-For': '203.0.113.1' })).status, 200)
})

t.test('what is not HTTP is refused on the socket', async t => {
  const { host } = await start(t)
  const send = (bytes: string) =>
    new Promise<string>(resolve => {
      const socket = connect(host.port, '127.0.0.1')
      socket.write(bytes)
      let text = ''
      socket.on('data', data => {
        text += data
      })
      socket.on('close', () => resolve(text))
    })
  t.match(await send(`${planted}\r\n\r\n`), /^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/)
  t.match(
    await send(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${planted.repeat(2000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 [\s\S]*"code":"headers_too_large"/
  )
})

t.test('a required plugin that is not served keeps the host from being ready', async t => {
  const { call } = await start(t, {
    plugins: { ...notesPlugin, '@test/broken': 'throw new Error("no")' },
    entries: { '@test/broken': { required: true } }
  })
  refused(t, await call('GET', '/readyz'), { status: 503, code: 'product_unavailable', detail: /@test\/broken/ })
  t.equal((await call('GET', notes)).status, 200)
})
