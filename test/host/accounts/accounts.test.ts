import { makeClock } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { Passwords } from '../../../host/dist/accounts/passwords/passwords.js'
import { realClock } from '../../../host/dist/base/clock.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, person, signedUp } from '../../fixtures/dashboard-client.js'
import {
  connectionPlugin,
  type HostOptions,
  memoryStore,
  movableClock,
  notesPlugin,
  start
} from '../../fixtures/start-host.js'
import { billed } from '../billing/stripe/stripe-host.js'

const email = 'ada@example.org'
const plugins = { ...connectionPlugin, ...notesPlugin }

/** A host whose clock stands still until the test moves it, and what lies in its store. */
async function hostAt(t: Test, now = '2026-01-01T00:00:00Z', options: Pick<HostOptions, 'hasOwnPasswords'> = {}) {
  const time = { now: Date.parse(now) }
  const backend = memoryBackend(() => time.now)
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(backend)
  const started = await start(t, { plugins, store, clock, ...options })
  const kept = async () => JSON.stringify(await backend.list('', { limit: 10_000, reverse: false }))
  return { ...started, store, time, kept }
}

t.test('signing up makes an account and a session, and keeps neither password nor token', async t => {
  const { call, kept, lines } = await hostAt(t, '2026-01-01T00:00:00Z', { hasOwnPasswords: true })
  const ada = person(call)
  const reply = await ada('POST', '/accounts', { email: 'Ada@Example.org', password })
  t.match(reply, {
    status: 201,
    body: {
      id: /^acc_[0-9A-Z]{26}$/,
      email: 'Ada@Example.org',
      emailVerified: false,
      createdAt: '2026-01-01T00:00:00.000Z'
    }
  })
  t.match(reply.headers.getSetCookie(), [
    /^known-device-\d+=[A-Za-z0-9_-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    /^session-\d+=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/
  ])
  t.match(await ada('GET', '/accounts/me'), { status: 200, body: { id: reply.body.id, email: 'Ada@Example.org' } })
  const everything = (await kept()) + lines.join()
  t.match(everything, '$argon2id$v=19$m=19456,t=2,p=1$')
  t.notMatch(everything, password)
  t.notMatch(everything, ada.cookie().split('=')[1] ?? '')
})

t.test('two hosts on two ports of one machine do not sign each other’s people out', async t => {
  const [one, other] = [await start(t), await start(t)]
  const cookies = new Map<string, string>()
  // A browser stores the cookies of one host name, whatever the port.
  const visit = async ({ call }: typeof one, method: string, path: string, body?: unknown) => {
    const reply = await call(method, `/dashboard/api${path}`, body, { Cookie: [...cookies.values()].join('; ') })
    for (const set of reply.headers.getSetCookie()) cookies.set(set.split('=', 1)[0] ?? '', set.split(';', 1)[0] ?? '')
    return reply.status
  }
  for (const host of [one, other]) t.equal(await visit(host, 'POST', '/accounts', { email, password }), 201)
  for (const host of [one, other]) t.equal(await visit(host, 'GET', '/accounts/me'), 200)
  t.equal(await visit(other, 'DELETE', '/sessions/current'), 204)
  t.equal(await visit(one, 'GET', '/accounts/me'), 200)

  const former = [...cookies.values()].find(cookie => cookie.startsWith(`session-${one.host.port}=`))
  const Cookie = `session=${former?.split('=')[1]}`
  const shown = await one.call('GET', '/dashboard/api/accounts/me', undefined, { Cookie })
  t.equal(shown.status, 200, 'a cookie from before names had a port is good until it ends')
})

t.test('on https the cookie is bound to the host', async t => {
  const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64')
  const environment = { NODE_ENV: 'production', DEMO_MODE: '', PUBLIC_URL: 'https://products.example', ENCRYPTION_KEYS }
  const { call } = await start(t, { environment })
  const ada = person(call)
  const reply = await ada('POST', '/accounts', { email, password })
  t.match(reply.headers.getSetCookie(), [
    /^__Host-known-device=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    /^__Host-session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/
  ])
  t.equal((await ada('GET', '/accounts/me')).status, 200)
})

t.test('an address has one account, however it is written and however many ask at once', async t => {
  const { call } = await hostAt(t)
  const replies = await Promise.all(
    [email, email, 'ADA@example.org', 'Ada@EXAMPLE.ORG'].map(each =>
      person(call)('POST', '/accounts', { email: each, password })
    )
  )
  t.strictSame(replies.map(({ status }) => status).sort(), [201, 409, 409, 409])
  t.match(replies.find(({ status }) => status === 409)?.body, { code: 'email_taken' })
})

t.test('what cannot be an address or a password is refused with its place', async t => {
  const { call } = await hostAt(t)
  for (const [body, fault] of [
    [
      { email: 'ada', password },
      { pointer: '#/email', code: 'format' }
    ],
    [{ email }, { pointer: '#/password', code: 'required' }],
    [
      { email, password: 1234567890 },
      { pointer: '#/password', code: 'type' }
    ],
    [
      { email, password: 'short' },
      { pointer: '#/password', code: 'length' }
    ],
    [
      { email, password: 'x'.repeat(300) },
      { pointer: '#/password', code: 'length' }
    ],
    [
      { email, password: 'Password1' },
      { pointer: '#/password', code: 'too_common' }
    ],
    [
      { email, password: '12345678' },
      { pointer: '#/password', code: 'too_common' }
    ],
    [
      { email, password: 'aaaaaaaaaaaa' },
      { pointer: '#/password', code: 'too_common' }
    ],
    [
      { email, password: 'poiuytrewq' },
      { pointer: '#/password', code: 'too_common' }
    ],
    [
      { email: 'adalovelace@example.org', password: 'AdaLovelace1' },
      { pointer: '#/password', code: 'too_common' }
    ]
  ] as const) {
    const reply = await person(call)('POST', '/accounts', body)
    t.match(reply, { status: 400, body: { code: 'invalid_input', errors: [fault] } })
  }
  t.equal((await person(call)('POST', '/accounts', { email, password: '海辺のカフカを読む' })).status, 201)
})

t.test('signing in rotates the session; wrong passwords and unknown addresses are told apart by nothing', async t => {
  const { call } = await hostAt(t)
  const ada = await signedUp(call)
  const first = ada.cookie()
  t.match(await ada('POST', '/sessions', { email: 'ADA@example.org', password }), { status: 201, body: { email } })
  t.not(ada.cookie(), first)
  t.equal((await call('GET', '/dashboard/api/accounts/me', undefined, { Cookie: first })).status, 401)
  const told = async (body: object) => {
    const { status, body: problem } = await person(call)('POST', '/sessions', body)
    return { status, ...problem, requestId: '', instance: '' }
  }
  const wrong = await told({ email, password: 'eight green elephants' })
  t.match(wrong, { status: 401, code: 'invalid_credentials' })
  t.strictSame(await told({ email: 'nobody@example.org', password }), wrong)
})

t.test('an account whose password would be refused today signs in as before', async t => {
  const store = await memoryStore()
  const { call } = await start(t, { store })
  const passwords = new Passwords()
  t.teardown(() => passwords.dispose())
  const hash = await passwords.hash('Passw0rd!')
  await new Accounts(store, realClock()).create({ email, password: hash, isVerified: true })
  t.equal((await person(call)('POST', '/sessions', { email, password: 'Passw0rd!' })).status, 201)
})

t.test('without a session nothing is shown', async t => {
  const { call } = await hostAt(t)
  const reply = await person(call)('GET', '/accounts/me')
  t.match(reply, { status: 401, body: { code: 'session_required' } })
  t.match(reply.headers.get('www-authenticate'), /^Cookie cookie-name="session-\d+"$/)
  const forged = { Cookie: `session=${'a'.repeat(43)}` }
  t.equal((await call('GET', '/dashboard/api/accounts/me', undefined, forged)).status, 401)
})

t.test('sessions are listed, ended one by one, and everywhere at once', async t => {
  const { call } = await hostAt(t)
  const here = await signedUp(call)
  const there = person(call)
  await there('POST', '/sessions', { email, password }, { 'User-Agent': 'another browser' })
  const { sessions } = (await here('GET', '/sessions')).body
  t.match(sessions, [{ isCurrent: true }, { isCurrent: false, userAgent: 'another browser' }])
  t.notMatch(JSON.stringify(sessions), /digest|token|account/)

  t.equal((await here('DELETE', `/sessions/${sessions[1].id}`)).status, 204)
  t.equal((await there('GET', '/accounts/me')).status, 401)
  t.match(await here('DELETE', `/sessions/${sessions[1].id}`), { status: 404, body: { code: 'not_found' } })

  await there('POST', '/sessions', { email, password })
  t.equal((await there('DELETE', '/sessions/current')).status, 204)
  t.equal(there.cookie(), '')
  t.equal((await there('GET', '/accounts/me')).status, 401)

  await there('POST', '/sessions', { email, password })
  t.equal((await here('DELETE', '/sessions')).status, 204)
  for (const browser of [here, there]) t.equal((await browser('GET', '/accounts/me')).status, 401)
})

t.test('a session ends after three idle days, and after thirty in any case', async t => {
  const { call, time } = await hostAt(t)
  const ada = await signedUp(call)
  const day = 24 * 60 * 60 * 1000
  time.now += 3 * day - 1
  t.equal((await ada('GET', '/accounts/me')).status, 200)
  t.match((await ada('GET', '/sessions')).body.sessions, [{ lastSeenAt: '2026-01-03T23:59:59.999Z' }])
  time.now += 3 * day
  t.equal((await ada('GET', '/accounts/me')).status, 401)

  await ada('POST', '/sessions', { email, password })
  for (let days = 2; days < 30; days += 2) {
    time.now += 2 * day
    t.equal((await ada('GET', '/accounts/me')).status, 200)
  }
  time.now += 2 * day
  t.equal((await ada('GET', '/accounts/me')).status, 401)
})

t.test('a page of another site may do nothing in somebody’s name', async t => {
  const { call, url } = await hostAt(t)
  const ada = await signedUp(call)
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: url },
    { Origin: 'https://evil.example' },
    { Origin: 'null' }
  ])
    t.match(await ada('DELETE', '/accounts/me', undefined, headers), {
      status: 403,
      body: { code: 'cross_site_request' }
    })
  t.equal((await ada('GET', '/accounts/me', undefined, { 'Sec-Fetch-Site': 'cross-site' })).status, 200)
  for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: url }, {}])
    t.equal((await ada('POST', '/sessions', { email, password }, headers)).status, 201)
})

t.test('guessing gets slow: ten tries an address, then one a minute', async t => {
  const { call, time } = await hostAt(t)
  await signedUp(call)
  const guess = (of: string, tried = 'a wrong password') =>
    person(call)('POST', '/sessions', { email: of, password: tried })
  for (const of of [email, 'nobody@example.org']) {
    for (let count = 0; count < 10; count++) t.equal((await guess(of)).status, 401)
    const refused = await guess(of)
    t.match(refused, { status: 429, body: { code: 'rate_limited', retryable: true } })
    t.equal(refused.headers.get('retry-after'), '60')
  }
  t.equal((await guess(email, password)).status, 429)
  time.now += 60_000
  t.equal((await guess(email, password)).status, 201)
  t.equal((await guess(email, password)).status, 201)
})

t.test('a password is changed by who knows it, and every other session ends', async t => {
  const { call } = await hostAt(t)
  const here = await signedUp(call)
  const there = person(call)
  await there('POST', '/sessions', { email, password })
  const next = 'nine purple whales'
  t.match(await here('PUT', '/accounts/me/password', { current: 'a wrong one', next }), {
    status: 401,
    body: { code: 'invalid_credentials' }
  })
  t.match(await here('PUT', '/accounts/me/password', { current: password, next: 'password' }), {
    status: 400,
    body: { errors: [{ pointer: '#/next', code: 'too_common' }] }
  })
  t.equal((await here('PUT', '/accounts/me/password', { current: password, next })).status, 204)
  t.equal((await here('GET', '/accounts/me')).status, 200)
  t.equal((await there('GET', '/accounts/me')).status, 401)
  t.equal((await there('POST', '/sessions', { email, password })).status, 401)
  t.equal((await there('POST', '/sessions', { email, password: next })).status, 201)
})

t.test('without mail a reset is the operator’s business', async t => {
  const { call } = await hostAt(t)
  t.match(await person(call)('POST', '/password-resets', { email }), {
    status: 501,
    body: { code: 'mail_not_configured' }
  })
})

t.test('an account is erased with all its data, and what still ran for it is erased after it', async t => {
  const { call, keys, kept, time, host } = await hostAt(t)
  const ada = await signedUp(call)
  const { key, record } = await keys.create(ada.id, 'a key')
  const bearer = { Authorization: `Bearer ${key}` }
  const run = (product: string, body: object) => call('POST', `/api/v1/products/${product}/execute`, body, bearer)
  await run('notes', { action: 'add', text: 'milk' })
  await run('connection', { action: 'plan', id: 'later', at: time.now + 60_000 })
  await run('connection', { action: 'plan', id: 'dead', at: time.now, fails: 1, code: 'broken' })
  await host.runDueJobs()
  await call('PUT', '/api/v1/products/connection/config', { settings: { colour: 'blue' } }, bearer)
  const grace = await signedUp(call, 'grace@example.org')
  const theirs = await keys.create(grace.id, 'a key')
  await call(
    'POST',
    '/api/v1/products/notes/execute',
    { action: 'add', text: 'tea' },
    {
      Authorization: `Bearer ${theirs.key}`
    }
  )

  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  const left = await kept()
  for (const trace of [email, record.keyId, 'milk', 'later', 'blue', 'broken']) t.notMatch(left, trace)
  t.match(left, 'tea')
  t.equal((await ada('POST', '/sessions', { email, password })).status, 401)
  t.match(await run('notes', { action: 'latest' }), { status: 401, body: { code: 'invalid_key' } })
  t.equal((await person(call)('POST', '/accounts', { email, password })).status, 201)

  time.now += 10 * 60_000
  await host.runDueJobs()
  t.notMatch(await kept(), ada.id)
})

t.test('whatever the host records under an account is erased with it, and nothing of another one', async t => {
  const { call, store, kept, keys, host, time } = await hostAt(t)
  const ada = await signedUp(call)
  const other = `${ada.id}X`
  const subjects = [
    'config',
    'usage',
    'idempotency',
    'open-calls',
    'operators',
    'billing',
    'security-events',
    'second-factor'
  ]
  for (const subject of [...subjects, 'session-ends', 'webhooks'])
    for (const owner of [ada.id, `${ada.id}/below`, other]) await store.own(`${subject}/${owner}`).set('record', {})
  await store.own('keys').set('code:one', { account: ada.id })
  const made = await keys.create(ada.id, 'a key')
  await keys.rotate(ada.id, made.record.keyId, 60_000)
  await keys.noteUse(made.record, 0)
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  const ofAda = new RegExp(`${ada.id}(?!X)`)
  const left = JSON.parse(await kept()).filter((entry: unknown) => ofAda.test(JSON.stringify(entry)))
  t.strictSame(
    left.map(({ key }: { key: string }) => /(erase|mail)/.test(JSON.stringify(key))),
    left.map(() => true),
    'what is left is to be done'
  )
  time.now += 10 * 60_000
  await host.runDueJobs()
  t.notMatch(await kept(), ofAda)
  for (const subject of [...subjects, 'session-ends', 'webhooks'])
    t.strictSame(await store.own(`${subject}/${other}`).get('record'), {}, subject)
})

t.test('what calls still write under an account while it is erased goes with the second erasure', async t => {
  const { call, store, kept, host, time } = await hostAt(t)
  const ada = await signedUp(call)
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  await store.own(`usage/${ada.id}`).set('record', {})
  await store.own('disabled-accounts').set(ada.id, { at: '2026-01-01T00:00:00.000Z', reason: '' })
  time.now += 10 * 60_000 - 1
  await host.runDueJobs()
  t.match(await kept(), ada.id)
  time.now += 1
  await host.runDueJobs()
  t.notMatch(await kept(), ada.id)
})

t.test('calls that were counted and not written yet are not written once their account is erased', async t => {
  const { call, kept, stop } = await hostAt(t)
  const ada = await signedUp(call)
  await ada('POST', '/products/notes/execute', { action: 'add', text: 'milk' })
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  await stop()
  t.notMatch(await kept(), `usage/${ada.id}`)
})

t.test('what a call still wrote after the erasure goes too', async t => {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const store = await Store.open(memoryBackend(() => time.now))
  const clock = makeClock(() => time.now, Math.random)
  const { call, host } = await start(t, { plugins, store, clock })
  const ada = await signedUp(call)
  await ada('DELETE', '/accounts/me')
  await store.namespace(ada.id, 'notes').set('note:late', { id: 'late', text: 'a late note' })
  time.now += 10 * 60_000
  await host.runDueJobs()
  t.strictSame(await store.namespace(ada.id, 'notes').list(''), [])
  t.equal(await new Accounts(store, clock).find(ada.id), undefined)
})

/** Accounts in a store of their own. */
async function directory() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  return { clock, accounts: new Accounts(await Store.open(memoryBackend(() => clock.now())), clock) }
}

t.test('an account changes its address; only a free one becomes its own, and the former one is free then', async t => {
  const { accounts, clock } = await directory()
  const create = (address: string) => accounts.create({ email: address, password: null, isVerified: true })
  const [ada, grace] = [await create(email), await create('grace@example.org')]
  if (!ada || !grace) throw new Error('An address is taken.')
  const change = (from: string, to: string, isVerified = true) => accounts.changeEmail(ada.id, { from, to, isVerified })
  clock.advance(1000)
  t.equal(await change(email, 'GRACE@example.org'), 'taken')
  t.equal(await change('former@example.org', 'ada@example.com'), 'gone')
  t.equal(await accounts.changeEmail('acc_none', { from: email, to: 'x@example.org', isVerified: true }), 'gone')
  t.strictSame(await accounts.find(ada.id), ada)

  t.equal(await change(email, 'Ada@Example.org'), 'changed')
  t.match(await accounts.findByEmail(email), { id: ada.id, email: 'Ada@Example.org' })
  t.equal(await change('Ada@Example.org', 'ada@example.com'), 'changed')
  t.equal(await accounts.findByEmail(email), undefined)
  t.strictSame(await accounts.findByEmail('ADA@example.com'), {
    ...ada,
    email: 'ada@example.com',
    verifiedAt: '2026-01-01T00:00:01.000Z'
  })
  t.ok(await create(email))
  t.equal(await change('ada@example.com', 'ada@example.net', false), 'changed')
  t.equal((await accounts.find(ada.id))?.verifiedAt, null)
})

t.test('a new password is dated, and verifies the address where it came by a link to it', async t => {
  const { accounts, clock } = await directory()
  const ada = await accounts.create({ email, password: 'a hash', isVerified: false })
  if (!ada) throw new Error('The address is taken.')
  t.match(ada, { createdAt: '2026-01-01T00:00:00.000Z', passwordChangedAt: ada.createdAt, verifiedAt: null })
  clock.advance(1000)
  await accounts.setPassword(ada.id, 'another hash')
  const changed = { ...ada, password: 'another hash', passwordChangedAt: '2026-01-01T00:00:01.000Z' }
  t.strictSame(await accounts.find(ada.id), changed)
  await accounts.setPassword(ada.id, 'another hash', true)
  t.strictSame(await accounts.find(ada.id), { ...changed, verifiedAt: '2026-01-01T00:00:01.000Z' })
  clock.advance(1000)
  await accounts.setPassword(ada.id, 'a third hash', true)
  t.match(await accounts.find(ada.id), { verifiedAt: '2026-01-01T00:00:01.000Z' })
  await accounts.setPassword('acc_none', 'a hash')
  t.equal(await accounts.find('acc_none'), undefined)
})

t.test('accounts are listed in the order of their creation; a removed one frees its address', async t => {
  const { accounts, clock } = await directory()
  const ids: string[] = []
  for (const address of ['z@example.org', 'a@example.org', 'm@example.org']) {
    clock.advance(1)
    const made = await accounts.create({ email: address, password: null, isVerified: true })
    ids.push(made?.id ?? '')
  }
  const all = async () => {
    const listed: string[] = []
    for await (const { value } of accounts.all()) listed.push(value.id)
    return listed
  }
  t.strictSame(await all(), ids)
  await accounts.remove(ids[1] ?? '')
  await accounts.remove(ids[1] ?? '')
  t.strictSame(await all(), [ids[0], ids[2]])
  t.equal(await accounts.findByEmail('a@example.org'), undefined)
  t.ok(await accounts.create({ email: 'a@example.org', password: null, isVerified: true }))
})

t.test('who erases the account is charged no more, and others are', async t => {
  const { stripe, customer, host } = await billed(t)
  const [ada, eve] = [await customer(email), await customer('eve@example.org')]
  t.equal((await ada.one('DELETE', '/accounts/me')).status, 204)
  await host.runDueJobs()
  t.strictSame([stripe.isGone(ada.id), stripe.isGone(eve.id)], [true, false])
})
