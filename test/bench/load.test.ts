import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import type { Load, LoadRequest } from './load.js'
import { Program } from './program.js'

const text = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

t.test('the load generator sends as many requests as asked, also when answers arrive in pieces', async t => {
  const { generator, load, served } = await start(t, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 20 }).write('{"ok":')
    setImmediate(() => response.end('true,"at":"end"}  '.slice(0, 14)))
  })
  const request = { ...load, most: 50 }
  await generator.ask({ open: request })
  const { requests } = await generator.ask<Load>({ run: request })
  t.equal(requests, 50)
  t.equal(served(), 50 + load.connections)
})

t.test('the load generator reports a wrong status and a wrong body, so that failing fast is not fast', async t => {
  const { generator, load } = await start(t, (_request, response) => void response.writeHead(500).end('{"ok":true}'))
  await t.rejects(generator.ask({ open: load }), /An answer was not HTTP\/1.1 200 .*500/)
  const other = await start(t, (_request, response) => void response.end('{"ok":false}'))
  await t.rejects(other.generator.ask({ open: other.load }), /An answer was not/)
})

async function start(t: Test, listener: RequestListener) {
  let count = 0
  const server = createServer((request, response) => {
    count++
    listener(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const generator = await Program.start<object>('load', {})
  t.teardown(async () => {
    await generator.end()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const load: LoadRequest = { port, requests: [text], connections: 4, seconds: 10, status: 200, contains: '"ok":true' }
  return { generator, load, served: () => count }
}
