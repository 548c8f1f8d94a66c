import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { failingPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'

t.test('an action is run and answered in the envelope', async t => {
  const { call } = await start(t)
  const { status, headers, body } = await call('POST', notes, { action: 'add', text: 'milk' }, key)
  t.equal(status, 200)
  t.match(body, {
    ok: true,
    productId: 'notes',
    action: 'add',
    summary: /^Kept note/,
    latencyMs: Number,
    metrics: { characters: 4 },
    detail: { text: 'milk' },
    requestId: headers.get('x-request-id')
  })
  t.match(headers.get('server-timing'), /access;dur=.*body;dur=.*run;dur=.*total;dur=/)
  t.equal(headers.get('x-content-type-options'), 'nosniff')
  t.equal(headers.get('x-powered-by'), null)
  const latest = await call('POST', notes, { action: 'latest' }, key)
  t.match(latest.body.detail.notes, [{ text: 'milk' }])
})

t.test('an expected failure is 200 with ok false', async t => {
  const { call } = await start(t)
  t.match(await call('POST', notes, { action: 'add', text: 'dull', more: 1 }, key), {
    status: 200,
    body: {
      ok: false,
      summary: 'That says nothing.',
      metrics: {},
      detail: { hint: 'Be bold.', error: { code: 'too_dull', retryable: false }, ignoredFields: ['more'] }
    }
  })
})

t.test('unknown fields are named, __proto__ is harmless, and text is brought to NFC', async t => {
  const { call } = await start(t)
  const sent =
    '{"action":"add","text":"cafe\\u0301","__proto__":{"polluted":true},"constructor":{"prototype":{}},"txt":1}'
  const { status, body } = await call('POST', notes, sent, key)
  t.equal(status, 200)
  t.equal(body.detail.text, 'caf\u00e9')
  t.strictSame(body.detail.ignoredFields, ['constructor', 'txt'])
  t.notOk('polluted' in {})
})

t.test('a byte order mark before the body is no part of it', async t => {
  const { call } = await start(t)
  const answer = await call('POST', notes, `\ufeff${JSON.stringify({ action: 'add', text: 'milk' })}`, key)
  t.match(answer, { status: 200, body: { ok: true } })
})

t.test('a request id of the right form is kept, another one is replaced', async t => {
  const { call, lines } = await start(t)
  const id = async (given: string) =>
    (await call('GET', '/livez', undefined, { 'X-Request-Id': given })).headers.get('x-request-id')
  t.equal(await id('my-request.0001'), 'my-request.0001')
  t.not(await id('short'), 'short')
  t.not(await id('no spaces allowed'), 'no spaces allowed')
  t.equal(lines.filter(line => line.includes('"requestId":"my-request.0001"')).length, 1)
})

t.test('one line a request, with its trace and without its secrets', async t => {
  const { call, lines } = await start(t)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const from = lines.length
  await call('POST', `${notes}?token=plantedvalue`, { action: 'add', text: 'plantedvalue' }, { ...key, traceparent })
  const added = lines.slice(from)
  t.equal(added.length, 1)
  t.match(JSON.parse(added[0] ?? ''), {
    level: 30,
    msg: 'request',
    method: 'POST',
    route: '/api/v1/products/:slug/execute',
    product: 'notes',
    action: 'add',
    account: 'demo',
    keyId: 'key_demo',
    status: 200,
    ms: Number,
    trace: '4bf92f3577b34da6a3ce929d0e0e4736'
  })
  t.notMatch(added[0], 'plantedvalue')
  t.notMatch(added[0], demoKey)
})

t.test('a product is described for anyone', async t => {
  const { call } = await start(t)
  const { status, headers, body } = await call('GET', notes)
  t.equal(status, 200)
  t.match(body, {
    productId: 'notes',
    slug: 'notes',
    title: 'Notes',
    version: '1.0.0',
    contract: { version: 2, digest: /^sha256-[0-9a-f]{64}$/ },
    status: 'ready',
    needs: ['CLOCK', 'STORAGE'],
    config: { supported: false },
    actions: [
      {
        name: 'add',
        effect: 'write',
        annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
        inputSchema: {
          type: 'object',
          required: ['action', 'text'],
          properties: { action: { const: 'add' }, text: { type: 'string', minLength: 1, maxLength: 200 } }
        },
        examples: [{ title: 'A shopping note', input: { action: 'add', text: 'milk' } }],
        errors: [{ code: 'too_dull', description: 'The note says nothing.' }],
        limits: { timeoutMs: 10_000 }
      },
      { name: 'latest', inputSchema: { required: ['action'], properties: { limit: { default: 10 } } } }
    ]
  })
  t.equal(headers.get('product-contract'), body.contract.digest)
  t.equal(headers.get('cache-control'), 'public, max-age=60')

  const etag = headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await call('GET', notes, undefined, { 'If-None-Match': known })
    t.equal(again.status, 304)
    t.equal(again.body, undefined)
  }
  t.equal((await call('GET', notes, undefined, { 'If-None-Match': '"other"' })).status, 200)
})

t.test('the answers are as the description says', async t => {
  const { compileOutput } = await import('@product-host/sdk/runtime')
  const { call } = await start(t)
  const { body: description } = await call('GET', notes)
  for (const action of description.actions) {
    const check = compileOutput(action.outputSchema)
    for (const { input } of action.examples) t.strictSame(check((await call('POST', notes, input, key)).body), [])
    t.not(check({ ok: true }).length, 0)
  }
  const check = compileOutput(description.actions[0].outputSchema)
  t.strictSame(check((await call('POST', notes, { action: 'add', text: 'dull' }, key)).body), [])
})

t.test('the catalogue lists what is served, in the order of the deployment file', async t => {
  const { call } = await start(t, { plugins: { ...failingPlugin, ...notesPlugin } })
  t.match((await call('GET', '/api/v1/products')).body, {
    products: [
      { slug: 'failing', actions: ['fail'], status: 'ready' },
      {
        slug: 'notes',
        actions: ['add', 'latest'],
        actionTitles: { add: String, latest: String },
        links: { describe: notes }
      }
    ]
  })
})

t.test('HEAD is GET without a body, OPTIONS names the methods', async t => {
  const { call } = await start(t)
  const get = await call('GET', notes)
  const head = await call('HEAD', notes)
  t.equal(head.status, 200)
  t.equal(head.body, undefined)
  t.equal(head.headers.get('etag'), get.headers.get('etag'))
  t.equal(head.headers.get('content-length'), get.headers.get('content-length'))
  const options = await call('OPTIONS', notes)
  t.equal(options.status, 204)
  t.equal(options.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
})

t.test('browsers are answered for the origins that the operator allows', async t => {
  const { call } = await start(t, { environment: { CORS_ORIGINS: 'https://app.example, https://other.example' } })
  const origin = async (Origin: string) =>
    (await call('GET', notes, undefined, { Origin })).headers.get('access-control-allow-origin')
  t.equal(await origin('https://app.example'), 'https://app.example')
  t.equal(await origin('https://evil.example'), null)
  const preflight = await call('OPTIONS', notes, undefined, {
    Origin: 'https://other.example',
    'Access-Control-Request-Method': 'POST'
  })
  t.equal(preflight.status, 204)
  t.match(preflight.headers.get('access-control-allow-methods'), 'POST')
})

t.test('liveness and readiness', async t => {
  const { call } = await start(t)
  t.match(await call('GET', '/livez'), { status: 200, body: { status: 'alive' } })
  t.match(await call('GET', '/readyz'), {
    status: 200,
    body: { status: 'ready', products: [{ plugin: '@test/notes', state: 'ready' }] }
  })
})

t.test('two accounts keep apart', async t => {
  const { call, keys } = await start(t)
  const [one, two] = await Promise.all(['one', 'two'].map(async account => (await keys.create(account, 'a key')).key))
  await call('POST', notes, { action: 'add', text: 'mine' }, { Authorization: `Bearer ${one}` })
  t.strictSame(
    (await call('POST', notes, { action: 'latest' }, { Authorization: `Bearer ${two}` })).body.detail.notes,
    []
  )
  t.equal(
    (await call('POST', notes, { action: 'latest' }, { Authorization: `Bearer ${one}` })).body.detail.notes.length,
    1
  )
})
