import { setTimeout as delay } from 'node:timers/promises'
import KeyvRedis, { createClient } from '@keyv/redis'
import { StoreUnavailable } from './errors.js'
import { causeOf, redisFault, saysReplica } from './redis-faults.js'
import type { Script } from './redis-scripts.js'

/** What a connection is opened with. */
export interface RedisConnectionOptions {
  /** Such as `redis://user:password@redis.example:6379/0`; `rediss:` for TLS. */
  readonly url: string
  /** Is told when the connection is lost. */
  readonly report: (error: Error) => void
  /** How long an answer may take before Redis counts as away, in milliseconds; 500 when left out. */
  readonly answerMs?: number
}

/** One connection that stands: the client, and Keyv's adapter over it. */
export interface RedisLink {
  readonly client: Client
  readonly keyv: KeyvRedis<string>
}

type Client = ReturnType<typeof newClient>

interface StandingLink extends RedisLink {
  /** What waits for an answer, the oldest first. */
  readonly questions: Set<Question>
}

interface Question {
  readonly askedAt: number
  readonly giveUp: (error: Error) => void
}

/** What every connection of this service is called in Redis' own list of its clients. */
export const clientName = 'product-host'
/** How often answers that are overdue are looked for, in milliseconds. */
const lookEveryMs = 100
/** From one try to connect to the next, in milliseconds. */
const retryMs = 100
/** How long the first connection is tried for, in milliseconds. */
const firstMs = 2_000

/**
 * The way to one Redis. While there is none, every use is refused at once; a Redis that accepts and does not answer is the same
 * as one that is away. The connection comes back by itself.
 */
export class RedisConnection {
  /** What it is called in sentences. */
  readonly name: string
  readonly #options: Required<RedisConnectionOptions>
  readonly #watch: NodeJS.Timeout
  #lookedAt = performance.now()
  #link: StandingLink | undefined
  #cause = 'there is no connection yet'
  #connecting: Promise<void> | undefined
  #isClosed = false

  private constructor(options: RedisConnectionOptions) {
    const { hostname, port } = new URL(options.url)
    this.name = `Redis at ${hostname}:${port || 6379}`
    this.#options = { answerMs: 500, ...options }
    this.#watch = setInterval(() => this.#look(), lookEveryMs).unref()
  }

  /** Rejects with `StoreUnavailable`, which names the Redis, when it does not answer for some seconds. */
  static async open(options: RedisConnectionOptions): Promise<RedisConnection> {
    const connection = new RedisConnection(options)
    connection.#connect()
    await Promise.race([connection.#connecting, delay(firstMs, undefined, { ref: false })])
    if (connection.#link) return connection
    const away = connection.#away()
    await connection.close()
    throw away
  }

  /** Asks Redis something. Rejects with `StoreUnavailable` where it is away, or says that it cannot serve now. */
  async use<Result>(ask: (link: RedisLink) => Promise<Result>): Promise<Result> {
    const link = this.#link
    if (!link || this.#isClosed) throw this.#away()
    const { promise, reject: giveUp } = Promise.withResolvers<never>()
    const question = { askedAt: performance.now(), giveUp }
    link.questions.add(question)
    try {
      return await Promise.race([ask(link), promise])
    } catch (error) {
      if (saysReplica(error)) this.#lose(link, 'it has become a replica')
      throw redisFault(error, this.name)
    } finally {
      link.questions.delete(question)
    }
  }

  /** Runs a script, which Redis forgets when it ends and is told again then. */
  async run(script: Script, keys: readonly string[], parameters: readonly string[]): Promise<unknown> {
    const given = { keys: [...keys], arguments: [...parameters] }
    return this.use(async ({ client }) => {
      try {
        return await client.evalSha(script.digest, given)
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
        return client.eval(script.text, given)
      }
    })
  }

  /** Waits for the answers that are due, and ends the connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cause = 'the store is closed'
    while (this.#link && this.#link.questions.size > 0) await delay(5)
    clearInterval(this.#watch)
    if (this.#link) end(this.#link.client)
    this.#link = undefined
    await this.#connecting
  }

  #connect(): void {
    this.#connecting ??= this.#tryUntilConnected().finally(() => {
      this.#connecting = undefined
    })
  }

  async #tryUntilConnected(): Promise<void> {
    while (!this.#isClosed) {
      const client = newClient(this.#options)
      // What goes wrong while it connects rejects `connect`.
      client.on('error', () => undefined)
      let isOverdue = false
      const deadline = setTimeout(() => {
        isOverdue = true
        end(client)
      }, this.#options.answerMs)
      try {
        await client.connect()
        await client.ping()
        if (this.#isClosed) return end(client)
        return this.#stand(client)
      } catch (error) {
        this.#cause = isOverdue ? this.#silence : causeOf(error)
        end(client)
        await delay(retryMs)
      } finally {
        clearTimeout(deadline)
      }
    }
  }

  #stand(client: Client): void {
    const keyv = new KeyvRedis<string>(client, { throwOnErrors: true })
    // Both tell the callers of failures by rejecting.
    keyv.on('error', () => undefined)
    const link = { client, keyv, questions: new Set<Question>() }
    client.on('error', error => this.#lose(link, causeOf(error)))
    this.#link = link
  }

  /** Looks for an answer that is overdue. A process that was itself held up says nothing about Redis. */
  #look(): void {
    const now = performance.now()
    const wasHeldUp = now - this.#lookedAt > 2 * lookEveryMs
    this.#lookedAt = now
    const link = this.#link
    const [oldest] = link?.questions ?? []
    if (!link || !oldest || wasHeldUp || now - oldest.askedAt < this.#options.answerMs) return
    setImmediate(() => {
      if (link.questions.has(oldest)) this.#lose(link, this.#silence)
    })
  }

  #lose(link: StandingLink, cause: string): void {
    if (this.#link !== link) return
    this.#link = undefined
    this.#cause = cause
    const away = this.#away()
    for (const { giveUp } of link.questions) giveUp(away)
    end(link.client)
    this.#options.report(away)
    this.#connect()
  }

  get #silence(): string {
    return `it gave no answer for ${this.#options.answerMs} ms`
  }

  #away(): StoreUnavailable {
    return new StoreUnavailable(`${this.name} is away: ${this.#cause}.`)
  }
}

function newClient({ url, answerMs }: Required<RedisConnectionOptions>) {
  return createClient({
    url,
    name: clientName,
    disableOfflineQueue: true,
    socket: { connectTimeout: answerMs, reconnectStrategy: false }
  })
}

function end(client: Client): void {
  if (client.isOpen) client.destroy()
}
