import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { ReplyBatch } from '../../../host/dist/http/message.js'

t.test('a reply that cannot be sent closes its connection, and the others of the batch are sent', async t => {
  const errors: unknown[] = []
  const batch = new ReplyBatch(error => errors.push(error))
  const waiting: ServerResponse[] = []
  const server = createServer((_request, response) => {
    if (waiting.push(response) < 2) return
    const [broken = response, sound = response] = waiting
    batch.add({ response: broken, status: 200, headers: ['X-Broken', 'a\nb'], body: 'broken' })
    batch.add({ response: sound, status: 200, headers: ['Connection', 'close'], body: 'sound' })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const outcomes = await Promise.allSettled([1, 2].map(async () => (await fetch(`http://127.0.0.1:${port}`)).text()))
  t.strictSame(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  t.match(errors, [{ code: 'ERR_INVALID_CHAR' }])
})
