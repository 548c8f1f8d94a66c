// Two hosts behind one address under load, with a product of two record versions: upgraded one after the other, mixed for a while between,
// rolled back, upgraded again, and then to a release that cannot be rolled back: whether a request is refused, or a write lost.
// npx node dist-test/faults/rolling.js redis|postgres|sqlite [seconds of each mixture]
import { setTimeout as delay } from 'node:timers/promises'
import { Keys } from '../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../host/dist/base/clock.js'
import { openStore } from '../../host/dist/storage/sqlite/open.js'
import { createStore, dataFolder, type HostProcess, startProcess } from '../fixtures/host-process.js'
import { Client, portOf } from '../fixtures/load-balanced-hosts.js'
import { startBalancer } from '../fixtures/load-balancer.js'
import { startShared } from '../fixtures/shared-servers.js'
import { deploymentFile, reexport } from '../fixtures/start-host.js'
import { ending, figure } from './store.js'

const kind = process.argv[2] ?? 'redis'
const mixedMs = Number(process.argv[3] ?? 60) * 1_000
const places = Array.from({ length: 50 }, (_, index) => `place ${index}`)

await ending(async t => {
  const folder = await dataFolder(t)
  const server = await startShared(t, kind)
  if (!server) await createStore(folder)
  const store = server ? (await server.open()).store : await openStore(folder, error => console.error(error.message))
  if (!server) t.teardown(() => store.close())
  const rate = { key: [1_000_000, 60], account: [1_000_000, 60], atOnce: 1_000 }
  const deploymentOf = (release: string) =>
    deploymentFile(
      t,
      { '@test/visits': reexport('./products/visits.js', release) },
      { '@test/visits': { isolation: 'thread', required: true } },
      { rate }
    )
  const begin = async (release: string, port = '0') =>
    startProcess(t, folder, {
      PORT: port,
      PRODUCT_HOST_CONFIG: await deploymentOf(release),
      LOG_LEVEL: 'warn',
      ...server?.environment
    })
  const hosts = [await begin('first'), await begin('first')]
  const balancer = await startBalancer(t, hosts.map(portOf))
  const { key } = await new Keys(store, realClock()).create('traveller', 'a key')

  const answers = new Map<string, number>()
  const visited = new Map<string, number>()
  const summaries: string[] = []
  let fewest = Number.POSITIVE_INFINITY
  let turn = 0
  let isOver = false
  const [balanced, direct] = [new Client(t, 4), new Client(t, 8)]
  const serving = hosts.map(({ url }) => url)
  // Half of the visitors stay on the connections that the balancer gave them; the others go to each host in turn.
  const visit = async (visitor: number) => {
    const isBalanced = visitor % 2 === 0
    for (let index = visitor; !isOver; index += 8) {
      const place = places[index % places.length] ?? ''
      const url = isBalanced ? balancer.url : (serving[turn++ % serving.length] ?? '')
      const client = isBalanced ? balanced : direct
      const answer = await client.execute(url, key, 'visits', { action: 'visit', place })
      const name = `${answer.status} ${answer.body.code ?? 'ok'}`
      answers.set(name, (answers.get(name) ?? 0) + 1)
      if (answer.status !== 200) continue
      visited.set(place, (visited.get(place) ?? 0) + 1)
      summaries.push(answer.body.summary)
    }
  }
  const load = Promise.all(Array.from({ length: 8 }, (_, visitor) => visit(visitor)))
  const replace = async (index: number, release: string) => {
    const before = hosts[index] as HostProcess
    balancer.leave(portOf(before))
    serving.splice(0, serving.length, ...serving.filter(url => url !== before.url))
    // What was sent to it has arrived when it is stopped.
    await delay(200)
    await before.end('SIGTERM')
    const next = await begin(release, String(portOf(before)))
    hosts[index] = next
    const { status } = await fetch(`${next.url}/readyz`)
    if (status !== 200) return status
    balancer.join(portOf(next))
    serving.push(next.url)
    return status
  }
  const roll = async (release: string) => {
    await replace(0, release)
    summaries.length = 0
    await delay(mixedMs)
    const versions = Object.values(Object.groupBy(summaries, summary => summary)).map(all => all?.length ?? 0)
    fewest = Math.min(fewest, versions.length < 2 ? 0 : Math.min(...versions))
    await replace(1, release)
    await delay(1_000)
  }
  const rollAll = async () => {
    for (const release of ['second', 'first', 'second', 'final']) await roll(release)
    return replace(1, 'first')
  }
  // A lost connection ends the load, and with it the scenario.
  const refused = await Promise.race([rollAll(), load.then(() => 0)])
  const sentence =
    /Of the stored records of \\"visits\\", 50 can be read only by a plugin with record version 2 or later/
  isOver = true
  await load
  await hosts[1]?.end('SIGTERM')
  const isNamed = sentence.test(hosts[1]?.logged() ?? '')

  const counts = await balanced.execute(hosts[0]?.url ?? '', key, 'visits', { action: 'counts' })
  const wrong = places.filter(place => counts.body.detail?.counts[place] !== visited.get(place)).length
  const total = [...visited.values()].reduce((sum, count) => sum + count, 0)
  const failed = [...answers].reduce((sum, [name, count]) => sum + (name.startsWith('5') ? count : 0), 0)
  const others = [...answers].filter(([name]) => name !== '200 ok').map(([name, count]) => `${name}: ${count}`)
  figure('seconds of each of four mixtures', mixedMs / 1_000)
  figure('visits that were answered', total, total > 0)
  figure('of one version in a mixture, at least', fewest, fewest > 0)
  figure('answers of 5xx', failed, failed === 0)
  figure('other answers than 200', others.join(', ') || 0, others.length === 0)
  figure('places with another count than answered', wrong, wrong === 0)
  figure('a roll-back that would lose records: /readyz', refused, refused === 503)
  figure('the log names what it would lose', String(isNamed), isNamed)
})
