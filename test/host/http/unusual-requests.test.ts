import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { start } from '../../fixtures/start-host.js'

const rest = 'Connection: close\r\n\r\n'

async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

t.test('requests that Node itself would refuse get a problem with a request id', async t => {
  const { host } = await start(t)
  for (const [request, status, code] of [
    ['CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n', 405, 'method_not_allowed'],
    [`GET /livez HTTP/1.1\r\n${rest}`, 400, 'malformed_request'],
    [`GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\n${rest}`, 400, 'invalid_header']
  ] as const) {
    const answer = await raw(host.port, request)
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), request)
    t.match(answer, /\r\nContent-Type: application\/problem\+json/i)
    const [, id] = /\r\nX-Request-Id: ([0-9a-f-]{36})\r\n/i.exec(answer) ?? []
    t.ok(id)
    t.match(JSON.parse(answer.slice(answer.indexOf('{'))), { ok: false, status, code, requestId: id })
  }
  t.match(await raw(host.port, `GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n${rest}`), / 200 OK/)
})

t.test('a percent sign that begins nothing is no fault of the host', async t => {
  const { host, lines } = await start(t)
  for (const path of [
    '/%',
    '/openapi.json%',
    '/api/v1/products/%',
    '/api/v1/products/notes%',
    '/api/v1/products/notes/execute%',
    '/api/v1/products/%/execute',
    '/api/v1/products/notes/config/%',
    '/dashboard/api/keys/%',
    '/assets/%',
    '/livez?a=%',
    '/api/v1/products/notes/execute?a=%'
  ])
    t.match(
      await raw(host.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${rest}`),
      /^HTTP\/1\.1 (?:200|4\d\d) /,
      path
    )
  t.notMatch(lines.join(''), /"level":50/)
})
