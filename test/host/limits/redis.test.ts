import t from 'tap'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { postgresLimits } from '../../../host/dist/limits/postgres.js'
import { redisLimits } from '../../../host/dist/limits/redis.js'

const rules = { key: { requests: 2, seconds: 60 }, account: { requests: 3, seconds: 60 }, atOnce: 1 }
const ada = { account: 'ada', keyId: 'one' }

t.test('an answer of Redis that is no count lets nobody pass', async t => {
  for (const answer of [null, 1, 'OK', [], [1], [null, 1], ['1', 1], [1, '1'], { 0: 1, 1: 1 }]) {
    const counter = redisLimits({ run: async () => answer }).counter('test', { requests: 3, seconds: 60 })
    for (const ask of [counter.count, counter.peek])
      await t.rejects(Promise.resolve(ask('a')), { name: 'TypeError', message: /Redis/ }, JSON.stringify(answer))
  }
})

t.test('an answer of Redis that is no grant lets nobody pass', async t => {
  const grant = [1, 1, 1, 1]
  for (const answer of [null, 1, 'OK', [], [grant], [grant, grant, ['1', 1, 1, 1]], [grant, grant, [1, 1, 1]]]) {
    const callers = redisLimits({ run: async () => answer }).callers(rules)
    const asked = Promise.resolve(callers.count(ada, true))
    await t.rejects(asked, { name: 'TypeError', message: /Redis granted/ }, JSON.stringify(answer))
  }
})

t.test('an answer of PostgreSQL that is no count or no grant lets nobody pass', async t => {
  const limits = postgresLimits({ schema: 'product_host', run: async () => [] })
  const counter = limits.counter('test', { requests: 3, seconds: 60 })
  await t.rejects(Promise.resolve(counter.count('a')), { name: 'TypeError', message: /PostgreSQL/ })
  await t.rejects(Promise.resolve(limits.callers(rules).count(ada, true)), { message: /PostgreSQL granted/ })
})

t.test('a process that cannot reach Redis counts by itself, and passes on every other fault', async t => {
  const state = { fault: new StoreUnavailable('away') as Error }
  const limits = redisLimits({
    run: async () => {
      throw state.fault
    }
  })
  const [counter, callers] = [limits.counter('test', { requests: 1, seconds: 60 }), limits.callers(rules)]
  t.match(await counter.count('a'), { left: 0, isOver: false })
  t.match(await counter.count('a'), { left: 0, isOver: true })
  t.match(await counter.peek('a'), { isOver: true })
  t.match(await callers.count(ada, true), { key: { left: 1, isOver: false }, account: { left: 2 } })
  t.match(await callers.count(ada, true), { key: { left: 0, isOver: false }, account: { left: 1 } })
  t.match(await callers.count(ada, true), { key: { left: 0, isOver: true }, account: { left: 1 } })
  const free = await callers.takeSlot('ada')
  t.equal(await callers.takeSlot('ada'), undefined)
  free?.()
  t.type(await callers.takeSlot('ada'), 'function')
  state.fault = new Error('a bug')
  const eve = { account: 'eve', keyId: 'one' }
  for (const asked of [counter.count('b'), counter.peek('b'), callers.count(eve, true), callers.takeSlot('eve')])
    await t.rejects(Promise.resolve<unknown>(asked), { message: 'a bug' })
})
