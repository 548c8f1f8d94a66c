// 10,000 clients that go in mid-request, and a host that has few file descriptors: it serves on, and loses nothing.
// npx node dist-test/faults/gone.js [clients]
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder } from '../fixtures/host-process.js'
import { core, countLost, send, serve, Writers } from './serving-host.js'
import { ending, figure } from './store.js'

const clients = Number(process.argv[2] ?? 10_000)
const descriptors = 400

await ending(async t => {
  console.log(`${clients} clients that go:`)
  const host = await serve(t, await dataFolder(t))
  await core(host.url, { action: 'recall', key: 'warm-up' })
  const before = readdirSync(`/proc/${host.child.pid}/fd`).length
  const writers = new Writers(host.url, 'gone', 4)
  let left = clients
  const leaver = async () => {
    while (left-- > 0) await leave(host.port, left)
  }
  await Promise.all(Array.from({ length: 200 }, leaver))
  await writers.end()
  const lost = await countLost(host.url, writers.acknowledged)
  figure('acknowledged writes of others meanwhile', writers.acknowledged.size, writers.acknowledged.size > 0)
  figure('their requests that failed', writers.others.length, writers.others.length === 0)
  figure('lost', lost, lost === 0)
  await delay(1_000)
  const metrics = (await send(host.url, 'GET', '/metrics')).text
  const inFlight = Number(/^product_host_requests_in_flight (\d+)/m.exec(metrics)?.[1])
  figure('requests in flight afterwards', inFlight, inFlight === 1)
  const after = readdirSync(`/proc/${host.child.pid}/fd`).length
  figure('file descriptors more than before', after - before, after - before < 50)
  await host.end('SIGTERM')

  console.log(`A host with ${descriptors} file descriptors, and ${2 * descriptors} connections:`)
  const limited = await serve(t, await dataFolder(t), { before: ['prlimit', `--nofile=${descriptors}`] })
  await core(limited.url, { action: 'recall', key: 'warm-up' })
  const open = Array.from({ length: 2 * descriptors }, () =>
    connect(limited.port, '127.0.0.1').on('error', () => undefined)
  )
  await delay(500)
  const answers = []
  for (let count = 0; count < 50; count++) {
    const { status } = await core(limited.url, {
      action: 'remember',
      key: `new-${count}`,
      value: `value of new-${count}`
    })
    answers.push(status)
  }
  const failed = answers.filter(status => status !== 200).length
  figure('calls of another client that failed', failed, failed === 0)
  const health = await send(limited.url, 'GET', '/readyz')
  figure('/readyz', health.status, health.status === 200)
  for (const socket of open) socket.destroy()
  await limited.end('SIGTERM')
})

/** Sends a part of a request, or all of it, and goes. */
function leave(port: number, number: number): Promise<void> {
  const body = JSON.stringify({ action: 'remember', key: `left-${number % 100}`, value: 'x'.repeat(200) })
  const text =
    `POST /api/v1/products/core/execute HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${demoKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const sent = text.slice(0, 1 + Math.floor(Math.random() * text.length * 1.3))
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(sent, () => setTimeout(() => socket.destroy(), Math.random() * 5))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
}
