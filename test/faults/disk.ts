// A full disk, one without inodes, a read-only one, files that no write reaches, a file of garbage, and a file that another process holds.
// As root, on Linux: npx node dist-test/faults/disk.js
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailable } from '../../host/dist/base/problems.js'
import type { SqliteBackend } from '../../host/dist/storage/sqlite/backend.js'
import { figure, openStore, skip, temporaryFolder } from './store.js'

if (process.getuid?.() !== 0) skip('it mounts file systems, which only root may')

const folder = temporaryFolder()
await fullDisk()
await noInodes()
await readOnlyDisk()
await unwritableFiles()
await garbage()
await lockedFile()

async function fullDisk(): Promise<void> {
  console.log('A full disk (tmpfs of 8 MiB):')
  const disk = mount('full')
  const path = join(disk, 'store.sqlite')
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(3 * 1024 * 1024))
  const store = await openStore(path)
  const acknowledged = await writeUntilRefused(store)
  figure('reads while it is full', await missing(store, acknowledged), (await missing(store, acknowledged)) === 0)
  await refusal(store)
  rmSync(ballast)
  await resumes(store, acknowledged)
  await store.close()
  await reopens(path, acknowledged)
  unmount(disk)
}

async function noInodes(): Promise<void> {
  console.log('A disk whose inodes are used up (tmpfs with 20):')
  const disk = mount('inodes', 'nr_inodes=20')
  const path = join(disk, 'store.sqlite')
  const store = await openStore(path)
  const acknowledged = await write(store, 100)
  const files = fillInodes(disk)
  for (const key of await write(store, 100, 'while-full')) acknowledged.add(key)
  const lost = await missing(store, acknowledged)
  figure('missing of what was written before and meanwhile', lost, lost === 0)
  await store.close()
  // The log and its index are gone with the close, and a store needs both.
  const further = fillInodes(disk, files.length)
  await openingRefused(path)
  await openingRefused(join(disk, 'new', 'store.sqlite'))
  for (const file of [...files, ...further]) rmSync(file)
  await reopens(path, acknowledged)
  unmount(disk)
}

/** Makes empty files until the disk takes no more. */
function fillInodes(disk: string, first = 0): readonly string[] {
  const files: string[] = []
  for (;;) {
    const file = join(disk, `file-${first + files.length}`)
    try {
      writeFileSync(file, '')
    } catch (error) {
      figure('files more, and then', `${files.length}, ${error instanceof Error ? error.message : error}`, true)
      return files
    }
    files.push(file)
  }
}

async function readOnlyDisk(): Promise<void> {
  console.log('A read-only disk at the start (tmpfs remounted):')
  const disk = mount('read-only')
  const path = join(disk, 'store.sqlite')
  const store = await openStore(path)
  const acknowledged = await write(store, 100)
  await store.close()
  run('mount', '-o', 'remount,ro', disk)
  await openingRefused(path)
  await openingRefused(join(disk, 'new', 'store.sqlite'))
  run('mount', '-o', 'remount,rw', disk)
  await reopens(path, acknowledged)
  unmount(disk)
}

async function unwritableFiles(): Promise<void> {
  console.log('Files that take no writes while the store is in use (chattr +i):')
  const path = join(folder, 'unwritable.sqlite')
  const store = await openStore(path)
  const acknowledged = await write(store, 100)
  run('chattr', '+i', path, `${path}-wal`)
  await refusal(store)
  figure('missing from reads meanwhile', await missing(store, acknowledged), (await missing(store, acknowledged)) === 0)
  run('chattr', '-i', path, `${path}-wal`)
  await resumes(store, acknowledged)
  await store.close()
  await reopens(path, acknowledged)
}

async function garbage(): Promise<void> {
  console.log('A file of garbage:')
  const path = join(folder, 'garbage.sqlite')
  writeFileSync(path, 'garbage '.repeat(10_000))
  await openingRefused(path)
  renameSync(path, `${path}.away`)
  await reopens(path, new Set())
}

async function lockedFile(): Promise<void> {
  console.log('A file that another process holds for 10 s (busy time-out 2 s):')
  const path = join(folder, 'locked.sqlite')
  const store = await openStore(path, 2_000)
  const acknowledged = await write(store, 100)
  const locker = spawn(process.execPath, [join(import.meta.dirname, 'disk-locker.js'), path, '10000'])
  const isGone = new Promise(resolve => locker.once('exit', resolve))
  await new Promise(resolve => locker.stdout.once('data', resolve))
  const start = performance.now()
  const waits: number[] = []
  while (locker.exitCode === null) {
    const before = performance.now()
    const error = await store.set('while-locked', '1').catch(error => error)
    if (error !== undefined) {
      waits.push(performance.now() - before)
      if (waits.length === 1) figure('refused with', shown(error), error instanceof StoreUnavailable)
    } else break
    figure('missing from reads meanwhile', await missing(store, acknowledged))
  }
  const resumed = performance.now() - start
  await isGone
  figure(
    'refusals',
    `${waits.length}, after ${waits.map(wait => `${Math.round(wait)} ms`).join(', ')}`,
    waits.length > 0
  )
  figure('first write done', `${Math.round(resumed)} ms after the lock was taken`, resumed < 12_500)
  await resumes(store, acknowledged)
  await store.close()
  await reopens(path, acknowledged)
}

async function write(store: SqliteBackend, times: number, name = 'key'): Promise<Set<string>> {
  const keys = Array.from({ length: times }, (_, index) => `${name}-${index}`)
  await Promise.all(keys.map(key => store.set(key, `"${key}"`)))
  return new Set(keys)
}

/** Sixteen writers write records of a kilobyte until each was refused; returns the keys of what was acknowledged. */
async function writeUntilRefused(store: SqliteBackend): Promise<Set<string>> {
  const acknowledged = new Set<string>()
  const errors: unknown[] = []
  const writer = async (_: unknown, number: number) => {
    for (let index = 0; index < 100_000; index++) {
      const key = `full-${number}-${index}`
      try {
        await store.set(key, JSON.stringify('x'.repeat(1000)))
        acknowledged.add(key)
      } catch (error) {
        errors.push(error)
        return
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, writer))
  figure('acknowledged before', acknowledged.size, acknowledged.size > 0)
  figure(
    'refused with',
    shown(errors[0]),
    errors.length === 16 && errors.every(error => error instanceof StoreUnavailable)
  )
  return acknowledged
}

async function missing(store: SqliteBackend, keys: ReadonlySet<string>): Promise<number> {
  const records = await store.read([...keys])
  return records.filter(record => record === undefined).length
}

async function refusal(store: SqliteBackend): Promise<void> {
  const error = await store.set('refused', JSON.stringify('x'.repeat(100_000))).catch(error => error)
  figure('refused with', shown(error), error instanceof StoreUnavailable)
}

async function resumes(store: SqliteBackend, keys: ReadonlySet<string>): Promise<void> {
  const start = performance.now()
  await store.set('afterwards', '1')
  figure('service resumed by itself, first write', `${(performance.now() - start).toFixed(1)} ms`)
  const count = await missing(store, keys)
  figure('of what was acknowledged lost', count, count === 0)
  figure('of what was refused kept', (await store.read(['refused'])).filter(Boolean).length)
}

async function openingRefused(path: string): Promise<void> {
  const error = await openStore(path).then(
    () => undefined,
    error => error
  )
  figure('opening refused with', shown(error), error instanceof StoreUnavailable)
}

async function reopens(path: string, keys: ReadonlySet<string>): Promise<void> {
  const store = await openStore(path)
  const count = await missing(store, keys)
  figure(`opened again; of ${keys.size} acknowledged lost`, count, count === 0)
  await store.close()
}

function shown(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

function mount(name: string, option = 'size=8m'): string {
  const disk = join(folder, name)
  mkdirSync(disk)
  run('mount', '-t', 'tmpfs', '-o', option, 'tmpfs', disk)
  process.prependOnceListener('exit', () => spawnSync('umount', [disk], { stdio: 'ignore' }))
  return disk
}

function unmount(disk: string): void {
  run('umount', disk)
}

function run(command: string, ...parameters: readonly string[]): void {
  const { status, stderr } = spawnSync(command, parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stderr}`)
}
