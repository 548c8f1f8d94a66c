import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import t from 'tap'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { Certificate } from './certificates.js'
import { listen, names, serve, serveSecurely, serveSockets } from './loopback.js'

const authority = new Certificate({ subject: 'Test authority', isAuthority: true })
const other = new Certificate({ subject: 'Other authority', isAuthority: true })
const hosts = ['secure.example', '127.0.0.1']

function egressTo(...ports: readonly number[]) {
  const resolver = names({ 'secure.example': [['127.0.0.1']], 'plain.example': [['127.0.0.1']] })
  return guardedEgress({ allow: ['127.0.0.0/8'], ports: [...ports], dns: true, resolver, trust: [authority.pem] })
}

t.test('a good certificate is told of', async t => {
  const certificate = new Certificate({ subject: 'secure.example', hosts, to: '2048-02-29' }, authority)
  const { port } = await serveSecurely(t, (_request, response) => response.end('hello'), certificate)
  const response = await egressTo(port).request(`https://secure.example:${port}/`)
  t.match(response, { status: 200, body: 'hello', address: '127.0.0.1' })
  t.strictSame(response.certificate, {
    validTo: '2048-02-29T23:59:59.000Z',
    subject: 'secure.example',
    issuer: 'Test authority',
    protocol: 'TLSv1.3'
  })
  t.ok(response.phases.tls > 0)
})

t.test('the earliest expiry of the chain counts', async t => {
  const between = new Certificate({ subject: 'Between', isAuthority: true, to: '2040-06-30' }, authority)
  const certificate = new Certificate({ subject: 'secure.example', hosts, to: '2049-01-01' }, between)
  const { port } = await serveSecurely(t, (_request, response) => response.end(), certificate, between)
  t.match(await egressTo(port).request(`https://secure.example:${port}/`), {
    certificate: { validTo: '2040-06-30T23:59:59.000Z', subject: 'secure.example', issuer: 'Between' }
  })
})

t.test('a certificate without a common name is told of by its first host', async t => {
  const certificate = new Certificate({ subject: '', hosts }, authority)
  const { port } = await serveSecurely(t, (_request, response) => response.end(), certificate)
  t.match(await egressTo(port).request(`https://secure.example:${port}/`), {
    certificate: { subject: 'secure.example' }
  })
})

t.test('a date that is none, in a certificate that nobody verifies, does no harm', async t => {
  const certificate = new Certificate({ hosts, to: '2045-12-31' }, authority)
  const forged = new Certificate({ subject: 'Test authority', isAuthority: true, to: 'nonsense' }, other)
  const { port } = await serveSecurely(t, (_request, response) => response.end(), certificate, forged)
  t.match(await egressTo(port).request(`https://secure.example:${port}/`), {
    certificate: { validTo: '2045-12-31T23:59:59.000Z', issuer: 'Test authority' }
  })
})

t.test('an answer that breaks off in its first packet is connection_lost', async t => {
  const answer = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
  const { port } = await serveSecurely(t, ({ socket }) => socket.end(answer), new Certificate({ hosts }, authority))
  await t.rejects(egressTo(port).request(`https://secure.example:${port}/`), { code: 'connection_lost' })
})

t.test('the server sees the name in the handshake, and none for an IP address', async t => {
  const certificate = new Certificate({ hosts }, authority)
  const { port } = await serveSecurely(
    t,
    ({ socket }, response) => response.end('servername' in socket ? String(socket.servername) : ''),
    certificate
  )
  t.match(await egressTo(port).request(`https://secure.example.:${port}/`), { body: 'secure.example' })
  t.match(await egressTo(port).request(`https://127.0.0.1:${port}/`), { body: 'false' })
})

const refused: Readonly<Record<string, readonly [code: string, certificate: Certificate]>> = {
  'has expired': ['tls_expired', new Certificate({ hosts, to: '2021-01-01' }, authority)],
  'is not valid yet': ['tls_untrusted', new Certificate({ hosts, from: '2049-01-01' }, authority)],
  'is for another host': ['tls_hostname', new Certificate({ hosts: ['other.example'] }, authority)],
  'is for no host': ['tls_hostname', new Certificate({ subject: 'Nobody' }, authority)],
  'is signed by itself': ['tls_untrusted', new Certificate({ hosts })],
  'comes from an unknown authority': ['tls_untrusted', new Certificate({ hosts }, other)],
  'comes from what is no authority': [
    'tls_untrusted',
    new Certificate({ hosts }, new Certificate({ subject: 'Somebody' }, authority))
  ]
}

for (const [what, [code, certificate]] of Object.entries(refused))
  t.test(`a certificate that ${what} is ${code}`, async t => {
    const seen: string[] = []
    const { port } = await serveSecurely(t, ({ url }) => seen.push(url ?? ''), certificate)
    await t.rejects(egressTo(port).request(`https://secure.example:${port}/`), { name: 'EgressError', code })
    t.strictSame(seen, [])
  })

t.test('a certificate in whose chain one has expired is tls_expired', async t => {
  const between = new Certificate({ subject: 'Between', isAuthority: true, to: '2021-01-01' }, authority)
  const { port } = await serveSecurely(t, () => {}, new Certificate({ hosts }, between), between)
  await t.rejects(egressTo(port).request(`https://secure.example:${port}/`), { code: 'tls_expired' })
})

t.test('the environment cannot turn verification off', async t => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  t.teardown(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  })
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const { port } = await serveSecurely(t, () => {}, new Certificate({ hosts }))
  await t.rejects(egressTo(port).request(`https://secure.example:${port}/`), { code: 'tls_untrusted' })
})

t.test('a server that speaks no TLS is tls_failed', async t => {
  const { port } = await serveSockets(t, socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await t.rejects(egressTo(port).request(`https://secure.example:${port}/`), {
    code: 'tls_failed',
    message: 'No secure connection could be negotiated.'
  })
})

t.test('a handshake that is broken off is connection_lost, and one without an end a timeout', async t => {
  const broken = await serveSockets(t, socket => socket.once('data', () => socket.end()))
  const endless = await serveSockets(t, () => {})
  const { request } = egressTo(broken.port, endless.port)
  await t.rejects(request(`https://secure.example:${broken.port}/`), { code: 'connection_lost' })
  await t.rejects(request(`https://secure.example:${endless.port}/`, { timeoutMs: 250 }), { code: 'timeout' })
})

t.test('a redirect from https to http is refused, one from http to https followed', async t => {
  const certificate = new Certificate({ hosts }, authority)
  const plain = await serve(t, ({ url }, response) =>
    response.writeHead(302, { location: String(url?.slice(1)) }).end()
  )
  const secure = await serveSecurely(
    t,
    ({ url }, response) =>
      url === '/end' ? response.end('arrived') : response.writeHead(307, { location: String(url?.slice(1)) }).end(),
    certificate
  )
  const { request } = egressTo(plain.port, secure.port)
  await t.rejects(
    request(`https://secure.example:${secure.port}/http://plain.example:${plain.port}/`, { maxRedirects: 1 }),
    {
      code: 'blocked_scheme',
      message: 'A redirect from https to http is not followed.',
      known: { url: `http://plain.example:${plain.port}/` }
    }
  )
  t.equal(plain.sockets.length, 0)
  t.match(
    await request(`http://plain.example:${plain.port}/https://secure.example:${secure.port}/end`, { maxRedirects: 1 }),
    { body: 'arrived', certificate: { protocol: 'TLSv1.3' } }
  )
})

t.test('a server that speaks HTTP/2 alone is said to', async t => {
  const certificate = new Certificate({ hosts }, authority)
  const secured = createSecureServer({ key: certificate.key, cert: certificate.pem }, (_request, response) =>
    response.end()
  )
  const plain = createHttp2Server((_request, response) => response.end())
  for (const [server, scheme] of [
    [secured, 'https'],
    [plain, 'http']
  ] as const) {
    server.on('session', session => session.on('error', () => {}))
    const { port } = await listen(t, server)
    await t.rejects(egressTo(port).request(`${scheme}://127.0.0.1:${port}/`), {
      code: 'http2_only',
      message: 'The server speaks HTTP/2 alone, and requests are sent in HTTP/1.1.'
    })
  }
})
