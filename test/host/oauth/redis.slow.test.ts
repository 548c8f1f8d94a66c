import t from 'tap'
import { newKey } from '../../../host/dist/accounts/keys/check-key.js'
import { ConnectedApps } from '../../../host/dist/accounts/keys/connected-apps.js'
import { Keys } from '../../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../../host/dist/base/clock.js'
import { Grants, newSecret } from '../../../host/dist/oauth/grants.js'
import { RedisBackend } from '../../../host/dist/storage/redis/backend.js'
import { RedisConnection } from '../../../host/dist/storage/redis/connection.js'
import { Store } from '../../../host/dist/storage/store.js'
import { startRedis, withoutRedis } from '../../fixtures/redis-server.js'

const clock = realClock()
const consent = {
  account: 'ada',
  clientId: 'client',
  clientName: 'Notebook',
  redirectUri: 'https://app.example/callback',
  challenge: 'a'.repeat(43),
  resource: 'https://host.example/mcp',
  scopes: ['*:execute'],
  refreshes: true
}

t.test('of exchanges at once on three hosts, one succeeds, and what it gave ends', { skip: withoutRedis }, async t => {
  const server = await startRedis(t)
  const report = () => undefined
  const hosts = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const connection = await RedisConnection.open({ url: server.url, report })
      const store = await Store.open(await RedisBackend.open({ connection, now: Date.now, report }))
      t.teardown(() => store.close())
      const keys = new Keys(store, clock)
      const apps = new ConnectedApps(store, clock, keys)
      return { keys, apps, grants: new Grants(store, clock, apps) }
    })
  )
  const [first] = hosts
  if (!first) throw new Error('There is no host.')
  const everywhere = [...hosts, ...hosts, ...hosts]
  for (let round = 0; round < 20; round++) {
    const code = newSecret()
    await first.grants.addCode(code, consent)
    const spent = await Promise.all(everywhere.map(({ grants }) => grants.spendCode(code)))
    t.equal(spent.filter(isSpent => isSpent).length, 1, 'a code is used up once')
    await t.rejects(first.grants.connect(code, newKey()), { code: 'invalid_grant' }, 'and gives nothing after that')

    const other = newSecret()
    await first.grants.addCode(other, consent)
    t.equal(await first.grants.spendCode(other), true)
    const { accessToken, refreshToken = '' } = await first.grants.connect(other, newKey())
    t.match(await first.keys.checker.check(`Bearer ${accessToken}`), { account: 'ada', resource: consent.resource })
    const renewed = await Promise.allSettled(
      everywhere.map(({ grants }) => grants.renew(refreshToken, consent.scopes, newKey()))
    )
    t.ok(renewed.filter(({ status }) => status === 'fulfilled').length <= 1)
    t.strictSame(await first.apps.list('ada'), [])
    for (const result of renewed)
      if (result.status === 'fulfilled')
        await t.rejects(first.keys.checker.check(`Bearer ${result.value.accessToken}`), { code: 'invalid_key' })
  }
})
