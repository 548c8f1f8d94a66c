import { NoAnswerError, type ProblemBody, RefusedError } from './errors.js'
import { eventsOf, type StreamEvent } from './event-stream.js'

/** How long a stream may send nothing, in milliseconds; the host gives a sign of life every 15 s. */
const longestSilenceMs = 45_000

/** What may be said of one call. */
export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The time for the whole call with all its tries, in milliseconds. */
  readonly timeoutMs?: number
}

/** How a host is reached. */
interface Connection {
  /** The address that paths are added to. */
  readonly base: string
  readonly key: string | undefined
  readonly credentials: 'omit' | 'same-origin' | 'include'
  readonly timeoutMs: number
  readonly patience: Patience
}

/** A request, whatever it is for. */
interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it may be sent again although its result is unknown. */
  readonly isRepeatable: boolean
}

/** An answer of the host to a request that it did not refuse; without a body where what was read is still current. */
export interface Received {
  // biome-ignore lint/suspicious/noExplicitAny: the host's own schemas guard what it answers
  readonly body: any
  readonly headers: Headers
}

/** Sends requests, again where that makes sense. */
export class Calls {
  constructor(private readonly way: Connection) {}

  /** Throws a `RefusedError` or a `NoAnswerError`, or the reason of the signal. */
  async send(sent: Sent, { signal, timeoutMs = this.way.timeoutMs }: CallOptions = {}): Promise<Received> {
    const endsAt = performance.now() + timeoutMs
    const deadline = AbortSignal.timeout(timeoutMs)
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
    for (let tryNumber = 1; ; tryNumber++) {
      try {
        return await this.#try(sent, ends)
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        if (deadline.aborted) throw overdue(timeoutMs, error)
        if (tryNumber >= this.way.patience.attempts || !mayRepeat(error, sent)) throw error
        const ms = pauseAfter(tryNumber, error.retryAfterSeconds, this.way.patience, Math.random())
        if (performance.now() + ms >= endsAt) throw error
        await pause(ms, signal)
      }
    }
  }

  /**
   * The events of a path. A stream that breaks is opened again, from the last event on. Ends where the host does not send them, and where
   * nothing comes of them: what they tell has to be asked for then. Rejects with the reason of the signal.
   */
  async *follow(path: string, signal?: AbortSignal): AsyncGenerator<StreamEvent, void> {
    let last: string | undefined
    for (let failures = 0; failures < this.way.patience.attempts; ) {
      if (failures > 0) await pause(pauseAfter(failures, undefined, this.way.patience, Math.random()), signal)
      failures++
      const silence = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const heard = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), longestSilenceMs)
      }
      try {
        heard()
        const headers = { Accept: 'text/event-stream', ...(last !== undefined && { 'Last-Event-ID': last }) }
        const ends = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
        const {
          ok,
          body,
          headers: received
        } = await fetch(this.way.base + path, {
          ...this.#request('GET', headers),
          signal: ends
        })
        if (!ok || !body || received.get('content-type')?.startsWith('text/event-stream') !== true) {
          await body?.cancel()
          return
        }
        for await (const event of eventsOf(body, heard)) {
          failures = 0
          last = event.id ?? last
          yield event
        }
      } catch {
        signal?.throwIfAborted()
        if (silence.signal.aborted) return
      } finally {
        clearTimeout(timer)
      }
    }
  }

  #request(method: Sent['method'], headers: Readonly<Record<string, string>>) {
    const { key, credentials } = this.way
    const all = new Headers(headers)
    if (key !== undefined) all.set('Authorization', `Bearer ${key}`)
    return { method, headers: all, credentials, redirect: 'manual' } as const
  }

  async #try({ method, path, body, headers = {} }: Sent, signal: AbortSignal): Promise<Received> {
    const { base } = this.way
    const request = {
      ...this.#request(method, { Accept: 'application/json, application/problem+json', ...headers }),
      signal
    }
    if (body !== undefined) request.headers.set('Content-Type', 'application/json')
    const { response, text } = await received(() =>
      fetch(base + path, body === undefined ? request : { ...request, body: JSON.stringify(body) })
    )
    return accepted(response, text, method)
  }
}

async function received(send: () => Promise<Response>): Promise<{ response: Response; text: string }> {
  try {
    const response = await send()
    return { response, text: await response.text() }
  } catch (error) {
    throw new NoAnswerError(
      'unreachable',
      'The host cannot be reached, or the connection broke.',
      undefined,
      undefined,
      error
    )
  }
}

function accepted({ ok, status, headers }: Response, text: string, method: Sent['method']): Received {
  if (status === 304 || (status === 204 && method === 'DELETE')) return { body: undefined, headers }
  const body = parsed(text)
  if (ok && typeof body === 'object' && body !== null) return { body, headers }
  const retryAfter = secondsOf(headers.get('retry-after'))
  if (!isProblem(body))
    throw new NoAnswerError('unreadable', `What answered with status ${status} is not the host.`, status, retryAfter)
  throw new RefusedError(body, retryAfter, headers.get('idempotent-replayed') === 'true')
}

/** A `Retry-After` in seconds, or as the time that a proxy may say instead (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isProblem(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false
  const { code, status, detail, requestId, retryable }: Partial<Record<keyof ProblemBody, unknown>> = body
  return (
    typeof code === 'string' &&
    typeof status === 'number' &&
    typeof detail === 'string' &&
    typeof requestId === 'string' &&
    typeof retryable === 'boolean'
  )
}

/** What the host calls retryable, unless it repeats an earlier answer; without an answer, what does no harm when done twice. */
function mayRepeat(error: unknown, { isRepeatable }: Sent): error is RefusedError | NoAnswerError {
  if (error instanceof RefusedError) return error.retryable && !error.isReplayed
  if (!(error instanceof NoAnswerError) || !isRepeatable) return false
  const { code, status = 0 } = error
  return code === 'unreachable' || (code === 'unreadable' && (status >= 500 || status === 429 || status === 200))
}

function overdue(timeoutMs: number, cause: unknown): NoAnswerError {
  return new NoAnswerError('deadline', `No answer came within ${timeoutMs} ms.`, undefined, undefined, cause)
}

/** How often a call is sent, and how long the client waits in between. */
export interface Patience {
  /** Attempts in all, the first among them. */
  readonly attempts: number
  /** The first pause lasts this long at most, each further one twice as long, in milliseconds. */
  readonly pauseMs: number
  /** No pause lasts longer, but for what the host asks for. */
  readonly longestPauseMs: number
}

/** Three more attempts within some seconds. */
export const usualPatience: Patience = { attempts: 4, pauseMs: 250, longestPauseMs: 8_000 }

/**
 * Milliseconds to wait after a try that failed, counted from 1: anything up to a bound that doubles (full jitter, so that many
 * callers do not come back at the same moment), on top of what the host asked for.
 */
export function pauseAfter(
  tryNumber: number,
  retryAfterSeconds: number | undefined,
  { pauseMs, longestPauseMs }: Patience,
  chance: number
): number {
  const bound = Math.min(longestPauseMs, pauseMs * 2 ** (tryNumber - 1))
  return (retryAfterSeconds ?? 0) * 1_000 + chance * bound
}

/** Waits, or rejects with the signal's reason. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}

/** The header of an Idempotency-Key. */
export function keyHeader(key: string) {
  return { 'Idempotency-Key': `"${key.replaceAll(/["\\]/g, '\\$&')}"` }
}

/** 128 random bits; `crypto.randomUUID` is not there in pages that came over plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
