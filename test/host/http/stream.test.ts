import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { ReplyBatch, RequestContext } from '../../../host/dist/http/message.js'
import { sendJsonl } from '../../../host/dist/http/reply.js'

/** A server that answers with the values of a generator, a request to it, and how the sending ended. */
async function streaming(t: Test, values: () => AsyncGenerator<unknown, void>) {
  const ended = Promise.withResolvers<unknown>()
  const server = createServer((request, response) => {
    const context = new RequestContext(request, response, {
      apiHeaders: [],
      pageHeaders: [],
      unchangedHeaders: [],
      replies: new ReplyBatch(() => undefined)
    })
    sendJsonl(Object.assign(request, { context }), values(), {}).then(
      () => ended.resolve('whole'),
      error => {
        ended.resolve(error)
        if (!response.headersSent) response.writeHead(500).end()
      }
    )
  })
  t.teardown(() => server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject)
  )
  return { answer, ended: ended.promise }
}

t.test('values come as lines, and the end is the end of the answer', async t => {
  const { answer, ended } = await streaming(t, async function* () {
    yield { a: 1 }
    yield 'two\nlines'
  })
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  t.equal(text, '{"a":1}\n"two\\nlines"\n')
  t.equal(await ended, 'whole')
})

t.test('what is not taken is not made: an endless answer waits for its reader, and stops with it', async t => {
  let made = 0
  const stopped = Promise.withResolvers<void>()
  const { answer, ended } = await streaming(t, async function* () {
    try {
      for (;;) {
        made++
        yield 'x'.repeat(100_000)
      }
    } finally {
      stopped.resolve()
    }
  })
  answer.pause()
  for (let before = -1; before !== made; ) {
    before = made
    for (let count = 0; count < 500; count++) await turn()
  }
  const whilePaused = made
  for await (const part of answer) {
    if (made > whilePaused + 50) break
    t.ok(part.length > 0)
  }
  await stopped.promise
  t.match(await ended, { name: 'Problem', code: 'client_gone' })
})

t.test('a failure at the first value is thrown, and nothing is sent', async t => {
  const fault = new Error('nothing to read')
  const { answer, ended } = await streaming(t, async function* () {
    yield await Promise.reject(fault)
  })
  t.equal(answer.statusCode, 500)
  t.equal(await ended, fault)
})

t.test('a failure halfway cuts the connection, and is told', async t => {
  const fault = new Error('the store went away')
  const { answer, ended } = await streaming(t, async function* () {
    yield 'x'.repeat(100_000)
    throw fault
  })
  await t.rejects(answer.resume().toArray(), { code: 'ECONNRESET' })
  t.equal(await ended, fault)
})
