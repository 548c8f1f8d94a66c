import t from 'tap'
import { modernHeaders, modernMeta, post } from '../../fixtures/mcp-client.js'
import { start } from '../../fixtures/start-host.js'

const name = 'notes_add'
const encodedName = `=?base64?${Buffer.from(name).toString('base64')}?=`

t.test('calls that need nothing of the protocol’s server are answered as it answers them', async t => {
  const { url } = await start(t)
  const answer = async (meta: object, headers: Readonly<Record<string, string>>, sent: object, id: string | number) => {
    const params = { name, arguments: sent, _meta: meta }
    const { status, body } = await post(`${url}/mcp`, { jsonrpc: '2.0', id, method: 'tools/call', params }, headers)
    return { status, body: JSON.parse(withoutIds(JSON.stringify(body))) }
  }
  for (const sent of [{ text: 'milk' }, { text: 'dull' }, { text: 'blank' }, {}, { text: 'a', more: 1 }])
    for (const id of [7, 'seven']) {
      const plain = await answer(modernMeta, modernHeaders(name), sent, id)
      t.equal(plain.status, 200)
      t.equal(plain.body.result.resultType, 'complete')
      t.strictSame(plain, await answer(modernMeta, modernHeaders(encodedName), sent, id))
      const extended = {
        ...modernMeta,
        'io.modelcontextprotocol/clientCapabilities': { extensions: { 'a/b': { c: 1 } } }
      }
      t.strictSame(await answer(extended, modernHeaders(name), sent, id), plain)
      t.strictSame(await answer(extended, modernHeaders(encodedName), sent, id), plain)
      const legacy = await answer({}, { 'MCP-Protocol-Version': '2025-11-25' }, sent, id)
      t.equal(legacy.body.result.resultType, undefined)
      t.strictSame(legacy, await answer({ progressToken: 1 }, { 'MCP-Protocol-Version': '2025-11-25' }, sent, id))
    }
})

/** A text of JSON with what differs from call to call replaced. */
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<request>').replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '<note>')
}

t.test('what is not certain is left to the protocol’s server, which refuses what is wrong', async t => {
  const { url } = await start(t)
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { text: 'milk' }, _meta: modernMeta }
  }
  const statusOf = async (sent: unknown, headers: Readonly<Record<string, string>>) => {
    const { status, body } = await post(`${url}/mcp`, sent, headers)
    return [status, body?.error?.code]
  }
  const good = modernHeaders(name)
  t.strictSame(await statusOf(message, good), [200, undefined])
  t.strictSame(await statusOf(message, { ...good, 'Mcp-Name': 'notes_latest' }), [400, -32_020])
  t.strictSame(await statusOf(message, { ...good, 'Mcp-Method': 'tools/list' }), [400, -32_020])
  t.strictSame(await statusOf(message, { ...good, 'MCP-Protocol-Version': '2025-11-25' }), [400, -32_020])
  const { 'io.modelcontextprotocol/clientCapabilities': _without, ...meta } = modernMeta
  t.strictSame(await statusOf({ ...message, params: { ...message.params, _meta: meta } }, good), [400, -32_602])
  t.strictSame(await statusOf({ ...message, params: { ...message.params, arguments: [] } }, good), [200, -32_602])
  t.strictSame(await statusOf({ ...message, jsonrpc: '1.0' }, good), [400, -32_600])
  t.strictSame(
    await statusOf({ ...message, params: { ...message.params, _meta: {} } }, { Accept: 'text/html, */*;q=0' }),
    [406, -32_000]
  )
})

t.test('every call is answered in a type that its client accepts', async t => {
  const { url } = await start(t)
  const json = 'application/json'
  const stream = 'text/event-stream'
  const send = async (
    method: string,
    params: object,
    Accept: string,
    headers: Readonly<Record<string, string>> = {}
  ) => {
    const sent = { jsonrpc: '2.0', id: 1, method, params }
    const reply = await post(`${url}/mcp`, sent, { 'MCP-Protocol-Version': '2025-11-25', ...headers, Accept })
    return [reply.status, reply.headers.get('content-type')?.split(';')[0], reply.body?.id]
  }
  const call = { name, arguments: { text: 'milk' } }
  const calls = [
    ['tools/list', {}],
    ['tools/call', call],
    ['tools/call', { ...call, _meta: { progressToken: 1 } }]
  ] as const
  for (const [method, params] of calls) {
    for (const accept of [json, 'Application/JSON; charset=utf-8', 'application/*', `${stream};q=0, */*`])
      t.strictSame(await send(method, params, accept), [200, json, 1], accept)
    for (const accept of [stream, 'TEXT/Event-Stream', 'text/*', `${json};q=0, */*;q=0.1`])
      t.strictSame(await send(method, params, accept), [200, stream, 1], accept)
    for (const accept of ['*/*', '', `${stream.toUpperCase()},${json}`])
      t.match(await send(method, params, accept), [200, String, 1], accept)
    t.match(await send(method, params, 'text/html'), [406], 'in neither')
  }
  const modern = { ...call, _meta: modernMeta }
  t.strictSame(await send('tools/call', modern, '*/*', modernHeaders(name)), [200, json, 1])
  t.strictSame(await send('tools/call', modern, stream, modernHeaders(name)), [200, stream, 1])
})
