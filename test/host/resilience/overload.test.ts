import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import type { Problem } from '../../../host/dist/base/problems.js'
import { Cancellation } from '../../../host/dist/resilience/cancellation.js'
import { type Admission, Bulkhead, LoadShedder } from '../../../host/dist/resilience/overload.js'

const cancellation = new Cancellation()

/** The timer of the load shedder keeps no process alive. */
const alive = setInterval(() => undefined, 1_000)
t.teardown(() => clearInterval(alive))

/** A loop that is late, one that works all the time, and one that has nothing to do. */
const late = { delayMs: 300, utilization: 1 }
const busy = { delayMs: 5, utilization: 0.95 }
const free = { delayMs: 1, utilization: 0.1 }

/** A load shedder whose limit is the least, 32 calls, with so many under way. */
async function fullShedder(): Promise<{ shedder: LoadShedder; admissions: Admission[] }> {
  const shedder = new LoadShedder()
  for (let count = 0; count < 3; count++) shedder.adapt(late)
  const entering = Array.from({ length: 32 }, () => shedder.enter(true, cancellation))
  return { shedder, admissions: await Promise.all(entering) }
}

function refusal(entered: unknown): Promise<Problem> {
  return Promise.resolve(entered).then(
    () => Promise.reject(new Error('Nothing was refused.')),
    error => error
  )
}

/** Keeps the event loop from measuring: the limit would rise while calls wait. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

t.test('a call above the limit waits until another leaves, and its place is free at once', async t => {
  const { shedder, admissions } = await fullShedder()
  t.strictSame(shedder.load, { underWay: 32, limit: 32, waiting: 0 })
  const entered = shedder.enter(true, cancellation)
  t.strictSame(shedder.load, { underWay: 32, limit: 32, waiting: 1 })
  admissions[0]?.leave()
  t.strictSame(shedder.load, { underWay: 32, limit: 32, waiting: 0 })
  const admission = await entered
  admission.leave()
  admission.leave()
  t.equal(shedder.load.underWay, 31, 'leaving twice frees one place')
  t.ok(shedder.enter(true, cancellation) instanceof Promise === false, 'a call that has not to wait gets no promise')
})

t.test('calls go on in their order, and the newest first while too many wait', async t => {
  const { shedder, admissions } = await fullShedder()
  const order: number[] = []
  const enter = async (number: number) => {
    await shedder.enter(true, cancellation)
    order.push(number)
  }
  const calls = [1, 2, 3, 4, 5].map(enter)
  admissions[0]?.leave()
  admissions[1]?.leave()
  block(600)
  admissions[2]?.leave()
  admissions[3]?.leave()
  for (const admission of admissions.slice(4)) admission.leave()
  await Promise.all(calls)
  t.strictSame(order.slice(0, 3), [1, 2, 5])
  t.strictSame([...order].sort(), [1, 2, 3, 4, 5])
})

t.test('a call that waits too long is refused, with a Retry-After that differs', async t => {
  const { shedder } = await fullShedder()
  const refused = Array.from({ length: 300 }, () => refusal(shedder.enter(true, cancellation)))
  block(1_100)
  const found = await Promise.all(refused)
  t.ok(found.every(({ status, code }) => status === 503 && code === 'overloaded'))
  t.strictSame([...new Set(found.map(({ options }) => options.retryAfter))].sort(), [1, 2, 3])
})

t.test('a call whose caller has gone, or whose host stops, takes no place', async t => {
  const { shedder, admissions } = await fullShedder()
  const gone = new Cancellation()
  const stopping = new Cancellation()
  const refused = [refusal(shedder.enter(true, gone)), refusal(shedder.enter(true, stopping))]
  const entered = shedder.enter(true, cancellation)
  gone.cancel('gone')
  stopping.cancel('stopping')
  admissions[0]?.leave()
  await entered
  t.match(await Promise.all(refused), [{ code: 'client_gone' }, { code: 'shutting_down' }])
  t.equal(shedder.load.underWay, 32)
})

t.test(
  'the limit falls with the delay of the loop, and rises while calls wait: fast on a loop with time left',
  async t => {
    const shedder = new LoadShedder()
    t.equal(shedder.load.limit, 64)
    await Promise.all(Array.from({ length: 64 }, () => shedder.enter(true, cancellation)))
    shedder.adapt({ delayMs: 80, utilization: 1 })
    t.equal(shedder.load.limit, 48, 'to 60/80 of the calls under way')
    shedder.adapt(late)
    t.equal(shedder.load.limit, 32, 'to 32 at least')
    shedder.adapt(free)
    t.equal(shedder.load.limit, 32, 'nobody waits')
    void shedder.enter(true, cancellation)
    shedder.adapt(busy)
    t.equal(shedder.load.limit, 34)
    shedder.adapt(free)
    t.equal(shedder.load.limit, 51)
    for (let count = 0; count < 20; count++) shedder.adapt(free)
    t.equal(shedder.load.underWay, 65, 'the call was let in')
    t.ok(shedder.load.limit >= 65)
  }
)

t.test('the limit returns to what it was when the load has gone', async t => {
  const shedder = new LoadShedder()
  const entering = Array.from({ length: 600 }, () => shedder.enter(true, cancellation))
  for (let count = 0; count < 20; count++) shedder.adapt(free)
  const admissions = await Promise.all(entering)
  t.ok(shedder.load.limit >= 600)
  for (const admission of admissions) admission.leave()
  for (let count = 0; count < 40; count++) shedder.adapt(free)
  t.strictSame(shedder.load, { underWay: 0, limit: 64, waiting: 0 })
})

t.test('it measures the event loop itself while calls are under way', async t => {
  const shedder = new LoadShedder()
  await shedder.enter(true, cancellation)
  block(400)
  while (shedder.load.limit === 64) await new Promise(setImmediate)
  t.equal(shedder.load.limit, 32)
})

t.test('calls of a product that has no room wait for it without holding a place of the host', async t => {
  const shedder = new LoadShedder()
  const bulkhead = new Bulkhead(4)
  const inside = Array.from({ length: 4 }, () => bulkhead.enter(cancellation))
  const admission = await shedder.enter(true, cancellation, bulkhead)
  const waitingInside = bulkhead.enter(cancellation)
  t.strictSame(inside, [true, true, true, true])
  t.ok(bulkhead.isBackedUp)
  const entered = shedder.enter(true, cancellation, bulkhead)
  t.strictSame(shedder.load, { underWay: 1, limit: 64, waiting: 1 })
  t.notOk(shedder.enter(true, cancellation, new Bulkhead(4)) instanceof Promise, 'another product is not concerned')
  bulkhead.leave()
  await waitingInside
  admission.leave()
  await entered
  t.strictSame(shedder.load, { underWay: 2, limit: 64, waiting: 0 })
})

t.test('an account alone may fill a host; beside others it has its part of a crowded one', async t => {
  const { shedder, admissions } = await fullShedder()
  for (const admission of admissions) admission.leave()
  const enter = async (account: string) => {
    const admission = await shedder.enter(true, cancellation)
    await shedder.requireShare(admission, account, cancellation)
    return admission
  }
  const alone = await Promise.all(Array.from({ length: 24 }, () => enter('large')))
  const small = await enter('small')
  const startedAt = performance.now()
  const refused = refusal(enter('large'))
  await delay(0)
  t.equal(shedder.load.underWay, 25, 'the refused call has left its place')
  t.match(await refused, { status: 503, code: 'overloaded' })
  t.ok(performance.now() - startedAt >= 900, 'who calls again at once is slowed down')
  for (const admission of [...alone.splice(0, 20), small]) admission.leave()
  t.ok(await enter('large'), 'the host is not crowded any more')
})

t.test('nested calls and jobs are neither counted nor made to wait', async t => {
  const { shedder } = await fullShedder()
  const admission = await shedder.enter(false, cancellation)
  await shedder.requireShare(admission, 'large', cancellation)
  t.equal(shedder.load.underWay, 32)
  admission.leave()
  t.equal(shedder.load.underWay, 32)
})

t.test('says whether calls have had to share the event loop since a time', async t => {
  const { shedder, admissions } = await fullShedder()
  const before = performance.now()
  t.ok(shedder.wasSharedSince(before), 'many are under way')
  const entered = shedder.enter(true, cancellation)
  admissions[0]?.leave()
  await entered
  for (const admission of admissions) admission.leave()
  t.ok(shedder.wasSharedSince(before), 'one had to wait')
  t.notOk(shedder.wasSharedSince(performance.now() + 1))
})
