import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { Entitlements } from '../../host/dist/accounts/billing/entitlements.js'
import { type Facts, noCard } from '../../host/dist/accounts/billing/events.js'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { DisabledAccounts } from '../../host/dist/accounts/disabled-accounts.js'
import { Keys } from '../../host/dist/accounts/keys.js'
import { realClock } from '../../host/dist/clock.js'
import { largestBody } from '../../host/dist/http/body.js'
import { problems } from '../../host/dist/problems.js'
import { StoreUnavailable } from '../../host/dist/storage/errors.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { begun } from '../gate.js'
import { type Answered, Interface } from '../interface.js'
import { gatePlugin, type HostOptions, memoryStore, notesPlugin, reexport, standStill, start } from './start.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes'
const gate = '/api/v1/products/gate'
const connection = '/api/v1/products/connection'
const clumsy = '/api/v1/products/clumsy'
const plugins = {
  ...notesPlugin,
  ...gatePlugin,
  '@test/connection': reexport('../connection.js', 'connection'),
  '@test/clumsy': reexport('../clumsy.js', 'clumsy')
}

/** Codes that only the dashboard gives, or the log alone. */
const elsewhere = [
  'session_required',
  'invalid_credentials',
  'second_factor_required',
  'invalid_code',
  'recent_sign_in_required',
  'second_factor_active',
  'second_factor_inactive',
  'cross_site_request',
  'invalid_link',
  'email_taken',
  'key_ended',
  'too_many_keys',
  'client_gone',
  'mail_not_configured',
  'plan_running',
  'billing_not_configured',
  'billing_unavailable',
  'invalid_signature'
].filter(code => code in problems)
/** Refusals that nothing here provokes: of slow senders, and of hosts with more to do than they can. */
const unprovoked = ['request_timeout', 'overloaded']

const provoked = new Set<string>()

/** A host whose answers are each held against its own document. */
async function described(t: Test, options: HostOptions = {}) {
  const host = await start(t, { plugins, ...options })
  const description = await Interface.of(host.url)

  async function judged(method: string, path: string, reply: Answered, expected: string): Promise<Answered> {
    const isJson = /json/.test(reply.headers.get('content-type') ?? '')
    const { code = 'ok' } = isJson ? JSON.parse(reply.text) : {}
    provoked.add(code)
    t.equal(`${reply.status} ${code}`, expected)
    t.strictSame(description.faults(method, path, reply), [], `${method} ${path} ${expected}`)
    return reply
  }

  async function send(
    method: string,
    path: string,
    expected: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {}
  ): Promise<Answered> {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const all = Object.entries<string | undefined>({ Connection: 'close', ...key, ...type, ...headers })
    const response = await fetch(host.url + path, {
      method,
      headers: all.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) })
    })
    const { status } = response
    return judged(method, path, { status, headers: response.headers, text: await response.text() }, expected)
  }

  /** Sends bytes on a bare connection. */
  async function raw(bytes: string, expected: string): Promise<void> {
    const text = await new Promise<string>(resolve => {
      const socket = connect(host.host.port, '127.0.0.1')
      let received = ''
      socket.on('data', data => {
        received += data
      })
      socket.on('close', () => resolve(received))
      socket.write(bytes)
    })
    const [head = '', ...body] = text.split('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    const headers = new Headers(
      fields.map((field): [string, string] => [field.split(': ')[0] ?? '', field.split(': ')[1] ?? ''])
    )
    await judged('GET', '/', { status: Number(line.split(' ')[1]), headers, text: body.join('\r\n\r\n') }, expected)
  }

  return { ...host, send, raw, description }
}

t.test('the document says what it is, is computed once and is known by its tag', async t => {
  const { send, call, description } = await described(t)
  const { document } = description
  t.match(document, { openapi: /^3\.1\./, info: { version: '1.0.0' }, servers: [{ url: 'http://127.0.0.1:0' }] })
  const { headers } = await send('GET', '/openapi.json', '200 ok')
  await send('GET', '/openapi.json', '304 ok', undefined, { 'If-None-Match': headers.get('etag') ?? '' })
  await send('POST', '/openapi.json', '405 method_not_allowed')
  const link = (await call('GET', `${notes}/execute`)).headers.get('link') ?? ''
  t.equal(link, '<../../../../openapi.json>; rel="service-desc"; type="application/json"')
  const target = new URL('../../../../openapi.json', `https://products.example/host${notes}/execute`)
  t.equal(target.pathname, '/host/openapi.json')
})

t.test('every product has addresses of its own, and actions for its own use are not in it', async t => {
  const { description, url } = await described(t)
  const { paths } = description.document
  t.same(
    Object.keys(paths).filter(path => path.startsWith(connection)),
    ['execute', 'config', 'config/revisions', 'access'].map(end => `${connection}/${end}`)
  )
  t.notOk(paths[`${notes}/config`])
  t.match(description.document.components.schemas['connection.request'], {
    discriminator: { propertyName: 'action', mapping: { plan: '#/components/schemas/connection.plan.request' } }
  })
  t.match(description.document.components.schemas['notes.add.failure'], {
    description: '`too_dull`: The note says nothing.'
  })
  const names = Object.keys(description.document.components.schemas)
  t.ok(names.includes('connection.plan.request'))
  t.notOk(names.some(name => name.startsWith('connection.count.')))
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      const response = await fetch(url + path, {
        method: method.toUpperCase(),
        headers: { ...key, Connection: 'close' }
      })
      await response.text()
      t.not(response.status, 404, `${method} ${path}`)
    }
})

t.test('what a plugin defines for its own schemas is part of the document', async t => {
  const source = `
import { defineAction, defineProduct, Type } from '@product-host/sdk'
const tree = Type.Cyclic({ Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Node')) }) }, 'Node')
const turn = defineAction({
  title: 'Turn', description: 'Gives a tree back.', effect: 'read',
  input: Type.Object({ tree }),
  detail: Type.Object({ tree, leaf: { $ref: '#/$defs/Leaf' } }, { $defs: { Leaf: { type: 'string', minLength: 1 } } }),
  metrics: Type.Object({}),
  examples: [{ title: 'A leaf', input: { tree: { name: 'a', children: [] } } }],
  run: ({ tree }) => ({ summary: 'Turned.', metrics: {}, detail: { tree, leaf: 'b' } })
})
export default defineProduct({
  slug: 'trees', title: 'Trees', description: 'Turns trees.', version: '1.0.0', contract: 1, actions: { turn }
})`
  const { send, description, call } = await described(t, { plugins: { '@test/trees': source } })
  const path = '/api/v1/products/trees/execute'
  const body = (name: unknown) => ({
    action: 'turn',
    tree: { name: 'a', children: [{ name: 'b', children: [{ name, children: [] }] }] }
  })
  t.strictSame(description.bodyFaults(path, body('c')), [])
  t.notSame(description.bodyFaults(path, body(5)), [])
  const { status, headers, text } = await send('POST', path, '200 ok', body('c'))
  const changed = (members: object) => {
    const answer = JSON.parse(text)
    return { status, headers, text: JSON.stringify({ ...answer, detail: { ...answer.detail, ...members } }) }
  }
  t.strictSame(description.faults('POST', path, changed({})), [])
  t.notSame(description.faults('POST', path, changed({ leaf: '' })), [])
  t.notSame(description.faults('POST', path, changed({ tree: { name: 'a', children: [{}] } })), [])
  t.notMatch(JSON.stringify(description.document), /\$defs|\$id/)
  const { outputSchema } = (await call('GET', path)).body.actions[0]
  t.match(outputSchema, {
    $defs: { Leaf: { type: 'string' } },
    oneOf: [{ properties: { detail: { type: 'object' } } }, {}]
  })
})

t.test('an answer that is not as the document says is found out', async t => {
  const { send, description } = await described(t)
  const path = `${notes}/execute`
  const good = await send('POST', path, '200 ok', { action: 'add', text: 'milk' })
  const bad = await send('POST', path, '400 missing_action', {})
  const without = (headers: Headers, name: string) => new Headers([...headers].filter(([each]) => each !== name))
  const withOne = (headers: Headers, name: string, value: string) => new Headers([...headers, [name, value]])
  const member = (text: string, members: object) => JSON.stringify({ ...JSON.parse(text), ...members })
  for (const [reply, fault] of [
    [{ ...good, status: 201 }, /has no answer 201/],
    [{ ...good, headers: without(good.headers, 'ratelimit') }, /RateLimit is missing/],
    [{ ...good, headers: withOne(good.headers, 'ETag', '"1"') }, /ETag is not described/],
    [{ ...good, text: member(good.text, { latencyMs: 'long' }) }, /latencyMs must be number/],
    [{ ...bad, text: member(bad.text, { secret: 1 }) }, /secret is not described/],
    [{ ...bad, text: member(bad.text, { code: 'missing_key' }) }, /code must be equal/],
    [{ ...bad, headers: withOne(without(bad.headers, 'content-type'), 'content-type', 'text/html') }, /text\/html/]
  ] as const)
    t.match(description.faults('POST', path, reply).join(), fault)
})

t.test('every refusal is described, or belongs to the dashboard', async t => {
  const { description } = await described(t)
  const examples = Object.values(description.document.components.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {})
  )
  t.same([...new Set([...examples, ...elsewhere])].sort(), Object.keys(problems).sort())
})

t.test('valid answers are what the document says', async t => {
  const { send } = await described(t)
  const { headers } = await send('GET', `${notes}/execute`, '200 ok')
  await send('GET', `${notes}/execute`, '304 ok', undefined, { 'If-None-Match': headers.get('etag') ?? '' })
  await send('GET', '/api/v1/products', '200 ok')
  await send('GET', '/livez', '200 ok')
  await send('GET', '/readyz', '200 ok')
  await send('GET', '/metrics', '200 ok')
  const once = { 'Idempotency-Key': 'once' }
  await send('POST', `${notes}/execute`, '200 ok', { action: 'add', text: 'milk', more: 1 }, once)
  await send('POST', `${notes}/execute`, '200 ok', { action: 'add', text: 'milk', more: 1 }, once)
  await send('POST', `${notes}/execute`, '200 ok', { action: 'add', text: 'dull' })
  await send('POST', `${gate}/execute`, '200 ok', { action: 'old', id: 'deprecated' })
  await send('GET', `${connection}/config`, '200 ok')
  await send('PUT', `${connection}/config?dryRun=true`, '200 ok', { settings: { colour: 'red' } })
  await send('PUT', `${connection}/config`, '200 ok', {
    enabled: true,
    settings: { colour: 'red', 'x.secret': 'seen' }
  })
  await send('GET', `${connection}/config/revisions`, '200 ok')
  await send('GET', '/api/v1/products/usage', '200 ok')
  await send('GET', '/api/v1/products/usage?format=csv', '200 ok')
})

t.test('refusals of keys and addresses', async t => {
  const store = await memoryStore()
  const keys = new Keys(store, realClock())
  const { send, raw } = await described(t, { store })
  const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })
  const expired = await keys.create('someone', 'old', '2020-01-01T00:00:00.000Z')
  const narrow = await keys.create('someone', 'narrow', undefined, ['notes:execute'])
  const leaked = await keys.create('someone', 'leaked')
  const last = await keys.create('someone', 'last')
  await keys.revoke('someone', last.record.keyId)
  await send('POST', `${notes}/execute`, '401 missing_key', {}, { Authorization: undefined })
  await send('POST', `${notes}/execute`, '401 invalid_key', {}, bearer('none'))
  await send('POST', `${notes}/execute`, '401 expired_key', {}, bearer(expired.key))
  await send('POST', `${gate}/execute`, '403 insufficient_scope', {}, bearer(narrow.key))
  await send('GET', `${gate}/config`, '403 insufficient_scope', undefined, bearer(narrow.key))
  await send('POST', '/api/v1/products/keys/self/revoke', '200 ok', undefined, bearer(leaked.key))
  await send('POST', '/api/v1/products/keys/self/revoke', '401 revoked_key', undefined, bearer(last.key))
  await send('POST', '/api/v1/products/keys/self/revoke', '403 insufficient_scope')
  await send('GET', '/nowhere', '404 not_found')
  await send('PATCH', `${notes}/execute`, '405 method_not_allowed')
  await raw('not http\r\n\r\n', '400 malformed_request')
  await raw('GET /livez HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n', '421 misdirected_request')
  await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`, '431 headers_too_large')
  for (let count = 0; count < 27; count++) await send('POST', `${notes}/execute`, '401 invalid_key', {}, bearer('none'))
  await send('POST', `${notes}/execute`, '429 rate_limited', {}, bearer('none'))
  await send('POST', '/api/v1/products/keys/self/revoke', '429 rate_limited', undefined, bearer('none'))
})

t.test('refusals of bodies, headers and configs', async t => {
  const { send } = await described(t)
  const run = (expected: string, body: unknown, headers: Record<string, string> = {}) =>
    send('POST', `${notes}/execute`, expected, body, headers)
  await run('400 malformed_json', '{')
  await run('400 missing_action', {})
  await run('400 unknown_action', { action: 'none' })
  await run('400 invalid_input', { action: 'add' })
  await run('400 invalid_header', { action: 'add', text: 'milk' }, { 'Idempotency-Key': '""' })
  await run('412 contract_changed', {}, { 'Product-Contract': 'sha256-0' })
  await run('413 payload_too_large', 'x'.repeat(largestBody + 1))
  await run('415 unsupported_media_type', '{}', { 'Content-Type': 'text/plain' })
  await run('200 ok', { action: 'add', text: 'milk' }, { 'Idempotency-Key': 'used' })
  await run('422 idempotency_key_reused', { action: 'latest' }, { 'Idempotency-Key': 'used' })
  await send('PUT', `${connection}/config`, '400 invalid_config', { settings: { colour: 'far too long to be' } })
  await send('PUT', `${connection}/config`, '400 invalid_input', [])
  await send('PUT', `${connection}/config`, '412 revision_conflict', {}, { 'If-Match': '"7"' })
  await send('GET', '/api/v1/products/usage?from=tomorrow', '400 invalid_input')
  await send('PUT', `${gate}/config`, '200 ok', { enabled: false })
  await send('POST', `${gate}/execute`, '403 product_disabled', { action: 'count', id: 'one' })
})

t.test('refusals of products, rates and a host that fails', async t => {
  const backend = memoryBackend(Date.now)
  const store = await Store.open(backend)
  const time = standStill(t)
  const { send, stop } = await described(t, {
    store,
    deployment: { rate: { key: [10, 10], account: [100, 10], atOnce: 2 } }
  })
  await send('POST', `${clumsy}/execute`, '502 product_error', { action: 'fail', how: 'throw' })
  await send('POST', `${clumsy}/execute`, '502 invalid_output', { action: 'fail', how: 'shape' })
  await send('POST', `${clumsy}/execute`, '504 product_timeout', { action: 'fail', how: 'hang' })
  for (let count = 0; count < 7; count++) await send('GET', '/api/v1/products/usage', '200 ok')
  await send('POST', `${notes}/execute`, '429 rate_limited', { action: 'latest' })
  time.advance(10_000)

  const { get, read, commit, list, set } = backend
  const failWith = (error: Error) => {
    const fail = async () => {
      throw error
    }
    Object.assign(backend, { get: fail, read: fail, commit: fail, list: fail, set: fail })
  }
  failWith(new StoreUnavailable('away', 2))
  await send('POST', `${notes}/execute`, '503 store_unavailable', { action: 'latest' })
  await send('GET', '/readyz', '503 store_unavailable')
  failWith(new Error('a fault'))
  await send('GET', `${connection}/config`, '500 internal_error')
  Object.assign(backend, { get, read, commit, list, set })

  const held = send(
    'POST',
    `${gate}/execute`,
    '503 shutting_down',
    { action: 'pass', id: 'openapi', how: 'wait' },
    { 'Idempotency-Key': 'held' }
  )
  await begun.reached('openapi')
  await send(
    'POST',
    `${gate}/execute`,
    '409 idempotency_in_progress',
    { action: 'pass', id: 'openapi', how: 'wait' },
    { 'Idempotency-Key': 'held' }
  )
  const second = send('POST', `${gate}/execute`, '503 shutting_down', { action: 'pass', id: 'openapi2', how: 'wait' })
  await begun.reached('openapi2')
  await send('POST', `${gate}/execute`, '429 too_many_concurrent', { action: 'latest' })
  await stop()
  await Promise.all([held, second])
})

t.test('refusals of accounts that may not', async t => {
  const store = await memoryStore()
  const clock = realClock()
  const entries = { '@test/connection': { requires: ['payment_card'] } }
  const { send, keys } = await described(t, { store, clock, entries, deployment: { billing: 'stripe' } })
  const entitlements = new Entitlements(store, clock)
  const disabled = new DisabledAccounts(store, clock)
  const bearer = async (account: string, trialEndsAt?: number) => {
    const facts: Facts | undefined = trialEndsAt
      ? { plan: { status: 'trialing', trialEndsAt }, card: noCard }
      : undefined
    if (facts) await entitlements.record(account, { id: 'facts', at: clock.now(), facts })
    return { Authorization: `Bearer ${(await keys.create(account, 'a key')).key}` }
  }
  const none = await bearer('none')
  await send('POST', `${notes}/execute`, '402 trial_required', {}, none)
  await send('GET', `${notes}/access`, '200 ok', undefined, none)
  await send('POST', `${notes}/execute`, '402 trial_expired', {}, await bearer('over', clock.now() - 1))
  const trying = await bearer('trying', clock.now() + 60_000)
  await send('POST', `${notes}/execute`, '200 ok', { action: 'latest' }, trying)
  await send('POST', `${connection}/execute`, '403 waitlisted', {}, trying)
  await send('GET', `${connection}/access`, '200 ok', undefined, trying)
  await disabled.disable('disabled', 'a reason')
  await send('GET', '/api/v1/products/usage', '403 account_disabled', undefined, await bearer('disabled'))
})

t.test('refusals of who asks for figures', async t => {
  const { send } = await described(t, { environment: { METRICS_TOKEN: 'a token of the operator' } })
  await send('GET', '/metrics', '401 missing_key', undefined, { Authorization: undefined })
  await send('GET', '/metrics', '401 invalid_key')
  await send('GET', '/metrics', '200 ok', undefined, { Authorization: 'Bearer a token of the operator' })
})

t.test('a required plugin that is away', async t => {
  const broken = { ...notesPlugin, '@test/broken': 'throw new Error("no")' }
  const { send } = await described(t, { plugins: broken, entries: { '@test/broken': { required: true } } })
  await send('GET', '/readyz', '503 product_unavailable')
})

t.test('addresses of a product that is not served, or not configured, any more', async t => {
  const before = await Interface.of((await start(t, { plugins })).url)
  const { url } = await start(t, { plugins: notesPlugin })
  for (const [path, listed, expected] of [
    [`${gate}/execute`, `${gate}/execute`, 'unknown_product'],
    [`${gate}/config`, `${gate}/config`, 'unknown_product'],
    [`${notes}/config`, `${gate}/config`, 'config_not_supported']
  ] as const) {
    const response = await fetch(url + path, { headers: { ...key, Connection: 'close' } })
    const text = await response.text()
    t.equal(JSON.parse(text).code, expected)
    provoked.add(expected)
    t.strictSame(before.faults('GET', listed, { status: response.status, headers: response.headers, text }), [])
  }
})

t.test('every refusal was provoked', async t => {
  const rest = Object.keys(problems).filter(code => !provoked.has(code))
  t.same(rest.sort(), [...elsewhere, ...unprovoked].sort())
})
