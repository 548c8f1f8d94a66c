import { pino } from 'pino'
import t from 'tap'
import { Throttle } from '../../../host/dist/accounts/throttle.js'
import { networkOf } from '../../../host/dist/audit/client.js'
import { SecurityEvents } from '../../../host/dist/audit/security-events.js'
import type { SecurityEvent } from '../../../host/dist/base/security-event.js'
import { SystemJobs } from '../../../host/dist/jobs/system-jobs.js'
import { Mailer } from '../../../host/dist/mail/mailer.js'
import { readSettings } from '../../../host/dist/settings.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { email, hostAt, hostWithMail, minute } from '../../fixtures/account-hosts.js'
import { password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { movableClock } from '../../fixtures/start-host.js'

const day = 24 * 60 * minute
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The events of an account, without a host; what is logged goes to `lines`. */
async function eventsAlone() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  const mailer = new Mailer(readSettings({ DEMO_MODE: 'local' }), log, new Throttle(store, clock))
  return { clock, store, lines, events: new SecurityEvents(store, clock, new SystemJobs(store, clock), mailer, log) }
}

t.test('what happens to an account is shown to its owner, the newest first, page by page', async t => {
  const { call, url, clock } = await hostAt(t)
  const ada = await signedUp(call)
  const { id, key } = (await ada('POST', '/keys', { name: 'a key' }, { 'User-Agent': firefox })).body
  clock.advance(1000)
  const rotated = (await ada('POST', `/keys/${id}/rotate`, {})).body
  clock.advance(1000)
  await ada('DELETE', `/keys/${rotated.id}`)
  clock.advance(1000)
  await call('POST', '/api/v1/products/keys/self/revoke', {}, { Authorization: `Bearer ${key}` })
  clock.advance(1000)
  await ada('GET', '/keys')
  await fetch(`${url}/dashboard/api/export`, { headers: { Cookie: ada.cookie(), Connection: 'close' } }).then(each =>
    each.text()
  )
  clock.advance(1000)
  await ada('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })

  const { events, next } = (await ada('GET', '/accounts/me/events')).body
  t.equal(next, null)
  t.strictSame(
    events.map(({ kind }: { kind: string }) => kind),
    ['password_changed', 'data_exported', 'key_revoked', 'key_revoked', 'key_rotated', 'key_created']
  )
  t.match(events[2], { keyId: id, keyName: 'a key', network: '127.0.0.0/24', title: 'API key revoked' })
  t.match(events.at(-1), {
    id: /^evt_[0-9A-Z]{26}$/,
    at: '2026-01-01T00:00:00.000Z',
    kind: 'key_created',
    keyId: id,
    sessionId: /^ses_/,
    browser: 'Firefox on Linux',
    network: '127.0.0.0/24'
  })
  const first = (await ada('GET', '/accounts/me/events?limit=4')).body
  t.strictSame(first.events, events.slice(0, 4))
  const rest = (await ada('GET', `/accounts/me/events?limit=4&after=${first.next}`)).body
  t.strictSame(rest, { events: events.slice(4), next: null })
  for (const limit of ['0', '101', 'x'])
    t.match(await ada('GET', `/accounts/me/events?limit=${limit}`), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: '#/limit' }] }
    })
  t.match(await person(call)('GET', '/accounts/me/events'), { status: 401, body: { code: 'session_required' } })
})

t.test('every sign-in is an event; those from one browser within an hour are one with a count', async t => {
  const { call, signIn, clock } = await hostAt(t)
  const ada = await signedUp(call)
  const events = async () => (await ada('GET', '/accounts/me/events')).body.events
  const kinds = async () => (await events()).map(({ kind, count = 1 }: SecurityEvent) => [kind, count])
  t.strictSame(await kinds(), [], 'a sign-up is none')
  await signIn({}, ada)
  t.strictSame(await kinds(), [['sign_in', 1]])
  const elsewhere = person(call)
  const sent = () => elsewhere('POST', '/sessions', { email, password }, { 'User-Agent': firefox })
  await sent()
  await sent()
  await sent()
  await signIn({}, ada)
  t.strictSame(await kinds(), [
    ['sign_in', 2],
    ['sign_in_new_browser', 1],
    ['sign_in', 2]
  ])
  t.match(await events(), [{ title: 'Signed in', browser: 'Firefox on Linux', network: '127.0.0.0/24' }])
  clock.advance(60 * minute)
  await sent()
  t.match(await events(), [{ kind: 'sign_in', browser: 'Firefox on Linux', count: undefined }])
})

t.test('signing out another browser, and every browser, is an event', async t => {
  const { call, signIn } = await hostAt(t)
  const ada = await signedUp(call)
  await signIn({}, person(call))
  const { sessions } = (await ada('GET', '/sessions')).body
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  t.equal((await ada('DELETE', `/sessions/${other.id}`)).status, 204)
  t.match((await ada('GET', '/accounts/me/events')).body.events, [
    { kind: 'session_ended', title: 'Another browser signed out' }
  ])
  t.equal((await ada('DELETE', '/sessions')).status, 204)
  await signIn({}, ada)
  t.match((await ada('GET', '/accounts/me/events')).body.events, [
    { kind: 'sign_in' },
    { kind: 'all_sessions_ended', title: 'Every browser signed out' }
  ])
})

t.test('events of one account are shown to nobody else, are exported, and are erased with it', async t => {
  const { call, signIn, url, stored } = await hostAt(t)
  const ada = await signedUp(call)
  const eve = await signedUp(call, 'eve@example.org')
  await ada('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })
  t.equal((await ada('GET', '/accounts/me/events')).body.events.length, 1)
  t.strictSame((await eve('GET', '/accounts/me/events')).body.events, [])
  t.match(await eve('GET', `/accounts/me/events?account=${ada.id}`), { status: 400, body: { code: 'invalid_input' } })
  const taken = await fetch(`${url}/dashboard/api/export`, { headers: { Cookie: ada.cookie(), Connection: 'close' } })
  const lines = (await taken.text())
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.match(
    lines.filter(({ kind }) => kind === 'security_event'),
    [{ event: 'data_exported' }, { event: 'password_changed', network: '127.0.0.0/24' }]
  )
  t.match(
    lines.filter(({ kind }) => kind === 'second_factor'),
    [{ isActive: false }]
  )
  t.equal(lines.filter(({ kind }) => kind === 'known_device').length, 1)
  await ada('DELETE', '/accounts/me')
  t.notMatch(await stored(), `security-events/${ada.id}`)
  t.notMatch(await stored(), `known-devices/${ada.id}`)
  t.equal((await signIn()).status, 401)
})

t.test('the newest 200 events of 90 days are stored', async t => {
  const { clock, events } = await eventsAlone()
  for (let count = 0; count < 201; count++) {
    await events.record('acc', { kind: 'key_created', keyId: `key_${count}` })
    clock.advance(1000)
  }
  const all = await events.all('acc')
  t.equal(all.length, 200)
  t.match([all[0], all.at(-1)], [{ keyId: 'key_200' }, { keyId: 'key_1' }])
  clock.advance(89 * day)
  await events.record('acc', { kind: 'password_changed' })
  t.equal((await events.all('acc')).length, 200)
  clock.advance(day)
  t.match(await events.all('acc'), [{ kind: 'password_changed' }])
})

t.test('stopped jobs of one key and product within an hour are one event with a count', async t => {
  const { clock, events } = await eventsAlone()
  const stopped = (keyId: string) => events.record('acc', { kind: 'jobs_stopped', product: 'notes', keyId })
  await stopped('key_1')
  clock.advance(59 * minute)
  await stopped('key_1')
  await stopped('key_2')
  t.match(await events.all('acc'), [{ keyId: 'key_2' }, { keyId: 'key_1', count: 2, product: 'notes' }])
  clock.advance(minute)
  await stopped('key_1')
  t.equal((await events.all('acc')).length, 3)
})

t.test('an event that cannot be stored is logged, and what it describes succeeds', async t => {
  const { store, events, lines } = await eventsAlone()
  await store.close()
  store.own = () => {
    throw new Error('the store is away')
  }
  await events.record('acc', { kind: 'password_changed', address: '192.0.2.7' })
  t.match(lines, [/"account":"acc","event":"password_changed".*a security event could not be recorded/])
})

t.test('the owner gets an e-mail that holds no secret and no link that signs in', async t => {
  const { ada, newest, arrived, clock } = await hostWithMail(t)
  await ada(
    'PUT',
    '/accounts/me/password',
    { current: password, next: 'nine purple whales' },
    { 'User-Agent': firefox }
  )
  const mail = await newest()
  t.match(mail, { to: email, subject: 'Security notice: Password changed' })
  for (const fact of ['Thu, 01 Jan 2026 00:00:00 GMT', 'Firefox on Linux', '127.0.0.0/24', '/account'])
    t.ok(mail?.text.includes(fact), fact)
  t.notMatch(mail?.text, /token=|127\.0\.0\.1\/24|whales/)

  clock.advance(minute)
  const { length } = arrived
  await ada('POST', '/sessions', { email, password: 'nine purple whales' })
  await newest()
  t.equal(arrived.length, length, 'a known device is no news')
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.match(await newest(), { to: email, subject: 'Security notice: Account deleted' })
})

t.test('of an address, the network is stored', t => {
  t.equal(networkOf('192.0.2.77'), '192.0.2.0/24')
  t.equal(networkOf('::ffff:192.0.2.77'), '192.0.2.0/24')
  t.equal(networkOf('2001:db8:1:2:3::4'), '2001:db8:1::/48')
  t.equal(networkOf('no address'), undefined)
  t.end()
})
