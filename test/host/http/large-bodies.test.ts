import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { start } from '../../fixtures/start-host.js'

const megabyte = Buffer.alloc(1024 * 1024, 'x')

/** A client that sends 5 MB, most of it after the answer is there, and what it received and met. */
async function upload(port: number, framing: 'sized' | 'chunked') {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const errors: string[] = []
  socket.on('data', data => {
    received += data
  })
  socket.on('error', error => errors.push(error.message))
  const length = framing === 'sized' ? `Content-Length: ${5 * megabyte.length}` : 'Transfer-Encoding: chunked'
  socket.write(
    `POST /api/v1/products/notes/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${demoKey}\r\n` +
      `Content-Type: application/json\r\n${length}\r\n\r\n`
  )
  for (let sent = 0; sent < 5; sent++) {
    socket.write(framing === 'sized' ? megabyte : chunk(megabyte))
    await delay(100)
  }
  if (framing === 'chunked') socket.write('0\r\n\r\n')
  await delay(100)
  return { socket, errors, received: () => received }
}

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

for (const framing of ['sized', 'chunked'] as const)
  t.test(`a client that goes on sending a ${framing} body that is too large sees the answer`, async t => {
    const { host } = await start(t)
    const { socket, errors, received } = await upload(host.port, framing)
    t.match(received(), /^HTTP\/1\.1 413 /)
    t.match(received(), /"code":"payload_too_large"/)
    t.strictSame(errors, [])
    socket.write('GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    await new Promise(resolve => socket.once('end', resolve))
    t.match(received(), /HTTP\/1\.1 200 OK/, 'the connection can be used again')
    socket.destroy()
  })

t.test('the rest is also read where the client wants the connection closed', async t => {
  const { host } = await start(t)
  const socket = connect(host.port, '127.0.0.1')
  let received = ''
  let isEnded = false
  socket.on('data', data => {
    received += data
  })
  socket.once('end', () => {
    isEnded = true
  })
  socket.write(
    `POST /api/v1/products/notes/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${demoKey}\r\n` +
      `Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${2 * megabyte.length}\r\n\r\n`
  )
  socket.write(megabyte)
  while (!received.includes('"payload_too_large"')) await delay(5)
  await delay(100)
  t.notOk(isEnded)
  socket.destroy()
})

t.test('a body that is too large and never ends is read for a few seconds', async t => {
  const { host } = await start(t)
  const socket = connect(host.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const startedAt = performance.now()
  socket.write(
    `POST /api/v1/products/notes/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${demoKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n'
  )
  const sending = setInterval(() => socket.write('x'), 100)
  socket.resume()
  await new Promise(resolve => socket.once('close', resolve))
  clearInterval(sending)
  const seconds = (performance.now() - startedAt) / 1_000
  t.ok(seconds > 4 && seconds < 15, `${seconds.toFixed(1)} s`)
})
