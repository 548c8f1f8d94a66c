import t from 'tap'
import { openSharedRedis } from '../../../host/dist/start/shared-redis.js'
import { checkOut, password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { startRedis, withoutRedis } from '../../fixtures/redis-server.js'
import { start } from '../../fixtures/start-host.js'

t.test(
  'hosts that share one Redis know each other’s former trials, sessions and links',
  { skip: withoutRedis },
  async t => {
    const redis = await startRedis(t)
    const host = async () =>
      start(t, { ...(await openSharedRedis(redis.url, () => undefined)), deployment: { billing: 'stripe' } })
    const [one, two] = [await host(), await host()]
    const ada = await signedUp(one.call)
    const browser = person(two.call)
    await browser('POST', '/sessions', { email: 'ada@example.org', password })
    await checkOut(one, ada, 'trial')
    const open = (await ada('POST', '/billing/checkout', { purpose: 'card' })).body.url
    const page = async () =>
      (await fetch(two.url + new URL(open).pathname, { headers: { Connection: 'close' } })).status
    t.equal(await page(), 200)

    t.equal((await browser('DELETE', '/accounts/me')).status, 204)
    t.equal(await page(), 404)
    for (const { call } of [two, one]) {
      const again = await signedUp(call)
      t.match((await again('GET', '/billing')).body, { status: 'expired' })
      t.equal((await again('DELETE', '/accounts/me')).status, 204)
    }
  }
)
