import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { leasedCallers } from '../../../host/dist/limits/leases.js'
import {
  type LimitStore,
  Limits,
  memoryCounter,
  memoryLimits,
  memorySlots,
  requireRate,
  secondsLeft
} from '../../../host/dist/limits/limits.js'
import { MemoryLeases } from '../../fixtures/lease-store.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, notesPlugin, standStill, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'
const controlled = '/api/v1/products/controlled/execute'
const { rates: usual } = usualDeployment([])
const plugins = { ...notesPlugin, ...controlledPlugin }

t.test('of 600 requests, 64 at a time, a limit of 500 lets exactly 500 pass', async t => {
  standStill(t)
  const { call } = await start(t)
  const statuses: number[] = []
  let sent = 0
  const client = async () => {
    while (sent < 600) {
      sent++
      statuses.push((await call('POST', notes, { action: 'latest' }, key)).status)
    }
  }
  await Promise.all(Array.from({ length: 64 }, client))
  t.equal(statuses.filter(status => status === 200).length, 500)
  t.equal(statuses.filter(status => status === 429).length, 100)
})

t.test('every keyed answer says what is left, and a refused one when to come again', async t => {
  const time = standStill(t)
  const { call } = await start(t, { plugins, deployment: { rate: { key: [3, 10], account: [100, 60], atOnce: 7 } } })
  const policy = '"key";q=3;w=10, "account";q=100;w=60, "at-once";q=7;qu="concurrent-requests"'
  const fields = async (...parameters: Parameters<typeof call>) => {
    const { status, headers } = await call(...parameters)
    t.equal(headers.get('ratelimit-policy'), policy)
    return [status, headers.get('ratelimit'), headers.get('retry-after')]
  }
  t.strictSame(await fields('POST', notes, { action: 'latest' }, key), [
    200,
    '"key";r=2;t=10, "account";r=99;t=60',
    null
  ])
  time.advance(3_500)
  t.strictSame(await fields('GET', '/api/v1/products/usage', undefined, key), [
    200,
    '"key";r=1;t=7, "account";r=98;t=57',
    null
  ])
  t.strictSame(await fields('POST', '/api/v1/products/none/execute', {}, key), [
    404,
    '"key";r=0;t=7, "account";r=97;t=57',
    null
  ])
  for (const [method, path] of [
    ['POST', notes],
    ['GET', '/api/v1/products/usage']
  ] as const) {
    const { status, headers, body } = await call(method, path, method === 'POST' ? {} : undefined, key)
    t.match(body, {
      status: 429,
      code: 'rate_limited',
      retryable: true,
      detail: /^The key .* 3 requests within 10 s\.$/
    })
    t.strictSame(
      [status, headers.get('ratelimit'), headers.get('retry-after')],
      [429, '"key";r=0;t=7, "account";r=97;t=57', '7']
    )
  }
  time.advance(6_500)
  t.strictSame(await fields('POST', notes, { action: 'latest' }, key), [
    200,
    '"key";r=2;t=10, "account";r=96;t=50',
    null
  ])

  const open = await call('GET', notes)
  t.equal(open.headers.get('ratelimit'), null)
})

t.test('all keys of an account share its rate, and no other account has part in it', async t => {
  const { call, keys } = await start(t, { deployment: { rate: { key: [10, 60], account: [4, 60] } } })
  const bearer = async (account: string) => ({ Authorization: `Bearer ${(await keys.create(account, 'a key')).key}` })
  const [one, two, other] = [await bearer('someone'), await bearer('someone'), await bearer('another')]
  const status = async (headers: Record<string, string>) =>
    (await call('POST', notes, { action: 'latest' }, headers)).status
  t.strictSame([await status(one), await status(two), await status(one), await status(two)], [200, 200, 200, 200])
  t.match(await call('POST', notes, { action: 'latest' }, one), {
    status: 429,
    body: { code: 'rate_limited', detail: /^The account / }
  })
  t.equal(await status(other), 200)
})

t.test('an account runs so many at once and no more, and its places come back', async t => {
  const { call } = await start(t, { plugins, deployment: { rate: { atOnce: 2 } } })
  const pass = (id: string, how = 'well') => call('POST', controlled, { action: 'pass', id, how }, key)
  const first = [pass('place one', 'wait'), pass('place two', 'wait')]
  await Promise.all([begun.reached('place one'), begun.reached('place two')])
  const refused = await pass('place three')
  t.match(refused, { status: 429, body: { code: 'too_many_concurrent', retryable: true } })
  t.equal(refused.headers.get('retry-after'), '1')
  opened.reach('place one')
  t.equal((await first[0])?.status, 200)
  t.equal((await pass('place three', 'bug')).status, 502)
  t.equal((await pass('place three')).status, 200)
  opened.reach('place two')
  t.equal((await first[1])?.status, 200)
})

t.test('what a product calls for its caller counts in the rate, and stays in the place of the caller', async t => {
  const { call } = await start(t, { plugins, deployment: { rate: { key: [6, 60], atOnce: 1 } } })
  const nested = await call('POST', controlled, { action: 'nest', times: 8 }, key)
  t.equal(nested.status, 200)
  t.strictSame(nested.body.detail.codes.toSorted(), [
    'ok',
    'ok',
    'ok',
    'ok',
    'ok',
    'rate_limited',
    'rate_limited',
    'rate_limited'
  ])
  t.equal((await call('POST', controlled, { action: 'nest', times: 0 }, key)).status, 429)
})

t.test('a counter remembers so many keys and no more', async t => {
  const counter = memoryCounter('test', { requests: 2, seconds: 60 }, 3)
  for (const name of ['a', 'a', 'b', 'c']) await counter.count(name)
  t.match(await counter.peek('a'), { left: 0, isOver: false })
  t.match(await counter.count('a'), { left: 0, isOver: true })
  await counter.count('d')
  t.match(await counter.peek('b'), { left: 2 })
  t.match(await counter.peek('a'), { left: 0, isOver: true })
})

t.test('a counter and slots go by what their rate says at the moment', t => {
  const rate = { requests: 3, seconds: 60 }
  const counter = memoryCounter('test', rate)
  counter.count('a')
  counter.count('a')
  rate.requests = 1
  t.match(counter.count('a'), { left: 0, isOver: true })
  rate.requests = 5
  t.match(counter.count('a'), { left: 1, isOver: false })
  rate.seconds = 10
  t.match(counter.count('a'), { left: 4, isOver: false }, 'a window that is longer than windows are now has ended')
  let most = 1
  const slots = memorySlots(() => most)
  t.type(slots.take('a'), 'function')
  t.equal(slots.take('a'), undefined)
  most = 2
  t.type(slots.take('a'), 'function')
  most = 1
  t.equal(slots.take('a'), undefined)
  t.end()
})

t.test('slots are remembered for the keys that hold some, and for no others', async t => {
  const taken = new Map<string, number>()
  const { take } = memorySlots(() => 2, taken)
  const free = [await take('a'), await take('a'), await take('b')]
  t.strictSame(
    [...taken],
    [
      ['a', 2],
      ['b', 1]
    ]
  )
  t.equal(await take('a'), undefined)
  free[0]?.()
  t.strictSame(taken.get('a'), 1)
  free[1]?.()
  free[2]?.()
  t.strictSame([...taken], [])
})

t.test('a clock that is set back lengthens no window', async t => {
  const time = standStill(t)
  const counter = memoryCounter('test', { requests: 2, seconds: 10 })
  for (let count = 0; count < 3; count++) counter.count('a')
  t.match(counter.peek('a'), { isOver: true })
  time.advance(-60 * 60 * 1000)
  t.match(counter.peek('a'), { left: 2, resetsInMs: 10_000, isOver: false })
  t.match(counter.count('a'), { left: 1, resetsInMs: 10_000, isOver: false })
})

t.test('a window ends exactly after its time, and the next one begins with the first that comes then', async t => {
  const time = standStill(t)
  const counter = memoryCounter('test', { requests: 1, seconds: 10 })
  t.strictSame(counter.peek('a'), { left: 1, resetsInMs: 10_000, isOver: false })
  t.strictSame(counter.count('a'), { left: 0, resetsInMs: 10_000, isOver: false })
  time.advance(9_999)
  t.strictSame(counter.peek('a'), { left: 0, resetsInMs: 1, isOver: false })
  t.strictSame(counter.count('a'), { left: 0, resetsInMs: 1, isOver: true })
  t.strictSame(counter.peek('a'), { left: 0, resetsInMs: 1, isOver: true })
  time.advance(1)
  t.strictSame(counter.peek('a'), { left: 1, resetsInMs: 10_000, isOver: false })
  time.advance(5_000)
  t.strictSame(counter.count('a'), { left: 0, resetsInMs: 10_000, isOver: false })
  time.advance(5_000)
  t.strictSame(counter.count('a'), { left: 0, resetsInMs: 5_000, isOver: true })
})

t.test('a key that begins its next window is the youngest again', async t => {
  const time = standStill(t)
  const counter = memoryCounter('test', { requests: 2, seconds: 10 }, 3)
  counter.count('a')
  time.advance(5_000)
  counter.count('b')
  time.advance(5_000)
  for (const name of ['a', 'c', 'd']) counter.count(name)
  t.match(counter.peek('a'), { left: 1 })
  t.match(counter.peek('b'), { left: 2 }, 'which was counted the longest ago')
})

t.test('one counter remembers 50 000 keys', async t => {
  const counter = memoryLimits.counter('test', { requests: 2, seconds: 600 })
  for (let key = 0; key < 50_000; key++) counter.count(`${key}`)
  t.match(counter.peek('0'), { left: 1 })
  counter.count('one more')
  t.match([counter.peek('0'), counter.peek('1')], [{ left: 2 }, { left: 1 }])
})

t.test('what is left of a window is told in whole seconds, at least one', async t => {
  const seconds = [0, 1, 1000, 1001, 59_999].map(resetsInMs => secondsLeft({ left: 0, resetsInMs, isOver: true }))
  t.strictSame(seconds, [1, 1, 1, 2, 60])
})

t.test('requireRate lets as many pass as may, and says when to come again', async t => {
  const time = standStill(t)
  const counter = memoryLimits.counter('test', { requests: 2, seconds: 10 })
  for (const key of ['a', 'a', 'b']) await requireRate(counter, key, 'Too many.')
  time.advance(2_500)
  await t.rejects(requireRate(counter, 'a', 'Too many.'), {
    code: 'rate_limited',
    detail: 'Too many.',
    options: { retryAfter: 8 }
  })
  await requireRate(counter, 'b', 'Too many.')
})

/** Limits that a host borrows of a store that it asks over a network. */
function borrowedLimits(): LimitStore {
  const store = new MemoryLeases(Date.now)
  return { ...memoryLimits, callers: rules => leasedCallers(store.of('host'), rules, { now: Date.now }) }
}

for (const [where, storeOf] of Object.entries({ 'in memory': () => memoryLimits, borrowed: borrowedLimits })) {
  t.test(
    `keys and accounts are counted apart, and what a key may not is not counted for its account, ${where}`,
    async t => {
      standStill(t)
      const rate = { key: { requests: 2, seconds: 10 }, account: { requests: 5, seconds: 60 } }
      const limits = new Limits({ ...usual, ...rate, atOnce: 1 }, storeOf())
      const left = async (account: string, keyId: string) => {
        const { key, account: all } = await limits.count({ account, keyId })
        return [key.left, key.isOver, key.resetsInMs, all.left, all.isOver, all.resetsInMs]
      }
      t.strictSame(await left('ada', 'one'), [1, false, 10_000, 4, false, 60_000])
      t.strictSame(await left('ada', 'one'), [0, false, 10_000, 3, false, 60_000])
      t.strictSame(await left('ada', 'one'), [0, true, 10_000, 3, false, 60_000])
      t.strictSame(await left('eve', 'one'), [1, false, 10_000, 4, false, 60_000])
      t.strictSame(await left('ada', 'two'), [1, false, 10_000, 2, false, 60_000])
      await left('ada', 'two')
      await left('ada', 'three')
      t.strictSame(await left('ada', 'three'), [0, false, 10_000, 0, true, 60_000])
    }
  )

  t.test(`a refusal says whose rate was too high; the key’s comes first, ${where}`, async t => {
    const time = standStill(t)
    const rate = { key: { requests: 2, seconds: 10 }, account: { requests: 3, seconds: 60 } }
    const limits = new Limits({ ...usual, ...rate, atOnce: 1 }, storeOf())
    const ask = async (keyId: string) => limits.require(await limits.count({ account: 'ada', keyId }))
    await ask('one')
    await ask('one')
    time.advance(1_500)
    const key = { code: 'rate_limited', detail: /^The key .* 2 requests within 10 s/, options: { retryAfter: 9 } }
    await t.rejects(ask('one'), key)
    await ask('two')
    await t.rejects(ask('two'), {
      code: 'rate_limited',
      detail: /^The account .* 3 requests within 60 s/,
      options: { retryAfter: 59 }
    })
    await t.rejects(ask('two'), { ...key, options: { retryAfter: 10 } })
  })

  t.test(`an account has so many slots, each is free again when it is left, ${where}`, async t => {
    const rate = { requests: 1, seconds: 1 }
    const limits = new Limits({ ...usual, key: rate, account: rate, atOnce: 2 }, storeOf())
    const take = async (account: string) => limits.takeSlot(account)
    for (const _round of [1, 2]) {
      const [one, two] = [await take('ada'), await take('ada')]
      const refused = { code: 'too_many_concurrent', detail: /has 2 executions/, options: { retryAfter: 1 } }
      await t.rejects(take('ada'), refused)
      const other = await take('eve')
      one()
      const three = await take('ada')
      await t.rejects(take('ada'), refused)
      for (const free of [two, three, other]) free()
    }
  })
}

t.test('an account follows so many runs, beside what it executes', async t => {
  const limits = new Limits({ ...usual, atOnce: 1, openStreams: 2 }, borrowedLimits())
  const refused = { code: 'too_many_concurrent', detail: /follows 2 runs/, options: { retryAfter: 1 } }
  for (const _round of [1, 2]) {
    const leave = [await limits.takeStream('ada'), await limits.takeStream('ada'), await limits.takeStream('eve')]
    await t.rejects(limits.takeStream('ada'), refused)
    leave.push(await limits.takeSlot('ada'))
    await t.rejects(async () => limits.takeSlot('ada'), { code: 'too_many_concurrent', detail: /has 1 executions/ })
    leave.shift()?.()
    leave.push(await limits.takeStream('ada'))
    await t.rejects(limits.takeStream('ada'), refused)
    for (const each of leave) each()
  }
})

t.test('limits are the deployment file’s, each within reason', async t => {
  for (const rate of [{ key: [0, 10] }, { key: [5] }, { account: [5, 10, 15] }, { atOnce: 0 }, { keys: [1, 1] }])
    await t.rejects(start(t, { deployment: { rate } }), { name: 'SettingsError', message: /#\/rate\// })
})
