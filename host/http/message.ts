import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'
import { ipAddressOf } from '../base/addresses.js'
import { http } from '../base/node-http.js'
import { Cancellation } from '../resilience/cancellation.js'
import { readTraceparent, type Span } from '../tracing/spans.js'

declare module 'node:http' {
  interface IncomingMessage {
    context: RequestContext
  }
}

/** A request with the address of its caller, as the trusted proxies report it. */
export type HostRequest = IncomingMessage & { readonly ip?: string | undefined }

/** The classes of the requests and responses that `http.createServer` makes. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
  /** Makes them those of an application. */
  adopt(app: Express): void
}

/**
 * Classes whose prototypes are the application's own, once there is one, so that requests that do not pass through Express know the
 * caller's address behind a proxy. Express otherwise changes the prototype of both objects at every request, 2 % of the CPU time of an
 * execute of an inline product (November 2026).
 */
export function messageClasses(): MessageClasses {
  class BareRequest extends http.IncomingMessage {
    /** As Express has it where no proxy is in front. */
    get ip(): string | undefined {
      return this.socket.remoteAddress
    }
  }
  class AppRequest extends BareRequest {
    /** The address without a port or brackets, which some proxies add; that of the connection where a proxy names none. */
    override get ip(): string | undefined {
      const address = super.ip
      return address === undefined ? undefined : (ipAddressOf(address) ?? this.socket.remoteAddress)
    }
  }
  class AppResponse<Request extends IncomingMessage> extends http.ServerResponse<Request> {}
  return {
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse,
    adopt(app) {
      Object.setPrototypeOf(AppRequest.prototype, app.request)
      Object.setPrototypeOf(AppResponse.prototype, app.response)
      Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
    }
  }
}

const idForm = /^[A-Za-z0-9._-]{8,128}$/

/** What the log line of a request says beside its method, status and time. */
export interface RequestNotes {
  route?: string
  product?: string
  action?: string
  account?: string
  keyId?: string
  code?: string
  replayed?: boolean
}

/** The headers of every answer at present, as alternating names and values. */
export interface CommonHeaders {
  /** Those of answers for programs. */
  readonly apiHeaders: readonly string[]
  /** Those of pages and files. */
  readonly pageHeaders: readonly string[]
  /** Those of 304 answers for programs. */
  readonly unchangedHeaders: readonly string[]
}

/** What all requests of a host share. */
export interface RequestDependencies extends CommonHeaders {
  readonly replies: { add(reply: ReadyReply): void }
}

/** The context of one request: its id, its clock, its cancellation, and what is logged of it. */
export class RequestContext {
  readonly startedAt = performance.now()
  readonly requestId: string
  /** The connection of the request. */
  readonly socket: Socket
  /** The trace id: that of its span, or else of the caller's `traceparent`. */
  trace: string | undefined
  /** The request, in a trace that is recorded. */
  span: Span | undefined
  readonly notes: RequestNotes = {}
  /** What authenticates the caller: a bearer key, or a session cookie. */
  authScheme: 'key' | 'session' = 'key'
  /** Headers of the answer, whether the request succeeds or fails, as alternating names and values. */
  readonly headers: string[] = []
  /** Cancelled when the caller disconnects before its answer, and when the host stops. */
  readonly cancellation = new Cancellation()
  /** Whether its reply has been handed over to be sent. */
  isAnswered = false
  /** Its index in the list of active requests; -1 when it is not in it. */
  position = -1
  /** Whether the call continues when the caller disconnects, because the caller may ask for the answer again. */
  continuesAfterDisconnect = false
  #phases = ''
  #markedAt = this.startedAt

  constructor(
    request: IncomingMessage,
    readonly response: ServerResponse,
    readonly common: RequestDependencies
  ) {
    this.socket = request.socket
    const given = request.headers['x-request-id']
    this.requestId = typeof given === 'string' && idForm.test(given) ? given : randomUUID()
    const { traceparent } = request.headers
    if (typeof traceparent === 'string') this.trace = readTraceparent(traceparent)?.traceId
  }

  /** Aborts with the cancellation. */
  get signal(): AbortSignal {
    return this.cancellation.signal
  }

  /** Ends a phase of the request, for `Server-Timing`. */
  mark(phase: string): void {
    const now = performance.now()
    this.#phases += `${phase};dur=${hundredths(now - this.#markedAt)}, `
    this.#markedAt = now
  }

  /** Milliseconds since the request arrived, to the microsecond. */
  elapsed(): number {
    return Math.round((performance.now() - this.startedAt) * 1000) / 1000
  }

  /** Sends the answer, once, with its length and the headers of every answer; a body is left out for 204 and 304. */
  send(status: number, headers: Headers, body?: string | Buffer, common = this.common.apiHeaders): void {
    if (this.isAnswered || this.response.headersSent) return
    this.isAnswered = true
    const flat = this.flatHeaders(headers, common)
    if (body !== undefined) flat.push('Content-Length', String(Buffer.byteLength(body)))
    this.common.replies.add({ response: this.response, status, headers: flat, body })
  }

  /** The headers of an answer without its length, as alternating names and values. */
  flatHeaders(headers: Headers, common = this.common.apiHeaders): string[] {
    const flat = common.concat(this.headers)
    flat.push('X-Request-Id', this.requestId, 'Server-Timing', this.#serverTiming())
    for (const name in headers) flat.push(name, headers[name] ?? '')
    return flat
  }

  #serverTiming(): string {
    return `${this.#phases}total;dur=${hundredths(performance.now() - this.startedAt)}`
  }
}

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>

const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

/** Milliseconds to the hundredth as text; a fraction as text takes ten times as long. */
function hundredths(ms: number): string {
  const all = Math.round(ms * 100)
  const rest = all % 100
  return `${(all - rest) / 100}.${twoDigits[rest]}`
}

/** A reply that is ready to be sent: its headers as alternating names and values. */
export interface ReadyReply {
  readonly response: ServerResponse
  readonly status: number
  readonly headers: string[]
  readonly body: string | Buffer | undefined
}

/**
 * Sends the replies that become ready in one iteration of the event loop together, at its end: no system call
 * interrupts the work on their requests, which raises the throughput of a busy host by a third.
 */
export class ReplyBatch {
  #waiting: ReadyReply[] = []

  /**
   * `onError` is called for a reply that Node refuses to send, such as one with a forbidden header; its connection is
   * closed.
   */
  constructor(private readonly onError: (error: unknown, response: ServerResponse) => void) {}

  add(reply: ReadyReply): void {
    if (this.#waiting.push(reply) === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { response, status, headers, body } of waiting) {
      if (response.destroyed || response.headersSent) continue
      try {
        response.writeHead(status, headers)
        response.end(body)
      } catch (error) {
        response.destroy()
        this.onError(error, response)
      }
    }
  }
}
