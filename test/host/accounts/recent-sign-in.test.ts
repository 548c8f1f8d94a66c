import t from 'tap'
import type { Session } from '../../../host/dist/accounts/sessions.js'
import { hostAt, minute } from '../../fixtures/account-hosts.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'

const confirmation = '/sessions/current/confirmation'
const refused = {
  status: 403,
  body: { code: 'recent_sign_in_required', links: { confirmation: `/dashboard/api${confirmation}` } }
}

t.test('sensitive changes need a sign-in or the password within 15 minutes; the rest does not', async t => {
  const { call, clock } = await hostAt(t)
  const ada = await signedUp(call)
  const { id } = (await ada('POST', '/keys', { name: 'a key' })).body
  t.equal((await ada('GET', confirmation)).status, 204)
  clock.advance(15 * minute - 1)
  t.equal((await ada('POST', '/keys', { name: 'another' })).status, 201)
  clock.advance(1)
  const sensitive = [
    ['POST', '/keys', { name: 'a third' }],
    ['POST', `/keys/${id}/rotate`, {}],
    ['PATCH', `/keys/${id}`, { scopes: ['*:execute'] }],
    ['PATCH', `/keys/${id}`, { expiresAt: null }],
    ['PUT', '/accounts/me/email', { email: 'new@example.org' }],
    ['GET', '/export'],
    ['POST', '/accounts/me/second-factor'],
    ['POST', '/accounts/me/second-factor/confirm', { code: '123456' }],
    ['DELETE', '/accounts/me/second-factor', { code: '123456' }],
    ['POST', '/accounts/me/second-factor/recovery-codes'],
    ['GET', confirmation],
    ['DELETE', '/accounts/me']
  ] as const
  for (const [method, path, body] of sensitive) t.match(await ada(method, path, body), refused, `${method} ${path}`)
  for (const path of ['/keys', '/sessions', '/accounts/me', '/accounts/me/events', '/accounts/me/second-factor'])
    t.equal((await ada('GET', path)).status, 200, path)
  t.equal((await ada('PATCH', `/keys/${id}`, { name: 'renamed' })).status, 200)
  t.equal((await ada('DELETE', `/keys/${id}`)).status, 204, 'a leaked key is revoked without delay')

  t.equal((await ada('POST', confirmation, { password })).status, 204)
  t.equal((await ada('POST', '/keys', { name: 'a third' })).status, 201)
  clock.advance(15 * minute)
  t.match(await ada('POST', '/keys', { name: 'a fourth' }), refused)
  t.equal((await ada('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })).status, 204)
  t.equal((await ada('POST', '/keys', { name: 'a fourth' })).status, 201, 'a new password is a confirmation')
})

t.test('a confirmation holds for one session, and ends with a wrong password as before it', async t => {
  const { call, clock, signIn } = await hostAt(t)
  const ada = await signedUp(call)
  const elsewhere = await signedUp(call, 'eve@example.org')
  await signIn({}, elsewhere)
  clock.advance(15 * minute)
  t.match(await ada('POST', confirmation, { password: 'not the right one' }), {
    status: 401,
    body: { code: 'invalid_credentials' }
  })
  t.match(await ada('GET', confirmation), refused)
  t.equal((await ada('POST', confirmation, { password })).status, 204)
  t.equal((await ada('GET', confirmation)).status, 204)
  t.match(await elsewhere('GET', confirmation), refused)
})

t.test('wrong passwords of confirmations are counted with those of a new password', async t => {
  const { call } = await hostAt(t)
  const ada = await signedUp(call)
  for (let count = 0; count < 5; count++) {
    t.equal((await ada('POST', confirmation, { password: 'not the right one' })).status, 401)
    const change = { current: 'not the right one', next: 'nine purple whales' }
    t.equal((await ada('PUT', '/accounts/me/password', change)).status, 401)
  }
  t.match(await ada('POST', confirmation, { password }), { status: 429, body: { code: 'rate_limited' } })
})

t.test('a session that was stored by an earlier release counts from its sign-in', async t => {
  const { call, store, clock } = await hostAt(t)
  const ada = await signedUp(call)
  const records = store.own('sessions')
  for (const { key, value } of await records.list<Session>('digest:')) {
    const { confirmedAt: _none, ...earlier } = value
    await records.set(key, { ...earlier, lastSeenAt: '2026-01-01T00:00:00.000Z' })
  }
  t.equal((await ada('GET', confirmation)).status, 204)
  clock.advance(15 * minute)
  t.match(await ada('GET', confirmation), refused)
  t.equal((await ada('POST', confirmation, { password })).status, 204)
  t.equal((await ada('GET', confirmation)).status, 204)
})

t.test('nobody confirms without a session', async t => {
  const { call } = await hostAt(t)
  for (const method of ['GET', 'POST'])
    t.match(await call(method, `/dashboard/api${confirmation}`, method === 'POST' ? { password } : undefined), {
      status: 401,
      body: { code: 'session_required' }
    })
})

t.test('right passwords of confirmations use up no attempts', async t => {
  const { call } = await hostAt(t)
  const ada = await signedUp(call)
  for (let count = 0; count < 12; count++) t.equal((await ada('POST', confirmation, { password })).status, 204)
})
