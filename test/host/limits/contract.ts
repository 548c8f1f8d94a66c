import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import type { LimitStore } from '../../../host/dist/limits/limits.js'
import type { SharedState } from '../../../host/dist/start/server-state.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { untilServed } from '../../fixtures/redis-server.js'
import { controlledPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'
const controlled = '/api/v1/products/controlled/execute'

/** Rules of which no rate is reached. */
export const wide = { key: { requests: 10_000, seconds: 60 }, account: { requests: 10_000, seconds: 60 } }

/** The limits of a process, over a server that several share. */
export interface LimitingProcess {
  readonly limits: LimitStore
  close(): Promise<void>
  /** Lets all windows on the server end in so many seconds. */
  endIn(seconds: number): Promise<unknown>
}

/** A server on which several processes count. */
export interface LimitServer {
  /** Opens an empty store that no other test has; each call of the result is a host of it. */
  store(t: Test): Promise<() => Promise<SharedState>>
  /** Limits of as many processes as the test needs, on a store of their own. */
  processes(t: Test, count: number, leaseMs?: number): Promise<readonly LimitingProcess[]>
}

/** What limits over every server do. */
export function limitsContract(t: Test, { store, processes }: LimitServer): void {
  const twoHosts = async (t: Test, rate: object) => {
    const open = await store(t)
    const host = async () =>
      start(t, { ...(await open()), plugins: { ...notesPlugin, ...controlledPlugin }, deployment: { rate } })
    return { one: await host(), two: await host() }
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
    // When the answer is read, its place is on its way back to the store.
    await untilServed(async () => {
      const { status } = await pass(two, 'shared three')
      if (status !== 200) throw new Error(`The place is not back: ${status}.`)
    })
    opened.reach('shared two')
    t.equal((await first[1])?.status, 200)
  })

  t.test('a window is the counter’s and the key’s own, as long as the rate says, and ends', async t => {
    const [first] = await processes(t, 1)
    if (!first) throw new Error('There is no process.')
    const { limits, endIn } = first
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
    await endIn(30)
    t.ok((await counter.count('a')).resetsInMs <= 30_000, 'what is counted later lengthens no window')
    await endIn(0)
    t.match(await counter.peek('a'), { left: 1, isOver: false })
    t.match(await counter.count('a'), { left: 0, isOver: false })
    t.match(await counter.count('a'), { isOver: true })
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
    await dying?.close()
    await untilServed(async () => {
      if (!(await slots?.takeSlot('a'))) throw new Error('The place is held yet.')
    })
    t.equal(await slots?.takeSlot('a'), undefined)
    await delay(2 * leaseMs)
    t.equal(await slots?.takeSlot('a'), undefined)
  })
}
