import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Type } from '@product-host/sdk'
import t, { type Test } from 'tap'
import { chat, openModel } from '../../../host/dist/model/model.js'

const quiet = new AbortController().signal
const question = { instructions: 'Name a colour.', data: {}, schema: Type.Object({ colour: Type.String() }) }

/** A server of chat completions that answers so, and what it was asked. */
async function endpoint(t: Test, answer: (response: ServerResponse) => void) {
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    asked.push(await json(request))
    answer(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    asked,
    at: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, apiKey: undefined, name: 'a-model' }
  }
}

const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const delta = (content: string, finish: string | null = null) =>
  event({ choices: [{ delta: { content }, finish_reason: finish }] })

/** A stream of these bytes, cut where the test says. */
const streams =
  (...chunks: readonly (string | Uint8Array)[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
    for (const chunk of chunks) response.write(chunk)
    response.end()
  }

/** The parts that `ask` delivers, and its result or error. */
async function listen(t: Test, answer: (response: ServerResponse) => void) {
  const { at, asked } = await endpoint(t, answer)
  const parts: string[] = []
  const result = await openModel(at, quiet)
    .ask({ ...question, onText: part => void parts.push(part) })
    .catch((error: unknown) => error)
  return { parts, result, asked }
}

t.test('a streamed answer comes in parts, and whole with its tokens', async t => {
  const { parts, result, asked } = await listen(
    t,
    streams(
      ': a comment\n\n',
      event({ choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
      delta('{"colour":'),
      delta('"rot'),
      delta(' und grün"}', 'stop'),
      event({ choices: [], usage: { total_tokens: 42 } }),
      event('[DONE]')
    )
  )
  t.strictSame(parts, ['{"colour":', '"rot', ' und grün"}'])
  t.strictSame(result, { value: { colour: 'rot und grün' }, tokens: 42 })
  t.match(asked, [{ stream: true, stream_options: { include_usage: true } }])
})

t.test('events are read wherever the network cuts them', async t => {
  const bytes = Buffer.from(`${delta('{"colour":"grü')}${delta('n"}')}${event('[DONE]')}`.replaceAll('\n', '\r\n'))
  const { parts, result } = await listen(t, streams(...Array.from(bytes, byte => Uint8Array.of(byte))))
  t.strictSame(parts, ['{"colour":"grü', 'n"}'])
  t.match(result, { value: { colour: 'grün' } })
})

t.test('an endpoint that does not stream gives one part', async t => {
  const content = '{"colour":"red"}'
  const { parts, result } = await listen(t, response =>
    response.end(JSON.stringify({ choices: [{ message: { content } }] }))
  )
  t.strictSame(parts, [content])
  t.match(result, { value: { colour: 'red' } })
})

t.test('without onText no stream is asked for', async t => {
  const { at, asked } = await endpoint(t, response =>
    response.end(JSON.stringify({ choices: [{ message: { content: '{"colour":"red"}' } }] }))
  )
  await openModel(at, quiet).ask(question)
  t.notOk(JSON.stringify(asked).includes('stream'))
})

t.test('a stream that is cut off, refused, or no stream has its code', async t => {
  const bad = { name: 'ModelError', code: 'bad_answer' }
  const cases: readonly (readonly [(response: ServerResponse) => void, object])[] = [
    [streams(delta('{"colour":"red"}')), { ...bad, message: /cut off/ }],
    [streams(delta('{"colour":"r', 'length'), event('[DONE]')), bad],
    [streams(delta('', 'content_filter'), event('[DONE]')), { ...bad, message: /refused/ }],
    [
      streams(event({ choices: [{ delta: { refusal: 'I cannot.' }, finish_reason: 'stop' }] })),
      { ...bad, message: /refused/ }
    ],
    [streams(event('planted')), bad],
    [streams(delta('Sure! Here is a colour.', 'stop')), bad],
    [streams(event('[DONE]')), bad],
    [streams(event({ error: { message: 'planted' } })), { name: 'ModelError', code: 'unavailable' }],
    [
      response => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        response.write(delta('{"colour":'), () => response.destroy())
      },
      { name: 'ModelError', code: 'unavailable' }
    ]
  ]
  for (const [answer, expected] of cases) {
    const { result } = await listen(t, answer)
    t.match(result, expected)
    t.notMatch(String(result), 'planted')
  }
})

t.test('a stream that never ends is given up', async t => {
  const { at } = await endpoint(t, response => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(delta('{"colour":'))
  })
  const parts: string[] = []
  const request = { messages: [], onText: (part: string) => void parts.push(part) }
  await t.rejects(chat(at, request, 200), { name: 'ModelError', code: 'timeout' })
  t.strictSame(parts, ['{"colour":'])
})

t.test('what onText throws is the error of the request', async t => {
  const { at } = await endpoint(t, streams(delta('{"colour":"red"}', 'stop'), event('[DONE]')))
  const onText = () => {
    throw new RangeError('enough')
  }
  await t.rejects(openModel(at, quiet).ask({ ...question, onText }), { name: 'RangeError' })
})

t.test('calls of functions are put together from their parts', async t => {
  const call = (index: number, rest: object) => event({ choices: [{ delta: { tool_calls: [{ index, ...rest }] } }] })
  const { at } = await endpoint(
    t,
    streams(
      call(0, { id: 'c1', function: { name: 'score', arguments: '{"company":' } }),
      call(0, { function: { arguments: '"Acme"}' } }),
      call(1, { id: 'c2', function: { name: 'score', arguments: '{}' } }),
      event({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] }),
      event('[DONE]')
    )
  )
  const answer = await openModel(at, quiet).converse({ messages: [], tools: [], onText: () => undefined })
  t.strictSame(answer, {
    content: '',
    toolCalls: [
      { id: 'c1', name: 'score', arguments: { company: 'Acme' } },
      { id: 'c2', name: 'score', arguments: {} }
    ],
    tokens: 0
  })
})
