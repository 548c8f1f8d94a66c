/**
 * What `margin_radar` costs over a ledger of 1,000 and of 100,000 entries of 30 days, in turns: milliseconds a call, medians. The
 * entries are booked straight on an in-memory storage. `npx node dist-test/bench/radar.js`
 */
import { testContext } from '@product-host/sdk/testing'
import wealthnode from '../../plugins/wealthnode/dist/index.js'

const sizes = [1_000, 100_000]
const rounds = 9

const contexts = []
for (const size of sizes) {
  const context = testContext(wealthnode, { now: '2026-01-31T12:00:00Z' })
  for (let index = 0; index < size; index++) {
    const day = String(1 + (index % 30)).padStart(2, '0')
    const occurredAt = `2026-01-${day}T10:00:00Z`
    await context.run('ledger_sync', {
      tokens: index,
      pricePer1kGbp: 0.002,
      billPer1kGbp: 0.004,
      occurredAt,
      customer: `c${index % 7}`
    })
  }
  contexts.push({ size, context, times: [] as number[] })
}
for (let round = 0; round < rounds; round++)
  for (const { context, times } of contexts) {
    const startedAt = performance.now()
    await context.run('margin_radar', { groupBy: 'customer' })
    times.push(performance.now() - startedAt)
  }
for (const { size, times } of contexts) {
  const middle = times.toSorted((left, right) => left - right)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(`${String(size).padStart(7)} entries: ${middle.toFixed(1)} ms a call`)
}
