import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { inject, injectable } from '@product-host/sdk'
import { http } from '../base/node-http.js'
import { Problem } from '../base/problems.js'
import { problemText } from '../base/reply.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { Listener } from './listener.js'
import { RequestLog } from './request-log.js'

/** How long idle connections stay open after the server begins to stop, in milliseconds. */
const quietMs = 500

/** Connections that another process accepts, at its port. */
export interface HandedConnections {
  readonly port: number
  /** Calls back with each connection. */
  each(take: (socket: Socket) => void): void
}

/** The HTTP server: listens, and stops without losing an accepted request. */
@injectable()
export class HttpServer {
  readonly #server: Server
  /** The open connections that another process has accepted; left out where this one listens. */
  #handed: Set<Socket> | undefined

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly requestLog: RequestLog,
    private readonly listener: Listener
  ) {
    const { IncomingMessage, ServerResponse } = listener.classes
    this.#server = http.createServer(
      {
        IncomingMessage,
        ServerResponse,
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        // How late a connection may be closed after these two; Node's own value is 30 s.
        connectionsCheckingInterval: 2_500,
        // The listener refuses a request without one by a problem; Node's own answer has no body.
        requireHostHeader: false,
        keepAliveTimeout: 65_000,
        maxHeaderSize: 16_384
      },
      listener.handle
    )
    this.#server.on('connection', listener.connect)
    this.#server.on('checkExpectation', listener.refuseExpectation)
    this.#server.on('connect', (_request, socket) =>
      refuse(socket, new Problem('method_not_allowed', 'This is not a proxy: it takes no CONNECT.'))
    )
    this.#server.on('clientError', refuseBrokenRequest)
  }

  /** Listens, or takes the connections of another process, and says at which port. */
  async listen(connections?: HandedConnections): Promise<number> {
    const { port, host } = this.settings
    await this.listener.prepare()
    if (connections) return this.#take(connections)
    const listening = Promise.withResolvers<void>()
    this.#server.once('error', listening.reject)
    this.#server.listen(port, host, listening.resolve)
    await listening.promise
    this.listener.start()
    const address = this.#server.address() as AddressInfo
    return address.port
  }

  #take(connections: HandedConnections): number {
    const handed = new Set<Socket>()
    this.#handed = handed
    // Node's HTTP server counts its connections from this event on.
    this.#server.emit('listening')
    this.listener.start()
    connections.each(socket => {
      handed.add(socket)
      socket.once('close', () => handed.delete(socket))
      this.#server.emit('connection', socket)
      socket.resume()
    })
    return connections.port
  }

  /** Resolves when no connection is open and no further one is accepted. */
  async #closed(): Promise<void> {
    if (!this.#handed) return new Promise(resolve => NetServer.prototype.close.call(this.#server, () => resolve()))
    while (this.#handed.size > 0) await delay(10)
  }

  /**
   * Answers accepted requests, each with `Connection: close`; what still runs after the grace period is cancelled with
   * 503. The listening socket closes after the delay that the settings say; until then a load balancer can read from `/readyz` that
   * the host stops. Idle connections stay open for `quietMs`, since a request may be in
   * transit: `close` of Node's HTTP server would drop it.
   */
  async stop(): Promise<void> {
    const { shutdownDelayMs, shutdownGraceMs } = this.settings
    this.requestLog.drain()
    if (shutdownDelayMs > 0) await delay(shutdownDelayMs)
    const closed = this.#closed()
    await Promise.race([closed, delay(Math.min(quietMs, shutdownGraceMs))])
    const idle = setInterval(() => this.#server.closeIdleConnections(), 50)
    const isDone = await Promise.race([closed.then(() => true), delay(shutdownGraceMs, false, { ref: false })])
    if (!isDone) {
      this.requestLog.abort()
      await Promise.race([closed, delay(1_000, undefined, { ref: false })])
      this.#server.closeAllConnections()
    }
    await closed
    this.requestLog.abort()
    clearInterval(idle)
    await this.listener.stop()
  }
}

/** Answers malformed HTTP on the raw socket. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('headers_too_large', 'The headers are larger than 16,384 bytes.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Problem('request_timeout', 'The request did not arrive in time.')
        : new Problem('malformed_request', 'The request is not well-formed HTTP.')
  refuse(socket, problem)
}

/** Sends a problem to a socket that has no response, and closes it. */
function refuse(socket: Duplex, problem: Problem): void {
  const requestId = randomUUID()
  const body = problemText(problem, requestId)
  socket.end(
    `HTTP/1.1 ${problem.status} ${http.STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`
  )
}
