import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { newKey } from '../../host/dist/accounts/key-format.js'
import { Store } from '../../host/dist/storage/store.js'
import { attacked, dashboard, likeness, notes, plugins, production, products, sendRaw, statusesOf } from './attacker.js'
import { password, person, signedUp } from './person.js'
import { minute } from './second-factor.js'
import { start } from './start.js'

const email = 'ada@example.org'
const demo = { Authorization: `Bearer ${demoKey}` }
const isRefused = { status: 400, body: { code: 'invalid_input' } }

t.test('a change of a key cannot make it the key of another account', async t => {
  const { ada, eve, eveKey, call, refused } = await attacked(t)
  for (const member of ['account', 'keyId', 'createdAt', 'lastFour', 'revokedAt', 'replacedBy', '__proto__'])
    await refused(member, () => eve('PATCH', `/keys/${eveKey.id}`, `{"${member}":"${ada.id}"}`), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: `#/${member}`, code: 'unknown_member' }] }
    })
  const { body } = await call('POST', notes, { action: 'latest' }, eveKey.headers)
  t.strictSame(body.detail.notes, [], 'the key still reads the notes of its own account')
})

t.test('a job runs with the scopes of the key that scheduled it, whatever the product claims', async t => {
  const { ada, call, keyOf, host, backend } = await attacked(t)
  const { headers } = await keyOf(ada, ['spy:execute'])
  const body = { action: 'plan', id: 'one', product: 'notes', name: 'add', input: { text: 'stolen' } }
  for (const through of ['jobs', 'update'])
    t.equal((await call('POST', `${products}/spy/execute`, { ...body, through }, headers)).status, 200)
  await host.runDueJobs()
  const stored = JSON.stringify(await backend.list('data:', { limit: 1_000, reverse: false }))
  t.match(stored, 'insufficient_scope')
  t.notMatch(stored, 'stolen')
})

t.test('a scope names one product, not those whose slugs begin or end alike', async t => {
  const { ada, call, keyOf, refused } = await attacked(t)
  const { headers } = await keyOf(ada, ['notes:config', 'connection:config'])
  const insufficient = { status: 403, body: { code: 'insufficient_scope' } }
  await refused('config is not execute', () => call('POST', notes, { action: 'latest' }, headers), insufficient)
  for (const scope of ['note:execute', 'notes-x:execute', 'x-notes:execute', 'notes:', ':execute', 'notes:*', '*:*'])
    await refused(scope, () => ada('POST', '/keys', { name: 'a key', scopes: [scope] }), isRefused)
  for (const scope of [
    'notes:execute\n',
    'NOTES:execute',
    'notes:execute ',
    'notes:execute,*:execute',
    'notes:EXECUTE'
  ])
    await refused(scope, () => ada('POST', '/keys', { name: 'a key', scopes: [scope] }), isRefused)
})

t.test('a key for a config reads the usage of no other product', async t => {
  const { ada, call, keyOf } = await attacked(t)
  const { headers } = await keyOf(ada, ['connection:config'])
  const usage = `${products}/usage`
  t.match(await call('GET', `${usage}?product=notes`, undefined, headers), { status: 403 })
  t.match(await call('GET', `${usage}?product=notes&product=connection`, undefined, headers), { status: 403 })
  t.match(await call('GET', `${usage}?product=connection&product=notes`, undefined, headers), isRefused)
  const { body } = await call('GET', usage, undefined, headers)
  t.notMatch(JSON.stringify(body), 'notes')
})

t.test('a key that was replaced cannot be made to live longer or to do more', async t => {
  const { eve, refused, keyOf, clock, call } = await attacked(t)
  const { id, headers } = await keyOf(eve, ['notes:execute'])
  t.equal((await eve('POST', `/keys/${id}/rotate`, { overlapSeconds: 60 })).status, 201)
  const change = (body: object) => () => eve('PATCH', `/keys/${id}`, body)
  await refused('no end', change({ expiresAt: null }), isRefused)
  await refused('a later end', change({ expiresAt: '2030-01-01T00:00:00Z' }), isRefused)
  await refused('more scopes', change({ scopes: ['*:execute'] }), isRefused)
  clock.advance(61_000)
  t.match(await call('POST', notes, { action: 'latest' }, headers), { status: 401, body: { code: 'expired_key' } })
})

t.test('a key that is read while it is revoked opens nothing afterwards', async t => {
  const { ada, call, backend, keyOf } = await attacked(t)
  const { id, headers } = await keyOf(ada)
  const { get } = backend
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  backend.get = async name => {
    const text = await get.call(backend, name)
    if (!name.startsWith('host:{keys}:')) return text
    backend.get = get
    arrived.resolve()
    await held.promise
    return text
  }
  const reading = call('POST', notes, { action: 'latest' }, headers)
  await arrived.promise
  t.equal((await ada('DELETE', `/keys/${id}`)).status, 204)
  held.resolve()
  await reading
  t.match(await call('POST', notes, { action: 'latest' }, headers), { status: 401, body: { code: 'revoked_key' } })
})

t.test('a key is accepted in the Authorization header alone, as a bearer token', async t => {
  const { call, adaKey, refused } = await attacked(t)
  const { key } = adaKey
  const send =
    (headers: Record<string, string>, path = notes, body: object = { action: 'latest' }) =>
    () =>
      call('POST', path, body, headers)
  const missing = { status: 401, body: { code: 'missing_key' } }
  const invalid = { status: 401, body: { code: 'invalid_key' } }
  for (const name of ['key', 'api_key', 'access_token', 'authorization'])
    await refused(`?${name}`, send({}, `${notes}?${name}=${key}`), missing)
  await refused('a member of the body', send({}, notes, { action: 'latest', access_token: key }), missing)
  for (const name of ['X-API-Key', 'Proxy-Authorization', 'X-Authorization'])
    await refused(name, send({ [name]: `Bearer ${key}` }), missing)
  await refused('a cookie', send({ Cookie: `session=${key}; Authorization=Bearer ${key}` }), missing)
  for (const form of [
    key,
    `Basic ${btoa(`${key}:`)}`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer "${key}"`,
    `Bearer\u00a0${key}`
  ])
    await refused(form.slice(0, 8), send({ Authorization: form }), invalid)
})

t.test('keys that are guessed are counted on every route that takes one, the revocation of a key included', async t => {
  const { call, refused } = await attacked(t)
  const guess = () => call('POST', `${products}/keys/self/revoke`, undefined, { Authorization: `Bearer ${newKey()}` })
  for (let count = 0; count < 30; count++) t.equal((await guess()).status, 401)
  await refused('one more', guess, { status: 429, body: { code: 'rate_limited' } })
})

t.test('a bearer key opens no route of the dashboard, and a session none of the API', async t => {
  const { call, ada, adaKey, refused } = await attacked(t)
  const required = { status: 401, body: { code: 'session_required' } }
  for (const path of ['/accounts/me', '/keys', '/sessions', '/export', '/data/notes', '/billing', '/products/usage'])
    await refused(path, () => call('GET', dashboard + path, undefined, adaKey.headers), required)
  await refused('a new key', () => call('POST', `${dashboard}/keys`, { name: 'mine' }, adaKey.headers), required)
  const Cookie = ada.cookie()
  const missing = { status: 401, body: { code: 'missing_key' } }
  await refused('execute', () => call('POST', notes, { action: 'add', text: 'x' }, { Cookie }), missing)
  await refused('config', () => call('PUT', `${products}/connection/config`, { enabled: false }, { Cookie }), missing)
})

t.test('the demo key opens nothing outside the demo, and nothing that came through a proxy', async t => {
  const headers = { Authorization: `Bearer ${demoKey}` }
  const demo = await start(t)
  for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'Via', 'CF-Connecting-IP', 'True-Client-IP'])
    t.match(await demo.call('POST', notes, { action: 'add', text: 'x' }, { ...headers, [name]: '203.0.113.1' }), {
      status: 421,
      body: { code: 'misdirected_request' }
    })
  t.strictSame((await demo.call('POST', notes, { action: 'latest' }, headers)).body.detail.notes, [])
  const { call } = await start(t, { environment: production })
  t.match(await call('POST', notes, { action: 'latest' }, headers), { status: 401, body: { code: 'invalid_key' } })
})

t.test('an erased account leaves no key and no session that opens anything', async t => {
  const { ada, adaKey, call } = await attacked(t)
  const Cookie = ada.cookie()
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.match(await call('GET', `${dashboard}/accounts/me`, undefined, { Cookie }), { status: 401 })
  t.match(await call('POST', notes, { action: 'latest' }, adaKey.headers), { status: 401 })
  t.match(await ada('POST', '/sessions', { email, password }), { status: 401, body: { code: 'invalid_credentials' } })
})

t.test('a password that is guessed soon is refused at sign-up, change and reset', async t => {
  const { call, ada, refused } = await attacked(t)
  const common = { status: 400, body: { code: 'invalid_input', errors: [{ code: 'too_common' }] } }
  for (const weak of ['password123', 'qwertyuiop', 'ada@example.org', 'producthost1', '1990-01-01'])
    await refused(weak, () => call('POST', `${dashboard}/accounts`, { email, password: weak }), common)
  const next = { current: password, next: 'letmein2024' }
  await refused('a change', () => ada('PUT', '/accounts/me/password', next), common)
})

t.test('whether an address has an account is told by no status, body or header of a sign-in', async t => {
  const { call } = await attacked(t)
  const signIn = (who: string) => call('POST', `${dashboard}/sessions`, { email: who, password: 'a wrong one' })
  const [known, unknown] = [await signIn(email), await signIn('nobody@example.org')]
  t.equal(known.status, 401)
  t.strictSame(likeness(known), likeness(unknown))
})

t.test('a sign-in does the same work for an address with an account as for one without', async t => {
  const { call, backend } = await attacked(t)
  const { postMessage } = Worker.prototype
  const { commit, get } = backend
  const work = { hashes: 0, reads: 0, writes: 0 }
  // Usage, for one, is written beside the answers.
  const isOfSignIn = (key: string) => /^host:\{(accounts|tries|known-devices|sessions)\}:/.test(key)
  Worker.prototype.postMessage = function (...parameters) {
    work.hashes++
    return postMessage.apply(this, parameters)
  }
  backend.get = async name => {
    if (isOfSignIn(name)) work.reads++
    return get.call(backend, name)
  }
  backend.commit = async (expected, writes) => {
    if (writes.some(({ key }) => isOfSignIn(key))) work.writes++
    return commit.call(backend, expected, writes)
  }
  t.teardown(() => {
    Worker.prototype.postMessage = postMessage
  })
  const measured = async (who: string) => {
    Object.assign(work, { hashes: 0, reads: 0, writes: 0 })
    await call('POST', `${dashboard}/sessions`, { email: who, password: 'a wrong one' })
    return { ...work }
  }
  t.strictSame(await measured(email), { hashes: 1, reads: 2, writes: 1 })
  t.strictSame(await measured('nobody@example.org'), { hashes: 1, reads: 2, writes: 1 })
})

t.test('a session cookie that an attacker chose is never the session after a sign-in', async t => {
  const { call, eve, refused } = await attacked(t)
  const chosen = { Cookie: `session=${'A'.repeat(43)}` }
  const reply = await call('POST', `${dashboard}/sessions`, { email, password }, chosen)
  t.equal(reply.status, 201)
  t.notMatch(reply.headers.getSetCookie().join(), 'A'.repeat(43))
  const me = () => call('GET', `${dashboard}/accounts/me`, undefined, chosen)
  await refused('the chosen cookie', me, { status: 401, body: { code: 'session_required' } })

  const Cookie = eve.cookie()
  t.equal((await call('POST', `${dashboard}/sessions`, { email, password }, { Cookie })).status, 201)
  t.match(
    await call('GET', `${dashboard}/accounts/me`, undefined, { Cookie }),
    { status: 401 },
    'the former session ends'
  )
})

t.test('a cookie that another site under the same domain sets is not taken for the session', async t => {
  const { call, host } = await start(t, { environment: production })
  const eve = await signedUp(call, 'eve@example.org')
  const mine = eve.cookie('__Host-session')
  t.match(mine, /^__Host-session=/)
  const ask = async (cookie: string) => {
    const head = `GET ${dashboard}/accounts/me HTTP/1.1\r\nHost: products.example\r\nConnection: close\r\n`
    return statusesOf(await sendRaw(host.port, `${head}Cookie: ${cookie}\r\n\r\n`))
  }
  t.strictSame(await ask(mine), [200])
  // Browsers hold only names that begin with __Host- to its rules, byte by byte.
  for (const before of ['\xa0', '\x85', '\xef\xbb\xbf', '\xe2\x80\x80', '=', 'x', '$'])
    t.strictSame(await ask(before + mine), [401], `${JSON.stringify(before)} before the name`)
  for (const name of ['__host-session', '__HOST-SESSION', 'session', '__Secure-session', '__Host-session '])
    t.strictSame(await ask(mine.replace('__Host-session', name)), [401], name)
  t.strictSame(await ask(`${mine}; __Host-session=${'B'.repeat(43)}`), [401], 'two different values')
  t.strictSame(await ask(`__Host-session=; ${mine}`), [401], 'an empty one before it')
})

t.test('a session that begins with the old password while the password is changed ends at once', async t => {
  const { ada, call, backend } = await attacked(t)
  const { get } = backend
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // After the password was compared, and before the session begins, the second factor is looked up.
  backend.get = async name => {
    if (!name.includes('@second-factor')) return get.call(backend, name)
    backend.get = get
    arrived.resolve()
    await held.promise
    return get.call(backend, name)
  }
  const attacker = person(call)
  const signingIn = attacker('POST', '/sessions', { email, password })
  await arrived.promise
  const next = 'nine purple elephants'
  t.equal((await ada('PUT', '/accounts/me/password', { current: password, next })).status, 204)
  held.resolve()
  t.match(await signingIn, { status: 401, body: { code: 'invalid_credentials' } })
  t.match(await attacker('GET', '/accounts/me'), { status: 401 })
  t.equal((await ada('GET', '/sessions')).body.sessions.length, 1)
})

t.test('a page of another site changes nothing, with and without Origin and Sec-Fetch-Site', async t => {
  const { call, ada, refused } = await attacked(t)
  const crossSite = { status: 403, body: { code: 'cross_site_request' } }
  const forged: readonly Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:3000' },
    { 'Sec-Fetch-Site': 'made-up' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: 'http://127.0.0.1.evil.example' },
    { Origin: 'http://127.0.0.1@evil.example' }
  ]
  const Cookie = ada.cookie()
  for (const headers of forged)
    for (const [method, path, body] of [
      ['POST', '/keys', { name: 'stolen' }],
      ['DELETE', '/accounts/me', undefined],
      ['POST', '/products/notes/execute', { action: 'add', text: 'forged' }],
      ['POST', '/sessions', { email: 'eve@example.org', password }]
    ] as const)
      await refused(
        `${path} ${JSON.stringify(headers)}`,
        () => call(method, dashboard + path, body, { Cookie, ...headers }),
        crossSite
      )
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json'])
    await refused(
      `a form as ${type}`,
      () => call('POST', `${dashboard}/keys`, '{"name":"stolen"}', { Cookie, 'Content-Type': type }),
      { status: 415 }
    )
})

t.test('a request without a Host header is not of this site because its Origin is none either', async t => {
  const { host, ada, stored } = await attacked(t)
  const before = await stored()
  const received = await sendRaw(
    host.port,
    `DELETE ${dashboard}/keys HTTP/1.0\r\nOrigin: null\r\nCookie: ${ada.cookie()}\r\n\r\n`
  )
  t.notMatch(received, /HTTP\/1\.1 200/)
  const served = await start(t, { environment: production })
  const owner = await signedUp(served.call)
  const head = `DELETE ${dashboard}/keys HTTP/1.0\r\nOrigin: null\r\nCookie: ${owner.cookie('__Host-session')}\r\n\r\n`
  t.match(await sendRaw(served.host.port, head), /HTTP\/1\.1 403/)
  t.strictSame(await stored(), before)
})

t.test('a plain http page of the host’s name may not write to a host on https', async t => {
  const { call, url } = await start(t, { environment: production })
  const ada = await signedUp(call)
  const { host } = new URL(url)
  t.match(await ada('DELETE', '/keys', undefined, { Origin: `http://${host}` }), { status: 403 })
  t.match(await ada('DELETE', '/keys', undefined, { Origin: `https://${host}` }), { status: 200 })
  t.match(await ada('DELETE', '/keys', undefined, { Origin: 'https://products.example' }), { status: 200 })
})

t.test('a page of another site starts no export', async t => {
  const { call, ada, refused } = await attacked(t)
  const Cookie = ada.cookie()
  for (const site of ['cross-site', 'same-site'])
    await refused(
      site,
      () =>
        call('GET', `${dashboard}/export`, undefined, { Cookie, 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' }),
      { status: 403, body: { code: 'cross_site_request' } }
    )
})

t.test('a page of another origin reads nothing, and an allowed one no session', async t => {
  const { call } = await start(t, { environment: { CORS_ORIGINS: 'https://app.example' } })
  const ask = async (origin: string) => (await call('GET', `${products}`, undefined, { Origin: origin })).headers
  t.equal((await ask('https://app.example')).get('access-control-allow-origin'), 'https://app.example')
  t.equal((await ask('https://app.example')).get('access-control-allow-credentials'), null)
  for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example', 'http://app.example'])
    t.equal((await ask(origin)).get('access-control-allow-origin'), null, origin)
})

t.test('sensitive changes with a stolen session need the password after 15 minutes', async t => {
  const { ada, adaKey, clock, refused } = await attacked(t)
  clock.advance(15 * minute)
  const recent = { status: 403, body: { code: 'recent_sign_in_required' } }
  await ada('GET', '/accounts/me')
  for (const [method, path, body] of [
    ['POST', '/keys', { name: 'mine' }],
    ['POST', `/keys/${adaKey.id}/rotate`, {}],
    ['PATCH', `/keys/${adaKey.id}`, { scopes: ['*:execute'] }],
    ['PATCH', `/keys/${adaKey.id}`, { expiresAt: null }],
    ['GET', '/export', undefined],
    ['DELETE', '/accounts/me', undefined],
    ['POST', '/accounts/me/second-factor', undefined],
    ['POST', '/accounts/me/second-factor/recovery-codes', undefined]
  ] as const)
    await refused(`${method} ${path}`, () => ada(method, path, body), recent)
})

t.test('what happens to an account is told to its owner, and to nobody else', async t => {
  const { ada, eve } = await attacked(t)
  const events = async (one: typeof ada) => (await one('GET', '/accounts/me/events')).body.events
  t.match(await events(ada), [{ kind: 'key_created' }])
  const ids = (await events(ada)).map(({ id }: { id: string }) => id)
  t.notMatch(JSON.stringify(await events(eve)), ids[0])
  const page = await eve('GET', `/accounts/me/events?after=${ids[0]}`)
  t.notMatch(JSON.stringify(page.body), ids[0])
})

t.test('a checkout page is opened by its own token alone, and takes no other form', async t => {
  const host = await start(t, { plugins, deployment: { billing: 'stripe' } })
  const ada = await signedUp(host.call)
  const { url } = (await ada('POST', '/billing/checkout', { purpose: 'trial' })).body
  const page = host.url + new URL(url).pathname
  const send = async (address: string, body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'Content-Type': type, Connection: 'close' }
    return (await fetch(address, { method: 'POST', body, redirect: 'manual', headers })).status
  }
  t.equal(await send(`${page}x`, 'card=visa'), 404)
  t.equal(await send(page.slice(0, -1), 'card=visa'), 404)
  for (const body of ['card=visa&account=eve', 'card=visa&card=none', 'card=amex', 'card[]=visa', ''])
    t.equal(await send(page, body), 400, body)
  t.equal(await send(page, '{"card":"visa"}', 'application/json'), 415)
  t.match((await ada('GET', '/billing')).body, { status: 'none', card: { held: false } })
})

t.test('no form of request smuggling brings in a second request', async t => {
  const { host, call, lines } = await start(t)
  const execute = (text: string) => JSON.stringify({ action: 'add', text })
  const smuggled = `POST ${notes} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${demoKey}\r\nContent-Type: application/json\r\nContent-Length: 32\r\n\r\n${execute('smuggled')}`
  const head = `POST ${notes} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
  for (const [form, request] of Object.entries({
    'CL.TE': `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'TE.CL': `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
    'CL.CL': `${head}Content-Length: 0\r\nContent-Length: 5\r\n\r\n`,
    'a list of lengths': `${head}Content-Length: 0, 5\r\n\r\n`,
    'a signed length': `${head}Content-Length: +0\r\n\r\n`,
    'a space before the colon': `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    'a coding that is not the last': `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    'a coding after a vertical tab': `${head}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`,
    'a folded header': `${head}Transfer-Encoding:\r\n chunked\r\nX: \r\n y\r\n\r\n0\r\n\r\n`,
    'a bare line feed': `${head}X: y\nContent-Length: 0\r\n\r\n`,
    'a bare carriage return': `${head}X: y\rContent-Length: 0\r\n\r\n`,
    'a chunk with a bare line feed': `${head}Transfer-Encoding: chunked\r\n\r\n1;\nxx\r\n0\r\n\r\n`,
    'a chunk of negative size': `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`,
    'a NUL in a header': `${head}X: a\x00b\r\nContent-Length: 0\r\n\r\n`
  })) {
    const received = await sendRaw(host.port, request + smuggled)
    const [first, ...others] = statusesOf(received)
    t.ok(first === 400 || first === 401, `${form} is refused: ${first}`)
    t.notMatch(received, '"ok":true', form)
    t.ok(
      others.every(status => status === 400),
      `${form} is followed by nothing: ${others}`
    )
  }
  t.strictSame((await call('POST', notes, { action: 'latest' }, demo)).body.detail.notes, [])
  t.notMatch(lines.join('\n'), 'smuggled')
})

t.test('X-Request-Id and traceparent put no text into a header, an answer or the log', async t => {
  const { call, host, lines } = await start(t)
  const made = [
    '{"level":60}',
    'a b c d e f g',
    'x'.repeat(129),
    'short',
    '<script>alert(1)</script>',
    '../../../etc/passwd',
    'abcdefgh\u00e9'
  ]
  for (const value of made)
    for (const name of ['X-Request-Id', 'traceparent', 'tracestate', 'baggage']) {
      const { headers, body } = await call('GET', '/nothing', undefined, { [name]: value })
      t.match(headers.get('x-request-id'), /^[\w-]{36}$/)
      t.notMatch(JSON.stringify([body, ...headers]), value)
      t.notMatch(lines.join('\n'), value)
    }
  const head = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
  const received = await sendRaw(host.port, `${head}X-Request-Id: abcdefgh\r\n\tSet-Cookie: session=x\r\n\r\n`)
  t.notMatch(received, /^Set-Cookie/im)
  const twice = await sendRaw(host.port, `${head}X-Request-Id: abcdefgh\r\nX-Request-Id: ijklmnop\r\n\r\n`)
  t.notMatch(twice, /abcdefgh, ijklmnop/)
})

t.test('no path leads out of the folder of the built pages', async t => {
  const { host } = await start(t)
  for (const path of [
    '/assets/../index.html',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/....//package.json',
    '/assets/%00',
    '/assets/index.html%00.js',
    '/assets/%252e%252e%252f',
    '/assets/..;/package.json',
    '/assets/file:%2f%2f%2fetc%2fpasswd',
    '/assets/%2fetc%2fpasswd',
    '/assets/__proto__',
    '/assets/constructor',
    '//etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/.git/config',
    '/.env',
    '/assets/%c0%ae%c0%ae%c0%af',
    '/package.json'
  ]) {
    const received = await sendRaw(host.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    t.strictSame(statusesOf(received), [404], path)
    t.match(received, '"code":"not_found"')
  }
})

t.test('no member of a body reaches a prototype, through any route', async t => {
  const { ada, adaKey, call, stored } = await attacked(t)
  const poison =
    '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}'
  const before = await stored()
  for (const [method, path, members] of [
    ['POST', '/accounts', '"email":"new@example.org","password":"nine purple elephants"'],
    ['POST', '/sessions', `"email":"${email}","password":"${password}"`],
    ['PUT', '/accounts/me/password', `"current":"${password}","next":"nine purple elephants"`],
    ['POST', '/keys', '"name":"a key"'],
    ['PATCH', `/keys/${adaKey.id}`, '"name":"another"'],
    ['POST', `/keys/${adaKey.id}/rotate`, '"overlapSeconds":0'],
    ['POST', '/billing/checkout', '"purpose":"trial"'],
    ['POST', '/sessions/current/confirmation', `"password":"${password}"`],
    ['POST', '/password-resets', `"email":"${email}"`],
    ['POST', '/second-factor-recoveries', `"email":"${email}","password":"${password}"`],
    ['PUT', '/products/connection/config', '"enabled":false']
  ] as const)
    t.equal((await ada(method, path, `{${members},${poison}}`)).status, path.startsWith('/billing') ? 501 : 400, path)
  t.strictSame(await stored(), before)
  const { body } = await call('POST', notes, `{"action":"latest",${poison}}`, adaKey.headers)
  t.strictSame(body.detail.ignoredFields.sort(), ['constructor', 'prototype'])
  const settings = '{"settings":{"__proto__":{"colour":"red"}}}'
  t.equal((await call('PUT', `${products}/connection/config`, settings, adaKey.headers)).status, 400)
  const named = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', valueOf: 'd' }
  const saved = await call('PUT', `${products}/connection/config`, { settings: named }, adaKey.headers)
  t.match(saved, { status: 200, body: { settings: named, unrecognised: Object.keys(named) } })
  t.equal(Reflect.get({}, 'polluted'), undefined)
  t.equal(Reflect.get({}, 'colour'), undefined)
})

t.test('bodies that are deep, large or no plain JSON are refused, and the host answers on', async t => {
  const { call } = await start(t)
  const send = (body: string, headers: Record<string, string> = {}) =>
    call('POST', notes, body, { ...demo, ...headers })
  const malformed = { status: 400, body: { code: 'malformed_json' } }
  t.match(await send(`{"action":"add","text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), malformed)
  t.match(await send(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`), { status: 400 })
  t.match(await send('['.repeat(200_000)), malformed)
  t.match(await send(`{"action":"add","text":"${'x'.repeat(262_144)}"}`), {
    status: 413,
    body: { code: 'payload_too_large' }
  })
  for (const body of ['', 'null', '[]', '1', '{"action":NaN}', '{"action":"add",}', '{action:"add"}', '\u0000'])
    t.equal((await send(body)).status, 400, body)
  for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip'])
    t.match(await send('{}', { 'Content-Encoding': encoding }), {
      status: 415,
      body: { code: 'unsupported_media_type' }
    })
  for (const type of ['text/plain', 'application/json; charset=utf-16', 'application/json, text/plain', ''])
    t.equal((await send('{}', { 'Content-Type': type })).status, 415, type)
  const numbers = await send('{"action":"latest","limit":1e999}')
  t.match(numbers, isRefused)
  t.match(await send('{"action":"add","text":"seen","action":"latest"}'), { status: 200, body: { action: 'latest' } })
  t.strictSame((await send('{"action":"latest"}')).body.detail.notes, [])
})

t.test('a made-up action of 100,000 characters is neither logged nor repeated', async t => {
  const { call, lines } = await start(t)
  const action = 'planted'.repeat(15_000)
  const reply = await call('POST', notes, { action }, demo)
  t.match(reply, { status: 400, body: { code: 'unknown_action' } })
  t.ok(JSON.stringify(reply.body).length < 2_000)
  t.notMatch(lines.join('\n'), 'planted')
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'add ', 'ADD', 'add\u0000'])
    t.match(await call('POST', notes, { action: name, text: 'x' }, demo), { status: 400 }, name)
})

t.test('a dry run in any other spelling is refused, and saves nothing', async t => {
  const { call, adaKey, refused } = await attacked(t)
  const config = `${products}/connection/config`
  for (const query of [
    'dryRun=1',
    'dryRun=TRUE',
    'dryRun=true&dryRun=false',
    'dryRun',
    'dryrun=true',
    'dryRun[]=true',
    'dryRun=true%00'
  ])
    await refused(query, () => call('PUT', `${config}?${query}`, { enabled: false }, adaKey.headers), isRefused)
})

t.test('If-Match matches the stored revision alone, and never weakly', async t => {
  const { call, adaKey, refused } = await attacked(t)
  const config = `${products}/connection/config`
  for (const tag of ['W/"1"', '"0"', '"2"', '1', '"1', '""', 'W/"*"', '"*"', '"01"', '"1"x', "'1'"])
    await refused(tag, () => call('PUT', config, { enabled: false }, { ...adaKey.headers, 'If-Match': tag }), {
      status: 412,
      body: { code: 'revision_conflict' }
    })
})

t.test('an Idempotency-Key of another account gives nothing away and blocks nothing', async t => {
  const { call, adaKey, eveKey } = await attacked(t)
  const send = (who: typeof adaKey, key: string, text = 'her own') =>
    call('POST', notes, { action: 'add', text }, { ...who.headers, 'Idempotency-Key': key })
  const first = await send(adaKey, 'order-1')
  const other = await send(eveKey, 'order-1')
  t.equal(other.headers.get('idempotent-replayed'), null)
  t.not(other.body.detail.id, first.body.detail.id)
  for (const key of [' ', '"', 'a\tb', 'x'.repeat(256), '"a" "b"', '../order-1', `${'acc_'}/order-1`])
    t.notMatch((await send(eveKey, key)).body.detail?.id, first.body.detail.id, key)
  t.equal((await send(adaKey, 'order-1')).headers.get('idempotent-replayed'), 'true')
  t.match(await send(adaKey, 'order-1', 'another'), { status: 422, body: { code: 'idempotency_key_reused' } })
})

t.test('ids of jobs and keys of records with separators stay in their account and product', async t => {
  const { ada, eve, eveKey, call, stored, host } = await attacked(t)
  const isHers = (text: string) => text.includes(ada.id) && !text.includes(eve.id)
  const hers = async () =>
    (await stored()).filter(([key, text]) => isHers(key) || (isHers(text) && !key.includes(eve.id)))
  const before = await hers()
  for (const id of [
    `../${ada.id}/connection/one`,
    `${ada.id}/connection/one`,
    'a}:b',
    '{a}',
    'a:b:c',
    'host:{jobs}:due:0',
    '\u0001',
    '%2f',
    'due:0',
    '/'
  ])
    await call('POST', `${products}/connection/execute`, { action: 'plan', id, at: 0 }, eveKey.headers)
  await host.runDueJobs()
  t.strictSame(await hers(), before)
  for (const query of [
    `prefix=../${ada.id}`,
    `after=${ada.id}`,
    'prefix=%7D:',
    'after=%00',
    `after=data:%7B${ada.id}/notes%7D:`
  ]) {
    const { body } = await eve('GET', `/data/notes?${query}`)
    t.notMatch(JSON.stringify(body), 'the note of ada', query)
  }
  const { next } = (await ada('GET', '/data/notes?limit=1')).body
  t.notMatch(
    JSON.stringify((await eve('GET', `/data/notes?after=${encodeURIComponent(next ?? 'x')}`)).body),
    'note of ada'
  )
})

t.test('an id that no store takes is an id that nobody has', async t => {
  const { eve, refused, lines } = await attacked(t)
  const none = { status: 404, body: { code: 'not_found' } }
  for (const id of ['%00', 'a'.repeat(3_000), '%F0%9F%98%80', '..%2f..', 'a%2Fb', 'constructor', '__proto__', 'x:y']) {
    await refused(`PATCH ${id}`, () => eve('PATCH', `/keys/${id}`, { name: 'x' }), none)
    await refused(`rotate ${id}`, () => eve('POST', `/keys/${id}/rotate`, {}), none)
    await refused(`revoke ${id}`, () => eve('DELETE', `/keys/${id}`), none)
    await refused(`sign out ${id}`, () => eve('DELETE', `/sessions/${id}`), none)
    for (const path of ['/keys', '/accounts/me/events', '/data/notes'])
      t.equal((await eve('GET', `${path}?after=${id}`)).status, 200, `${path} after ${id}`)
  }
  t.notMatch(lines.join('\n'), '"internal_error"')
})

t.test('a query parameter is sent once, and one that is not known is refused', async t => {
  const { eve, refused } = await attacked(t)
  for (const path of ['/keys', '/accounts/me/events', '/data/notes'])
    for (const query of [
      'limit=1&limit=500',
      'limit=1&account=ada',
      'limit=0x10',
      'limit=1e2',
      'limit=',
      'limit=-1',
      'limit=99999'
    ])
      await refused(`${path}?${query}`, () => eve('GET', `${path}?${query}`), isRefused)
})

t.test('a slug in another encoding or spelling is no way around a check', async t => {
  const { call, ada, adaKey, keyOf, refused, host } = await attacked(t)
  const { headers } = await keyOf(ada, ['connection:execute'])
  for (const slug of [
    'n%6Ftes',
    'notes%20',
    'Notes',
    'NOTES',
    'notes%00',
    'notes%2F',
    'n\u00f6tes',
    '%6eotes',
    'notes.',
    '..%2fnotes',
    'notes;x'
  ])
    await refused(slug, () => call('POST', `${products}/${slug}/execute`, { action: 'add', text: 'x' }, headers), {
      status: slug === 'n%6Ftes' || slug === '%6eotes' ? 403 : 404
    })
  const raw = async (target: string) => {
    const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`
    return sendRaw(host.port, `${head}Authorization: ${headers.Authorization}\r\nContent-Length: 2\r\n\r\n{}`)
  }
  for (const target of [
    `${products}/connection/../notes/execute`,
    `${products}//notes/execute`,
    `${products}/notes/./execute`,
    `${products}\\notes\\execute`
  ])
    t.strictSame(statusesOf(await raw(target)), [404], target)
  for (const target of [notes.toUpperCase(), `${notes}/`, `${notes}?x`, `http://evil.example${notes}`])
    t.notMatch(await raw(target), '"ok":true', target)
  t.match(await call('POST', `${products}/%/execute`, {}, adaKey.headers), { status: 404 })
})

t.test('an address of another form is an answer like any other, never a failure of the host', async t => {
  const { host, ada, adaKey, lines } = await attacked(t)
  const head = `Host: localhost\r\nConnection: close\r\nCookie: ${ada.cookie()}\r\nAuthorization: ${adaKey.headers.Authorization}`
  for (const origin of [
    'http://@',
    'http://a:99999',
    'http://',
    'http://%zz',
    'http://[',
    'http://evil.example',
    '//evil.example',
    '/\\evil'
  ])
    for (const path of [
      `${products}/usage`,
      `${dashboard}/keys`,
      `${dashboard}/accounts/me/events`,
      `${dashboard}/data/notes`
    ]) {
      const received = await sendRaw(host.port, `GET ${origin}${path} HTTP/1.1\r\n${head}\r\n\r\n`)
      t.ok(
        statusesOf(received).every(status => status < 500),
        origin + path
      )
    }
  t.notMatch(lines.join('\n'), '"internal_error"')
})

t.test('HEAD, OPTIONS, TRACE and a method in a header write nothing', async t => {
  const { call, ada, adaKey, refused, stored, host } = await attacked(t)
  const before = await stored()
  const config = `${products}/connection/config`
  for (const method of ['HEAD', 'OPTIONS'])
    for (const path of [notes, config, `${products}/keys/self/revoke`])
      await call(method, path, undefined, adaKey.headers)
  for (const path of ['/accounts/me', '/keys', '/sessions', `/keys/${adaKey.id}`]) {
    await ada('HEAD', path)
    await ada('OPTIONS', path)
  }
  t.strictSame(await stored(), before)
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
    for (const path of [config, `${config}?_method=PUT`]) {
      t.match(await call('GET', config, undefined, { ...adaKey.headers, [name]: 'PUT' }), { status: 200 })
      await refused(
        `${name} ${path}`,
        () => call('POST', path, { enabled: false }, { ...adaKey.headers, [name]: 'PUT' }),
        { status: 405 }
      )
    }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND'])
    await refused(method, () => call(method, notes, { action: 'add', text: 'x' }, adaKey.headers), { status: 405 })
  const trace = await sendRaw(
    host.port,
    `TRACE ${notes} HTTP/1.1\r\nHost: localhost\r\nX-Secret: echoed\r\nConnection: close\r\n\r\n`
  )
  t.strictSame(statusesOf(trace), [405])
  t.notMatch(trace, 'echoed')
  t.strictSame(await stored(), before)
})

t.test('headers as long as they may be cost no more than an answer', async t => {
  const { url } = await start(t)
  const long = (part: string) => part.repeat(Math.floor(14_000 / part.length))
  for (const [name, value] of [
    ['Accept', long('a/b;q=0.1,')],
    ['Accept', long(',')],
    ['Accept-Encoding', long('gzip;q=0,')],
    ['If-None-Match', long('W/"x",')],
    ['If-None-Match', long(',')],
    ['Cookie', long('a=b;')],
    ['Cookie', long('session=')],
    ['Prefer', long('wait=1,')],
    ['Range', `bytes=${long('0-0,')}`],
    ['Authorization', `Bearer ${long(' ')}`],
    ['Authorization', long('Bearer ')],
    ['Content-Type', `application/${long('a+')}json`],
    ['Idempotency-Key', `"${long('\\"')}`],
    ['traceparent', long('0')],
    ['Forwarded-By', long('x')],
    ['User-Agent', long('Safari Chrome ')]
  ] as const)
    for (const path of ['/', `${products}`, `${dashboard}/accounts/me`, '/openapi.json']) {
      const begun = performance.now()
      const response = await fetch(url + path, { headers: { Connection: 'close', [name]: value } })
      await response.arrayBuffer()
      t.ok(response.status < 500, `${name} ${path}`)
      t.ok(performance.now() - begun < 5_000, `${name} ${path} in time`)
    }
})

t.test(
  'every answer forbids frames, other scripts and guessed types, and shows nothing of the host’s inside',
  async t => {
    const { call } = await start(t, { environment: production })
    for (const [method, path] of [
      ['GET', '/livez'],
      ['GET', '/nothing'],
      ['POST', notes],
      ['GET', `${dashboard}/site`],
      ['PUT', '/livez']
    ] as const) {
      const { headers, body } = await call(method, path)
      t.match(headers.get('content-security-policy'), /frame-ancestors 'none'/)
      t.match(headers.get('content-security-policy'), /default-src 'none'/)
      t.equal(headers.get('x-content-type-options'), 'nosniff')
      t.match(headers.get('strict-transport-security'), /max-age=\d+/)
      t.equal(headers.get('x-powered-by'), null)
      t.equal(headers.get('server'), null)
      t.notMatch(JSON.stringify(body), /node_modules|\.js:\d|at \w+ \(/)
    }
  }
)

t.test('in production /metrics is for nobody who came through a proxy, whatever the address says', async t => {
  const { call } = await start(t, { environment: { ...production, TRUST_PROXY: '1' } })
  const missing = { status: 401, body: { code: 'missing_key' } }
  t.match(await call('GET', '/metrics'), missing)
  t.match(await call('GET', '/metrics', undefined, { 'X-Forwarded-For': '127.0.0.1' }), missing)
  t.match(await call('GET', '/metrics', undefined, { Authorization: `Bearer ${demoKey}` }), missing)
  const direct = await start(t, { environment: production })
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'])
    t.match(await direct.call('GET', '/metrics', undefined, { [name]: '127.0.0.1' }), missing)
})

t.test('a host that would be open to its network does not start', async t => {
  for (const [name, value] of [
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['PUBLIC_URL', 'http://products.example'],
    ['DEMO_MODE', 'local']
  ] as const)
    await t.rejects(
      start(t, { environment: { ...production, [name]: value } }),
      { name: 'SettingsError' },
      `${name}=${value}`
    )
})

const fetcher = {
  '@test/fetcher': `
    import { defineAction, defineProduct, EGRESS, Type } from '@product-host/sdk'
    const get = defineAction({
      title: 'Get', description: 'Gets an address.', effect: 'external', detail: Type.Object({ code: Type.String() }), metrics: Type.Object({}),
      input: Type.Object({ url: Type.String(), ports: Type.Array(Type.Integer(), { default: [] }) }),
      examples: [{ title: 'One', input: { url: 'https://a.example/' } }], needs: { egress: EGRESS }, timeoutMs: 5000,
      async run({ url, ports }, { egress }) {
        const code = await egress.request(url, { ports, maxRedirects: 5 }).then(() => 'reached', error => error.code ?? 'unknown')
        return { summary: 'Asked.', metrics: {}, detail: { code } }
      }
    })
    export default defineProduct({ slug: 'fetcher', title: 'Fetcher', description: 'Asks.', version: '1.0.0', contract: 1, actions: { get } })`
}

t.test(
  'no spelling of an address leads a product into a private network, and no request opens a port there',
  async t => {
    const reached: string[] = []
    const server = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    const { port } = server.address() as AddressInfo
    const get = async (call: Awaited<ReturnType<typeof start>>['call'], url: string, ports: readonly number[] = []) =>
      (await call('POST', `${products}/fetcher/execute`, { action: 'get', url, ports }, demo)).body.detail.code
    const { call } = await start(t, {
      plugins: fetcher,
      deployment: { egress: { ports: [port], requestPorts: [port] } }
    })
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '0',
      '0.0.0.0',
      '[::]',
      '127.0.0.1.',
      '%31%32%37.0.0.1',
      '\uff11\uff12\uff17.0.0.1',
      '169.254.169.254',
      '[fe80::1]',
      '[fc00::1]',
      '[64:ff9b::7f00:1]',
      '10.0.0.1'
    ])
      t.not(await get(call, `http://${host}:${port}/`, [port]), 'reached', host)
    for (const url of [
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:text/plain,x',
      'http://user:pass@127.0.0.1/',
      'javascript:1',
      `http://127.0.0.1\\@a.example:${port}/`
    ])
      t.not(await get(call, url), 'reached', url)
    const open = { egress: { allow: [{ network: '127.0.0.0/8', ports: [1] }], requestPorts: [port] } }
    const served = await start(t, { plugins: fetcher, deployment: open })
    t.equal(await get(served.call, `http://127.0.0.1:${port}/`, [port]), 'blocked_port')
    t.strictSame(reached, [])
  }
)

t.test('a secret setting is shown nowhere, not even where a product stored it in a key', async t => {
  const { ada, stored, backend, adaKey, call } = await attacked(t)
  const secret = 'a secret that nobody sees'
  const settings = { 'alert.url': 'https://a.example/', 'alert.key': secret }
  t.equal((await ada('PUT', '/products/connection/config', { settings })).status, 200)
  t.notMatch(JSON.stringify(await stored()), secret, 'nor in the store')
  const store = await Store.open(backend)
  await store.corner(ada.id, 'notes').set(`of:${secret}`, { [secret]: secret })
  for (const path of [
    '/data/notes',
    '/data/notes?limit=1',
    '/products/connection/config',
    '/products/connection/config/revisions'
  ])
    t.notMatch(JSON.stringify((await ada('GET', path)).body), secret, path)
  const elsewhere = { 'alert.url': 'https://evil.example/', 'alert.key': '********' }
  t.match(await call('PUT', `${products}/connection/config`, { settings: elsewhere }, adaKey.headers), {
    status: 400,
    body: { code: 'invalid_config', errors: [{ code: 'secret_needed' }] }
  })
})
