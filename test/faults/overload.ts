// Overload: 2.5 and 10 times as many clients as a host has calls under way at its best, which wait when they are refused or call again
// at once, on a host that is cold or warm. Slices with and without overload alternate, so that both see the same machine.
// npx node dist-test/faults/overload.js [slices]

import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder } from '../fixtures/host-process.js'
import { type LoadResult, load } from './load.js'
import { Probe, type ServingHost, send, serve } from './serving-host.js'
import { ending, figure } from './store.js'

const slices = Number(process.argv[2] ?? 3)

/** Clients with which a host is at its best, and calls that it has under way then, with a margin. */
const calm = 64
const capacity = 128

const sliceMs = 8_000

await ending(async t => {
  const host = await serve(t, await dataFolder(t))
  await run(host, calm, true)
  for (const times of [2.5, 10])
    for (const isPatient of [true, false]) {
      const health = new Probe(() => send(host.url, 'GET', '/livez'), 200)
      const readiness = new Probe(() => send(host.url, 'GET', '/readyz'), 200)
      const without: LoadResult[] = []
      const overloaded: LoadResult[] = []
      for (let slice = 0; slice < slices; slice++) {
        without.push(await run(host, calm, true))
        overloaded.push(await run(host, capacity * times, isPatient))
      }
      without.push(await run(host, calm, true))
      await health.end()
      await readiness.end()
      console.log(`${nameOf(times, isPatient)}, warm:`)
      report(without, overloaded)
      // A slice without overload follows each with it.
      const recoveries = without.slice(1).map(({ timeline }) => timeline.findIndex(served => served > 0) * 100)
      const slowest = Math.max(...recoveries)
      figure(
        'recovered after, ms, at most',
        slowest,
        recoveries.every(ms => ms >= 0 && ms <= 2_000)
      )
      figure('health checks', health.waits.length + readiness.waits.length)
      figure('that failed', health.failed + readiness.failed, health.failed + readiness.failed === 0)
      figure('p99 of /livez, ms', Math.round(health.at(0.99)), health.at(0.99) < 1_000)
    }
  await host.end('SIGTERM')
  for (const isPatient of [true, false]) {
    const without: LoadResult[] = []
    const overloaded: LoadResult[] = []
    for (let slice = 0; slice < slices; slice++) {
      without.push(await runCold(calm, true))
      overloaded.push(await runCold(capacity * 10, isPatient))
    }
    console.log(`${nameOf(10, isPatient)}, cold:`)
    report(without, overloaded)
  }

  async function runCold(clients: number, isPatient: boolean): Promise<LoadResult> {
    const cold = await serve(t, await dataFolder(t))
    const result = await run(cold, clients, isPatient)
    await cold.end('SIGKILL')
    return result
  }
})

function nameOf(times: number, isPatient: boolean): string {
  return `${times} times, ${isPatient ? 'clients that wait' : 'clients that retry at once'}`
}

function run({ port }: ServingHost, clients: number, isPatient: boolean): Promise<LoadResult> {
  return load({ port, key: demoKey, clients, ms: sliceMs, isPatient })
}

function report(without: readonly LoadResult[], overloaded: readonly LoadResult[]): void {
  const peak = goodput(without)
  const share = goodput(overloaded) / peak
  figure('goodput without overload, answers a second', Math.round(peak), peak > 0)
  figure('goodput, share of that', share.toFixed(2), share >= 0.8)
  const p50 = median(overloaded.map(result => result.p50))
  figure('p50 of those served, ms', Math.round(p50), p50 < 300)
  figure('p99 of those served, ms', Math.round(median(overloaded.map(result => result.p99))))
  const codes = Map.groupBy(
    overloaded.flatMap(({ statuses }) => Object.entries(statuses)),
    ([name]) => name
  )
  const counts = [...codes].map(([name, entries]) => `${name}: ${entries.reduce((sum, [, count]) => sum + count, 0)}`)
  figure(
    'answers',
    counts.join(', '),
    [...codes.keys()].every(name => name === '200' || name === '503 overloaded')
  )
  const resets = overloaded.reduce((sum, result) => sum + result.resets, 0)
  figure('connections lost', resets, resets === 0)
}

function goodput(results: readonly LoadResult[]): number {
  return results.reduce((sum, { served }) => sum + served, 0) / results.length / (sliceMs / 1_000)
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
