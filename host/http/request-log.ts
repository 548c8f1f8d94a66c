import { type Logger as Lines, pino } from 'pino'
import type { ExchangeNotes } from './exchange.js'

/** What is logged of a request. */
export interface RequestLine {
  /** Of the form of a request id. */
  readonly requestId: string
  /** A W3C trace id. */
  readonly trace: string | undefined
  /** One of the methods that Node's parser knows. */
  readonly method: string
  /** The pattern of the route. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly notes: ExchangeNotes
}

/** Pino's number of the level `info`. */
const info = 30

/**
 * Writes a line for each request, in the form and to the destination of the log's other lines. Its members are fixed, and each
 * is the host's own or has a checked form, so that it needs neither redaction nor a serialiser, which cost ten times as much.
 */
export class RequestLog {
  readonly #destination: { write(line: string): void }
  #waiting = ''
  #at = 0
  #time = ''

  constructor(private readonly lines: Lines) {
    this.#destination = Reflect.get(lines, pino.symbols.streamSym)
  }

  write({ requestId, trace, method, route, status, ms, notes }: RequestLine): void {
    if (!this.lines.isLevelEnabled('info')) return
    const { product, action, account, keyId, code, replayed } = notes
    let line = `{"level":${info},"time":"${this.#now()}","pid":${process.pid},"requestId":"${requestId}"`
    if (trace !== undefined) line += `,"trace":"${trace}"`
    line += `,"method":"${method}","route":"${route}","status":${status},"ms":${ms}`
    if (product !== undefined) line += `,"product":"${product}"`
    if (action !== undefined) line += `,"action":"${action}"`
    if (account !== undefined) line += `,"account":${JSON.stringify(account)},"keyId":"${keyId ?? ''}"`
    if (code !== undefined) line += `,"code":"${code}"`
    if (replayed) line += ',"replayed":true'
    if (this.#waiting === '') setImmediate(() => this.#flush())
    this.#waiting += `${line},"msg":"request"}\n`
  }

  /** The lines of one turn of the event loop leave together: pino's destination measures all that it holds at every write. */
  #flush(): void {
    const lines = this.#waiting
    this.#waiting = ''
    this.#destination.write(lines)
  }

  /** The time in ISO 8601, worked out once a millisecond. */
  #now(): string {
    const now = Date.now()
    if (now !== this.#at) {
      this.#at = now
      this.#time = new Date(now).toISOString()
    }
    return this.#time
  }
}
