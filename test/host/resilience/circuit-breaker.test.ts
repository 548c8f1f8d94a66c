import { pino } from 'pino'
import t from 'tap'
import {
  CircuitBreaker,
  type CircuitState,
  noWatch,
  Resilience
} from '../../../host/dist/resilience/circuit-breaker.js'

const mostCrashes = 5
const mostFailures = 20
function breaker() {
  let now = 0
  const seen: (readonly [CircuitState, number])[] = []
  const made = new CircuitBreaker(
    () => now,
    (state, pauseMs) => seen.push([state, pauseMs])
  )
  const fault = () => made.leave('call', 'fault')
  return { made, seen, fault, pass: (ms: number) => (now += ms) }
}

t.test('it opens on faults in a row alone', async t => {
  const { made, seen, fault } = breaker()
  for (let count = 1; count < mostFailures; count++) fault()
  made.leave('call', 'sound')
  for (let count = 1; count < mostFailures; count++) fault()
  made.leave('call', 'nothing')
  t.equal(made.enter(), 'call')
  fault()
  t.equal(made.state, 'failing')
  t.equal(made.enter(), undefined)
  t.equal(made.waitMs(), 5_000)
  t.strictSame(seen, [['failing', 5_000]])
})

t.test('after its pause one probe is let in, and what began before decides nothing', async t => {
  const { made, seen, fault, pass } = breaker()
  for (let count = 0; count < mostFailures; count++) fault()
  pass(5_000)
  t.equal(made.state, 'recovering')
  t.equal(made.enter(), 'probe')
  t.equal(made.enter(), undefined)
  made.leave('call', 'sound')
  made.leave('call', 'fault')
  t.equal(made.state, 'recovering')
  made.leave('probe', 'nothing')
  t.equal(made.enter(), 'probe')
  made.leave('probe', 'fault')
  t.equal(made.state, 'failing')
  t.equal(made.waitMs(), 10_000)
  pass(10_000)
  t.equal(made.enter(), 'probe')
  made.leave('probe', 'sound')
  t.equal(made.enter(), 'call')
  t.strictSame(seen, [
    ['failing', 5_000],
    ['failing', 10_000],
    ['ready', 0]
  ])
})

t.test('the success of a probe that began before a quarantine does not end it', async t => {
  const { made, fault, pass } = breaker()
  for (let count = 0; count < mostFailures; count++) fault()
  pass(5_000)
  t.equal(made.enter(), 'probe')
  for (let count = 0; count < 5; count++) made.crash()
  made.leave('probe', 'sound')
  t.equal(made.state, 'quarantined')
  t.equal(made.waitMs(), 600_000)
  pass(600_000)
  t.equal(made.enter(), 'probe')
  made.leave('probe', 'sound')
  t.equal(made.state, 'ready')
})

t.test('the pause has a longest, and a clock that is set back does not lengthen it', async t => {
  const { made, seen, fault, pass } = breaker()
  for (let count = 0; count < mostFailures; count++) fault()
  for (let count = 0; count < 6; count++) {
    pass(60_000)
    made.enter()
    made.leave('probe', 'fault')
  }
  t.strictSame(seen.at(-1), ['failing', 60_000])
  pass(-1_000_000)
  t.equal(made.state, 'recovering')
})

t.test('crashes within a minute quarantine it', async t => {
  const { made, pass } = breaker()
  for (let count = 1; count < mostCrashes; count++) made.crash()
  pass(60_000)
  made.crash()
  t.equal(made.state, 'ready')
  for (let count = 1; count < mostCrashes; count++) made.crash()
  t.equal(made.state, 'quarantined')
  t.equal(made.waitMs(), 600_000)
  pass(600_000)
  t.equal(made.state, 'recovering')
  t.equal(made.enter(), 'probe')
  made.leave('probe', 'sound')
  t.equal(made.state, 'ready')
})

t.test('a product that was withdrawn is not called, whatever its circuit', async t => {
  const entry = { package: 'notes', limits: { atOnce: 1 }, isolation: 'inline' } as never
  const lines: string[] = []
  const made = new Resilience(entry, pino({}, { write: text => lines.push(text) }), Date.now, noWatch)
  made.requireReady()
  t.notOk(made.isResting)
  made.withdraw('The store may hold newer records.')
  t.throws(() => made.requireReady(), { code: 'product_unavailable', options: { retryAfter: 5 } })
  t.ok(made.isResting)
  t.match(lines, [/"reason":"The store may hold newer records\.","msg":"plugin not served any more"/])
})
