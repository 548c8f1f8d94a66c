import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { signedUp } from '../fixtures/dashboard-client.js'
import {
  connectionPlugin,
  type HostOptions,
  movableClock,
  notesPlugin,
  type Reply,
  reexport,
  start
} from '../fixtures/start-host.js'

export const products = '/api/v1/products'
export const notes = `${products}/notes/execute`
export const dashboard = '/dashboard/api'

/** Products that an attacker may try: notes, settings and jobs, and one that runs actions of others. */
export const plugins = {
  ...notesPlugin,
  ...connectionPlugin,
  '@test/spy': reexport('./products/cross-product.js', 'spy')
}

/** Settings of a host in production. */
export const production = {
  NODE_ENV: 'production',
  DEMO_MODE: '',
  PUBLIC_URL: 'https://products.example',
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64')
}

/** What an attempt must end in. */
export interface Expected {
  readonly status: number
  readonly body?: object
}

/** What every request counts or notes, whether it is refused or not: limits, usage and the last use of a key. */
const counted = /^host:\{(tries|usage\/[^}]*)\}:|^host:\{keys\}:used:|^host:\{store\}:/

/** A host with two accounts: Ada, who has a note, a config, a session and a key, and Eve, who attacks her and has a session and a key of her own. */
export async function attacked(t: Test, options: HostOptions = {}) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const host = await start(t, { plugins, store: await Store.open(backend), clock, ...options })
  const ada = await signedUp(host.call)
  const eve = await signedUp(host.call, 'eve@example.org')
  const keyOf = async (one: typeof ada, scopes?: readonly string[]) => {
    const { key, id } = (await one('POST', '/keys', { name: 'a key', ...(scopes && { scopes }) })).body
    return { id: String(id), key: String(key), headers: { Authorization: `Bearer ${key}` } }
  }
  const [adaKey, eveKey] = [await keyOf(ada), await keyOf(eve)]
  await host.call('POST', notes, { action: 'add', text: 'the note of ada' }, adaKey.headers)
  await ada('PUT', '/products/connection/config', { settings: { colour: 'blue' } })

  /** Everything that is stored but for what every request counts. */
  async function stored(): Promise<readonly (readonly [string, string])[]> {
    // The last use of a key is written beside the answer.
    await delay(0)
    const entries = await backend.list('', { limit: 20_000, reverse: false })
    return entries.filter(({ key }) => !counted.test(key)).map(({ key, text }) => [key, text] as const)
  }

  /** Makes an attempt, and asserts that it is refused and that everything stored is as it was before it. */
  async function refused(what: string, attempt: () => Promise<Reply>, expected: Expected): Promise<Reply> {
    const before = await stored()
    const reply = await attempt()
    t.match({ status: reply.status, body: reply.body }, expected, what)
    t.strictSame(await stored(), before, `${what}: nothing has changed`)
    return reply
  }

  return { ...host, clock, backend, ada, eve, adaKey, eveKey, keyOf, stored, refused }
}

/** Sends bytes as they are, one character a byte, and gives everything that comes back until the connection is closed. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    // What the host leaves open is closed here: a request that is not complete is waited for.
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', data => {
      received += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    socket.write(Buffer.from(text, 'latin1'))
  })
}

/** The status lines in what a connection gave back. */
export function statusesOf(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** What an answer says, but for what differs in every answer. */
export function likeness({ status, body, headers }: Reply) {
  const { requestId: _id, instance: _instance, ...rest } = body
  const names = [...headers].filter(([name]) => !['x-request-id', 'server-timing', 'date'].includes(name))
  return {
    status,
    body: rest,
    headers: names.map(([name, value]) => (name === 'content-length' ? name : [name, value]))
  }
}
