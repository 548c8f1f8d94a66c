import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createClient } from '@keyv/redis'
import t from 'tap'
import { openSharedRedis } from '../../../../host/dist/start/shared-redis.js'
import { RedisBackend } from '../../../../host/dist/storage/redis/backend.js'
import { RedisConnection } from '../../../../host/dist/storage/redis/connection.js'
import { serverBackUp } from '../../../../host/dist/storage/server-stores.js'
import { dumpSnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { dataFolder, oneProduct, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { startRedis, untilServed, withoutRedis } from '../../../fixtures/redis-server.js'

const report = () => undefined
const demo = { ...oneProduct, DEMO_MODE: 'local' }

t.test('a store of an older version is copied to a file before it is migrated', { skip: withoutRedis }, async t => {
  const [folder, redis] = [await dataFolder(t), await startRedis(t)]
  const connection = await RedisConnection.open({ url: redis.url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  t.teardown(() => backend.close())
  const own = (await Store.open(backend)).own('subject')
  await own.set('a', 'before')
  const backUp = serverBackUp(folder, backend, connection.name, 'redis')
  await Store.open(backend, { steps: [() => own.set('a', 'after')], backUp })
  const [name = ''] = readdirSync(folder).filter(name => name.startsWith('redis.schema-1.'))
  const kept = dumpSnapshot(join(folder, name), true)
  t.equal(kept.schema, 1)
  const texts: string[] = []
  for await (const { key, text } of kept.records) if (key === 'host:{subject}:a') texts.push(text)
  t.strictSame(texts, ['"before"'])
  t.equal(await own.get('a'), 'after')
})

t.test(
  'a restore or import that is killed leaves no store that a host serves in part',
  { timeout: 230_000 },
  async t => {
    const total = 10_000
    const folder = await dataFolder(t)
    const exported = join(folder, 'many.jsonl')
    const lines = Array.from({ length: total }, (_, number) => `{"key":"data:{ada/notes}:${number}","value":${number}}`)
    const header = '{"format":"product-host-store","version":1,"schema":1,"exportedAt":"2026-01-01T00:00:00.000Z"}'
    await writeFile(exported, [header, ...lines, `{"end":true,"records":${total}}`, ''].join('\n'))

    t.test('in Redis: start and check refuse it and say what to do', { skip: withoutRedis }, async t => {
      const redis = await startRedis(t)
      const shared = operator({ ...demo, DATA_DIR: await dataFolder(t), REDIS_URL: redis.url, PORT: '0' })
      await shared.json('import', '--resume', exported)
      const client = createClient({ url: redis.url })
      await client.connect()
      t.teardown(() => client.destroy())
      const backup = join(folder, 'many.sqlite')
      await shared.json('backup', backup)
      const parts: readonly ((size: number, smallest: number) => boolean)[] = [
        size => size < total * 0.9,
        size => size < total * 0.3,
        (size, smallest) => smallest < 1_000 && size > total * 0.1,
        (size, smallest) => smallest < 1_000 && size > total * 0.8
      ]
      for (const [index, isMoment] of parts.entries()) {
        const command =
          index % 2 === 0 ? ['import', '--resume', '--replace', exported] : ['restore', '--resume', '--replace', backup]
        await killed(
          () => shared.start(...command),
          () => {
            let smallest = total
            return async () => {
              const size = await client.dbSize()
              const isNow = isMoment(size, smallest)
              smallest = Math.min(smallest, size)
              return isNow
            }
          }
        )
        const sentence =
          /The store Redis at .* is incomplete: a restore or an import .*\. Run "product-host restore" or "product-host import" again, with --replace\.\n/
        t.match(await shared.run('check'), { code: 78, out: sentence })
        t.match(await shared.run('start'), { code: 78, error: sentence })
        t.match(await shared.run('export'), { code: 78, out: '', error: /is incomplete/ })
        t.match(await shared.json('import', '--resume', '--replace', exported), { records: total + 1 })
        t.match(await shared.json('check'), { isGood: true })
      }
    })

    t.test('in a file: the former store stays whole', { timeout: 230_000 }, async t => {
      const data = await dataFolder(t)
      const embedded = operator({ ...demo, DATA_DIR: data })
      await embedded.json('import', '--resume', exported)
      for (const bytes of [1, 150_000, 500_000]) {
        const size = (name: string) => statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0
        await killed(
          () => embedded.start('import', '--resume', '--replace', exported),
          () => async () => {
            await turn()
            return size('store.sqlite.new') + size('store.sqlite.new-wal') >= bytes
          }
        )
        t.match(await embedded.json('check'), { isGood: true })
        t.equal(dumpSnapshot(join(data, 'store.sqlite'), true).count, total + 1)
      }
    })
  }
)

t.test(
  'replicas without a minimum, and a replica itself, are reported as warnings',
  { skip: withoutRedis },
  async t => {
    const primary = await startRedis(t)
    const replica = await startRedis(t, { replicaof: `127.0.0.1 ${primary.port}` })
    const client = await createClient({ url: primary.url }).connect()
    t.teardown(() => client.destroy())
    await untilServed(async () => {
      if (!(await client.info()).includes('connected_slaves:1')) throw new Error('The replica is not connected yet.')
    })
    const warnings = async (url: string) => {
      const reported: string[] = []
      const connection = await RedisConnection.open({ url, report: error => reported.push(error.message) })
      await (
        await RedisBackend.open({ connection, now: Date.now, report: error => reported.push(error.message) })
      ).close()
      return reported
    }
    t.match(await warnings(primary.url), [
      /^Redis has replicas \(1\), .* a failover may LOSE them\. Set "min-replicas-to-write 1"/
    ])
    t.strictSame(await warnings(replica.url), [
      'Redis is a replica and accepts no writes. Set REDIS_URL to the primary, or to a name that follows it.'
    ])
    await client.configSet('min-replicas-to-write', '1')
    t.strictSame(await warnings(primary.url), [])
  }
)

t.test(
  'a node of a cluster, a Sentinel and a database that is not there are refused in one sentence',
  { skip: withoutRedis },
  async t => {
    const cluster = await startRedis(t, { 'cluster-enabled': 'yes' })
    const sentinel = await startRedis(t, {}, 'sentinel')
    const single = await startRedis(t)
    const refused = (url: string, message: RegExp) =>
      t.rejects(
        openSharedRedis(url, () => undefined),
        { name: 'SettingsError', message }
      )
    for (const database of ['', '/2']) {
      await refused(
        cluster.url + database,
        /^Redis at .* is a node of a Redis Cluster, which cannot be a store: set REDIS_URL/
      )
      await refused(sentinel.url + database, /^Redis at .* is a Redis Sentinel, which holds no records: set REDIS_URL/)
    }
    await refused(`${single.url}/99`, /^Redis at .*\/99 has no such database: ERR DB index is out of range\.$/)
  }
)

t.test('start and check say which server cannot be the store', { skip: withoutRedis, timeout: 230_000 }, async t => {
  const [cluster, sentinel] = [await startRedis(t, { 'cluster-enabled': 'yes' }), await startRedis(t, {}, 'sentinel')]
  const data = await dataFolder(t)
  for (const [redis, sentence] of [
    [cluster, /Redis at \S+ is a node of a Redis Cluster, which cannot be a store: set REDIS_URL to .*\.\n/],
    [sentinel, /Redis at \S+ is a Redis Sentinel, which holds no records: set REDIS_URL to .*\.\n/]
  ] as const) {
    const { run } = operator({ ...demo, DATA_DIR: data, REDIS_URL: redis.url, PORT: '0' })
    const { error, code } = await run('start')
    t.equal(code, 78)
    t.match(error, sentence)
    t.equal(error.trim().split('\n').length, 1, 'one sentence')
    t.match(await run('check'), { code: 78, out: sentence })
  }
})

t.test(
  'start and check warn of replicas that no write waits for',
  { skip: withoutRedis, timeout: 230_000 },
  async t => {
    const primary = await startRedis(t)
    await startRedis(t, { replicaof: `127.0.0.1 ${primary.port}` })
    const client = await createClient({ url: primary.url }).connect()
    t.teardown(() => client.destroy())
    await untilServed(async () => {
      if (!(await client.info()).includes('connected_slaves:1')) throw new Error('The replica is not connected yet.')
    })
    const data = await dataFolder(t)
    const warning = /Redis has replicas \(1\), .*LOSE them\. Set \\?"min-replicas-to-write 1\\?"/
    t.match(await operator({ ...demo, DATA_DIR: data, REDIS_URL: primary.url }).run('check'), { code: 1, out: warning })
    const host = await startProcess(t, data, { ...oneProduct, REDIS_URL: primary.url })
    t.equal(await host.end('SIGTERM'), 0)
    t.match(host.logged(), warning, 'once all of the log is written')
  }
)

/** Kills a command at a moment before it has ended. One that ended before the moment was seen is started again. */
async function killed(start: () => ChildProcess, watch: () => () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const child = start()
    const exited = once(child, 'exit')
    const isNow = watch()
    while (child.exitCode === null && !(await isNow()));
    child.kill('SIGKILL')
    if ((await exited)[1] === 'SIGKILL') return
  }
  throw new Error('The command ended before it could be killed, twenty times.')
}
