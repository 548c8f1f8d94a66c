import { connect } from 'node:net'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { start } from '../../fixtures/start-host.js'

const head =
  `POST /api/v1/products/notes/execute HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${demoKey}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n'

/** Sends one byte a second after the beginning, and says when the connection was closed, in seconds, and what was received. */
async function slowly(port: number, beginning: string) {
  const socket = connect(port, '127.0.0.1')
  const startedAt = performance.now()
  let received = ''
  socket.on('data', data => {
    received += data
  })
  socket.on('error', () => undefined)
  socket.write(beginning)
  const sending = setInterval(() => socket.write('x'), 1_000)
  await new Promise(resolve => socket.once('close', resolve))
  clearInterval(sending)
  return { seconds: (performance.now() - startedAt) / 1_000, received }
}

t.test('slow headers are closed within 15 s, slow bodies within 35 s', { timeout: 230_000 }, async t => {
  const { host } = await start(t)
  const [headers, body] = await Promise.all([slowly(host.port, `${head}X-Slow: `), slowly(host.port, `${head}\r\n`)])
  t.ok(headers.seconds <= 15, `${headers.seconds.toFixed(1)} s`)
  t.ok(body.seconds <= 35, `${body.seconds.toFixed(1)} s`)
  for (const { received } of [headers, body]) t.match(received, /^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/)
})
