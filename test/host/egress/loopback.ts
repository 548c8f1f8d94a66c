import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Test } from 'tap'
import type { Resolver } from '../../../host/dist/egress/dns.js'
import type { Certificate } from './certificates.js'

/** A server on this machine that is gone when the test is. */
export interface Served {
  readonly port: number
  /** Every connection that was made to it. */
  readonly sockets: readonly Socket[]
  /** Waits until all of them are closed. */
  closed(): Promise<void>
}

/** Serves HTTP. */
export function serve(t: Test, listener: RequestListener): Promise<Served> {
  return listen(t, createHttpServer(listener))
}

/** Serves HTTPS with a certificate, and with those that lead from it to an authority. */
export function serveSecurely(
  t: Test,
  listener: RequestListener,
  certificate: Certificate,
  ...chain: readonly Certificate[]
): Promise<Served> {
  const cert = [certificate, ...chain].map(({ pem }) => pem).join('')
  return listen(t, createHttpsServer({ key: certificate.key, cert }, listener))
}

/** Serves bare connections. */
export function serveSockets(t: Test, onSocket: (socket: Socket) => void): Promise<Served> {
  return listen(
    t,
    createServer(socket => onSocket(socket.resume()))
  )
}

/** Answers from a table of names; a name with several lists gives one after the other, and the last one from then on. */
export function names(table: Readonly<Record<string, readonly (readonly string[])[]>>): Resolver & {
  readonly asked: readonly string[]
} {
  const asked: string[] = []
  return {
    asked,
    async addresses(name) {
      const before = asked.filter(other => other === name).length
      asked.push(name)
      return table[name]?.[before] ?? table[name]?.at(-1) ?? []
    },
    async records() {
      throw new Error('Nobody asks for records here.')
    }
  }
}

/** Starts a server of any kind, on an address of this machine. */
export async function listen(t: Test, server: Server, address = '127.0.0.1'): Promise<Served> {
  const sockets: Socket[] = []
  const closings: Promise<void>[] = []
  server.on('connection', socket => {
    sockets.push(socket)
    closings.push(new Promise(resolve => socket.once('close', () => resolve())))
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, address)
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: portOf(server.address()),
    sockets,
    async closed() {
      await Promise.all(closings)
    }
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}
