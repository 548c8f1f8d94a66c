import { createServer, type Socket } from 'node:net'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createClient } from '@keyv/redis'
import t from 'tap'
import { openSharedRedis } from '../../../../host/dist/start/shared-redis.js'
import { RedisBackend } from '../../../../host/dist/storage/redis/backend.js'
import { RedisConnection } from '../../../../host/dist/storage/redis/connection.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { type RedisServer, startRedis, untilServed, withoutRedis } from '../../../fixtures/redis-server.js'
import { setClock, storageContract } from '../contract.js'

t.test('Redis', { skip: withoutRedis }, async t => {
  const server = await startRedis(t)

  storageContract(t, 'redis', async (_t, now) => {
    await emptied(server)
    return open(server, now)
  })

  t.test('nothing is left in Redis of what was deleted or has expired', async t => {
    const client = await emptied(server)
    const { now, advance } = setClock(0)
    const backend = await open(server, now)
    t.teardown(() => backend.close())
    const writes = Array.from({ length: 1300 }, (_, index) => ({ key: `data:{a/s}:k${index}`, text: '1', ttlMs: 1000 }))
    await backend.commit([], [...writes, { key: 'data:{a/t}:later', text: '1', ttlMs: 1001 }])
    await backend.set('data:{b/s}:deleted', '1')
    await backend.delete('data:{b/s}:deleted')
    t.equal(await backend.sweep(), 0)
    advance(1000)
    await backend.set('data:{a/s}:k7', '"newer"')
    const connection = await createClient({ url: client }).connect()
    t.teardown(() => connection.destroy())
    const scripts = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await connection.info('commandstats'))?.[1])
    const before = await scripts()
    t.equal(await backend.sweep(), 1299)
    t.ok((await scripts()) > before + 1, 'not all in one script, while others wait')
    t.strictSame((await connection.keys('*')).toSorted(), [
      'corners',
      'data:{a/s}:k7',
      'data:{a/t}:later',
      'expiry',
      'index:data:{a/s}:',
      'index:data:{a/t}:'
    ])
    t.strictSame(await connection.zRange('corners', 0, -1), ['data:{a/s}:', 'data:{a/t}:'])
    t.strictSame(await connection.zRange('expiry', 0, -1), ['data:{a/t}:later'])
  })

  t.test('a scan returns every record of every namespace with its expiry', async t => {
    await emptied(server)
    const { now } = setClock(1_000)
    const backend = await open(server, now)
    t.teardown(() => backend.close())
    await backend.set('no namespace', '1')
    await backend.set('data:{a/s}:k', '2', 500)
    await backend.set('data:{a/t}:k', '3')
    await backend.set('data:{aa/s}:k', '4')
    const scanned = async (prefix: string) => {
      const found: { readonly key: string; readonly text: string }[] = []
      for await (const page of backend.scan(prefix)) found.push(...page)
      return found
    }
    t.strictSame(await scanned(''), [
      { key: 'no namespace', text: '1' },
      { key: 'data:{a/s}:k', text: '2', expiresAt: 1_500 },
      { key: 'data:{a/t}:k', text: '3' },
      { key: 'data:{aa/s}:k', text: '4' }
    ])
    t.strictSame(
      (await scanned('data:{a/')).map(({ text }) => text),
      ['2', '3']
    )
    t.strictSame(
      (await scanned('data:{a/t}:')).map(({ text }) => text),
      ['3']
    )
  })

  t.test('a scan goes through any number of namespaces', async t => {
    await emptied(server)
    const backend = await open(server)
    t.teardown(() => backend.close())
    const keys = Array.from({ length: 1_001 }, (_, index) => `data:{${String(index).padStart(4, '0')}/s}:k`)
    await Promise.all(keys.map(key => backend.set(key, '1')))
    const found: string[] = []
    for await (const page of backend.scan('')) found.push(...page.map(({ key }) => key))
    t.strictSame(found, keys)
  })

  t.test('what has expired is swept once a minute, until the store is closed', async t => {
    const client = await createClient({ url: await emptied(server) }).connect()
    t.teardown(() => client.destroy())
    mock.timers.enable({ apis: ['setInterval'] })
    t.teardown(() => mock.timers.reset())
    const { now, advance } = setClock(0)
    const backend = await open(server, now)
    await backend.set('data:{a/s}:k', '1', 1)
    advance(1)
    mock.timers.tick(59_999)
    await backend.get('other')
    t.equal(await client.zCard('expiry'), 1)
    mock.timers.tick(1)
    await untilServed(async () => {
      if ((await client.zCard('expiry')) > 0) throw new Error('It is still there.')
    })
    await backend.close()
    mock.timers.tick(120_000)
  })

  t.test('a process that was itself blocked while it connects does not take Redis for unavailable', async t => {
    const own = await startRedis(t)
    const opening = openSharedRedis(own.url, error => t.fail(error.message))
    let isOver = false
    const over = () => {
      isOver = true
    }
    opening.then(over, over)
    for (; !isOver; await turn()) for (const begun = performance.now(); performance.now() - begun < 300; );
    const { store } = await opening
    await store.close()
  })

  t.test('what Redis says of its own state is no fault of the caller', async t => {
    const own = await startRedis(t)
    const { store } = await openSharedRedis(own.url, () => undefined)
    const client = await createClient({ url: own.url }).connect()
    t.teardown(() => client.destroy())
    t.teardown(() => store.close())
    await client.configSet('maxmemory', '1')
    await t.rejects(store.probe(), { name: 'StoreUnavailable', message: /cannot serve: OOM / })
  })

  t.test('what another program wrote is a fault of the store, and is never read as a value', async t => {
    const client = await createClient({ url: await emptied(server) }).connect()
    t.teardown(() => client.destroy())
    const store = await Store.open(await open(server))
    t.teardown(() => store.close())
    const storage = store.namespace('account', 'slug')
    const fault = (key: string) => ({
      name: 'StoreRefusal',
      message: new RegExp(`refused a request for ${key}.*: WRONGTYPE `)
    })
    const key = 'data:{account/slug}:key'
    const update = () =>
      storage.update(['key'], read => ({ writes: [{ key: 'key', value: read('key') ?? 0 }], result: undefined }))
    for (const text of ['5', '{"a":1}', 'null', ':1', 'x:1:5', '-1:1:5', '1.5:1:5', '']) {
      await storage.set('key', 1)
      await client.set(key, text)
      const unreadable = { name: 'UnreadableRecord', key: 'key' }
      await t.rejects(storage.get('key'), unreadable, `get of "${text}"`)
      await t.rejects(storage.list(''), unreadable, `list of "${text}"`)
      await t.rejects(update(), unreadable, `update of "${text}"`)
      await storage.set('key', 2)
      t.strictSame(await storage.list(''), [{ key: 'key', value: 2 }])
    }
    await client.del(key)
    await client.lPush(key, 'item')
    await t.rejects(storage.get('key'), fault(key))
    await t.rejects(update(), fault(key))
    await t.rejects(storage.list(''), { name: 'UnreadableRecord', key: 'key' })
    await storage.set('key', 3)
    t.equal(await storage.get('key'), 3)
    await client.set('index:data:{account/slug}:', 'text')
    await t.rejects(storage.list(''), fault('index:data:{account/slug}:'))
    await t.rejects(storage.set('other', 1), fault('data:{account/slug}:other'))
    const both = () =>
      storage.update(['key', 'other'], () => ({
        writes: [
          { key: 'key', value: 4 },
          { key: 'other', value: 4 }
        ],
        result: undefined
      }))
    for (const set of ['index:data:{account/slug}:', 'corners', 'expiry']) {
      await client.del(['index:data:{account/slug}:', 'corners', 'expiry'])
      await client.set(set, 'text')
      await t.rejects(both(), /WRONGTYPE/, `an update where ${set} has another type`)
      await t.rejects(storage.delete('key'), /WRONGTYPE/, `a deletion where ${set} has another type`)
      t.strictSame([await storage.get('key'), await storage.get('other')], [3, undefined], 'nothing was written')
    }
  })

  t.test('a Redis that has become a replica takes no writes until it is a primary again', async t => {
    const own = await startRedis(t)
    const { store } = await openSharedRedis(own.url, () => undefined)
    const client = await createClient({ url: own.url }).connect()
    t.teardown(() => client.destroy())
    t.teardown(() => store.close())
    await client.replicaOf('127.0.0.1', 1)
    await t.rejects(store.probe(), { name: 'StoreUnavailable', message: /cannot serve: READONLY / })
    await client.sendCommand(['REPLICAOF', 'NO', 'ONE'])
    await untilServed(() => store.probe())
  })

  t.test('a Redis that does not let its user do what a host has to is refused, and let go of', async t => {
    const own = await startRedis(t)
    const client = await createClient({ url: own.url }).connect()
    t.teardown(() => client.destroy())
    await client.aclSetUser('weak', ['on', '>secret', '~*', '+@all', '-info'])
    await t.rejects(
      openSharedRedis(own.url.replace('//', '//weak:secret@'), () => undefined),
      { name: 'StoreUnavailable', message: /cannot serve: NOPERM / }
    )
    await untilServed(async () => {
      if ((await client.clientList()).length > 1) throw new Error('The connection is still there.')
    })
  })

  t.test('settings of Redis that may lose records are reported as warnings', async t => {
    const warnings = async (settings: Record<string, string>) => {
      const reported: string[] = []
      const own = await startRedis(t, settings)
      await (await openSharedRedis(own.url, error => reported.push(error.message))).store.close()
      return reported
    }
    t.strictSame(await warnings({}), [])
    t.match(await warnings({ appendonly: 'no' }), [/Redis persistence is OFF/])
    t.match(await warnings({ appendonly: 'no', save: '60 1' }), [/LOSES everything written since its last snapshot/])
    t.match(await warnings({ appendfsync: 'no', 'maxmemory-policy': 'allkeys-lru' }), [
      /may LOSE about 30 seconds of writes/,
      /EVICTS RECORDS/
    ])
  })
})

t.test('a Redis that is not there, or that is none, is refused by name at the start', async t => {
  const sockets = new Set<Socket>()
  const silent = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await new Promise(resolve => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const refused = (url: string, message: string) =>
    t.rejects(
      openSharedRedis(url, () => undefined),
      { name: 'StoreUnavailable', message }
    )
  await Promise.all([
    refused(
      'redis://name:secret@127.0.0.1:1',
      'Redis at 127.0.0.1:1 is unreachable: connect ECONNREFUSED 127.0.0.1:1.'
    ),
    refused('redis://127.0.0.1:1/2', 'Redis at 127.0.0.1:1/2 is unreachable: connect ECONNREFUSED 127.0.0.1:1.'),
    refused(`redis://127.0.0.1:${port}`, `Redis at 127.0.0.1:${port} is unreachable: no reply within 500 ms.`)
  ])
})

async function open({ url }: RedisServer, now: () => number = Date.now): Promise<RedisBackend> {
  const report = (error: Error) => t.fail(error.message)
  return RedisBackend.open({ connection: await RedisConnection.open({ url, report }), now, report })
}

async function emptied({ url }: RedisServer): Promise<string> {
  const client = await createClient({ url }).connect()
  await client.flushDb()
  client.destroy()
  return url
}
