import type { Reply } from '../execution/idempotency.js'
import { asProblem, type Problem, problems } from '../problems.js'
import type { Exchange } from './exchange.js'

type Headers = Readonly<Record<string, string>>

/** Most faults that a problem lists. */
const mostFaults = 20

/** Sends a JSON body with its length, and the headers that every answer bears. */
export function sendJson(exchange: Exchange, status: number, body: unknown, headers: Headers = {}): void {
  sendReply(exchange, jsonReply(status, JSON.stringify(body), headers))
}

/** JSON text as a complete answer. */
export function jsonReply(status: number, text: string, headers: Headers): Reply {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, text }
}

/** Sends no body, as 204 and 304 do. */
export function sendEmpty(exchange: Exchange, status: number, headers: Headers = {}): void {
  send(exchange, status, headers)
}

/** Sends bytes as they are, such as a file. */
export function sendBytes(exchange: Exchange, status: number, bytes: Buffer, headers: Headers): void {
  send(exchange, status, headers, bytes)
}

/** Sends an answer that is complete. */
export function sendReply(exchange: Exchange, { status, headers, text }: Reply): void {
  send(exchange, status, headers, text)
}

/** Sends an error as a problem (RFC 9457). */
export function sendProblem(exchange: Exchange, error: unknown): void {
  const problem = asProblem(error)
  exchange.notes.code = problem.code
  sendReply(exchange, problemReply(problem, exchange.requestId))
}

/** A problem as a complete answer. */
export function problemReply(problem: Problem, requestId: string): Reply {
  const { status, options } = problem
  const retryAfter: Record<string, string> = options.retryAfter ? { 'Retry-After': String(options.retryAfter) } : {}
  const headers = { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' }
  return { status, headers: { ...headers, ...retryAfter, ...options.headers }, text: problemText(problem, requestId) }
}

/** The body of a problem. */
export function problemText({ code, detail, status, options }: Problem, requestId: string): string {
  const kind = problems[code]
  return JSON.stringify({
    type: `urn:product-host:problem:${code}`,
    title: kind.title,
    status,
    detail,
    instance: `urn:product-host:request:${requestId}`,
    ok: false,
    code,
    requestId,
    retryable: 'retryable' in kind,
    ...(options.errors?.length && { errors: options.errors.slice(0, mostFaults) }),
    ...(options.checks && { checks: options.checks }),
    ...(options.links && { links: options.links })
  })
}

function send(exchange: Exchange, status: number, headers: Headers, body?: string | Buffer): void {
  const { response } = exchange
  if (response.headersSent || response.destroyed) return
  const flat = flatHeaders(exchange, headers)
  if (body !== undefined) flat.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, flat)
  response.end(body)
}

/** The headers of an answer but for its length, as names and values in turn. */
export function flatHeaders(exchange: Exchange, headers: Headers): string[] {
  const flat = [
    ...exchange.standingHeaders(),
    ...exchange.headers,
    'X-Request-Id',
    exchange.requestId,
    'Server-Timing',
    exchange.serverTiming()
  ]
  for (const name in headers) flat.push(name, headers[name] ?? '')
  return flat
}
