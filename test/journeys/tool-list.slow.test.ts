import t from 'tap'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { post } from '../fixtures/mcp-client.js'

/** What the list of the shipped products may take at most, in bytes: agents load all of it into their context. */
const mostBytes = 41_000

t.test(
  'the list of the tools of all shipped products is one that a client can afford',
  { timeout: 230_000 },
  async t => {
    const host = await startProcess(t, await dataFolder(t))
    const list = async (query: string) => {
      const { body } = await post(`${host.url}/mcp${query}`, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const { tools } = body.result
      return { tools, bytes: Buffer.byteLength(JSON.stringify(tools)) }
    }
    const [short, full] = [await list(''), await list('?outputSchemas=true')]
    t.comment(`${short.tools.length} tools: ${short.bytes} bytes, ${full.bytes} with the schemas of answers`)
    t.equal(full.tools.length, short.tools.length)
    t.ok(full.tools.every((tool: object) => 'outputSchema' in tool))
    t.ok(short.tools.length >= 18)
    t.ok(short.bytes <= mostBytes, `${short.bytes} bytes`)
  }
)
