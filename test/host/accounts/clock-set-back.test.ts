import t, { type Test } from 'tap'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { movableClock, notesPlugin, start } from '../../fixtures/start-host.js'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** A host whose store keeps expired records for as long as the test runs, so that only the host's own checks count. */
async function started(t: Test) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => 0))
  return { clock, store, ...(await start(t, { plugins: notesPlugin, store, clock })) }
}

t.test('a session that was seen to have ended stays ended when the clock is set back', async t => {
  const { call, clock } = await started(t)
  const ada = await signedUp(call)
  t.equal((await ada('GET', '/accounts/me')).status, 200)
  clock.advance(4 * day)
  t.equal((await ada('GET', '/accounts/me')).status, 401)
  clock.advance(-4 * day)
  t.equal((await ada('GET', '/accounts/me')).status, 401)
  t.equal((await ada('POST', '/sessions', { email: 'ada@example.org', password })).status, 201)
  t.equal((await ada('GET', '/sessions')).body.length ?? (await ada('GET', '/sessions')).body.sessions.length, 1)
})

t.test('a key that was seen to have expired stays expired, and one jump ends no other key', async t => {
  const { call, clock, keys } = await started(t)
  const [seen, unseen] = [
    await keys.create('acme', 'seen', '2026-01-01T01:00:00Z'),
    await keys.create('acme', 'unseen', '2026-01-01T01:00:00Z')
  ]
  const use = async (key: string) => (await call('GET', '/api/v1/products/usage', undefined, bearer(key))).body
  clock.advance(4 * day)
  for (let index = 0; index < 3; index++) t.match(await use(seen.key), { code: 'expired_key' })
  clock.advance(-4 * day)
  t.match(await use(seen.key), { code: 'expired_key' })
  t.notMatch(await use(unseen.key), { ok: false })
  t.match(await keys.find('acme', seen.record.keyId), { expiryObservedAt: '2026-01-05T00:00:00.000Z' })
})

t.test('a link that was seen to have expired stays expired', async t => {
  const { clock, store } = await started(t)
  const tokens = new OneTimeTokens(store, clock)
  const token = await tokens.make('cancel-removal', { account: 'acme' }, hour)
  t.match(await tokens.read('cancel-removal', token), { account: 'acme' })
  clock.advance(2 * hour)
  t.equal(await tokens.read('cancel-removal', token), undefined)
  clock.advance(-2 * hour)
  t.equal(await tokens.read('cancel-removal', token), undefined)
})

function bearer(key: string) {
  return { Authorization: `Bearer ${key}` }
}
