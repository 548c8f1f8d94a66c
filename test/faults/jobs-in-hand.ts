// Four hundred jobs on three hosts with one store, of which one is stopped when it holds jobs, and then killed with SIGKILL: whether each
// job has run, how soon those that it held were taken over, and how many ran twice.
// npx node dist-test/faults/jobs-in-hand.js redis|postgres|sqlite [jobs]
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '../fixtures/load-balanced-hosts.js'
import { untilServed } from '../fixtures/redis-server.js'
import { reexport } from '../fixtures/start-host.js'
import { ending, figure } from './store.js'
import { startThreeHosts } from './three-hosts.js'

const plugins = { '@test/tasks': reexport('./products/marked-jobs.js', 'tasks') }
const kind = process.argv[2] ?? 'redis'
const count = Number(process.argv[3] ?? 400)

/** The deadline of the job and the 10 s of its lease beyond it, and the second in which a host looks for it, in milliseconds. */
const takenOverWithinMs = 1_000 + 10_000 + 1_000

/** Jobs that the host holds at least when it is killed. */
const leastInHand = 4

await ending(async t => {
  const { hosts, store, bearer } = await startThreeHosts(t, kind, plugins)
  const url = hosts[0]?.url ?? ''
  const client = new Client(t, 1)
  const ids = Array.from({ length: count }, (_, index) => `task ${index}`)
  for (let first = 0; first < count; first += 100)
    await client.execute(url, bearer, 'tasks', {
      action: 'plan',
      ids: ids.slice(first, first + 100),
      ms: 500,
      afterMs: 500
    })
  const storage = store.namespace('worker', 'tasks')
  const marked = async (what: string, id: string) => (await storage.get<readonly number[]>(`${what}:${id}`)) ?? []
  const holdings = async (pid: number | undefined) => {
    const states = ids.map(async id => [await marked('begun', id), await marked('ended', id)] as const)
    const held = (await Promise.all(states)).map(([[first], ended]) => first === pid && ended.length === 0)
    return ids.filter((_, index) => held[index])
  }

  const last = hosts[2]?.child
  let inHand: readonly string[] = []
  await untilServed(async () => {
    last?.kill('SIGSTOP')
    // What it had sent to the store is done meanwhile.
    await delay(200)
    inHand = await holdings(last?.pid)
    if (inHand.length >= leastInHand) return
    last?.kill('SIGCONT')
    await delay(200)
    throw new Error('The last host has held too few jobs.')
  }, 60_000)
  const killedAt = performance.now()
  await hosts[2]?.end('SIGKILL')
  const waits = await Promise.all(
    inHand.map(async id => {
      while ((await marked('begun', id)).length < 2 && performance.now() - killedAt < 60_000) await delay(100)
      return performance.now() - killedAt
    })
  )
  await untilServed(async () => {
    const ended = await Promise.all(ids.map(id => marked('ended', id)))
    if (ended.some(({ length }) => length === 0)) throw new Error('Not all have ended.')
  }, 120_000).catch(error => console.log(`  ${error.message}`))
  const begun = await Promise.all(ids.map(id => marked('begun', id)))
  const ended = await Promise.all(ids.map(id => marked('ended', id)))
  const lost = ended.filter(({ length }) => length === 0).length
  const twice = ids.filter((_, index) => (begun[index]?.length ?? 0) > 1)
  const others = twice.filter(id => !inHand.includes(id)).length
  const slowest = Math.max(...waits)
  figure('jobs', count)
  figure('in hand of the killed host', inHand.length, inHand.length >= leastInHand)
  figure('the last of them taken over after, ms', Math.round(slowest), slowest <= takenOverWithinMs)
  figure('that never ended', lost, lost === 0)
  figure('that began twice', twice.length, twice.length >= inHand.length)
  figure('that began twice, and were in no dead hand', others, others === 0)
})
