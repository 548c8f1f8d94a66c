import '../../fixtures/teardown-order.js'
import { createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { readHookBody } from '../../../host/dist/http/hooks/body.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import {
  type HostOptions,
  hookedPlugin,
  movableClock,
  notesPlugin,
  type Reply,
  start
} from '../../fixtures/start-host.js'

const hooks = '/products/hooks'
const any = { product: 'hooked', hook: 'any', name: 'A form', input: { folder: 'inbox' } }
const unknownAddress = { status: 404, body: { code: 'not_found', detail: 'There is no hook at this address.' } }

type MovedOptions = Omit<HostOptions, 'clock'> & { readonly clock?: ReturnType<typeof movableClock> }

/** A host without billing whose clock the test moves, and somebody with a hook. */
async function host(t: Test, { clock = movableClock('2026-01-05T06:00:00Z'), ...options }: MovedOptions = {}) {
  const store = options.store ?? (await Store.open(memoryBackend(() => clock.now())))
  const plugins = { ...hookedPlugin, ...notesPlugin }
  const started = await start(t, { plugins, store, clock, deployment: { billing: 'none' }, ...options })
  const ada = await signedUp(started.call)
  const make = (members: object = {}) => ada('POST', hooks, { ...any, ...members })
  /** The part of a URL that a test calls. */
  const pathOf = ({ body }: Reply) => new URL(body.url).pathname
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    started.call('POST', path, body, headers)
  /** A request whose answer is no JSON. */
  const browse = (path: string, init: RequestInit = {}) =>
    fetch(started.url + path, {
      redirect: 'manual',
      ...init,
      headers: { Accept: 'text/html,*/*;q=0.8', Connection: 'close', ...init.headers }
    })
  const runOf = async (id: string) => {
    await started.host.runDueJobs()
    return (await ada('GET', `/products/runs/${id}?wait=20`)).body
  }
  const stored = async () => (await store.namespace(ada.id, 'hooked').get<object[]>('notes')) ?? []
  const refusals = async () => {
    const text = await (await fetch(`${started.url}/metrics`, { headers: { Connection: 'close' } })).text()
    const lines = [...text.matchAll(/product_host_hooks_refused_total\{reason="(\w+)"\} (\d+)/g)]
    return Object.fromEntries(lines.flatMap(([, reason, count]) => (count === '0' ? [] : [[reason, Number(count)]])))
  }
  return { ...started, clock, store, ada, make, pathOf, post, browse, runOf, stored, refusals }
}

t.test('whoever has the URL of a hook calls its action, and learns the id of the run alone', async t => {
  const { make, pathOf, post, runOf, stored } = await host(t)
  const made = await make()
  t.match(made, {
    status: 201,
    body: {
      id: /^hook_[0-9A-Z]{26}$/,
      url: /^http:\/\/127\.0\.0\.1:\d+\/hooks\/hooked\/phh_[\w-]{32}$/,
      productId: 'hooked',
      hook: 'any',
      action: 'note',
      enabled: true,
      signature: 'none',
      input: { folder: 'inbox' },
      keyId: 'session'
    }
  })
  const { status, body, headers } = await post(pathOf(made), { text: 'one', source: 'forged', folder: 'x', other: 1 })
  t.equal(status, 202)
  t.match(headers.get('cache-control'), 'no-store')
  t.strictSame(Object.keys(body), ['id'])
  t.match(await runOf(body.id), { status: 'succeeded', keyId: made.body.id, hook: made.body.id, action: 'note' })
  t.strictSame(await stored(), [{ text: 'one', source: 'hook', folder: 'inbox' }], 'chosen and fixed fields win')
})

t.test('forms, queries and JSON become the input, texts as what the field is', async t => {
  const { make, pathOf, post, browse, call, runOf, stored } = await host(t)
  const path = pathOf(await make({ input: {} }))
  const json = { Accept: 'application/json' }
  const form = new URLSearchParams([
    ['text', 'form'],
    ['count', '3'],
    ['urgent', 'true'],
    ['list', 'a'],
    ['list', 'b']
  ])
  const sent = async (body: URLSearchParams | FormData) => {
    const { id } = (await (await browse(path, { method: 'POST', body, headers: json })).json()) as { id: string }
    return id
  }
  await runOf(await sent(form))
  const parts = new FormData()
  parts.set('text', 'parts')
  parts.set('count', 'three')
  t.match(await runOf(await sent(parts)), {
    status: 'failed',
    problem: { code: 'invalid_input', errors: [{ pointer: '#/count' }] }
  })
  await runOf((await call('GET', `${path}?text=query&count=-1`)).body.id)
  await runOf((await post(path, { text: 'json', count: 4 })).body.id)
  t.strictSame(await stored(), [
    { text: 'form', count: 3, urgent: true, list: ['a', 'b'], source: 'hook' },
    { text: 'query', count: -1, source: 'hook' },
    { text: 'json', count: 4, source: 'hook' }
  ])
  parts.set('file', new Blob(['x']), 'x.txt')
  const file = await browse(path, { method: 'POST', body: parts, headers: json })
  t.equal(file.status, 400)
  t.match(await file.json(), { code: 'invalid_input', detail: 'The form has a file; send text alone.' })
})

t.test('Slack gets back the challenge that it has signed, and nothing runs', async t => {
  const { make, pathOf, post, ada, clock } = await host(t)
  const secret = '8f742231b10e8888abcd99yyyzzz85a5'
  const path = pathOf(await make({ signature: { kind: 'slack', secret } }))
  const send = (body: string, by = secret) => {
    const time = String(clock.now() / 1_000)
    const signature = `v0=${createHmac('sha256', by).update(`v0:${time}:${body}`).digest('hex')}`
    return post(path, body, { 'X-Slack-Request-Timestamp': time, 'X-Slack-Signature': signature })
  }
  const asked = JSON.stringify({ token: 'old', type: 'url_verification', challenge: '3eZbrw1aBm2rZg' })
  const { status, body } = await send(asked)
  t.equal(status, 200)
  t.strictSame(body, { challenge: '3eZbrw1aBm2rZg' })
  t.equal((await send(asked, 'another secret')).status, 401)
  t.strictSame((await ada('GET', '/products/runs')).body.runs, [])
  const unsigned = pathOf(await make())
  t.equal((await post(unsigned, asked)).status, 202, 'where nobody signs, it is a body as every other')
})

t.test('a form has as many fields as it may, on the bound, and no long heads', async t => {
  const read = async (type: string, text: string) =>
    readHookBody({ 'content-type': type }, Buffer.from(text)).then(
      ({ value }) => Object.keys(value).length,
      ({ detail }) => detail
    )
  const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`)
  const plain = (count: number) =>
    read(
      'application/x-www-form-urlencoded',
      names(count)
        .map(name => `${name}=a`)
        .join('&')
    )
  const head = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n`
  const parts = (count: number) =>
    read(
      'multipart/form-data; boundary=x',
      `${names(count)
        .map(name => `${head(name)}\r\na\r\n`)
        .join('')}--x--\r\n`
    )
  const tooMany = 'The form has more than 1000 fields.'
  for (const form of [plain, parts]) {
    t.equal(await form(1_000), 1_000)
    t.equal(await form(1_001), tooMany)
  }
  const long = (spaces: number) =>
    read('multipart/form-data; boundary=x', `${head('a')}X: ${'y'.repeat(spaces)}\r\n\r\na\r\n--x--\r\n`)
  const bare = head('a').length + 'X: '.length
  t.equal(await long(4_096 - bare), 1)
  t.equal(await long(4_097 - bare), 'A part has long headers.')
  t.equal(await read('multipart/form-data', 'a'), 'The body is not a well-formed form.')
})

t.test('a member is picked by its pointer, and a field has all of the body', async t => {
  const { make, pathOf, post, runOf, stored } = await host(t)
  const secret = 'a shared secret'
  const path = pathOf(await make({ hook: 'picked', input: {}, signature: { kind: 'github', secret } }))
  const body = JSON.stringify({ data: { 'a/b': ['first'] } })
  const signed = { 'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
  const { id } = (await post(path, body, signed)).body
  t.match(await runOf(id), { status: 'succeeded' })
  t.strictSame(await stored(), [{ text: 'first', body, source: 'picked' }])
  t.equal((await post(path, body, signed)).body.id, id, 'a repeated delivery is the same run')
  t.match(await post(path, body), { status: 401, body: { code: 'invalid_hook_signature' } })
  t.match(await post(path, `${body} `, signed), { status: 401 })
  const empty = JSON.stringify({ data: {} })
  const other = { 'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(empty).digest('hex')}` }
  const failed = (await post(path, empty, other)).body.id
  t.match(await runOf(failed), { status: 'failed', problem: { errors: [{ pointer: '#/text' }] } })
  t.equal((await stored()).length, 1)
})

t.test('a name and a password are asked for as RFC 7617 says, also of a query', async t => {
  const { make, pathOf, call, post } = await host(t)
  const path = pathOf(await make({ signature: { kind: 'basic', secret: 'ada:a long password' } }))
  const refused = await call('GET', `${path}?text=a`)
  t.match(refused, { status: 401, body: { code: 'invalid_hook_signature' } })
  t.match(refused.headers.get('www-authenticate'), /^Basic realm="hook"/)
  const headers = { Authorization: `Basic ${Buffer.from('ada:a long password').toString('base64')}` }
  t.equal((await call('GET', `${path}?text=a`, undefined, headers)).status, 202)
  t.equal((await post(path, { text: 'b' }, headers)).status, 202)
  const signed = pathOf(await make({ signature: { kind: 'github', secret: '12345678' } }))
  const empty = `sha256=${createHmac('sha256', '12345678').update('').digest('hex')}`
  t.equal((await call('GET', `${signed}?text=a`, undefined, { 'X-Hub-Signature-256': empty })).status, 401)
})

t.test('refusals come in one order, and each is counted', async t => {
  const { make, pathOf, post, browse, ada, refusals } = await host(t, { deployment: { rate: { hook: [2, 60] } } })
  const made = await make({ signature: { kind: 'github', secret: '12345678' } })
  const path = pathOf(made)
  const large = 'x'.repeat(256 * 1024 + 1)
  const links = { self: made.body.links.self.replace('/api/v1', '') }
  const sign = (body: string) => ({
    'X-Hub-Signature-256': `sha256=${createHmac('sha256', '12345678').update(body).digest('hex')}`
  })
  t.match(await post(path.slice(0, -1), large), unknownAddress, 'the token comes before all')
  t.match(await post(path.replace('/hooked/', '/notes/'), large), unknownAddress, 'of another product')
  t.match(await post('/hooks/hooked/x', large), unknownAddress, 'of another form')
  await ada('PATCH', links.self, { enabled: false })
  t.match(await post(path, large), { status: 403, body: { code: 'hook_disabled' } }, 'access comes before the size')
  await ada('PATCH', links.self, { enabled: true })
  t.match(await post(path, large), { status: 413 }, 'the size comes before the signature')
  t.match(await post(path, 'no JSON'), { status: 401 }, 'the signature comes before the form')
  t.match(await post(path, 'no JSON', sign('no JSON')), { status: 400, body: { code: 'malformed_json' } })
  t.match(await post(path, '[]', sign('[]')), { status: 400, body: { code: 'invalid_input' } })
  const doubled = '{"text":"a","text":"b"}'
  t.match(await post(path, doubled, sign(doubled)), { status: 400, body: { errors: [{ code: 'doubled_member' }] } })
  t.match(await post(path, 'a', { ...sign('a'), 'Content-Type': 'text/plain' }), { status: 415 })
  for (const text of ['one', 'two']) {
    const body = JSON.stringify({ text })
    t.equal((await post(path, body, sign(body))).status, 202)
  }
  const third = JSON.stringify({ text: 'three' })
  const refused = await post(path, third, sign(third))
  t.match(refused, { status: 429, body: { code: 'rate_limited', retryable: true } })
  t.ok(refused.headers.get('retry-after'))
  t.match(await ada('POST', '/products/hooked/execute', { action: 'note', text: 'a' }), { status: 200 })
  for (const method of ['HEAD', 'PUT', 'DELETE']) {
    const other = await browse(path, { method })
    t.equal(other.status, 405)
    t.equal(other.headers.get('allow'), 'GET, POST, OPTIONS', `${method} does not name a method that is refused`)
  }
  const options = await browse(path, { method: 'OPTIONS' })
  t.match([options.status, options.headers.get('allow')], [204, 'GET, POST, OPTIONS'])
  t.strictSame(await refusals(), { token: 3, access: 1, size: 1, signature: 1, body: 4, rate: 1 })
})

t.test('calls count in the budget of the key that made the hook, one that is repeated once', async t => {
  const { pathOf, post, ada, call } = await host(t)
  const scopes = ['hooked:execute', 'account:webhooks']
  const { key } = (await ada('POST', '/keys', { name: 'maker', scopes, budget: { day: { stopAt: 2 } } })).body
  const made = await call('POST', '/api/v1/products/hooks', any, { Authorization: `Bearer ${key}` })
  const path = pathOf(made)
  for (const name of ['one', 'one', 'two'])
    t.equal((await post(path, { text: name }, { 'Idempotency-Key': name })).status, 202)
  const refused = await post(path, { text: 'three' })
  t.match(refused, { status: 429, body: { code: 'rate_limited', detail: 'This hook takes no more calls for now.' } })
  t.ok(Number(refused.headers.get('retry-after')) <= 3_600)
  t.equal((await post(path, { text: 'two' }, { 'Idempotency-Key': 'two' })).status, 202, 'it has its run')
})

t.test('unknown tokens are limited by address', async t => {
  const { make, pathOf, post } = await host(t)
  const path = pathOf(await make())
  const statuses: number[] = []
  for (let tries = 0; tries < 31; tries++) statuses.push((await post('/hooks/hooked/phh_x', {})).status)
  t.strictSame(statuses, [...Array.from({ length: 30 }, () => 404), 429])
  t.equal((await post(path, { text: 'a' })).status, 202, 'who has the URL is let in')
})

t.test('a new token ends the former one at once, or after the overlap', async t => {
  const { make, pathOf, post, ada, clock } = await host(t)
  const made = await make()
  const self = made.body.links.self.replace('/api/v1', '')
  const [first] = [pathOf(made)]
  const second = await ada('POST', `${self}/rotate`, {})
  t.match(second, { status: 200, body: { id: made.body.id, url: /phh_/, tokens: [{ lastFour: /^.{4}$/ }] } })
  t.equal(second.body.tokens.length, 1)
  t.match(await post(first, { text: 'a' }), unknownAddress)
  const third = await ada('POST', `${self}/rotate`, { overlapSeconds: 60 })
  t.match(third.body.tokens, [{}, { endsAt: '2026-01-05T06:01:00.000Z' }])
  clock.advance(59_999)
  for (const reply of [second, third]) t.equal((await post(pathOf(reply), { text: 'a' })).status, 202)
  clock.advance(1)
  t.match(await post(pathOf(second), { text: 'a' }), unknownAddress)
  t.equal((await post(pathOf(third), { text: 'a' })).status, 202)
  const fourth = await ada('POST', `${self}/rotate`, { overlapSeconds: 60 })
  t.equal(fourth.body.tokens.length, 2, 'of the former ones, the last alone stays')
  t.notOk('url' in (await ada('GET', self)).body)
  t.equal((await ada('DELETE', self)).status, 204)
  t.match(await post(pathOf(fourth), { text: 'a' }), unknownAddress)
  t.match(await ada('GET', self), { status: 404 })
})

t.test('a browser gets a page or is sent on to the address of the account alone', async t => {
  const { make, pathOf, browse } = await host(t)
  const path = pathOf(await make())
  const form = () => ({ method: 'POST', body: new URLSearchParams({ text: 'a', redirect: 'https://evil.example/' }) })
  const page = await browse(`${path}?redirect=https://evil.example/`, form())
  t.equal(page.status, 202)
  t.match(page.headers.get('content-type'), 'text/html')
  t.match(page.headers.get('content-security-policy'), "default-src 'none'")
  t.equal(page.headers.get('referrer-policy'), 'no-referrer')
  const html = await page.text()
  t.match(html, '<h1>Thank you</h1>')
  t.notMatch(html, 'evil')
  const sent = await browse(pathOf(await make({ redirect: 'https://www.example.com/thanks?a=1' })), form())
  t.equal(sent.status, 303)
  t.equal(sent.headers.get('location'), 'https://www.example.com/thanks?a=1')
  const refused = await browse('/hooks/hooked/phh_<script>', form())
  t.equal(refused.status, 404)
  t.match(await refused.text(), '<h1>This was not accepted</h1>')
})

t.test('who decided on a hook decides for how long it is good', async t => {
  const { make, pathOf, post, ada, call } = await host(t)
  const made = await make()
  const self = made.body.links.self.replace('/api/v1', '')
  const path = pathOf(made)
  const next = 'twelve blue elephants'
  t.equal((await ada('PUT', '/accounts/me/password', { current: password, next })).status, 204)
  t.match(await post(path, { text: 'a' }), { status: 403, body: { code: 'hook_disabled' } })
  t.match((await ada('GET', self)).body, { enabled: true, paused: { code: 'session_required', resumes: false } })
  const { events } = (await ada('GET', '/accounts/me/events')).body
  t.ok(events.some(({ kind }: { kind: string }) => kind === 'jobs_stopped'))
  t.notOk('paused' in (await ada('POST', `${self}/resume`)).body)
  t.equal((await post(path, { text: 'b' })).status, 202)

  const scopes = ['hooked:execute', 'account:webhooks']
  const key = (await ada('POST', '/keys', { name: 'maker', scopes })).body
  const bearer = { Authorization: `Bearer ${key.key}` }
  const byKey = await call('POST', '/api/v1/products/hooks', { ...any, name: 'by key' }, bearer)
  t.match(byKey, { status: 201, body: { keyId: key.id } })
  t.equal((await post(pathOf(byKey), { text: 'c' })).status, 202)
  await ada('PATCH', `/keys/${key.id}`, { scopes: ['notes:execute', 'account:webhooks'] })
  t.match(await post(pathOf(byKey), { text: 'c' }), { status: 403, body: { code: 'hook_disabled' } })
  await ada('DELETE', `/keys/${key.id}`)
  t.match(await post(pathOf(byKey), { text: 'c' }), { status: 403, body: { code: 'hook_disabled' } })
})

t.test('a hook that cannot be decrypted takes no calls until its input and its signature are saved again', async t => {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const { make, pathOf, post, ada, lines } = await host(t, { store: await Store.open(backend), clock })
  const secret = 'a secret of a sender'
  const made = await make({ signature: { kind: 'basic', secret: `ada:${secret}` } })
  const self = made.body.links.self.replace('/api/v1', '')
  const basic = { Authorization: `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}` }
  t.equal((await post(pathOf(made), { text: 'a' }, basic)).status, 202)
  for (const { key, text } of await backend.list('host:{hooks/', { limit: 10, reverse: false })) {
    const { secrets, ...rest } = JSON.parse(text)
    const lost = Object.fromEntries(Object.keys(secrets).map(name => [name, 'of another key']))
    await backend.set(key, JSON.stringify({ ...rest, secrets: lost }))
  }
  t.match(await post(pathOf(made), { text: 'b' }, basic), { status: 403, body: { code: 'hook_disabled' } })
  t.notMatch(lines.join(''), '"level":50', 'whoever calls it fills no log')
  t.match((await ada('GET', self)).body, { paused: { code: 'input_unreadable', resumes: true } })
  const refusal = { status: 409, body: { code: 'input_unreadable' } }
  t.match(await ada('PATCH', self, { name: 'Other' }), refusal)
  t.match(await ada('PATCH', self, { input: { folder: 'inbox' } }), refusal)
  const signature = { kind: 'basic', secret: `ada:${secret}` }
  const saved = await ada('PATCH', self, { input: { folder: 'inbox' }, signature })
  t.match(saved, { status: 200, body: { input: { folder: 'inbox' } } })
  t.notOk('paused' in saved.body)
  t.equal((await post(pathOf(made), { text: 'c' }, basic)).status, 202)
})

t.test('a key manages hooks with the scope for that, and of products that it may execute', async t => {
  const { ada, call, make } = await host(t)
  const { id } = (await make()).body
  const bearer = async (...scopes: readonly string[]) => ({
    Authorization: `Bearer ${(await ada('POST', '/keys', { name: 'a key', ...(scopes.length > 0 && { scopes }) })).body.key}`
  })
  const all = await bearer()
  const path = '/api/v1/products/hooks'
  const routes = [
    ['POST', path, any],
    ['GET', path],
    ['GET', `${path}/${id}`],
    ['PATCH', `${path}/${id}`, { enabled: false }],
    ['POST', `${path}/${id}/rotate`, {}],
    ['POST', `${path}/${id}/resume`],
    ['DELETE', `${path}/${id}`]
  ] as const
  for (const who of [all, await bearer('*:execute', '*:config'), { Authorization: `Bearer ${demoKey}` }])
    for (const [method, address, body] of routes)
      t.match(await call(method, address, body, who), { status: 403, body: { code: 'insufficient_scope' } })
  const other = await bearer('notes:execute', 'account:webhooks')
  t.match(await call('POST', path, any, other), { status: 403, body: { code: 'insufficient_scope' } })
  t.strictSame((await call('GET', path, undefined, other)).body.hooks, [])
  for (const [method, address, body] of routes.slice(2))
    t.match(await call(method, address, body, other), { status: 404, body: { code: 'not_found' } })
  t.match(await ada('GET', `${hooks}/${id}`), { status: 200, body: { enabled: true } }, 'nothing was changed')
})

t.test('a hook that does not fit is refused with every place', async t => {
  const { make, ada } = await host(t, { deployment: { rate: { hooks: 2 } } })
  const refused = async (members: object, pointers: readonly string[]) => {
    const { status, body } = await make(members)
    t.equal(status, 400, JSON.stringify(members))
    t.strictSame(
      body.errors.map(({ pointer }: { pointer: string }) => pointer),
      pointers
    )
  }
  await refused({ name: '   ' }, ['#/name'])
  await refused({ hook: 'none' }, ['#/hook'])
  await refused({ hook: 'toString' }, ['#/hook'])
  await refused({ input: { folder: 'x'.repeat(11) } }, ['#/input/folder'])
  await refused({ input: { text: 'not chosen' } }, ['#/input/text'])
  await refused({ hook: 'picked', input: {} }, ['#/signature'])
  await refused({ hook: 'picked', input: {}, signature: { kind: 'stripe', secret: '12345678' } }, ['#/signature'])
  await refused({ signature: { kind: 'github' } }, ['#/signature/secret'])
  await refused({ signature: { kind: 'github', secret: '1234567' } }, ['#/signature/secret'])
  await refused({ signature: { kind: 'none', secret: '12345678' } }, ['#/signature/secret'])
  for (const redirect of ['http://example.com/', 'javascript:alert(1)', '/thanks', 'https://a:b@example.com/'])
    await refused({ redirect }, ['#/redirect'])
  await refused({ account: 'other' }, ['#/account'])
  t.match(await make({ product: 'none' }), { status: 404, body: { code: 'unknown_product' } })
  await make()
  const { id } = (await make({ redirect: 'https://example.com/', signature: { kind: 'github', secret: '12345678' } }))
    .body
  t.match(await make(), { status: 429, body: { code: 'rate_limited' } })
  const changed = await ada('PATCH', `${hooks}/${id}`, { redirect: null, name: 'Other' })
  t.match(changed.body, { name: 'Other', signature: 'github', input: { folder: 'inbox' } })
  t.notOk('redirect' in changed.body)
  t.match((await ada('PATCH', `${hooks}/${id}`, { signature: null })).body, { signature: 'none' })
  t.match(await ada('PATCH', `${hooks}/${id}`, { product: 'notes' }), { status: 400 })
})

t.test('the owner is told of a failed run of a hook, once a day', async t => {
  const { make, pathOf, post, ada, runOf, clock } = await host(t)
  const path = pathOf(await make())
  const told = async () =>
    (await ada('GET', '/accounts/me/events')).body.events.filter(({ kind }: { kind: string }) => kind === 'hook_failed')
  await runOf((await post(path, { text: 'fine' })).body.id)
  t.strictSame(await told(), [])
  for (const body of [{ text: 1 }, { text: 'no' }]) await runOf((await post(path, body)).body.id)
  t.match(await told(), [{ product: 'hooked', keyId: /^hook_/, keyName: 'A form' }])
  t.equal((await told()).length, 1)
  clock.advance(24 * 60 * 60 * 1000)
  await runOf((await post(path, { text: 'no' })).body.id)
  t.equal((await told()).length, 2)
})

t.test('no token and no secret is stored, logged, exported or shown, and all goes with the account', async t => {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const {
    make,
    pathOf,
    post,
    browse,
    ada,
    url,
    lines,
    host: running,
    runOf
  } = await host(t, {
    store: await Store.open(backend),
    clock
  })
  const made = await make({
    signature: { kind: 'basic', secret: 'ada:the long secret' },
    input: { folder: 'folder 7' }
  })
  const path = pathOf(made)
  const token = path.slice(path.lastIndexOf('/') + 1)
  const headers = { Authorization: `Basic ${Buffer.from('ada:the long secret').toString('base64')}` }
  await ada('PUT', '/call-recording', { products: ['hooked'] })
  await runOf((await post(path, { text: 'a' }, headers)).body.id)
  await post(path, { text: 'a' })
  await post(path, 'no JSON', headers)
  await browse(`${path}/more`)
  await browse(`${path}%`)
  await browse(path, { method: 'DELETE' })
  t.ok(lines.some(line => line.includes('"route":"/hooks/:slug/:token"')))
  const dumped = async () => JSON.stringify(await backend.list('', { limit: 10_000, reverse: false }))
  const exported = await fetch(`${url}/dashboard/api/export`, {
    headers: { Cookie: ada.cookie(), Connection: 'close' }
  })
  const text = await exported.text()
  const calls = await ada('GET', '/calls')
  const [{ requestId }] = calls.body.calls.filter(({ keyId }: { keyId: string }) => keyId === made.body.id)
  const shown = JSON.stringify([
    calls.body,
    (await ada('GET', `/calls/${requestId}`)).body,
    (await ada('GET', hooks)).body
  ])
  for (const [where, content] of Object.entries({ store: await dumped(), log: lines.join(''), export: text, shown })) {
    t.notMatch(content, token, where)
    t.notMatch(content, 'the long secret', where)
  }
  const line = text
    .trim()
    .split('\n')
    .map(each => JSON.parse(each))
    .find(({ kind }) => kind === 'hook')
  t.match(line, {
    hook: { productId: 'hooked', input: { folder: 'folder 7' }, tokens: [{ lastFour: token.slice(-4) }] }
  })
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  await running.runDueJobs()
  t.match(await post(path, { text: 'a' }, headers), unknownAddress)
  t.strictSame(await backend.list('host:{hook', { limit: 10, reverse: false }), [])
})

t.test('a call of a hook is refused while the store is held, so that its sender tries again', async t => {
  const { make, pathOf, post, runOf, store, host: running } = await host(t)
  const path = pathOf(await make())
  const hold = new Hold(store, console)
  await hold.begin({ since: '2026-01-05T06:00:00.000Z', by: 'hold' })
  await running.runDueJobs()
  const refused = await post(path, { text: 'one' })
  t.match(refused, { status: 503, body: { code: 'held', retryable: true } })
  t.equal(refused.headers.get('retry-after'), '60')
  t.match(await post(`${path}x`, { text: 'one' }), unknownAddress)
  await hold.end()
  await running.runDueJobs()
  const { body } = await post(path, { text: 'two' })
  t.match(await runOf(body.id), { status: 'succeeded' })
})
