import t from 'tap'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { serve } from './loopback.js'

const egressTo = (port: number) => guardedEgress({ allow: ['127.0.0.0/8'], ports: [port], dns: true })

t.test('headers of the caller are sent, and replace those that are usual', async t => {
  const { port } = await serve(t, (request, response) => response.end(JSON.stringify(request.headers)))
  const { body } = await egressTo(port).request(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'User-Agent': 'Probe', 'X-Trace': 'é', Authorization: 'open' },
    secretHeaders: { authorization: 'Bearer 1' },
    body: 'häh'
  })
  t.strictSame(JSON.parse(body), {
    host: `127.0.0.1:${port}`,
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'Probe',
    'x-trace': 'é',
    authorization: 'Bearer 1',
    'content-length': '4',
    connection: 'close'
  })
})

t.test('a POST without a body says that it has none', async t => {
  const { port } = await serve(t, (request, response) => response.end(request.headers['content-length']))
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`, { method: 'POST' }), { body: '0' })
})

t.test('a body with a GET is refused, since it could pass for a request of its own', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { body: 'GET /secret HTTP/1.1\r\n\r\n' }), {
    code: 'invalid_request',
    message: 'A GET request has no body.'
  })
})

const refused: readonly (readonly [string, string])[] = [
  ['Host', 'other.example'],
  ['host', 'other.example'],
  ['Content-Length', '0'],
  ['Connection', 'keep-alive'],
  ['Keep-Alive', 'timeout=60'],
  ['Transfer-Encoding', 'chunked'],
  ['TE', 'trailers'],
  ['Trailer', 'X-End'],
  ['Upgrade', 'websocket'],
  ['Expect', '100-continue'],
  ['Proxy-Authorization', 'Basic YTpi'],
  ['Proxy-Connection', 'keep-alive'],
  ['X-Line', 'a\r\nX-Other: b'],
  ['X-Line', 'a\nb'],
  ['X-Line', 'a\rb'],
  ['X-Line', 'a\u0000b'],
  ['X-Line', 'a\u2028b'],
  ['X-Line\r\nX-Other', 'a'],
  ['X Line', 'a'],
  ['X-Line:', 'a'],
  ['', 'a']
]

for (const [name, value] of refused)
  t.test(`refuses the header ${encodeURI(`${name}: ${value}`)}`, async t => {
    const { port, sockets } = await serve(t, (_request, response) => response.end())
    const { request } = egressTo(port)
    const url = `http://127.0.0.1:${port}/`
    await t.rejects(request(url, { headers: { [name]: value } }), { code: 'invalid_request' })
    await t.rejects(request(url, { secretHeaders: { [name]: value } }), { code: 'invalid_request' })
    t.equal(sockets.length, 0)
  })

t.test('a header that cannot be sent is named without its value', async t => {
  const { request } = egressTo(80)
  await t.rejects(request('http://127.0.0.1/', { secretHeaders: { 'X-Key': 'hunter2\n' } }), {
    message: 'The header "X-Key" cannot be sent as it is.'
  })
})
