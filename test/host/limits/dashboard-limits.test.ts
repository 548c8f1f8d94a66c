import t from 'tap'
import { FailedKeys } from '../../../host/dist/limits/address-limits.js'
import { DashboardLimits } from '../../../host/dist/limits/dashboard-limits.js'
import { type LimitStore, memoryLimits, type RateCounter } from '../../../host/dist/limits/limits.js'
import { standStill } from '../../fixtures/start-host.js'

/** Does something so many times; rejects when one of them is refused. */
async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done++) await work()
}

function refusal(detail: RegExp, retryAfter: number) {
  return { code: 'rate_limited', detail, options: { retryAfter } }
}

t.test('the sessions of an account send 300 requests a minute, and those of no other count', async t => {
  const time = standStill(t)
  const limits = new DashboardLimits(memoryLimits)
  const read = (account: string) => limits.countRequest(account, false)
  for (const _minute of [1, 2]) {
    await times(300, () => read('ada'))
    time.advance(20_000)
    await t.rejects(read('ada'), refusal(/^More than 300 requests .* account within 60 s\.$/, 40))
    await read('grace')
    time.advance(39_999)
    await t.rejects(read('ada'), refusal(/300 requests/, 1))
    time.advance(1)
  }
})

t.test('120 of them a minute may be changes, and those that are refused hinder no reading', async t => {
  const time = standStill(t)
  const limits = new DashboardLimits(memoryLimits)
  const write = (account: string) => limits.countRequest(account, true)
  for (const _minute of [1, 2]) {
    await limits.countRequest('ada', false)
    await times(120, () => write('ada'))
    await t.rejects(write('ada'), refusal(/^More than 120 changes .* account within 60 s\.$/, 60))
    await write('grace')
    await times(300 - 122, () => limits.countRequest('ada', false))
    await t.rejects(limits.countRequest('ada', false), refusal(/300 requests/, 60))
    time.advance(60_000)
  }
})

t.test('a network sends 60 unknown cookies a minute, from whichever of its addresses', async t => {
  const time = standStill(t)
  const limits = new DashboardLimits(memoryLimits)
  for (const _minute of [1, 2]) {
    let host = 1
    await times(60, () => limits.countUnknown(`2001:db8:1:2::${(host++).toString(16)}`))
    await t.rejects(
      limits.countUnknown('2001:db8:1:2:3::'),
      refusal(/^More than 60 unknown .* address within 60 s\.$/, 60)
    )
    await limits.countUnknown('2001:db8:1:3::1')
    await limits.countRequest('2001:db8:1:2::', true)
    time.advance(60_000)
  }
})

/** Limits in memory of which two counters of one name are one, as in a store that processes share. */
function sharedLimits(): LimitStore {
  const counters = new Map<string, RateCounter>()
  return {
    ...memoryLimits,
    counter(name, rate) {
      const counter = counters.get(name) ?? memoryLimits.counter(name, rate)
      counters.set(name, counter)
      return counter
    }
  }
}

t.test('in a store that is shared, requests, changes, cookies and invalid keys are counted apart', async t => {
  standStill(t)
  const store = sharedLimits()
  const [limits, failed] = [new DashboardLimits(store), new FailedKeys(store)]
  await times(30, () => failed.count('192.0.2.1'))
  await times(60, () => limits.countUnknown('192.0.2.1'))
  await times(120, () => limits.countRequest('192.0.2.1', true))
  await times(180, () => limits.countRequest('192.0.2.1', false))
  await t.rejects(limits.countRequest('192.0.2.1', false), refusal(/300 requests/, 60))
})
