/**
 * What a host costs with much in its store: CPU time of a request, and of a host that is not called, with so many accounts and with a
 * hundredth of them, in turns. Each account has ten keys, a hundred records and a job that is not due. Prints a table, and the size of the
 * store. `npx node dist-test/bench/scale.js [accounts]`
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Generator } from './generator.js'
import { fillStore } from './host.js'
import { install } from './install.js'
import { Program } from './program.js'
import type { ServerReady } from './server.js'
import { BenchServer } from './servers.js'
import { quantile } from './statistics.js'
import { type Call, post, setCall } from './subjects.js'

const accounts = Number(process.argv[2] ?? 100_000)
const [rounds, seconds, connections] = [7, 1, 16]
/** How many accounts call in turn: more than a host remembers the keys of for the five seconds that it trusts them. */
const callers = 60_000
const idleSeconds = 5

const source = `
import { defineAction, defineProduct, STORAGE, Type } from '@product-host/sdk'
const Task = { key: Type.String({ maxLength: 100 }), text: Type.String({ maxLength: 200 }), priority: Type.Integer() }
const parts = { title: 'Tasks', description: 'Of the benchmark.', metrics: Type.Object({}), needs: { storage: STORAGE } }
const set = defineAction({
  ...parts, effect: 'write', idempotent: true, input: Type.Object(Task), detail: Type.Object(Task),
  examples: [{ title: 'One', input: { key: 'shopping', text: 'milk', priority: 3 } }],
  async run({ key, text, priority }, { storage }) {
    await storage.set('task:' + key, { text, priority })
    return { summary: 'Stored.', metrics: {}, detail: { key, text, priority } }
  }
})
const list = defineAction({
  ...parts, effect: 'read', input: Type.Object({}), detail: Type.Object({ tasks: Type.Integer() }),
  examples: [{ title: 'All', input: {} }],
  async run(_input, { storage }) {
    const tasks = await storage.list('task:', { limit: 20 })
    return { summary: 'Listed.', metrics: {}, detail: { tasks: tasks.length } }
  }
})
export default defineProduct({
  slug: 'bench', title: 'Bench', description: 'Stores tasks.', version: '1.0.0', actions: { set, list }
})`

const listCall: Call = {
  requests: key => [post('/api/v1/products/bench/execute', key, { action: 'list' })],
  status: 200,
  contains: '"ok":true'
}
const usageCall: Call = {
  requests: key => [`GET /api/v1/products/usage HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`],
  status: 200,
  contains: '"totals"'
}

/** A host over a store of its own. */
interface Filled {
  readonly accounts: number
  readonly records: number
  readonly bytes: number
  readonly server: BenchServer
  readonly folder: string
  readonly measured: Map<string, number[]>
}

const deployment = await install({ bench: { source, entry: { isolation: 'inline' } } })
const generator = await Generator.start()
const sizes = [await filled(accounts / 100), await filled(accounts)]
for (const { server } of sizes) await measure(server, new Map(), 1)
for (let round = 0; round < rounds; round++)
  for (const { server, measured } of sizes) await measure(server, measured, seconds)
for (const { server, measured } of sizes) await measureIdle(server, measured)
print(sizes)
for (const { server, folder } of sizes) {
  await server.end()
  await rm(folder, { recursive: true })
}
await generator.end()
await rm(deployment, { recursive: true })

async function filled(count: number): Promise<Filled> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-scale-'))
  const choice = { store: 'sqlite', folder } as const
  const begun = performance.now()
  const records = await fillStore(choice, count)
  process.stderr.write(`${records} records in ${Math.round((performance.now() - begun) / 1000)} s\n`)
  const file = join(deployment, 'product-host.json')
  const options = { kind: 'host', ...choice, deployment: file, accounts: callers } as const
  const server = new BenchServer(await Program.start<ServerReady>('server', options))
  const { size: bytes } = await stat(join(folder, 'store.sqlite'))
  return { accounts: count, records, bytes, server, folder, measured: new Map() }
}

async function measure(server: BenchServer, measured: Map<string, number[]>, seconds: number): Promise<void> {
  const one = server.keys.slice(0, 1)
  const cases = {
    'execute: set': { call: setCall, keys: one },
    'execute: list': { call: listCall, keys: one },
    'execute, keys in turn': { call: listCall, keys: server.keys },
    usage: { call: usageCall, keys: one }
  }
  for (const [name, { call, keys }] of Object.entries(cases)) {
    const { cpuMicroseconds } = await generator.measure(server, { call, keys, connections, seconds })
    measured.set(name, [...(measured.get(name) ?? []), cpuMicroseconds])
  }
}

/** Due jobs are looked for several times a second. */
async function measureIdle(server: BenchServer, measured: Map<string, number[]>): Promise<void> {
  await delay(1_000)
  const before = await server.cpu()
  await delay(idleSeconds * 1_000)
  measured.set('not called, a second', [((await server.cpu()) - before) / idleSeconds])
}

function print([small, large]: readonly Filled[]): void {
  if (!small || !large) return
  const rows = Object.fromEntries(
    Array.from(small.measured.keys(), name => {
      const [few, many] = [small, large].map(({ measured }) => measured.get(name) ?? [])
      const ratios = many?.map((value, round) => value / (few?.[round] ?? Number.NaN)).toSorted((a, b) => a - b) ?? []
      const middle = (values: readonly number[] = []) =>
        Math.round(
          quantile(
            values.toSorted((a, b) => a - b),
            0.5
          )
        )
      return [name, { few: middle(few), many: middle(many), ratio: Number(quantile(ratios, 0.5).toFixed(2)) }]
    })
  )
  for (const { accounts, records, bytes } of [small, large])
    console.log(`${accounts} accounts: ${records} records, ${Math.round(bytes / 1024 / 1024)} MiB`)
  console.log('CPU time of the host, in microseconds:')
  console.table(rows)
}
