import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Problem } from '../../base/problems.js'
import { problemText } from '../../base/reply.js'

/** Who gets the connections: a process, nobody until the next one serves, or nobody at all. */
type Receiver = { take(socket: Socket): void } | 'next' | 'nobody'

/**
 * The port of `product-host dev`, open for as long as the command runs. It hands each connection to the process that serves; while one process
 * replaces another, connections wait, and while nothing is served, they are answered with 503.
 */
export class DevListener {
  readonly #waiting = new Set<Socket>()
  #receiver: Receiver = 'next'
  /** Connections are handed on unread. */
  readonly #server = createServer({ pauseOnConnect: true }, socket => this.#hand(socket))

  /** Opens the port and returns its number; the system chooses one for 0. Rejects with the error of the system. */
  async listen(port: number, host: string): Promise<number> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    const address = this.#server.address() as AddressInfo
    return address.port
  }

  /** Says who gets the connections from now on, those that wait included. */
  handTo(receiver: Receiver): void {
    this.#receiver = receiver
    if (receiver === 'next') return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const socket of waiting) this.#hand(socket)
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#waiting) socket.destroy()
  }

  #hand(socket: Socket): void {
    const receiver = this.#receiver
    if (receiver === 'next') this.#keep(socket)
    else if (receiver === 'nobody') refuse(socket)
    else receiver.take(socket)
  }

  #keep(socket: Socket): void {
    this.#waiting.add(socket)
    socket.on('error', () => this.#waiting.delete(socket)).on('close', () => this.#waiting.delete(socket))
  }
}

function refuse(socket: Socket): void {
  const reason = 'Nothing is served; the terminal of product-host dev says why.'
  const body = problemText(new Problem('product_unavailable', reason), randomUUID())
  socket.on('error', () => undefined).resume()
  socket.end(
    'HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json; charset=utf-8\r\nRetry-After: 1\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}
