import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { CallerLimits, FreeSlot, RateState } from '../../../host/dist/limits/limits.js'
import { redisLimits } from '../../../host/dist/limits/redis.js'
import { openSharedRedis } from '../../../host/dist/start/shared-redis.js'
import { RedisConnection } from '../../../host/dist/storage/redis/connection.js'
import { startRedis, untilServed, withoutRedis } from '../../fixtures/redis-server.js'
import { limitsContract, wide } from './contract.js'

/** Limits over a Redis of the test's own, for as many processes as the test needs. */
async function processes(t: Test, count: number, leaseMs?: number) {
  const redis = await startRedis(t)
  const opening = Array.from({ length: count }, () => RedisConnection.open({ url: redis.url, report: () => undefined }))
  const connections = await Promise.all(opening)
  t.teardown(() => Promise.all(connections.map(connection => connection.close())))
  const endIn = (seconds: number) =>
    connections[0]?.use(async ({ client }) => {
      for (const key of await client.keys('*')) await client.pExpire(key, seconds * 1_000)
    }) ?? Promise.resolve()
  return connections.map(connection => ({
    connection,
    limits: redisLimits(connection, leaseMs),
    close: () => connection.close(),
    endIn
  }))
}

/** Stores in a Redis of the test's own. */
async function store(t: Test) {
  const { url } = await startRedis(t)
  return () => openSharedRedis(url, () => undefined)
}

// Some wait until a lease has ended; each has a Redis of its own.
t.test('limits over Redis', { skip: withoutRedis, jobs: 3 }, async t => {
  limitsContract(t, { store, processes })

  t.test(
    'while Redis is away each host holds callers to the same bounds by itself, and goes on counting after',
    async t => {
      const redis = await startRedis(t)
      const connection = await RedisConnection.open({ url: redis.url, report: () => undefined })
      t.teardown(() => connection.close())
      const limits = redisLimits(connection)
      const [counter, places] = [
        limits.counter('test', { requests: 3, seconds: 60 }),
        limits.callers({ ...wide, atOnce: 1 })
      ]
      t.match(await counter.count('a'), { left: 2, isOver: false })
      t.match(await counter.peek('a'), { left: 2, isOver: false })
      await redis.kill()
      const counts = [await counter.count('a'), await counter.count('a'), await counter.count('a')]
      t.match(counts, [{ left: 2 }, { left: 1 }, { left: 0 }])
      t.match(await counter.count('a'), { isOver: true })
      t.match(await counter.peek('a'), { isOver: true })
      const free = await places.takeSlot('a')
      t.type(free, 'function')
      t.equal(await places.takeSlot('a'), undefined)
      free?.()
      t.type(await places.takeSlot('a'), 'function')
      await redis.restart()
      await untilServed(() => connection.use(({ client }) => client.ping()))
      t.match(await counter.count('a'), { isOver: false })
    }
  )

  t.test('what Redis refuses to count is not counted as allowed', async t => {
    const [first] = await processes(t, 1)
    if (!first) throw new Error('There is no process.')
    const { connection, limits } = first
    const [counter, places] = [
      limits.counter('test', { requests: 3, seconds: 60 }),
      limits.callers({ ...wide, atOnce: 1 })
    ]
    await counter.count('a')
    await places.takeSlot('a')
    await connection.use(async ({ client }) => {
      for (const key of await client.keys('*')) {
        await client.set(key, 'written by somebody else')
      }
    })
    await t.rejects(Promise.resolve(counter.count('a')))
    await t.rejects(Promise.resolve(counter.peek('a')))
    await t.rejects(Promise.resolve(places.takeSlot('a')))
  })

  t.test('a slot is held for 30 s at a time, and each account has its own', async t => {
    const [one, two] = await processes(t, 2)
    const [places, others] = [one, two].map(process => process?.limits.callers({ ...wide, atOnce: 1 }))
    const free = await places?.takeSlot('a')
    t.equal(await others?.takeSlot('a'), undefined)
    t.type(await others?.takeSlot('b'), 'function')
    const left = await one?.connection.use(async ({ client }) =>
      Promise.all((await client.keys('*')).map(key => client.pTTL(key)))
    )
    t.equal(left?.length, 2)
    for (const ms of left ?? []) t.ok(ms > 20_000 && ms <= 30_000, `${ms} ms`)
    free?.()
    await untilServed(async () => {
      if (!(await others?.takeSlot('a'))) throw new Error('The slot is held yet.')
    })
  })

  t.test('whoever takes a slot after all were free holds it as long as the first did', async t => {
    // Long enough for a busy machine to renew it in time.
    const leaseMs = 3_000
    const [one, two] = await processes(t, 2, leaseMs)
    const [places, others] = [one, two].map(process => process?.limits.callers({ ...wide, atOnce: 2 }))
    for (const free of [await places?.takeSlot('a'), await places?.takeSlot('a')]) free?.()
    const taken: FreeSlot[] = []
    while (taken.length < 2) {
      const free = await places?.takeSlot('a')
      if (free) taken.push(free)
    }
    taken[0]?.()
    await new Promise(resolve => setTimeout(resolve, 2 * leaseMs))
    const second = await others?.takeSlot('a')
    t.type(second, 'function', 'one was freed')
    t.equal(await others?.takeSlot('a'), undefined, 'the other is held yet')
  })
})

t.test(
  'four hosts at twice the rate exceed it never, and a host that ended gives its slots back',
  { skip: withoutRedis },
  async t => {
    const hosts = await processes(t, 5, 2_000)
    const rules = { key: { requests: 300, seconds: 1 }, account: { requests: 10_000, seconds: 1 }, atOnce: 20 }
    const [dying, ...living] = hosts.map(({ limits }) => limits.callers(rules))
    for (let slot = 0; slot < 8; slot++) t.type(await dying?.takeSlot('ada'), 'function')
    await dying?.count({ account: 'ada', keyId: 'one' }, true)
    await hosts[0]?.connection.close()

    /** How many calls passed in each window, and how many had passed when the first was refused. */
    const windows: { endsAt: number; passed: number; atRefusal: number }[] = []
    const windowOf = ({ resetsInMs }: RateState) => {
      const endsAt = performance.now() + resetsInMs
      const found = windows.find(window => Math.abs(window.endsAt - endsAt) < rules.key.seconds * 500)
      if (found) return found
      const window = { endsAt, passed: 0, atRefusal: Number.POSITIVE_INFINITY }
      windows.push(window)
      return window
    }
    const call = async (limits: CallerLimits) => {
      const { key: state } = await limits.count({ account: 'ada', keyId: 'one' }, false)
      const window = windowOf(state)
      if (!state.isOver) window.passed++
      else window.atRefusal = Math.min(window.atRefusal, window.passed)
    }
    // Each host sends 150 calls a second.
    const endsAt = performance.now() + 31_000
    const calls: Promise<void>[] = []
    for (let sent = 0; performance.now() < endsAt; await delay(20)) {
      const due = Math.floor((600 * (31_000 - (endsAt - performance.now()))) / 1000)
      for (; sent < due; sent++) {
        const limits = living[sent % living.length]
        if (limits) calls.push(call(limits))
      }
    }
    await Promise.all(calls)
    const whole = windows.slice(1, -1)
    t.ok(whole.length >= 25, `${whole.length} windows`)
    t.strictSame(
      whole.filter(({ passed }) => passed > 300),
      [],
      'a rate is never exceeded'
    )
    // A process that has to wait for its turn at the end of a window does not use what it has borrowed.
    const atRefusal = whole.map(each => each.atRefusal).sort((one, other) => one - other)
    t.ok((atRefusal.at(whole.length / 2) ?? 0) >= 285, 'at the median 95 % have passed before a call is refused')
    t.comment(
      `passed: ${whole.map(({ passed }) => passed)}; at the first refusal: ${whole.map(each => each.atRefusal)}`
    )
    let taken = 0
    while (await living[0]?.takeSlot('ada')) taken++
    t.equal(taken, 20, 'the slots of a host that died come back')
  }
)
