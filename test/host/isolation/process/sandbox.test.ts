import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { withoutSandbox } from '../../../fixtures/bubblewrap.js'
import { root } from '../../../fixtures/root.js'

const script = `
  import { spawnSync } from 'node:child_process'
  import { chosenSandbox } from ${JSON.stringify(join(root, 'host/dist/isolation/process/sandbox.js'))}
  const { sandbox, missing } = await chosenSandbox()
  const [file, ...rest] = sandbox?.command(['uname', '-n'], { workFolder: '/tmp', read: [], write: [] }, 'none') ?? ['true']
  console.log(JSON.stringify({ missing, name: spawnSync(file, rest, { encoding: 'utf8' }).stdout.trim() }))`

/** What a process finds out about the sandbox that bubblewrap itself has started in another one with these options. */
function foundWithin(options: readonly string[], filter?: number) {
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const command = ['--bind', '/', '/', '--dev', '/dev', ...options, ...node]
  const stdio = ['ignore', 'pipe', 'pipe', ...(filter === undefined ? [] : [filter])] as const
  const { PATH } = process.env
  const { stdout, stderr } = spawnSync('bwrap', command, { env: { PATH }, encoding: 'utf8', stdio: [...stdio] })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

t.test('in a sandbox, the machine has another name', { skip: withoutSandbox }, async t => {
  t.strictSame(foundWithin([]), { name: 'sandbox' })
})

t.test('where bubblewrap may not do its work, it is said what it says', { skip: withoutSandbox }, async t => {
  // As engines of containers have it: the kernel then mounts no other /proc.
  const masked = foundWithin(['--tmpfs', '/proc/fs'])
  t.match(masked, {
    missing: /^bubblewrap does not work here \(bwrap: Can't mount proc on .*: Operation not permitted\)$/
  })
})

t.test(
  'where the name may not be changed, there is a sandbox with the name of the machine',
  { skip: process.arch === 'x64' ? withoutSandbox : 'the number of the system call is that of x64' },
  async t => {
    const folder = await mkdtemp(join(tmpdir(), 'product-host-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'filter'), withoutSethostname())
    const filter = openSync(join(folder, 'filter'), 'r')
    t.teardown(() => closeSync(filter))
    const name = spawnSync('uname', ['-n'], { encoding: 'utf8' }).stdout.trim()
    t.strictSame(foundWithin(['--seccomp', '3'], filter), { name })
  }
)

/** A filter of system calls that denies `sethostname` (170 on x64), as Podman's does. */
function withoutSethostname(): Buffer {
  const steps = [
    [0x20, 0, 0, 0],
    [0x15, 0, 1, 170],
    [0x06, 0, 0, 0x0005_0001],
    [0x06, 0, 0, 0x7fff_0000]
  ] as const
  return Buffer.concat(
    steps.map(([code, ifTrue, ifFalse, value]) => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt16LE(code)
      bytes.writeUInt8(ifTrue, 2)
      bytes.writeUInt8(ifFalse, 3)
      bytes.writeUInt32LE(value, 4)
      return bytes
    })
  )
}
