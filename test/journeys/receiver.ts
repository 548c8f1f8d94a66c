import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Ending } from './process.js'

/** One message that was received. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A server on this machine that keeps what it is sent, and answers 204. */
export interface Receiver {
  readonly port: number
  readonly received: readonly Received[]
  /** Begins to listen, on the port that it was given at first. */
  open(): Promise<void>
  close(): Promise<void>
  /** Whether it keeps what it is sent and never answers. */
  hang(isHanging: boolean): void
  /** Resolves when so many messages were received; rejects after so many milliseconds. */
  until(count: number, ms: number): Promise<void>
}

/** A receiver whose port is known, and closed until `open`. */
export async function receiver(t: Ending): Promise<Receiver> {
  const received: Received[] = []
  let hangs = false
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    server.emit('received')
    if (!hangs) response.writeHead(204).end()
  })
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  await closed(server)
  t.teardown(() => server.listening && closed(server))
  return {
    port,
    received,
    open: () => listen(server, port),
    close: () => closed(server),
    hang(isHanging) {
      hangs = isHanging
    },
    until: (count, ms) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Only ${received.length} messages came within ${ms} ms.`)), ms)
        const look = () => {
          if (received.length < count) return
          clearTimeout(timer)
          server.off('received', look)
          resolve()
        }
        server.on('received', look)
        look()
      })
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise(resolve => server.listen(port, '127.0.0.1', resolve))
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}
