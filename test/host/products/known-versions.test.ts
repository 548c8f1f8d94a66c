import { pino } from 'pino'
import t from 'tap'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { KnownVersions } from '../../../host/dist/products/known-versions.js'
import { Registry } from '../../../host/dist/products/registry.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock } from '../../fixtures/start-host.js'
import { type OpenStore, storeKinds } from '../../fixtures/stores.js'

const first = { version: 1, readableFrom: 1 }
const second = { version: 2, readableFrom: 2 }
const secondWithDown = { version: 2, readableFrom: 1 }

/** Hosts on one store, each with a connection of its own, with one clock. */
async function hosts(open?: OpenStore) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const inMemory = await Store.open(backend)
  const stores = open ? await Promise.all(Array.from({ length: 3 }, () => open(() => clock.now()))) : []
  const [store = inMemory] = stores
  const registry = new Registry()
  let begun = 0
  const host = () =>
    new KnownVersions(stores[begun++ % stores.length] ?? store, clock, pino({ level: 'silent' }), registry)
  /** Stores a record of version 2, with or without its earlier form. */
  const write = (older?: object) => store.namespace('one', 'notes').set('a', { '@record': 2, value: 'x', ...older })
  return { clock, backend, store, registry, host, write }
}

/** A product in a registry; why it is withdrawn is noted. */
function register(registry: Registry, slug: string, withdrawn: string[], version = '1.0.0'): void {
  const resilience = { withdraw: (reason: string) => withdrawn.push(reason) }
  registry.add({ slug, version, mounted: { product: {}, actions: new Map() }, resilience } as never)
}

for (const kind of storeKinds)
  t.test(`on ${kind.name}`, { skip: kind.without }, async t => {
    const empty = await kind.start(t)
    await t.test('a host waits while another one serves a version that does not read what it would write', async t => {
      const { host } = await hosts(await empty(t))
      const [old, next, another] = [host(), host(), host()]
      t.equal(await old.enter('notes', first), undefined)
      t.match(await next.enter('notes', second), { waitsFor: [/, process \d+$/] })
      t.equal(await another.enter('notes', first), undefined, 'nothing has begun')
      await old.stop()
      t.match(await next.enter('notes', second), { waitsFor: [/, process \d+$/] })
      await another.stop()
      t.equal(await next.enter('notes', second), undefined)
    })

    await t.test(
      'while records are stored that a version does not read, no host serves it, also after all have ended',
      async t => {
        const { clock, host, write } = await hosts(await empty(t))
        const next = host()
        await next.enter('notes', second)
        await write()
        const refusal =
          /^Of the stored records of "notes", 1 can be read only by a plugin with record version 2 or later, and this one has/
        t.match(await host().enter('notes', first), { refusal })
        await next.stop()
        clock.advance(86_400_000)
        t.match(await host().enter('notes', first), { refusal })
        t.equal(await host().enter('notes', secondWithDown), undefined)
        t.equal(await host().enter('tasks', first), undefined, 'other products are not concerned')
      }
    )

    await t.test('a version that reads all records is served again, as soon as no host writes others', async t => {
      const { clock, host, registry, write } = await hosts(await empty(t))
      const [next, back] = [host(), host()]
      await next.enter('notes', second)
      await write({ older: { 1: 'x' } })
      t.match(await back.enter('notes', first), { waitsFor: [/, process \d+$/] })
      await next.stop()
      t.equal(await back.enter('notes', first), undefined)
      t.match(await host().enter('notes', second), { waitsFor: [/, process \d+$/] })
      await back.stop()
      const paused = host()
      await paused.enter('notes', second)
      clock.advance(31_000)
      t.equal(await host().enter('notes', first), undefined)
      const withdrawn: string[] = []
      register(registry, 'notes', withdrawn)
      await paused.renew()
      t.equal(withdrawn.length, 1, 'what it would write is not read')
    })

    await t.test(
      'versions of which one writes what the other reads are served side by side, in both directions',
      async t => {
        const { host } = await hosts(await empty(t))
        t.equal(await host().enter('notes', first), undefined)
        t.equal(await host().enter('notes', secondWithDown), undefined)
        t.equal(await host().enter('notes', first), undefined)
        t.match(await host().enter('notes', second), { waitsFor: [String] })
      }
    )

    await t.test('several products that begin at once are all known', async t => {
      const { host } = await hosts(await empty(t))
      const old = host()
      await Promise.all(['notes', 'tasks', 'constructor'].map(slug => old.enter(slug, first)))
      for (const slug of ['notes', 'tasks', 'constructor'])
        t.match(await host().enter(slug, second), { waitsFor: [String] }, slug)
    })

    await t.test('a host that no longer renews counts as ended after 30 s, and withdraws when it is back', async t => {
      const { clock, host, registry } = await hosts(await empty(t))
      const [old, next] = [host(), host()]
      await old.enter('notes', first)
      await old.enter('tasks', first)
      const withdrawn: string[] = []
      register(registry, 'notes', withdrawn)
      for (let renewals = 0; renewals < 3; renewals++) {
        clock.advance(29_000)
        await old.renew()
        t.match(await next.enter('notes', second), { waitsFor: [String] })
      }
      clock.advance(31_000)
      t.equal(await next.enter('notes', second), undefined)
      await old.renew()
      t.match(withdrawn, [/^Other hosts have begun another version of "notes"/])
      await old.renew()
      t.equal(withdrawn.length, 1, 'once')
      t.match(await next.enter('tasks', second), { waitsFor: [String] }, 'its other product is served')
    })

    await t.test('a product is mixed while another host serves another version of its plugin', async t => {
      const { host, registry } = await hosts(await empty(t))
      const [here, other] = [host(), host()]
      register(registry, 'notes', [], '1.0.0')
      await here.enter('notes', first, '1.0.0')
      t.equal(await here.isMixed('notes'), false)
      await other.enter('tasks', first, '2.0.0')
      t.equal(await here.isMixed('notes'), false)
      await other.enter('notes', first, '2.0.0')
      t.equal(await here.isMixed('notes'), true)
      await other.renew()
      t.equal(await here.isMixed('notes'), true)
      await other.enter('notes', first, '1.0.0')
      t.equal(await here.isMixed('notes'), false)
    })

    await t.test('a host that has stopped does not begin', async t => {
      const { host } = await hosts(await empty(t))
      const old = host()
      await old.stop()
      t.match(await old.enter('notes', first), { waitsFor: [] })
      t.equal(await host().enter('notes', second), undefined)
    })
  })

t.test('a version is not served again if another host has begun to write meanwhile', async t => {
  const { host, store, write } = await hosts()
  const next = host()
  await next.enter('notes', second)
  await next.stop()
  const scan = store.productRecords.bind(store)
  store.productRecords = async function* () {
    yield* scan()
    const another = host()
    await another.enter('notes', second)
    await write()
    await another.stop()
    store.productRecords = scan
  }
  const back = host()
  t.match(await back.enter('notes', first), { waitsFor: [] })
  t.match(await back.enter('notes', first), { refusal: /^Of the stored records/ })
})

t.test('while the store is unavailable, a host begins nothing that others may not read, and renews later', async t => {
  const { backend, clock, host } = await hosts()
  const [old, next] = [host(), host()]
  await old.enter('notes', first)
  const read = backend.read.bind(backend)
  backend.read = () => Promise.reject(new StoreUnavailable('The store is away.'))
  await t.rejects(next.enter('notes', second), { name: 'StoreUnavailable' })
  t.equal(await old.enter('tasks', first), undefined, 'what every version reads is served')
  await old.renew()
  backend.read = read
  clock.advance(20_000)
  await old.renew()
  clock.advance(20_000)
  t.match(await next.enter('notes', second), { waitsFor: [String] })
  t.match(await next.enter('tasks', second), { waitsFor: [String] }, 'it was announced later')
})
