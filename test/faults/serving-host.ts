import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import type { Ending } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'
import { productHost } from '../fixtures/run-product-host.js'

/** The folder of the logs of all hosts that scenarios start. */
export const logs = process.env.FAULTS_LOGS ?? join(tmpdir(), 'product-host-faults-logs')

/** A host in a process of its own, whose log goes to a file. */
export interface ServingHost {
  readonly child: ChildProcess
  readonly url: string
  readonly port: number
  /** What the start took until the host listened, in milliseconds. */
  readonly startMs: number
  /** Resident memory, in bytes. */
  memory(): number
  /** Open file descriptors. */
  cpuSeconds(): number
  /** Sends a signal, and waits for the end: the exit code, and the milliseconds that it took. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>
}

/** How a host is started. */
export interface ServeOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** A command that runs the host, such as `faketime`. */
  readonly before?: readonly string[]
}

/** Starts a host on a folder, with core and wealthnode and without limits, in the demo unless the environment says otherwise. */
export async function serve(
  t: Ending,
  folder: string,
  { environment = {}, before = [] }: ServeOptions = {}
): Promise<ServingHost> {
  mkdirSync(logs, { recursive: true })
  const log = openSync(join(logs, `${process.pid}.log`), 'a')
  const [command = '', ...words] = [...before, process.execPath, join(root, 'host/dist/main.js')]
  const begunAt = performance.now()
  const child = spawn(command, words, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      DEMO_MODE: 'local',
      PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json',
      ...environment
    },
    stdio: ['ignore', log, 'pipe']
  })
  closeSync(log)
  t.teardown(() => child.kill('SIGKILL'))
  const url = await addressOf(child)
  const pid = child.pid ?? 0
  return {
    child,
    url,
    port: Number(new URL(url).port),
    startMs: performance.now() - begunAt,
    memory: () => 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
    cpuSeconds: () => cpuSeconds(pid),
    async end(signal) {
      const startedAt = performance.now()
      const exited = once(child, 'exit')
      child.kill(signal)
      const [code] = await exited
      return { code: code as number | null, ms: performance.now() - startedAt }
    }
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', code => reject(new Error(`The host ended with ${code}: ${printed}`)))
    child.stderr?.on('data', data => {
      printed += data
      const [, address] = /listens on (\S+),[\s\S]*Products/.exec(printed) ?? []
      if (address) resolve(address)
    })
  })
}

/** Processor time of a process; the system counts hundredths of a second. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const agent = new Agent({ keepAlive: true })

/** An answer; status 0 where the connection was lost. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly ms: number
}

/** Sends one request to a host. */
export function send(url: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const begunAt = performance.now()
  const headers = {
    Authorization: `Bearer ${demoKey}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' })
  }
  return new Promise(resolve => {
    const end = (status: number, text: string) => resolve({ status, text, ms: performance.now() - begunAt })
    const sent = request(url + path, { method, headers, agent }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', data => {
        text += data
      })
      response.on('end', () => end(response.statusCode ?? 0, text))
      response.on('error', () => end(0, text))
    })
    sent.on('error', () => end(0, ''))
    sent.setTimeout(60_000, () => sent.destroy())
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Runs an action of core. */
export function core(url: string, body: object): Promise<Answer> {
  return send(url, 'POST', '/api/v1/products/core/execute', body)
}

/** Writers that never stop until they are told to; what was acknowledged, as keys. */
export class Writers {
  readonly acknowledged = new Set<string>()
  readonly others: Answer[] = []
  #isEnding = false
  readonly #writing: Promise<unknown>

  /** The name keeps keys of several loads apart. */
  constructor(url: string, name: string, count: number) {
    this.#writing = Promise.all(Array.from({ length: count }, (_, writer) => this.#write(url, `${name}-${writer}`)))
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#writing
  }

  async #write(url: string, name: string): Promise<void> {
    for (let number = 0; !this.#isEnding; number++) {
      const key = `${name}-${number}`
      const answer = await core(url, { action: 'remember', key, value: `value of ${key}` })
      if (answer.status === 200) this.acknowledged.add(key)
      else this.others.push(answer)
      if (answer.status === 0) return
    }
  }
}

/** How many of the keys a host does not have, or has with another value. */
export async function countLost(url: string, keys: Iterable<string>): Promise<number> {
  const waiting = [...keys]
  let lost = 0
  const reader = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const { status, text } = await core(url, { action: 'recall', key })
      if (status !== 200 || !text.includes(`"value of ${key}"`)) lost++
    }
  }
  await Promise.all(Array.from({ length: 16 }, reader))
  return lost
}

/** Asks for something again and again, as a client of its own, until it is ended; the waits in milliseconds, sorted. */
export class Probe {
  readonly waits: number[] = []
  /** The statuses of the answers other than 200. */
  readonly others: number[] = []
  #isEnding = false
  readonly #probing: Promise<void>

  constructor(ask: () => Promise<Answer>, pauseMs = 50) {
    this.#probing = this.#probe(ask, pauseMs)
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#probing
    this.waits.sort((left, right) => left - right)
  }

  get failed(): number {
    return this.others.length
  }

  /** The wait that this share of the probes did not exceed. */
  at(share: number): number {
    return this.waits[Math.min(this.waits.length - 1, Math.floor(this.waits.length * share))] ?? Number.NaN
  }

  async #probe(ask: () => Promise<Answer>, pauseMs: number): Promise<void> {
    while (!this.#isEnding) {
      const { status, ms } = await ask()
      this.waits.push(ms)
      if (status !== 200) this.others.push(status)
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
}

/** A key of an account of its own in a store that exists. */
export async function newKey(folder: string, account: string): Promise<string> {
  const parameters = ['keys', 'create', '--account', account, '--name', 'scenario', '--json']
  const { code, stdout, stderr } = await productHost(root, parameters, {
    DATA_DIR: folder,
    PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json'
  })
  if (code !== 0) throw new Error(`keys create ended with ${code}: ${stderr}`)
  return JSON.parse(stdout).key
}

/** Bytes as MiB. */
export function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
