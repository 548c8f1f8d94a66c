// Bodies of 100 MB, ten at once, plain and compressed: the host refuses them, and its memory stays what it was.
// npx node dist-test/faults/bodies.js [megabytes]
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder } from '../fixtures/host-process.js'
import { core, mebibytes, Probe, type ServingHost, serve } from './serving-host.js'
import { ending, figure } from './store.js'

const megabytes = Number(process.argv[2] ?? 100)
const atOnce = 10
const piece = Buffer.alloc(64 * 1024, 'x')

await ending(async t => {
  const host = await serve(t, await dataFolder(t))
  for (let count = 0; count < 200; count++) await core(host.url, { action: 'recall', key: 'warm-up' })
  const bomb = gzipSync(Buffer.alloc(megabytes * 1_000_000))
  const length = megabytes * 1_000_000
  await scenario(host, 'with a length', `Content-Length: ${length}\r\n`, length)
  await scenario(host, 'chunked', 'Transfer-Encoding: chunked\r\n', length)
  await scenario(host, 'compressed', `Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n`, bomb)
})

async function scenario(host: ServingHost, name: string, headers: string, body: number | Buffer): Promise<void> {
  const before = host.memory()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, host.memory())
  }, 50)
  const probe = new Probe(() => core(host.url, { action: 'recall', key: 'other' }))
  const statuses = await Promise.all(Array.from({ length: atOnce }, () => upload(host.port, headers, body)))
  await probe.end()
  clearInterval(watching)
  console.log(`${atOnce} bodies of ${megabytes} MB, ${name}:`)
  const isRefused = statuses.every(status => status === 413 || status === 415)
  figure('answers', [...new Set(statuses)].join(', '), isRefused)
  figure('memory up by, MiB', mebibytes(most - before), most - before < 50 * 1024 * 1024)
  // The calls of another client are 404 `ok: false` answers with status 200.
  figure('calls of another client that failed', probe.failed, probe.failed === 0)
}

/** Sends a request with a body, as much of it as the host takes; the status of the answer. */
function upload(port: number, headers: string, body: number | Buffer): Promise<number> {
  const isChunked = headers.startsWith('Transfer-Encoding')
  const chunk = isChunked
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    : piece
  return new Promise(resolve => {
    let received = ''
    let left = typeof body === 'number' ? body : 0
    const socket = connect(port, '127.0.0.1')
    const write = () => {
      while (left > 0 && socket.writable && !received) {
        left -= piece.length
        if (!socket.write(left < 0 && !isChunked ? chunk.subarray(0, left) : chunk)) return
      }
    }
    socket.on('connect', () => {
      socket.write(
        `POST /api/v1/products/core/execute HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${demoKey}\r\n` +
          `Content-Type: application/json\r\nConnection: close\r\n${headers}\r\n`
      )
      if (typeof body === 'number') write()
      else socket.write(body)
    })
    socket.on('drain', write)
    socket.on('data', data => {
      received += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Number(received.slice(9, 12))))
    socket.setTimeout(30_000, () => socket.destroy())
  })
}
