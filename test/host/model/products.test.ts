import type { ServerResponse } from 'node:http'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { delta, event, stream } from '../../fixtures/chat-server.js'
import { draft, input, withModel } from '../../fixtures/writing-model.js'

const key = { Authorization: `Bearer ${demoKey}` }
const execute = '/api/v1/products/creator-os/execute'
t.test('a fault of the model ends in the text by the rules, with the reason', async t => {
  const good = JSON.stringify({ drafts: [draft] })
  const opened = (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const faults: Readonly<Record<string, readonly [(response: ServerResponse) => void, string]>> = {
    'a stream that is cut off': [response => void opened(response).end(delta(good.slice(0, 60))), 'bad_answer'],
    'an answer that stops at its longest length': [
      response => void opened(response).end(delta(good.slice(0, 60), 'length') + event('[DONE]')),
      'bad_answer'
    ],
    'a refusal': [
      response =>
        void opened(response).end(event({ choices: [{ delta: { refusal: 'I cannot.' }, finish_reason: 'stop' }] })),
      'bad_answer'
    ],
    'a filter': [response => void opened(response).end(delta('', 'content_filter')), 'bad_answer'],
    'a refusal in prose': [response => stream(response, ['Sorry, I cannot help with that.']), 'bad_answer'],
    'another form': [response => stream(response, ['{"text":"Hello"}']), 'bad_answer'],
    'an answer without a stream that is not JSON': [response => void response.end('<html>'), 'bad_answer'],
    'an error status': [response => void response.writeHead(503).end('overloaded'), 'unavailable'],
    'a connection that breaks': [
      response => void opened(response).write(delta('{"dra'), () => response.destroy()),
      'unavailable'
    ],
    'an invented figure': [
      response => stream(response, [JSON.stringify({ drafts: [{ ...draft, closing: 'Why do 87 % leave?' }] })]),
      'lint_failed'
    ]
  }
  let current: (response: ServerResponse) => void = () => undefined
  const { call } = await withModel(t, response => current(response))
  for (const [name, [answer, fallbackReason]] of Object.entries(faults)) {
    current = answer
    const { status, body } = await call('POST', execute, { action: 'synthesize', ...input }, key)
    t.match(
      { status, body },
      { status: 200, body: { ok: true, detail: { engine: 'rules', kind: 'text', fallbackReason } } },
      name
    )
    t.match(body.detail.posts[0].text, '1. Every new hire gets one buddy.', name)
  }
})

t.test('an answer without a stream is used as well', async t => {
  const { call } = await withModel(t, response =>
    response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ drafts: [draft] }) } }] }))
  )
  t.match((await call('POST', execute, { action: 'synthesize', ...input }, key)).body, { detail: { engine: 'model' } })
})

t.test('in a language that the rules do not write, a fault of the model is an error', async t => {
  const { call, asked } = await withModel(t, response => void response.writeHead(503).end())
  const topic = 'Come ridurre i costi della casa'
  for (const request of [
    { ...input, action: 'synthesize', topic, points: ['La caldaia ha 20 anni'] },
    { action: 'brief', topic }
  ])
    t.match(await call('POST', execute, request, key), {
      status: 200,
      body: { ok: false, detail: { language: 'it', error: { code: 'language_not_written', retryable: true } } }
    })
  t.ok(asked.every(({ messages }) => messages[1]?.content.includes('"language":"Italian"')))
})
