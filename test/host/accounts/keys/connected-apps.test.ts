import t from 'tap'
import { digestKey } from '../../../../host/dist/accounts/keys/check-key.js'
import { type ConnectedApp, ConnectedApps, codePrefix } from '../../../../host/dist/accounts/keys/connected-apps.js'
import { appKey, refreshKey, useKey } from '../../../../host/dist/accounts/keys/key-records.js'
import { Keys } from '../../../../host/dist/accounts/keys/keys.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { movableClock } from '../../../fixtures/start-host.js'

const day = 24 * 60 * 60 * 1000

/** Applications as an exchange of a code leaves them, each with two access tokens. */
async function connectedApps() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const keys = new Keys(store, clock)
  const records = store.own('keys')
  async function connect(account: string, keyId: string): Promise<ConnectedApp> {
    const tokens = [1, 2].map(number => ({ digest: `${keyId}-${number}`, expiresAt: '2026-01-01T01:00:00.000Z' }))
    const about = { account, keyId, clientId: 'a client', scopes: ['*:execute'], resource: 'https://products.example' }
    const times = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-31T00:00:00.000Z' }
    const app: ConnectedApp = { ...about, ...times, name: keyId, family: `family-${keyId}`, tokens }
    await records.set(appKey(account, keyId), app)
    await records.set(refreshKey(`family-${keyId}`), { account, keyId })
    for (const { digest } of tokens) await records.set(digestKey(digest), { ...about, ...times })
    return app
  }
  const names = async () => (await records.list('')).map(({ key }) => key)
  return { clock, keys, records, connect, names, apps: new ConnectedApps(store, clock, keys) }
}

t.test('an account sees its own applications, when they were used, and none that has ended', async t => {
  const { apps, clock, connect, keys } = await connectedApps()
  const [first, second] = [await connect('ada', 'app_1'), await connect('ada', 'app_2')]
  await connect('adam', 'app_3')
  clock.advance(1000)
  await keys.noteUse({ account: 'ada', keyId: 'app_2', resource: 'https://products.example' }, 60_000)
  t.strictSame(await apps.list('ada'), [first, { ...second, lastUsedAt: '2026-01-01T00:00:01.000Z' }])
  clock.advance(30 * day - 1001)
  t.equal((await apps.list('ada')).length, 2)
  clock.advance(1)
  t.strictSame(await apps.list('ada'), [])
})

t.test('a connection that is ended leaves no token and no trace, and ends no other', async t => {
  const { apps, connect, records, names, keys } = await connectedApps()
  await connect('ada', 'app_1')
  await connect('ada', 'app_2')
  await records.set(useKey('ada', 'app_1'), 1)
  const { record } = await keys.create('ada', 'a key')
  t.equal(await apps.revoke('grace', 'app_1'), false)
  t.equal(await apps.revoke('ada', record.keyId), false, 'a key is no application')
  t.match(await apps.list('ada'), [{ keyId: 'app_1' }, { keyId: 'app_2' }])
  t.equal(await apps.revoke('ada', 'app_1'), true)
  t.equal(await apps.revoke('ada', 'app_1'), false)
  const left = await names()
  t.notOk(left.some(name => name.includes('app_1')))
  t.equal(left.filter(name => name.includes('app_2')).length, 4)
  t.ok(await keys.find('ada', record.keyId))
})

t.test('tokens that were renewed while a connection is ended end with it', async t => {
  const { apps, connect, records, names, keys } = await connectedApps()
  const app = await connect('ada', 'app_1')
  const { change } = keys.checker
  keys.checker.change = async (account, digests, write) => {
    keys.checker.change = change
    const renewed = { digest: 'app_1-renewed', expiresAt: '2026-01-01T02:00:00.000Z' }
    await records.set(digestKey(renewed.digest), { account: 'ada', keyId: 'app_1' })
    await records.set(appKey('ada', 'app_1'), { ...app, tokens: [...app.tokens, renewed] })
    return change.call(keys.checker, account, digests, write) as ReturnType<typeof write>
  }
  t.equal(await apps.revoke('ada', 'app_1'), true)
  t.strictSame(await names(), [])
})

t.test('with an account go its applications and its codes, and those of nobody else', async t => {
  const { apps, connect, records, names } = await connectedApps()
  for (const keyId of ['app_1', 'app_2']) await connect('ada', keyId)
  await connect('adam', 'app_3')
  await records.set(`${codePrefix}one`, { account: 'ada' })
  await records.set(`${codePrefix}two`, { account: 'adam' })
  await apps.removeAll('ada')
  const left = await names()
  t.strictSame(
    left.filter(name => name.includes('app_1') || name.includes('app_2')),
    []
  )
  t.strictSame(
    left.filter(name => name.startsWith(codePrefix)),
    [`${codePrefix}two`]
  )
  t.match(await apps.list('adam'), [{ keyId: 'app_3' }])
})

t.test('what runs for an application later finds it as it is then, and nothing once it is gone', async t => {
  const { apps, connect, keys } = await connectedApps()
  const app = await connect('ada', 'app_1')
  t.match(await keys.latest('ada', 'app_1'), { keyId: 'app_1', scopes: app.scopes })
  t.equal(await keys.latest('grace', 'app_1'), undefined)
  await apps.revoke('ada', 'app_1')
  t.equal(await keys.latest('ada', 'app_1'), undefined)
})
