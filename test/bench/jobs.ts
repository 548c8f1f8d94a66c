/**
 * Trivial jobs a second of one host, and how long the job of another account waits behind them: 10,000 jobs of one account are due
 * at once, and one job of another account after them. A job reads its settings and nothing else.
 * `npx node dist-test/bench/jobs.js sqlite|redis|memory [jobs]`
 */
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { Cipher } from '../../host/dist/config/cipher.js'
import { readDeployment } from '../../host/dist/deployment.js'
import { readSettings } from '../../host/dist/settings.js'
import { startHost } from '../../host/dist/start/host.js'
import { jobPrefix, jobSubject } from '../../host/dist/storage/job-records.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { RedisBackend } from '../../host/dist/storage/redis/backend.js'
import { RedisConnection } from '../../host/dist/storage/redis/connection.js'
import { openStore } from '../../host/dist/storage/sqlite/open.js'
import { Store } from '../../host/dist/storage/store.js'
import { ending } from '../faults/store.js'
import { dataFolder, type Ending } from '../fixtures/host-process.js'
import { startRedis } from '../fixtures/redis-server.js'
import { connectionPlugin, deploymentFile } from '../fixtures/start-host.js'

const kind = process.argv[2] ?? 'sqlite'
const count = Number(process.argv[3] ?? 10_000)

/** Jobs that one update schedules. */
const atOnce = 500

await ending(async t => {
  const store = await open(t)
  const host = await startHost({
    settings: readSettings({ PORT: '0' }),
    deployment: await readDeployment(await deploymentFile(t, connectionPlugin, {}, { billing: 'none' })),
    store,
    cipher: new Cipher([Buffer.alloc(32)]),
    log: { logger: pino({ level: 'silent' }) }
  })
  t.teardown(() => host.stop())
  const at = Date.now() + Math.max(2_000, count / 5)
  for (let first = 0; first < count; first += atOnce)
    await plan(
      'many',
      at,
      Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => `job ${first + index}`)
    )
  await plan('other', at + 1, ['job'])
  await delay(at - Date.now())
  const cpuBefore = process.cpuUsage()

  let otherMs = Number.NaN
  for (let waiting = true; waiting; await delay(20)) {
    if (Number.isNaN(otherMs) && !(await waits('other'))) otherMs = Date.now() - at
    waiting = await waits('many')
  }
  const seconds = (Date.now() - at) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpu = Math.round((user + system) / count)
  console.log(`  ${kind}: ${Math.round(count / seconds)} jobs a second, ${cpu} µs of CPU each`)
  console.log(`  the job of the other account ran after ${otherMs} ms`)

  async function plan(account: string, at: number, ids: readonly string[]): Promise<void> {
    const jobs = ids.map(id => ({ schedule: { id, at, action: 'show', input: {} } }))
    await store.namespace(account, 'connection').update([], () => ({ jobs, result: undefined }))
  }

  async function waits(account: string): Promise<boolean> {
    return (await store.own(jobSubject).list(jobPrefix(account), { limit: 1 })).length > 0
  }
})

async function open(t: Ending): Promise<Store> {
  const report = (error: Error) => console.error(error.message)
  if (kind === 'sqlite') return openStore(await dataFolder(t), report)
  if (kind === 'memory') return Store.open(memoryBackend(Date.now))
  const connection = await RedisConnection.open({ url: (await startRedis(t)).url, report })
  return Store.open(await RedisBackend.open({ connection, now: Date.now, report }))
}
