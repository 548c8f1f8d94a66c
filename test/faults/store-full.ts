// The server of a store that is full, and one that is read-only: 503 with Retry-After, nothing that was acknowledged is lost, and service
// resumes by itself. npx node dist-test/faults/store-full.js redis|postgres
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@keyv/redis'
import { dataFolder, type Ending } from '../fixtures/host-process.js'
import { startPostgres, withoutPostgres } from '../fixtures/postgres-server.js'
import { startRedis, withoutRedis } from '../fixtures/redis-server.js'
import { core, countLost, send, serve, Writers } from './serving-host.js'
import { ending, figure, skip, temporaryFolder } from './store.js'

const kind = process.argv[2] ?? 'redis'
const key = Buffer.alloc(32, 7).toString('base64')

/** A state of a server in which it takes no writes. */
interface Outage {
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

const without = kind === 'redis' ? withoutRedis : withoutPostgres
if (without) skip(without)
if (kind === 'postgres' && process.getuid?.() !== 0) skip('it mounts a file system, which only root may')
await ending(async t => {
  const { environment, full, readOnly } = kind === 'redis' ? await redis(t) : await postgres(t)
  const host = await serve(t, await dataFolder(t), { environment: { ...environment, ENCRYPTION_KEYS: key } })
  for (const [name, outage] of Object.entries({ full, 'read-only': readOnly })) {
    console.log(`${kind} ${name}:`)
    const writers = new Writers(host.url, name, 8)
    await delay(500)
    await outage.begin()
    let refused = await late(host.url)
    for (let waits = 0; refused.status === 200 && waits < 500; waits++) {
      await delay(20)
      refused = await late(host.url)
    }
    await delay(500)
    await outage.end()
    const begunAt = performance.now()
    while ((await late(host.url)).status !== 200) await delay(20)
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
  await host.end('SIGTERM')
})

function late(url: string) {
  return core(url, { action: 'remember', key: 'late', value: 'late '.repeat(100) })
}

async function redis(t: Ending) {
  const server = await startRedis(t, { appendfsync: 'always' })
  const client = createClient({ url: server.url })
  await client.connect()
  t.teardown(() => client.destroy())
  const outage = (begin: readonly string[], end: readonly string[]): Outage => ({
    begin: () => client.sendCommand([...begin]),
    end: () => client.sendCommand([...end])
  })
  return {
    environment: { REDIS_URL: server.url },
    full: outage(['CONFIG', 'SET', 'maxmemory', '1mb'], ['CONFIG', 'SET', 'maxmemory', '0']),
    readOnly: outage(['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'])
  }
}

/** The tables of the store are on a small disk of their own, so that the server itself runs on. */
async function postgres(t: Ending) {
  const disk = join(temporaryFolder(), 'disk')
  mkdirSync(disk)
  run('mount', '-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk)
  process.prependOnceListener('exit', () => spawnSync('umount', [disk], { stdio: 'ignore' }))
  const tables = join(disk, 'tables')
  mkdirSync(tables)
  chownSync(tables, 65_534, 65_534)
  run('chmod', '755', join(disk, '..'))
  const server = await startPostgres(t)
  await server.sql(`CREATE TABLESPACE small LOCATION '${tables}'`)
  await server.sql('CREATE DATABASE store TABLESPACE small')
  const filler = join(disk, 'filler')
  const setReadOnly = async (value: 'on' | 'off') => {
    await server.sql(`BEGIN READ WRITE; ALTER DATABASE store SET default_transaction_read_only = ${value}; COMMIT`)
    await server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'store'")
  }
  const full: Outage = {
    async begin() {
      for (const size of [1024 * 1024, 4096]) for (let number = 0; fill(`${filler}-${size}-${number}`, size); number++);
    },
    async end() {
      run('sh', '-c', `rm -f ${filler}-*`)
    }
  }
  return {
    environment: { DATABASE_URL: `postgres://owner@127.0.0.1:${server.port}/store` },
    full,
    readOnly: { begin: () => setReadOnly('on'), end: () => setReadOnly('off') }
  }
}

/** Writes a file of a size; false where there is no room for it. */
function fill(file: string, size: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(size))
    return true
  } catch {
    rmSync(file, { force: true })
    return false
  }
}

function run(command: string, ...parameters: readonly string[]): void {
  const { status, stderr } = spawnSync(command, parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stderr}`)
}
