import fs, { existsSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { beginFile, finishFile } from '../../../host/dist/storage/new-file.js'

/** The paths that are synced to disk from now on, in their order. */
function synced(t: Test): readonly string[] {
  const paths: string[] = []
  const { fsyncSync } = fs
  const replace = (by: typeof fsyncSync) => {
    fs.fsyncSync = by
    syncBuiltinESMExports()
  }
  replace(file => {
    paths.push(readlinkSync(`/proc/self/fd/${file}`))
    fsyncSync(file)
  })
  t.teardown(() => replace(fsyncSync))
  return paths
}

t.test(
  'a file that got its name is on disk with its name, and nobody else reads it',
  { skip: !existsSync('/proc/self/fd') },
  t => {
    const folder = fs.realpathSync(t.testdir())
    const to = join(folder, 'backup')
    const partial = beginFile(to)
    t.equal(statSync(partial).mode & 0o777, 0o600)
    writeFileSync(partial, 'all of it')
    const paths = synced(t)
    t.equal(finishFile(partial, to), 9)
    t.strictSame(paths, [partial, folder])
    t.equal(readFileSync(to, 'utf8'), 'all of it')
    t.notOk(existsSync(partial))
    t.end()
  }
)

t.test('a file that is there, or that has no folder, is not begun', t => {
  const folder = t.testdir({ backup: 'former' })
  t.throws(() => beginFile(join(folder, 'backup')), { message: /backup exists already; choose another name\.$/ })
  t.equal(readFileSync(join(folder, 'backup'), 'utf8'), 'former')
  t.throws(() => beginFile(join(folder, 'none', 'backup')), { message: /The folder .*none does not exist/ })
  t.end()
})

t.test('what an interrupted attempt has left is begun again', t => {
  const to = join(t.testdir({ 'backup.partial': 'half of it' }), 'backup')
  const partial = beginFile(to)
  t.equal(readFileSync(partial, 'utf8'), '')
  t.end()
})
