import { setTimeout as delay } from 'node:timers/promises'
import { ActiveList, type ActiveListItem } from '../base/active.js'
import type { SettingsError } from '../base/environment.js'
import { StoreUnavailable } from '../base/problems.js'

/** How a connection is opened. */
export interface ServerConnectionOptions {
  /** Is told when the connection is lost. */
  readonly report: (error: Error) => void
  /** How long a reply may take before the connection counts as lost, in milliseconds. */
  readonly replyMs: number
}

/** What a connection has to know about one kind of server; a session is its client while it is connected. */
export interface ServerDriver<Session> {
  /** The name of the server in messages. */
  readonly name: string
  /** Begins to connect. */
  begin(): Opening<Session>
  /** Why there is no session, as the end of a sentence that begins with the server's name. */
  causeOf(error: unknown): string
  /** The error for a server that answers and will never be the store; undefined when another attempt may succeed. */
  refusalOf(error: unknown): SettingsError | undefined
  /** Why a server that replied with the error is of no more use, as the same end of a sentence; undefined when it still is. */
  endOf(error: unknown): string | undefined
  /** The error of a request for some keys as one of the store; an error that the program caused stays as it is. */
  errorOf(error: unknown, keys: readonly string[]): unknown
}

/** An attempt to connect. */
export interface Opening<Session> {
  readonly opened: Promise<Session>
  /** Resolves with the error that ends the session after it was opened. */
  readonly lost: Promise<unknown>
  /** Ends the attempt or the session at once. */
  destroy(): void
}

interface OpenSession<Session> {
  readonly session: Session
  readonly destroy: () => void
  /** The requests without a reply. */
  readonly requests: ActiveList<PendingRequest>
}

interface PendingRequest extends ActiveListItem {
  readonly sentAt: number
  readonly reject: (error: Error) => void
}

/** How often overdue replies are checked for, in milliseconds. */
const checkEveryMs = 100
/** From one attempt to connect to the next, in milliseconds. */
const retryMs = 100
/** How long the first connection is attempted, in milliseconds. */
const firstMs = 5_000

/**
 * A connection to one server, such as Redis. While it is lost, every use is rejected at once; a server that accepts requests and does
 * not reply counts as unreachable. It reconnects by itself.
 */
export class ServerConnection<Session> {
  readonly #checking: NodeJS.Timeout
  #checkedAt = performance.now()
  #open: OpenSession<Session> | undefined
  #cause = 'is unreachable: not connected yet'
  #connecting: Promise<void> | undefined
  /** Why waiting is of no use: the server answers, and refuses what the URL asks for. */
  #refusal: SettingsError | undefined
  #isClosed = false
  #hasConnected = false

  private constructor(
    private readonly driver: ServerDriver<Session>,
    private readonly options: ServerConnectionOptions
  ) {
    this.#checking = setInterval(() => this.#checkReplies(), checkEveryMs).unref()
  }

  /**
   * Rejects with `StoreUnavailable`, which names the server, when it does not reply within 5 seconds, and with a `SettingsError` when
   * it answers and cannot be the store.
   */
  static async open<Session>(
    driver: ServerDriver<Session>,
    options: ServerConnectionOptions
  ): Promise<ServerConnection<Session>> {
    const connection = new ServerConnection(driver, options)
    connection.#connect()
    const given = Promise.withResolvers<void>()
    const patience = onceRunFor(firstMs, given.resolve).unref()
    await Promise.race([connection.#connecting, given.promise])
    clearInterval(patience)
    if (connection.#open) return connection
    const error = connection.#refusal ?? connection.#unavailable()
    await connection.close()
    throw error
  }

  /** The number of requests without a reply; infinite while there is no session. */
  get pending(): number {
    return this.#open?.requests.size ?? Number.POSITIVE_INFINITY
  }

  /**
   * Sends a request for some keys. Rejects with `StoreUnavailable` when the server is unreachable or replies that it cannot serve now,
   * and with a `StoreRefusal`, which names the keys, when it replies with another error.
   */
  async use<Result>(send: (session: Session) => Promise<Result>, keys: readonly string[] = []): Promise<Result> {
    const open = this.#open
    if (!open || this.#isClosed) throw this.#unavailable()
    const { promise, reject } = Promise.withResolvers<never>()
    const request = { sentAt: performance.now(), reject, position: -1 }
    open.requests.add(request)
    try {
      return await Promise.race([send(open.session), promise])
    } catch (error) {
      const end = this.driver.endOf(error)
      if (end !== undefined) this.#lose(open, end)
      throw error instanceof StoreUnavailable ? error : this.driver.errorOf(error, keys)
    } finally {
      open.requests.remove(request)
    }
  }

  /** Ends the session, if there is one, for a cause that was learned elsewhere, and connects again. */
  lose(cause: string): void {
    if (this.#open) this.#lose(this.#open, cause)
  }

  /** Waits for the outstanding replies, then closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cause = 'is unreachable: the store is closed'
    while (this.#open && this.#open.requests.size > 0) await delay(5)
    clearInterval(this.#checking)
    this.#open?.destroy()
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
      const opening = this.driver.begin()
      let isOverdue = false
      let isSettled = false
      const deadline = onceRunFor(this.options.replyMs, () => {
        if (isSettled) return
        isOverdue = true
        opening.destroy()
      })
      try {
        const session = await opening.opened
        if (this.#isClosed) return opening.destroy()
        return this.#opened(session, opening)
      } catch (error) {
        this.#cause = isOverdue ? this.#noReply : this.driver.causeOf(error)
        opening.destroy()
        if (!this.#hasConnected) this.#refusal = this.driver.refusalOf(error)
        if (this.#refusal) return
        await delay(retryMs)
      } finally {
        isSettled = true
        clearInterval(deadline)
      }
    }
  }

  #opened(session: Session, { lost, destroy }: Opening<Session>): void {
    this.#hasConnected = true
    const open = { session, destroy, requests: new ActiveList<PendingRequest>() }
    this.#open = open
    void lost.then(error => this.#lose(open, this.driver.causeOf(error)))
  }

  /** Checks for an overdue reply. If this process itself was blocked, that says nothing about the server. */
  #checkReplies(): void {
    const now = performance.now()
    const wasBlocked = now - this.#checkedAt > 2 * checkEveryMs
    this.#checkedAt = now
    const open = this.#open
    const overdue = open?.requests.all().find(({ sentAt }) => now - sentAt >= this.options.replyMs)
    if (!open || !overdue || wasBlocked) return
    setImmediate(() => {
      if (overdue.position >= 0) this.#lose(open, this.#noReply)
    })
  }

  #lose(open: OpenSession<Session>, cause: string): void {
    if (this.#open !== open) return
    this.#open = undefined
    this.#cause = cause
    const unavailable = this.#unavailable()
    for (const { reject } of open.requests.all()) reject(unavailable)
    open.destroy()
    this.options.report(unavailable)
    this.#connect()
  }

  get #noReply(): string {
    return `is unreachable: no reply within ${this.options.replyMs} ms`
  }

  #unavailable(): StoreUnavailable {
    return new StoreUnavailable(`${this.driver.name} ${this.#cause}.`)
  }
}

/** The most keys that a message names. */
const mostNamed = 5

/** The keys of a request, as the end of a message. */
export function namedKeys(keys: readonly string[]): string {
  return keys.length === 0 ? '' : ` for ${keys.slice(0, mostNamed).join(', ')}`
}

/** What an error says, in a few words. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(', ')
  return error instanceof Error ? error.message || error.name : String(error)
}

/**
 * Calls once this process has run for so long, in milliseconds: the time for which it was itself blocked, such as while it loads
 * modules, says nothing about the server. What has arrived by then is read first.
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
