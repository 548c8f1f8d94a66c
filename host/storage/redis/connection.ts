import { setTimeout as delay } from 'node:timers/promises'
import KeyvRedis, { createClient } from '@keyv/redis'
import { SettingsError } from '../../base/environment.js'
import { StoreRefusal, StoreUnavailable } from '../../base/problems.js'
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

interface OpenConnection extends RedisClients {
  /** The requests without a reply, the oldest first. */
  readonly requests: Set<PendingRequest>
}

interface PendingRequest {
  readonly sentAt: number
  readonly reject: (error: Error) => void
}

/** The name of every connection of this service in the client list of Redis. */
export const clientName = 'product-host'
/** How often overdue replies are checked for, in milliseconds. */
const checkEveryMs = 100
/** From one attempt to connect to the next, in milliseconds. */
const retryMs = 100
/** How long the first connection is attempted, in milliseconds. */
const firstMs = 5_000

/**
 * The connection to one Redis. While it is lost, every use is rejected at once; a Redis that accepts requests and does not reply
 * counts as unreachable. It reconnects by itself.
 */
export class RedisConnection {
  /** The name of the server in messages. */
  readonly name: string
  readonly #options: Required<RedisConnectionOptions>
  readonly #checking: NodeJS.Timeout
  #checkedAt = performance.now()
  #open: OpenConnection | undefined
  #cause = 'not connected yet'
  #connecting: Promise<void> | undefined
  /** Why waiting is of no use: Redis answers, and refuses what the URL asks for. */
  #refusal: SettingsError | undefined
  #isClosed = false
  #hasConnected = false

  private constructor(options: RedisConnectionOptions) {
    const { hostname, port, pathname } = new URL(options.url)
    this.name = `Redis at ${hostname}:${port || 6379}${pathname.length > 1 ? pathname : ''}`
    this.#options = { replyMs: 500, ...options }
    this.#checking = setInterval(() => this.#checkReplies(), checkEveryMs).unref()
  }

  /**
   * Rejects with `StoreUnavailable`, which names the server, when it does not reply within 5 seconds, and with a `SettingsError` when
   * it answers and has no such database.
   */
  static async open(options: RedisConnectionOptions): Promise<RedisConnection> {
    const connection = new RedisConnection(options)
    connection.#connect()
    const given = Promise.withResolvers<void>()
    const patience = onceRunFor(firstMs, given.resolve).unref()
    await Promise.race([connection.#connecting, given.promise])
    clearInterval(patience)
    if (connection.#open) return connection
    const error = connection.#refusal ?? connection.#unreachable()
    await connection.close()
    throw error
  }

  /**
   * Sends Redis a request for some keys. Rejects with `StoreUnavailable` when Redis is unreachable or replies that it cannot serve now,
   * and with a `StoreRefusal`, which names the keys, when it replies with another error.
   */
  async use<Result>(send: (clients: RedisClients) => Promise<Result>, keys: readonly string[] = []): Promise<Result> {
    const open = this.#open
    if (!open || this.#isClosed) throw this.#unreachable()
    const { promise, reject } = Promise.withResolvers<never>()
    const request = { sentAt: performance.now(), reject }
    open.requests.add(request)
    try {
      return await Promise.race([send(open), promise])
    } catch (error) {
      if (isReadOnly(error)) this.#lose(open, 'it has become a replica')
      throw redisError(error, this.name, keys)
    } finally {
      open.requests.delete(request)
    }
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

  /** Waits for the outstanding replies, then closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cause = 'the store is closed'
    while (this.#open && this.#open.requests.size > 0) await delay(5)
    clearInterval(this.#checking)
    if (this.#open) destroy(this.#open.client)
    this.#open = undefined
    await this.#connecting
  }

  #connect(): void {
    this.#connecting ??= this.#tryUntilConnected().finally(() => {
      this.#connecting = undefined
    })
  }

  async #tryUntilConnected(): Promise<void> {
    while (!this.#isClosed && !this.#refusal) {
      const client = newClient(this.#options)
      // An error while it connects rejects `connect`.
      client.on('error', () => undefined)
      let isOverdue = false
      let isSettled = false
      const deadline = onceRunFor(this.#options.replyMs, () => {
        if (isSettled) return
        isOverdue = true
        destroy(client)
      })
      try {
        await client.connect()
        await client.ping()
        if (this.#isClosed) return destroy(client)
        return this.#opened(client)
      } catch (error) {
        this.#cause = isOverdue ? this.#noReply : causeOf(error)
        destroy(client)
        if (!this.#hasConnected) this.#refusal = refusalOf(error, this.name)
        if (this.#refusal) return
        await delay(retryMs)
      } finally {
        isSettled = true
        clearInterval(deadline)
      }
    }
  }

  #opened(client: Client): void {
    this.#hasConnected = true
    const keyv = new KeyvRedis<string>(client, { throwOnErrors: true })
    // Both reject the calls that fail.
    keyv.on('error', () => undefined)
    const open = { client, keyv, requests: new Set<PendingRequest>() }
    client.on('error', error => this.#lose(open, causeOf(error)))
    this.#open = open
  }

  /** Checks for an overdue reply. If this process itself was blocked, that says nothing about Redis. */
  #checkReplies(): void {
    const now = performance.now()
    const wasBlocked = now - this.#checkedAt > 2 * checkEveryMs
    this.#checkedAt = now
    const open = this.#open
    const [oldest] = open?.requests ?? []
    if (!open || !oldest || wasBlocked || now - oldest.sentAt < this.#options.replyMs) return
    setImmediate(() => {
      if (open.requests.has(oldest)) this.#lose(open, this.#noReply)
    })
  }

  #lose(open: OpenConnection, cause: string): void {
    if (this.#open !== open) return
    this.#open = undefined
    this.#cause = cause
    const unreachable = this.#unreachable()
    for (const { reject } of open.requests) reject(unreachable)
    destroy(open.client)
    this.#options.report(unreachable)
    this.#connect()
  }

  get #noReply(): string {
    return `no reply within ${this.#options.replyMs} ms`
  }

  #unreachable(): StoreUnavailable {
    return new StoreUnavailable(`${this.name} is unreachable: ${this.#cause}.`)
  }
}

/**
 * Calls once this process has run for so long, in milliseconds: the time for which it was itself blocked, such as while it loads
 * modules, says nothing about Redis. What has arrived by then is read first.
 */
function onceRunFor(ms: number, call: () => void): NodeJS.Timeout {
  let leftMs = ms
  const timer = setInterval(() => {
    leftMs -= checkEveryMs
    if (leftMs > 0) return
    clearInterval(timer)
    setImmediate(call)
  }, checkEveryMs)
  return timer
}

function newClient({ url, replyMs }: Required<RedisConnectionOptions>) {
  return createClient({
    url,
    name: clientName,
    disableOfflineQueue: true,
    socket: { connectTimeout: replyMs, reconnectStrategy: false }
  })
}

function destroy(client: Client): void {
  if (client.isOpen) client.destroy()
}

/** The first words of error replies that say that Redis cannot serve now (redis.io/docs: error replies). */
const unavailable = ['LOADING', 'OOM', 'MISCONF', 'READONLY', 'MASTERDOWN', 'BUSY', 'NOREPLICAS', 'NOAUTH', 'NOPERM']

/** The most keys that a message names. */
const mostNamed = 5

/** An error of Redis or of the connection as one of the store; an error that the program caused stays as it is. */
function redisError(error: unknown, name: string, keys: readonly string[]): unknown {
  if (error instanceof StoreUnavailable || error instanceof TypeError || !(error instanceof Error)) return error
  if (!isReply(error)) return new StoreUnavailable(`${name} is unreachable: ${causeOf(error)}.`)
  if (unavailable.includes(firstWord(error))) return new StoreUnavailable(`${name} cannot serve: ${error.message}`)
  const named = keys.length === 0 ? '' : ` for ${keys.slice(0, mostNamed).join(', ')}`
  return new StoreRefusal(`${name} refused a request${named}: ${error.message}`)
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

/** Why there is no connection, in a few words. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(causeOf).join(', ')
  return error instanceof Error ? error.message || error.name : String(error)
}

/** Whether Redis itself replied with the error: its errors begin with a word in capitals and have no code of the system. */
function isReply(error: Error): boolean {
  return /^[A-Z]{2,} /.test(error.message) && !('code' in error)
}

function firstWord({ message }: Error): string {
  return message.split(' ', 1)[0] ?? ''
}
