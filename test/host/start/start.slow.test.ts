import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { root } from '../../fixtures/root.js'

/** Modules that a start with the six products of this repository loads at most; 1,585 were too many to start in half a second. */
const mostModules = 1_250

/** Says on standard error, when the process ends, how many modules were loaded from files, and which are clients of servers. */
const counter = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const seen = new Set()
  registerHooks({ load(url, context, next) { if (url.startsWith('file:')) seen.add(url); return next(url, context) } })
  process.on('exit', () => process.stderr.write('modules ' + seen.size + '\\n' +
    'clients ' + [...seen].filter(url => /node_modules\\/(pg|pg-[a-z-]+|@keyv\\/redis|@redis\\/[a-z]+)\\//.test(url)) + '\\n'))
`)}`

/** A folder for the data and one for temporary files, both empty. */
async function folders(t: Test): Promise<{ data: string; temporary: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-start-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  return { data: join(folder, 'data'), temporary }
}

/** Starts the host with the six products, stops it, and returns what it has logged and how many modules it has loaded. */
async function startAndStop(t: Test, data: string, temporary: string) {
  const child = spawn(process.execPath, ['--import', counter, join(root, 'host/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporary,
      DATA_DIR: data,
      PORT: '0',
      DEMO_MODE: 'local',
      PRODUCT_HOST_CONFIG: join(root, 'plugins/product-host.json')
    }
  })
  t.teardown(() => child.kill('SIGKILL'))
  const lines: { level: number; msg: string }[] = []
  let errors = ''
  child.stderr.on('data', text => {
    errors += text
  })
  const ended = once(child, 'close')
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text)
    lines.push(line)
    if (line.msg === 'listening') void stopWhenIdle(child)
  }
  await ended
  const [, modules, clients] = /^modules (\d+)\nclients (.*)$/m.exec(errors) ?? []
  return { lines, modules: Number(modules), clients }
}

/** The host has more to do once it listens, and then waits. */
async function stopWhenIdle(child: ChildProcess): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 1_500))
  child.kill('SIGTERM')
}

t.test('neither the first start nor the next logs anything above info or loads too many modules', async t => {
  const { data, temporary } = await folders(t)
  for (const which of ['first', 'second']) {
    const { lines, modules, clients } = await startAndStop(t, data, temporary)
    t.ok(modules > 0 && modules <= mostModules, `${modules} modules`)
    t.equal(clients, '', 'no client of Redis or PostgreSQL is loaded')
    t.equal(lines.filter(({ msg }) => msg === 'plugin served').length, 6, `${which} start`)
    t.strictSame(
      lines.filter(({ level }) => level > 30),
      [],
      `${which} start`
    )
  }
  t.match(await readdir(temporary), [/^product-host-compile-cache/], 'the second found compiled code')
})

t.test('compiled code is stored in a folder of one’s own alone', async t => {
  const { temporary } = await folders(t)
  const cacheFolder = async () => {
    const script = `
      import module from 'node:module'
      import { enableCompileCache } from ${JSON.stringify(new URL('../../../host/dist/start/module-loading.js', import.meta.url))}
      enableCompileCache(process.argv[1])
      console.log(module.getCompileCacheDir() ?? 'none')`
    const environment = { env: { PATH: process.env.PATH } }
    const run = promisify(execFile)
    return (await run(process.execPath, ['--input-type=module', '-e', script, temporary], environment)).stdout.trim()
  }
  t.ok((await cacheFolder()).startsWith(join(temporary, 'product-host-compile-cache')))
  const [name = ''] = await readdir(temporary)
  await chmod(join(temporary, name), 0o777)
  t.equal(await cacheFolder(), 'none', 'others can write there')
  await rm(join(temporary, name), { recursive: true })
  await rm(temporary, { recursive: true })
  t.equal(await cacheFolder(), await cacheFolder(), 'a folder that is missing is no failure')
})
