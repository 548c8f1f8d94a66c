// Kills a host with SIGKILL while eight clients write, a hundred times, and asks the next host for what was acknowledged.
// npx node dist-test/faults/host-kills.js [kills]
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolder } from '../fixtures/host-process.js'
import { countLost, send, serve, Writers } from './serving-host.js'
import { ending, figure } from './store.js'

const kills = Number(process.argv[2] ?? 100)

await ending(async t => {
  const folder = await dataFolder(t)
  const all = new Set<string>()
  let lost = 0
  const starts: number[] = []
  for (let round = 0; round < kills; round++) {
    const host = await serve(t, folder)
    starts.push(host.startMs)
    if ((await send(host.url, 'GET', '/readyz')).status !== 200) starts.push(Number.POSITIVE_INFINITY)
    const writers = new Writers(host.url, `kill-${round}`, 8)
    await delay(100 + Math.random() * 400)
    await host.end('SIGKILL')
    await writers.end()
    const next = await serve(t, folder)
    lost += await countLost(next.url, writers.acknowledged)
    await next.end('SIGKILL')
    for (const key of writers.acknowledged) all.add(key)
  }
  const last = await serve(t, folder)
  const lostAtLast = await countLost(last.url, all)
  await last.end('SIGTERM')
  figure('kills of a host', 2 * kills)
  figure('acknowledged writes', all.size, all.size > 0)
  figure('lost', lost + lostAtLast, lost + lostAtLast === 0)
  const longest = Math.round(Math.max(...starts))
  figure('longest start until ready, ms', longest, longest < 2_000)
})
