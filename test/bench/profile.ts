/**
 * Where the host's CPU time goes: `npm run bench:profile`. Loads the host with execute calls that each do one `Storage.set` in memory,
 * 64 connections, and prints microseconds of CPU a request by folder or package, and by function. The profile itself goes to
 * `.ci/output/bench.cpuprofile`, for the developer tools of a browser. `--call` takes set, remember, recall or livez, `--server` host
 * or a peer, `--store` memory or sqlite, `--seconds` and `--functions` how much to measure and to print.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../fixtures/root.js'
import { Generator } from './generator.js'
import { BenchServers, type ServerChoice } from './servers.js'
import { liveness, recall, remember, setCall } from './subjects.js'

/** What functions of Node without a source are for, by their names. */
const nativeGroups = [
  [/^write(Utf8String|Latin1String|Buffer|v)$/, 'native, socket write'],
  [/^(runMicrotasks|enqueueMicrotask)$/, 'native, microtasks'],
  [/Digest|random/i, 'native, crypto']
] as const

const calls = { set: setCall, remember, recall, livez: liveness } as const
const kinds = ['host', 'bare', 'fastify', 'express', 'express-prototypes'] as const
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    call: { type: 'string', default: 'set' },
    server: { type: 'string', default: 'host' },
    store: { type: 'string', default: 'memory' },
    functions: { type: 'string', default: '40' }
  }
})
const call = Object.entries(calls).find(([name]) => name === values.call)?.[1]
const kind: ServerChoice['kind'] | undefined = kinds.find(kind => kind === values.server)
if (!call) throw new Error(`--call is not one of ${Object.keys(calls).join(', ')}.`)
if (!kind) throw new Error(`--server is not one of ${kinds.join(', ')}.`)

const { store } = values
if (store !== 'memory' && store !== 'sqlite') throw new Error('--store is not memory or sqlite.')

const generator = await Generator.start()
const servers = new BenchServers()
const server = await servers.start({ kind, store })
const load = { call, connections: 64 }
await generator.measure(server, { ...load, call: call === recall ? remember : call, seconds: 3 })
const { cpuMicroseconds } = await generator.measure(server, { ...load, seconds: 3 })
await server.startProfile()
const { requests } = await generator.measure(server, { ...load, seconds: Number(values.seconds) })
const profile = await server.stopProfile<Profiler.Profile>()
await servers.end()
await generator.end()
const file = join(root, '.ci/output/bench.cpuprofile')
await mkdir(join(root, '.ci/output'), { recursive: true })
await writeFile(file, JSON.stringify(profile))
print(profile)

/** One function, or one group of functions, with its samples. */
interface Cost {
  readonly name: string
  self: number
  inclusive: number
}

function print(profile: Profiler.Profile): void {
  const { groups, functions, busy } = costsOf(profile)
  const cells = ({ name, self, inclusive }: Cost) => ({
    name,
    'self %': share(self, busy),
    'self µs': share(self, busy, cpuMicroseconds),
    'inclusive %': share(inclusive, busy),
    'inclusive µs': share(inclusive, busy, cpuMicroseconds)
  })
  const most = Number(values.functions)
  const ranked = (costs: Iterable<Cost>, by: 'self' | 'inclusive') =>
    [...costs].sort((left, right) => right[by] - left[by]).map(cells)
  console.log(
    `${requests} requests, ${cpuMicroseconds.toFixed(1)} µs of CPU a request before the profile; shares without idle time and the profiler.`
  )
  console.log('\nBy folder or package')
  printTable(ranked(groups.values(), 'self').filter(row => Number(row['self %']) >= 0.1))
  console.log('\nFunctions by self time')
  printTable(ranked(functions.values(), 'self').slice(0, most))
  console.log('\nFunctions by inclusive time')
  printTable(ranked(functions.values(), 'inclusive').slice(0, most))
  console.log(`\n${file}`)
}

function costsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile) {
  const times = new Map<number, number>()
  for (const [index, sample] of samples.entries())
    times.set(sample, (times.get(sample) ?? 0) + (timeDeltas[index] ?? 0))
  const byId = new Map(nodes.map(node => [node.id, node]))
  const groups = new Map<string, Cost>()
  const functions = new Map<string, Cost>()
  let busy = 0
  const at = (costs: Map<string, Cost>, name: string) => {
    const cost = costs.get(name) ?? { name, self: 0, inclusive: 0 }
    costs.set(name, cost)
    return cost
  }
  /** Adds what a node and all below it cost to everything that is on the stack above, each name once. */
  const visit = (id: number, stack: readonly Cost[]): void => {
    const node = byId.get(id)
    if (!node) return
    const { functionName, url, lineNumber } = node.callFrame
    if (functionName === '(idle)' || url === 'node:inspector') return
    const group = at(groups, groupOf(functionName, url))
    const place = url === '' ? '' : ` ${shortened(url)}:${lineNumber + 1}`
    const cost = at(functions, `${functionName || '(anonymous)'}${place}`)
    const above = [...stack, ...[group, cost].filter(each => !stack.includes(each))]
    const time = times.get(id) ?? 0
    busy += time
    group.self += time
    cost.self += time
    for (const each of above) each.inclusive += time
    for (const child of node.children ?? []) visit(child, above)
  }
  const [first] = nodes
  if (first) visit(first.id, [])
  groups.delete('(root)')
  functions.delete('(root)')
  return { groups, functions, busy }
}

/** The folder of the host, the package, or the module of Node that a function is of. */
function groupOf(name: string, url: string): string {
  if (name.startsWith('(')) return name
  if (url === '') return nativeGroups.find(([names]) => names.test(name))?.[1] ?? 'native, other'
  if (url.startsWith('node:')) return url
  if (url.includes('/product-host-bench-')) return 'the plugin'
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
  if (installed) return installed
  const path = shortened(url)
  const [top, folder, next] = path.replace('/dist', '').split('/')
  return next === undefined ? `${top} ${folder}` : `${top}/${folder}`
}

function shortened(url: string): string {
  return url
    .replace(/^file:\/\//, '')
    .replace(`${root}/`, '')
    .replace(/^.*\/node_modules\//, '')
}

function share(part: number, all: number, of = 100): string {
  return ((part / all) * of).toFixed(of === 100 ? 1 : 2)
}

function printTable(rows: readonly Readonly<Record<string, string>>[]): void {
  const [first = {}] = rows
  const heads = Object.keys(first)
  console.log(`| ${heads.join(' | ')} |\n| ${heads.map(() => '---').join(' | ')} |`)
  for (const row of rows) console.log(`| ${heads.map(head => row[head]).join(' | ')} |`)
}
