import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { delta, event } from '../../fixtures/chat-server.js'
import { connect } from '../../fixtures/mcp-client.js'
import { draft, input, withModel } from '../../fixtures/writing-model.js'

/** Streams a text in four parts, slowly enough for each to be reported. */
async function streamSlowly(response: ServerResponse, text: string): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const length = Math.ceil(text.length / 4)
  for (let from = 0; from < text.length; from += length) {
    response.write(delta(text.slice(from, from + length)))
    await delay(150)
  }
  response.end(event('[DONE]'))
}

t.jobs = 3

for (const isolation of ['inline', 'thread'])
  t.test(`a draft is streamed from the model to the caller, ${isolation}`, async t => {
    const text = JSON.stringify({ drafts: [draft] })
    const { url, asked } = await withModel(t, response => void streamSlowly(response, text), isolation)
    const client = await connect(t, `${url}/mcp`, '2025-11-25')
    const reports: { progress: number; message?: string | undefined }[] = []
    const onprogress = (report: (typeof reports)[number]) => void reports.push(report)
    const { structuredContent } = await client.callTool(
      { name: 'creator-os_synthesize', arguments: input },
      { onprogress }
    )
    t.match(structuredContent, { detail: { engine: 'model', kind: 'text', language: 'en' } })
    t.match(asked, [{ stream: true, model: 'a-model' }])
    t.ok(reports.length > 2)
    t.ok(reports.every(({ progress }, index) => index === 0 || progress > (reports[index - 1]?.progress ?? 0)))
    const written = reports.flatMap(({ message }) => message ?? [])
    t.ok(written.length > 0)
    t.ok(
      written.every(message => [draft.hook, ...draft.paragraphs, draft.closing].some(said => said.startsWith(message))),
      written.join('\n')
    )
  })

t.test('a model that is too slow ends in the outline by the rules', { timeout: 230_000 }, async t => {
  const { call } = await withModel(t, response => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const drip = setInterval(() => response.write(delta(' ')), 500)
    response.on('close', () => clearInterval(drip))
  })
  const { points: _, ...request } = { ...input, action: 'synthesize' }
  const { status, body } = await call('POST', '/api/v1/products/creator-os/execute', request, {
    Authorization: `Bearer ${demoKey}`
  })
  t.match({ status, body }, { status: 200, body: { ok: true, detail: { kind: 'outline', fallbackReason: 'timeout' } } })
})
