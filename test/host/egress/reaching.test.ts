import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { type EgressOptions, guardedEgress } from '../../../host/dist/egress/egress.js'
import { names, serve, serveSockets } from './loopback.js'

const loopback = ['127.0.0.0/8']

function egressTo(port: number, options: Partial<EgressOptions> = {}) {
  return guardedEgress({ allow: loopback, ports: [port], dns: true, ...options })
}

t.test('a request reaches a network that the operator allows', async t => {
  const { port } = await serve(t, (_request, response) => response.setHeader('X-Kind', 'test').end('hello'))
  const response = await egressTo(port).request(`http://127.0.0.1:${port}/greeting?to=you#part`)
  t.match(response, {
    status: 200,
    headers: { 'x-kind': 'test', 'content-length': '5' },
    body: 'hello',
    bytes: 5,
    isCut: false,
    url: `http://127.0.0.1:${port}/greeting?to=you`,
    address: '127.0.0.1',
    httpVersion: '1.1',
    redirects: []
  })
  t.notOk('certificate' in response)
})

t.test('a name may lead to an allowed network and to a public address at once', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  const resolver = names({ 'mixed.example': [['127.0.0.1', '93.184.215.14']] })
  t.match(await egressTo(port, { resolver }).request(`http://mixed.example:${port}/`), { address: '127.0.0.1' })
})

t.test('a local name may lead to an allowed network, and to nothing else', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  const resolver = names({ 'app.internal': [['127.0.0.1']], 'other.internal': [['127.0.0.1', '93.184.215.14']] })
  const { request } = egressTo(port, { resolver })
  t.match(await request(`http://app.internal:${port}/`), { status: 200 })
  await t.rejects(request(`http://other.internal:${port}/`), { code: 'blocked_address' })
})

t.test('the server sees the name, and a connection that will be closed', async t => {
  const { port } = await serve(t, (request, response) => response.end(JSON.stringify(request.headers)))
  const resolver = names({ 'xn--mnchen-3ya.example': [['127.0.0.1']] })
  const { body } = await egressTo(port, { resolver }).request(`http://MÜNCHEN.example.:${port}/`)
  t.strictSame(JSON.parse(body), {
    host: `xn--mnchen-3ya.example:${port}`,
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'Product-Host',
    connection: 'close'
  })
})

t.test('a name is asked for once, and what it answers later changes nothing', async t => {
  const { port } = await serve(t, (_request, response) => response.end('first'))
  const resolver = names({ 'rebinding.example': [['127.0.0.1'], ['169.254.169.254']] })
  const { request } = egressTo(port, { resolver })
  t.match(await request(`http://rebinding.example:${port}/`), { body: 'first', address: '127.0.0.1' })
  t.strictSame(resolver.asked, ['rebinding.example'])
  await t.rejects(request(`http://rebinding.example:${port}/`), { code: 'blocked_address' })
})

t.test('the next address is tried when one refuses', async t => {
  const { port, sockets } = await serve(t, (_request, response) => response.end('second'))
  const resolver = names({ 'two.example': [['127.0.0.2', '127.0.0.1']] })
  const response = await egressTo(port, { resolver }).request(`http://two.example:${port}/`, { method: 'POST' })
  t.match(response, { body: 'second', address: '127.0.0.1' })
  t.equal(sockets.length, 1)
})

t.test('IPv4 goes before IPv6', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  const resolver = names({ 'two.example': [['::1', '127.0.0.1']] })
  const { request } = egressTo(port, { resolver, allow: ['127.0.0.0/8', '::1/128'] })
  t.match(await request(`http://two.example:${port}/`), { address: '127.0.0.1' })
})

t.test('no more than four addresses of a name are tried', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.1']
  const resolver = names({ 'many.example': [addresses] })
  await t.rejects(egressTo(port, { resolver }).request(`http://many.example:${port}/`), {
    code: 'connect_refused',
    known: { url: `http://many.example:${port}/`, address: '127.0.0.5' }
  })
})

t.test('every connection is closed after its answer', async t => {
  const { port, sockets, closed } = await serve(t, (_request, response) => response.end('done'))
  const { request } = egressTo(port)
  await request(`http://127.0.0.1:${port}/`)
  await request(`http://127.0.0.1:${port}/`)
  t.equal(sockets.length, 2)
  await closed()
})

t.test('the phases are those of the request, and lie within its time', async t => {
  const { port } = await serve(t, (_request, response) => response.end('x'.repeat(100_000)))
  const resolver = names({ 'server.example': [['127.0.0.1']] })
  const { phases, totalMs } = await egressTo(port, { resolver }).request(`http://server.example:${port}/`)
  const sum = phases.dns + phases.connect + phases.tls + phases.processing + phases.transfer
  t.ok(Object.values(phases).every(milliseconds => milliseconds >= 0))
  t.ok(phases.dns > 0 && phases.connect > 0 && phases.processing > 0 && phases.transfer > 0)
  t.equal(phases.tls, 0)
  t.ok(sum <= totalMs, `${sum} of ${totalMs}`)
})

t.test('a port on which nothing listens refuses', async t => {
  const { request } = egressTo(1)
  await t.rejects(request('http://127.0.0.1:1/'), {
    code: 'connect_refused',
    message: 'Nothing accepts connections at that address and port.',
    known: { url: 'http://127.0.0.1:1/', address: '127.0.0.1' }
  })
})

const broken: Readonly<Record<string, readonly [code: string, answer: string]>> = {
  'nothing at all': ['connection_lost', ''],
  'half of the head': ['connection_lost', 'HTTP/1.1 200 OK\r\nContent-'],
  'half of the body': ['connection_lost', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello'],
  'half of the chunks': ['connection_lost', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  'another protocol': ['invalid_response', 'SSH-2.0-OpenSSH_9.6\r\n'],
  'two lengths': ['invalid_response', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  'a switch of protocols': ['invalid_response', 'HTTP/1.1 101 Up\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
  'endless headers': ['invalid_response', `HTTP/1.1 200 OK\r\n${`X-Long: ${'x'.repeat(1_000)}\r\n`.repeat(20)}\r\n`]
}

for (const [what, [code, answer]] of Object.entries(broken))
  t.test(`${what} is ${code}`, async t => {
    const { port } = await serveSockets(t, socket => socket.end(answer))
    await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`), { name: 'EgressError', code })
  })

t.test('a connection that is reset is lost', async t => {
  const { port } = await serveSockets(t, socket => socket.once('data', () => socket.resetAndDestroy()))
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`), {
    code: 'connection_lost',
    message: 'The connection was closed before the answer was complete.'
  })
})

const isOld = !('setGlobalProxyFromEnv' in http) && 'This Node knows no proxy of its own.'

t.test('the proxy that the environment names is not asked', { skip: isOld }, async t => {
  const { port } = await serve(t, (_request, response) => response.end('the server'))
  const proxy = await serve(t, (_request, response) => response.end('the proxy'))
  t.teardown(http.setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${proxy.port}` }))
  const [plain] = await once(http.get(`http://127.0.0.1:${port}/`), 'response')
  t.equal(await text(plain), 'the proxy')
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`), { body: 'the server' })
})
