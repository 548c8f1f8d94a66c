/**
 * This host beside peers that do the same bare job, measured in rounds: `npm run bench`. A whole run writes `results.md` and
 * `results.svg` beside this file; `--quick` and `--only` print alone. The README of this folder says how to read it.
 */
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../fixtures/root.js'
import { chart } from './chart.js'
import { Generator } from './generator.js'
import { measureCold, measureKeys, measureMemory } from './long.js'
import { type Results, report } from './report.js'
import { measureRounds } from './rounds.js'
import { BenchServers, storeServers } from './servers.js'
import { measureStartUp } from './start-up.js'
import { spreadOf } from './statistics.js'
import { measureStores } from './storage.js'
import { allSubjects, quickSubjects } from './subjects.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false }
  }
})
const isQuick = values.quick
const only = values.only === undefined ? undefined : new RegExp(values.only, 'i')
const rounds = positive('rounds', values.rounds, isQuick ? 3 : 7)
const seconds = positive('seconds', values.seconds, isQuick ? 0.4 : 2)
const startedAt = performance.now()
const loads: number[] = []
const isWanted = (name: string) => only === undefined || only.test(name)

const generator = await Generator.start()
const first = new BenchServers()
const description = await describe(await first.start({ kind: 'host', store: 'memory' }))
await first.end()
const servers = new BenchServers(description)
let results: Results
try {
  results = await measure()
} finally {
  await servers.end()
  await generator.end()
}
const text = report(results)
if (isQuick || only) console.log(text)
else {
  await writeFile(join(root, 'test/bench/results.md'), text)
  await writeFile(join(root, 'test/bench/results.svg'), chart(results))
  say('wrote test/bench/results.md and test/bench/results.svg')
}

async function measure(): Promise<Results> {
  if (storeServers.length < 2)
    say(`not all stores are installed; servers that are: ${storeServers.join(', ') || 'none'}`)
  const subjects = (isQuick ? quickSubjects : allSubjects)(storeServers).filter(({ group, name }) =>
    isWanted(`${group}: ${name}`)
  )
  const effort = { rounds, seconds, slices: isQuick ? 2 : 4, warmUpSeconds: isQuick ? 0.3 : 1.5 }
  const rows =
    subjects.length > 0 ? await measureRounds(subjects, servers, generator, effort, description.etag, say) : []
  await servers.end()
  const part = async <Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> => {
    if (!isWanted(name)) return undefined
    say(name)
    return work()
  }
  const stores = await part('stores', () => measureStores(rounds, seconds / 2))
  const startUp = await part('start-up', () => measureStartUp(isQuick ? 3 : 10))
  const cold = isQuick ? undefined : await part('cold', () => measureCold(servers, generator, 3, 8))
  const memory = isQuick ? undefined : await part('memory', () => measureMemory(servers, generator, 100_000, 3))
  const keys = isQuick ? undefined : await part('keys', () => measureKeys(servers, generator, 100_000, 12, 0.7))
  say('done')
  const minutes = (performance.now() - startedAt) / 60_000
  return { effort, load: spreadOf(loads), rows, storeServers, stores, startUp, memory, keys, cold, minutes }
}

/** What the host describes `core` with, so that the bare server sends the same bytes. */
async function describe({ port }: { readonly port: number }) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/products/core/execute`, {
    headers: { 'Accept-Encoding': 'identity' }
  })
  return { body: await response.text(), etag: response.headers.get('etag') ?? '' }
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise)
  if (value > 0) return value
  throw new Error(`--${name} is not a number above 0.`)
}

function say(line: string): void {
  loads.push(...loadavg().slice(0, 1))
  process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${line}\n`)
}
