import t from 'tap'
import {
  type Check,
  checksIn,
  emptyHistory,
  type History,
  isUnusual,
  latencyOf,
  transitionOf,
  uptimeIn,
  withCheck
} from '../dist/probe/history.js'

const start = Date.UTC(2026, 0, 1)
const minute = 60_000
const hour = 60 * minute

const up = (at: number, ms = 100): Check => ({ at, status: 'up', attempts: 1, ms })
const down = (at: number): Check => ({ at, status: 'down', attempts: 2, code: 'timeout' })

/** The history of these checks. */
function historyOf(checks: readonly Check[], confirmations = 1): History {
  return checks.reduce((history, check) => withCheck(history, check, confirmations), emptyHistory(start))
}

t.test('uptime is the share of checks that found the target in service', t => {
  const checks = Array.from({ length: 48 }, (_, index) => {
    const at = start + index * 30 * minute
    return index % 12 === 5 ? down(at) : up(at)
  })
  const { hours } = historyOf(checks)
  const now = start + 24 * hour - 1
  t.equal(hours.length, 24)
  t.equal(checksIn(hours, now, 24), 48)
  t.equal(uptimeIn(hours, now, 24), 91.667)
  t.equal(uptimeIn(hours, now, 168), 91.667)
  t.end()
})

t.test('uptime of a day leaves out what is older, that of a week does not', t => {
  const { hours } = historyOf([down(start + hour), up(start + 2 * hour), up(start + 24 * hour), up(start + 25 * hour)])
  const now = start + 25 * hour + minute
  t.equal(uptimeIn(hours, now, 24), 100)
  t.equal(uptimeIn(hours, now, 168), 75)
  t.equal(uptimeIn(hours, now + 8 * 24 * hour, 168), undefined)
  t.end()
})

t.test('retries do not change uptime: a check counts once, its attempts are summed apart', t => {
  const { hours } = historyOf([{ ...up(start), attempts: 3 }, down(start + minute)])
  t.strictSame(hours, [{ at: start, checks: 2, ups: 1, attempts: 5 }])
  t.end()
})

t.test('the newest 100 checks and 168 hours are stored', t => {
  const history = historyOf(Array.from({ length: 200 }, (_, index) => up(start + index * hour, index)))
  t.equal(history.checks.length, 100)
  t.equal(history.checks[0]?.ms, 100)
  t.equal(history.hours.length, 168)
  t.equal(history.hours[0]?.at, start + 32 * hour)
  t.end()
})

t.test('a check that comes out of order counts for the newest hour', t => {
  const { hours } = historyOf([up(start + hour), down(start)])
  t.strictSame(hours, [{ at: start + hour, checks: 2, ups: 1, attempts: 3 }])
  t.end()
})

t.test('p50 and p95 are nearest ranks over the good checks', t => {
  const checks = [...Array.from({ length: 20 }, (_, index) => up(start, (index + 1) * 10)), down(start)]
  t.equal(latencyOf(checks, 0.5), 100)
  t.equal(latencyOf(checks, 0.95), 190)
  t.equal(latencyOf([up(start, 7)], 0.95), 7)
  t.equal(latencyOf([down(start)], 0.5), undefined)
  t.end()
})

t.test('a time of answer is unusual by its modified z-score over ten good checks or more', t => {
  const jittery = Array.from({ length: 11 }, (_, index) => up(start, 95 + index))
  // Median 100, median deviation 3, and so the limit lies at 3 / 0.6745 * 3.5 = 15.57; 5 % of the median gives 3.37 and 17.5.
  t.equal(isUnusual(117, jittery), false)
  t.equal(isUnusual(118, jittery), true)
  t.equal(isUnusual(50, jittery), false)
  t.equal(isUnusual(5_000, jittery.slice(0, 9)), false)
  t.equal(isUnusual(5_000, jittery.slice(0, 10)), true)
  t.end()
})

t.test('a steady target has no infinite score', t => {
  const steady = Array.from({ length: 50 }, () => up(start, 2))
  t.equal(isUnusual(2, steady), false)
  t.equal(isUnusual(7, steady), false)
  t.equal(isUnusual(8, steady), true)
  t.end()
})

t.test('only the last 50 good checks are the measure', t => {
  const faster = [
    ...Array.from({ length: 50 }, () => up(start, 1_000)),
    ...Array.from({ length: 50 }, () => up(start, 100))
  ]
  t.equal(isUnusual(500, faster), true)
  // Of 50: median 150, deviation 50. With one more at 100: median 100, deviation 5 %.
  const halves = [100, ...Array.from({ length: 50 }, (_, index) => (index < 25 ? 100 : 200))].map(ms => up(start, ms))
  t.equal(isUnusual(200, halves), false)
  t.equal(
    isUnusual(
      200,
      halves.map(({ ms = 0 }) => up(start, 300 - ms))
    ),
    false
  )
  t.end()
})

t.test('a target is down after so many failures in a row as confirmations says, and up after one success', t => {
  const states = [
    down(start),
    down(start + 1),
    up(start + 2),
    down(start + 3),
    down(start + 4),
    down(start + 5),
    up(start + 6)
  ]
  const seen = states.map((_, index) => historyOf(states.slice(0, index + 1), 3).state)
  t.strictSame(seen, ['new', 'new', 'up', 'up', 'up', 'down', 'up'])
  t.end()
})

t.test('an incident reaches from the first failure to the next success', t => {
  const open = historyOf([up(start), down(start + 1), down(start + 2), down(start + 3)], 2)
  t.match(open, { state: 'down', since: start + 2, downs: 3, lastIncident: { startedAt: start + 1, code: 'timeout' } })
  t.notOk(open.lastIncident?.endedAt)
  const over = withCheck(open, up(start + 9), 2)
  t.match(over, { state: 'up', since: start + 9, downs: 0, lastIncident: { startedAt: start + 1, endedAt: start + 9 } })
  const blip = withCheck(withCheck(over, down(start + 10), 2), up(start + 11), 2)
  t.match(blip, { since: start + 9, lastIncident: { startedAt: start + 1, endedAt: start + 9 } })
  t.end()
})

t.test('each of several incidents has its own start, code and end', t => {
  const failing = (at: number, code: string): Check => ({ at, status: 'down', attempts: 1, code })
  const checks = [
    ...[up(start), failing(start + 1, 'timeout'), failing(start + 2, 'timeout'), up(start + 3), up(start + 4)],
    ...[failing(start + 5, 'http_status'), failing(start + 6, 'http_status'), up(start + 7)],
    ...[
      failing(start + 8, 'timeout'),
      up(start + 9),
      failing(start + 10, 'dns_not_found'),
      failing(start + 11, 'timeout')
    ]
  ]
  const incidentAfter = (count: number) => historyOf(checks.slice(0, count), 2).lastIncident
  t.strictSame(incidentAfter(5), { startedAt: start + 1, code: 'timeout', endedAt: start + 3 })
  t.strictSame(incidentAfter(7), { startedAt: start + 5, code: 'http_status' })
  t.strictSame(incidentAfter(8), { startedAt: start + 5, code: 'http_status', endedAt: start + 7 })
  t.strictSame(incidentAfter(12), { startedAt: start + 10, code: 'timeout' })
  t.match(historyOf(checks, 2), { state: 'down', since: start + 11, downs: 2, downSince: start + 10 })
  t.notOk('downSince' in historyOf(checks.slice(0, 8), 2))
  t.end()
})

t.test('people hear of down and of up again, not of a first success or of more of the same', t => {
  const turns = (checks: readonly Check[]) =>
    checks.map((_, index) => transitionOf(historyOf(checks.slice(0, index)), historyOf(checks.slice(0, index + 1))))
  t.strictSame(turns([up(1), up(2), down(3), down(4), up(5)]), [undefined, undefined, 'down', undefined, 'up'])
  t.strictSame(turns([down(1), up(2), down(3), up(4)]), ['down', 'up', 'down', 'up'])
  t.end()
})
