import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../fixtures/root.js'
import type { ColdRow, KeysRow, MemoryAfter } from './long.js'
import type { Effort, Row } from './rounds.js'
import type { StartUp } from './start-up.js'
import type { Spread } from './statistics.js'
import type { StoreRow } from './storage.js'

/** Everything that one run of the benchmark measured; what was left out is undefined. */
export interface Results {
  readonly effort: Effort
  /** The machine's load average over a minute during the run, its own load included. */
  readonly load: Spread
  readonly rows: readonly Row[]
  readonly storeServers: readonly string[]
  readonly stores: readonly StoreRow[] | undefined
  readonly startUp: StartUp | undefined
  readonly memory: readonly MemoryAfter[] | undefined
  readonly keys: readonly KeysRow[] | undefined
  readonly cold: readonly ColdRow[] | undefined
  readonly minutes: number
}

/** The results as Markdown. */
export function report(results: Results): string {
  const { rows, effort, load, stores, startUp, memory, keys, cold, minutes } = results
  const groups = [...new Set(rows.map(({ subject }) => subject.group))]
  const sections = [
    '# Benchmark results',
    `${where()}. ${effort.rounds} rounds of ${effort.seconds} s a measurement, ${minutes.toFixed(0)} minutes in ` +
      `all; load average ${fixed(load, 1)} on ${cpus().length} cores.`,
    'Every value is the median of the rounds, with the least and the greatest in brackets. A ratio compares two measurements of ' +
      'the same round, so that load from elsewhere affects both. CPU is the CPU time of the server process for one request, ' +
      'all its threads, without the load generator and without Redis and PostgreSQL. [README.md](README.md) says what each server does.',
    results.storeServers.length === 2
      ? ''
      : 'Redis or PostgreSQL is not installed on this machine, and nothing was measured on it.',
    ...groups.map(group =>
      groupTable(
        group,
        rows.filter(({ subject }) => subject.group === group)
      )
    ),
    stores ? storesTable(stores) : '',
    startUp ? startUpTable(startUp) : '',
    memory ? memoryTable(memory) : '',
    keys ? keysTable(keys) : '',
    cold ? coldTable(cold) : ''
  ]
  return `${sections.filter(section => section !== '').join('\n\n')}\n`
}

function where(): string {
  const day = new Date().toISOString().slice(0, 10)
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const packages = ['fastify', 'express', 'pino', 'ajv'].map(name => `${name} ${versionOf(name)}`).join(', ')
  return `${day}, ${machine}, ${process.platform} ${release()}, Node ${process.versions.node}, ${packages}, commit ${commit()}`
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function groupTable(group: string, rows: readonly Row[]): string {
  const hasFastify = rows.some(({ cpuToFastify }) => cpuToFastify !== undefined)
  const heads = ['CPU to node:http', ...(hasFastify ? ['CPU to Fastify'] : []), 'requests/s to node:http']
  if (hasFastify) heads.push('requests/s to Fastify')
  heads.push('CPU, µs', 'requests/s', 'p50, ms', 'p99, ms')
  return [
    `## ${group}`,
    table(
      ['server', ...heads],
      rows.map(row => [
        row.subject.name,
        ratio(row.cpuToBaseline),
        ...(hasFastify ? [ratio(row.cpuToFastify)] : []),
        ratio(row.rateToBaseline),
        ...(hasFastify ? [ratio(row.rateToFastify)] : []),
        row.cpuMicroseconds.median.toFixed(1),
        grouped(row.perSecond.median),
        row.p50Ms.median.toFixed(2),
        row.p99Ms.median.toFixed(2)
      ])
    )
  ].join('\n\n')
}

function storesTable(stores: readonly StoreRow[]): string {
  const rows = stores.map(({ work, store, perSecond, toSqlite, toRedis }) => [
    `${work}, ${store}`,
    grouped(perSecond.median),
    ratio(toSqlite),
    ratio(toRedis)
  ])
  const lead = 'Records of 200 bytes in one process, without a server in front. Redis has `appendfsync always`.'
  return `## Stores\n\n${lead}\n\n${table(['work, store', 'a second', 'to SQLite', 'to Redis'], rows)}`
}

function startUpTable({ pairs, hostMs, nodeMs, ratio: toNode, idleRss }: StartUp): string {
  const rows = [
    ['process start to the first 200 of `/readyz`', `${whole(hostMs)} ms`],
    ['`node -e 0`', `${whole(nodeMs)} ms`],
    ['ratio', ratio(toNode)]
  ]
  if (idleRss) rows.push(['resident memory when idle', `${mebibytes(idleRss.median)} MiB`])
  return `## Start-up\n\nSix products on SQLite with a warm compile cache, ${pairs} pairs.\n\n${table(['', 'median'], rows)}`
}

function memoryTable(memory: readonly MemoryAfter[]): string {
  const rows = memory.map(({ requests, rss, heap }) => [grouped(requests), mebibytes(rss), mebibytes(heap)])
  const lead = 'The host with one inline product, store in memory, 64 connections, one record that is overwritten.'
  return `## Memory\n\n${lead}\n\n${table(['after requests', 'resident, MiB', 'heap after collection, MiB'], rows)}`
}

function keysTable(keys: readonly KeysRow[]): string {
  const rows = keys.map(({ name, cpuRatio, cpuMicroseconds, p99Ms }) => [
    name,
    ratio(cpuRatio),
    cpuMicroseconds.median.toFixed(1),
    p99Ms.median.toFixed(2)
  ])
  return `## Keys in the store\n\nThe host, execute on SQLite, 64 connections.\n\n${table(['store', 'CPU to one key', 'CPU, µs', 'p99, ms'], rows)}`
}

function coldTable(cold: readonly ColdRow[]): string {
  const rows = cold.map(({ name, p50Ms, p99Ms }) => [name, p50Ms.median.toFixed(2), fixed(p99Ms, 1)])
  return (
    `## Cold servers\n\nLatency of the first seconds after the start, execute in memory, 64 ` +
    `connections.\n\n${table(['server', 'p50, ms', 'p99, ms'], rows)}`
  )
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

function ratio(spread: Spread | undefined): string {
  return spread ? fixed(spread, 2) : ''
}

function fixed({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
}

function whole({ median, min, max }: Spread): string {
  return `${Math.round(median)} (${Math.round(min)}–${Math.round(max)})`
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}
