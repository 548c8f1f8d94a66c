import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { DisabledAccounts } from '../../../host/dist/accounts/keys/check-key.js'
import { realClock } from '../../../host/dist/base/clock.js'
import { untilServed } from '../../fixtures/redis-server.js'
import { type SharedServerKind, sharedServers } from '../../fixtures/shared-servers.js'
import { notesPlugin, start } from '../../fixtures/start-host.js'

const notes = '/api/v1/products/notes/execute'
/** Far less than what is cached for. */
const atOnceMs = 1_500

for (const kind of Object.values(sharedServers))
  t.test(`two hosts on one ${kind.name} hear of each other's changes`, { skip: kind.without }, async t =>
    twoHosts(t, kind)
  )

async function twoHosts(t: Test, kind: SharedServerKind): Promise<void> {
  const server = await kind.start(t)
  const begin = async () => {
    const shared = await server.open()
    return start(t, { ...shared, plugins: notesPlugin, deployment: { billing: 'none' } })
  }
  const [one, two] = [await begin(), await begin()]
  const call = (host: typeof one, key: string) =>
    host.call('POST', notes, { action: 'latest' }, { Authorization: `Bearer ${key}` })
  /** Waits until a host answers otherwise than before; the milliseconds that it took. */
  const until = (host: typeof one, key: string, status: number) =>
    untilServed(async () => {
      const answer = await call(host, key)
      if (answer.status !== status) throw new Error(`It answers ${answer.status}.`)
    }, 6_000)
  const heard = async (host: typeof one, key: string, status: number, what: string) => {
    const ms = await until(host, key, status)
    t.ok(ms < atOnceMs, `${what}: after ${Math.round(ms)} ms`)
  }

  await t.test('a key that is revoked at one is refused by the other at once', async t => {
    for (let time = 0; time < 5; time++) {
      const { key } = await one.keys.create('ada', 'a key')
      for (const host of [one, two]) t.equal((await call(host, key)).status, 200)
      const Authorization = `Bearer ${key}`
      t.equal((await one.call('POST', '/api/v1/products/keys/self/revoke', {}, { Authorization })).status, 200)
      await heard(two, key, 401, 'revoked')
    }
  })

  await t.test('an account that a command disables is refused by both at once', async t => {
    const { key } = await one.keys.create('cy', 'a key')
    for (const host of [one, two]) t.equal((await call(host, key)).status, 200)
    const command = new DisabledAccounts((await server.open()).store, realClock())
    await command.disable('cy', 'a reason')
    await Promise.all([one, two].map(host => heard(host, key, 403, 'disabled')))
    await command.enable('cy')
    await Promise.all([one, two].map(host => heard(host, key, 200, 'enabled')))
  })

  await t.test('and they hear of each other again after the server was away', async t => {
    const { key } = await one.keys.create('bo', 'a key')
    for (const host of [one, two]) t.equal((await call(host, key)).status, 200)
    await server.kill()
    await server.restart()
    for (const host of [one, two]) await until(host, key, 200)
    // Each connects again by itself, a tenth of a second after another.
    await delay(1_000)
    t.equal((await call(two, key)).status, 200)
    const Authorization = `Bearer ${key}`
    t.equal((await one.call('POST', '/api/v1/products/keys/self/revoke', {}, { Authorization })).status, 200)
    await heard(two, key, 401, 'revoked')
  })
}
