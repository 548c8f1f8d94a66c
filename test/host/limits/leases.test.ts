import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { type LeaseStore, leasedCallers } from '../../../host/dist/limits/leases.js'
import type { CallerRules, FreeSlot } from '../../../host/dist/limits/limits.js'
import { MemoryLeases } from '../../fixtures/lease-store.js'

const ada = { account: 'ada', keyId: 'one' }
const rules: CallerRules = {
  key: { requests: 600, seconds: 10 },
  account: { requests: 1_000, seconds: 60 },
  atOnce: 100
}
/** Longer than two periods of half a second, after which a host gives back what it did not use in them. */
const tidiedMs = 1_700

/** Hosts that borrow of one store, and a time that the test moves. */
function hosts(rulesOf: Partial<CallerRules> = {}) {
  const clock = { time: 1_000 }
  const store = new MemoryLeases(() => clock.time)
  const host = (name: string) =>
    leasedCallers(store.of(name), { ...rules, ...rulesOf }, { leaseMs: 3_000, now: () => clock.time })
  return { clock, store, one: host('one'), two: host('two') }
}

t.test('a call that runs asks once for all that it needs, and then takes its slot without asking', async t => {
  const { store, one } = hosts()
  t.match(await one.count(ada, true), { key: { left: 599, resetsInMs: 10_000 }, account: { left: 999 } })
  t.type(one.takeSlot('ada'), 'function', 'at once')
  t.strictSame(
    store.asked.map(asks => asks.map(({ kind, key, needed }) => [kind, key, needed])),
    [
      [
        ['window', 'key:ada/one', 1],
        ['window', 'account:ada', 1],
        ['slots', 'ada', 1]
      ]
    ]
  )
})

t.test('a host that has many calls borrows as many ahead as it used, and asks seldom', async t => {
  const { store, one } = hosts()
  for (let call = 0; call < 300; call++) {
    await one.count(ada, true)
    const free = await one.takeSlot('ada')
    free?.()
  }
  t.ok(store.asked.length < 20, `${store.asked.length} asks for 300 calls`)
  t.ok(store.taken('key:ada/one') - 300 <= 60, 'a tenth of what was left')
})

t.test('calls of a moment, of several keys of an account, are asked for together', async t => {
  const { store, one } = hosts()
  const calls = Array.from({ length: 12 }, (_, call) => one.count({ account: 'ada', keyId: `key ${call % 3}` }, false))
  await Promise.all(calls)
  t.equal(store.asked.length, 1)
  t.match(store.asked[0], [{ needed: 4 }, { needed: 4 }, { needed: 4 }, { needed: 12 }])
})

t.test('one host may use all of a window, and two no more than that', async t => {
  const { one, two } = hosts({ key: { requests: 50, seconds: 10 } })
  const passed = async (host: typeof one, most: number) => {
    for (let call = 0; call < most; call++) if ((await host.count(ada, false)).key.isOver) return call
    return most
  }
  t.equal(await passed(one, 30), 30)
  const second = await passed(two, 100)
  t.equal((await passed(one, 100)) + second, 20, 'the rest, whoever asks')
  const alone = hosts({ key: { requests: 50, seconds: 10 } })
  t.equal(await passed(alone.one, 100), 50)
})

t.test('the next window is whole for a host that was refused a moment before', async t => {
  const { clock, one } = hosts({ key: { requests: 3, seconds: 10 } })
  await one.count(ada, false)
  clock.time += 9_990
  for (const left of [1, 0]) t.match(await one.count(ada, false), { key: { left, isOver: false } })
  t.match(await one.count(ada, false), { key: { left: 0, isOver: true, resetsInMs: 10 } })
  clock.time += 10
  for (const left of [2, 1, 0]) t.match(await one.count(ada, false), { key: { left, isOver: false } })
  t.match(await one.count(ada, false), { key: { isOver: true } })
})

t.test('what a host has borrowed of a window ends with it', async t => {
  const { clock, store, one } = hosts({ key: { requests: 1_000, seconds: 10 } })
  for (let call = 0; call < 20; call++) await one.count(ada, false)
  const asks = store.asked.length
  await one.count(ada, false)
  t.equal(store.asked.length, asks, 'it had borrowed more')
  clock.time += 10_000
  await one.count(ada, false)
  t.equal(store.asked.length, asks + 1)
  t.match(store.taken('key:ada/one'), 1 + 21, 'counted in the window in which it is used')
})

t.test('a host that was refused asks again a moment later, and gets what another one has given back', async t => {
  const { clock, store, one, two } = hosts({ key: { requests: 40, seconds: 60 } })
  for (let call = 0; call < 12; call++) await two.count(ada, false)
  while (!(await one.count(ada, false)).key.isOver);
  const asks = store.asked.length
  t.match(await one.count(ada, false), { key: { isOver: true } })
  t.equal(store.asked.length, asks, 'a refusal is repeated for a moment')
  await delay(tidiedMs)
  clock.time += 200
  t.match(await one.count(ada, false), { key: { isOver: false } }, 'what the other had borrowed and not used')
})

t.test('what is not used goes back, and nothing is kept of who does not come again', async t => {
  const { store, one } = hosts()
  for (let call = 0; call < 20; call++) await one.count(ada, true)
  const slot = await one.takeSlot('ada')
  slot?.()
  t.ok(store.taken('key:ada/one') > 20)
  t.ok(store.held('ada') > 0)
  await delay(tidiedMs)
  t.equal(store.taken('key:ada/one'), 20)
  t.equal(store.taken('account:ada'), 20)
  t.equal(store.held('ada'), 0)
})

t.test('a host that stops gives back all that it does not use', async t => {
  const { store, one } = hosts()
  for (let call = 0; call < 20; call++) {
    await one.count(ada, true)
    if (call % 10 > 0) (await one.takeSlot('ada'))?.()
    else t.type(await one.takeSlot('ada'), 'function')
  }
  t.ok(store.held('ada') > 2)
  await one.giveBack?.()
  t.equal(store.taken('key:ada/one'), 20)
  t.equal(store.taken('account:ada'), 20)
  t.equal(store.held('ada'), 2, 'what runs yet')
})

t.test(
  'changed rules hold from the next call on, once what was borrowed under the former ones is given back',
  async t => {
    const clock = { time: 1_000 }
    const store = new MemoryLeases(() => clock.time)
    const changing = { key: { requests: 600, seconds: 10 }, account: { requests: 1_000, seconds: 60 }, atOnce: 100 }
    const one = leasedCallers(store.of('one'), changing, { now: () => clock.time })
    const slots = []
    for (let call = 0; call < 20; call++) {
      await one.count(ada, true)
      slots.push(await one.takeSlot('ada'))
    }
    Object.assign(changing.key, { requests: 22 })
    Object.assign(changing, { atOnce: 20 })
    await one.giveBack?.()
    t.match(await one.count(ada, false), { key: { left: 1, isOver: false } })
    t.match(await one.count(ada, false), { key: { left: 0, isOver: false } })
    t.match(await one.count(ada, false), { key: { isOver: true } })
    t.equal(await one.takeSlot('ada'), undefined)
    slots[0]?.()
    t.type(await one.takeSlot('ada'), 'function')
    t.equal(await one.takeSlot('ada'), undefined)
    Object.assign(changing.key, { requests: 24 })
    Object.assign(changing, { atOnce: 21 })
    clock.time += 200
    t.match(await one.count(ada, false), { key: { left: 1, isOver: false } })
    t.type(await one.takeSlot('ada'), 'function')
  }
)

t.test('a call that waits for a slot is not refused where another took the one that was free meanwhile', async t => {
  const gate = Promise.withResolvers<void>()
  const { store } = hosts()
  const lender = store.of('one')
  let asked = 0
  const one = leasedCallers(
    {
      async borrow(asks) {
        if (++asked === 2) await gate.promise
        return lender.borrow(asks)
      }
    },
    rules
  )
  const first = await one.takeSlot('ada')
  const waiting = [one.takeSlot('ada'), one.takeSlot('ada')]
  // One is free again before it is asked for two.
  first?.()
  await turn()
  t.equal(asked, 2)
  t.type(one.takeSlot('ada'), 'function', 'who comes meanwhile takes it')
  gate.resolve()
  for (const slot of await Promise.all(waiting)) t.type(slot, 'function')
})

t.test('slots are never more than there are, and go back at once where few are left', async t => {
  const { store, one, two } = hosts({ atOnce: 3 })
  const taken: FreeSlot[] = []
  for (const host of [one, two, one]) {
    const slot = await host.takeSlot('ada')
    if (slot) taken.push(slot)
  }
  t.equal(taken.length, 3)
  for (const host of [one, two]) t.equal(await host.takeSlot('ada'), undefined)
  taken[0]?.()
  await turn()
  t.equal(store.held('ada'), 2)
  t.type(await two.takeSlot('ada'), 'function')
  t.equal(await one.takeSlot('ada'), undefined)
})

t.test(
  'while the store is away a host uses what it has borrowed, then its own counters, and tells it later',
  async t => {
    const clock = { time: 1_000 }
    const leases = new MemoryLeases(() => clock.time)
    const state = { isAway: false }
    const store: LeaseStore = {
      borrow: async asks => {
        if (state.isAway) throw new StoreUnavailable('away')
        return leases.of('one').borrow(asks)
      }
    }
    const one = leasedCallers(
      store,
      { ...rules, key: { requests: 5, seconds: 10 }, atOnce: 1 },
      { now: () => clock.time }
    )
    await one.count(ada, true)
    const slot = await one.takeSlot('ada')
    state.isAway = true
    const states = []
    for (let call = 0; call < 6; call++) states.push((await one.count(ada, true)).key)
    t.match(states.at(4), { left: 0, isOver: false })
    t.match(states.at(5), { isOver: true })
    slot?.()
    await turn()
    t.equal(leases.held('ada'), 1, 'the store does not know that it is free')
    state.isAway = false
    await delay(tidiedMs)
    t.equal(leases.held('ada'), 0)
  }
)
