import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'

interface StoredDay {
  readonly customer: Readonly<Record<string, { readonly entries: number }>>
}

const usage = { tokens: 1000, pricePer1kGbp: 0.002 }

t.test('a name that an earlier version booked under another slug goes on under it', async t => {
  const { run, storage } = testContext(wealthnode)
  // The slug of an earlier version is a name with the same slug today, so that this books what that version did.
  await run('ledger_sync', { ...usage, customer: 'stra-e', externalId: 'call-1' })
  await run('ledger_sync', { ...usage, customer: 'Straße' })
  const day = await storage.get<StoredDay>('day:2026-01-01')
  t.match(day?.customer, { 'stra-e': { entries: 2 } })
  t.strictSame(Object.keys(day?.customer ?? {}), ['stra-e'])
  t.match(await storage.get('e:000000000002'), { customer: 'stra-e' })
})

t.test('what was booked with an externalId by an earlier version is a duplicate and no conflict', async t => {
  const { run } = testContext(wealthnode)
  await run('ledger_sync', { ...usage, customer: 'stra-e', externalId: 'call-1' })
  const { ok, detail } = await run('ledger_sync', { ...usage, customer: 'Straße', externalId: 'call-1' })
  t.ok(ok)
  t.match(detail, { duplicate: true, entryId: 'e:000000000001' })
})

t.test('a name that was never booked has the slug of today, also once the former one is booked', async t => {
  const { run, storage } = testContext(wealthnode)
  for (const customer of ['Straße', 'stra-e', 'Straße']) await run('ledger_sync', { ...usage, customer })
  const day = await storage.get<StoredDay>('day:2026-01-01')
  t.match(day?.customer, { strasse: { entries: 2 }, 'stra-e': { entries: 1 } })
})

t.test('a chain that an earlier version booked verifies with new entries behind it', async t => {
  const { run } = testContext(wealthnode)
  await run('ledger_sync', { ...usage, customer: 'stra-e' })
  await run('ledger_sync', { ...usage, customer: 'Straße' })
  const { detail } = await run('margin_radar', { verify: true })
  t.match(detail.verification, { intact: true, checked: 2 })
})
