import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { BatchedPort } from '../../../host/dist/isolation/batched-port.js'
import { RpcClient } from '../../../host/dist/isolation/rpc-client.js'

function channel(t: Test) {
  const { port1, port2 } = new MessageChannel()
  t.teardown(() => port1.close())
  const batches: unknown[] = []
  port2.on('message', batch => batches.push(batch))
  return { port1, port2, batches }
}

t.test('what is posted in one turn of the event loop arrives together, in its order', async t => {
  const { port1, port2, batches } = channel(t)
  const port = new BatchedPort<number>(port1, () => t.fail('everything can be cloned'))
  port.post(1)
  port.post(2)
  await once(port2, 'message')
  port.post(3)
  port.postNow(4)
  port.post(5)
  while (batches.length < 3) await once(port2, 'message')
  port.flush()
  t.strictSame(batches, [[1, 2], [3, 4], [5]])
})

t.test('a message that cannot be sent is refused alone', async t => {
  const { port1, port2, batches } = channel(t)
  const refused: unknown[] = []
  const port = new BatchedPort<unknown>(port1, (message, error) =>
    refused.push([typeof message, (error as Error).name])
  )
  port.post('first')
  port.post(() => undefined)
  port.post('last')
  while (batches.length < 2) await once(port2, 'message')
  t.strictSame(batches, [['first'], ['last']])
  t.strictSame(refused, [['function', 'DataCloneError']])
})

t.test('a question of a thread that cannot be sent is rejected, and the next one is asked', async t => {
  const { port1, port2 } = channel(t)
  const client = new RpcClient({ postMessage: batch => port1.postMessage(batch), answerTo: () => ({ result: 0 }) })
  const question = { of: 'cancel', id: (() => undefined) as never } as const
  const refused = t.rejects(client.request(1, question), { name: 'DataCloneError' })
  const asked = client.request(1, { of: 'cancel', id: 'job' })
  const [batch] = await once(port2, 'message')
  await refused
  t.match(batch, [{ kind: 'ask', call: 1, question: { id: 'job' } }])
  client.answered({ kind: 'answer', id: batch[0].id, result: true })
  t.equal(await asked, true)
})
