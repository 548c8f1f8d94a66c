import '../../fixtures/teardown-order.js'
import type { Client } from '@modelcontextprotocol/client'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { connect, modernHeaders, modernMeta, post, revisions } from '../../fixtures/mcp-client.js'
import { oauthHost } from '../../fixtures/oauth-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { carefulPlugin, controlledPlugin, type HostOptions, notesPlugin, start } from '../../fixtures/start-host.js'

const runTools = ['runs_start', 'runs_status', 'runs_cancel']

async function host(t: Test, options: HostOptions = {}) {
  const plugins = { ...controlledPlugin, ...notesPlugin, ...carefulPlugin }
  const started = await start(t, { plugins, deployment: { billing: 'none' }, ...options })
  const { url, keys, call } = started
  const keyOf = async (account: string, ...scopes: readonly string[]) =>
    (await keys.create(account, 'a key', undefined, scopes.length > 0 ? scopes : undefined)).key
  const clientOf = async (key: string, path = '/mcp') => connect(t, `${url}${path}`, '2026-07-28', key)
  const over = (method: string, path: string, key: string = demoKey) =>
    call(method, `/api/v1/products${path}`, undefined, { Authorization: `Bearer ${key}` })
  return { ...started, keyOf, clientOf, over }
}

/** What a tool returned: its structured content, or the JSON of its refusal. */
async function result(client: Client, name: string, sent: object) {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: { ...sent } })
  const [sentence, json] = content.map(part => (part.type === 'text' ? part.text : ''))
  const said = JSON.parse(json ?? '')
  if (!isError) t.strictSame(said, structuredContent, 'both say the same')
  return { isError, sentence, ...said }
}

const startRun = (client: Client, input: object, more: object = {}) =>
  result(client, 'runs_start', { product: 'controlled', action: 'pass', input, ...more })
const statusOf = (client: Client, id: string, wait = 60) => result(client, 'runs_status', { id, wait })

for (const revision of revisions)
  t.test(`a run is started, waited for, and read with its result (${revision})`, async t => {
    const { url, over } = await host(t)
    const client = await connect(t, `${url}/mcp?outputSchemas=true`, revision)
    await client.listTools()
    const id = `over ${revision}`
    const run = await startRun(client, { id, how: 'report' })
    t.match(run, { id: /^run_[0-9A-Z]{26}$/, productId: 'controlled', action: 'pass', status: 'queued', attempts: 0 })
    t.match(run.sentence, /^Run run_\w+ of controlled\.pass waits to be run\. Call runs_status/)
    await begun.reached(id)
    let running = await statusOf(client, run.id, 0)
    while (!running.progress) running = await statusOf(client, run.id, 1)
    t.match(running, { status: 'running', sentence: /is running \(1 of 2: Counted\.\)\. Call runs_status/ })
    opened.reach(id)
    const ended = await statusOf(client, run.id)
    t.match(ended, { status: 'succeeded', result: { ok: true, detail: { runs: 1 }, requestId: run.requestId } })
    t.match(ended.sentence, /has succeeded: Passed over/)
    const { isError: _isError, sentence: _sentence, ...members } = ended
    t.strictSame(members, (await over('GET', `/runs/${run.id}`)).body, 'it has the members that it has over HTTP')
  })

t.test('the tools for runs are listed where the key may run something, with their hints', async t => {
  const { keyOf, clientOf } = await host(t)
  const names = async (...scopes: readonly string[]) =>
    (await (await clientOf(await keyOf('ada', ...scopes))).listTools()).tools.map(({ name }) => name)
  t.strictSame(await names('notes:execute'), ['find_tool', ...runTools, 'notes_add', 'notes_latest'])
  t.strictSame(await names('*:config'), ['find_tool'])
  const { tools } = await (await clientOf(demoKey)).listTools()
  const hints = tools.filter(({ name }) => runTools.includes(name)).map(({ annotations }) => annotations)
  t.strictSame(hints, [
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }
  ])
  const one = await clientOf(demoKey, '/mcp/notes')
  t.notOk((await one.listTools()).tools.some(({ name }) => runTools.includes(name)))
  await t.rejects(one.callTool({ name: 'runs_status', arguments: { id: 'run_0' } }), { code: -32_602 })
})

t.test('a run that fails says how, and the tool that reads it has not failed', async t => {
  const { clientOf } = await host(t)
  const client = await clientOf(demoKey)
  for (const [how, expected] of [
    ['bug', { problem: { code: 'product_error', status: 502 }, sentence: /has failed: The product failed/ }],
    ['refuse', { problem: { code: 'invalid_input', errors: [{ pointer: '#/id' }] } }],
    ['fail', { result: { ok: false, detail: { error: { code: 'closed' } } }, sentence: /has failed: The run was told/ }]
  ] as const) {
    const { id } = await startRun(client, { id: `fails ${how}`, how })
    t.match(await statusOf(client, id), { status: 'failed', isError: false, ...expected }, how)
  }
})

t.test('what is not a run is refused as over HTTP, and starts none', async t => {
  const { keyOf, clientOf, over } = await host(t)
  const client = await clientOf(demoKey)
  const pass = { product: 'controlled', action: 'pass' }
  for (const [sent, code, pointer] of [
    [{ product: 'none', action: 'pass' }, 'unknown_product'],
    [{ product: 'controlled', action: 'none' }, 'unknown_action'],
    [{ action: 'pass' }, 'invalid_input', '#/product'],
    [{ ...pass, input: 'text' }, 'invalid_input', '#/input'],
    [pass, 'invalid_input', '#/input/id'],
    [{ ...pass, input: { id: 'a\u0000b' } }, 'invalid_input', '#/input/id'],
    [{ ...pass, input: { id: 'a' }, idempotencyKey: '' }, 'invalid_input', '#/idempotencyKey'],
    [{ ...pass, input: { id: 'a' }, idempotencyKey: 'x'.repeat(256) }, 'invalid_input', '#/idempotencyKey'],
    [{ ...pass, input: { id: 'a' }, idempotencyKey: 'é' }, 'invalid_input', '#/idempotencyKey']
  ] as const) {
    const errors = pointer === undefined ? undefined : [{ pointer }]
    t.match(await result(client, 'runs_start', sent), { isError: true, code, ...(errors && { errors }) }, code)
  }
  const narrow = await clientOf(await keyOf('demo', 'notes:execute'))
  t.match(await startRun(narrow, { id: 'a' }), { isError: true, code: 'insufficient_scope' })
  t.strictSame((await over('GET', '/runs')).body.runs, [])
})

t.test('a wait ends at its bound, and one that is longer is refused', async t => {
  const { clientOf } = await host(t)
  const client = await clientOf(demoKey)
  const { id } = await startRun(client, { id: 'waited for', how: 'wait' })
  await begun.reached('waited for')
  const from = performance.now()
  t.match(await statusOf(client, id, 1), { status: 'running' })
  t.ok(performance.now() - from >= 1_000)
  for (const wait of [-1, 301, 1.5, '5'])
    t.match(await result(client, 'runs_status', { id, wait }), {
      code: 'invalid_input',
      errors: [{ pointer: '#/wait' }]
    })
  opened.reach('waited for')
  t.match(await statusOf(client, id, 60), { status: 'succeeded' })
})

t.test('a client that cancels its call no longer waits for the run, which goes on', async t => {
  const { url, clientOf } = await host(t)
  const client = await clientOf(demoKey)
  const { id } = await startRun(client, { id: 'left alone', how: 'wait' })
  await begun.reached('left alone')
  const send = (message: object) => post(`${url}/mcp`, { jsonrpc: '2.0', ...message })
  const waits = send({ id: 7, method: 'tools/call', params: { name: 'runs_status', arguments: { id, wait: 60 } } })
  const cancelled = { method: 'notifications/cancelled', params: { requestId: 7 } }
  const isOver = waits.then(() => true)
  const soon = () => new Promise<false>(resolve => setTimeout(() => resolve(false), 50))
  do await send(cancelled)
  while (!(await Promise.race([isOver, soon()])))
  t.match(await statusOf(client, id, 0), { status: 'running' })
  opened.reach('left alone')
  t.match(await statusOf(client, id), { status: 'succeeded' })
})

t.test('a run is cancelled, and stays cancelled', async t => {
  const { clientOf } = await host(t)
  const client = await clientOf(demoKey)
  const { id } = await startRun(client, { id: 'called off', how: 'wait' })
  await begun.reached('called off')
  const cancelled = await result(client, 'runs_cancel', { id })
  t.match(cancelled, { id, status: 'running', cancelRequestedAt: String })
  t.match(await statusOf(client, id), { status: 'cancelled', sentence: /was cancelled\.$/ })
  t.match(await result(client, 'runs_cancel', { id }), { status: 'cancelled' })
})

t.test('the run of another account is as unknown as one that never was', async t => {
  const { keyOf, clientOf } = await host(t)
  const owner = await clientOf(await keyOf('ada'))
  const { id } = await startRun(owner, { id: 'private over MCP', how: 'wait' })
  await begun.reached('private over MCP')
  const never = id.replace(/.{8}$/, '00000000')
  for (const who of [await keyOf('bob'), await keyOf('ada', 'notes:execute'), demoKey]) {
    const other = await clientOf(who)
    for (const tool of ['runs_status', 'runs_cancel']) {
      const { requestId: _one, ...foreign } = await result(other, tool, { id })
      const { requestId: _other, ...unknown } = await result(other, tool, { id: never })
      t.match(foreign, { isError: true, code: 'not_found' })
      t.strictSame(foreign, unknown)
    }
  }
  for (const malformed of ['run_0', '../keys', 7])
    t.match(await result(owner, 'runs_status', { id: malformed }), {
      code: 'invalid_input',
      errors: [{ pointer: '#/id' }]
    })
  t.match(await statusOf(owner, id, 0), { status: 'running' }, 'nobody has cancelled it')
  opened.reach('private over MCP')
  t.match(await statusOf(owner, id), { status: 'succeeded', result: { ok: true } })
})

t.test('a key with fewer scopes sees the status of a run, not its result, and cannot cancel it', async t => {
  const { keyOf, clientOf } = await host(t)
  const owner = await clientOf(await keyOf('ada', 'controlled:execute', 'notes:execute'))
  const narrow = await clientOf(await keyOf('ada', 'controlled:execute'))
  const { id } = await startRun(owner, { id: 'wider', how: 'report' })
  await begun.reached('wider')
  t.match(await result(narrow, 'runs_cancel', { id }), { isError: true, code: 'insufficient_scope' })
  t.notOk('progress' in (await statusOf(narrow, id, 0)))
  opened.reach('wider')
  const seen = await statusOf(narrow, id)
  t.match(seen, { status: 'succeeded', sentence: /shown only to a key with every scope/ })
  t.notOk('result' in seen)
  t.match(await statusOf(owner, id), { result: { ok: true } })
})

t.test('an idempotency key names one run, over MCP as over HTTP', async t => {
  const { clientOf, call } = await host(t)
  const client = await clientOf(demoKey)
  const key = { idempotencyKey: 'say "once"' }
  const first = await startRun(client, { id: 'once over MCP' }, key)
  t.match(await statusOf(client, first.id), { status: 'succeeded' })
  t.match(await startRun(client, { id: 'once over MCP' }, key), { id: first.id, status: 'succeeded' })
  const headers = { Authorization: `Bearer ${demoKey}`, Prefer: 'respond-async', 'Idempotency-Key': '"say \\"once\\""' }
  const sent = { action: 'pass', id: 'once over MCP' }
  const over = await call('POST', '/api/v1/products/controlled/execute', sent, headers)
  t.match(over, { status: 202, body: { id: first.id } })
  t.match(await startRun(client, { id: 'another' }, key), { isError: true, code: 'idempotency_key_reused' })

  const plain = { Authorization: `Bearer ${demoKey}`, 'Idempotency-Key': 'answered' }
  await call('POST', '/api/v1/products/controlled/execute', { action: 'pass', id: 'answered' }, plain)
  const answered = await startRun(client, { id: 'answered' }, { idempotencyKey: 'answered' })
  t.match(answered, { status: 'succeeded', result: { detail: { runs: 1 } } })
  t.notOk('id' in answered)
})

t.test('a model cannot say that a person agrees to what a run does', async t => {
  const { clientOf, call } = await host(t)
  const client = await clientOf(demoKey)
  const wipe = {
    product: 'careful',
    action: 'wipe',
    input: { topic: 'kept', sure: true, confirmation: 'x'.repeat(43) }
  }
  const { id } = await result(client, 'runs_start', wipe)
  t.match(await statusOf(client, id), {
    status: 'failed',
    result: { ok: false, detail: { error: { code: 'needs_confirmation' } } },
    sentence: /products.careful.action=wipe/
  })
  const headers = { Authorization: `Bearer ${demoKey}` }
  const counted = await call('POST', '/api/v1/products/careful/execute', { action: 'count', topic: 'kept' }, headers)
  t.equal(counted.body.detail.runs, 0)
})

t.test('each of the tools counts once in the rate of the key', async t => {
  const { url } = await host(t, { deployment: { billing: 'none', rate: { key: [3, 60], account: [100, 60] } } })
  const send = async (name: string, sent: object) => {
    const params = { name, arguments: sent, _meta: modernMeta }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return (await post(`${url}/mcp`, message, modernHeaders(name))).status
  }
  const unknown = { id: `run_${'0'.repeat(26)}` }
  const started = { product: 'controlled', action: 'count', input: { id: 'a' } }
  t.equal(await send('runs_start', started), 200)
  t.equal(await send('runs_status', unknown), 200)
  t.equal(await send('runs_cancel', unknown), 200)
  for (const [name, sent] of [
    ['runs_status', unknown],
    ['runs_cancel', unknown],
    ['runs_start', started]
  ] as const)
    t.equal(await send(name, sent), 429)
})

t.test('a token of an application sees the runs of its own products, and what its scopes allow of them', async t => {
  const { url, connected, ada } = await oauthHost(t, { plugins: { ...controlledPlugin, ...notesPlugin } })
  const { key } = (await ada('POST', '/keys', { name: 'wide' })).body
  const { accessToken } = await connected({ scope: 'controlled:execute' })
  const client = await connect(t, `${url}/mcp`, '2026-07-28', key)
  const app = await connect(t, `${url}/mcp`, '2026-07-28', accessToken)
  t.strictSame((await app.listTools()).tools.map(({ name }) => name).slice(0, 4), ['find_tool', ...runTools])
  const foreign = await result(client, 'runs_start', { product: 'notes', action: 'latest' })
  t.match(await statusOf(app, foreign.id, 0), { isError: true, code: 'not_found' })
  t.match(await result(app, 'runs_start', { product: 'notes', action: 'latest' }), { code: 'insufficient_scope' })
  const wide = await startRun(client, { id: 'of a wide key' })
  t.match(await statusOf(client, wide.id), { result: { ok: true } })
  t.notOk('result' in (await statusOf(app, wide.id)), 'the key that started it has more scopes')
  const own = await startRun(app, { id: 'of an application' })
  t.match(await statusOf(app, own.id), { status: 'succeeded', result: { detail: { runs: 1 } } })
})

t.test('the plan of a run is confirmed on a page, and the same run then ends with the answer', async t => {
  const { url, call, clientOf } = await host(t)
  const ada = await signedUp(call)
  const { key } = (await ada('POST', '/keys', { name: 'the agent' })).body
  const client = await clientOf(key)
  const wiped = async (topic: string, more: object = {}) => {
    const sent = { product: 'careful', action: 'wipe', input: { topic, ...more } }
    return statusOf(client, (await result(client, 'runs_start', sent)).id)
  }
  const asked = await wiped('old')
  const { code, details } = asked.result.detail.error
  t.match(
    { code, details },
    { code: 'needs_confirmation', details: { steps: [{ action: 'wipe' }], expiresAt: String } }
  )
  const path: string = details.links.confirmation
  t.match(asked, { status: 'failed', problem: undefined })
  t.ok(asked.sentence.includes(`Give the account holder this link: ${url}${path}.`))
  t.notMatch(JSON.stringify(asked), 'token')
  t.match(await wiped('old'), {
    status: 'failed',
    result: { detail: { error: { details: { links: details.links } } } }
  })
  t.match(await ada('POST', path), { status: 200, body: { ok: true } })
  t.match(await wiped('old'), { status: 'succeeded', result: { ok: true, detail: { topic: 'old', runs: 1 } } })

  const dismissed = await wiped('kept')
  await ada('DELETE', dismissed.result.detail.error.details.links.confirmation)
  t.match(await wiped('kept'), { status: 'failed', result: { detail: { error: { code: 'not_confirmed' } } } })
  const fails = await wiped('broken', { how: 'bug' })
  await ada('POST', fails.result.detail.error.details.links.confirmation)
  t.match(await wiped('broken', { how: 'bug' }), {
    status: 'failed',
    result: undefined,
    problem: { code: 'product_error' }
  })
})
