import { asProblem } from '../problems.js'
import { jsonReply, problemReply, type Reply } from '../reply.js'
import type { Exchange } from './exchange.js'

type Headers = Readonly<Record<string, string>>

/** Sends a JSON body with its length, and the headers that every answer bears. */
export function sendJson(exchange: Exchange, status: number, body: unknown, headers: Headers = {}): void {
  sendReply(exchange, jsonReply(status, JSON.stringify(body), headers))
}

/** Sends no body, as 204 and 304 do. */
export function sendEmpty(exchange: Exchange, status: number, headers: Headers = {}): void {
  send(exchange, status, headers)
}

/** Sends bytes as they are. */
export function sendBytes(exchange: Exchange, status: number, bytes: Buffer, headers: Headers): void {
  send(exchange, status, headers, bytes)
}

/** Sends a page, a file of one, or a 304 of either: a browser takes the headers of the 304 for those of what it has. */
export function sendPage(exchange: Exchange, status: number, bytes: Buffer | undefined, headers: Headers): void {
  send(exchange, status, headers, bytes, exchange.common.pageHeaders)
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

function send(
  exchange: Exchange,
  status: number,
  headers: Headers,
  body?: string | Buffer,
  common = exchange.common.apiHeaders
): void {
  if (exchange.isAnswered || exchange.response.headersSent) return
  exchange.isAnswered = true
  const flat = flatHeaders(exchange, headers, common)
  if (body !== undefined) flat.push('Content-Length', String(Buffer.byteLength(body)))
  exchange.common.replies.add({ response: exchange.response, status, headers: flat, body })
}

/** The headers of an answer but for its length, as names and values in turn. */
export function flatHeaders(exchange: Exchange, headers: Headers, common = exchange.common.apiHeaders): string[] {
  const flat = common.concat(exchange.headers)
  flat.push('X-Request-Id', exchange.requestId, 'Server-Timing', exchange.serverTiming())
  for (const name in headers) flat.push(name, headers[name] ?? '')
  return flat
}
