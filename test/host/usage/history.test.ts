import { mock } from 'node:test'
import { pino } from 'pino'
import t from 'tap'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { History, hourMs } from '../../../host/dist/usage/history.js'
import { noCounts, type UsageRecord } from '../../../host/dist/usage/records.js'
import { addEnding, type Ending } from '../../../host/dist/usage/usage.js'
import { movableClock } from '../../fixtures/start-host.js'

const idle = { slots: 0, loop: 0, waiting: 0, storeMs: 0 }
const start = Date.parse('2026-01-01T12:00:00Z')

/** A store in memory, and processes that tell it what they do. */
async function ground() {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const lines: string[] = []
  const logger = pino({}, { write: line => void lines.push(line) })
  return { clock, backend, store, lines, open: () => new History(store, clock, logger) }
}

/** The use of a product, as a process counts it. */
function used(product: string, ...endings: readonly Ending[]): readonly UsageRecord[] {
  const counts = noCounts()
  for (const ending of endings) addEnding(counts, ending)
  return [{ day: '2026-01-01', product, keyId: 'key_1', uses: [{ action: 'add', via: 'request', counts }] }]
}

t.test('what all processes did is summed up by hour or by several', async t => {
  const { clock, open } = await ground()
  const [one, other] = [open(), open()]
  one.add('ann', used('notes', { status: 200, ms: 10 }, { status: 502, ms: 1_000 }))
  other.add('bob', used('notes', { status: 200, ms: 10 }, { status: 429, ms: 1 }))
  one.sample({ slots: 0.5, loop: 0.2, waiting: 0, storeMs: 1 })
  one.sample({ slots: 0.25, loop: 0.4, waiting: 7, storeMs: 0 })
  await other.stop()
  clock.advance(hourMs)
  one.add('ann', used('dates', { status: 200, ms: 10 }))
  const { steps, accounts } = await one.report(start, 1)
  t.strictSame(steps, [
    {
      from: start,
      products: [{ product: 'notes', calls: 3, errors: 1, refused: 1, p50Ms: 10.4, p99Ms: 939 }],
      ...{ slots: 0.5, loop: 0.4, waiting: 7, storeMs: 1 }
    },
    {
      from: start + hourMs,
      products: [{ product: 'dates', calls: 1, errors: 0, refused: 0, p50Ms: 10.4, p99Ms: 10.4 }],
      ...idle
    }
  ])
  t.strictSame(accounts, [
    { account: 'ann', calls: 3, errors: 1, refused: 0 },
    { account: 'bob', calls: 1, errors: 0, refused: 1 }
  ])
  const { steps: longer } = await one.report(start, 6)
  t.match(longer, [{ from: start, products: [{ product: 'dates' }, { product: 'notes', calls: 3 }] }])
  t.equal(longer.length, 1)
})

t.test('versions that come are changes; what another process or a restart serves again is none', async t => {
  const { clock, open } = await ground()
  const first = open()
  first.serves('', '1.0.0')
  first.serves('notes', '1.0.0')
  clock.advance(hourMs)
  const second = open()
  for (const each of [first, second]) {
    each.serves('', '1.0.0')
    each.serves('notes', '1.1.0')
    clock.advance(1_000)
  }
  await second.stop()
  first.serves('notes', '1.0.0')
  const { changes } = await first.report(start + hourMs / 2, 1)
  t.strictSame(changes, [
    { name: 'notes', version: '1.1.0', since: start + hourMs },
    { name: 'notes', version: '1.0.0', since: start + hourMs + 2_000 }
  ])
})

t.test('the running hour is written once a minute, and the last one again once it is over', async t => {
  const { clock, store, open } = await ground()
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const history = open()
  history.start()
  const stored = async () => (await store.own('history').list<{ products: object }>('hour:')).map(({ value }) => value)
  history.add('ann', used('notes', { status: 200, ms: 1 }))
  t.strictSame(await stored(), [])
  mock.timers.tick(60_000)
  await new Promise(setImmediate)
  t.match(await stored(), [{ products: { notes: { calls: 1 } } }])
  history.add('ann', used('notes', { status: 200, ms: 1 }))
  clock.advance(hourMs)
  mock.timers.tick(60_000)
  await new Promise(setImmediate)
  t.match(await stored(), [{ products: { notes: { calls: 2 } } }, { products: {} }])
  await history.stop()
})

t.test('hours that a store did not take are written later', async t => {
  const { clock, backend, lines, open } = await ground()
  const history = open()
  history.add('ann', used('notes', { status: 200, ms: 1 }))
  const { set } = backend
  backend.set = () => Promise.reject(new Error('away'))
  clock.advance(hourMs)
  await history.report(start, 1)
  t.match(lines, [/were not written; that is tried again/])
  backend.set = set
  const { steps } = await history.report(start, 1)
  t.match(steps, [
    { from: start, products: [{ product: 'notes' }] },
    { from: start + hourMs, products: [] }
  ])
})

t.test('records are stored for 30 days, and have the 50 most active accounts', async t => {
  const { clock, store, open } = await ground()
  const history = open()
  for (let account = 0; account < 60; account++)
    for (let call = 0; call <= account; call++) history.add(`account-${account}`, used('notes', { status: 200, ms: 1 }))
  const { accounts } = await history.report(start, 1)
  t.equal(accounts.length, 50)
  t.match(accounts, [{ account: 'account-59', calls: 60 }])
  await history.stop()
  clock.advance(30 * 24 * hourMs)
  t.equal((await store.own('history').list('hour:')).length, 1)
  clock.advance(hourMs)
  t.equal((await store.own('history').list('hour:')).length, 0)
})

t.test('nothing of an erased account is left, in no process', async t => {
  const { backend, open } = await ground()
  const [one, other] = [open(), open()]
  for (const each of [one, other]) each.add('ann', used('notes', { status: 200, ms: 1 }))
  for (const each of [one, other]) await each.stop()
  await one.forget('ann')
  for await (const page of backend.scan('')) for (const { text } of page) t.notMatch(text, /ann/)
  await one.stop()
  const { accounts, steps } = await one.report(start, 1)
  t.strictSame(accounts, [])
  t.match(steps, [{ products: [{ product: 'notes', calls: 2 }] }])
})
