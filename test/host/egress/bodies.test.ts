import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { serve } from './loopback.js'

const egressTo = (port: number) => guardedEgress({ allow: ['127.0.0.0/8'], ports: [port], dns: true })

function answering(body: Buffer | string, headers: Readonly<Record<string, string>> = {}) {
  return (_request: unknown, response: ServerResponse) => response.writeHead(200, headers).end(body)
}

t.test('a body longer than the limit is cut and marked', async t => {
  const { port } = await serve(t, answering('x'.repeat(300_000)))
  const { body, bytes, isCut } = await egressTo(port).request(`http://127.0.0.1:${port}/`)
  t.strictSame([body.length, bytes, isCut], [262_144, 262_144, true])
})

t.test('a body as long as the limit is whole', async t => {
  const { port } = await serve(t, answering('hello'))
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`, { maxBytes: 5 }), { body: 'hello', isCut: false })
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`, { maxBytes: 4 }), { body: 'hell', isCut: true })
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`, { maxBytes: 0 }), { body: '', isCut: true })
})

t.test('a body without an end is cut, and its connection closed', async t => {
  const { port, closed } = await serve(t, (_request, response) => {
    Readable.from(endlessly('x'.repeat(10_000))).pipe(response)
  })
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`), { bytes: 262_144, isCut: true })
  await closed()
})

const codings: Readonly<Record<string, (text: string) => Buffer>> = {
  gzip: gzipSync,
  'X-GZIP': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync
}

for (const [coding, compress] of Object.entries(codings)) {
  t.test(`${coding} is undone, and its decoded bytes count`, async t => {
    const { port } = await serve(t, answering(compress('hello '.repeat(1_000)), { 'content-encoding': coding }))
    const { request } = egressTo(port)
    t.match(await request(`http://127.0.0.1:${port}/`), { body: /^(hello ){1000}$/, bytes: 6_000, isCut: false })
    t.match(await request(`http://127.0.0.1:${port}/`, { maxBytes: 8 }), { body: 'hello he', bytes: 8, isCut: true })
  })

  t.test(`${coding} that unfolds into much stops at the limit`, async t => {
    const bomb = compress('0'.repeat(5_000_000))
    const { port } = await serve(t, answering(bomb, { 'content-encoding': coding }))
    t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`), { bytes: 262_144, isCut: true })
  })

  t.test(`${coding} that is no ${coding} is invalid_response`, async t => {
    const { port } = await serve(t, answering('hello hello hello', { 'content-encoding': coding }))
    await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`), {
      code: 'invalid_response',
      message: 'The body cannot be decompressed.'
    })
  })
}

t.test('compression without an end stops at the limit', async t => {
  const { port } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    Readable.from(endlessly('0'.repeat(10_000)))
      .pipe(createGzip())
      .pipe(response)
  })
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`, { maxBytes: 1_000 }), { bytes: 1_000, isCut: true })
})

t.test('compressed bytes that unfold into nothing, without an end, are cut too', async t => {
  const { port } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('').subarray(0, 10))
    const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]) // RFC 1951, section 3.2.4
    Readable.from(endlessly(Buffer.concat(Array(2_000).fill(emptyBlock)))).pipe(response)
  })
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`), { body: '', bytes: 0, isCut: true })
})

t.test('another coding, or two at once, is left as it is', async t => {
  const twice = gzipSync(gzipSync('hello'))
  for (const coding of ['gzip, gzip', 'zstd', 'identity']) {
    const { port } = await serve(t, answering(twice, { 'content-encoding': coding }))
    t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`), { bytes: twice.length, isCut: false })
  }
})

t.test('an empty body is empty, whatever coding it claims', async t => {
  const { port } = await serve(t, answering('', { 'content-encoding': 'gzip' }))
  const { request } = egressTo(port)
  t.match(await request(`http://127.0.0.1:${port}/`), { body: '', bytes: 0, isCut: false })
  t.match(await request(`http://127.0.0.1:${port}/`, { method: 'HEAD' }), { body: '', bytes: 0, isCut: false })
})

/** Answers with the method, the length that was announced, and the bytes that came. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const { method, headers } = request
    response
      .writeHead(200, { 'x-request': `${method} ${headers['content-length'] ?? 'none'}` })
      .end(Buffer.concat(chunks))
  })
}

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index)

t.test('bytes are sent and read as they are', async t => {
  const { port } = await serve(t, echo)
  const { request } = egressTo(port)
  const part = new Uint8Array([9, ...everyByte, 9]).subarray(1, 257)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await request(`http://127.0.0.1:${port}/`, { method, body: part, asBytes: true })
    t.strictSame([answer.content, answer.body, answer.bytes], [everyByte, '', 256])
    t.equal(answer.headers['x-request'], `${method} 256`)
  }
  const cut = await request(`http://127.0.0.1:${port}/`, { method: 'POST', body: part, asBytes: true, maxBytes: 2 })
  t.strictSame([cut.content, cut.isCut], [Uint8Array.of(0, 1), true])
})

t.test('text that was compressed is read as decoded bytes', async t => {
  const { port } = await serve(t, answering(gzipSync('hello'), { 'content-encoding': 'gzip' }))
  const { content } = await egressTo(port).request(`http://127.0.0.1:${port}/`, { asBytes: true })
  t.equal(Buffer.from(content).toString(), 'hello')
})

t.test('a DELETE without a body announces none, other methods announce an empty one', async t => {
  const { port } = await serve(t, echo)
  for (const [method, line] of [
    ['DELETE', 'DELETE none'],
    ['PATCH', 'PATCH 0'],
    ['POST', 'POST 0']
  ] as const) {
    const { headers, content } = await egressTo(port).request(`http://127.0.0.1:${port}/`, { method })
    t.strictSame([headers['x-request'], content.length], [line, 0])
  }
  await t.rejects(egressTo(port).request(`http://127.0.0.1:${port}/`, { body: everyByte }), { code: 'invalid_request' })
})

t.test('text is read in its charset, and in UTF-8 where that is unknown', async t => {
  const body = async (bytes: Buffer, type: string) => {
    const { port } = await serve(t, answering(bytes, { 'content-type': type }))
    return (await egressTo(port).request(`http://127.0.0.1:${port}/`)).body
  }
  t.equal(await body(Buffer.from('café', 'latin1'), 'text/html; Charset="ISO-8859-1"'), 'café')
  t.equal(await body(Buffer.from('café'), 'text/html;charset=unheard-of'), 'café')
  t.equal(await body(Buffer.from('\ufeff{}'), 'application/json'), '{}')
})

t.test('a character that the limit cuts in two is left off', async t => {
  const { port } = await serve(t, answering('né'))
  t.match(await egressTo(port).request(`http://127.0.0.1:${port}/`, { maxBytes: 2 }), {
    body: 'n',
    bytes: 2,
    isCut: true
  })
})

t.test('headers that come several times are one line', async t => {
  const { port } = await serve(t, (_request, response) => {
    response.writeHead(200, [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['__proto__', 'c']
    ] as never)
    response.end()
  })
  const { headers } = await egressTo(port).request(`http://127.0.0.1:${port}/`)
  t.equal(headers['set-cookie'], 'a=1, b=2')
  t.equal(Object.getPrototypeOf(headers), Object.prototype)
})

function* endlessly<Item>(item: Item): Generator<Item> {
  for (;;) yield item
}

t.test('the charset of a page is that of its mark, its header, or what it says of itself', async t => {
  const read = async (body: Buffer | string, type: string) => {
    const { port } = await serve(
      t,
      answering(Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'), { 'content-type': type })
    )
    return (await egressTo(port).request(`http://127.0.0.1:${port}/`)).body
  }
  const said = (head: string) => `<html><head>${head}</head>caf\xe9 \x80</html>`
  for (const head of [
    '<meta charset=windows-1252>',
    "<META name=a CharSet = 'iso-8859-1'>",
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'
  ])
    t.match(await read(said(head), 'text/html'), /café €/, head)
  t.match(await read('<?xml version="1.0" encoding="ISO-8859-1"?><a>caf\xe9</a>', 'application/xml'), /café/)
  t.match(await read(said('<!-- <meta charset=windows-1252> -->'), 'text/html'), /caf\ufffd/)
  t.match(await read(said(`${' '.repeat(1024)}<meta charset=windows-1252>`), 'text/html'), /caf\ufffd/)
  t.match(await read(said('<meta charset=windows-1252>'), 'text/plain'), /caf\ufffd/)
  t.match(await read(said('<meta charset=utf-8>'), 'text/html; charset=windows-1252'), /café €/)
  t.match(await read(Buffer.from('<meta charset=utf-16>café'), 'text/html'), /café/)
  t.equal(await read(Buffer.from('\ufeffcafé', 'utf16le'), 'text/plain; charset=utf-8'), 'café')
})
