import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Ending, type HostProcess, startProcess } from '../fixtures/host-process.js'
import { operator } from '../fixtures/operator-cli.js'
import { root } from '../fixtures/root.js'
import type { Reply } from '../fixtures/start-host.js'

/** Where the program, the tests and what the program has made lie. */
export const fixtures = join(root, 'test/previous-version')
/** Loopback ports of the receivers that settings name: of those in the two stores, and of one for a deployment made anew. */
export const receiverPorts = { embedded: 18_423, redis: 18_424, anew: 18_425 } as const

/** What the deployment on Redis encrypts secrets with; nothing else is encrypted with it. */
export const redisEncryptionKey = Buffer.alloc(32, 7).toString('base64')

/** A deployment of this repository whose processes live at a time of the test's. */
export interface Deployment {
  /** Starts a host, and sends requests to it. */
  start(environment?: Readonly<Record<string, string>>): Promise<Host>
  /** Runs the operator's commands at the same time. */
  readonly operator: ReturnType<typeof operator>
  /** Moves the time, forwards or back, for all processes that start from now on. */
  setTime(time: number): void
  /** The time there, in milliseconds. */
  now(): number
}

/** A host that runs. */
export interface Host extends HostProcess {
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Moves the time of the running host as well. */
  moveTo(time: number): Promise<void>
}

/** A deployment of all products on the store that a folder and an environment name, where time begins at `begin`. */
export function deploymentAt(
  t: Ending,
  folder: string,
  begin: number,
  store: Readonly<Record<string, string>> = {}
): Deployment {
  const file = join(folder, 'clock')
  const setTime = (time: number) => writeFileSync(file, String(time - Date.now()))
  setTime(begin)
  const environment = {
    PRODUCT_HOST_CONFIG: join(fixtures, 'product-host.json'),
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=${new URL('./moved-clock.js', import.meta.url)}`,
    MOVED_CLOCK: file,
    ...store
  }
  return {
    setTime,
    now: () => Date.now() + Number(readFileSync(file, 'utf8')),
    operator: operator(environment),
    async start(more = {}) {
      const host = await startProcess(t, folder, { ...environment, ...more })
      return { ...host, call: callsTo(host.url), moveTo: time => moved(host, file, () => setTime(time)) }
    }
  }
}

/** Waits until something holds; throws, with its name, when it does not within 20 s. */
export async function until(name: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); !(await holds()); await delay(20))
    if (performance.now() - begun > 20_000) throw new Error(`This did not come about: ${name}.`)
}

async function moved({ child }: HostProcess, file: string, move: () => void): Promise<void> {
  rmSync(`${file}.read`, { force: true })
  move()
  child.kill('SIGUSR2')
  await until('the host has another time', () => existsSync(`${file}.read`))
}

function callsTo(url: string): Host['call'] {
  return async (method, path, body, headers = {}) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      headers: { Connection: 'close', ...type, ...headers }
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
}
