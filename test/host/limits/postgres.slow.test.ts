import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { postgresLimits } from '../../../host/dist/limits/postgres.js'
import { openSharedPostgres } from '../../../host/dist/start/shared-postgres.js'
import { PostgresConnection } from '../../../host/dist/storage/postgres/connection.js'
import { startPostgres, withoutPostgres } from '../../fixtures/postgres-server.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { untilServed } from '../../fixtures/redis-server.js'
import { controlledPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
/** Rules of which no rate is reached. */
const wide = { key: { requests: 10_000, seconds: 60 }, account: { requests: 10_000, seconds: 60 } }
const ada = { account: 'ada', keyId: 'one' }
const notes = '/api/v1/products/notes/execute'
const controlled = '/api/v1/products/controlled/execute'

t.test('limits over PostgreSQL', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)
  let schemas = 0

  /** Two hosts on one store of the test's own. */
  async function twoHosts(t: Test, rate: object) {
    const url = `${server.url}?schema=hosts_${schemas++}`
    const host = async () => {
      const shared = await openSharedPostgres(url, () => undefined)
      return start(t, { ...shared, plugins: { ...notesPlugin, ...controlledPlugin }, deployment: { rate } })
    }
    return { one: await host(), two: await host() }
  }

  /** Limits of as many processes as the test needs. */
  async function processes(t: Test, count: number, leaseMs?: number) {
    const url = `${server.url}?schema=hosts_${schemas++}`
    const opening = Array.from({ length: count }, () => PostgresConnection.open({ url, report: () => undefined }))
    const connections = await Promise.all(opening)
    t.teardown(() => Promise.all(connections.map(connection => connection.close())))
    return connections.map(connection => ({ connection, limits: postgresLimits(connection, leaseMs) }))
  }

  t.test('of 300 requests to two hosts, a limit of 200 lets exactly 200 pass', async t => {
    const { one, two } = await twoHosts(t, { key: [200, 300], account: [2_000, 300] })
    let sent = 0
    const statuses: number[] = []
    const client = async () => {
      while (sent < 300) {
        const { call } = sent++ % 2 ? one : two
        statuses.push((await call('POST', notes, { action: 'latest' }, key)).status)
      }
    }
    await Promise.all(Array.from({ length: 32 }, client))
    t.equal(statuses.filter(status => status === 200).length, 200)
    t.equal(statuses.filter(status => status === 429).length, 100)
    // What the hosts have borrowed of the account's rate and not used goes back.
    await untilServed(async () => {
      const { headers } = await two.call('POST', notes, { action: 'latest' }, key)
      if (!/^"key";r=0;t=\d+, "account";r=1800;t=\d+$/.test(headers.get('ratelimit') ?? ''))
        throw new Error('It is borrowed yet.')
    })
  })

  t.test('an account runs so many at once over both hosts, and its places come back', async t => {
    const { one, two } = await twoHosts(t, { atOnce: 2 })
    const pass = ({ call }: typeof one, id: string, how = 'well') =>
      call('POST', controlled, { action: 'pass', id, how }, key)
    const first = [pass(one, 'shared one', 'wait'), pass(two, 'shared two', 'wait')]
    await Promise.all([begun.reached('shared one'), begun.reached('shared two')])
    for (const host of [one, two])
      t.match(await pass(host, 'shared three'), { status: 429, body: { code: 'too_many_concurrent' } })
    opened.reach('shared one')
    t.equal((await first[0])?.status, 200)
    t.equal((await pass(two, 'shared three')).status, 200)
    opened.reach('shared two')
    t.equal((await first[1])?.status, 200)
  })

  t.test('a window is the counter’s and the key’s own, as long as the rate says, and ends', async t => {
    const [first] = await processes(t, 1)
    if (!first) throw new Error('There is no process.')
    const { connection, limits } = first
    const counter = limits.counter('one', { requests: 1, seconds: 60 })
    t.strictSame(await counter.peek('a'), { left: 1, resetsInMs: 60_000, isOver: false })
    const states = [
      await counter.count('a'),
      await counter.peek('a'),
      await counter.count('a'),
      await counter.peek('a')
    ]
    t.match(states, [
      { left: 0, isOver: false },
      { left: 0, isOver: false },
      { left: 0, isOver: true },
      { left: 0, isOver: true }
    ])
    for (const { resetsInMs } of states) t.ok(resetsInMs > 40_000 && resetsInMs <= 60_000, `${resetsInMs} ms`)
    t.match(await counter.count('b'), { left: 0, isOver: false })
    t.match(await limits.counter('two', { requests: 5, seconds: 5 }).count('a'), { left: 4, isOver: false })
    const endIn = (seconds: number) =>
      server.sql(
        `UPDATE ${connection.schema}.limit_window SET ends = ${connection.schema}.now_ms() + ${seconds * 1_000}`
      )
    await endIn(30)
    t.ok((await counter.count('a')).resetsInMs <= 30_000, 'what is counted later lengthens no window')
    await endIn(0)
    t.match(await counter.peek('a'), { left: 1, isOver: false })
    t.match(await counter.count('a'), { left: 0, isOver: false })
    t.match(await counter.count('a'), { isOver: true })
  })

  t.test('what PostgreSQL refuses to count is not counted as allowed', async t => {
    const [first] = await processes(t, 1)
    if (!first) throw new Error('There is no process.')
    const { connection, limits } = first
    const counter = limits.counter('test', { requests: 3, seconds: 60 })
    const places = limits.callers({ ...wide, atOnce: 1 })
    await server.sql(`ALTER TABLE ${connection.schema}.limit_window ADD CHECK (count < 0)`)
    await server.sql(`ALTER TABLE ${connection.schema}.limit_slot ADD CHECK (count < 0)`)
    const refused = { name: 'StoreRefusal', message: /refused a request: 23514 / }
    await t.rejects(Promise.resolve(counter.count('a')), refused)
    await t.rejects(Promise.resolve(places.count(ada, false)), refused)
    await t.rejects(Promise.resolve(places.takeSlot('a')), refused)
  })

  t.test('the places of a process that died come back, those of one that lives stay', async t => {
    // Long enough for a busy machine to renew it in time.
    const leaseMs = 3_000
    const [dying, living] = await processes(t, 2, leaseMs)
    const [dyingSlots, slots] = [dying, living].map(each => each?.limits.callers({ ...wide, atOnce: 2 }))
    t.type(await dyingSlots?.takeSlot('a'), 'function')
    t.type(await slots?.takeSlot('a'), 'function')
    t.equal(await slots?.takeSlot('a'), undefined)
    t.type(await slots?.takeSlot('b'), 'function', 'each account has its own')
    await dying?.connection.close()
    await untilServed(async () => {
      if (!(await slots?.takeSlot('a'))) throw new Error('The place is held yet.')
    })
    t.equal(await slots?.takeSlot('a'), undefined)
    await delay(2 * leaseMs)
    t.equal(await slots?.takeSlot('a'), undefined)
  })

  t.test('what a host borrows of a window ahead goes back, and lengthens no window', async t => {
    const [one, two] = await processes(t, 2)
    const rules = { key: { requests: 200, seconds: 60 }, account: { requests: 1_000, seconds: 60 }, atOnce: 20 }
    const [first, second] = [one, two].map(each => each?.limits.callers(rules))
    for (let call = 0; call < 50; call++) await first?.count(ada, true)
    await second?.count(ada, true)
    await first?.giveBack?.()
    await second?.giveBack?.()
    const taken = async () =>
      await server.sql(`SELECT name, count FROM ${one?.connection.schema}.limit_window ORDER BY name`)
    t.strictSame(await taken(), [
      { name: 'window:account:ada', count: 51 },
      { name: 'window:key:ada/one', count: 51 }
    ])
    const state = await second?.count(ada, true)
    t.match(state, { key: { left: 148, isOver: false }, account: { left: 948, isOver: false } })
    t.ok((state?.key.resetsInMs ?? 0) > 40_000 && (state?.key.resetsInMs ?? 0) <= 60_000)
    await server.sql(`UPDATE ${one?.connection.schema}.limit_window SET ends = 0`)
    t.match(await first?.count(ada, true), { key: { left: 199 }, account: { left: 999 } }, 'the next window')
  })

  t.test('four processes at twice a rate never exceed it', async t => {
    const all = await processes(t, 4)
    const rules = { key: { requests: 300, seconds: 60 }, account: { requests: 10_000, seconds: 60 }, atOnce: 20 }
    const limits = all.map(each => each.limits.callers(rules))
    let [sent, passed] = [0, 0]
    const client = async () => {
      while (sent < 600) {
        const state = await limits[sent++ % 4]?.count(ada, false)
        if (state?.key.isOver === false) passed++
        await delay(1)
      }
    }
    await Promise.all(Array.from({ length: 16 }, client))
    t.ok(passed <= 300 && passed >= 285, `${passed} passed`)
  })
})

t.test('limits while PostgreSQL is away, and after', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)
  const connection = await PostgresConnection.open({ url: server.url, report: () => undefined })
  t.teardown(() => connection.close())
  const limits = postgresLimits(connection, 3_000)
  const counter = limits.counter('test', { requests: 3, seconds: 60 })
  const places = limits.callers({ ...wide, atOnce: 1 })
  t.match(await counter.count('a'), { left: 2, isOver: false })
  t.match(await counter.peek('a'), { left: 2, isOver: false })
  t.type(await places.takeSlot('held'), 'function')
  await server.kill()

  const counts = [await counter.count('a'), await counter.count('a'), await counter.count('a')]
  t.match(counts, [{ left: 2 }, { left: 1 }, { left: 0 }], 'each host holds callers to the bounds by itself')
  t.match(await counter.count('a'), { isOver: true })
  t.match(await counter.peek('a'), { isOver: true })
  const free = await places.takeSlot('a')
  t.type(free, 'function')
  t.equal(await places.takeSlot('a'), undefined)
  free?.()
  t.type(await places.takeSlot('a'), 'function')

  await server.restart()
  await untilServed(() => connection.run('limits', 'SELECT 1', []))
  t.match(await counter.count('a'), { left: 2, isOver: false }, 'windows begin empty after a crash')
  const other = postgresLimits(connection, 3_000).callers({ ...wide, atOnce: 1 })
  await untilServed(async () => {
    const taken = await other.takeSlot('held')
    taken?.()
    if (taken) throw new Error('A slot that was lost with its table is not held again yet.')
  })
})
