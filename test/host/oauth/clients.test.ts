import t from 'tap'
import { usualRetention } from '../../../host/dist/base/retention.js'
import { mostUnusedClients, OAuthClients } from '../../../host/dist/oauth/clients.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { documentEgress, oauthHost } from '../../fixtures/oauth-client.js'
import { memoryStore, movableClock } from '../../fixtures/start-host.js'

const metadata = { redirect_uris: ['https://app.example/callback'] }

t.test('registrations that nobody uses take the room of the oldest of them, and never that of a used one', async t => {
  const clients = new OAuthClients(await memoryStore(), movableClock('2026-01-01T00:00:00Z'), documentEgress({}))
  const register = async () => (await clients.register(metadata, '')).id
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
  const { id } = await clients.register(metadata, '')
  for (let hour = 0; hour < 50; hour++) {
    t.ok(await clients.isKnown(id), `after ${hour} hours`)
    await clients.noteUse(id)
    clock.advance(60 * 60 * 1000)
  }
  clock.advance(48 * 60 * 60 * 1000)
  t.notOk(await clients.isKnown(id))
})

t.test('networks that register many clients remove their own, and no app of anybody else', async t => {
  const environment = { DEMO_MODE: '', PUBLIC_URL: 'https://host.example', TRUST_PROXY: '1' }
  const { call, store } = await oauthHost(t, { environment })
  const register = async (address: string) => call('POST', '/oauth/register', metadata, { 'X-Forwarded-For': address })
  const { client_id: known } = (await register('198.51.100.7')).body
  const answers: number[] = []
  for (let count = 0; count < 55; count++)
    answers.push(
      ...(
        await Promise.all(
          Array.from({ length: 20 }, (_, network) => register(`2001:db8:${network >> 2}:${network}::${count}`))
        )
      ).map(({ status }) => status)
    )
  t.strictSame(new Set(answers), new Set([201]), 'within the limit of each network')
  t.equal(answers.length, 1_100)
  const clients = new OAuthClients(store, movableClock('2026-01-01T00:00:00Z'), documentEgress({}))
  t.match(await clients.find(known), { id: known })
  for (let count = 0; count < 20; count++) t.equal((await register(`2001:db8:0:${100 + count}::1`)).status, 201)
  t.equal((await register('2001:db8:0:ffff::1')).status, 429, 'a network is more than its parts')
  t.equal((await register('198.51.100.8')).status, 201)
})
