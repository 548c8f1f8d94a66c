import t from 'tap'
import { demoAccount, demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { publicActions } from '../../../host/dist/products/describe.js'
import { connect, revisions } from '../../fixtures/mcp-client.js'
import { galleryPlugin, notesPlugin, reexport, start } from '../../fixtures/start-host.js'

const plugins = { '@test/test': reexport('./products/mcp-conformance.js', 'fixture'), ...notesPlugin }

/** The host's own tools. */
const hostTools = ['find_tool', 'runs_start', 'runs_status', 'runs_cancel']

/** What a failed call says: the second text of its result. */
function failure({ content }: { content: readonly { type: string }[] }) {
  const [, said] = content
  return said && 'text' in said && typeof said.text === 'string' ? JSON.parse(said.text) : undefined
}

const headers = {
  Authorization: `Bearer ${demoKey}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream'
}

/** What a message of each revision carries beside its parameters. */
const envelope = {
  '2025-11-25': {},
  '2026-07-28': {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {}
  }
}

for (const revision of revisions)
  t.test(`over ${revision}`, async t => {
    const { url, call, host, lines, keys } = await start(t, { plugins })
    const client = await connect(t, `${url}/mcp`, revision)

    t.test('tools are listed as they are declared, with every hint', async t => {
      const { tools } = await client.listTools()
      t.strictSame(
        tools.map(({ name }) => name),
        [...hostTools, ...actions('test'), ...actions('notes')]
      )
      t.match(
        tools.find(({ name }) => name === 'notes_add'),
        {
          title: 'Add a note',
          description: 'Keeps one short text.',
          annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
          inputSchema: { type: 'object', required: ['text'] },
          outputSchema: undefined
        }
      )
      const full = await connect(t, `${url}/mcp?outputSchemas=true`, revision)
      const listed = (await full.listTools()).tools
      const outputSchema = { type: 'object', required: ['summary', 'metrics', 'detail', 'requestId'] }
      t.match(
        listed.find(({ name }) => name === 'notes_add'),
        { outputSchema }
      )
      t.match(
        listed.find(({ name }) => name === 'find_tool'),
        { outputSchema: { required: ['tools'] } }
      )
      t.strictSame(
        listed.map(({ outputSchema: _schema, ...tool }) => tool),
        tools,
        'nothing else is left out'
      )
      t.match(await full.callTool({ name: 'notes_add', arguments: { text: 'rye' } }), {
        structuredContent: { detail: { text: 'rye' } }
      })
      t.notMatch(
        tools.find(({ name }) => name === 'notes_add'),
        { inputSchema: { properties: { action: {} } } }
      )
      const one = await connect(t, `${url}/mcp/notes`, revision)
      t.strictSame(
        (await one.listTools()).tools.map(({ name }) => name),
        actions('notes').map(name => name.replace('notes_', ''))
      )
    })

    function actions(slug: string): readonly string[] {
      const product = host.products.find(each => each.slug === slug)
      return product ? publicActions(product).map(([name]) => `${slug}_${name}`) : []
    }

    t.test('a result is structured and says the same in text', async t => {
      const result = await client.callTool({ name: 'notes_add', arguments: { text: 'milk', colour: 'red' } })
      t.match(result, {
        structuredContent: {
          summary: /^Kept note/,
          metrics: { characters: 4 },
          detail: { text: 'milk', ignoredFields: ['colour'] },
          requestId: String
        }
      })
      t.not(result.isError, true)
      const [summary, json] = result.content.map(part => (part.type === 'text' ? part.text : ''))
      t.match(summary, /^Kept note/)
      t.strictSame(JSON.parse(json ?? ''), result.structuredContent)
    })

    t.test('what a caller can fix is an error of the tool with code, fix, retryable and request id', async t => {
      const refusal = async (name: string, sent: Record<string, unknown> = {}) => {
        const result = await client.callTool({ name, arguments: sent })
        t.equal(result.isError, true)
        t.equal(result.structuredContent, undefined)
        return failure(result)
      }
      t.match(await refusal('notes_add'), {
        code: 'invalid_input',
        fix: String,
        retryable: false,
        requestId: String,
        errors: [{ pointer: '#/text' }]
      })
      t.match(await refusal('notes_add', { text: 'a\u0000b' }), {
        errors: [{ pointer: '#/text', code: 'control_character' }]
      })
      t.match(await refusal('notes_add', { text: 'blank' }), { code: 'invalid_input', fix: 'Send a text.' })
      t.match(await refusal('notes_add', { text: 'dull' }), {
        code: 'too_dull',
        message: 'That says nothing.',
        fix: 'The note says nothing.',
        retryable: false,
        error: { code: 'too_dull' },
        hint: 'Be bold.'
      })
      t.match(await refusal('test_bug'), { code: 'product_error', retryable: false })
      t.match(await refusal('find_tool', { query: '' }), { code: 'invalid_input' })
    })

    t.test('an unknown tool is an error of the protocol', async t => {
      await t.rejects(client.callTool({ name: 'notes_nothing', arguments: {} }), { code: -32_602 })
      const one = await connect(t, `${url}/mcp/notes`, revision)
      await t.rejects(one.callTool({ name: 'find_tool', arguments: { query: 'note' } }), { code: -32_602 })
    })

    t.test('progress reaches a client that asks for it', async t => {
      const reports: object[] = []
      const onprogress = (progress: object) => void reports.push(progress)
      await client.callTool({ name: 'test_tool_with_progress', arguments: {} }, { onprogress })
      t.strictSame(reports, [
        { progress: 0, total: 100, message: '0 of 100' },
        { progress: 50, total: 100, message: '50 of 100' },
        { progress: 100, total: 100, message: '100 of 100' }
      ])
      t.match(await client.callTool({ name: 'test_tool_with_progress', arguments: {} }), {
        structuredContent: { summary: 'Reported three times.' }
      })
      t.match(await client.callTool({ name: 'test_nested', arguments: {} }, { onprogress }), {
        structuredContent: { detail: { ok: true } }
      })
      t.equal(reports.length, 3)
    })

    t.test(
      'of reports that follow each other too closely, the last one reaches the client before the result',
      async t => {
        const reports: object[] = []
        const onprogress = (progress: object) => void reports.push(progress)
        await client.callTool({ name: 'test_hasty', arguments: {} }, { onprogress })
        t.strictSame(reports, [
          { progress: 1, total: 3 },
          { progress: 3, total: 3 }
        ])
      }
    )

    t.test('a client that closes the stream ends the call', async t => {
      const controller = new AbortController()
      const params = { name: 'test_slow', arguments: {}, _meta: { ...envelope[revision], progressToken: 1 } }
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { ...headers, 'MCP-Protocol-Version': revision, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'test_slow' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        signal: controller.signal
      })
      const { value } = (await response.body?.getReader().read()) ?? {}
      t.match(Buffer.from(value ?? []).toString(), /notifications\/progress/)
      controller.abort()
      const isOver = () => lines.some(line => line.includes('"action":"slow"') && line.includes('"status":499'))
      while (!isOver()) await new Promise(resolve => setTimeout(resolve, 10))
      t.ok(isOver())
    })

    t.test('find_tool returns the tools that suit a task', async t => {
      t.match(await client.callTool({ name: 'find_tool', arguments: { query: 'keep a short note', limit: 1 } }), {
        structuredContent: { tools: [{ name: 'notes_add', inputSchema: { required: ['text'] } }] }
      })
      t.match(await client.callTool({ name: 'find_tool', arguments: { query: 'xyzzy' } }), {
        structuredContent: { tools: [] }
      })
    })

    t.test('the guide and the descriptions are resources', async t => {
      const { resources } = await client.listResources()
      t.strictSame(
        resources.map(({ uri }) => uri),
        ['product-host://agent.md', 'product-host://products/test', 'product-host://products/notes']
      )
      const { contents } = await client.readResource({ uri: 'product-host://products/notes' })
      const [described] = contents.map(each => ('text' in each ? JSON.parse(each.text) : undefined))
      t.strictSame(described, (await call('GET', '/api/v1/products/notes/execute')).body)
      t.match((await client.readResource({ uri: 'product-host://agent.md' })).contents, [
        { text: /`notes_add` \(write\)/ }
      ])
      await t.rejects(client.readResource({ uri: 'product-host://products/none' }), { code: -32_602 })
    })

    t.test('a key sees and runs what its scopes allow', async t => {
      const { key } = await keys.create(demoAccount, 'notes only', undefined, ['notes:execute'])
      const other = await connect(t, `${url}/mcp`, revision, key)
      const { tools } = await other.listTools()
      t.strictSame(
        tools.map(({ name }) => name),
        [...hostTools, ...actions('notes')]
      )
      const result = await other.callTool({ name: 'test_simple_text', arguments: {} })
      t.equal(result.isError, true)
      t.match(failure(result), { code: 'insufficient_scope' })
      t.equal((await other.listResources()).resources.length, 2)
    })
  })

t.test('how answers are shown to people is described, and is no part of a tool', async t => {
  const { url, call } = await start(t, { plugins: galleryPlugin })
  const client = await connect(t, `${url}/mcp?outputSchemas=true`, '2025-11-25')
  const { tools } = await client.listTools()
  const shown = tools.find(({ name }) => name === 'gallery_show')
  t.match(shown?.outputSchema, { properties: { detail: { properties: { state: { type: 'string' } } } } })
  t.notMatch(JSON.stringify(tools), 'x-view')
  const { actions } = (await call('GET', '/api/v1/products/gallery/execute')).body
  t.match(actions[0].outputSchema.oneOf[0].properties.detail['x-view'], [{ view: 'status', value: '/state' }])
})

/** A plugin whose action takes a stored record, in a list and beside a property with the name of the annotation. */
const pins = {
  '@test/pins': `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const Pin = Type.Object({ note: Type.String({ title: 'Note', 'x-record': 'note:' }), 'x-record': Type.String(), title: Type.String() })
    const pin = defineAction({
      title: 'Pin', description: 'Pins.', effect: 'read', input: Type.Object({ pins: Type.Array(Pin) }),
      detail: Type.Object({}), examples: [{ title: 'None', input: { pins: [] } }], run: () => ({ summary: 'Pinned.', detail: {} })
    })
    export default defineProduct({
      slug: 'pins', title: 'Pins', description: 'Pins.', version: '1.0.0', actions: { pin },
      recordKinds: { 'note:': { title: 'Note' } }
    })`
}

t.test('how forms show a field and which records it names is described, and is no part of a tool', async t => {
  const { url, call } = await start(t, { plugins: pins })
  const client = await connect(t, `${url}/mcp`, '2025-11-25')
  const { tools } = await client.listTools()
  const { inputSchema } = tools.find(({ name }) => name === 'pins_pin') ?? {}
  t.strictSame(inputSchema?.properties, {
    pins: {
      type: 'array',
      items: {
        type: 'object',
        properties: { note: { type: 'string' }, 'x-record': { type: 'string' }, title: { type: 'string' } },
        required: ['note', 'x-record', 'title']
      }
    }
  })
  const { actions } = (await call('GET', '/api/v1/products/pins/execute')).body
  t.match(actions[0].inputSchema.properties.pins.items.properties.note, { title: 'Note', 'x-record': 'note:' })
})
