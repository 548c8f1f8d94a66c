// 300 connections that send GET /openapi.json without end and without reading: what another client sees.
// npx node dist-test/faults/pipelining.js [connections]
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolder } from '../fixtures/host-process.js'
import { core, mebibytes, Probe, send, serve } from './serving-host.js'
import { ending, figure } from './store.js'

const connections = Number(process.argv[2] ?? 300)
const seconds = 10
const requests = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000)

await ending(async t => {
  const host = await serve(t, await dataFolder(t))
  for (let count = 0; count < 200; count++) await core(host.url, { action: 'recall', key: 'warm-up' })
  const before = host.memory()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, host.memory())
  }, 50)
  const health = new Probe(() => send(host.url, 'GET', '/livez'))
  const other = new Probe(() => core(host.url, { action: 'remember', key: 'other', value: 'of another client' }))
  let closed = 0
  const sockets = Array.from({ length: connections }, () => flood(host.port))
  for (const socket of sockets) socket.once('close', () => closed++)
  await delay(seconds * 1_000)
  for (const socket of sockets) socket.destroy()
  await health.end()
  await other.end()
  clearInterval(watching)
  figure('connections', connections)
  figure('closed by the host', closed, closed > 0)
  figure('health checks that failed', health.failed, health.failed === 0)
  figure('slowest health check, ms', Math.round(health.at(1)), health.at(1) < 2_000)
  figure('calls of another client that failed', other.failed, other.failed === 0)
  figure('p99 of another client, ms', Math.round(other.at(0.99)), other.at(0.99) < 1_000)
  figure('memory up by, MiB', mebibytes(most - before), most - before < 150 * 1024 * 1024)
})

/** A connection from another address of this machine, since the rate of requests without a key is counted by address. */
function flood(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  const write = () => {
    while (socket.writable && socket.write(requests));
  }
  socket.on('connect', write)
  socket.on('drain', write)
  socket.on('error', () => undefined)
  return socket
}
