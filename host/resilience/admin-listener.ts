import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { http } from '../base/node-http.js'
import { Problem } from '../base/problems.js'
import { problemReply, type Reply } from '../base/reply.js'

/** How the listener of the watchdog's thread is set up. */
export interface AdminOptions {
  readonly host: string
  /** 0 chooses a free port. */
  readonly port: number
  /** Callers of `/metrics` have to send it, if there is one. */
  readonly metricsToken: string | undefined
}

/** What the listener knows of the host. */
export interface AdminState {
  /** How long the event loop of the host has not turned, in milliseconds. */
  stillMs(): number
  /** The answer that the host published last for `/readyz`; undefined before the first. */
  readiness(): Reply | undefined
  /** The metrics as they are now, or as the host last gave them; undefined before that. */
  metrics(): Promise<string | undefined>
}

/** How long the event loop may not have turned before `/livez` fails, in milliseconds. */
const longestStandstillMs = 10_000

const plain = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' }

/** Starts the listener for process supervisors and Prometheus, which answers also while the host's own event loop is blocked. */
export async function listenForAdmin(options: AdminOptions, state: AdminState): Promise<Server> {
  const server = http.createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 2_500, keepAliveTimeout: 5_000 },
    (request, response) => void answer(request, response, options, state)
  )
  server.maxConnections = 256
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(options.port, options.host, listening.resolve)
  await listening.promise
  return server
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { metricsToken }: AdminOptions,
  state: AdminState
): Promise<void> {
  const { status, headers, text } = await replyTo(request, metricsToken, state)
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

async function replyTo(
  { method, url, headers }: IncomingMessage,
  metricsToken: string | undefined,
  state: AdminState
): Promise<Reply> {
  if (method !== 'GET' && method !== 'HEAD')
    return refuse(new Problem('method_not_allowed', 'This listener takes GET.', { headers: { Allow: 'GET, HEAD' } }))
  switch (url) {
    case '/livez':
      return state.stillMs() > longestStandstillMs
        ? refuse(new Problem('overloaded', 'The event loop of the host does not turn.', { retryAfter: 5 }))
        : { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, text: '{"status":"alive"}' }
    case '/readyz':
      return state.readiness() ?? notYet()
    case '/metrics': {
      if (metricsToken !== undefined && !hasToken(headers, metricsToken))
        return refuse(
          new Problem('missing_key', 'Send METRICS_TOKEN as a bearer token.', {
            headers: { 'WWW-Authenticate': 'Bearer' }
          })
        )
      const text = await state.metrics()
      return text === undefined ? notYet() : { status: 200, headers: plain, text }
    }
    default:
      return refuse(new Problem('not_found', 'This listener serves /livez, /readyz and /metrics.'))
  }
}

function notYet(): Reply {
  return refuse(new Problem('overloaded', 'The host has not published its state yet.', { retryAfter: 1 }))
}

function refuse(problem: Problem): Reply {
  return problemReply(problem, crypto.randomUUID())
}

/** Digests are of one length, so that comparing them tells nothing. */
function hasToken({ authorization = '' }: IncomingMessage['headers'], token: string): boolean {
  const [, sent = ''] = /^Bearer +(.+)$/i.exec(authorization) ?? []
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', token, 'buffer'))
}
