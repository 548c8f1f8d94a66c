// Redis that is full, and one that is read-only: 503 with Retry-After, nothing that was acknowledged is lost, and service resumes by
// itself. npx node dist-test/faults/redis-full.js
import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@keyv/redis'
import { dataFolder } from '../fixtures/host-process.js'
import { startRedis } from '../fixtures/redis-server.js'
import { core, countLost, send, serve, Writers } from './serving-host.js'
import { ending, figure, skip } from './store.js'

const key = Buffer.alloc(32, 7).toString('base64')

if (spawnSync('redis-server', ['--version']).error)
  skip('redis-server is not installed (on Debian: apt-get install redis-server)')
await ending(async t => {
  const redis = await startRedis(t, { appendfsync: 'always' })
  const client = createClient({ url: redis.url })
  await client.connect()
  t.teardown(() => client.destroy())
  const host = await serve(t, await dataFolder(t), { environment: { REDIS_URL: redis.url, ENCRYPTION_KEYS: key } })
  await outage('full', ['CONFIG', 'SET', 'maxmemory', '1mb'], ['CONFIG', 'SET', 'maxmemory', '0'])
  await outage('read-only', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'])
  await host.end('SIGTERM')

  async function outage(name: string, begin: readonly string[], end: readonly string[]): Promise<void> {
    console.log(`Redis ${name}:`)
    const writers = new Writers(host.url, name, 8)
    await delay(500)
    await client.sendCommand([...begin])
    await delay(200)
    const refused = await core(host.url, { action: 'remember', key: 'late', value: 'late' })
    await delay(500)
    await client.sendCommand([...end])
    const begunAt = performance.now()
    while ((await core(host.url, { action: 'remember', key: 'late', value: 'late' })).status !== 200) await delay(20)
    const backMs = Math.round(performance.now() - begunAt)
    await delay(200)
    await writers.end()
    const statuses = new Set(writers.others.map(({ status }) => status))
    const lost = await countLost(host.url, writers.acknowledged)
    figure('a write meanwhile', refused.status, refused.status === 503)
    figure(
      'other answers to writers',
      [...statuses].join(', '),
      [...statuses].every(status => status === 503)
    )
    figure('acknowledged writes', writers.acknowledged.size, writers.acknowledged.size > 0)
    figure('lost', lost, lost === 0)
    figure('served again after, ms', backMs, backMs < 2_000)
    figure('/readyz', (await send(host.url, 'GET', '/readyz')).status)
  }
})
