import { request } from 'node:http'
import t from 'tap'
import { connect, modernHeaders, modernMeta, post } from '../../fixtures/mcp-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, reexport, start } from '../../fixtures/start-host.js'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** One request with headers that `fetch` does not send. */
function send(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: unknown
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      agent: false
    })
    sent.once('error', reject)
    sent.once('response', async response => {
      const text = (await response.toArray()).join('')
      resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text })
    })
    sent.end(JSON.stringify(body))
  })
}

t.test('a foreign page cannot use the host', async t => {
  const { url } = await start(t, {
    environment: {
      DEMO_MODE: '',
      PUBLIC_URL: 'https://host.example',
      CORS_ORIGINS: 'https://App.example:443, vscode-webview://Panel'
    }
  })
  const statusOf = async (headers: Record<string, string>) => (await send(`${url}/mcp`, headers, list)).status
  for (const host of ['evil.example', 'evil.example:80', 'host.example.evil.example', 'localhost.evil.example', 'a b'])
    t.equal(await statusOf({ Host: host }), 421, host)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://host.example',
    'https://host.example:444',
    'https://host.example.evil.example',
    'vscode-webview://other'
  ])
    t.equal(await statusOf({ Host: 'host.example', Origin: origin }), 403, origin)
  for (const headers of [
    { Host: 'host.example' },
    { Host: 'HOST.example:443', Origin: 'https://host.example' },
    { Host: 'localhost:3000', Origin: 'https://localhost:3000' },
    { Host: 'product-host:3000', Origin: 'https://host.example' },
    { Host: 'product-host:3000', Origin: 'vscode-webview://panel' },
    { Host: '127.0.0.1', Origin: 'https://app.example' },
    { Host: '[::1]:3000' }
  ])
    t.equal(await statusOf(headers), 401, JSON.stringify(headers))
  t.match(await send(`${url}/mcp`, { Host: 'evil.example' }, list), {
    body: {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, data: { code: 'misdirected_request', requestId: String } }
    }
  })
})

t.test('a request with a key and of no page is served under whatever name a proxy has given it', async t => {
  const { url, keys } = await start(t, { environment: { DEMO_MODE: '', PUBLIC_URL: 'https://host.example' } })
  const { key } = await keys.create('someone', 'a key')
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json, text/event-stream' }
  for (const host of ['product-host:3000', 'host.internal', 'a_b'])
    t.equal((await send(`${url}/mcp`, { ...headers, Host: host }, list)).status, 200, host)
  const page = { ...headers, Host: 'evil.example', Origin: 'https://evil.example' }
  t.equal((await send(`${url}/mcp`, page, list)).status, 421, 'a page whose name was pointed here')
})

t.test('a page of a scheme of its own reads the answers where the operator allows it', async t => {
  const origin = 'vscode-webview://panel'
  const { url } = await start(t, { environment: { CORS_ORIGINS: `${origin}, chrome-extension://abc` } })
  const asked = await fetch(`${url}/mcp`, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', Connection: 'close' }
  })
  t.equal(asked.headers.get('access-control-allow-origin'), origin)
  const answer = await post(`${url}/mcp`, list, { Origin: origin, Authorization: '' })
  t.equal(answer.status, 401)
  t.equal(answer.headers.get('access-control-allow-origin'), origin)
  const exposed = (answer.headers.get('access-control-expose-headers') ?? '').split(',')
  for (const name of ['WWW-Authenticate', 'Allow', 'Link', 'Location', 'X-Request-Id'])
    t.ok(exposed.includes(name), name)
})

t.test('in the demo, a foreign name or a proxy is refused in JSON-RPC', async t => {
  const { url } = await start(t)
  for (const headers of [{ Host: 'evil.example' }, { 'X-Forwarded-For': '1.2.3.4' }])
    t.match(await send(`${url}/mcp`, headers, list), {
      status: 421,
      body: { jsonrpc: '2.0', error: { data: { code: 'misdirected_request' } } }
    })
})

t.test('what is wrong with the request is HTTP, in the order of the refusals', async t => {
  const { url } = await start(t)
  const send = (path: string, message: unknown, headers = {}) => post(url + path, message, headers)
  const noKey = { Authorization: '' }
  const refused = await send('/mcp', list, noKey)
  t.match(refused, {
    status: 401,
    body: { jsonrpc: '2.0', id: null, error: { code: -32_000, data: { code: 'invalid_key', retryable: false } } }
  })
  t.match(refused.headers.get('www-authenticate'), /^Bearer/)
  t.match(await send('/mcp/none', '{', noKey), { status: 401 })
  t.match(await send('/mcp/none', '{'), { status: 400, body: { id: null, error: { code: -32_700 } } })
  t.match(await send('/mcp/none', list), { status: 404, body: { id: 1, error: { data: { code: 'unknown_product' } } } })
  t.match(await send('/mcp', [list]), { status: 400, body: { error: { code: -32_600 } } })
  t.match(await send('/mcp', ' '.repeat(300_000)), { status: 413, body: { error: { code: -32_000 } } })
  t.match(await send('/mcp', list, { 'Content-Type': 'text/plain' }), { status: 415 })
  for (const method of ['GET', 'DELETE']) {
    const reply = await fetch(`${url}/mcp/notes`, { method, headers: { Connection: 'close' } })
    t.equal(reply.status, 405)
    t.equal(reply.headers.get('allow'), 'POST')
    t.match(await reply.json(), { jsonrpc: '2.0', error: { data: { code: 'method_not_allowed' } } })
  }
  t.match(await send('/mcp', { jsonrpc: '2.0', id: 5, method: 'subscriptions/listen', params: {} }), {
    status: 404,
    body: { id: 5, error: { code: -32_601 } }
  })
  t.match(await send('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }), { status: 202, body: undefined })
})

t.test('too many requests are HTTP 429 with Retry-After, over both revisions', async t => {
  const { url } = await start(t, { deployment: { rate: { key: [2, 60], account: [100, 60], atOnce: 8 } } })
  const params = { name: 'notes_latest', arguments: {} }
  const tool = { jsonrpc: '2.0', id: 2, method: 'tools/call', params }
  for (const message of [list, tool]) t.equal((await post(`${url}/mcp`, message)).status, 200)
  for (const [message, headers] of [
    [list, {}],
    [tool, {}],
    [{ ...tool, params: { ...params, _meta: modernMeta } }, modernHeaders('notes_latest')],
    [{ ...tool, params: { ...params, _meta: { ...modernMeta, progressToken: 1 } } }, modernHeaders('notes_latest')]
  ] as const) {
    const reply = await post(`${url}/mcp`, message, headers)
    t.match(reply, {
      status: 429,
      body: {
        jsonrpc: '2.0',
        id: message.id,
        error: { code: -32_000, data: { code: 'rate_limited', retryable: true } }
      }
    })
    t.match(reply.headers.get('retry-after'), /^\d+$/)
  }
})

t.test('calls at once are limited as those of execute are', async t => {
  const rate = { key: [100, 10], account: [100, 10], atOnce: 1 }
  const { url } = await start(t, { plugins: controlledPlugin, deployment: { rate } })
  const callOf = (id: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'controlled_pass', arguments: { id: `mcp ${id}`, how: 'wait' } }
  })
  const first = post(`${url}/mcp`, callOf('first'))
  await begun.reached('mcp first')
  t.match(await post(`${url}/mcp`, callOf('second')), {
    status: 429,
    body: { id: 'second', error: { data: { code: 'too_many_concurrent' } } }
  })
  opened.reach('mcp first')
  t.match(await first, { status: 200, body: { id: 'first', result: { structuredContent: {} } } })
})

t.test('an account sees nothing of another one', async t => {
  const { url, keys } = await start(t, { deployment: { billing: 'none' } })
  const [one, other] = await Promise.all(
    ['one', 'other'].map(async account => (await keys.create(account, 'a key')).key)
  )
  const [mine, theirs] = [
    await connect(t, `${url}/mcp`, '2026-07-28', one),
    await connect(t, `${url}/mcp`, '2025-11-25', other)
  ]
  await mine.callTool({ name: 'notes_add', arguments: { text: 'a secret' } })
  t.match(JSON.stringify(await mine.callTool({ name: 'notes_latest', arguments: {} })), 'a secret')
  t.notMatch(JSON.stringify(await theirs.callTool({ name: 'notes_latest', arguments: {} })), 'a secret')
})

t.test('an account without a plan is told what to do', async t => {
  const { url, keys } = await start(t, { deployment: { billing: 'stripe' } })
  const { key: without } = await keys.create('someone', 'a key')
  const client = await connect(t, `${url}/mcp`, '2026-07-28', without)
  const { isError, content } = await client.callTool({ name: 'notes_latest', arguments: {} })
  t.equal(isError, true)
  t.match(JSON.stringify(content), 'trial_required')
})

t.test('the trace that a message names is continued in the log', async t => {
  const { url, stop, lines } = await start(t)
  const trace = 'a'.repeat(32)
  const traceparent = `00-${trace}-${'b'.repeat(16)}-01`
  t.equal((await post(`${url}/mcp`, { ...list, params: { _meta: { traceparent } } })).status, 200)
  await stop()
  t.ok(lines.some(line => line.includes(`"trace":"${trace}"`) && line.includes('"route":"/mcp"')))
})

t.test('arguments that are repeated in headers have to agree with them', async t => {
  const { url } = await start(t, { plugins: { '@test/test': reexport('./products/mcp-conformance.js', 'fixture') } })
  const params = { name: 'test_region', arguments: { region: 'eu' }, _meta: modernMeta }
  const send = (headers: Readonly<Record<string, string>>) =>
    post(
      `${url}/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { ...modernHeaders('test_region'), ...headers }
    )
  for (const region of ['eu', '=?base64?ZXU=?='])
    t.match(await send({ 'Mcp-Param-Region': region }), {
      status: 200,
      body: { result: { structuredContent: { detail: { region: 'eu' } } } }
    })
  for (const headers of [{}, { 'Mcp-Param-Region': 'us' }, { 'Mcp-Param-Region': '=?base64?ZXU?=' }])
    t.match(await send(headers), { status: 400, body: { id: 1, error: { code: -32_020 } } })
})

t.test('a client cancels its own call, and nobody else’s', async t => {
  const { url, keys } = await start(t, { plugins: controlledPlugin, environment: { DEMO_MODE: 'off' } })
  const [ada, other, eve] = await Promise.all(['ada', 'ada', 'eve'].map(account => keys.create(account, 'a key')))
  const version = { 'MCP-Protocol-Version': '2025-11-25' }
  const as = (key: string | undefined, session: string) => ({
    Authorization: `Bearer ${key}`,
    'Mcp-Session-Id': session,
    ...version
  })
  const begin = async (key: string | undefined) => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const message = { jsonrpc: '2.0', id: 0, method: 'initialize', params }
    return (await post(`${url}/mcp`, message, { Authorization: `Bearer ${key}` })).headers.get('mcp-session-id') ?? ''
  }
  const [session, beside] = [await begin(ada?.key), await begin(ada?.key)]
  t.match(session, /^[0-9a-f-]{36}$/)
  t.not(session, beside)
  const own = as(ada?.key, session)
  const cancel = (requestId: unknown, headers: Readonly<Record<string, string>>, path = '/mcp') =>
    post(url + path, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, headers)

  for (const progress of [{}, { _meta: { progressToken: 1 } }]) {
    const id = `mcp-cancel-${JSON.stringify(progress)}`
    let isAnswered = false
    const params = { name: 'controlled_pass', arguments: { id, how: 'wait' }, ...progress }
    const call = post(`${url}/mcp`, { jsonrpc: '2.0', id: 7, method: 'tools/call', params }, own)
    void call.then(() => {
      isAnswered = true
    })
    await begun.reached(id)
    for (const [requestId, headers, path] of [
      [7, as(eve?.key, session)],
      [7, as(other?.key, session)],
      [7, as(ada?.key, beside)],
      [7, as(ada?.key, '')],
      ['7', own],
      [8, own],
      [{ 7: 7 }, own],
      [7, own, '/mcp/controlled']
    ] as const) {
      t.equal((await cancel(requestId, headers, path)).status, 202)
      t.equal(isAnswered, false)
    }
    t.equal((await cancel(7, { ...own, Authorization: 'Bearer none' })).status, 401)
    t.equal(isAnswered, false, 'nobody without the key')
    t.equal((await cancel(7, own)).status, 202)
    t.match((await call).body, { id: 7, result: { isError: true } })
    t.equal((await cancel(7, own)).status, 202, 'a call that has ended')
  }
})
