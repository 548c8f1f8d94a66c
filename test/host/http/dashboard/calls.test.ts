import t, { type Test } from 'tap'
import { signedUp } from '../../../fixtures/dashboard-client.js'
import { connectionPlugin, notesPlugin, start } from '../../../fixtures/start-host.js'

const plugins = { ...notesPlugin, ...connectionPlugin }
const execute = '/products/notes/execute'

async function owner(t: Test) {
  const host = await start(t, { plugins })
  return { ...host, ada: await signedUp(host.call) }
}

t.test('every call of the account is in its log, refused ones too', async t => {
  const { ada, call } = await owner(t)
  const added = await ada('POST', execute, { action: 'add', text: 'milk' })
  const refused = await ada('POST', execute, { action: 'add', text: '' })
  const unknown = await ada('POST', '/products/nothing/execute', { action: 'add' })
  const eve = await signedUp(call, 'eve@example.org')
  await eve('POST', execute, { action: 'add', text: 'of another account' })
  const { body } = await ada('GET', '/calls')
  t.match(body, {
    calls: [
      {
        requestId: unknown.body.requestId,
        product: 'nothing',
        action: null,
        actionTitle: null,
        status: 404,
        code: 'unknown_product'
      },
      {
        requestId: refused.body.requestId,
        product: 'notes',
        action: 'add',
        actionTitle: 'Add a note',
        status: 400,
        code: 'invalid_input'
      },
      {
        requestId: added.body.requestId,
        product: 'notes',
        action: 'add',
        status: 200,
        keyId: 'session',
        via: 'request'
      }
    ],
    next: null,
    skipped: 0
  })
  t.equal(body.calls.length, 3)
  t.match((await ada('GET', `/calls/${refused.body.requestId}`)).body, {
    calls: [{ requestId: refused.body.requestId, status: 400, bodies: null }]
  })
  t.match((await ada('GET', '/calls?status=4xx&limit=1')).body, { calls: [{ product: 'nothing' }], next: /^0\.2$/ })
  t.match((await ada('GET', '/calls?product=notes&action=add&status=200')).body.calls.length, 1)
})

t.test('nobody reads the log of another account', async t => {
  const { ada, call } = await owner(t)
  const { body } = await ada('POST', execute, { action: 'add', text: 'milk' })
  const eve = await signedUp(call, 'eve@example.org')
  t.match(await eve('GET', `/calls/${body.requestId}`), { status: 404, body: { code: 'not_found' } })
  t.strictSame((await eve('GET', '/calls')).body.calls, [])
  for (const [method, path] of [
    ['GET', '/calls'],
    ['GET', `/calls/${body.requestId}`],
    ['GET', '/call-recording'],
    ['PUT', '/call-recording']
  ] as const)
    t.match(await call(method, `/dashboard/api${path}`, method === 'PUT' ? { recordsBodies: true } : undefined), {
      status: 401,
      body: { code: 'session_required' }
    })
})

t.test('bodies are recorded while the account asks for it, without its secrets', async t => {
  const { ada } = await owner(t)
  const secret = 'a secret that nobody sees'
  await ada('PUT', '/products/connection/config', {
    settings: { 'endpoint.url': 'https://a.example/', apiToken: secret }
  })
  const bodiesOf = async (id: string) => (await ada('GET', `/calls/${id}`)).body.calls[0].bodies
  const before = await ada('POST', execute, { action: 'add', text: 'milk' })
  t.equal(await bodiesOf(before.body.requestId), null)
  t.match(await ada('PUT', '/call-recording', { recordsBodies: true }), { status: 200, body: { recordsBodies: true } })
  const answered = await ada('POST', execute, { action: 'add', text: `of ${secret}` })
  t.strictSame(JSON.parse((await bodiesOf(answered.body.requestId)).input), { text: 'of ********' })
  t.match(JSON.parse((await bodiesOf(answered.body.requestId)).answer), { ok: true, productId: 'notes' })
  const refused = await ada('POST', execute, { action: 'add', text: '' })
  t.match(JSON.parse((await bodiesOf(refused.body.requestId)).answer), { code: 'invalid_input' })
  const long = await ada('POST', execute, { action: 'add', text: 'x'.repeat(20_000) })
  t.ok((await bodiesOf(long.body.requestId)).input.length <= 16_384)
  t.match((await ada('GET', '/call-recording')).body, { recordsBodies: true })
  await ada('PUT', '/call-recording', { recordsBodies: false })
  t.equal(await bodiesOf(answered.body.requestId), null)
  t.match((await ada('GET', '/calls')).body.calls.length, 4)
})

t.test('no part of a secret is recorded, in whatever form JSON has it and wherever a body is cut', async t => {
  const { ada } = await owner(t)
  const secret = `begun"${'\\'.repeat(4_000)}`
  const settings = { 'endpoint.url': 'https://a.example/', apiToken: secret }
  t.equal((await ada('PUT', '/products/connection/config', { settings })).status, 200)
  await ada('PUT', '/call-recording', { recordsBodies: true })
  for (const before of [0, 16_000, 16_360]) {
    const { body } = await ada('POST', execute, { action: 'add', text: `${'x'.repeat(before)}${secret}` })
    const { bodies } = (await ada('GET', `/calls/${body.requestId}`)).body.calls[0]
    for (const text of Object.values<string>(bodies)) {
      t.ok(text.length <= 16_384)
      t.notMatch(text, /begun|\\/, `behind ${before} characters`)
    }
  }
})

t.test('what does not fit is refused with its place', async t => {
  const { ada } = await owner(t)
  for (const [query, pointer] of [
    ['status=1xx', '#/status'],
    ['status=ok', '#/status'],
    ['before=x', '#/before'],
    ['limit=101', '#/limit'],
    ['from=yesterday', '#/from'],
    ['to=2026-02-30T00:00:00Z', '#/to'],
    ['colour=blue', '#']
  ])
    t.match(await ada('GET', `/calls?${query}`), { status: 400, body: { errors: [{ pointer }] } })
  t.match(await ada('PUT', '/call-recording', { recordsBodies: 'yes' }), { status: 400 })
  t.match(await ada('PUT', '/call-recording', { recordsBodies: true, account: 'eve' }), {
    status: 400,
    body: { errors: [{ pointer: '#/account', code: 'unknown_member' }] }
  })
  t.match(await ada('GET', '/calls/x'), { status: 404 })
})
