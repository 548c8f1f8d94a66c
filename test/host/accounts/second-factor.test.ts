import { generateSync } from 'otplib'
import t from 'tap'
import { DisabledAccounts } from '../../../host/dist/accounts/keys/check-key.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { rotateSecrets } from '../../../host/dist/config/secret-rotation.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { email, hostAt, hostWithFactor, hostWithMail, minute, turnOn } from '../../fixtures/account-hosts.js'
import { password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { movableClock, start } from '../../fixtures/start-host.js'

const factor = '/accounts/me/second-factor'

t.test('a factor is on once a code of its secret was sent, and its secrets are nowhere in the store', async t => {
  const { call, codeOf, stored, lines, clock } = await hostAt(t)
  const ada = await signedUp(call)
  t.match(await ada('GET', factor), { status: 200, body: { isActive: false, activeSince: null, recoveryCodesLeft: 0 } })
  const begun = await ada('POST', factor)
  t.match(begun, { status: 201, body: { secret: /^[A-Z2-7]{32}$/, expiresAt: '2026-01-01T01:00:00.000Z' } })
  const { secret, uri } = begun.body
  t.equal(uri, `otpauth://totp/Product%20Host:ada%40example.org?secret=${secret}&issuer=Product%20Host`)
  t.match(await ada('GET', factor), { body: { isActive: false } })
  t.match(await ada('POST', `${factor}/confirm`, { code: '12345' }), { status: 401, body: { code: 'invalid_code' } })
  const confirmed = await ada('POST', `${factor}/confirm`, { code: codeOf(secret) })
  t.equal(confirmed.status, 200)
  const { recoveryCodes } = confirmed.body
  t.equal(new Set(recoveryCodes).size, 10)
  for (const code of recoveryCodes) t.match(code, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  t.match(await ada('GET', factor), { body: { isActive: true, recoveryCodesLeft: 10, removedAt: null } })
  const everything = (await stored()) + lines.join()
  for (const hidden of [secret, ...recoveryCodes, recoveryCodes[0].replaceAll('-', '')])
    t.notOk(everything.includes(hidden))
  t.match(await ada('POST', factor), { status: 409, body: { code: 'second_factor_active' } })
  clock.advance(minute)
})

t.test('a secret that is not confirmed within an hour cannot be confirmed', async t => {
  const { call, codeOf, clock } = await hostAt(t)
  const ada = await signedUp(call)
  const refused = { status: 409, body: { code: 'second_factor_inactive' } }
  t.match(await ada('POST', `${factor}/confirm`, { code: '123456' }), refused)
  const { secret } = (await ada('POST', factor)).body
  clock.advance(60 * minute)
  await ada('POST', '/sessions/current/confirmation', { password })
  t.match(await ada('POST', `${factor}/confirm`, { code: codeOf(secret) }), refused)
})

t.test('a sign-in needs the code, which is asked for only when the password is right', async t => {
  const { signIn, codeOf, secret, call } = await hostWithFactor(t)
  t.match(await signIn({ password: 'not the right one' }), { status: 401, body: { code: 'invalid_credentials' } })
  t.match(await signIn({ password: 'not the right one', code: codeOf(secret) }), {
    body: { code: 'invalid_credentials' }
  })
  const without = await signIn()
  t.match(without, { status: 401, body: { code: 'second_factor_required' } })
  t.equal(without.headers.get('set-cookie'), null)
  for (const code of ['000000', 'abc', 'aaaa-bbbb-cccc-dddd']) {
    const wrong = await signIn({ code })
    t.match(wrong, { status: 401, body: { code: 'invalid_code' } })
    t.equal(wrong.headers.get('set-cookie'), null)
    t.notMatch(wrong.body.detail, code)
  }
  const ada = person(call)
  const right = await signIn({ code: ` ${codeOf(secret).replace(/(...)/, '$1 ')}` }, ada)
  t.match(right, { status: 201, body: { email } })
  t.equal((await ada('GET', '/accounts/me')).status, 200)
})

t.test('a code is accepted once, also when two send it at the same time, and none before it', async t => {
  const { signIn, codeOf, secret, clock } = await hostWithFactor(t)
  const both = await Promise.all([signIn({ code: codeOf(secret) }), signIn({ code: codeOf(secret) })])
  t.strictSame(both.map(({ status }) => status).sort(), [201, 401])
  t.match(await signIn({ code: codeOf(secret) }), { status: 401, body: { code: 'invalid_code' } })
  t.match(await signIn({ code: codeOf(secret, -30_000) }), { status: 401, body: { code: 'invalid_code' } })
  clock.advance(30_000)
  t.equal((await signIn({ code: codeOf(secret) })).status, 201)
})

t.test('codes of the step before and after are accepted, others are not', async t => {
  const { signIn, codeOf, secret, clock } = await hostWithFactor(t)
  t.equal((await signIn({ code: codeOf(secret, -60_000) })).status, 401)
  t.equal((await signIn({ code: codeOf(secret, 60_000) })).status, 401)
  t.equal((await signIn({ code: codeOf(secret, -30_000) })).status, 201)
  t.equal((await signIn({ code: codeOf(secret, 30_000) })).status, 201)
  clock.advance(-10 * minute)
  t.equal((await signIn({ code: codeOf(secret) })).status, 401, 'a clock that goes back is no way in')
})

t.test('each recovery code is accepted once, however it is typed; new ones replace all', async t => {
  const { signIn, ada, recoveryCodes } = await hostWithFactor(t)
  const [first = '', second = '', third = ''] = recoveryCodes
  const both = await Promise.all([signIn({ code: first }), signIn({ code: first })])
  t.strictSame(both.map(({ status }) => status).sort(), [201, 401])
  t.match(await signIn({ code: first }), { status: 401, body: { code: 'invalid_code' } })
  t.equal((await signIn({ code: second.toUpperCase().replaceAll('-', ' ') })).status, 201)
  t.match(await ada('GET', factor), { body: { recoveryCodesLeft: 8 } })
  const replaced = await ada('POST', `${factor}/recovery-codes`)
  t.equal(replaced.body.recoveryCodes.length, 10)
  t.match(await signIn({ code: third }), { status: 401, body: { code: 'invalid_code' } })
  t.equal((await signIn({ code: replaced.body.recoveryCodes[0] })).status, 201)
})

t.test('wrong codes are counted for the account: five, then one in five minutes; the owner sees it once', async t => {
  const { signIn, codeOf, secret, clock, ada } = await hostWithFactor(t)
  for (let count = 0; count < 5; count++) t.equal((await ada('DELETE', factor, { code: '000000' })).status, 401)
  const refused = await signIn({ code: codeOf(secret) })
  t.match(refused, { status: 429, body: { code: 'rate_limited' } })
  t.equal(refused.headers.get('retry-after'), '300')
  await signIn({ code: codeOf(secret) })
  const { events } = (await ada('GET', '/accounts/me/events')).body
  t.match(events[0], { kind: 'second_factor_limit_reached', count: 2, network: '127.0.0.0/24' })
  clock.advance(5 * minute)
  t.equal((await signIn({ code: codeOf(secret) })).status, 201)
})

t.test('the factor is turned off by a code or a recovery code, by nothing else', async t => {
  const { signIn, ada, codeOf, secret, recoveryCodes } = await hostWithFactor(t)
  t.match(await ada('DELETE', factor, {}), { status: 400, body: { errors: [{ pointer: '#/code' }] } })
  t.match(await ada('DELETE', factor, { code: '000000' }), { status: 401, body: { code: 'invalid_code' } })
  t.equal((await ada('DELETE', factor, { code: codeOf(secret) })).status, 204)
  t.match(await ada('GET', factor), { body: { isActive: false, recoveryCodesLeft: 0 } })
  t.equal((await signIn()).status, 201)
  t.match(await ada('DELETE', factor, { code: recoveryCodes[0] }), {
    status: 409,
    body: { code: 'second_factor_inactive' }
  })
  t.match(await ada('POST', `${factor}/recovery-codes`), { status: 409, body: { code: 'second_factor_inactive' } })
})

t.test('a confirmation needs the code too, and so does a new password once the sign-in is old', async t => {
  const { ada, codeOf, secret, clock } = await hostWithFactor(t)
  clock.advance(15 * minute)
  const change = () => ada('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })
  t.match(await change(), { status: 403, body: { code: 'recent_sign_in_required' } })
  const confirm = (body: object) => ada('POST', '/sessions/current/confirmation', { password, ...body })
  t.match(await confirm({}), { status: 401, body: { code: 'second_factor_required' } })
  t.match(await confirm({ code: '000000' }), { status: 401, body: { code: 'invalid_code' } })
  t.match(await change(), { status: 403 })
  t.equal((await confirm({ code: codeOf(secret) })).status, 204)
  t.equal((await change()).status, 204)
})

t.test('a code, a secret and a recovery code of one account are worth nothing for another', async t => {
  const host = await hostWithFactor(t)
  const { call, signIn, secret, codeOf, recoveryCodes, clock } = host
  const eve = await signedUp(call, 'eve@example.org')
  const hers = await turnOn(host, eve)
  for (const code of [codeOf(hers.secret), hers.recoveryCodes[0]])
    t.match(await signIn({ code }), { status: 401, body: { code: 'invalid_code' } })
  for (const code of [codeOf(secret), recoveryCodes[0]])
    t.match(await eve('DELETE', factor, { code }), { status: 401, body: { code: 'invalid_code' } })
  clock.advance(minute)
  t.equal((await eve('DELETE', factor, { code: codeOf(hers.secret) })).status, 204)
  t.equal((await signIn({ code: codeOf(secret) })).status, 201)
})

t.test('a disabled account is told so after the password, before the code', async t => {
  const { signIn, ada, store, clock } = await hostWithFactor(t)
  await new DisabledAccounts(store, clock).disable(ada.id, '')
  const { now } = performance
  performance.now = () => now.call(performance) + 5_001
  t.teardown(() => {
    performance.now = now
  })
  t.match(await signIn(), { status: 403, body: { code: 'account_disabled' } })
  t.match(await ada('GET', factor), { status: 403, body: { code: 'account_disabled' } })
})

t.test('the secrets get the newest encryption key with those of configs', async t => {
  const { store, clock, signIn, codeOf, secret, ada } = await hostWithFactor(t)
  const keys = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)] as const
  t.match(await rotateSecrets(store, new Cipher([...keys]), clock, () => undefined), {
    changed: 1,
    current: 0,
    lost: []
  })
  const sealed = JSON.stringify(await store.own(`second-factor/${ada.id}`).list(''))
  t.match(sealed, `v1.${new Cipher([keys[0]]).currentKey}.`)
  await rotateSecrets(store, new Cipher([keys[1], keys[0]]), clock, () => undefined)
  t.equal((await signIn({ code: codeOf(secret) })).status, 201)
})

t.test('a secret that is not confirmed still ends after an hour when it has got another encryption key', async t => {
  const { call, store, clock } = await hostAt(t)
  const ada = await signedUp(call)
  await ada('POST', factor)
  const cipher = new Cipher([Buffer.alloc(32, 2), Buffer.alloc(32, 1)])
  t.match(await rotateSecrets(store, cipher, clock, () => undefined), { changed: 1 })
  clock.advance(60 * minute - 1)
  t.equal((await store.own(`second-factor/${ada.id}`).list('')).length, 1)
  clock.advance(1)
  t.strictSame(await store.own(`second-factor/${ada.id}`).list(''), [])
})

t.test('a new password by a link does not go around the factor', async t => {
  const host = await hostWithMail(t)
  const { ada, newest, call, signIn, codeOf } = host
  const { secret } = await turnOn(host, ada)
  await newest()
  await person(call)('POST', '/password-resets', { email })
  const [, token] = /#token=(\S+)/.exec((await newest())?.text ?? '') ?? []
  const reset = await person(call)('PUT', `/password-resets/${token}`, { password: 'nine purple whales' })
  t.equal(reset.status, 204)
  t.match(reset.headers.get('set-cookie'), /^session-\d+=; /)
  const next = { password: 'nine purple whales' }
  t.match(await signIn(next), { status: 401, body: { code: 'second_factor_required' } })
  t.equal((await signIn({ ...next, code: codeOf(secret) })).status, 201)
})

t.test('signing up again with the address does not go around the factor', async t => {
  const host = await hostWithMail(t)
  const { ada, newest, call, signIn } = host
  await turnOn(host, ada)
  await newest()
  t.equal((await person(call)('POST', '/accounts', { email, password })).status, 202)
  t.match(await newest(), { subject: 'You have an account already' })
  t.match(await signIn(), { status: 401, body: { code: 'second_factor_required' } })
})

t.test('the factor of an erased account is gone with it', async t => {
  const { ada, call, signIn, stored } = await hostWithFactor(t)
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.notMatch(await stored(), '@second-factor')
  await signedUp(call)
  t.equal((await signIn()).status, 201)
})

/** The security events about the factor that its owner sees, the oldest first. */
async function eventsOf(one: ReturnType<typeof person>) {
  const { events } = (await one('GET', '/accounts/me/events')).body
  const own = events.filter(({ kind }: { kind: string }) => /factor|recovery/.test(kind))
  return own.toReversed() as readonly { readonly kind: string; readonly sessionId?: string }[]
}

t.test('each change of the factor is a security event of the session that made it', async t => {
  const { ada, signIn, recoveryCodes, codeOf, secret } = await hostWithFactor(t)
  t.equal((await signIn({ code: recoveryCodes[0] })).status, 201)
  t.equal((await ada('POST', `${factor}/recovery-codes`)).status, 200)
  t.equal((await ada('DELETE', factor, { code: codeOf(secret) })).status, 204)
  const events = await eventsOf(ada)
  t.strictSame(
    events.map(({ kind }) => kind),
    ['second_factor_on', 'recovery_code_used', 'recovery_codes_replaced', 'second_factor_off']
  )
  for (const { kind, sessionId } of events) if (kind !== 'recovery_code_used') t.match(sessionId, /^ses_/, kind)
})

t.test('right codes use up no attempts', async t => {
  const { signIn, recoveryCodes } = await hostWithFactor(t)
  for (const code of recoveryCodes.slice(0, 7)) t.equal((await signIn({ code })).status, 201)
})

t.test('of two secrets the one is confirmed that was made last; a code that was used for it is used', async t => {
  const { call, codeOf, signIn, clock } = await hostAt(t)
  const ada = await signedUp(call)
  const [first, second] = [(await ada('POST', factor)).body.secret, (await ada('POST', factor)).body.secret]
  const confirm = (secret: string) => ada('POST', `${factor}/confirm`, { code: codeOf(secret) })
  t.match(await confirm(first), { status: 401, body: { code: 'invalid_code' } })
  t.equal((await confirm(second)).status, 200)
  t.match(await confirm(second), { status: 409, body: { code: 'second_factor_inactive' } })
  t.match(await signIn({ code: codeOf(second) }), { status: 401, body: { code: 'invalid_code' } })
  clock.advance(minute / 2)
  t.equal((await signIn({ code: codeOf(second) })).status, 201)
})

t.test('a factor that is on stays on, and one that was never on ends with its secret', async t => {
  const { store, ada, clock } = await hostWithFactor(t)
  const eve = await signedUp((await start(t, { store, clock })).call, 'eve@example.org')
  await eve('POST', factor)
  const stored = async ({ id }: { readonly id: string }) => (await store.own(`second-factor/${id}`).list('')).length
  clock.advance(60 * minute - 1)
  t.strictSame([await stored(ada), await stored(eve)], [1, 1])
  clock.advance(1)
  t.strictSame([await stored(ada), await stored(eve)], [1, 0])
})

t.test('a secret cannot be confirmed after an hour, though its record is still there', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const { call } = await start(t, { store: await Store.open(memoryBackend(() => 0)), clock })
  const ada = await signedUp(call)
  const { secret } = (await ada('POST', factor)).body
  const confirm = () =>
    ada('POST', `${factor}/confirm`, { code: generateSync({ secret, epoch: Math.floor(clock.now() / 1000) }) })
  clock.advance(60 * minute)
  await ada('POST', '/sessions/current/confirmation', { password })
  t.match(await confirm(), { status: 409, body: { code: 'second_factor_inactive' } })
  clock.advance(-1)
  t.equal((await confirm()).status, 200)
})
