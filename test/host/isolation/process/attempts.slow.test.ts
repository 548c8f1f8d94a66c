import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { deniedCalls } from '../../../../host/dist/isolation/process/denied-calls.js'
import { chosenSandbox } from '../../../../host/dist/isolation/process/sandbox.js'
import { filesOfPlugin } from '../../../../host/dist/isolation/process/visible-files.js'
import {
  type AttemptPlace,
  attemptingCode,
  attemptingPlugin,
  attempts,
  observingPlugin
} from '../../../fixtures/attempts.js'
import { withoutSandbox } from '../../../fixtures/bubblewrap.js'
import { dataFolder, type HostProcess, startProcess } from '../../../fixtures/host-process.js'
import { root } from '../../../fixtures/root.js'
import { deploymentFile } from '../../../fixtures/start-host.js'

/** Not in /tmp: in a sandbox, that is a folder of its own. */
process.env.TMPDIR = '/var/tmp'

const nobody = 65_534
const entries = {
  inline: { isolation: 'inline' },
  thread: { isolation: 'thread' },
  process: { isolation: 'process', sandbox: 'none', files: {} },
  sandbox: { isolation: 'process', sandbox: 'required', files: {} }
} as const

for (const place of Object.keys(entries) as AttemptPlace[]) {
  const skip = place === 'sandbox' && withoutSandbox
  t.test(`${attempts.length} attempts come to what the table says: ${place}`, { skip }, t => makeAll(t, place))
}

t.test(
  'the attempts come to the same where the host is a user without rights',
  { skip: process.getuid?.() === 0 ? withoutSandbox : 'only root can run the host as another user' },
  t => makeAll(t, 'sandbox', nobody)
)

t.test(
  'files, sockets and processes are withheld by the sandbox alone, whatever Node would do',
  {
    skip: withoutSandbox
  },
  async t => {
    const { known } = await installed(t, 'sandbox')
    const { sandbox } = await chosenSandbox()
    const filter = join(known.folder, 'filter')
    await writeFile(filter, deniedCalls() ?? '')
    const fd = openSync(filter, 'r')
    t.teardown(() => closeSync(fd))
    const visible = filesOfPlugin('@test/attempting', pathToFileURL(known.deployment).href, { read: [], write: [] })
    const kinds = ['files', 'sockets', 'environment', 'processes']
    const indexes = attempts.flatMap(({ kind }, index) => (kinds.includes(kind) ? [index] : []))
    const script = `${attemptingCode({ ...known, pid: process.pid })}
    const seen = []
    for (const index of ${JSON.stringify(indexes)}) seen.push([index, await seenBy(index)])
    console.log(JSON.stringify(seen))`
    const node = [process.execPath, '--input-type=module', '--eval', script]
    const [file = '', ...rest] = sandbox?.confine(node, visible, { temporaryMb: 64, filter: 6 }) ?? []
    const stdio = ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', fd] as const
    // The test runner's loader is not visible there.
    const outsideTap = ['-u', 'NODE_OPTIONS', file, ...rest]
    const { stdout, stderr } = spawnSync('/usr/bin/env', outsideTap, { env: {}, encoding: 'utf8', stdio: [...stdio] })
    t.equal(stderr, '')
    const seen: readonly (readonly [number, string])[] = JSON.parse(stdout)
    t.equal(seen.length, indexes.length)
    for (const [index, code] of seen) t.not(code, '', `${attempts[index]?.what}: ${code}`)
  }
)

async function makeAll(t: Test, place: AttemptPlace, user?: number): Promise<void> {
  const { attempt, look, restart } = await started(t, place, user)
  for (const [index, { what, kind, withheld }] of attempts.entries()) {
    // In the host's thread a flood has the whole machine: nothing withholds it.
    if (kind === 'floods' && place === 'inline') continue
    const others: unknown[] = []
    let isOver = false
    const made = attempt(index).finally(() => {
      isOver = true
    })
    do {
      others.push(await look())
      await delay(50)
    } while (!isOver)
    const seen = await made
    others.push(await look())
    const isHarmed = others.some(each => each !== 'unchanged')
    const expected = withheld[place]
    if (expected === 'others are answered') t.notOk(isHarmed, `${what}: ${[...new Set(others)].join()}`)
    else if (expected === undefined && kind === 'prototypes') t.ok(isHarmed || seen === '', what)
    else t.equal(seen, expected ?? '', what)
    if (isHarmed) await restart()
  }
}

/** A deployment with a plugin that makes attempts and another that is beside it, and what they are about. */
async function installed(t: Test, place: AttemptPlace, user?: number) {
  const about = await surroundings(t)
  const plugins = { '@test/attempting': '', '@test/observing': observingPlugin }
  const limits = { memoryMb: 160 }
  const entry = { ...entries[place], required: true, limits }
  const deployment = await deploymentFile(t, plugins, { '@test/attempting': entry })
  const packages = join(dirname(deployment), 'node_modules')
  const own = join(packages, '@test/attempting/index.js')
  const addOn = join(packages, '@test/attempting/add-on.node')
  await copyFile(await someAddOn(), addOn)
  const data = await dataFolder(t)
  const secret = join(data, 'secret')
  await writeFile(secret, 'secret of the host')
  if (user !== undefined) for (const path of [data, secret, about.folder]) await chown(path, user, user)
  if (user !== undefined) await chmod(dirname(deployment), 0o755)
  const known = { ...about, deployment, packages, own, addOn, data, secret }
  await writeFile(own, attemptingPlugin(known))
  return { known }
}

async function started(t: Test, place: AttemptPlace, user?: number) {
  const { known } = await installed(t, place, user)
  let host: HostProcess | undefined
  const restart = async () => {
    await host?.end('SIGKILL')
    const environment = { PRODUCT_HOST_CONFIG: known.deployment, ATTEMPT: 'secret', TMPDIR: known.folder }
    host = await startProcess(t, known.data, environment, [], user)
  }
  await restart()
  const call = async (slug: string, body: object) => {
    const response = await fetch(`${host?.url}/api/v1/products/${slug}/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(9_000)
    })
    return (await response.json()) as { readonly detail?: { seen: string; isChanged: boolean }; readonly code?: string }
  }
  return {
    restart,
    attempt: async (index: number): Promise<string> => {
      const body = { action: 'attempt', index, pid: host?.child.pid }
      const { detail, code } = await call('attempting', body).catch(() => ({ code: 'ended', detail: undefined }))
      return detail?.seen ?? String(code)
    },
    look: async () => {
      const startedAt = performance.now()
      const { detail, code = 'changed' } = await call('observing', { action: 'look' }).catch(() => ({
        detail: undefined,
        code: 'no answer'
      }))
      if (performance.now() - startedAt > 5_000) return 'late'
      return detail?.isChanged === false ? 'unchanged' : code
    }
  }
}

/** Servers of the machine that are none of the plugin's business. */
async function surroundings(t: Test) {
  const folder = await dataFolder(t)
  await mkdir(folder, { recursive: true })
  const socket = join(folder, 'socket')
  const abstract = `\0product-host-${process.pid}`
  const web = createServer((_request, response) => response.end('other')).listen(0, '127.0.0.1')
  const listeners = [web, createSocket().listen(socket), createSocket().listen(abstract)]
  for (const listener of listeners) {
    t.teardown(() => void listener.close())
    if (!listener.listening) await once(listener, 'listening')
  }
  await chmod(socket, 0o777)
  const { port } = (web as Server).address() as AddressInfo
  return { folder, socket, abstract, port }
}

/** Some native add-on that is installed here. */
async function someAddOn(): Promise<string> {
  const found = await readdir(join(root, 'node_modules'), { recursive: true })
  const [path] = found.filter(name => name.endsWith('.node')).sort()
  if (path === undefined) throw new Error('No native add-on is installed.')
  return join(root, 'node_modules', path)
}
