import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'

t.test('10,000 entries from two hosts, 64 at once, are each booked once and sum up exactly', async t => {
  const first = testContext(wealthnode)
  const hosts = [first, first.twin()]
  const hashes = new Set<string>()
  let next = 0
  async function caller(index: number): Promise<void> {
    while (next < 10_000) {
      const tokens = next++
      const answer = await hosts[index % 2]?.run('ledger_sync', {
        tokens,
        pricePer1kGbp: 0.0001,
        model: `m${tokens % 3}`
      })
      hashes.add(answer?.detail.hash ?? '')
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, index) => caller(index)))
  t.equal(hashes.size, 10_000)
  t.match(await first.run('margin_radar', { verify: true, groupBy: 'model' }), {
    metrics: { costGbp: 4.9995, tokens: 49_995_000 },
    detail: {
      totals: { costGbp: '4.999500000', entries: 10_000 },
      verification: { intact: true, checked: 10_000 }
    }
  })
  t.match(await first.storage.get('month:2026-01'), { costGbp: '4.999500000', entries: 10_000 })
})

t.test('two hosts that get the same usage at once book it once', async t => {
  const first = testContext(wealthnode)
  const hosts = [first, first.twin()]
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      hosts[index % 2]?.run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, externalId: `call ${index >> 2}` })
    )
  )
  t.equal(answers.filter(answer => answer?.detail.duplicate === false).length, 10)
  t.match(await first.run('margin_radar'), { metrics: { costGbp: 10 } })
})
