import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { asProblem, Problem } from '../base/problems.js'
import { jsonReply, problemReply, type Reply } from '../base/reply.js'
import type { Headers, HostRequest, RequestContext } from './message.js'

/** Sends a JSON body with its length and the common headers. */
export function sendJson(context: RequestContext, status: number, body: unknown, headers: Headers = {}): void {
  sendReply(context, jsonReply(status, JSON.stringify(body), headers))
}

/** Sends no body, as 204 does. */
export function sendEmpty(context: RequestContext, status: number, headers: Headers = {}): void {
  context.send(status, headers)
}

/**
 * Sends a 304 with what a cache needs to refresh the response that it has, and no other header of that response (RFC 9110, section
 * 15.4.5).
 */
export function sendUnchanged(context: RequestContext, headers: Headers): void {
  context.send(304, headers, undefined, context.common.unchangedHeaders)
}

/** Sends bytes as they are. */
export function sendBytes(context: RequestContext, status: number, bytes: Buffer, headers: Headers): void {
  context.send(status, headers, bytes)
}

/** Sends a page, a file of a page, or a 304 of either: a browser replaces the stored headers by those of the 304. */
export function sendPage(context: RequestContext, status: number, bytes: Buffer | undefined, headers: Headers): void {
  context.send(status, headers, bytes, context.common.pageHeaders)
}

/** Sends an answer that is complete. */
export function sendReply(context: RequestContext, { status, headers, text }: Reply): void {
  context.send(status, headers, text)
}

/** Sends an error as a problem (RFC 9457). */
export function sendProblem(context: RequestContext, error: unknown): void {
  const problem = asProblem(error)
  context.notes.code = problem.code
  sendReply(context, problemReply(problem, context.requestId))
}

/** Characters that are written together. */
const partLength = 64 * 1024

/** Streams values as JSON Lines, as `sendParts` does. */
export async function sendJsonl(
  request: HostRequest,
  values: AsyncIterable<unknown>,
  headers: Readonly<Record<string, string>>
): Promise<void> {
  await sendParts(request, partsOf(values), { 'Content-Type': 'application/jsonl; charset=utf-8', ...headers })
}

/** An event of a stream of server-sent events; one without an id leaves the last id as it is. */
export interface ServerSentEvent {
  readonly event: string
  readonly id?: string
  readonly data: object
}

/** Streams events as they come, as `sendParts` does; undefined keeps the connection alive. A client comes back after a second. */
export async function sendEvents(
  request: HostRequest,
  events: AsyncIterable<ServerSentEvent | undefined>,
  headers: Readonly<Record<string, string>>
): Promise<void> {
  const own = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
  await sendParts(request, eventParts(events), { ...own, ...headers })
}

async function* eventParts(events: AsyncIterable<ServerSentEvent | undefined>): AsyncGenerator<string, void> {
  let head = 'retry: 1000\n'
  for await (const each of events) {
    const id = each?.id === undefined ? '' : `id: ${each.id}\n`
    yield each ? `${head}${id}event: ${each.event}\ndata: ${JSON.stringify(each.data)}\n\n` : ': nothing new\n\n'
    head = ''
  }
}

/**
 * Streams the parts of a body while they are produced, no faster than the caller reads them. An error in the first part is thrown before
 * any byte is sent; a later error closes the connection, so that the caller does not mistake a part for the complete answer.
 */
async function sendParts(
  { context, method }: HostRequest,
  parts: AsyncGenerator<string, void>,
  headers: Headers
): Promise<void> {
  const first = await parts.next()
  const { response, signal } = context
  if (response.destroyed) return void (await parts.return())
  response.writeHead(200, context.flatHeaders(headers))
  if (method === 'HEAD') {
    await parts.return()
    return void response.end()
  }
  const failures: unknown[] = []
  async function next(): Promise<IteratorResult<string, void>> {
    try {
      return await parts.next()
    } catch (error) {
      failures.push(error)
      throw error
    }
  }
  async function* all(): AsyncGenerator<string, void> {
    try {
      for (let part = first; !part.done; part = await next()) yield part.value
    } finally {
      await parts.return()
    }
  }
  try {
    await pipeline(Readable.from(all(), { highWaterMark: 1 }), response, { signal })
  } catch {
    throw failures[0] ?? new Problem('client_gone', 'The caller closed the connection before the end.')
  }
}

/** Values as JSON Lines, several in a part. */
async function* partsOf(values: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let part = ''
  for await (const value of values) {
    part += `${JSON.stringify(value)}\n`
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}
