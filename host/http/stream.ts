import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../problems.js'
import type { HostRequest } from './message.js'
import { flatHeaders } from './reply.js'

/** Characters that leave together. */
const partLength = 64 * 1024

/**
 * Sends values as JSON Lines while they are made, no faster than the caller takes them. Throws before the first byte when
 * there is no first value; a failure after it cuts the connection, so that nobody takes a part for the whole.
 */
export async function sendLines(
  { exchange, method }: HostRequest,
  values: AsyncIterable<unknown>,
  headers: Readonly<Record<string, string>>
): Promise<void> {
  const parts = partsOf(values)
  const first = await parts.next()
  const { response, signal } = exchange
  if (response.destroyed) return void (await parts.return())
  response.writeHead(200, flatHeaders(exchange, { 'Content-Type': 'application/jsonl; charset=utf-8', ...headers }))
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

/** Values as lines, several in a part. */
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
