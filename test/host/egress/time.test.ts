import { getEventListeners, once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { type EgressOptions, guardedEgress } from '../../../host/dist/egress/egress.js'
import { names, serve, serveSockets } from './loopback.js'

const egressTo = (port: number, options: Partial<EgressOptions> = {}) =>
  guardedEgress({ allow: ['127.0.0.0/8'], ports: [port], dns: true, ...options })

const silentResolver = {
  addresses: () => new Promise<readonly string[]>(() => {}),
  records: () => new Promise<never>(() => {})
}

t.test('a server that says nothing is a timeout, and its connection is closed', async t => {
  const { port, closed } = await serve(t, () => {})
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { timeoutMs: 250 }), {
    name: 'EgressError',
    code: 'timeout',
    message: 'The answer was not complete within 250 ms.',
    known: { url: `http://127.0.0.1:${port}/`, address: '127.0.0.1' }
  })
  await closed()
})

const drips: Readonly<Record<string, readonly [head: string, drop: string]>> = {
  status: ['HTTP/1.1 200 ', 'x'],
  headers: ['HTTP/1.1 200 OK\r\n', 'X: y\r\n'],
  'interim answers': ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  body: ['HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', 'x'],
  chunks: ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
  'compressed body': [
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100000\r\n\r\n\x1f\x8b\b\0\0\0\0\0\0\x03',
    '\0\0\0\xff\xff'
  ]
}

for (const [what, [head, drop]] of Object.entries(drips))
  t.test(`the whole time counts when what comes in drips is the ${what}`, async t => {
    const { port, closed } = await serveSockets(t, socket => {
      socket.write(head, 'latin1')
      const dripping = setInterval(() => socket.write(drop, 'latin1'), 5)
      socket.once('close', () => clearInterval(dripping))
    })
    await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { timeoutMs: 250 }), { code: 'timeout' })
    await closed()
  })

t.test('redirects share one time', async t => {
  const { port } = await serve(t, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/end' }).end()
  })
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { timeoutMs: 250, maxRedirects: 5 }), {
    code: 'timeout',
    known: { url: `http://127.0.0.1:${port}/end` }
  })
})

t.test('the body of a redirect is not waited for', async t => {
  const { port, closed } = await serveSockets(t, socket => {
    socket.once('data', request => {
      if (String(request).startsWith('GET /end ')) socket.end('HTTP/1.1 204 Done\r\n\r\n')
      else socket.write('HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 1000\r\n\r\n')
    })
  })
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`, { maxRedirects: 1 }), { status: 204 })
  await closed()
})

t.test('name servers that say nothing are dns_unavailable', async t => {
  const { request, resolve } = egressTo(80, { resolver: silentResolver })
  await t.rejects(request('http://silent.example/', { timeoutMs: 20 }), {
    code: 'dns_unavailable',
    message: 'The name servers did not answer within 20 ms.',
    known: { url: 'http://silent.example/' }
  })
  await t.rejects(resolve('silent.example', 'MX', { timeoutMs: 20 }), { code: 'dns_unavailable' })
})

t.test('an address that takes no connection is connect_timeout', { skip: process.platform !== 'linux' }, async t => {
  const port = await fullPort(t)
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { timeoutMs: 60 }), {
    code: 'connect_timeout',
    message: 'No connection was established within 60 ms.'
  })
})

t.test('the caller may call a request off, wherever it is', async t => {
  const caller = new AbortController()
  const { port, closed } = await serve(t, () => caller.abort())
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { signal: caller.signal }), {
    name: 'EgressError',
    code: 'aborted',
    message: 'The request was cancelled.'
  })
  await closed()
})

t.test('the caller may call a request off while the body comes', async t => {
  const caller = new AbortController()
  const { port } = await serve(t, (_request, response) => {
    response.write('begun', () => setImmediate(() => caller.abort()))
  })
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { signal: caller.signal }), { code: 'aborted' })
})

t.test('the caller may call off a question that nobody answers', async t => {
  const caller = new AbortController()
  const { request, resolve } = egressTo(80, { resolver: silentResolver })
  const waiting = [
    request('http://silent.example/', { signal: caller.signal }),
    resolve('silent.example', 'TXT', { signal: caller.signal })
  ]
  caller.abort()
  t.match(await Promise.allSettled(waiting), [{ reason: { code: 'aborted' } }, { reason: { code: 'aborted' } }])
})

t.test('a signal that is aborted already lets nothing out', async t => {
  const { port, sockets } = await serve(t, (_request, response) => response.end())
  const resolver = names({ 'server.example': [['127.0.0.1']] })
  const { request } = egressTo(port, { resolver })
  const signal = AbortSignal.abort()
  await t.rejects(request(`http://server.example:${port}/`, { signal }), { code: 'aborted' })
  await t.rejects(request(`http://127.0.0.1:${port}/`, { signal }), { code: 'aborted' })
  t.strictSame([sockets.length, resolver.asked], [0, []])
})

t.test('a request that has its answer leaves nothing behind', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  const { signal } = new AbortController()
  const timers = () => process.getActiveResourcesInfo().filter(resource => resource === 'Timeout').length
  const before = timers()
  await egressTo(port).request(`http://127.0.0.1:${port}/`, { signal })
  t.equal(timers(), before)
  t.strictSame(getEventListeners(signal, 'abort'), [])
})

/** A port whose queue of connections is full, since the thread that listens never takes one. */
async function fullPort(t: Test): Promise<number> {
  const listen = `
    const { createServer } = require('node:net')
    const { parentPort } = require('node:worker_threads')
    const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const worker = new Worker(listen, { eval: true })
  const [port] = await once(worker, 'message')
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  t.teardown(async () => {
    for (const socket of waiting) socket.destroy()
    await worker.terminate()
  })
  return port
}
