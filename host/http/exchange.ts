import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Cancellation } from '../fence/cancellation.js'
import type { ReplyBatch } from './reply-batch.js'

const idForm = /^[A-Za-z0-9._-]{8,128}$/
/** W3C Trace Context, version 00. */
const traceForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

/** What the log line of a request says beside its method, status and time. */
export interface ExchangeNotes {
  route?: string
  product?: string
  action?: string
  account?: string
  keyId?: string
  code?: string
  replayed?: boolean
}

/** Knows the headers that every answer bears now, as names and values in turn. */
export interface CommonHeaders {
  /** Those of answers for programs. */
  readonly apiHeaders: readonly string[]
  /** Those of pages and files. */
  readonly pageHeaders: readonly string[]
}

/** What all exchanges of a host have in common. */
export interface ExchangeGround extends CommonHeaders {
  readonly replies: ReplyBatch
}

/** One request and its answer: its identifier, its clock, and what is to be logged of it. */
export class Exchange {
  readonly startedAt = performance.now()
  readonly requestId: string
  /** The trace that the caller is part of, if it says so. */
  readonly trace: string | undefined
  readonly notes: ExchangeNotes = {}
  /** What tells who is calling: a bearer key, or the session of whoever is signed in. */
  door: 'key' | 'session' = 'key'
  /** Headers that the answer bears whatever becomes of the request, as names and values in turn. */
  readonly headers: string[] = []
  /** Cancelled when the caller has gone before its answer, and when the host stops. */
  readonly cancellation = new Cancellation()
  /** Whether its reply is on its way. */
  isAnswered = false
  /** Its place among the exchanges under way. */
  position = -1
  /** Whether what runs for it goes on when the caller goes, because the caller may ask for the answer again. */
  outlivesCaller = false
  #phases = ''
  #markedAt = this.startedAt

  constructor(
    request: IncomingMessage,
    readonly response: ServerResponse,
    readonly common: ExchangeGround
  ) {
    const given = request.headers['x-request-id']
    this.requestId = typeof given === 'string' && idForm.test(given) ? given : randomUUID()
    const parent = request.headers.traceparent
    this.trace = typeof parent === 'string' ? traceForm.exec(parent)?.[1] : undefined
  }

  /** Aborts when the caller has gone before its answer. */
  get signal(): AbortSignal {
    return this.cancellation.signal
  }

  /** Ends a phase of the request's life, for `Server-Timing`. */
  mark(phase: string): void {
    const now = performance.now()
    this.#phases += `${phase};dur=${hundredths(now - this.#markedAt)}, `
    this.#markedAt = now
  }

  /** Milliseconds since the request came, to the microsecond. */
  elapsed(): number {
    return Math.round((performance.now() - this.startedAt) * 1000) / 1000
  }

  serverTiming(): string {
    return `${this.#phases}total;dur=${hundredths(performance.now() - this.startedAt)}`
  }
}

/** Milliseconds to the hundredth; `toFixed` takes ten times as long. */
function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100
}
