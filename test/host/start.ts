import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Clock } from '@product-host/sdk'
import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import type { Test } from 'tap'
import { Keys } from '../../host/dist/accounts/keys.js'
import { realClock } from '../../host/dist/clock.js'
import { Cipher } from '../../host/dist/config/cipher.js'
import { type Deployment, readDeployment } from '../../host/dist/deployment.js'
import { startHost } from '../../host/dist/host.js'
import type { LimitStore } from '../../host/dist/limits/limit-store.js'
import { readSettings } from '../../host/dist/settings.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What a test may choose of a host. */
export interface HostOptions {
  /** Plugin packages by name: the source of their only module. */
  readonly plugins?: Readonly<Record<string, string>>
  /** Members of the deployment file's entries, by package. */
  readonly entries?: Readonly<Record<string, object>>
  /** Other members of the deployment file. */
  readonly deployment?: object
  readonly environment?: Readonly<Record<string, string>>
  readonly store?: Store
  readonly limits?: LimitStore
  readonly clock?: Clock
}

/** One answer, its body parsed. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies as they come
  readonly body: any
}

/** The source of a plugin whose product a module of these tests exports. */
export function reexport(module: string, name: string): string {
  return `export { ${name} as default } from ${JSON.stringify(new URL(module, import.meta.url).href)}`
}

/** The notes of `test/notes.ts` as a plugin. */
export const notesPlugin = { '@test/notes': reexport('../notes.js', 'notes') }

/** The gate of `test/gate.ts` as a plugin. */
export const gatePlugin = { '@test/gate': reexport('../gate.js', 'gate') }

/** A clock that stands still until the test moves it. */
export function movableClock(start: string): Clock & { advance(ms: number): void; set(time: string): void } {
  let now = Date.parse(start)
  return {
    ...makeClock(() => now, Math.random),
    advance(ms) {
      now += ms
    },
    set(time) {
      now = Date.parse(time)
    }
  }
}

/** Lets the system's time stand still until the test moves it: the windows of limits go by it. */
export function standStill(t: Test): { advance(ms: number): void } {
  let now = Date.parse('2026-01-01T00:00:00Z')
  mock.timers.enable({ apis: ['Date'], now })
  t.teardown(() => mock.timers.reset())
  return {
    advance(ms) {
      now += ms
      mock.timers.setTime(now)
    }
  }
}

/** A folder in which plugins are installed beside host and sdk, with its deployment file. */
export async function deploy(
  t: Test,
  plugins: Readonly<Record<string, string>>,
  entries: Readonly<Record<string, object>> = {},
  members: object = {}
): Promise<Deployment> {
  return readDeployment(await deploymentFile(t, plugins, entries, members))
}

/** The same, as the path of the deployment file, which may name other packages that are put there later. */
export async function deploymentFile(
  t: Pick<Test, 'teardown'>,
  plugins: Readonly<Record<string, string>>,
  entries: Readonly<Record<string, object>> = {},
  members: object = {},
  others: readonly string[] = []
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules/@product-host'), { recursive: true })
  await symlink(join(root, 'sdk'), join(folder, 'node_modules/@product-host/sdk'))
  for (const [name, source] of Object.entries(plugins)) {
    const place = join(folder, 'node_modules', name)
    await mkdir(place, { recursive: true })
    await writeFile(
      join(place, 'package.json'),
      JSON.stringify({ name, version: '1.2.3', type: 'module', exports: './index.js' })
    )
    await writeFile(join(place, 'index.js'), source)
  }
  const file = join(folder, 'product-host.json')
  await writeFile(
    file,
    JSON.stringify({
      ...members,
      plugins: [...Object.keys(plugins), ...others].map(name => ({
        package: name,
        isolation: process.env.PLUGIN_ISOLATION ?? 'inline',
        ...entries[name]
      }))
    })
  )
  return file
}

/** A store in memory. */
export async function memoryStore(): Promise<Store> {
  return Store.open(memoryBackend(Date.now))
}

/** Starts a host on a free port of this machine, in demo mode unless the test says otherwise, and stops it with the test. */
export async function start(
  t: Test,
  {
    plugins = notesPlugin,
    entries,
    deployment: members,
    environment = {},
    store,
    limits,
    clock = realClock()
  }: HostOptions = {}
) {
  const lines: string[] = []
  const settings = readSettings({ PORT: '0', DEMO_MODE: 'local', SHUTDOWN_GRACE_MS: '500', ...environment })
  const log = { lines: pino({ level: 'trace' }, { write: text => void lines.push(...text.split(/(?<=\n)/)) }) }
  const deployment = await deploy(t, plugins, entries, members)
  const opened = store ?? (await memoryStore())
  const cipher = new Cipher([Buffer.alloc(32, 1)])
  const host = await startHost({
    settings,
    deployment,
    store: opened,
    ...(limits && { limits }),
    cipher,
    log,
    clock
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= host.stop()
    return stopped
  }
  t.teardown(stop)
  const url = `http://127.0.0.1:${host.port}`

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<Reply> {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    // A connection left open would be waited for when the host stops.
    const response = await fetch(url + path, { method, ...sent, headers: { Connection: 'close', ...type, ...headers } })
    const text = await response.text()
    // The line of a request is written at the end of the turn in which its answer has left.
    await turn()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

  return { url, host, call, stop, lines, keys: new Keys(opened, clock) }
}
