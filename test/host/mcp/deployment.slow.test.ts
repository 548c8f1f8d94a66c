import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../../fixtures/host-process.js'
import { connect, modernMeta, revisions } from '../../fixtures/mcp-client.js'
import { operator } from '../../fixtures/operator-cli.js'
import { root } from '../../fixtures/root.js'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies as they come
function json(reply: Response): Promise<any> {
  return reply.json()
}

t.test('the repository’s own deployment over the protocol', { timeout: 230_000 }, async t => {
  const host = await startProcess(t, await dataFolder(t))
  const headers = { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' }
  const execute = async (slug: string, body: object) => {
    const reply = await fetch(`${host.url}/api/v1/products/${slug}/execute`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body)
    })
    return json(reply)
  }
  const described = async (path: string) => json(await fetch(`${host.url}/api/v1/products${path}`))

  interface Described {
    readonly slug: string
    readonly actions: readonly {
      readonly name: string
      readonly examples: readonly { readonly input: Readonly<Record<string, unknown>> }[]
    }[]
  }
  const { products } = await described('')
  const descriptions: readonly Described[] = await Promise.all(
    products.map(({ slug }: Described) => described(`/${slug}/execute`))
  )
  const actions = descriptions.flatMap(({ slug, actions }) =>
    actions.map(({ name, examples }) => ({ slug, name, tool: `${slug}_${name}`, input: examples[0]?.input ?? {} }))
  )

  for (const revision of revisions)
    t.test(`all seventeen actions over ${revision}`, async t => {
      const client = await connect(t, `${host.url}/mcp`, revision)
      const { tools } = await client.listTools()
      t.equal(actions.length, 17)
      t.strictSame(
        tools.map(({ name }) => name),
        ['find_tool', 'runs_start', 'runs_status', 'runs_cancel', ...actions.map(({ tool }) => tool)]
      )
      for (const { slug, name, tool, input } of actions) {
        const { action, ...sent } = input
        const result = await client.callTool({ name: tool, arguments: sent })
        const { ok } = await execute(slug, { ...sent, action: name })
        t.equal(result.isError === true, !ok, tool)
      }
      await client.callTool({ name: 'core_remember', arguments: { key: 'colour', value: revision } })
      t.match(await client.callTool({ name: 'core_recall', arguments: { key: 'colour' } }), {
        structuredContent: { detail: { items: [{ key: 'colour', value: revision }] } }
      })
    })

  t.test('a local client on stdio', async t => {
    const clientOf = async (revision: (typeof revisions)[number], ...more: string[]) => {
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } } }
      )
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [join(root, 'host/dist/cli.js'), 'mcp', '--url', host.url, ...more],
          env: { PATH: process.env.PATH ?? '', PRODUCT_HOST_KEY: demoKey }
        })
      )
      t.teardown(() => client.close())
      return client
    }
    for (const revision of revisions) {
      const client = await clientOf(revision)
      t.equal((await client.listTools()).tools.length, 21)
      await client.callTool({ name: 'core_remember', arguments: { key: 'shape', value: 'round' } })
      t.match(await client.callTool({ name: 'core_recall', arguments: { key: 'shape' } }), {
        structuredContent: { detail: { items: [{ key: 'shape', value: 'round' }] } }
      })
      await t.rejects(client.callTool({ name: 'none', arguments: {} }), { code: -32_602 })
    }
    const core = await clientOf('2026-07-28', '--product', 'core')
    t.ok((await core.listTools()).tools.every(({ name, outputSchema }) => !name.startsWith('core_') && !outputSchema))
    const full = await clientOf('2026-07-28', '--product', 'core', '--output-schemas')
    t.ok((await full.listTools()).tools.every(({ outputSchema }) => outputSchema))
  })

  t.test('the command says what is wrong', async t => {
    const message = '{"jsonrpc":"2.0","id":7,"method":"ping"}\n'
    t.match(await operator({}).run('mcp'), { code: 1, error: /Set PRODUCT_HOST_KEY/ })
    const { out } = await operator({ PRODUCT_HOST_KEY: 'phk_wrong' }).say(message, 'mcp', '--url', host.url)
    t.match(JSON.parse(out), { id: 7, error: { code: -32_000, data: { code: 'invalid_key', status: 401 } } })
    const taskId = `run_${'0'.repeat(26)}`
    const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
    const _meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': capabilities }
    const get = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tasks/get', params: { taskId, _meta } })
    const unknown = await operator({ PRODUCT_HOST_KEY: demoKey }).say(`${get}\n`, 'mcp', '--url', host.url)
    t.match(JSON.parse(unknown.out), { id: 7, error: { code: -32_602, data: { code: 'not_found' } } })
    const unreachable = await operator({ PRODUCT_HOST_KEY: demoKey }).say(message, 'mcp', '--url', 'http://127.0.0.1:9')
    t.match(JSON.parse(unreachable.out), { id: 7, error: { message: /could not be used/ } })
  })

  t.test('the guide and the index name every action', async t => {
    const guide = await (await fetch(`${host.url}/agent.md`)).text()
    for (const { tool } of actions) t.match(guide, `\`${tool}\``)
    const index = await fetch(`${host.url}/llms.txt`)
    t.match(index.headers.get('content-type'), 'text/plain')
    const text = await index.text()
    for (const { slug } of descriptions) t.match(text, `/api/v1/products/${slug}/execute`)
    const etag = index.headers.get('etag') ?? ''
    t.equal((await fetch(`${host.url}/llms.txt`, { headers: { 'If-None-Match': etag } })).status, 304)
  })
})
