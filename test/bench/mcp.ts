/**
 * What a call over the Model Context Protocol costs beside the same call by execute: CPU time of the host's process for one call of
 * `bench.set` on the store in memory, and the ratio, medians of the rounds. Revision 2026-07-28, 64 connections.
 * `npx node dist-test/bench/mcp.js [rounds]`
 */
import { Generator } from './generator.js'
import { BenchServers } from './servers.js'
import { spreadOf } from './statistics.js'
import { type Call, setCall } from './subjects.js'

const rounds = Number(process.argv[2] ?? 10)
const seconds = 2

const version = '2026-07-28'
const toolMessage = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'bench_set',
    arguments: { key: 'shopping', text: 'milk and bread', priority: 3 },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {}
    }
  }
})

/** The same call as a tool. */
const toolCall: Call = {
  requests: key => [
    [
      'POST /mcp HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `MCP-Protocol-Version: ${version}`,
      'Mcp-Method: tools/call',
      'Mcp-Name: bench_set',
      `Content-Length: ${Buffer.byteLength(toolMessage)}`,
      '',
      toolMessage
    ].join('\r\n')
  ],
  status: 200,
  contains: '"structuredContent"'
}

const servers = new BenchServers()
const generator = await Generator.start()
try {
  // A server for each, so that neither call changes how the other one is compiled.
  const execute = await servers.start({ kind: 'host', store: 'memory', purpose: 'execute' })
  const mcp = await servers.start({ kind: 'host', store: 'memory', purpose: 'mcp' })
  const measure = async (isTool: boolean) => {
    const [server, call] = isTool ? [mcp, toolCall] : [execute, setCall]
    return (await generator.measure(server, { call, connections: 64, seconds })).cpuMicroseconds
  }
  await measure(false)
  await measure(true)
  const taken = { execute: [] as number[], mcp: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    taken.execute.push(await measure(false))
    taken.mcp.push(await measure(true))
  }
  const ratios = taken.mcp.map((microseconds, round) => microseconds / (taken.execute[round] ?? Number.NaN))
  const rounded = ({ median, min, max }: ReturnType<typeof spreadOf>, digits: number) => ({
    median: median.toFixed(digits),
    min: min.toFixed(digits),
    max: max.toFixed(digits)
  })
  console.table({
    'execute, µs': rounded(spreadOf(taken.execute), 1),
    'tools/call, µs': rounded(spreadOf(taken.mcp), 1),
    ratio: rounded(spreadOf(ratios), 2)
  })
} finally {
  await generator.end()
  await servers.end()
}
