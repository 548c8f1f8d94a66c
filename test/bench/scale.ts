/**
 * What a host costs with much in its store: CPU time of a request, and of a host that is not called, with so many accounts and with a
 * hundredth of them, in turns. Each account has ten keys, a hundred records and a job that is not due. Prints a table, and the size of the
 * store. On PostgreSQL, each of the two has a server of its own, whose CPU time is measured too.
 * `npx node dist-test/bench/scale.js [accounts] [sqlite|postgres]`
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.js'
import { Generator } from './generator.js'
import { fillStore, type StoreChoice } from './host.js'
import { install } from './install.js'
import { cpuOfPostgres, memoryOfPostgres } from './postgres-processes.js'
import { Program } from './program.js'
import type { ServerReady } from './server.js'
import { BenchServer } from './servers.js'
import { quantile } from './statistics.js'
import { type Call, post, setCall } from './subjects.js'

const accounts = Number(process.argv[2] ?? 100_000)
const store = process.argv[3] === 'postgres' ? 'postgres' : 'sqlite'
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
  readonly server: BenchServer
  readonly postgres: PostgresServer | undefined
  readonly folder: string
  readonly measured: Map<string, number[]>
}

const ends: (() => unknown)[] = []
const deployment = await install({ bench: { source, entry: { isolation: 'inline' } } })
ends.push(() => rm(deployment, { recursive: true }))
const generator = await Generator.start()
ends.push(() => generator.end())
try {
  await compare([await filled(accounts / 100), await filled(accounts)])
} finally {
  for (const end of ends.toReversed()) await end()
}

async function compare(sizes: readonly Filled[]): Promise<void> {
  for (const each of sizes) {
    await printSize(each)
    await measure({ ...each, measured: new Map() }, 1)
  }
  for (let round = 0; round < rounds; round++) for (const each of sizes) await measure(each, seconds)
  for (let round = 0; round < 3; round++) for (const each of sizes) await measureIdle(each)
  print(sizes)
  for (const each of sizes) await printSize(each)
}

async function filled(count: number): Promise<Filled> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-scale-'))
  ends.push(() => rm(folder, { recursive: true }))
  const ending = { teardown: (end: () => unknown) => void ends.push(end) }
  const postgres = store === 'postgres' ? await startPostgres(ending, { max_wal_size: '8GB' }) : undefined
  const choice: StoreChoice = { store, folder, ...(postgres && { url: postgres.url }) }
  const begun = performance.now()
  const records = await fillStore(choice, count)
  process.stderr.write(`${records} records in ${Math.round((performance.now() - begun) / 1000)} s\n`)
  const file = join(deployment, 'product-host.json')
  const options = { kind: 'host', ...choice, deployment: file, accounts: callers } as const
  const server = new BenchServer(await Program.start<ServerReady>('server', options))
  ends.push(() => server.end())
  return { accounts: count, records, server, postgres, folder, measured: new Map() }
}

/** The size of a store, and the memory of its host. */
async function printSize({ accounts, records, server, postgres, folder }: Filled): Promise<void> {
  const mebibytes = (bytes: unknown) => `${Math.round(Number(bytes) / 1024 / 1024)} MiB`
  const [host, sizes] = [`host ${mebibytes((await server.memory()).rss)}`, `${accounts} accounts, ${records} records`]
  if (!postgres) {
    const { size } = await stat(join(folder, 'store.sqlite'))
    return console.log(`${sizes}: ${mebibytes(size)}, ${host}`)
  }
  const [row] = await postgres.sql(
    "SELECT pg_table_size(oid) AS of_table, pg_indexes_size(oid) AS of_indexes FROM pg_class WHERE relname = 'record'"
  )
  const own = memoryOfPostgres(postgres)
  console.log(
    `${sizes}: table ${mebibytes(row?.of_table)}, indexes ${mebibytes(row?.of_indexes)}, server ${mebibytes(own)}, ${host}`
  )
}

async function measure({ server, postgres, measured }: Filled, seconds: number): Promise<void> {
  const one = server.keys.slice(0, 1)
  const cases = {
    'execute: set': { call: setCall, keys: one },
    'execute: list': { call: listCall, keys: one },
    'execute, keys in turn': { call: listCall, keys: server.keys },
    usage: { call: usageCall, keys: one }
  }
  for (const [name, { call, keys }] of Object.entries(cases)) {
    const before = postgres ? cpuOfPostgres(postgres) : 0
    const { cpuMicroseconds, requests } = await generator.measure(server, { call, keys, connections, seconds })
    note(measured, name, cpuMicroseconds)
    if (postgres) note(measured, `${name}; PostgreSQL`, (cpuOfPostgres(postgres) - before) / requests)
  }
}

function note(measured: Map<string, number[]>, name: string, value: number): void {
  measured.set(name, [...(measured.get(name) ?? []), value])
}

/** Due jobs are looked for several times a second. */
async function measureIdle({ server, postgres, measured }: Filled): Promise<void> {
  await delay(1_000)
  const [before, ofPostgres] = [await server.cpu(), postgres ? cpuOfPostgres(postgres) : 0]
  await delay(idleSeconds * 1_000)
  note(measured, 'not called, a second', ((await server.cpu()) - before) / idleSeconds)
  if (postgres) note(measured, 'not called, a second; PostgreSQL', (cpuOfPostgres(postgres) - ofPostgres) / idleSeconds)
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
  console.log(`CPU time of the host${small.postgres ? ', and of its PostgreSQL' : ''}, in microseconds:`)
  console.table(rows)
}
