import t from 'tap'
import { usualRetention } from '../../../host/dist/base/retention.js'
import { mostUnusedClients, OAuthClients } from '../../../host/dist/oauth/clients.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { documentEgress } from '../../fixtures/oauth-client.js'
import { memoryStore, movableClock } from '../../fixtures/start-host.js'

t.test('registrations that nobody uses take the room of the oldest of them, and never that of a used one', async t => {
  const clients = new OAuthClients(await memoryStore(), movableClock('2026-01-01T00:00:00Z'), documentEgress({}))
  const register = async () => (await clients.register({ redirect_uris: ['https://app.example/callback'] })).id
  const used = await register()
  await clients.noteUse(used)
  const oldest = await register()
  const second = await register()
  for (let count = 2; count < mostUnusedClients; count++) await register()
  t.match(await clients.find(oldest), { id: oldest })
  const newest = await register()
  await t.rejects(clients.find(oldest), { code: 'invalid_client' })
  for (const id of [used, second, newest]) t.match(await clients.find(id), { id })
})

t.test('a client that is used every hour is never gone, also with the shortest retention', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const retention = { ...usualRetention, usedClientDays: 1, connectedAppDays: 1 }
  const store = await Store.open(
    memoryBackend(() => clock.now()),
    { retention }
  )
  const clients = new OAuthClients(store, clock, documentEgress({}))
  const { id } = await clients.register({ redirect_uris: ['https://app.example/callback'] })
  for (let hour = 0; hour < 50; hour++) {
    t.ok(await clients.isKnown(id), `after ${hour} hours`)
    await clients.noteUse(id)
    clock.advance(60 * 60 * 1000)
  }
  clock.advance(48 * 60 * 60 * 1000)
  t.notOk(await clients.isKnown(id))
})
