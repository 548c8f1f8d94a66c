import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { connect, modernHeaders, modernMeta, post, revisions } from '../../fixtures/mcp-client.js'
import { carefulPlugin, notesPlugin, recurringPlugin, start } from '../../fixtures/start-host.js'

const headers = { Authorization: `Bearer ${demoKey}` }
const vague = { name: 'careful_wipe', arguments: { topic: 'vague' } }

async function host(t: Test) {
  const started = await start(t, { plugins: { ...carefulPlugin, ...notesPlugin, ...recurringPlugin } })
  const count = { action: 'count', topic: 'vague' }
  const runs = async () =>
    (await started.call('POST', '/api/v1/products/careful/execute', count, headers)).body.detail.runs as number
  return { ...started, runs }
}

/** A client whose person answers as the test says; the questions that it was asked. */
async function asking(t: Test, url: string, answer: object) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } }
  )
  const questions: { message: string }[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params)
    return { action: 'accept', ...answer }
  })
  const requestInit = { headers: { ...headers, Connection: 'close' } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  t.teardown(() => client.close())
  return { client, questions }
}

for (const revision of revisions)
  t.test(`a model cannot say that a person agrees (${revision})`, async t => {
    const { url, runs } = await host(t)
    const client = await connect(t, `${url}/mcp`, revision)
    const { tools } = await client.listTools()
    const wipe = tools.find(({ name }) => name === 'careful_wipe')
    t.strictSame(Object.keys(wipe?.inputSchema.properties ?? {}), ['topic', 'how', 'waitMs'])
    const { isError, content } = await client.callTool({
      ...vague,
      arguments: { topic: 'vague', sure: true, confirmation: 'x'.repeat(43) }
    })
    t.equal(isError, true)
    const text = JSON.stringify(content)
    t.match(text, /needs_confirmation/)
    t.match(text, /by noon/, 'what was not understood')
    t.match(text, /\/products\/careful\?action=wipe, .*HTTP API/, 'and what to do instead')
    t.notMatch(text, /token/)
    t.equal(await runs(), 0)
  })

t.test('a client that can ask asks its person, and the plan is run once they agree', async t => {
  const { url, runs, lines } = await host(t)
  const { client, questions } = await asking(t, url, { content: { confirm: true } })
  const { isError, structuredContent } = await client.callTool(vague)
  t.notOk(isError)
  t.match(structuredContent, { summary: 'Wiped vague.', detail: { topic: 'vague', runs: 1 } })
  t.equal(questions.length, 1)
  t.match(
    questions[0]?.message,
    /^Everything about vague will be gone\.\n1\. careful\.wipe .*\nNot understood: by noon$/
  )
  t.equal(await runs(), 1)
  t.notMatch(lines.join(''), /"confirmation"/)
})

t.test('a person is asked about the times of a step of which a schedule is made', async t => {
  const { url } = await host(t)
  const { client, questions } = await asking(t, url, { content: { confirm: true } })
  const schedule = { name: 'Tea', cron: '0 8 * * *', product: 'notes', action: 'latest', input: {} }
  const made = await client.callTool({ name: 'recurring_make', arguments: { asks: true, schedule } })
  t.match(questions[0]?.message, '1. notes.latest {"limit":10} on a schedule, 0 8 * * * in UTC')
  t.match(made.structuredContent, { detail: { outcome: { ok: true, schedule: { name: 'Tea' } } } })
})

for (const [what, answer] of [
  ['declines', { action: 'decline' }],
  ['closes the question', { action: 'cancel' }],
  ['sends the form as it is', { content: { confirm: false } }]
] as const)
  t.test(`nothing is done where the person ${what}`, async t => {
    const { url, runs } = await host(t)
    const { client } = await asking(t, url, answer)
    const { isError, content } = await client.callTool(vague)
    t.equal(isError, true)
    t.match(JSON.stringify(content), /did not confirm/)
    t.equal(await runs(), 0)
  })

t.test('the state of a question runs its own plan alone, and once', async t => {
  const { url, runs } = await host(t)
  const meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } }
  const send = async (name: string, more: object = {}) => {
    const params = { name, arguments: { topic: 'vague' }, _meta: meta, ...more }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return (await post(`${url}/mcp`, message, modernHeaders(name))).body.result
  }
  const { resultType, requestState, inputRequests } = await send('careful_wipe')
  t.equal(resultType, 'input_required')
  t.match(inputRequests.confirm, {
    method: 'elicitation/create',
    params: { requestedSchema: { required: ['confirm'] } }
  })
  const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
  t.match(await send('careful_count', { requestState, inputResponses }), { isError: true })
  t.match(await send('careful_wipe', { requestState: 'forged', inputResponses }), { isError: true })
  t.equal(await runs(), 0)
  const done = await send('careful_wipe', { requestState, inputResponses })
  t.match(done, { structuredContent: { detail: { runs: 1 } } })
  t.strictSame(
    (await send('careful_wipe', { requestState, inputResponses })).structuredContent.detail,
    done.structuredContent.detail
  )
  t.equal(await runs(), 1)
})

t.test('a client that can only open pages is not asked', async t => {
  const { url } = await host(t)
  const meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } }
  const params = { ...vague, _meta: meta }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { body } = await post(`${url}/mcp`, message, modernHeaders('careful_wipe'))
  t.match(body.result, { resultType: 'complete', isError: true })
})
