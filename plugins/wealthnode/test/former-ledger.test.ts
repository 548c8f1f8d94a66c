import { readFile } from 'node:fs/promises'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'

interface Stored {
  readonly key: string
  readonly value: unknown
}

/** What a host of commit 848ab11 stored of one account: the records of `test/previous-version/embedded/export.jsonl`. */
const records: readonly Stored[] = JSON.parse(
  await readFile(new URL('../test/former-ledger.json', import.meta.url), 'utf8')
)

async function formerLedger() {
  const context = testContext(wealthnode, { now: '2026-11-21T12:00:00Z', settings: { resalePer1kGbp: '0.006' } })
  for (const { key, value } of records) await context.storage.set(key, value)
  return context
}

t.test('a ledger of the first version verifies, its sums included', async t => {
  const { run } = await formerLedger()
  t.match(await run('margin_radar', { verify: true }), {
    metrics: { costGbp: 1.9, revenueGbp: 5.7 },
    detail: { verification: { intact: true, checked: 2, sums: 2, differences: [] } }
  })
})

t.test('its entries are duplicates still, and can be reversed', async t => {
  const { run } = await formerLedger()
  const call = { tokens: 50_000, pricePer1kGbp: 0.002, externalId: 'call-1' }
  t.match(await run('ledger_sync', call), { ok: true, detail: { duplicate: true, entryId: 'e:000000000001' } })
  t.match(await run('ledger_sync', { reverses: 'e:000000000001' }), {
    ok: true,
    detail: { entryId: 'e:000000000003', date: '2026-11-20', amounts: { costGbp: '-0.100000000' } }
  })
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1 })
  t.match(await run('margin_radar', { verify: true }), {
    metrics: { costGbp: 2.8 },
    detail: { verification: { intact: true, checked: 4 } }
  })
})
