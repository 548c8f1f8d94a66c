// The load generator, a program of its own: keep-alive connections that each wait for an answer before they send again.
import { connect, type Socket } from 'node:net'
import { answerQuestions } from './program.js'
import { quantile } from './statistics.js'

/** Requests to send, and what every answer has to be. */
export interface LoadRequest {
  readonly port: number
  /** Complete requests as text, sent in turn. */
  readonly requests: readonly string[]
  readonly connections: number
  /** Sending stops after so many seconds, or after so many requests, whichever is first. */
  readonly seconds: number
  readonly most?: number
  /** The status that every answer must have. */
  readonly status: number
  /** Text that the body of every answer must hold. */
  readonly contains: string
}

/** What the connections saw; latencies in milliseconds. */
export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** What the generator is asked: to connect, to send on the connections that it has, or to close them. */
export type LoadQuestion = { readonly open: LoadRequest } | { readonly run: LoadSize } | { readonly close: true }

/** How long to send what was opened. */
export type LoadSize = Pick<LoadRequest, 'seconds' | 'most'>

let connections: readonly Connection[] = []
let texts: readonly Buffer[] = []

answerQuestions({}, async (question: LoadQuestion) => {
  if ('open' in question) return open(question.open)
  if ('run' in question) return load(question.run)
  for (const connection of connections) connection.close()
  connections = []
  return null
})

/** Connects, and has one request answered on each connection, so that a measurement has no connecting in it. */
async function open(request: LoadRequest): Promise<null> {
  connections = Array.from({ length: request.connections }, () => new Connection(request))
  texts = request.requests.map(text => Buffer.from(text))
  const [first = Buffer.alloc(0)] = texts
  await Promise.all(
    connections.map(connection => {
      let sent = 0
      return connection.converse(
        () => (sent++ === 0 ? first : undefined),
        () => undefined
      )
    })
  )
  return null
}

async function load(size: LoadSize): Promise<Load> {
  const latencies = new Latencies()
  const most = size.most ?? Number.POSITIVE_INFINITY
  const startedAt = performance.now()
  const endsAt = startedAt + size.seconds * 1_000
  let sent = 0
  const next = (now: number) => (now < endsAt && sent < most ? texts[sent++ % texts.length] : undefined)
  await Promise.all(connections.map(connection => connection.converse(next, latency => latencies.add(latency))))
  const seconds = (performance.now() - startedAt) / 1_000
  const sorted = latencies.sorted()
  return { requests: sorted.length, seconds, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) }
}

type Next = (now: number) => Buffer | undefined
type Observe = (latencyMs: number) => void

/** A keep-alive connection that waits for each answer before it sends again, and checks every answer. */
class Connection {
  readonly #socket: Socket
  readonly #status: string
  readonly #contains: string
  readonly #parts: Buffer[] = []
  #received = 0
  #expected = 0
  #sentAt = 0
  #next: Next = () => undefined
  #observe: Observe = () => undefined
  #done = Promise.withResolvers<void>()

  constructor({ port, status, contains }: LoadRequest) {
    this.#status = `HTTP/1.1 ${status} `
    this.#contains = contains
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(65_536), callback: (size, buffer) => this.#read(size, buffer) }
    })
    this.#socket.once('error', error => this.#done.reject(error))
    this.#socket.once('close', () => this.#done.reject(new Error('The server closed a connection.')))
  }

  /** Sends until there is nothing next. Rejects at the first answer that is not as it must be. */
  converse(next: Next, observe: Observe): Promise<void> {
    this.#next = next
    this.#observe = observe
    this.#done = Promise.withResolvers()
    this.#send()
    return this.#done.promise
  }

  close(): void {
    this.#done.promise.catch(() => undefined)
    this.#socket.destroy()
  }

  #send(): void {
    this.#sentAt = performance.now()
    const text = this.#next(this.#sentAt)
    if (text) this.#socket.write(text)
    else this.#done.resolve()
  }

  #read(size: number, buffer: Uint8Array): boolean {
    const view = Buffer.from(buffer.buffer, buffer.byteOffset, size)
    this.#received += size
    if (this.#expected === 0) this.#expected = lengthOf(this.#parts.length === 0 ? view : this.#joined(view))
    if (this.#expected === 0 || this.#received < this.#expected) {
      this.#parts.push(Buffer.from(view))
      return true
    }
    this.#observe(performance.now() - this.#sentAt)
    const answer = this.#parts.length === 0 ? view : this.#joined(view)
    const isRight =
      this.#received === this.#expected &&
      answer.toString('latin1', 0, this.#status.length) === this.#status &&
      answer.includes(this.#contains)
    this.#parts.length = this.#received = this.#expected = 0
    if (isRight) this.#send()
    else this.#done.reject(new Error(`An answer was not ${this.#status}: ${answer.toString('utf8', 0, 2_000)}`))
    return isRight
  }

  #joined(view: Buffer): Buffer {
    return Buffer.concat([...this.#parts, view])
  }
}

/** Bytes of the whole answer that begins here; 0 while its head has not arrived. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return 0
  const [, length = '0'] = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, end)) ?? []
  return end + 4 + Number(length)
}

class Latencies {
  #values = new Float64Array(65_536)
  #count = 0

  add(milliseconds: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = milliseconds
  }

  sorted(): Float64Array {
    return this.#values.subarray(0, this.#count).sort()
  }
}
