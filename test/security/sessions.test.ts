import { Worker } from 'node:worker_threads'
import t from 'tap'
import { minute } from '../fixtures/account-hosts.js'
import { password, person, signedUp } from '../fixtures/dashboard-client.js'
import { start } from '../fixtures/start-host.js'
import { attacked, dashboard, likeness, production, sendRaw, statusesOf } from './attacker.js'

const email = 'ada@example.org'

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
