import t from 'tap'
import type { FromPlugin } from '../../../../host/dist/isolation/messages.js'
import { messagesOf, textOf } from '../../../../host/dist/isolation/process/message-text.js'

t.test('messages are the same on the other side, with the bytes of a request', t => {
  const asked = (body: string | Uint8Array): FromPlugin => {
    const options = { method: 'POST' as const, body }
    return { kind: 'ask', id: 1, call: 2, question: { of: 'request', url: 'https://a.example/', options } }
  }
  const sent: readonly FromPlugin[] = [{ kind: 'drop', id: 3 }, asked('text'), asked(new Uint8Array([0, 255, 10]))]
  const received = messagesOf(textOf(sent))
  t.strictSame(received.slice(0, 2), sent.slice(0, 2))
  t.match(received[2], { question: { options: { body: Buffer.from([0, 255, 10]) } } })
  t.end()
})

t.test('what is no list of messages is refused', t => {
  for (const text of ['{}', '[1]', '[null]', '[{"kind":1}]', 'x']) t.throws(() => messagesOf(text), text)
  t.end()
})
