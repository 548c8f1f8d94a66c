import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { backupInProcess, type MakeBackup } from '../../../../host/dist/storage/backups/make-backup.js'
import { ScheduledBackups } from '../../../../host/dist/storage/backups/scheduled-backups.js'
import { Hold } from '../../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { openStore } from '../../../../host/dist/storage/sqlite/open.js'
import { dumpSnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { dataFolder } from '../../../fixtures/host-process.js'
import { movableClock } from '../../../fixtures/start-host.js'
import { storeKinds } from '../../../fixtures/stores.js'

const minute = 60_000

/** Hosts that make back-ups of the stores that they have opened, on one clock. */
function backups(stores: readonly Store[], folder: string, make: MakeBackup) {
  const clock = movableClock('2026-01-05T06:00:00Z')
  const lines: string[] = []
  const logger = {
    info: (_: object, line: string) => void lines.push(line),
    warn: () => undefined,
    error: () => void lines.push('error')
  }
  const deployment = { backup: { folder, everyMinutes: 60, keep: 2 } }
  const holds = stores.map(store => new Hold(store, logger as never))
  const hosts = stores.map(
    (store, index) => new ScheduledBackups(deployment, store, holds[index] as Hold, make, clock, logger as never)
  )
  const runDue = () => Promise.all(hosts.map(host => host.runDue()))
  return { clock, holds, hosts, runDue, lines }
}

/** Writes a file in place of a back-up. */
const written: MakeBackup = async file => {
  writeFileSync(file, 'backup')
  return 6
}

for (const { name, without, start } of storeKinds)
  t.test(`${name}: of several hosts, one makes each back-up, when it is due`, { skip: without }, async t => {
    const folder = await dataFolder(t)
    const open = await (await start(t))(t)
    const { clock, hosts, runDue } = backups([await open(), await open(), await open()], folder, written)
    const seen: number[] = []
    for (const minutes of [0, 59, 1, 1, 200, 10]) {
      clock.advance(minutes * minute)
      await runDue()
      seen.push(hosts.flatMap(() => readdirSync(folder)).length / hosts.length)
    }
    t.strictSame(seen, [1, 1, 2, 2, 2, 2])
    t.strictSame(readdirSync(folder).sort(), [
      'product-host-2026-01-05T07-00-00Z.backup',
      'product-host-2026-01-05T10-21-00Z.backup'
    ])
    for (const { health } of hosts)
      t.match(health, {
        lastAt: '2026-01-05T10:21:00.000Z',
        lastBytes: 6,
        lastFile: /T10-21-00Z\.backup$/,
        failedAt: null
      })
  })

t.test('only back-ups of the schedule are deleted, and never the new one', async t => {
  const folder = await dataFolder(t)
  const kept = ['mine.backup', 'product-host-2020-01-01.backup', 'product-host-2020-01-01T00-00-00Z.backup.gz']
  const later = ['product-host-2030-01-01T00-00-00Z.backup', 'product-host-2030-01-02T00-00-00Z.backup']
  const old = ['product-host-2020-01-01T00-00-00Z.backup', 'product-host-2020-01-01T00-00-00Z.backup.partial']
  for (const file of [...kept, ...later, ...old]) writeFileSync(join(folder, file), '')
  const { runDue } = backups([await Store.open(memoryBackend(Date.now))], folder, written)
  await runDue()
  t.strictSame(readdirSync(folder).sort(), [...kept, ...later, 'product-host-2026-01-05T06-00-00Z.backup'].sort())
})

t.test('a back-up that fails is tried again, and the last good one stays', async t => {
  const folder = await dataFolder(t)
  const state = { isFull: false }
  const make: MakeBackup = async (...request) => {
    if (state.isFull) throw new Error('the disk is full')
    return written(...request)
  }
  const { clock, hosts, runDue, lines } = backups([await Store.open(memoryBackend(Date.now))], folder, make)
  const [host] = hosts
  await runDue()
  clock.advance(60 * minute)
  state.isFull = true
  for (const minutes of [0, 4, 1]) {
    clock.advance(minutes * minute)
    await runDue()
  }
  t.equal(host?.failures, 2)
  t.match(host?.health, {
    lastAt: '2026-01-05T06:00:00.000Z',
    failedAt: '2026-01-05T07:05:00.000Z',
    reason: 'the disk is full'
  })
  t.strictSame(readdirSync(folder), ['product-host-2026-01-05T06-00-00Z.backup'])
  state.isFull = false
  clock.advance(5 * minute)
  await runDue()
  t.match(host?.health, { lastAt: '2026-01-05T07:10:00.000Z', failedAt: null, reason: null })
  t.strictSame(lines, ['backup made', 'error', 'error', 'backup made'])
})

t.test('a claim of a host that died ends, and one that lives keeps it', async t => {
  const folder = await dataFolder(t)
  const store = await Store.open(memoryBackend(Date.now))
  let calls = 0
  const never: MakeBackup = async () => {
    calls++
    return new Promise(() => undefined)
  }
  const { clock, runDue } = backups([store, store], folder, never)
  void runDue()
  await new Promise(resolve => setImmediate(resolve))
  clock.advance(59_000)
  void runDue()
  await new Promise(resolve => setImmediate(resolve))
  t.equal(calls, 1)
  clock.advance(1_000)
  void runDue()
  await new Promise(resolve => setImmediate(resolve))
  t.equal(calls, 2)
})

t.test('a held store has none: its copy must not delete the back-ups of the original', async t => {
  const folder = await dataFolder(t)
  const { holds, runDue } = backups([await Store.open(memoryBackend(Date.now))], folder, written)
  const [hold] = holds
  await hold?.begin({ since: '2026-01-01T00:00:00.000Z', by: 'restore' })
  await hold?.read()
  await runDue()
  t.strictSame(readdirSync(folder), [])
  await hold?.end()
  await hold?.read()
  await runDue()
  t.equal(readdirSync(folder).length, 1)
})

t.test('a process of its own makes a whole back-up, or says why not, and is ended with its host', async t => {
  const [folder, into] = [await dataFolder(t), await dataFolder(t)]
  const store = await openStore(folder, error => t.fail(error.message))
  await store.namespace('ada', 'notes').set('note:1', { text: 'milk' })
  const make = backupInProcess({ dataFolder: folder })
  const file = join(into, 'one.backup')
  t.equal(await make(file, new AbortController().signal), statSync(file).size)
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.equal(dumpSnapshot(file, true).count, 2)
  await t.rejects(make(file, new AbortController().signal), { message: /one\.backup exists already/ })
  const stopping = new AbortController()
  const stopped = make(join(into, 'two.backup'), stopping.signal)
  stopping.abort()
  await t.rejects(stopped, { name: 'AbortError' })
  await store.close()
})
