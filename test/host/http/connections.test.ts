import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, start } from '../../fixtures/start-host.js'

const body = (id: string) => JSON.stringify({ action: 'pass', id, how: 'wait' })

function execute(id: string): string {
  return (
    `POST /api/v1/products/controlled/execute HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${demoKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body(id).length}\r\n\r\n${body(id)}`
  )
}

const live = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A connection that sends a text, and what it has received. */
async function send(port: number, text: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => undefined)
  let received = ''
  socket.on('data', data => {
    received += data
  })
  await once(socket, 'connect')
  socket.write(text)
  return { socket, received: () => received }
}

t.test('requests of one connection are begun one after the other', async t => {
  const { host } = await start(t, { plugins: controlledPlugin })
  const { socket, received } = await send(host.port, execute('first') + execute('second') + live)
  await begun.reached('first')
  let isSecondBegun = false
  void begun.reached('second').then(() => {
    isSecondBegun = true
  })
  await delay(100)
  t.notOk(isSecondBegun)
  opened.reach('first')
  await begun.reached('second')
  while (!received().includes('Passed first')) await delay(1)
  opened.reach('second')
  while (!received().includes('"alive"')) await delay(5)
  t.strictSame(received().match(/Passed first|Passed second|"alive"/g), ['Passed first', 'Passed second', '"alive"'])
  socket.destroy()
})

t.test('a connection that sends many requests without waiting for the answers is closed, and no other', async t => {
  const { host, call, lines } = await start(t)
  const other = await send(host.port, live)
  const patient = await send(host.port, live.repeat(20))
  const { socket } = await send(host.port, live.repeat(1_000))
  await once(socket, 'close')
  t.equal((await call('GET', '/livez')).status, 200)
  other.socket.write(live)
  while ((other.received().match(/"alive"/g) ?? []).length < 2) await delay(5)
  while ((patient.received().match(/"alive"/g) ?? []).length < 20) await delay(5)
  t.ok(lines.filter(line => line.includes('"/livez"')).length < 100, 'most of the requests were never begun')
  other.socket.destroy()
  patient.socket.destroy()
})

t.test('requests without a key are limited by address: 429, as OpenAPI says', async t => {
  const { call, host } = await start(t)
  const { socket, received } = await send(host.port, '')
  const address = '/api/v1/products/notes/execute'
  const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n`
  for (let sent = 0; sent < 1_000; sent += 20) {
    socket.write(request.repeat(20))
    while ((received().match(/HTTP\/1\.1 304/g) ?? []).length < sent + 20) await delay(1)
  }
  for (const path of [address, '/api/v1/products', '/openapi.json', '/agent.md', '/llms.txt', '/']) {
    const refused = await call('GET', path)
    t.match(refused, { status: 429, body: { code: 'rate_limited' } }, path)
    t.match(refused.headers.get('retry-after'), /^\d+$/)
  }
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const [method, path] of [
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
    ['GET', '/.well-known/oauth-protected-resource/mcp/notes'],
    ['GET', '/oauth/authorize'],
    ['POST', '/oauth/revoke']
  ] as const) {
    const sent = method === 'POST' ? (['token=one&client_id=client_one', form] as const) : []
    const refused = await call(method, path, ...sent)
    t.match(refused, { status: 429, body: { error: 'temporarily_unavailable' } }, path)
    t.match(refused.headers.get('retry-after'), /^\d+$/)
  }
  t.equal((await call('GET', '/livez')).status, 200)
  t.equal((await call('GET', '/readyz')).status, 200)
  t.equal((await call('POST', address, { action: 'add' })).status, 401, 'what needs a key is not concerned')
  socket.destroy()
})

t.test('the public documents declare the limit', async t => {
  const { call } = await start(t)
  const { body } = await call('GET', '/openapi.json')
  for (const path of ['/openapi.json', '/api/v1/products', '/api/v1/products/notes/execute'])
    t.ok('429' in body.paths[path].get.responses, path)
})
