import { symlink } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { dirname, join } from 'node:path'
import { Keys } from '../../host/dist/accounts/keys.js'
import { realClock } from '../../host/dist/clock.js'
import { openRedis } from '../../host/dist/shared-redis.js'
import type { Store } from '../../host/dist/storage/store.js'
import { deploymentFile, gatePlugin, notesPlugin, reexport } from '../host/start.js'
import type { RedisServer } from '../storage/redis-server.js'
import { type Balancer, startBalancer } from './balancer.js'
import { dataFolder, type Ending, type HostProcess, root, startProcess } from './process.js'

/** Several host processes on one Redis, behind one address. */
export interface Hosts {
  readonly balancer: Balancer
  readonly hosts: readonly HostProcess[]
  /** The store that they share. */
  readonly store: Store
  /** Makes a key of an account. */
  key(account: string): Promise<string>
  /** Starts a host in the place of one that ended, on the same port. */
  replace(index: number): Promise<void>
}

/** One answer. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies as they come
  readonly body: any
  /** Milliseconds from the request to the end of its answer. */
  readonly ms: number
}

/** Starts three hosts with the products of the tests and wealthnode; a key may ask 500 times a minute unless said otherwise. */
export async function startHosts(t: Ending, redis: RedisServer, rate: object = {}): Promise<Hosts> {
  const file = await deploymentFile(
    t,
    { ...notesPlugin, ...gatePlugin, '@test/tasks': reexport('../tasks.js', 'tasks') },
    {},
    { rate: { key: [500, 60], account: [1_000_000, 60], atOnce: 1_000, ...rate } },
    ['@product-host/wealthnode']
  )
  await symlink(join(root, 'plugins/wealthnode'), join(dirname(file), 'node_modules/@product-host/wealthnode'))
  const folder = await dataFolder(t)
  const begin = (port: string) =>
    startProcess(t, folder, { PORT: port, REDIS_URL: redis.url, PRODUCT_HOST_CONFIG: file, LOG_LEVEL: 'warn' })
  const hosts = await Promise.all(Array.from({ length: 3 }, () => begin('0')))
  const balancer = await startBalancer(t, hosts.map(portOf))
  const { store } = await openRedis(redis.url, () => undefined)
  t.teardown(() => store.close())
  const keys = new Keys(store, realClock())
  return {
    balancer,
    hosts,
    store,
    key: async account => (await keys.create(account, 'a key')).key,
    async replace(index) {
      const before = hosts[index]
      if (before) hosts[index] = await begin(String(portOf(before)))
    }
  }
}

/** The port of a host. */
export function portOf({ url }: HostProcess): number {
  return Number(new URL(url).port)
}

/** Sends requests over connections that stay open, so many at once. */
export class Client {
  readonly #agent: Agent

  constructor(
    t: Ending,
    private readonly atOnce: number
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    t.teardown(() => this.#agent.destroy())
  }

  /** Runs an action. Rejects when the connection ends without an answer. */
  execute(url: string, key: string, slug: string, input: object, headers: object = {}): Promise<Answer> {
    return this.send('POST', `${url}/api/v1/products/${slug}/execute`, key, input, headers)
  }

  send(method: string, url: string, key: string, input: object, headers: object = {}): Promise<Answer> {
    const body = JSON.stringify(input)
    const begun = performance.now()
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          agent: this.#agent,
          method,
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            ...headers
          }
        },
        async response => {
          try {
            let text = ''
            for await (const piece of response.setEncoding('utf8')) text += piece
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: response.headers['retry-after'],
              body: JSON.parse(text),
              ms: performance.now() - begun
            })
          } catch (error) {
            reject(error)
          }
        }
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Sends so many requests, as many at once as it may, and gives their answers. */
  async many(count: number, send: (index: number) => Promise<Answer>): Promise<readonly Answer[]> {
    const answers: Answer[] = []
    let next = 0
    const sender = async () => {
      while (next < count) answers.push(await send(next++))
    }
    await Promise.all(Array.from({ length: this.atOnce }, sender))
    return answers
  }
}
