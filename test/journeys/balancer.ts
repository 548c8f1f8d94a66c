import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Ending } from './process.js'

/** A load balancer for TCP: each connection goes to the next host in turn, past those that accept none. */
export interface Balancer {
  readonly url: string
  /** Gives a host no further connections; those that it has stay. */
  leave(port: number): void
  /** Gives a host connections again. */
  join(port: number): void
}

/** Starts a balancer over hosts on this machine. */
export async function startBalancer(t: Ending, hosts: readonly number[]): Promise<Balancer> {
  const ports = [...hosts]
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, client => {
    track(client)
    turn++
    const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0)
    pass(client, order)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })

  function pass(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) return void client.destroy()
    const host = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    track(host)
    host.once('error', () => (host.connecting || host.pending ? pass(client, others) : client.destroy()))
    host.once('connect', () => {
      client.once('error', () => host.destroy())
      client.pipe(host)
      host.pipe(client)
    })
  }

  function track(socket: Socket): void {
    sockets.add(socket.setNoDelay())
    socket.once('close', () => sockets.delete(socket))
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leave: port => void ports.splice(0, ports.length, ...ports.filter(other => other !== port)),
    join: port => void ports.push(port)
  }
}
