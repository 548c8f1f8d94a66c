import t from 'tap'
import { attacked, dashboard, likeness, notes, plugins, production, products, sendRaw, statusesOf } from './attacker.js'
import { mailServer } from './mail-server.js'
import { checkOut, password, person, signedUp } from './person.js'
import { hostWithFactor, hostWithMail, minute } from './second-factor.js'
import { start } from './start.js'

const email = 'ada@example.org'
const isRefused = { status: 400, body: { code: 'invalid_input' } }

t.test('requests at once do not make more than 500 keys', async t => {
  const { eve, keys } = await attacked(t)
  for (let count = 1; count < 498; count++) await keys.create(eve.id, 'a key')
  const made = await Promise.all(Array.from({ length: 10 }, () => eve('POST', '/keys', { name: 'one more' })))
  t.strictSame(made.map(({ status }) => status).sort(), [201, 201, ...new Array(8).fill(409)])
  t.equal((await eve('GET', '/keys')).body.keys.length, 500)
})

t.test('wrong passwords from one network lock nobody out of another', async t => {
  const { call } = await start(t, { environment: { ...production, TRUST_PROXY: '1' } })
  await signedUp(call)
  const signIn = (tried: string, from: string) =>
    call('POST', `${dashboard}/sessions`, { email, password: tried }, { 'X-Forwarded-For': from })
  for (let count = 0; count < 10; count++) t.equal((await signIn('a wrong one', '192.0.2.1')).status, 401)
  t.equal((await signIn(password, '192.0.2.1')).status, 429)
  t.equal((await signIn(password, '192.0.2.2')).status, 201)
})

t.test('without a trusted proxy, no header changes the address that tries are counted for', async t => {
  const { call } = await start(t, { environment: production })
  await signedUp(call)
  const guess = (count: number) => {
    const from = `198.51.100.${count}`
    const claimed = { 'X-Forwarded-For': from, 'X-Real-IP': from, Forwarded: `for=${from}`, 'CF-Connecting-IP': from }
    return call('POST', `${dashboard}/sessions`, { email, password: 'a wrong one' }, claimed)
  }
  for (let count = 0; count < 10; count++) t.equal((await guess(count)).status, 401)
  t.match(await guess(10), { status: 429, body: { code: 'rate_limited' } })
})

t.test('one address has four places in the password queue, and takes no place of another', async t => {
  const { call } = await start(t, { environment: { ...production, TRUST_PROXY: '1' } })
  await signedUp(call)
  const signIn = (from: string, tried: string, who = email) =>
    call('POST', `${dashboard}/sessions`, { email: who, password: tried }, { 'X-Forwarded-For': from })
  const many = Array.from({ length: 9 }, (_, index) => signIn('192.0.2.1', 'a wrong one', `${index}@example.org`))
  const other = signIn('192.0.2.2', password)
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  t.ok(statuses.includes(429), 'the address is refused beyond its places')
  t.ok(statuses.every(status => status === 401 || status === 429))
  t.equal((await other).status, 201)
})

t.test('requests of one session are limited, and so are cookies that are made up', async t => {
  const { ada, call } = await attacked(t)
  const statuses = new Set<number>()
  for (let count = 0; count < 125; count++) statuses.add((await ada('PATCH', '/keys/key_none', { name: 'x' })).status)
  t.strictSame([...statuses], [404, 429])
  statuses.clear()
  const forged = (count: number) => ({ Cookie: `session=${String(count).padStart(43, 'a')}` })
  for (let count = 0; count < 62; count++)
    statuses.add((await call('GET', `${dashboard}/accounts/me`, undefined, forged(count))).status)
  t.strictSame([...statuses], [401, 429])
})

t.test('where mail is sent, neither a sign-up nor a reset tells whether an address has an account', async t => {
  const { call } = await hostWithMail(t)
  for (const path of ['/accounts', '/password-resets']) {
    const send = (who: string) =>
      call('POST', dashboard + path, { email: who, ...(path === '/accounts' && { password: 'nine purple elephants' }) })
    const [known, unknown] = [await send(email), await send('nobody@example.org')]
    t.equal(known.status, 202)
    t.strictSame(likeness(known), likeness(unknown), path)
  }
})

t.test('a confirmation by another session, or with another account’s password, confirms nothing', async t => {
  const { ada, eve, call, clock, refused } = await attacked(t)
  const elsewhere = person(call)
  t.equal((await elsewhere('POST', '/sessions', { email, password })).status, 201)
  clock.advance(15 * minute)
  const confirm = (one: typeof eve) => one('POST', '/sessions/current/confirmation', { password })
  t.equal((await confirm(eve)).status, 204)
  t.equal((await confirm(Object.assign(elsewhere, { id: '' }))).status, 204)
  const recent = { status: 403, body: { code: 'recent_sign_in_required' } }
  await ada('GET', '/accounts/me')
  await refused('her other session', () => ada('POST', '/keys', { name: 'mine' }), recent)
})

t.test('a code of the second factor is accepted once, also when it is sent twice at once', async t => {
  const { signIn, codeOf, secret } = await hostWithFactor(t)
  const code = codeOf(secret)
  const both = await Promise.all([signIn({ code }), signIn({ code })])
  t.strictSame(both.map(({ status }) => status).sort(), [201, 401])
  t.match(await signIn({ code }), { status: 401, body: { code: 'invalid_code' } })
})

t.test('codes cannot be guessed: five tries, however they are spelt', async t => {
  const { signIn, codeOf, secret } = await hostWithFactor(t)
  for (const code of ['000000', '００００００', '0000000', '00000', 'null'])
    t.match(await signIn({ code }), { status: 401, body: { code: 'invalid_code' } })
  t.match(await signIn({ code: codeOf(secret) }), { status: 429, body: { code: 'rate_limited' } })
  for (const code of [null, 0, [], {}, true]) t.match(await signIn({ code }), isRefused)
  for (const code of ['', ' ', undefined]) t.match(await signIn({ code }), { status: 401 })
})

t.test(
  'who has the password but neither the factor nor the mail does not get in before the owner can cancel',
  async t => {
    const mail = await hostWithMail(t)
    const { ada, clock, codeOf, signIn, call } = mail
    const { secret } = (await ada('POST', '/accounts/me/second-factor')).body
    t.equal((await ada('POST', '/accounts/me/second-factor/confirm', { code: codeOf(secret) })).status, 200)
    const recover = (tried: string) => call('POST', `${dashboard}/second-factor-recoveries`, { email, password: tried })
    t.match(await recover('a wrong one'), { status: 401, body: { code: 'invalid_credentials' } })
    t.equal((await recover(password)).status, 202)
    clock.advance(71 * 60 * minute)
    await mail.newest()
    t.match(await signIn(), { status: 401, body: { code: 'second_factor_required' } })
    const texts = mail.arrived.map(({ text }) => text).join('\n')
    const [, token] = /cancel-removal#token=(\S+)/.exec(texts) ?? []
    t.equal((await call('DELETE', `${dashboard}/second-factor-recoveries/${token}`)).status, 204)
    clock.advance(2 * 60 * minute)
    await mail.newest()
    t.match(await signIn(), { status: 401, body: { code: 'second_factor_required' } })
  }
)

t.test('sign-ups flood no mailbox, in whatever spelling of its address', async t => {
  const mail = await mailServer(t)
  const { call, host } = await start(t, { environment: mail.environment })
  for (const who of ['ada@gmail.com', 'a.da@gmail.com', 'ADA@gmail.com', 'ada+1@gmail.com', 'a.d.a+2@googlemail.com'])
    t.equal((await call('POST', `${dashboard}/accounts`, { email: who, password })).status, 202)
  await host.runDueJobs()
  t.equal(mail.arrived.length, 3)
})

t.test('an e-mail address carries no header, no second recipient and no other form of a letter', async t => {
  const mail = await mailServer(t)
  const { call, host } = await start(t, { environment: mail.environment })
  for (const who of [
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org,eve@example.org',
    '"ada eve"@example.org',
    '<ada@example.org>',
    'ada@example.org>',
    'ad\u0430@example.org',
    'ad\u017fa@example.org',
    'ada@ex\u00e4mple.org',
    'ada@[127.0.0.1]',
    'ada@localhost\u0000.example.org'
  ])
    t.match(await call('POST', `${dashboard}/accounts`, { email: who, password }), isRefused, JSON.stringify(who))
  t.equal((await call('POST', `${dashboard}/accounts`, { email: 'K\u212a@example.org', password })).status, 202)
  await host.runDueJobs()
  t.strictSame(
    mail.arrived.map(({ to }) => to),
    ['KK@example.org'],
    'what Unicode has as the same letter is sent to that letter'
  )
})

t.test('an e-mail about security holds no text of whoever caused it', async t => {
  const { ada, arrived, newest, call } = await hostWithMail(t)
  const { key } = (await ada('POST', '/keys', { name: 'Go to https://evil.example now' })).body
  for (const [index, agent] of [
    'Your account is closed: https://evil.example',
    'evil.example/login',
    'https://evil.example',
    'a\tb <b>html</b>'
  ].entries()) {
    const { body } = await ada('POST', '/keys', { name: `https://evil.example ${index}` })
    const headers = { Authorization: `Bearer ${index === 0 ? key : body.key}`, 'User-Agent': agent }
    t.equal((await call('POST', `${products}/keys/self/revoke`, undefined, headers)).status, 200)
  }
  await newest()
  const texts = arrived.map(({ text, subject }) => subject + text).join('\n')
  t.match(texts, 'API key revoked')
  t.notMatch(texts, /evil|closed|html/)
})

t.test('a Host header leads no link of an e-mail elsewhere', async t => {
  const { arrived, newest, host } = await hostWithMail(t)
  const body = JSON.stringify({ email })
  const send = (name: string) =>
    sendRaw(
      host.port,
      `POST ${dashboard}/password-resets HTTP/1.1\r\nHost: localhost\r\n${name}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
  t.match(await send(''), /HTTP\/1\.1 202/)
  for (const name of ['X-Forwarded-Host: evil.example\r\n', 'Forwarded: host=evil.example\r\n'])
    t.match(await send(name), /HTTP\/1\.1 421/)
  t.match(await send('X-Host: evil.example\r\n'), /HTTP\/1\.1 202/)
  await newest()
  t.match(arrived.at(-1)?.text, '#token=')
  t.notMatch(JSON.stringify(arrived), 'evil')
})

t.test('a link to a new password works once, also when it is opened twice at once', async t => {
  const { call, newest } = await hostWithMail(t)
  await call('POST', `${dashboard}/password-resets`, { email })
  const [, token] = /#token=(\S+)/.exec((await newest())?.text ?? '') ?? []
  const reset = (next: string) => call('PUT', `${dashboard}/password-resets/${token}`, { password: next })
  const both = await Promise.all([reset('nine purple elephants'), reset('four orange elephants')])
  t.strictSame(both.map(({ status }) => status).sort(), [204, 404])
  t.match(await reset('two yellow elephants'), { status: 404, body: { code: 'invalid_link' } })
})

t.test('a sign-up that is pending makes no account of an address that was erased meanwhile', async t => {
  const { call, ada, newest } = await hostWithMail(t)
  await call('POST', `${dashboard}/password-resets`, { email })
  const [, token] = /#token=(\S+)/.exec((await newest())?.text ?? '') ?? []
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.match(await call('PUT', `${dashboard}/password-resets/${token}`, { password: 'nine purple elephants' }), {
    status: 404,
    body: { code: 'invalid_link' }
  })
})

t.test(
  'who erases an account and signs up again gets no second trial, in whatever spelling of the address',
  async t => {
    const host = await start(t, { plugins, deployment: { billing: 'stripe' } })
    const ada = await signedUp(host.call)
    t.equal((await checkOut(host, ada, 'trial')).status, 303)
    t.equal((await ada('DELETE', '/accounts/me')).status, 204)
    for (const again of [email, 'ADA@EXAMPLE.ORG', 'ada+again@example.org']) {
      const one = await signedUp(host.call, again)
      t.match((await one('GET', '/billing')).body, { status: 'expired' }, again)
      t.match((await checkOut(host, one, 'trial')).status, 400, 'the plan goes on with a card alone')
      t.equal((await one('DELETE', '/accounts/me')).status, 204)
    }
  }
)

t.test('requests that never end take no slot from another account', async t => {
  const { call, adaKey, eveKey, host } = await attacked(t, { deployment: { rate: { atOnce: 2 } } })
  const head = `POST ${notes} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n`
  const slow = Array.from({ length: 4 }, () =>
    sendRaw(host.port, `${head}Authorization: ${eveKey.headers.Authorization}\r\n\r\n{`)
  )
  for (let count = 0; count < 5; count++)
    t.equal((await call('POST', notes, { action: 'latest' }, adaKey.headers)).status, 200)
  t.strictSame((await Promise.all(slow)).flatMap(statusesOf), [429, 429])
  t.equal((await call('POST', notes, { action: 'latest' }, eveKey.headers)).status, 200, 'the slots come back')
})
