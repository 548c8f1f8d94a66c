import { createServer, type Socket } from 'node:net'
import { createClient } from '@keyv/redis'
import t, { type Test } from 'tap'
import { openRedis } from '../../host/dist/shared-redis.js'
import { RedisBackend } from '../../host/dist/storage/redis.js'
import { RedisConnection } from '../../host/dist/storage/redis-connection.js'
import { Store } from '../../host/dist/storage/store.js'
import { setClock, storageContract } from './contract.js'
import { type RedisServer, startRedis, untilServed, withoutRedis } from './redis-server.js'

t.test('Redis', { skip: withoutRedis }, async t => {
  const server = await startRedis(t)

  storageContract(t, 'redis', async (_t, now) => {
    await emptied(server)
    return open(server, now)
  })

  t.test('two processes that update the same records are both exact', async t => {
    await emptied(server)
    const [one, two] = [await Store.open(await open(server)), await Store.open(await open(server))]
    t.teardown(() => Promise.all([one.close(), two.close()]))
    const increase = (store: Store) =>
      store.corner('account', 'slug').update(['left', 'right'], read => ({
        writes: ['left', 'right'].map(key => ({ key, value: (read<number>(key) ?? 0) + 1 })),
        jobs: [{ schedule: { id: 'one', at: 1, action: 'run', input: {} } }],
        result: undefined
      }))
    await Promise.all(Array.from({ length: 300 }, (_, index) => increase(index % 2 ? one : two)))
    t.strictSame(await one.corner('account', 'slug').list(''), [
      { key: 'left', value: 300 },
      { key: 'right', value: 300 }
    ])
    t.equal((await one.own('jobs').list('')).length, 2)
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
    t.equal(await backend.sweep(), 1299)
    const connection = await createClient({ url: client }).connect()
    t.teardown(() => connection.destroy())
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

  t.test('a walk gives every record of every corner with the time at which it is gone', async t => {
    await emptied(server)
    const { now } = setClock(1_000)
    const backend = await open(server, now)
    t.teardown(() => backend.close())
    await backend.set('no corner', '1')
    await backend.set('data:{a/s}:k', '2', 500)
    await backend.set('data:{a/t}:k', '3')
    await backend.set('data:{aa/s}:k', '4')
    const walked = async (prefix: string) => {
      const found: { readonly key: string; readonly text: string }[] = []
      for await (const page of backend.walk(prefix)) found.push(...page)
      return found
    }
    t.strictSame(await walked(''), [
      { key: 'no corner', text: '1' },
      { key: 'data:{a/s}:k', text: '2', expiresAt: 1_500 },
      { key: 'data:{a/t}:k', text: '3' },
      { key: 'data:{aa/s}:k', text: '4' }
    ])
    t.strictSame(
      (await walked('data:{a/')).map(({ text }) => text),
      ['2', '3']
    )
    t.strictSame(
      (await walked('data:{a/t}:')).map(({ text }) => text),
      ['3']
    )
  })

  t.test('a list of large records comes in parts, and is whole', async t => {
    await emptied(server)
    const store = await Store.open(await open(server))
    t.teardown(() => store.close())
    const storage = store.corner('account', 'slug')
    const value = 'x'.repeat(1024 * 1024 - 2)
    for (let index = 0; index < 9; index++) await storage.set(`k${index}`, value)
    const names = async (reverse: boolean) => (await storage.list('k', { limit: 8, reverse })).map(({ key }) => key)
    t.strictSame(await names(false), ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'])
    t.strictSame(await names(true), ['k8', 'k7', 'k6', 'k5', 'k4', 'k3', 'k2', 'k1'])
  })

  t.test('a Redis that is killed is away at once on every way, and serves again by itself with all it had', async t => {
    const own = await startRedis(t, { appendfsync: 'always' })
    const reported: string[] = []
    const { store } = await openRedis(own.url, error => reported.push(error.message))
    t.teardown(() => store.close())
    const storage = store.corner('account', 'slug')
    await storage.set('key', 1)
    await own.kill()
    await everyWayIsAway(t, store)
    t.match(reported, [/^Redis at 127\.0\.0\.1:\d+ is away: /])
    await own.restart()
    await untilServed(() => store.probe())
    t.equal(await storage.get('key'), 1)
    await storage.update(['key'], read => ({
      writes: [{ key: 'key', value: (read<number>('key') ?? 0) + 1 }],
      result: 0
    }))
    t.equal(await storage.get('key'), 2)
  })

  t.test('a Redis that accepts and never answers is away, and serves when it answers again', async t => {
    const own = await startRedis(t)
    const { store } = await openRedis(own.url, () => undefined)
    t.teardown(() => store.close())
    own.pause()
    const begun = performance.now()
    await Promise.all([
      t.rejects(store.corner('account', 'slug').get('key'), { message: /gave no answer for 500 ms/ }),
      t.rejects(store.probe(), { name: 'StoreUnavailable' })
    ])
    t.ok(performance.now() - begun < 1_000, 'the wait is under a second')
    await everyWayIsAway(t, store)
    own.resume()
    await untilServed(() => store.probe())
  })

  t.test('a process that was itself held up takes Redis for no longer away than it is', async t => {
    const own = await startRedis(t)
    const { store } = await openRedis(own.url, error => t.fail(error.message))
    t.teardown(() => store.close())
    const storage = store.corner('account', 'slug')
    await storage.set('key', 1)
    const reads = [storage.get('key'), storage.get('key')]
    for (const begun = performance.now(); performance.now() - begun < 800; );
    t.strictSame(await Promise.all(reads), [1, 1])
  })

  t.test('what Redis says of its own state is no fault of the caller', async t => {
    const own = await startRedis(t)
    const { store } = await openRedis(own.url, () => undefined)
    const client = await createClient({ url: own.url }).connect()
    t.teardown(() => client.destroy())
    t.teardown(() => store.close())
    await client.configSet('maxmemory', '1')
    await t.rejects(store.probe(), { name: 'StoreUnavailable', message: /cannot serve: OOM / })
  })

  t.test('a Redis that has become a replica takes no writes until it is a primary again', async t => {
    const own = await startRedis(t)
    const { store } = await openRedis(own.url, () => undefined)
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
      openRedis(own.url.replace('//', '//weak:secret@'), () => undefined),
      { name: 'StoreUnavailable', message: /cannot serve: NOPERM / }
    )
    await untilServed(async () => {
      if ((await client.clientList()).length > 1) throw new Error('The connection is still there.')
    })
  })

  t.test('a Redis that may lose records is named in loud words', async t => {
    const warnings = async (settings: Record<string, string>) => {
      const reported: string[] = []
      const own = await startRedis(t, settings)
      await (await openRedis(own.url, error => reported.push(error.message))).store.close()
      return reported
    }
    t.strictSame(await warnings({}), [])
    t.match(await warnings({ appendonly: 'no' }), [/keeps NOTHING on disk/])
    t.match(await warnings({ appendonly: 'no', save: '60 1' }), [/written since its last snapshot is LOST/])
    t.match(await warnings({ appendfsync: 'no', 'maxmemory-policy': 'allkeys-lru' }), [
      /may be LOST/,
      /THROWS RECORDS AWAY/
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
  for (const [url, message] of [
    ['redis://name:secret@127.0.0.1:1', 'Redis at 127.0.0.1:1 is away: connect ECONNREFUSED 127.0.0.1:1.'],
    [`redis://127.0.0.1:${port}`, `Redis at 127.0.0.1:${port} is away: it gave no answer for 500 ms.`]
  ] as const)
    await t.rejects(
      openRedis(url, () => undefined),
      { name: 'StoreUnavailable', message }
    )
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

async function everyWayIsAway(t: Test, store: Store): Promise<void> {
  const away = { name: 'StoreUnavailable', message: /^Redis at 127\.0\.0\.1:\d+ is away: / }
  const corner = store.corner('account', 'slug')
  await t.rejects(corner.get('key'), away)
  await t.rejects(corner.set('key', 1), away)
  await t.rejects(corner.delete('key'), away)
  await t.rejects(corner.list(''), away)
  await t.rejects(
    corner.update(['key'], () => ({ writes: [{ key: 'key', value: 1 }], result: 0 })),
    away
  )
  await t.rejects(store.keyv.getMany(['key']), away)
  await t.rejects(store.keyv.clear(), away)
  await t.rejects(store.eraseCorners('account'), away)
  await t.rejects(store.probe(), away)
}
