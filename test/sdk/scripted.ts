import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'

/** What the server got. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One turn of the script: what is done with a request. */
export type Turn = (response: ServerResponse) => void

/** A server on this machine that answers each request by the next turn of its script, and the last turn again from then on. */
export async function scripted(t: Test, turns: readonly [Turn, ...Turn[]]) {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const turn = turns[Math.min(arrived.length, turns.length - 1)]
    const entry = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request)
    }
    arrived.push(entry)
    turn?.(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, arrived }
}

/** Breaks the connection. */
export const reset: Turn = response => {
  response.socket?.resetAndDestroy()
}

/** Breaks the connection in the middle of an answer. */
export const cut: Turn = response => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"ok":', () => response.socket?.destroy())
}

/** Never answers. */
export const silent: Turn = () => undefined

/** Answers with a status, a text and headers. */
export function says(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Turn {
  return response => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(body)
  }
}

/** Answers with a problem. */
export function refuses(
  status: number,
  code: string,
  retryable: boolean,
  headers: Readonly<Record<string, string>> = {}
): Turn {
  const body = { title: 'No.', detail: 'Not now.', status, code, retryable, requestId: 'request-1' }
  return says(status, JSON.stringify(body), { 'Content-Type': 'application/problem+json', ...headers })
}
