import '../../../fixtures/teardown-order.js'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mock } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { SqliteBackend, type SqliteOptions } from '../../../../host/dist/storage/sqlite/backend.js'
import { copySnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { root } from '../../../fixtures/root.js'
import { setClock, storageContract } from '../contract.js'

const clock = setClock(Date.parse('2026-01-01T12:00:00Z'))

async function open(t: Test, path: string, options: Partial<SqliteOptions> = {}): Promise<SqliteBackend> {
  const backend = await SqliteBackend.open({ path, now: clock.now, report: error => t.fail(error.message), ...options })
  t.teardown(() => backend.close())
  return backend
}

storageContract(t, 'sqlite', (t, now) => open(t, join(t.testdir(), 'store.sqlite'), { now }))

t.test('what was written is there after the file was closed and opened again, with its time to live', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const { now, advance } = setClock(0)
  const first = await open(t, path, { now })
  await first.set('stays', '1')
  await first.set('goes', '2', 1000)
  await first.close()
  const second = await open(t, path, { now })
  t.strictSame([await second.get('stays'), await second.get('goes')], ['1', '2'])
  advance(1000)
  t.strictSame([await second.get('stays'), await second.get('goes')], ['1', undefined])
})

t.test('the folder and the file are created for this user alone', async t => {
  const folder = join(t.testdir(), 'a', 'b')
  await open(t, join(folder, 'store.sqlite'))
  t.equal(statSync(folder).mode & 0o777, 0o700)
  t.equal(statSync(join(folder, 'store.sqlite')).mode & 0o777, 0o600)
})

t.test('writes that were submitted before the close are kept, later ones and reads are refused', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const first = await open(t, path)
  const writes = Array.from({ length: 3000 }, (_, index) => first.set(`k${index}`, 'x'.repeat(10_000)))
  await first.close()
  await Promise.all(writes)
  await t.rejects(first.set('late', '1'), { name: 'StoreUnavailable' })
  await t.rejects(first.get('k0'), { name: 'StoreUnavailable' })
  const second = await open(t, path)
  t.equal((await second.read(writes.map((_, index) => `k${index}`))).filter(Boolean).length, 3000)
})

t.test('every method of a closed store rejects with StoreUnavailable', async t => {
  const store = await Store.open(await open(t, join(t.testdir(), 'store.sqlite')))
  const namespace = store.namespace('account', 'slug')
  await store.close()
  const unavailable = { name: 'StoreUnavailable', message: 'The store is closed.' }
  await t.rejects(namespace.get('key'), unavailable)
  await t.rejects(namespace.set('key', 1), unavailable)
  await t.rejects(namespace.delete('key'), unavailable)
  await t.rejects(namespace.list(''), unavailable)
  await t.rejects(
    namespace.update([], () => ({ writes: [{ key: 'key', value: 1 }], result: 0 })),
    unavailable
  )
  await t.rejects(store.keyv.getMany(['key']), unavailable)
  await t.rejects(store.keyv.clear(), unavailable)
  await t.rejects(store.probe(), unavailable)
  await t.rejects(store.probe(), unavailable)
})

t.test('two processes that update the same records are both exact', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const store = await Store.open(await open(t, path))
  const child = fork(join(import.meta.dirname, 'increase.js'), [path, '300'], { execArgv: [] })
  const exit = once(child, 'exit')
  await once(child, 'message')
  child.send('go')
  const storage = store.namespace('account', 'slug')
  const increase = () =>
    storage.update(['left', 'right'], read => ({
      writes: ['left', 'right'].map(key => ({ key, value: (read<number>(key) ?? 0) + 1 })),
      result: undefined
    }))
  await Promise.all(Array.from({ length: 300 }, increase))
  t.strictSame(await exit, [0, null])
  t.strictSame([await storage.get('left'), await storage.get('right')], [600, 600])
})

t.test('two connections to one file see what the other wrote as soon as it is acknowledged', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const [first, second] = [await open(t, path), await open(t, path)]
  const versions = new Set<string | undefined>()
  for (let round = 0; round < 20; round++) {
    const [writer, reader] = round % 2 ? [first, second] : [second, first]
    await writer.set('key', String(round))
    const [record] = await reader.read(['key'])
    t.equal(record?.text, String(round))
    versions.add(record?.version)
    await reader.delete('key')
    t.equal(await writer.get('key'), undefined)
  }
  t.equal(versions.size, 20)
})

t.test('a sweep deletes all that has expired and nothing else', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const { now, advance } = setClock(0)
  const backend = await open(t, path, { now })
  const writes = Array.from({ length: 1300 }, (_, index) => ({ key: `k${index}`, text: '1', ttlMs: 1000 }))
  await backend.commit([], [...writes, { key: 'later', text: '1', ttlMs: 1001 }, { key: 'stays', text: '1' }])
  t.equal(await backend.sweep(), 0)
  advance(1000)
  await backend.set('k7', '"newer"', 5000)
  t.equal(await backend.sweep(), 1299)
  const database = new DatabaseSync(path, { readOnly: true })
  t.strictSame(
    database
      .prepare('SELECT key FROM record ORDER BY key')
      .all()
      .map(({ key }) => key),
    ['k7', 'later', 'stays']
  )
  database.close()
})

t.test('a sweep of many records leaves other writes their turn, and ends with the store', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const { now, advance } = setClock(0)
  const backend = await open(t, path, { now })
  const left = () => {
    const database = new DatabaseSync(path, { readOnly: true })
    const [row] = database.prepare("SELECT count(*) AS left FROM record WHERE key LIKE 'k%'").all()
    database.close()
    return Number(row?.left)
  }
  const writes = Array.from({ length: 4_000 }, (_, index) => ({ key: `k${index}`, text: '1', ttlMs: 1 }))
  await backend.commit([], writes)
  advance(1)
  t.equal(await backend.get('k0'), undefined)
  await backend.set('other', '1')
  t.ok(left() > 2_000 && left() < 4_000, `${left()} are left`)
  await backend.close()
  t.ok(left() > 0)
})

t.test('the space of a store is that of its file and its log, with how often the log was begun again', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await open(t, path)
  const text = 'x'.repeat(5_000_000)
  await backend.set('key', text)
  t.match(backend.space(), { log: statSync(`${path}-wal`).size, checkpoints: 0 })
  for (let writes = 0; writes < 4; writes++) await backend.set('key', text)
  const begun = backend.space().checkpoints
  t.ok(begun > 0 && begun <= 4, `${begun} times`)
  await backend.delete('key')
  const other = new DatabaseSync(path)
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  const { log, checkpoints, file, free } = backend.space()
  t.strictSame({ log, checkpoints, file }, { log: 0, checkpoints: 0, file: statSync(path).size })
  t.ok(free >= text.length && free < file, `${free} of ${file}`)
})

t.test('a record that was found expired stays gone when the clock is set back', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const { now, advance } = setClock(0)
  const backend = await open(t, path, { now })
  await backend.set('got', '1', 1000)
  await backend.set('read', '1', 1000)
  advance(1000)
  t.equal(await backend.get('got'), undefined)
  advance(-500)
  await backend.set('other', '1')
  t.equal(await backend.get('got'), undefined)
  await backend.set('read', '2', 1000)
  t.equal((await backend.read(['read']))[0]?.text, '2')
})

t.test('the file gives back the space of what has expired, also a restored one of an earlier version', async t => {
  const folder = t.testdir()
  const path = join(folder, 'store.sqlite')
  const old = new DatabaseSync(join(folder, 'old.sqlite'))
  old.exec(`PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = WAL; CREATE TABLE record (
    key TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, version TEXT NOT NULL, expires REAL) STRICT;
    INSERT INTO record VALUES ('host:{store}:schema', '1', 'a', NULL)`)
  old.close()
  copySnapshot(join(folder, 'old.sqlite'), join(folder, 'restored.sqlite'))
  for (const file of [path, join(folder, 'restored.sqlite')]) {
    const { now, advance } = setClock(0)
    const backend = await SqliteBackend.open({ path: file, now, sweepMs: 20, report: error => t.fail(error.message) })
    for (let round = 0; round < 5; round++)
      await backend.commit(
        [],
        Array.from({ length: 1000 }, (_, index) => ({
          key: `k${round}-${index}`,
          text: 'x'.repeat(3_000),
          ttlMs: 1000
        }))
      )
    const before = backend.space()
    t.ok(before.file > 15_000_000)
    t.ok(before.checkpoints >= 3, `${before.checkpoints} checkpoints`)
    advance(1000)
    while (backend.space().file > 3_000_000 || backend.space().free > 256 * 4096) await delay(20)
    t.ok(backend.space().diskFree > 0)
    await backend.close()
  }
})

t.test('a disk that fills up is reported at each watermark, once', async t => {
  const gib = 1024 ** 3
  const reported: string[] = []
  let diskFree = 50 * gib
  let looks = 0
  const disk = () => {
    looks++
    return { diskFree, diskSize: 100 * gib }
  }
  await open(t, join(t.testdir(), 'store.sqlite'), { sweepMs: 5, disk, report: error => reported.push(error.message) })
  for (const free of [gib, gib / 2, gib / 2, gib / 4, gib / 8, 50 * gib, gib / 2]) {
    diskFree = free
    for (const before = looks; looks < before + 3; ) await delay(5)
  }
  t.match(reported, [/is filling up: 512 MiB are left/, /is almost full: 128 MiB are left/, /is filling up: 512 MiB/])
  t.equal(reported.length, 3)
})

t.test('of a small disk, a share has to be free', async t => {
  const mib = 1024 ** 2
  const reported: string[] = []
  let diskFree = 1_024 * mib
  let looks = 0
  const disk = () => {
    looks++
    return { diskFree, diskSize: 1_024 * mib }
  }
  await open(t, join(t.testdir(), 'store.sqlite'), { sweepMs: 5, disk, report: error => reported.push(error.message) })
  for (const free of [300 * mib, 60 * mib, 10 * mib]) {
    diskFree = free
    for (const before = looks; looks < before + 3; ) await delay(5)
    if (free === 300 * mib) t.strictSame(reported, [], 'which is less than a large disk has to have')
  }
  t.match(reported, [/is filling up: 60 MiB are left/, /is almost full: 10 MiB are left/])
  t.equal(reported.length, 2)
})

t.test('a little free space stays in the file for the next writes', async t => {
  const { now, advance } = setClock(0)
  let looks = 0
  const disk = () => {
    looks++
    return { diskFree: 1024 ** 4, diskSize: 1024 ** 4 }
  }
  const backend = await open(t, join(t.testdir(), 'store.sqlite'), { now, sweepMs: 5, disk })
  await backend.commit(
    [],
    Array.from({ length: 100 }, (_, index) => ({ key: `k${index}`, text: 'x'.repeat(3_000), ttlMs: 1 }))
  )
  const { file } = backend.space()
  advance(1)
  while (backend.space().free < 300_000) await delay(5)
  for (const before = looks; looks < before + 5; ) await delay(5)
  t.equal(backend.space().file, file)
  t.ok(backend.space().free >= 300_000)
})

t.test('a store looks after itself once a minute, unless it is told otherwise', async t => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  let looks = 0
  const disk = () => {
    looks++
    return { diskFree: 1024 ** 4, diskSize: 1024 ** 4 }
  }
  const { now, advance } = setClock(0)
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await open(t, path, { now, disk })
  await backend.set('gone', '1', 1)
  advance(1)
  mock.timers.tick(59_999)
  t.equal(looks, 0)
  mock.timers.tick(1)
  t.equal(looks, 1)
  // Writes are done in their order: the sweep has been.
  await backend.set('other', '1')
  const database = new DatabaseSync(path, { readOnly: true })
  t.match(database.prepare('SELECT key FROM record').all(), [{ key: 'other' }])
  database.close()
})

t.test('a sweep that fails is reported', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const reported = Promise.withResolvers<Error>()
  await open(t, path, { busyMs: 1, sweepMs: 1, report: reported.resolve })
  const other = new DatabaseSync(path, { timeout: 5_000 })
  other.exec('BEGIN IMMEDIATE')
  t.match(await reported.promise, { name: 'StoreUnavailable', message: /is locked by another process/ })
  other.exec('ROLLBACK')
  other.close()
})

/** Another process that has done something to a database. */
async function otherProcess(t: Test, path: string, statements: string) {
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    database.exec(process.argv[2])
    console.log('done')
    setInterval(() => undefined, 1_000)`
  const other = spawn(process.execPath, ['--no-warnings', '-e', script, path, statements], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  return other
}

const withoutLocks = !existsSync('/proc/locks')

t.test('a process that was stopped while it writes is named, with what to do', { skip: withoutLocks }, async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await open(t, path, { busyMs: 50 })
  const other = await otherProcess(t, path, 'BEGIN IMMEDIATE')
  const name = `process ${other.pid} \\(\\S+\\)`
  await t.rejects(backend.set('key', '1'), {
    message: new RegExp(`is locked by another process: ${name} \\(SQLite 5`)
  })
  other.kill('SIGSTOP')
  const stopped = new RegExp(`${name}, which is stopped: continue it with "kill -CONT ${other.pid}", or end it`)
  for (let isNamed = false; !isNamed; )
    isNamed = stopped.test(await backend.set('key', '1').catch(({ message }) => message))
  other.kill('SIGKILL')
  await once(other, 'exit')
  await backend.set('key', '2')
})

t.test('of the processes that lock stores, the one that locks this store is named', { skip: withoutLocks }, async t => {
  const folder = t.testdir()
  const stores = await Promise.all(
    ['one', 'two', 'three'].map(async name => {
      const path = join(folder, `${name}.sqlite`)
      const backend = await open(t, path, { busyMs: 50 })
      const { pid } = await otherProcess(t, path, 'BEGIN IMMEDIATE')
      return { backend, pid }
    })
  )
  for (const { backend, pid } of stores)
    await t.rejects(backend.set('key', '1'), { message: new RegExp(`: process ${pid} `) })
})

t.test('a process that waits to empty the log is not the one that is named', { skip: withoutLocks }, async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await open(t, path, { busyMs: 50 })
  await backend.set('key', '1')
  const { pid } = await otherProcess(t, path, 'BEGIN IMMEDIATE')
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    database.exec('PRAGMA busy_timeout = 60000; PRAGMA wal_checkpoint(FULL)')`
  const waits = spawn(process.execPath, ['--no-warnings', '-e', script, path], { stdio: 'ignore' })
  t.teardown(() => waits.kill('SIGKILL'))
  while (!readFileSync('/proc/locks', 'utf8').includes(` WRITE ${waits.pid} `)) await delay(20)
  await t.rejects(backend.set('key', '2'), { message: new RegExp(`: process ${pid} `) })
})

t.test('a process that has the whole file for itself is named', { skip: withoutLocks }, async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const first = await open(t, path)
  await first.close()
  const { pid } = await otherProcess(t, path, 'PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  await t.rejects(open(t, path, { busyMs: 50 }), {
    name: 'StoreUnavailable',
    message: new RegExp(`is locked by another process: process ${pid} `)
  })
})

t.test(
  'while another process holds the file, writes are refused after the busy time-out, reads are served, and then both',
  async t => {
    const path = join(t.testdir(), 'store.sqlite')
    const backend = await open(t, path, { busyMs: 50 })
    await backend.set('key', '1')
    const other = new DatabaseSync(path)
    other.exec('BEGIN EXCLUSIVE')
    await t.rejects(backend.set('key', '2'), {
      name: 'StoreUnavailable',
      message: /store\.sqlite is locked by another process/,
      retryAfterSeconds: 1
    })
    t.equal(await backend.get('key'), '1')
    other.exec('ROLLBACK')
    other.close()
    await backend.set('key', '3')
    t.equal(await backend.get('key'), '3')
  }
)

t.test('a write that waits for another process is done when the lock is gone', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await open(t, path)
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const write = backend.set('key', '1')
  // Longer than a write waits that does not wait for others, and far shorter than 5 s.
  await Promise.race([write, delay(300)])
  other.exec('ROLLBACK')
  await write
  t.equal(await backend.get('key'), '1')
  other.close()
})

t.test('a file that is no store is refused by name, with what to do, and stays as it was', async t => {
  const path = join(t.testdir({ 'store.sqlite': 'garbage '.repeat(1000) }), 'store.sqlite')
  await t.rejects(SqliteBackend.open({ path, now: clock.now, report: () => undefined }), {
    name: 'StoreUnavailable',
    message: /store\.sqlite is not a store: restore it from a back-up, or move it away/
  })
  t.equal(statSync(path).size, 8000)
})

t.test('a folder that cannot be created is refused by name', async t => {
  const path = join(t.testdir({ file: '' }), 'file', 'store.sqlite')
  await t.rejects(SqliteBackend.open({ path, now: clock.now, report: () => undefined }), {
    name: 'StoreUnavailable',
    message: /store\.sqlite cannot be created or opened: .* \(EEXIST/
  })
})

t.test('a folder in the place of the file is refused by name', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  mkdirSync(path)
  await t.rejects(SqliteBackend.open({ path, now: clock.now, report: () => undefined }), {
    name: 'StoreUnavailable',
    message: /store\.sqlite cannot be opened/
  })
})

t.test('a damaged part of the file makes reads of it unavailable, and nothing crashes', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const first = await open(t, path)
  await first.commit(
    [],
    Array.from({ length: 500 }, (_, index) => ({ key: `k${index}`, text: 'x'.repeat(1000) }))
  )
  await first.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(400_000, 0xa5), 0, 400_000, 16_384)
  const second = await open(t, path)
  await t.rejects(second.list('', { limit: 1000, reverse: false }), {
    name: 'StoreUnavailable',
    message: /store\.sqlite is damaged: restore it from a back-up/
  })
})

t.test('a file that is moved away while in use takes no writes, and is used again when it is back', async t => {
  const folder = t.testdir()
  const path = join(folder, 'store.sqlite')
  const backend = await open(t, path, { report: () => undefined })
  await backend.set('key', '1')
  renameSync(path, join(folder, 'elsewhere'))
  await t.rejects(backend.set('key', '2'), { name: 'StoreUnavailable', message: /was moved or replaced while in use/ })
  writeFileSync(path, '')
  await t.rejects(backend.set('key', '2'), { name: 'StoreUnavailable', message: /was moved or replaced while in use/ })
  renameSync(join(folder, 'elsewhere'), path)
  await backend.set('key', '3')
  t.equal(await backend.get('key'), '3')
})

const suffixes = { log: '-wal', index: '-shm' }

t.test(
  'what was acknowledged before the write-ahead log was deleted is in the store, and nothing is accepted after',
  async t => {
    const path = join(t.testdir(), 'store.sqlite')
    const child = fork(join(root, 'dist-test/fixtures/log-deleter.js'), [path], { execArgv: [], silent: true })
    // The last messages may come after the process has ended, and before the channel is closed.
    const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    const acknowledged: string[] = []
    let refusal = ''
    child.on('message', (message: { key: string } | { refused: string }) => {
      if ('key' in message) acknowledged.push(message.key)
      else refusal = message.refused
    })
    await ended
    t.match(refusal, /store\.sqlite-wal was deleted while in use: restart the host/)
    t.ok(acknowledged.length >= 50)
    const backend = await open(t, path)
    const found = await backend.read(acknowledged)
    t.equal(found.filter(Boolean).length, acknowledged.length)
  }
)

for (const [what, suffix] of Object.entries(suffixes))
  t.test(`a store whose ${what} was replaced refuses reads and writes, and reports it`, async t => {
    const path = join(t.testdir(), 'store.sqlite')
    const reported = Promise.withResolvers<Error>()
    const backend = await open(t, path, { report: reported.resolve })
    await backend.set('key', '1')
    const elsewhere = `${path}.elsewhere`
    renameSync(path + suffix, elsewhere)
    writeFileSync(path + suffix, '')
    const refusal = {
      name: 'StoreUnavailable',
      message: new RegExp(`store\\.sqlite${suffix} was replaced while in use`)
    }
    t.match(await reported.promise, refusal)
    await t.rejects(backend.set('key', '2'), refusal)
    await t.rejects(backend.get('key'), refusal)
    renameSync(elsewhere, path + suffix)
    await backend.set('key', '3')
    t.equal(await backend.get('key'), '3')
  })

t.test(
  'a write-ahead log that somebody truncates is reported in a sentence, also by a connection that opens then',
  async t => {
    const path = join(t.testdir(), 'store.sqlite')
    const backend = await open(t, path, { report: () => undefined })
    await backend.set('key', '1')
    truncateSync(`${path}-wal`, 0)
    await t.rejects(backend.set('key', '2'), {
      name: 'StoreUnavailable',
      message: /store\.sqlite-wal was truncated while in use/
    })
    await t.rejects(SqliteBackend.open({ path, now: clock.now, report: () => undefined }), { name: 'StoreUnavailable' })
  }
)

t.test('a log that SQLite itself empties is no reason to refuse', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await open(t, path)
  await backend.set('key', '1')
  const other = new DatabaseSync(path)
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  t.equal(statSync(`${path}-wal`).size, 0)
  await backend.set('key', '2')
  t.equal(await backend.get('key'), '2')
})
