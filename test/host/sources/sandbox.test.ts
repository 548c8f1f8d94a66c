import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { withoutSandbox } from '../../fixtures/bubblewrap.js'
import { attempting, mcpServer, processesOf } from '../../fixtures/mcp-source.js'
import { root } from '../../fixtures/root.js'

/** A host with the server in a sandbox. */
function sandboxed(t: Test, entry: object = {}, mcp: object = {}) {
  return attempting(t, { sandbox: 'required', ...entry }, mcp)
}

t.test('a program in the sandbox has its own folder and nothing of the host', { skip: withoutSandbox }, async t => {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-files-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'encryption.key'), 'secret of the host')
  const home = await mkdtemp(join(homedir(), '.product-host-'))
  t.teardown(() => rm(home, { recursive: true }))
  await writeFile(join(home, 'secret.txt'), 'secret of the user')
  const listener = createServer().listen(join(folder, 'socket'))
  t.teardown(() => void listener.close())
  const { attempt, attemptAsOther } = await sandboxed(t)
  t.match(await attempt("fs.writeFileSync('mine.txt', 'mine'), fs.readFileSync('mine.txt', 'utf8')"), /^done: mine$/)
  t.match(await attempt("fs.writeFileSync('/tmp/mine.txt', 'mine')"), /^done/)
  const mine = (await attempt('process.cwd()')).replace('done: ', '')
  t.equal(existsSync(join(mine, 'mine.txt')), true)
  const host = process.pid
  for (const [what, code] of Object.entries({
    'a file of the host': `fs.readFileSync('${folder}/encryption.key', 'utf8')`,
    'the name of a file of the host': `fs.readdirSync('${folder}')`,
    'a socket of the host': `new Promise((done, fail) => process.getBuiltinModule('net').connect('${folder}/socket').on('connect', done).on('error', fail))`,
    'the passwords of the machine': "fs.readFileSync('/etc/shadow', 'utf8')",
    'the users of the machine': "fs.readFileSync('/etc/passwd', 'utf8')",
    'the home folder of the host': `fs.readFileSync('${home}/secret.txt', 'utf8')`,
    'the source of the host': `fs.readFileSync('${root}/package.json', 'utf8')`,
    'what other programs write to /tmp': `fs.statSync('${tmpdir()}/product-host-files')`,
    'a program of the system': "fs.writeFileSync('/usr/bin/true', '')",
    'its own program': `fs.appendFileSync('${mcpServer}', '//')`,
    'the environment of the host': `fs.readFileSync('/proc/${host}/environ', 'utf8')`,
    'the memory of the host': `fs.openSync('/proc/${host}/mem')`,
    'a signal to the host': `process.kill(${host}, 0)`,
    'a mount': "child.execFileSync('mount', ['-t', 'tmpfs', 'none', '/usr'], { stdio: 'pipe' })",
    'another root': "child.execFileSync('chroot', ['/', 'true'], { stdio: 'pipe' })",
    'a device': "child.execFileSync('mknod', ['disk', 'b', '8', '0'], { stdio: 'pipe' })",
    'the clock': "child.execFileSync('date', ['-s', '2020-01-01'], { stdio: 'pipe' })",
    'another user': 'process.setuid(12345)'
  }))
    t.match(await attempt(code), /^failed/, what)
  // Where this repository is below /tmp, the program has a folder of its own in that place.
  await attempt(`fs.writeFileSync('${root}/node_modules/evil.js', '')`)
  t.notOk(existsSync(join(root, 'node_modules/evil.js')), 'the packages of the deployment')
  t.match(
    await attempt("fs.readdirSync('/proc').filter(name => /^[0-9]+$/.test(name)).length < 6"),
    /^done: true$/,
    'other processes'
  )
  const given =
    'HOME,HTTPS_PROXY,HTTP_PROXY,LANG,NODE_USE_ENV_PROXY,NO_PROXY,PATH,PWD,TMPDIR,http_proxy,https_proxy,no_proxy'
  t.equal(await attempt('Object.keys(process.env).sort().join()'), `done: ${given}`)
  t.match(await attemptAsOther(`fs.readFileSync('${mine}/mine.txt', 'utf8')`), /^failed: ENOENT$/)
  t.match(await attemptAsOther("fs.readFileSync('/tmp/mine.txt', 'utf8')"), /^failed: ENOENT$/)
})

t.test(
  'an entry names what else a program reads, and what it writes where accounts share it',
  { skip: withoutSandbox },
  async t => {
    const folder = await mkdtemp(join(tmpdir(), 'product-host-files-'))
    t.teardown(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'read'))
    await mkdir(join(folder, 'write'))
    await writeFile(join(folder, 'read/a.txt'), 'a')
    const files = { read: [join(folder, 'read')], write: [join(folder, 'write')] }
    const { attempt } = await sandboxed(t, { files }, { tenancy: 'shared' })
    t.match(await attempt(`fs.readFileSync('${folder}/read/a.txt', 'utf8')`), /^done: a$/)
    t.match(await attempt(`fs.writeFileSync('${folder}/read/b.txt', 'b')`), /^failed: EROFS$/)
    t.match(await attempt(`fs.writeFileSync('${folder}/write/b.txt', 'b')`), /^done/)
    t.equal(readFileSync(join(folder, 'write/b.txt'), 'utf8'), 'b')
  }
)

t.test('a program in the sandbox ends with everything that it has started', { skip: withoutSandbox }, async t => {
  const { attempt, stop } = await sandboxed(t)
  const folder = (await attempt('process.cwd()')).replace('done: ', '')
  const seconds = String(1_000_000 + process.pid)
  await attempt(
    `child.spawn('sh', ['-c', 'setsid sleep ${seconds} & setsid sleep ${seconds} &'], { detached: true, stdio: 'ignore' }).pid`
  )
  while (processesOf(seconds).length < 2) await delay(20)
  t.ok(processesOf(folder).length > 0)
  await stop()
  while (processesOf(seconds).length + processesOf(folder).length > 0) await delay(20)
  t.notOk(existsSync(folder))
})

t.test('a program that takes more memory than its entry says is ended, and the next call starts it again', async t => {
  const { attempt, lines } = await attempting(t, { sandbox: 'none' }, { memoryMb: 150 })
  const taking = 'new Promise(() => { const all = []; setInterval(() => all.push(Buffer.alloc(8_000_000, 1)), 5) })'
  t.match(await attempt(taking), /ended during the call/)
  t.match(await attempt('1'), /^done: 1$/)
  const told = lines.filter(line => line.includes('was ended: it took more than 150 MiB of memory'))
  t.equal(told.length, 1)
})
