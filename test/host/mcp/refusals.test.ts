import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Keys } from '../../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../../host/dist/base/clock.js'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { hostAt } from '../../fixtures/account-hosts.js'
import { checkOut, signedUp } from '../../fixtures/dashboard-client.js'
import { modernHeaders, modernMeta, post } from '../../fixtures/mcp-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import {
  connectionPlugin,
  controlledPlugin,
  failingPlugin,
  memoryStore,
  notesPlugin,
  start
} from '../../fixtures/start-host.js'

/** Calls a tool as clients of both revisions do. */
async function callTool(url: string, name: string, sent: object, key = demoKey) {
  const headers = { Authorization: `Bearer ${key}` }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  return [
    await post(`${url}/mcp`, { ...message, params: { name, arguments: sent } }, headers),
    await post(
      `${url}/mcp`,
      { ...message, params: { name, arguments: sent, _meta: modernMeta } },
      { ...headers, ...modernHeaders(name) }
    )
  ]
}

/** Asserts that a call is answered with a result that says what is wrong, and that has no structured content. */
async function resultSays(
  t: Test,
  expected: { code: string; retryable: boolean },
  ...call: Parameters<typeof callTool>
) {
  for (const { status, body } of await callTool(...call)) {
    t.equal(status, 200, expected.code)
    t.match(body.result, { isError: true, structuredContent: undefined }, expected.code)
    const { text } = body.result.content[1]
    t.match(JSON.parse(text), { ok: false, message: String, fix: String, requestId: String, ...expected })
  }
}

t.test('a fault of a product, and a product that is not ready, are results', async t => {
  const { url } = await start(t, { plugins: failingPlugin })
  const says = (code: string, retryable: boolean, how: string) =>
    resultSays(t, { code, retryable }, url, 'failing_fail', { how })
  await says('product_error', false, 'throw')
  await says('invalid_output', false, 'shape')
  await says('response_too_large', false, 'large')
  await says('product_timeout', true, 'hang')
  for (let count = 0; count < 10; count++) await callTool(url, 'failing_fail', { how: 'throw' })
  await says('product_unavailable', true, 'throw')
})

t.test('what the account has to mend first is a result, with the page that mends it', async t => {
  const { url, call, clock } = await hostAt(
    t,
    {},
    {
      plugins: { ...notesPlugin, ...connectionPlugin },
      entries: { '@test/notes': { requires: ['payment_card'] } },
      deployment: { billing: 'stripe' }
    }
  )
  const ada = await signedUp(call)
  await checkOut({ url }, ada, 'trial')
  const { key } = (await ada('POST', '/keys', { name: 'a key' })).body
  await resultSays(t, { code: 'waitlisted', retryable: false }, url, 'notes_latest', {}, key)
  await ada('PUT', '/products/connection/config', { enabled: false })
  await resultSays(t, { code: 'product_disabled', retryable: false }, url, 'connection_show', {}, key)
  clock.advance(4 * 24 * 60 * 60_000)
  await resultSays(t, { code: 'trial_expired', retryable: false }, url, 'notes_latest', {}, key)
  for (const { body } of await callTool(url, 'notes_latest', {}, key))
    t.match(JSON.parse(body.result.content[1].text).links, { billing: /\/billing$/ })
})

t.test('the schemas of answers are asked for by true or false; other parameters are ignored', async t => {
  const { url } = await start(t)
  const list = (query: string) => post(`${url}/mcp/notes?${query}`, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const hasSchemas = async (query: string) => {
    const { body } = await list(query)
    return body.result.tools.map((tool: object) => 'outputSchema' in tool)
  }
  t.strictSame(await hasSchemas('outputSchemas=true&client=one'), [true, true])
  t.strictSame(await hasSchemas('outputSchemas=false'), [false, false])
  t.strictSame(await hasSchemas('client=one'), [false, false])
  t.match(await list('outputSchemas=1'), {
    status: 400,
    body: { error: { data: { code: 'invalid_input', errors: [{ pointer: '#/outputSchemas' }] } } }
  })
})

t.test('a key that is missing, invalid, expired or revoked is HTTP 401 with a challenge', async t => {
  const store = await memoryStore()
  const keys = new Keys(store, realClock())
  const { url } = await start(t, { store })
  const expired = await keys.create('someone', 'a key', '2020-01-01T00:00:00.000Z')
  const revoked = await keys.create('someone', 'a key')
  await keys.revoke('someone', revoked.record.keyId)
  for (const [authorization, code, challenge] of [
    [undefined, 'missing_key', /^Bearer resource_metadata="http:[^"]+\/mcp"$/],
    ['Bearer none', 'invalid_key', /^Bearer error="invalid_token", resource_metadata="http:[^"]+\/mcp"$/],
    [`Bearer ${expired.key}`, 'expired_key', /^Bearer error="invalid_token", resource_metadata=/],
    [`Bearer ${revoked.key}`, 'revoked_key', /^Bearer error="invalid_token", resource_metadata=/]
  ] as const) {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close', ...(authorization && { authorization }) },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    })
    t.equal(response.status, 401)
    t.match(response.headers.get('www-authenticate'), challenge)
    t.match(await response.json(), { jsonrpc: '2.0', error: { code: -32_000, data: { code, retryable: false } } })
  }
})

t.test('the challenge holds nothing of an address that is no product', async t => {
  const { url } = await start(t)
  for (const slug of ['a%0d%0ab', '%22x', 'none', 'x,y', '%00', '%F0%9F%98%80']) {
    const response = await fetch(`${url}/mcp/${slug}`, { method: 'POST', headers: { Connection: 'close' } })
    t.equal(response.status, 401, slug)
    const metadata = /^Bearer resource_metadata="http:[^"]+\/oauth-protected-resource\/mcp"$/
    t.match(response.headers.get('www-authenticate'), metadata, slug)
  }
})

t.test('a store that is away is HTTP 503 before the key, and a result after it', async t => {
  const backend = memoryBackend(Date.now)
  const { url, keys } = await start(t, { store: await Store.open(backend) })
  const { key } = await keys.create('someone', 'a key')
  // Whether the account is disabled is known for a while then.
  for (const { status } of await callTool(url, 'notes_latest', {})) t.equal(status, 200)
  const away = async () => {
    throw new StoreUnavailable('away', 2)
  }
  Object.assign(backend, { get: away, read: away, commit: away, list: away, set: away })
  await resultSays(t, { code: 'store_unavailable', retryable: true }, url, 'notes_latest', {})
  for (const { status, body, headers } of await callTool(url, 'notes_latest', {}, key)) {
    t.match({ status, body }, { status: 503, body: { error: { code: -32_000, data: { code: 'store_unavailable' } } } })
    t.equal(headers.get('retry-after'), '2')
  }
})

t.test('an overloaded host answers HTTP 503 before it looks at the key', async t => {
  const { call, host } = await start(t, {
    plugins: controlledPlugin,
    entries: { '@test/controlled': { limits: { atOnce: 128 } } }
  })
  const key = { Authorization: `Bearer ${demoKey}` }
  const pass = (id: string) =>
    call('POST', '/api/v1/products/controlled/execute', { action: 'pass', id, how: 'wait' }, key)
  const ids = Array.from({ length: 64 }, (_, index) => `mcp-crowd-${index}`)
  const crowd = ids.map(pass)
  await Promise.all(ids.map(id => begun.reached(id)))
  const socket = connect(host.port, '127.0.0.1')
  await once(socket, 'connect')
  const later = Array.from({ length: 200 }, (_, index) => `mcp-later-${index}`)
  const waiting = later.map(pass)
  // While the event loop is late, the host lets in no more calls than are under way.
  for (let slice = 0; slice < 4; slice++) {
    const until = performance.now() + 120
    while (performance.now() < until);
    await delay(5)
  }
  // How far the limit has fallen depends on the machine: the first call that goes on after so long a wait says that others would wait
  // for longer, and a few later ones do not change that.
  let goesOn = false
  void Promise.race(later.map(id => begun.reached(id))).then(() => {
    goesOn = true
  })
  for (const id of ids) {
    opened.reach(id)
    await new Promise(setImmediate)
    if (goesOn) break
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'one', method: 'tools/call', params: { name: 'controlled_pass' } })
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\nConnection: close\r\n`
  socket.write(`${head}Authorization: Bearer none\r\nContent-Type: application/json\r\n\r\n${body}`)
  const answer = (await socket.toArray()).join('')
  t.match(answer, /^HTTP\/1\.1 503 /)
  t.match(answer, /\r\nRetry-After: [123]\r\n/)
  t.match(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))), {
    jsonrpc: '2.0',
    error: { code: -32_000, data: { code: 'overloaded', retryable: true } }
  })
  for (const id of [...ids, ...later]) opened.reach(id)
  t.ok((await Promise.all(crowd)).every(({ status }) => status === 200))
  await Promise.all(waiting)
})
