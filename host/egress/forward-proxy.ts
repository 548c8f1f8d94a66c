import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { Transform } from 'node:stream'
import { EgressError } from '@product-host/sdk'
import { hostOf } from '../base/addresses.js'
import { http } from '../base/node-http.js'
import type { Tunnels } from './tunnels.js'
import { portOf } from './url.js'

/** A connection that the deployment does not allow. */
export interface RefusedConnection {
  /** As the program wrote it. */
  readonly host: string
  readonly port: number
  readonly code: string
}

/** Connections that a program may have at the same time; further ones are closed at once. */
const mostConnections = 64

/** A program that opens more connections in a second is ended. */
const mostInSecond = 1_000

/** Bytes that a program may send and receive in a millisecond, all its connections together: 32 MiB a second leave the host its time. */
const bytesInMs = (32 * 1024 * 1024) / 1_000

/** How far the bytes may be ahead of that, in milliseconds. */
const burstMs = 100

/** After this time without a byte in either direction a connection is closed, in milliseconds. */
const idleMs = 600_000

/** Most characters of a host in a log: no name of the internet is longer. */
const longestHost = 253

/**
 * An HTTP proxy for one program: tunnels by CONNECT, and plain requests. Each connection is checked as a request of a product is, and there is
 * one request in each, so that a refused one costs the program a connection.
 */
export class ForwardProxy {
  readonly #server = http.createServer((request, response) => this.#forward(request, response))
  readonly #sockets = new Set<Socket>()
  readonly #ended = new AbortController()
  #listener: Server | undefined
  #second = 0
  #inSecond = 0
  /** When what was passed on until now would have been passed on at the rate that is allowed. */
  #paidAt = 0

  constructor(
    private readonly tunnels: Tunnels,
    /** The product whose program it is. */
    private readonly product: string,
    private readonly refused: (connection: RefusedConnection) => void
  ) {
    this.#server.maxRequestsPerSocket = 1
    this.#server.on('connect', (request, _socket, head) => void this.#tunnel(request, head))
    this.#server.on('dropRequest', (_request, socket) => socket.destroy())
  }

  /** Takes the connections of a listener; `exceeded` is called when there are too many. */
  serve(listener: Server, exceeded: (reason: string) => void): void {
    if (this.#ended.signal.aborted) return void listener.close()
    this.#listener = listener
    listener.maxConnections = mostConnections
    const count = () => {
      if (this.#isTooMany()) exceeded(`it opened more than ${mostInSecond} connections in a second`)
    }
    listener.on('connection', socket => {
      count()
      socket.allowHalfOpen = true
      this.#watch(socket)
      this.#server.emit('connection', socket)
    })
    listener.on('drop', () => {
      count()
      this.tunnels.count(this.product, 'dropped')
    })
  }

  /** Ends all connections. */
  close(): void {
    this.#ended.abort()
    this.#listener?.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #isTooMany(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) [this.#second, this.#inSecond] = [second, 0]
    return ++this.#inSecond > mostInSecond
  }

  /** Its errors end the connection that it belongs to. */
  #watch(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.setTimeout(idleMs, () => socket.destroy())
  }

  async #tunnel({ url = '', socket: client }: IncomingMessage, head: Buffer): Promise<void> {
    const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(url) ?? []
    try {
      const upstream = await this.#open(host, Number(port), client)
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) upstream.write(head)
      client.pipe(this.#paced()).pipe(upstream)
      upstream.pipe(this.#paced()).pipe(client)
    } catch (error) {
      const { status, text } = this.#answerTo(error, host, Number(port))
      const head = [
        `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
        `Content-Type: ${plainText}`,
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close'
      ]
      client.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => client.destroy())
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, rawHeaders, headers, socket, url: asked = '' } = request
    try {
      const url = this.tunnels.urlOf(asked)
      if (url.protocol !== 'http:') throw new EgressError('invalid_request', 'A proxy is asked for https by CONNECT.')
      const upstream = await this.#open(hostOf(url), portOf(url), socket)
      const framing = headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']
      const outgoing = http.request({
        createConnection: () => upstream,
        path: url.pathname + url.search,
        ...(method !== undefined && { method }),
        headers: ['Host', url.host, 'Connection', 'close', ...passedOn(rawHeaders, headers.connection), ...framing]
      })
      for (const message of [outgoing, response]) message.on('error', () => undefined)
      outgoing.once('response', incoming => {
        const { statusCode = 502, statusMessage, rawHeaders: sent, headers: named } = incoming
        incoming.once('error', () => response.destroy())
        try {
          response.writeHead(statusCode, statusMessage, ['Connection', 'close', ...passedOn(sent, named.connection)])
          incoming.pipe(this.#paced()).pipe(response)
        } catch {
          // Node reads some answers that it would not write, such as the status 042.
          outgoing.destroy()
        }
      })
      outgoing.once('close', () => {
        if (!response.headersSent) send(response, 502, 'The server gave no usable answer.\n')
      })
      request.pipe(this.#paced()).pipe(outgoing)
    } catch (error) {
      const url = URL.parse(asked)
      const { status, text } = this.#answerTo(error, url?.hostname ?? '', url ? portOf(url) : 0)
      send(response, status, text)
    }
  }

  /** A socket to another machine, which ends with that of the program and the other way round. Rejects with `EgressError`. */
  async #open(host: string, port: number, client: Socket): Promise<Socket> {
    const upstream = await this.tunnels.open(host, port, this.#ended.signal)
    this.tunnels.count(this.product, 'opened')
    upstream.allowHalfOpen = true
    this.#watch(upstream)
    const either = [client, upstream] as const
    for (const socket of either)
      for (const event of ['error', 'timeout']) socket.once(event, () => either.forEach(each => void each.destroy()))
    client.once('close', () => client.readableEnded || upstream.destroy())
    if (client.destroyed || this.#ended.signal.aborted) upstream.destroy()
    return upstream
  }

  /** Passes bytes on as fast as the program may send and receive. */
  #paced(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, passOn) => {
        const now = performance.now()
        this.#paidAt = Math.max(this.#paidAt, now) + chunk.length / bytesInMs
        const ahead = this.#paidAt - now - burstMs
        if (ahead > 0) setTimeout(passOn, ahead, null, chunk)
        else passOn(null, chunk)
      }
    })
  }

  /** What the program is told of a connection that it does not get; an error of the host itself has no words for it. */
  #answerTo(error: unknown, host: string, port: number): { readonly status: number; readonly text: string } {
    const { code = 'failed', message = 'The connection could not be opened.' } =
      error instanceof EgressError ? error : {}
    const isRefused = code.startsWith('blocked_')
    this.tunnels.count(this.product, isRefused ? 'refused' : 'failed')
    const text = `${code}: ${message}`
    if (!isRefused) return { status: statusOf(code), text: `${text}\n` }
    this.refused({ host: host.slice(0, longestHost), port, code })
    return { status: 403, text: `${text} What programs may reach is "egress" in the deployment file of the host.\n` }
  }
}

function statusOf(code: string): number {
  if (code === 'invalid_request' || code === 'invalid_url') return 400
  return code.endsWith('timeout') ? 504 : 502
}

const plainText = 'text/plain; charset=utf-8'

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, http.STATUS_CODES[status], { Connection: 'close', 'Content-Type': plainText }).end(text)
}

/** Headers that are for one connection, and that the next one has its own of (RFC 9110, section 7.6.1). */
const ofConnection = /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*)$/i

/** The header lines of a message that are passed on; `named` are further ones that are for its connection. */
function passedOn(raw: readonly string[], named = ''): string[] {
  const others = new Set(named.toLowerCase().split(/[\s,]+/))
  const passed: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!ofConnection.test(name) && !others.has(name.toLowerCase())) passed.push(name, value)
  }
  return passed
}
