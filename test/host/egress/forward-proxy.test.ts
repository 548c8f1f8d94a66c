import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import t, { type Test } from 'tap'
import { Metrics } from '../../../host/dist/base/metrics.js'
import { ForwardProxy, type RefusedConnection } from '../../../host/dist/egress/forward-proxy.js'
import { Tunnels } from '../../../host/dist/egress/tunnels.js'
import { Certificate } from './certificates.js'
import { names, serve, serveSecurely, serveSockets } from './loopback.js'

/** A proxy for a program that may reach some ports of 127.0.0.1, by its address and as `service.example`. */
async function proxyFor(t: Test, ...ports: readonly number[]) {
  const table = { 'service.example': [['127.0.0.1']], 'inside.example': [['93.184.216.34', '10.1.2.3']] }
  const metrics = new Metrics()
  const allow = ports.length > 0 ? [{ network: '127.0.0.1/32', ports }] : []
  const resolver = names(table)
  const addresses: typeof resolver.addresses = (name, signal) =>
    name === 'silent.example' ? new Promise(() => undefined) : resolver.addresses(name, signal)
  const tunnels = new Tunnels({ allow, ports: [80, 443], resolver: { ...resolver, addresses } }, metrics)
  const refused: RefusedConnection[] = []
  const exceeded: string[] = []
  const proxy = new ForwardProxy(tunnels, 'notebook', connection => void refused.push(connection))
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  proxy.serve(listener, reason => void exceeded.push(reason))
  t.teardown(() => {
    proxy.close()
    metrics.dispose()
  })
  const { port } = listener.address() as AddressInfo
  const counted = async (outcome: string) => {
    const line = `product_host_program_connections_total{product="notebook",outcome="${outcome}"} `
    const found = (await metrics.text()).split('\n').find(each => each.startsWith(line))
    return Number(found?.slice(line.length) ?? 0)
  }
  return { proxy, port, refused, exceeded, counted }
}

/** Sends a plain request through a proxy. */
async function ask(port: number, url: string, options: object = {}, body = '') {
  const request = httpRequest({ host: '127.0.0.1', port, path: url, agent: false, ...options })
  request.end(body)
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (!response) throw new Error('There is no answer.')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** What a proxy answers to CONNECT, and the connection. */
async function tunnel(port: number, authority: string) {
  const request = httpRequest({ host: '127.0.0.1', port, method: 'CONNECT', path: authority, agent: false }).end()
  const [response, socket, head]: [IncomingMessage, Socket, Buffer] = (await once(request, 'connect')) as never
  return { status: response.statusCode, socket, body: response.statusCode === 200 ? '' : head + (await text(socket)) }
}

/** All that comes back for bytes that are sent to a proxy. */
async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(bytes)
  return text(socket)
}

t.test('a plain request is passed on with its body, and without what was for the proxy', async t => {
  const seen: { url?: string | undefined; headers?: IncomingMessage['headers']; body?: string } = {}
  const { port } = await serve(t, async (request, response) => {
    Object.assign(seen, { url: request.url, headers: request.headers, body: await text(request) })
    response.writeHead(201, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Keep-Alive', 'timeout=5']).end('answer')
  })
  const proxy = await proxyFor(t, port)
  const headers = {
    'Proxy-Authorization': 'Basic secret',
    Connection: 'x-mine',
    'X-Mine': 'for the proxy',
    'X-Theirs': 'passed on',
    'Transfer-Encoding': 'chunked'
  }
  const answer = await ask(proxy.port, `http://service.example:${port}/a?b=c`, { method: 'GET', headers }, 'body')
  t.match(answer, { status: 201, body: 'answer', headers: { 'set-cookie': ['a=1', 'b=2'] } })
  t.notOk('keep-alive' in answer.headers)
  t.match(seen, { url: '/a?b=c', body: 'body', headers: { host: `service.example:${port}`, 'x-theirs': 'passed on' } })
  t.notOk('proxy-authorization' in (seen.headers ?? {}))
  t.notOk('x-mine' in (seen.headers ?? {}))
  t.equal(await proxy.counted('opened'), 1)
})

t.test('a tunnel carries TLS, and each side may end before the other', async t => {
  const authority = new Certificate({ subject: 'Test authority', isAuthority: true })
  const certificate = new Certificate({ hosts: ['service.example'] }, authority)
  const secure = await serveSecurely(t, (_request, response) => response.end('secret'), certificate)
  const echo = await serveSockets(t, socket => {
    socket.allowHalfOpen = true
    socket.on('end', () => setTimeout(() => socket.end('all was read'), 50))
  })
  const { port } = await proxyFor(t, secure.port, echo.port)
  const { status, socket } = await tunnel(port, `service.example:${secure.port}`)
  t.equal(status, 200)
  const tls = connectSecurely({ socket, servername: 'service.example', ca: authority.pem })
  tls.write('GET / HTTP/1.1\r\nHost: service.example\r\nConnection: close\r\n\r\n')
  t.match(await text(tls), /secret$/)
  const halves = await tunnel(port, `127.0.0.1:${echo.port}`)
  halves.socket.end('and no more')
  t.equal(await text(halves.socket), 'all was read')
  await Promise.all([secure.closed(), echo.closed()])
})

t.test('what a request of a product may not reach is 403, and is told of without path and query', async t => {
  const { port: other } = await serve(t, (_request, response) => response.end())
  const { port, refused, counted } = await proxyFor(t, other)
  const body = /^blocked_address: .* What programs may reach is "egress" in the deployment file of the host\.\n$/
  t.match(await tunnel(port, '10.0.0.1:443'), { status: 403, body })
  t.match(await ask(port, 'http://169.254.169.254/latest/meta-data?token=phrase'), { status: 403, body })
  t.match(await tunnel(port, 'inside.example:443'), { status: 403, body })
  t.match(await tunnel((await proxyFor(t)).port, 'printer.local:443'), { status: 403, body })
  t.match(await tunnel(port, '0x7f000001:443'), { status: 403, body })
  t.match(await tunnel(port, '[::1]:443'), { status: 403, body })
  t.match(await tunnel(port, '[::ffff:10.0.0.1]:443'), { status: 403, body })
  t.match(await ask(port, 'http://93.184.216.34:22/'), { status: 403, body: /^blocked_port: / })
  t.match(await tunnel(port, '93.184.216.34:25'), { status: 403, body: /^blocked_port: / })
  t.match(await tunnel(port, '127.0.0.1:80'), { status: 403, body: /^blocked_port: / })
  t.equal(refused.length, 9)
  t.strictSame(refused.slice(0, 2), [
    { host: '10.0.0.1', port: 443, code: 'blocked_address' },
    { host: '169.254.169.254', port: 80, code: 'blocked_address' }
  ])
  t.notMatch(JSON.stringify(refused), /phrase|meta-data/)
  t.equal(await counted('refused'), 9)
})

t.test('what cannot be reached, and what is no request to a proxy, is said so', async t => {
  const { port: closed } = await serveSockets(t, socket => socket.destroy())
  const { port: broken } = await serveSockets(t, socket =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', () => socket.destroy())
  )
  const unused = createServer().listen(0, '127.0.0.1')
  await once(unused, 'listening')
  const { port: none } = unused.address() as AddressInfo
  unused.close()
  const { port, refused, counted } = await proxyFor(t, closed, broken, none)
  t.match(await tunnel(port, `127.0.0.1:${none}`), { status: 502, body: /^connect_refused: / })
  t.match(await ask(port, `http://127.0.0.1:${none}/`), { status: 502, body: /^connect_refused: / })
  t.match(await tunnel(port, 'nowhere.example:443'), { status: 502, body: /^dns_not_found: / })
  t.match(await ask(port, `http://127.0.0.1:${closed}/`), { status: 502, body: /no usable answer/ })
  await t.rejects(ask(port, `http://127.0.0.1:${broken}/`), { code: 'ECONNRESET' })
  t.match(await ask(port, '/'), { status: 400, body: /^invalid_url: / })
  t.match(await ask(port, 'https://service.example/'), { status: 400, body: /by CONNECT/ })
  t.match(await ask(port, 'http://user:password@service.example/'), { status: 400, body: /^invalid_url: / })
  t.match(await tunnel(port, 'service.example'), { status: 400, body: /^invalid_request: / })
  t.match(await sendBytes(port, 'no HTTP\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.strictSame(refused, [])
  t.equal(await counted('opened'), 2)
})

t.test('an answer that cannot be passed on ends its connection alone', async t => {
  const answers = [
    'HTTP/1.1 042 Odd\r\n\r\n',
    'HTTP/1.1 200 \x01\r\n\r\n',
    'HTTP/1.1 101 Other\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n',
    'no HTTP',
    'HTTP/1.1 200 OK\r\nA: \x01\r\n\r\n'
  ]
  for (const bytes of answers) {
    const { port } = await serveSockets(t, socket => socket.end(bytes))
    const proxy = await proxyFor(t, port)
    const seen = await ask(proxy.port, `http://127.0.0.1:${port}/`).then(
      ({ status }) => status,
      ({ code }) => code
    )
    t.ok([502, 'ECONNRESET'].includes(seen), `${JSON.stringify(bytes)}: ${seen}`)
    t.match(await ask(proxy.port, '/'), { status: 400 })
  }
})

t.test('a connection is for one request, and a second one ends it', async t => {
  let requests = 0
  const { port } = await serve(t, (_request, response) => setTimeout(() => response.end(`answer ${++requests}`), 50))
  const proxy = await proxyFor(t, port)
  const one = `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n\r\n`
  t.match(await sendBytes(proxy.port, one), /Connection: close\r\n[\s\S]*answer 1/)
  t.notMatch(await sendBytes(proxy.port, one.repeat(100)), /answer 3/)
  t.ok(requests <= 2)
})

t.test('of 64 connections each is served, and a further one is closed', async t => {
  const { port, sockets } = await serveSockets(t, () => undefined)
  const proxy = await proxyFor(t, port)
  const opened = await Promise.all(Array.from({ length: 64 }, () => tunnel(proxy.port, `127.0.0.1:${port}`)))
  t.ok(opened.every(({ status }) => status === 200))
  t.equal(await sendBytes(proxy.port, 'CONNECT a:1 HTTP/1.1\r\n\r\n'), '')
  t.equal(sockets.length, 64)
  t.equal(await proxy.counted('dropped'), 1)
  opened[0]?.socket.destroy()
  while ((await tunnel(proxy.port, `127.0.0.1:${port}`).catch(() => undefined))?.status !== 200) await delay(5)
})

t.test('a program that opens more than 1,000 connections in a second has exceeded what it may', async t => {
  const { port, exceeded } = await proxyFor(t)
  while (exceeded.length === 0)
    await Promise.all(Array.from({ length: 200 }, () => sendBytes(port, 'CONNECT 10.0.0.1:1 HTTP/1.1\r\n\r\n')))
  t.equal(exceeded[0], 'it opened more than 1000 connections in a second')
})

t.test('what a program sends and receives is passed on at 32 MiB a second, all its connections together', async t => {
  const size = 6 * 1024 * 1024
  const { port } = await serve(t, (_request, response) => response.end(Buffer.alloc(size, 'a')))
  const proxy = await proxyFor(t, port)
  const startedAt = performance.now()
  const url = `http://127.0.0.1:${port}/`
  const answers = await Promise.all([1, 2].map(() => ask(proxy.port, url)))
  t.ok(answers.every(({ body }) => body.length === size))
  t.ok(performance.now() - startedAt > 250)
})

t.test('its end is the end of all its connections, and of those that are being opened', async t => {
  const echo = await serveSockets(t, () => undefined)
  const { proxy, port } = await proxyFor(t, echo.port)
  const { socket } = await tunnel(port, `127.0.0.1:${echo.port}`)
  const waiting = tunnel(port, 'silent.example:443')
  await ask(port, '/')
  proxy.close()
  t.equal(await text(socket.on('error', () => undefined)).catch(() => ''), '')
  await t.rejects(waiting, { code: 'ECONNRESET' })
  await echo.closed()
  await t.rejects(tunnel(port, `127.0.0.1:${echo.port}`), { code: 'ECONNREFUSED' })
  const late = createServer().listen(0, '127.0.0.1')
  await once(late, 'listening')
  proxy.serve(late, () => undefined)
  t.equal(late.listening, false)
})
