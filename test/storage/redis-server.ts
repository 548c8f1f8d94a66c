import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@keyv/redis'
import type { Ending } from '../journeys/process.js'

const isInstalled = spawnSync('redis-server', ['--version']).status === 0

/** Why tests with a Redis of their own are left out on this machine; false where they run, and always where CI is set. */
export const withoutRedis = isInstalled || process.env.CI ? false : 'redis-server is not installed on this machine'

/** A Redis of a test's own. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  /** Ends the process as a loss of power would, as far as a process can. */
  kill(): Promise<void>
  /** Starts it again on the same port and files. */
  restart(): Promise<void>
  /** Lets it accept and never answer. */
  pause(): void
  resume(): void
}

/** Tries something again and again until it no longer rejects; the milliseconds that it took. Throws after so many. */
export async function untilServed(work: () => Promise<unknown>, mostMs = 2_000): Promise<number> {
  for (const begun = performance.now(); ; await delay(20)) {
    try {
      await work()
      return performance.now() - begun
    } catch (error) {
      if (performance.now() - begun > mostMs) throw error
    }
  }
}

/** Starts a Redis on a free port with an append-only file in a folder of its own; both are gone with the test. */
export async function startRedis(t: Ending, settings: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  if (!isInstalled) throw new Error('redis-server is not installed; apt-get install redis-server.')
  const folder = await mkdtemp(join(tmpdir(), 'product-host-redis-'))
  const port = await freePort()
  const all = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'yes', logfile: 'log', ...settings }
  const words = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)])
  const url = `redis://127.0.0.1:${port}`
  let child = await begin(words, url)
  const kill = async () => {
    const exited = once(child, 'exit')
    if (child.exitCode !== null || child.signalCode !== null || !child.kill('SIGKILL')) return
    await exited
  }
  t.teardown(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url,
    port,
    kill,
    async restart() {
      child = await begin(words, url)
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT')
  }
}

async function begin(words: readonly string[], url: string): Promise<ChildProcess> {
  const child = spawn('redis-server', words, { stdio: 'ignore' })
  while (child.exitCode === null) {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.ping()
      return child
    } catch {
      await delay(10)
    } finally {
      if (client.isOpen) client.destroy()
    }
  }
  throw new Error(`redis-server ended with ${child.exitCode}.`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
