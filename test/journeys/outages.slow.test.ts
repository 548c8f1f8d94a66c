import t, { type Test } from 'tap'
import { Client, portOf, startHosts } from '../fixtures/load-balanced-hosts.js'
import { type SharedServerKind, sharedServers } from '../fixtures/shared-servers.js'
import { killed, outages, silent } from '../fixtures/store-outages.js'

const unlimited = { key: [1_000_000, 60] }
/** What no request may take, in milliseconds, also on a machine that does a lot beside; `faults/outages.ts` is strict. */
const hangMs = 5_000

for (const kind of Object.values(sharedServers))
  t.test(`three hosts while one of them, or ${kind.name}, is away`, { skip: kind.without, timeout: 230_000 }, async t =>
    threeHosts(t, kind)
  )

async function threeHosts(t: Test, kind: SharedServerKind): Promise<void> {
  const server = await kind.start(t)
  const group = await startHosts(t, server, unlimited)
  const { balancer, hosts } = group

  const served = async (t: Test, how: typeof killed, times: number) => {
    const { written, lost, refused, others, longestMs, backMs } = await outages(t, group, times, how, server)
    t.ok(written > 0 && refused > 0, `${written} written, ${refused} refused`)
    t.equal(lost, 0, 'no acknowledged write is lost')
    t.strictSame(others, [], 'refusals are 503 with Retry-After alone')
    t.ok(longestMs < hangMs, `no request hangs; the longest took ${Math.round(longestMs)} ms`)
    t.comment(`served again after ${Math.round(backMs)} ms`)
  }

  t.test('the server is killed and started again under load', async t => served(t, killed, 2))

  t.test('the server accepts and never answers under load', async t => served(t, silent, 1))

  t.test('the hosts are restarted one after another under load, and every request gets its answer', async t => {
    const client = new Client(t, 16)
    const key = await group.key('traveller')
    // A slow disk is not what this is about.
    await server.hurry()
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
}
