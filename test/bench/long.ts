import type { Generator, Measured } from './generator.js'
import type { BenchServers, ServerChoice } from './servers.js'
import { type Spread, shuffled, spreadOf } from './statistics.js'
import { setCall } from './subjects.js'

const host = { kind: 'host', store: 'memory', isolation: 'inline' } as const satisfies ServerChoice
const load = { call: setCall, connections: 64, seconds: Number.MAX_SAFE_INTEGER }

/** Memory of the host after so many requests, in bytes. */
export interface MemoryAfter {
  readonly requests: number
  readonly rss: number
  /** What is left of the heap after a collection. */
  readonly heap: number
}

/** Sends execute calls to one host, and reads its memory before the first and after every `step` of them. */
export async function measureMemory(
  servers: BenchServers,
  generator: Generator,
  step: number,
  steps: number
): Promise<readonly MemoryAfter[]> {
  const server = await servers.start({ ...host, purpose: 'memory' }, ['--expose-gc'])
  const found = [{ requests: 0, ...(await server.memory()) }]
  for (let done = 1; done <= steps; done++) {
    await generator.measure(server, { ...load, most: step })
    found.push({ requests: done * step, ...(await server.memory()) })
  }
  await server.end()
  return found
}

/** What execute costs with few and with many keys in the store. */
export interface KeysRow {
  readonly name: string
  readonly cpuMicroseconds: Spread
  /** To the host with one key, round by round. */
  readonly cpuRatio: Spread
  readonly p99Ms: Spread
}

/** Compares a host with one key, and one with a key for each of `many` accounts that one or all of them use, on SQLite. */
export async function measureKeys(
  servers: BenchServers,
  generator: Generator,
  many: number,
  rounds: number,
  seconds: number
): Promise<readonly KeysRow[]> {
  const [few, full] = [
    await servers.start({ ...host, store: 'sqlite' }),
    await servers.start({ ...host, store: 'sqlite', accounts: many })
  ]
  const cases = [
    { name: '1 key', server: few, keys: few.keys, measured: [] as Measured[] },
    {
      name: `${grouped(many)} keys, one of them calls`,
      server: full,
      keys: full.keys.slice(0, 1),
      measured: [] as Measured[]
    },
    {
      name: `${grouped(many)} keys, all of them call in turn`,
      server: full,
      keys: full.keys,
      measured: [] as Measured[]
    }
  ]
  for (const { server, keys } of cases) await generator.measure(server, { ...load, seconds, keys })
  for (let round = 0; round < rounds; round++)
    for (const { server, keys, measured } of shuffled(cases))
      measured.push(await generator.measure(server, { ...load, seconds, keys }))
  await few.end()
  await full.end()
  const first = cases[0]?.measured ?? []
  return cases.map(({ name, measured }) => ({
    name,
    cpuMicroseconds: spreadOf(measured.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    cpuRatio: spreadOf(
      measured.map(({ cpuMicroseconds }, round) => cpuMicroseconds / (first[round]?.cpuMicroseconds ?? Number.NaN))
    ),
    p99Ms: spreadOf(measured.map(({ p99Ms }) => p99Ms))
  }))
}

/** Latencies of servers in their first seconds. */
export interface ColdRow {
  readonly name: string
  readonly p50Ms: Spread
  readonly p99Ms: Spread
}

/** Starts each server again for every round, and loads it from its first moment with 64 connections. */
export async function measureCold(
  servers: BenchServers,
  generator: Generator,
  rounds: number,
  seconds: number
): Promise<readonly ColdRow[]> {
  const cases = [
    { name: 'node:http', choice: { kind: 'bare', store: 'memory' } as const, measured: [] as Measured[] },
    { name: 'Fastify 5', choice: { kind: 'fastify', store: 'memory' } as const, measured: [] as Measured[] },
    { name: 'Product Host, inline', choice: host, measured: [] as Measured[] }
  ]
  for (let round = 0; round < rounds; round++)
    for (const { choice, measured } of shuffled(cases)) {
      const server = await servers.start(choice)
      measured.push(await generator.measure(server, { ...load, seconds }))
      await server.end()
    }
  return cases.map(({ name, measured }) => ({
    name,
    p50Ms: spreadOf(measured.map(({ p50Ms }) => p50Ms)),
    p99Ms: spreadOf(measured.map(({ p99Ms }) => p99Ms))
  }))
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}
