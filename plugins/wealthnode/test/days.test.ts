import { testContext } from '@product-host/sdk/testing'
import fc from 'fast-check'
import t from 'tap'
import wealthnode from '../dist/index.js'
import type { Day } from '../dist/ledger/records.js'

t.test('groups beyond the 200th of a day go to "other", the sums stay whole', async t => {
  const { run, storage } = testContext(wealthnode)
  for (let index = 0; index < 203; index++)
    await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, customer: `c${index}`, model: 'm' })
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, customer: 'c0', model: 'm' })
  const day = await storage.get<Day>('day:2026-01-01')
  t.equal(Object.keys(day?.customer ?? {}).length, 201)
  t.match(day?.customer, { c0: { entries: 2 }, c199: { entries: 1 }, other: { entries: 3, costGbp: '3.000000000' } })
  t.match(day, { totals: { entries: 204, costGbp: '204.000000000' }, model: { m: { entries: 204 } } })
})

t.test('a group may have the name of what every object has', async t => {
  const { run } = testContext(wealthnode)
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, model: 'constructor' })
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, model: '__proto__' })
  const { detail } = await run('margin_radar', { groupBy: 'model' })
  t.strictSame(
    detail.groups.map(({ name, costGbp }) => [name, costGbp]),
    [
      ['constructor', '1.000000000'],
      ['proto', '1.000000000']
    ]
  )
})

/** Half-even rounding of a fraction of whole numbers, to nine places, as text: an oracle without any library of decimals. */
function ninePlaces(numerator: bigint, denominator: bigint): bigint {
  const scaled = numerator * 10n ** 9n
  const [whole, rest] = [scaled / denominator, scaled % denominator]
  const isUp = rest * 2n > denominator || (rest * 2n === denominator && whole % 2n === 1n)
  return isUp ? whole + 1n : whole
}

const micro = (value: number) => BigInt(Math.round(value * 1e6))
const text = (nano: bigint) => `${nano / 10n ** 9n}.${String(nano % 10n ** 9n).padStart(9, '0')}`

t.test('sums are the plain exact sums of the rounded entries, whatever the entries', async t => {
  const entry = fc.record({
    microTokens: fc.integer({ min: 0, max: 1_000_000_000 }),
    microPrice: fc.integer({ min: 0, max: 10_000_000 }),
    microBill: fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined }),
    day: fc.integer({ min: 1, max: 3 }),
    model: fc.constantFrom('a', 'b')
  })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async entries => {
      const { run } = testContext(wealthnode, { now: '2026-01-04T12:00:00Z' })
      const sums = { cost: 0n, revenue: 0n, costOfA: 0n }
      let booked = 0
      for (const { microTokens, microPrice, microBill, day, model } of entries) {
        const booking = run('ledger_sync', {
          tokens: microTokens / 1e6,
          pricePer1kGbp: microPrice / 1e6,
          ...(microBill !== undefined && { billPer1kGbp: microBill / 1e6 }),
          model,
          occurredAt: `2026-01-0${day}T12:00:00Z`
        })
        const tokens = micro(microTokens / 1e6)
        const exact = [micro(microPrice / 1e6), micro((microBill ?? 0) / 1e6)].map(price => tokens * price)
        const [cost = 0n, revenue = 0n] = exact.map(product => ninePlaces(product, 10n ** 15n))
        if ((cost === 0n && exact[0] !== 0n) || (revenue === 0n && exact[1] !== 0n)) {
          await t.rejects(booking, { name: 'InvalidInput', issues: [{ pointer: '#/tokens' }] })
          continue
        }
        await booking
        booked++
        sums.cost += cost
        sums.costOfA += model === 'a' ? cost : 0n
        sums.revenue += revenue
      }
      const { detail } = await run('margin_radar', { groupBy: 'model' })
      t.equal(detail.totals.costGbp, text(sums.cost))
      t.equal(detail.totals.revenueGbp, text(sums.revenue))
      t.equal(detail.groups.find(({ name }) => name === 'a')?.costGbp ?? text(0n), text(sums.costOfA))
      t.equal(detail.totals.entries, booked)
    }),
    { numRuns: 30 }
  )
})
