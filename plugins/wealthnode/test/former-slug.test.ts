import { readFile } from 'node:fs/promises'
import { testContext } from '@product-host/sdk/testing'
import { identityOf } from '@product-host/toolkit/slug'
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

t.test('names that a slug does not distinguish are booked apart', async t => {
  const { run, storage } = testContext(wealthnode)
  const customers = [
    '株式会社山田',
    '株式会社鈴木',
    '東京支店A',
    'A',
    'jane.doe@acme.com',
    'jane-doe@acme.com',
    'C++',
    'C#'
  ]
  for (const customer of [...customers, 'Ｃ++', ' c++ ']) await run('ledger_sync', { ...usage, customer })
  const day = await storage.get<StoredDay>('day:2026-01-01')
  t.equal(Object.keys(day?.customer ?? {}).length, customers.length)
  t.match(day?.customer, { a: { entries: 1 }, 'name-889688b0f706': { entries: 1 }, 'c-cedb1bac7efc': { entries: 3 } })
})

t.test(
  'a slug that lost letters goes on for the first name that is booked under it again, and for no other',
  async t => {
    const { run, storage } = await formerStore()
    for (const customer of ['東京支店A', '大阪支店A', '東京支店A', '大阪支店A'])
      await run('ledger_sync', { ...usage, customer })
    await run('ledger_sync', { ...usage, model: 'OpenAI/GPT-4o', feature: 'C++' })
    const day = await storage.get<StoredDay>('day:2026-01-01')
    t.match(day, { model: { 'openai-gpt-4o': { entries: 2 } }, feature: { c: { entries: 2 } } })
    t.match(day?.customer, { a: { entries: 3 }, [identityOf('大阪支店A')]: { entries: 2 } })
    const { detail } = await run('margin_radar', { groupBy: 'customer', verify: true })
    t.match(
      detail.groups?.find(({ name }) => name === 'a'),
      { entries: 3 }
    )
    t.match(detail.verification, { intact: true, checked: 7 })
  }
)

t.test('what was booked with an externalId under such a slug is a duplicate still', async t => {
  const { run } = await formerStore()
  const call = { ...usage, customer: '東京支店A', model: 'openai/gpt-4o', externalId: 'call-1' }
  t.match(await run('ledger_sync', call), { ok: true, detail: { duplicate: true, entryId: 'e:000000000001' } })
})

/** What version 1.2 stored of one account, a record a line. */
async function formerStore() {
  const context = testContext(wealthnode)
  const lines = await readFile(new URL('../test/former-names.jsonl', import.meta.url), 'utf8')
  for (const line of lines.trim().split('\n')) {
    const { key, value }: { readonly key: string; readonly value: unknown } = JSON.parse(line)
    await context.storage.set(key, value)
  }
  return context
}
