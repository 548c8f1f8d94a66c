// Stops a host with SIGTERM under load, fifty times: nothing that was acknowledged is lost, and every start and end is in time.
// npx node dist-test/faults/stop.js [times]
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolder } from '../fixtures/host-process.js'
import { countLost, serve, Writers } from './serving-host.js'
import { ending, figure } from './store.js'

const times = Number(process.argv[2] ?? 50)

await ending(async t => {
  const folder = await dataFolder(t)
  const all = new Set<string>()
  const ends: number[] = []
  const codes = new Set<number | null>()
  const others = new Map<number, number>()
  for (let round = 0; round < times; round++) {
    const host = await serve(t, folder)
    const writers = new Writers(host.url, `stop-${round}`, 16)
    await delay(100 + Math.random() * 300)
    const { code, ms } = await host.end('SIGTERM')
    await writers.end()
    codes.add(code)
    ends.push(ms)
    for (const key of writers.acknowledged) all.add(key)
    for (const { status } of writers.others) others.set(status, (others.get(status) ?? 0) + 1)
  }
  const host = await serve(t, folder)
  const lost = await countLost(host.url, all)
  await host.end('SIGTERM')
  figure('stops under load', times)
  figure('acknowledged writes', all.size, all.size > 0)
  figure('lost', lost, lost === 0)
  figure('answers other than 200 or 503, and none', JSON.stringify([...others]), [...others.keys()].every(isExpected))
  figure('exit codes', [...codes].join(', '), codes.size === 1 && codes.has(0))
  figure('longest stop, ms', Math.round(Math.max(...ends)), Math.max(...ends) < 10_000)
})

/** A request that was sent when its connection was closed has no answer. */
function isExpected(status: number): boolean {
  return status === 0 || status === 503
}
