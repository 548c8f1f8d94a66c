import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { injectable } from '@product-host/sdk'
import { RequestLog } from './request-log.js'

/** Requests of one connection that may wait for the answers before theirs. */
const mostPipelined = 32

/** Connections at most, and file descriptors that are left for everything else. */
const mostConnections = 16_384

const reservedDescriptors = 256

/** The share of the connections that is closed together when there are too many: finding those that are idle takes a while. */
const closedTogether = 0.02

/** How often is looked for answers that nobody reads, and how long an answer may wait without being read further, in milliseconds. */
const lookEveryMs = 2_500

const longestUnreadMs = 30_000

/** Bytes of all answers that may wait to be read. Above, the connections whose answers have waited for the longest are closed. */
const mostUnreadBytes = 128 * 1024 * 1024

/** What a connection has not read at the last look. */
interface Unread {
  readonly sent: number
  readonly since: number
}

/** The connections of the server, and what one of them, and all together, may take. */
@injectable()
export class Connections {
  /** The oldest come first. */
  readonly #sockets = new Set<Socket>()
  readonly #pipelined = new WeakMap<Socket, number>()
  readonly #unread = new Map<Socket, Unread>()
  readonly #most = Math.min(mostConnections, fileDescriptors() - reservedDescriptors)
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly requests: RequestLog) {}

  /** Takes a new connection, and closes idle ones first if there are too many; the new one if there are none. */
  add(socket: Socket): void {
    if (this.#sockets.size >= this.#most && !this.#closeIdle()) return void socket.destroy()
    this.#sockets.add(socket)
    this.#timer ??= setInterval(() => this.#closeUnread(), lookEveryMs).unref()
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#unread.delete(socket)
    })
  }

  /**
   * Begins a request once the answers before it on its connection have been sent. A connection that sends too many without reading
   * is closed.
   */
  inTurn(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const { socket } = request
    if (socket.destroyed) return
    const waiting = (this.#pipelined.get(socket) ?? 0) + 1
    if (waiting > mostPipelined) return void drop(socket)
    this.#pipelined.set(socket, waiting)
    response.once('socket', () => {
      this.#pipelined.set(socket, (this.#pipelined.get(socket) ?? 1) - 1)
      begin()
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Whether there were idle connections to close. */
  #closeIdle(): boolean {
    const active = this.requests.sockets()
    const count = Math.ceil(this.#most * closedTogether)
    const idle = [...this.#sockets].filter(socket => !active.has(socket))
    // Those that never had an answer come first; they may never have sent a request.
    const first = idle.filter(({ bytesWritten }) => bytesWritten === 0)
    const then = idle.filter(({ bytesWritten }) => bytesWritten > 0)
    for (const socket of [...first, ...then].slice(0, count)) {
      socket.destroy()
      this.#sockets.delete(socket)
    }
    return idle.length > 0
  }

  #closeUnread(): void {
    const now = performance.now()
    let total = 0
    for (const socket of this.#sockets) {
      const { writableLength, bytesWritten } = socket
      const sent = bytesWritten - writableLength
      total += writableLength
      const before = this.#unread.get(socket)
      if (writableLength === 0) this.#unread.delete(socket)
      else if (before?.sent !== sent) this.#unread.set(socket, { sent, since: now })
      else if (now - before.since > longestUnreadMs) total -= close(socket)
    }
    if (total <= mostUnreadBytes) return
    const slowest = [...this.#unread].sort(([, one], [, other]) => one.since - other.since)
    for (const [socket] of slowest) {
      if (total <= mostUnreadBytes) return
      total -= close(socket)
    }
  }
}

/**
 * Closes a connection that sends too many requests. Node goes on with all that it has read of them, some thousand: its parser, where
 * this version of Node has it at the connection, is told to make no more requests of them.
 */
function drop(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser === 'object' && parser !== null && 'onIncoming' in parser) parser.onIncoming = () => 0
  socket.destroy()
}

/** Closes a connection; the bytes that were not read. */
function close(socket: Socket): number {
  const { writableLength } = socket
  socket.destroy()
  return writableLength
}

/** How many file descriptors the process may have open, where the system says so in this file, as Linux does. */
function fileDescriptors(): number {
  const limits = '/proc/self/limits'
  if (!existsSync(limits)) return Number.POSITIVE_INFINITY
  const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync(limits, 'utf8')) ?? []
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}
