import t, { type Test } from 'tap'
import { Client, startHosts } from '../fixtures/load-balanced-hosts.js'
import { untilServed } from '../fixtures/redis-server.js'
import { type SharedServerKind, sharedServers } from '../fixtures/shared-servers.js'

for (const kind of Object.values(sharedServers))
  t.test(`three hosts on one ${kind.name}, behind one address`, { skip: kind.without, timeout: 230_000 }, async t =>
    threeHosts(t, kind)
  )

async function threeHosts(t: Test, kind: SharedServerKind): Promise<void> {
  const group = await startHosts(t, await kind.start(t))
  const { balancer, hosts, store } = group
  const client = new Client(t, 64)
  const planned = Array.from({ length: 60 }, (_, index) => `task ${index}`)
  let killed: number | undefined
  /** Which processes began or ended each task. */
  const marks = async (what: 'begun' | 'ended') => {
    const entries = await store.namespace('worker', 'tasks').list<readonly number[]>(`${what}:`, { limit: 1000 })
    return new Map(entries.map(({ key, value }) => [key.slice(what.length + 1), value]))
  }

  t.test('a host is killed with work in hand', async t => {
    const key = await group.key('worker')
    const plan = { action: 'plan', ids: planned, ms: 700, afterMs: 0 }
    t.equal((await client.execute(balancer.url, key, 'tasks', plan)).status, 200)
    // Which host takes the jobs is decided by who looks first: the one that is killed is one that has taken some.
    let victim = -1
    await untilServed(async () => {
      const [begun, ended] = [await marks('begun'), await marks('ended')]
      const holders = new Set([...begun].flatMap(([id, [pid]]) => (ended.has(id) ? [] : [pid])))
      victim = hosts.findIndex(({ child }) => holders.has(child.pid))
      if (victim < 0) throw new Error('No host has anything in hand.')
    })
    killed = hosts[victim]?.child.pid
    await hosts[victim]?.end('SIGKILL')
    await group.replace(victim)
  })

  t.test('of 2,560 requests with one key a limit of 500 lets exactly 500 pass', async t => {
    const key = await group.key('limited')
    const answers = await client.many(2_560, () =>
      client.execute(balancer.url, key, 'notes', { action: 'latest', limit: 1 })
    )
    t.equal(answers.filter(({ status }) => status === 200).length, 500)
    t.equal(answers.filter(({ status, retryAfter }) => status === 429 && retryAfter).length, 2_060)
  })

  t.test('an Idempotency-Key that is sent 50 times runs once', async t => {
    const key = await group.key('careful')
    const answers = await client.many(50, () =>
      client.execute(balancer.url, key, 'controlled', { action: 'pass', id: 'once' }, { 'Idempotency-Key': 'one' })
    )
    t.strictSame(
      answers.filter(({ status }) => status !== 200 && status !== 409),
      []
    )
    t.ok(answers.some(({ status }) => status === 200))
    t.equal(
      (await client.execute(balancer.url, key, 'controlled', { action: 'count', id: 'once' })).body.detail.runs,
      1
    )
  })

  t.test('entries of one ledger that come through all hosts sum exactly', async t => {
    const key = await group.key('bookkeeper')
    const count = 300
    const entries = await client.many(count, index =>
      client.execute(balancer.url, key, 'wealthnode', {
        action: 'ledger_sync',
        tokens: index + 1,
        pricePer1kGbp: 1,
        externalId: `entry ${index}`
      })
    )
    t.strictSame(new Set(entries.map(({ status }) => status)), new Set([200]))
    const last = await client.execute(balancer.url, key, 'wealthnode', {
      action: 'ledger_sync',
      tokens: 0,
      pricePer1kGbp: 0
    })
    t.match(last.body.metrics, { entries: count + 1, monthCostGbp: (count * (count + 1)) / 2 / 1000 })
    const { body } = await client.execute(balancer.url, key, 'wealthnode', {
      action: 'margin_radar',
      days: 7,
      verify: true
    })
    t.match(body.detail.verification, { intact: true, checked: count + 1 })
  })

  t.test('a key that is revoked at one host is refused by all within 5 s', async t => {
    const key = await group.key('leaver')
    const ask = (url: string) => client.execute(url, key, 'notes', { action: 'latest' })
    for (const { url } of hosts) t.equal((await ask(url)).status, 200)
    const [first] = hosts
    await client.send('POST', `${first?.url}/api/v1/products/keys/self/revoke`, key, {})
    const refused = async ({ url }: { url: string }) => {
      const { status, body } = await ask(url)
      if (status !== 401 || body.code !== 'revoked_key') throw new Error(`The key is good yet: ${status}.`)
    }
    await Promise.all(hosts.map(host => untilServed(() => refused(host), 5_000)))
  })

  t.test('what the killed host had in hand runs again, and nothing else runs twice', async t => {
    await untilServed(async () => {
      if ((await marks('ended')).size < planned.length) throw new Error('Not all have ended.')
    }, 20_000)
    const [begun, ended] = [await marks('begun'), await marks('ended')]
    t.strictSame([...ended.keys()].toSorted(), planned.toSorted())
    const twice = [...begun].filter(([, processes]) => processes.length > 1)
    t.ok(twice.length > 0 && twice.length <= 16, `${twice.length} begun twice`)
    for (const [id, [first, ...others]] of twice) t.strictSame([first, others.length, id], [killed, 1, id])
  })
}
