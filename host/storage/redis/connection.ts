import KeyvRedis, { createClient } from '@keyv/redis'
import { SettingsError } from '../../base/environment.js'
import { StoreRefusal, StoreUnavailable } from '../../base/problems.js'
import { namedKeys, type Opening, ServerConnection, type ServerDriver, wordsOf } from '../server-connection.js'
import type { RedisScript } from './scripts.js'

/** How a connection is opened. */
interface RedisConnectionOptions {
  /** Such as `redis://user:password@redis.example:6379/0`; `rediss:` for TLS. */
  readonly url: string
  /** Is told when the connection is lost. */
  readonly report: (error: Error) => void
  /** How long a reply may take before the connection counts as lost, in milliseconds; 500 by default. */
  readonly replyMs?: number
}

/** An open connection: the client, and Keyv's adapter over it. */
interface RedisClients {
  readonly client: Client
  readonly keyv: KeyvRedis<string>
}

type Client = ReturnType<typeof newClient>

/** The name of the connections of this service in the client list of Redis. */
export const clientName = 'product-host'
/** The name of those that only listen. */
const listenerName = 'product-host-listener'

/**
 * The connection to one Redis. While it is lost, every use is rejected at once; a Redis that accepts requests and does not reply
 * counts as unreachable. It reconnects by itself.
 */
export class RedisConnection {
  #listening: Promise<ServerConnection<Client>> | undefined

  private constructor(
    /** The name of the server in messages. */
    readonly name: string,
    private readonly options: Required<RedisConnectionOptions>,
    private readonly connection: ServerConnection<RedisClients>
  ) {}

  /**
   * Rejects with `StoreUnavailable`, which names the server, when it does not reply within 5 seconds, and with a `SettingsError` when
   * it answers and has no such database.
   */
  static async open({ url, report, replyMs = 500 }: RedisConnectionOptions): Promise<RedisConnection> {
    const driver = redisDriver(url, replyMs)
    const connection = await ServerConnection.open(driver, { report, replyMs })
    return new RedisConnection(driver.name, { url, report, replyMs }, connection)
  }

  /**
   * Sends Redis a request for some keys. Rejects with `StoreUnavailable` when Redis is unreachable or replies that it cannot serve now,
   * and with a `StoreRefusal`, which names the keys, when it replies with another error.
   */
  use<Result>(send: (clients: RedisClients) => Promise<Result>, keys?: readonly string[]): Promise<Result> {
    return this.connection.use(send, keys)
  }

  /** Runs a script; its text is sent when Redis does not have it, such as after a restart. */
  async run(script: RedisScript, keys: readonly string[], parameters: readonly string[]): Promise<unknown> {
    const options = { keys: [...keys], arguments: [...parameters] }
    return this.use(async ({ client }) => {
      try {
        return await client.evalSha(script.digest, options)
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
        return client.eval(script.text, options)
      }
    }, keys)
  }

  /** Sends a text to those who listen, which are the hosts that use the same database. */
  async publish(text: string): Promise<void> {
    await this.use(({ client }) => client.publish(channelOf(this.options.url), text))
  }

  /** Calls back with each text that is sent, and with undefined whenever some may have been missed. */
  async listen(receive: (text: string | undefined) => void): Promise<void> {
    const { url, replyMs } = this.options
    const driver: ServerDriver<Client> = {
      ...driverOf(url),
      begin() {
        const client = newClient(url, replyMs, listenerName)
        return begin(client, async () => {
          await client.subscribe(channelOf(url), receive)
          receive(undefined)
          return client
        })
      }
    }
    // What it is lost for, the other connection says.
    this.#listening = ServerConnection.open(driver, { report: () => undefined, replyMs })
    await this.#listening
  }

  /** Waits for the outstanding replies, then closes the connections. */
  async close(): Promise<void> {
    const [listening] = await Promise.allSettled([this.#listening])
    if (listening.status === 'fulfilled') await listening.value?.close()
    await this.connection.close()
  }
}

/** Databases of one Redis share their channels. */
function channelOf(url: string): string {
  return `product-host:${new URL(url).pathname.slice(1) || '0'}`
}

function redisDriver(url: string, replyMs: number): ServerDriver<RedisClients> {
  return {
    ...driverOf(url),
    begin() {
      const client = newClient(url, replyMs, clientName)
      return begin(client, async () => {
        const keyv = new KeyvRedis<string>(client, { throwOnErrors: true })
        // It rejects the calls that fail.
        keyv.on('error', () => undefined)
        return { client, keyv }
      })
    }
  }
}

function driverOf(url: string): Omit<ServerDriver<unknown>, 'begin'> {
  const { hostname, port, pathname } = new URL(url)
  const name = `Redis at ${hostname}:${port || 6379}${pathname.length > 1 ? pathname : ''}`
  const causeOf = (error: unknown) => `is unreachable: ${wordsOf(error)}`
  return {
    name,
    causeOf,
    refusalOf: error => refusalOf(error, name),
    endOf: error => (isReadOnly(error) ? 'is unreachable: it has become a replica' : undefined),
    errorOf: (error, keys) => redisError(error, name, keys)
  }
}

function begin<Session>(client: Client, begun: () => Promise<Session>): Opening<Session> {
  const lost = Promise.withResolvers<unknown>()
  // An error while it connects rejects `connect`.
  client.on('error', () => undefined)
  const connect = async () => {
    await client.connect()
    await client.ping()
    client.on('error', lost.resolve)
    return begun()
  }
  return {
    opened: connect(),
    lost: lost.promise,
    destroy() {
      if (client.isOpen) client.destroy()
    }
  }
}

function newClient(url: string, replyMs: number, name: string) {
  return createClient({
    url,
    name,
    disableOfflineQueue: true,
    socket: { connectTimeout: replyMs, reconnectStrategy: false }
  })
}

/** The first words of error replies that say that Redis cannot serve now (redis.io/docs: error replies). */
const unavailable = ['LOADING', 'OOM', 'MISCONF', 'READONLY', 'MASTERDOWN', 'BUSY', 'NOREPLICAS', 'NOAUTH', 'NOPERM']

/** An error of Redis or of the connection as one of the store; an error that the program caused stays as it is. */
function redisError(error: unknown, name: string, keys: readonly string[]): unknown {
  if (error instanceof TypeError || !(error instanceof Error)) return error
  if (!isReply(error)) return new StoreUnavailable(`${name} is unreachable: ${wordsOf(error)}.`)
  if (unavailable.includes(firstWord(error))) return new StoreUnavailable(`${name} cannot serve: ${error.message}`)
  return new StoreRefusal(`${name} refused a request${namedKeys(keys)}: ${error.message}`)
}

/** The error for a server that answers and has no such database; undefined when another attempt may succeed. */
function refusalOf(error: unknown, name: string): SettingsError | undefined {
  if (!(error instanceof Error) || !isReply(error)) return undefined
  if (/cluster mode/.test(error.message)) return noStore(name, 'cluster')
  if (/unknown command '?select/i.test(error.message)) return noStore(name, 'sentinel')
  return /DB index/.test(error.message)
    ? new SettingsError(`${name} has no such database: ${error.message}.`)
    : undefined
}

/** The error for a server that is a node of a cluster, whose commands take keys of one slot, or a Sentinel. */
export function noStore(name: string, mode: 'cluster' | 'sentinel'): SettingsError {
  return new SettingsError(
    mode === 'cluster'
      ? `${name} is a node of a Redis Cluster, which cannot be a store: set REDIS_URL to a single Redis, or to a name that follows the primary of its replicas.`
      : `${name} is a Redis Sentinel, which holds no records: set REDIS_URL to a name that follows the primary that it watches.`
  )
}

/** Whether Redis refused a write because it is a replica now: the primary has to be found again. */
function isReadOnly(error: unknown): boolean {
  return error instanceof Error && firstWord(error) === 'READONLY'
}

/** Whether Redis itself replied with the error: its errors begin with a word in capitals and have no code of the system. */
function isReply(error: Error): boolean {
  return /^[A-Z]{2,} /.test(error.message) && !('code' in error)
}

function firstWord({ message }: Error): string {
  return message.split(' ', 1)[0] ?? ''
}
