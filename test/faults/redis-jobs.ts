// A thousand delayed jobs on three hosts, of which one is killed with SIGKILL on the way: whether each has run, and how many twice.
// npx node dist-test/faults/redis-jobs.js [jobs]
import { Client, startHosts } from '../journeys/hosts.js'
import { startRedis, untilServed } from '../storage/redis-server.js'
import { ending, figure } from './store.js'

const count = Number(process.argv[2] ?? 1_000)
await ending(async t => {
  const { balancer, hosts, store, key } = await startHosts(t, await startRedis(t))
  const client = new Client(t, 1)
  const bearer = await key('worker')
  const ids = Array.from({ length: count }, (_, index) => `task ${index}`)
  for (let first = 0; first < count; first += 100)
    await client.execute(balancer.url, bearer, 'tasks', {
      action: 'plan',
      ids: ids.slice(first, first + 100),
      ms: 50,
      afterMs: 500
    })
  const storage = store.corner('worker', 'tasks')
  const marked = (what: string) =>
    Promise.all(ids.map(async id => (await storage.get<readonly number[]>(`${what}:${id}`)) ?? []))
  const last = hosts[2]
  await untilServed(async () => {
    const begun = await marked('begun')
    if (begun.filter(([pid]) => pid === last?.child.pid).length < 20)
      throw new Error('The last host has begun too few.')
  }, 30_000)
  await last?.end('SIGKILL')
  const [atKill, endedAtKill] = [await marked('begun'), await marked('ended')]
  const inHand = atKill.filter(([pid], index) => pid === last?.child.pid && endedAtKill[index]?.length === 0).length
  await untilServed(async () => {
    if ((await marked('ended')).some(({ length }) => length === 0)) throw new Error('Not all have ended.')
  }, 60_000)
  const begun = await marked('begun')
  const twice = begun.filter(({ length }) => length > 1)
  const strangers = twice.filter(([first]) => first !== last?.child.pid).length
  figure('jobs', count)
  figure('that never ran', begun.filter(({ length }) => length === 0).length, !begun.some(({ length }) => length === 0))
  figure('in hand of the killed host', inHand)
  figure('that began twice', twice.length, twice.length <= inHand + 1 && strangers === 0)
})
