import t from 'tap'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { redisLimits } from '../../../host/dist/limits/redis.js'

t.test('an answer of Redis that is no count lets nobody pass', async t => {
  for (const answer of [null, 1, 'OK', [], [1], [null, 1], ['1', 1], [1, '1'], { 0: 1, 1: 1 }]) {
    const counter = redisLimits({ run: async () => answer }).counter('test', { requests: 3, seconds: 60 })
    for (const ask of [counter.count, counter.peek])
      await t.rejects(Promise.resolve(ask('a')), { name: 'TypeError', message: /Redis/ }, JSON.stringify(answer))
  }
})

t.test('of answers to a slot, only 1 takes it', async t => {
  for (const answer of [0, 2, null, '1']) {
    const slots = redisLimits({ run: async () => answer }).slots(1)
    t.equal(await slots.take('a'), undefined, JSON.stringify(answer))
  }
})

t.test('a process that cannot reach Redis counts by itself, and passes on every other fault', async t => {
  const state = { fault: new StoreUnavailable('away') as Error }
  const limits = redisLimits({
    run: async () => {
      throw state.fault
    }
  })
  const [counter, slots] = [limits.counter('test', { requests: 1, seconds: 60 }), limits.slots(1)]
  t.match(await counter.count('a'), { left: 0, isOver: false })
  t.match(await counter.count('a'), { left: 0, isOver: true })
  t.match(await counter.peek('a'), { isOver: true })
  const free = await slots.take('a')
  t.equal(await slots.take('a'), undefined)
  free?.()
  t.type(await slots.take('a'), 'function')
  state.fault = new Error('a bug')
  for (const asked of [counter.count('b'), counter.peek('b'), slots.take('b')])
    await t.rejects(Promise.resolve(asked), { message: 'a bug' })
})
