import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { names, serve } from './loopback.js'

/** Sends `/301?to=…` on to that address with that status, and says of every other request what it was. */
const sendOn: RequestListener = async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://server')
  const status = Number(pathname.slice(1))
  if (status >= 300) response.writeHead(status, { location: searchParams.get('to') ?? '/' }).end('elsewhere')
  else response.end(JSON.stringify(await described(request)))
}

async function described(request: IncomingMessage) {
  const {
    host,
    'content-type': type,
    'content-length': length,
    authorization,
    cookie,
    'x-api-key': key
  } = request.headers
  return { method: request.method, host, type, length, authorization, cookie, key, body: await text(request) }
}

const resolver = () =>
  names({
    'one.example': [['127.0.0.1']],
    'two.example': [['127.0.0.1']],
    'private.example': [['10.0.0.1']],
    'turning.example': [['127.0.0.1'], ['10.0.0.1']]
  })

const egressTo = (port: number) =>
  guardedEgress({ allow: ['127.0.0.0/8'], ports: [port], dns: true, resolver: resolver() })

t.test('a redirect is the response unless redirects are asked for', async t => {
  const { port } = await serve(t, sendOn)
  const response = await egressTo(port).request(`http://one.example:${port}/302?to=/end`)
  t.match(response, { status: 302, headers: { location: '/end' }, body: 'elsewhere', redirects: [] })
})

t.test('redirects are followed and listed', async t => {
  const { port } = await serve(t, sendOn)
  const first = `http://one.example:${port}/301?to=${encodeURIComponent(`//two.example:${port}/308?to=/end`)}`
  t.match(await egressTo(port).request(first, { maxRedirects: 2 }), {
    status: 200,
    url: `http://two.example:${port}/end`,
    redirects: [
      { url: first, status: 301 },
      { url: `http://two.example:${port}/308?to=/end`, status: 308 }
    ]
  })
})

t.test('a redirect too many is refused', async t => {
  const { port } = await serve(t, (_request, response) => response.writeHead(302, { location: '/' }).end())
  const url = `http://one.example:${port}/`
  await t.rejects(egressTo(port).request(url, { maxRedirects: 3 }), {
    code: 'too_many_redirects',
    message: 'There are more than 3 redirects.'
  })
})

t.test('no more than five redirects are followed, whatever is asked for', async t => {
  const { port, sockets } = await serve(t, (_request, response) => response.writeHead(302, { location: '/' }).end())
  const url = `http://one.example:${port}/`
  await t.rejects(egressTo(port).request(url, { maxRedirects: 100 }), { code: 'too_many_redirects' })
  t.equal(sockets.length, 6)
})

t.test('a redirect without an address is the response', async t => {
  const { port } = await serve(t, (_request, response) => response.writeHead(301).end())
  t.match(await egressTo(port).request(`http://one.example:${port}/`, { maxRedirects: 1 }), { status: 301 })
})

t.test('a 304 and a 300 are responses', async t => {
  const { port } = await serve(t, sendOn)
  for (const status of [300, 304])
    t.match(await egressTo(port).request(`http://one.example:${port}/${status}`, { maxRedirects: 1 }), { status })
})

t.test('an address in UTF-8 is understood', async t => {
  const { port } = await serve(t, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: Buffer.from('/café').toString('latin1') }).end()
    else response.end(request.url)
  })
  t.match(await egressTo(port).request(`http://one.example:${port}/`, { maxRedirects: 1 }), { body: '/caf%C3%A9' })
})

const forbidden: Readonly<Record<string, string>> = {
  'http://169.254.169.254/latest/meta-data/': 'blocked_port',
  'http://169.254.169.254:PORT/latest/meta-data/': 'blocked_address',
  'http://[::1]:PORT/': 'blocked_address',
  'http://2130706433:PORT/': 'blocked_address',
  '//0x7f.1:PORT/': 'blocked_address',
  'http://private.example:PORT/': 'blocked_address',
  'http://one.example:22/': 'blocked_port',
  'file:///etc/passwd': 'blocked_scheme',
  'gopher://one.example:PORT/': 'blocked_scheme',
  'http://user:password@one.example:PORT/': 'invalid_url',
  'http://nowhere.example:PORT/': 'dns_not_found',
  'http://': 'invalid_url'
}

for (const [target, code] of Object.entries(forbidden))
  t.test(`a redirect to ${target} is ${code}`, async t => {
    const { port, sockets } = await serve(t, sendOn)
    const to = encodeURIComponent(target.replace('PORT', String(port)))
    await t.rejects(egressTo(port).request(`http://one.example:${port}/302?to=${to}`, { maxRedirects: 5 }), { code })
    t.equal(sockets.length, 1)
  })

t.test('a refused redirect tells of its target, not of the address before', async t => {
  const { port } = await serve(t, sendOn)
  const url = `http://one.example:${port}/302?to=${encodeURIComponent('http://one.example:22/')}`
  const error = await egressTo(port)
    .request(url, { maxRedirects: 1 })
    .catch((error: { known: object }) => error.known)
  t.match(error, { url: 'http://one.example:22/' })
  t.notOk('address' in error)
})

t.test('the name of a redirect is looked up again', async t => {
  const { port } = await serve(t, sendOn)
  await t.rejects(egressTo(port).request(`http://turning.example:${port}/302?to=/end`, { maxRedirects: 1 }), {
    code: 'blocked_address'
  })
})

const methods = [
  { status: 301, method: 'POST', next: 'GET' },
  { status: 302, method: 'POST', next: 'GET' },
  { status: 303, method: 'POST', next: 'GET' },
  { status: 307, method: 'POST', next: 'POST' },
  { status: 308, method: 'POST', next: 'POST' },
  { status: 301, method: 'PUT', next: 'PUT' },
  { status: 303, method: 'PUT', next: 'GET' },
  { status: 303, method: 'GET', next: 'GET' }
] as const

for (const { status, method, next } of methods)
  t.test(`a ${method} that is answered ${status} goes on as ${next}`, async t => {
    const { port } = await serve(t, sendOn)
    const { body } = await egressTo(port).request(`http://one.example:${port}/${status}?to=/end`, {
      method,
      ...(method === 'GET' ? {} : { headers: { 'Content-Type': 'text/plain' }, body: 'hello' }),
      maxRedirects: 1
    })
    const sent = next === 'GET' ? { body: '' } : { type: 'text/plain', length: '5', body: 'hello' }
    t.strictSame(JSON.parse(body), { method: next, host: `one.example:${port}`, ...sent })
  })

t.test('a HEAD stays a HEAD', async t => {
  const seen: (string | undefined)[] = []
  const { port } = await serve(t, (request, response) => {
    seen.push(request.method)
    sendOn(request, response)
  })
  await egressTo(port).request(`http://one.example:${port}/303?to=/end`, { method: 'HEAD', maxRedirects: 1 })
  t.strictSame(seen, ['HEAD', 'HEAD'])
})

const secrets = {
  headers: { Authorization: 'Bearer 1', Cookie: 'a=1' },
  secretHeaders: { 'X-Api-Key': 'k' },
  maxRedirects: 2
}

t.test('secrets go on to the same origin', async t => {
  const { port } = await serve(t, sendOn)
  const { body } = await egressTo(port).request(`http://one.example:${port}/302?to=/end`, secrets)
  t.match(JSON.parse(body), { authorization: 'Bearer 1', cookie: 'a=1', key: 'k' })
})

t.test('secrets stay behind when the origin changes, also on the way back', async t => {
  const { port } = await serve(t, sendOn)
  const back = encodeURIComponent(`http://one.example:${port}/end`)
  const there = encodeURIComponent(`http://two.example:${port}/302?to=${back}`)
  const { request } = egressTo(port)
  const away = await request(
    `http://one.example:${port}/307?to=${encodeURIComponent(`//two.example:${port}/`)}`,
    secrets
  )
  const returned = await request(`http://one.example:${port}/302?to=${there}`, secrets)
  t.strictSame(JSON.parse(away.body), { method: 'GET', host: `two.example:${port}`, body: '' })
  t.strictSame(JSON.parse(returned.body), { method: 'GET', host: `one.example:${port}`, body: '' })
})

t.test('another port is another origin', async t => {
  const [first, second] = [await serve(t, sendOn), await serve(t, sendOn)]
  const { request } = guardedEgress({ allow: ['127.0.0.0/8'], ports: [first.port, second.port], dns: true })
  const to = encodeURIComponent(`http://127.0.0.1:${second.port}/end`)
  const { body } = await request(`http://127.0.0.1:${first.port}/302?to=${to}`, secrets)
  t.notMatch(body, /Bearer|"key"|cookie/)
})

t.test('a cookie that a redirect sets is sent with the requests that follow', async t => {
  const { port } = await serve(t, async (request, response) => {
    if (request.headers.cookie === undefined)
      response
        .writeHead(302, {
          location: '/',
          'set-cookie': ['seen=yes; HttpOnly', 'lang="en"; Path=/; Max-Age=60', 'not=here; Path=/shop']
        })
        .end()
    else response.end(JSON.stringify(await described(request)))
  })
  const { status, body } = await egressTo(port).request(`http://one.example:${port}/`, { maxRedirects: 3 })
  t.match([status, JSON.parse(body)], [200, { cookie: 'seen=yes; lang="en"' }])
})

t.test('a cookie goes beside those of the caller, to the host, domain and path that it is for', async t => {
  const steps: Readonly<Record<string, readonly [string, readonly string[]]>> = {
    '/a/one': [
      '/b',
      ['path=a', 'root=1; Path=/', 'gone=1; Path=/', 'safe=1; Path=/; Secure', 'other=1; Domain=two.example']
    ],
    '/b': ['http://www.one.example:0/c', ['gone=; Max-Age=0; Path=/', 'wide=1; Domain=.one.example; Path=/']],
    '/c': ['/end', ['root=2; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', '=none', 'none']]
  }
  const seen: (string | undefined)[] = []
  const { port } = await serve(t, (request, response) => {
    seen.push(request.headers.cookie)
    const [to, cookies] = steps[request.url ?? ''] ?? []
    if (to === undefined) response.end()
    else response.writeHead(302, { location: to.replace(':0/', `:${port}/`), 'set-cookie': [...(cookies ?? [])] }).end()
  })
  const egress = guardedEgress({
    allow: ['127.0.0.0/8'],
    ports: [port],
    dns: true,
    resolver: names({ 'one.example': [['127.0.0.1']], 'www.one.example': [['127.0.0.1']] })
  })
  await egress.request(`http://one.example:${port}/a/one`, { headers: { cookie: 'mine=1' }, maxRedirects: 5 })
  t.strictSame(seen, ['mine=1', 'mine=1; root=1; gone=1', 'wide=1', 'wide=1'])
  seen.length = 0
  await egress.request(`http://one.example:${port}/b`)
  t.strictSame(seen, [undefined])
})
