import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { postgresLimits } from '../../../host/dist/limits/postgres.js'
import { openSharedPostgres } from '../../../host/dist/start/shared-postgres.js'
import { PostgresConnection } from '../../../host/dist/storage/postgres/connection.js'
import { startPostgres, withoutPostgres } from '../../fixtures/postgres-server.js'
import { untilServed } from '../../fixtures/redis-server.js'
import { limitsContract, wide } from './contract.js'

const ada = { account: 'ada', keyId: 'one' }
t.test('limits over PostgreSQL', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)
  let schemas = 0

  async function store() {
    const url = `${server.url}?schema=hosts_${schemas++}`
    return () => openSharedPostgres(url, () => undefined)
  }

  /** Limits of as many processes as the test needs. */
  async function processes(t: Test, count: number, leaseMs?: number) {
    const url = `${server.url}?schema=hosts_${schemas++}`
    const opening = Array.from({ length: count }, () => PostgresConnection.open({ url, report: () => undefined }))
    const connections = await Promise.all(opening)
    t.teardown(() => Promise.all(connections.map(connection => connection.close())))
    return connections.map(connection => {
      const { schema } = connection
      const endIn = (seconds: number) =>
        server.sql(`UPDATE ${schema}.limit_window SET ends = ${schema}.now_ms() + ${seconds * 1_000}`)
      return { connection, limits: postgresLimits(connection, leaseMs), close: () => connection.close(), endIn }
    })
  }

  limitsContract(t, { store, processes })

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
