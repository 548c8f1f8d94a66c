import fs, { statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { lockHolder } from '../../../../host/dist/storage/sqlite/lock-holder.js'

/** A store with files, where the operating system says which locks there are, by file, process and range. */
function store(t: Test) {
  const path = join(t.testdir({ store: '', 'store-shm': '' }), 'store')
  const files = new Map<string, string>()
  const { readFileSync } = fs
  const replace = (by: typeof readFileSync) => {
    fs.readFileSync = by
    syncBuiltinESMExports()
  }
  replace(((name: string, encoding: 'utf8') => files.get(name) ?? readFileSync(name, encoding)) as typeof readFileSync)
  t.teardown(() => replace(readFileSync))
  const locks = (...found: readonly (readonly [suffix: string, pid: number, range: string])[]) => {
    const lines = found.map(([suffix, pid, range], index) => {
      const inode = statSync(path + suffix).ino
      return `${index + 1}: POSIX  ADVISORY  WRITE ${pid} fe:00:${inode} ${range}\n`
    })
    files.set('/proc/locks', lines.join(''))
    return lockHolder(path)
  }
  const process = (pid: number, state: string) =>
    files.set(`/proc/${pid}/status`, `Name:\tother\nUmask:\t0022\nState:\t${state}\n`)
  return { locks, process }
}

t.test('the process is named whose lock of the log includes the byte of writers', t => {
  const { locks, process } = store(t)
  process(4711, 'S (sleeping)')
  const named = ': process 4711 (other)'
  for (const [range, expected] of [
    ['120 120', named],
    ['119 121', named],
    ['0 EOF', named],
    ['120 EOF', named],
    ['119 119', ''],
    ['121 121', ''],
    ['121 EOF', '']
  ] as const)
    t.equal(locks(['-shm', 4711, range]), expected, range)
  t.equal(locks(['-shm', 12, '121 121'], ['-shm', 4711, '120 120']), named)
  t.equal(locks(['', 4711, '1073741824 1073742335']), named, 'or any lock of the file itself')
  t.end()
})

t.test('a process that is stopped can be continued', t => {
  const { locks, process } = store(t)
  for (const state of ['T (stopped)', 't (tracing stop)']) {
    process(4711, state)
    t.equal(
      locks(['-shm', 4711, '120 120']),
      ': process 4711 (other), which is stopped: continue it with "kill -CONT 4711", or end it'
    )
  }
  t.end()
})

t.test('neither this process nor one that cannot be seen is named', t => {
  const { locks } = store(t)
  t.equal(locks(['-shm', process.pid, '120 120']), '')
  t.equal(locks(['-shm', 0, '120 120']), '')
  t.equal(locks(), '')
  t.end()
})
