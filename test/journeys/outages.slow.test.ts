import { createClient } from '@keyv/redis'
import t, { type Test } from 'tap'
import { Client, portOf, startHosts } from '../fixtures/load-balanced-hosts.js'
import { killed, outages, silent } from '../fixtures/redis-outages.js'
import { startRedis, withoutRedis } from '../fixtures/redis-server.js'

const unlimited = { key: [1_000_000, 60] }
/** What no request may take, in milliseconds, also on a machine that does a lot beside; `faults/redis-outages.ts` is strict. */
const hangMs = 5_000

t.test('three hosts while one of them, or Redis, is away', { skip: withoutRedis, timeout: 230_000 }, async t => {
  const redis = await startRedis(t, { appendfsync: 'always' })
  const group = await startHosts(t, redis, unlimited)
  const { balancer, hosts } = group

  const served = async (t: Test, kind: typeof killed, times: number) => {
    const { written, lost, refused, others, longestMs, backMs } = await outages(t, group, times, kind, redis)
    t.ok(written > 0 && refused > 0, `${written} written, ${refused} refused`)
    t.equal(lost, 0, 'no acknowledged write is lost')
    t.strictSame(others, [], 'refusals are 503 with Retry-After alone')
    t.ok(longestMs < hangMs, `no request hangs; the longest took ${Math.round(longestMs)} ms`)
    t.comment(`served again after ${Math.round(backMs)} ms`)
  }

  t.test('Redis is killed and started again under load', async t => served(t, killed, 2))

  t.test('Redis accepts and never answers under load', async t => served(t, silent, 1))

  t.test('the hosts are restarted one after another under load, and every request gets its answer', async t => {
    const client = new Client(t, 16)
    const key = await group.key('traveller')
    // A slow disk is not what this is about.
    const control = await createClient({ url: redis.url }).connect()
    t.teardown(() => control.destroy())
    await control.configSet('appendfsync', 'everysec')
    const endings = new Map<string, number>()
    let isOver = false
    const load = client.many(Number.POSITIVE_INFINITY, async index => {
      if (isOver) throw new Error('over')
      const answer = await client.execute(balancer.url, key, 'notes', { action: 'add', text: `note ${index}` })
      const ending = `${answer.status} ${answer.body.code ?? 'ok'}`
      endings.set(ending, (endings.get(ending) ?? 0) + 1)
      return answer
    })
    const ended = load.catch((error: Error) => error.message)
    for (const [index, host] of [...hosts].entries()) {
      balancer.leave(portOf(host))
      t.equal(await host.end('SIGTERM'), 0)
      await group.replace(index)
      balancer.join(portOf(host))
    }
    isOver = true
    t.equal(await ended, 'over')
    t.strictSame([...endings.keys()], ['200 ok'])
  })
})
