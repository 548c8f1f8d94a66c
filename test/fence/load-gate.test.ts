import t from 'tap'
import { LoadGate } from '../../host/dist/fence/load-gate.js'
import { Problem } from '../../host/dist/problems.js'

/** A delay of the event loop that is overload, and one that is not, in milliseconds. */
const late = 300
const inTime = 0

/** A gate with the least limit, 128 calls. */
function busyGate(): LoadGate {
  const gate = new LoadGate()
  gate.adapt(late)
  return gate
}

function refusal(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error('Nothing was refused.')
}

t.test('calls above the limit are refused with a Retry-After that differs, and leaving makes room', async t => {
  const gate = busyGate()
  const admissions = Array.from({ length: 128 }, () => gate.enter(true))
  const refused = Array.from({ length: 100 }, () => refusal(() => gate.enter(true)))
  t.ok(refused.every(({ status, code }) => status === 503 && code === 'overloaded'))
  t.strictSame([...new Set(refused.map(({ options }) => options.retryAfter))].sort(), [1, 2, 3])
  t.strictSame(gate.load, { underWay: 128, limit: 128 })
  admissions.pop()?.leave()
  gate.enter(true)
  t.strictSame(gate.load, { underWay: 128, limit: 128 })
})

t.test('the limit falls while the event loop is late, to 128 at least, and rises again to what it was', async t => {
  const gate = new LoadGate()
  const { limit } = gate.load
  const admissions = Array.from({ length: 1_000 }, () => gate.enter(true))
  gate.adapt(late)
  t.equal(gate.load.limit, 800)
  for (const admission of admissions.splice(0, 500)) admission.leave()
  gate.adapt(late)
  t.equal(gate.load.limit, 400)
  gate.adapt(inTime)
  t.equal(gate.load.limit, 500)
  for (const admission of admissions) admission.leave()
  gate.adapt(late)
  t.strictSame(gate.load, { underWay: 0, limit: 128 })
  for (let count = 0; count < 60; count++) gate.adapt(inTime)
  t.equal(gate.load.limit, limit)
})

t.test('it measures the event loop itself while calls are under way', async t => {
  const gate = new LoadGate()
  const admission = gate.enter(true)
  const { limit } = gate.load
  const blockedUntil = performance.now() + 400
  while (performance.now() < blockedUntil);
  while (gate.load.limit === limit) await new Promise(setImmediate)
  t.equal(gate.load.limit, 128)
  admission.leave()
})

t.test('an account alone may fill a host; beside others it has its part of a crowded one', async t => {
  const gate = busyGate()
  const enter = (account: string) => {
    const admission = gate.enter(true)
    try {
      gate.requireShare(admission, account)
      return admission
    } catch (error) {
      admission.leave()
      throw error
    }
  }
  const alone = Array.from({ length: 96 }, () => enter('large'))
  const other = enter('small')
  t.match(
    refusal(() => enter('large')),
    { status: 503, code: 'overloaded' }
  )
  t.equal(gate.load.underWay, 97)
  for (let count = 0; count < 31; count++) enter('small')
  t.match(
    refusal(() => enter('third')),
    { code: 'overloaded' },
    'the host is full'
  )
  for (const admission of [...alone.splice(0, 60), other]) admission.leave()
  t.ok(enter('large'), 'the host is not crowded any more')
})

t.test('an account that has left takes no part', async t => {
  const gate = busyGate()
  const small = gate.enter(true)
  gate.requireShare(small, 'small')
  small.leave()
  for (let count = 0; count < 128; count++) gate.requireShare(gate.enter(true), 'large')
  t.strictSame(gate.load, { underWay: 128, limit: 128 })
})

t.test('nested calls and jobs are neither counted nor refused', async t => {
  const gate = busyGate()
  for (let count = 0; count < 128; count++) gate.requireShare(gate.enter(true), count < 127 ? 'large' : 'small')
  const admission = gate.enter(false)
  gate.requireShare(admission, 'large')
  t.equal(gate.load.underWay, 128)
  admission.leave()
  t.equal(gate.load.underWay, 128)
})
