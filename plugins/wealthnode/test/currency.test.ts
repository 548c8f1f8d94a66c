import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'

const dollars = { tokens: 120_000, currency: 'USD', pricePer1k: 0.0025, gbpPerUnit: 0.79 }

t.test('a price in another currency is booked in GBP by the rate that was sent, and both are stored', async t => {
  const { run, storage } = testContext(wealthnode)
  const { summary, metrics, detail } = await run('ledger_sync', dollars)
  t.equal(summary, 'Recorded 120,000 tokens at 0.0025 USD/1k (£0.79 per USD): cost £0.2370, month to date £0.2370.')
  t.match(metrics, { costGbp: 0.237, monthCostGbp: 0.237 })
  t.match(detail, {
    amounts: { costGbp: '0.237000000' },
    original: { currency: 'USD', amount: '0.300000000', pricePer1k: '0.0025', gbpPerUnit: '0.79' }
  })
  t.match(await storage.get('e:000000000001'), {
    currency: 'USD',
    pricePer1k: '0.0025',
    gbpPerUnit: '0.79',
    originalAmount: '0.300000000',
    pricePer1kGbp: '0.001975',
    costGbp: '0.237000000'
  })
  t.match(await run('margin_radar', { verify: true }), { detail: { verification: { intact: true } } })
})

t.test('the amount is rounded once, after the rate: never the converted price', async t => {
  const { run } = testContext(wealthnode)
  const { detail } = await run('ledger_sync', {
    tokens: 1_000_000_000,
    currency: 'JPY',
    pricePer1k: 0.123456789,
    gbpPerUnit: 0.00512345678901
  })
  // 1,000,000 · 0.123456789 · 0.00512345678901 = 632.525523699...
  const exact = 123_456_789n * 512_345_678_901n
  t.equal(detail.amounts.costGbp, `${exact / 10n ** 17n}.${String((exact % 10n ** 17n) / 10n ** 8n).padStart(9, '0')}`)
  t.equal(detail.original?.amount, '123456.789000000')
})

t.test('cached tokens, bills and the customer’s price in GBP go with another currency', async t => {
  const { run } = testContext(wealthnode)
  const { detail } = await run('ledger_sync', {
    ...dollars,
    cachedTokens: 20_000,
    cachedPricePer1k: 0.0005,
    billPer1kGbp: 0.01
  })
  t.strictSame(detail.amounts, { costGbp: '0.205400000', revenueGbp: '1.200000000', grossProfitGbp: '0.994600000' })
  t.equal(detail.original?.amount, '0.260000000')
  const bill = await run('ledger_sync', { ...dollars, kind: 'revenue', customer: 'Acme' })
  t.match(bill.detail, { amounts: { costGbp: '0.000000000', revenueGbp: '0.237000000' } })
  t.equal(bill.detail.original?.amount, '0.300000000')
})

t.test('a reversal is by the same rate', async t => {
  const { run } = testContext(wealthnode)
  await run('ledger_sync', dollars)
  const { detail } = await run('ledger_sync', { reverses: 'e:000000000001' })
  t.match(detail, {
    amounts: { costGbp: '-0.237000000' },
    original: { currency: 'USD', amount: '-0.300000000', gbpPerUnit: '0.79' }
  })
})

t.test('another rate is other content', async t => {
  const { run } = testContext(wealthnode)
  await run('ledger_sync', { ...dollars, externalId: 'a' })
  t.match(await run('ledger_sync', { ...dollars, externalId: 'a' }), { detail: { duplicate: true } })
  t.match(await run('ledger_sync', { ...dollars, gbpPerUnit: 0.78, externalId: 'a' }), {
    ok: false,
    detail: { error: { code: 'idempotency_conflict' } }
  })
})

t.test('nothing is converted without a rate, and no member is used for what it does not say', async t => {
  const { run, storage } = testContext(wealthnode)
  const refused = (input: Record<string, unknown>, ...pointers: string[]) =>
    t.rejects(run('ledger_sync', { tokens: 1000, ...input }), {
      name: 'InvalidInput',
      issues: pointers.map(pointer => ({ pointer }))
    })
  await refused({ currency: 'USD', pricePer1k: 1 }, '#/gbpPerUnit')
  await refused({ currency: 'USD', gbpPerUnit: 0.79 }, '#/pricePer1k')
  await refused({ currency: 'USD', pricePer1kGbp: 1, gbpPerUnit: 0.79 }, '#/pricePer1kGbp', '#/pricePer1k')
  await refused({ ...dollars, cachedTokens: 1 }, '#/cachedPricePer1k')
  await refused({ ...dollars, cachedTokens: 1, cachedPricePer1kGbp: 1 }, '#/cachedPricePer1kGbp', '#/cachedPricePer1k')
  await refused({ pricePer1k: 1, gbpPerUnit: 1 }, '#/pricePer1kGbp', '#/pricePer1k', '#/gbpPerUnit')
  await refused({ pricePer1kGbp: 1, gbpPerUnit: 0.79 }, '#/gbpPerUnit')
  await refused({ ...dollars, currency: 'GBP' }, '#/currency')
  await refused({ ...dollars, currency: 'USX' }, '#/currency')
  await refused({ ...dollars, currency: 'usd' }, '#/currency')
  await refused({ ...dollars, currency: '$' }, '#/currency')
  await refused({ ...dollars, gbpPerUnit: 0 }, '#/gbpPerUnit')
  await refused({ ...dollars, pricePer1k: 20_000 }, '#/pricePer1k')
  t.strictSame(await storage.list(''), [])
})

t.test('a price of a million tokens books what a thousandth of it for 1,000 books', async t => {
  const pairs: readonly (readonly [ofMillion: object, ofThousand: object])[] = [
    [{ pricePer1MGbp: 2.5 }, { pricePer1kGbp: 0.0025 }],
    [
      { pricePer1MGbp: 0.1, cachedTokens: 10, cachedPricePer1MGbp: 0.01, billPer1MGbp: 10_000_000 },
      { pricePer1kGbp: 0.0001, cachedTokens: 10, cachedPricePer1kGbp: 0.00001, billPer1kGbp: 10_000 }
    ],
    [
      { currency: 'USD', pricePer1M: 3, gbpPerUnit: 0.79, cachedTokens: 1, cachedPricePer1M: 0.3 },
      { currency: 'USD', pricePer1k: 0.003, gbpPerUnit: 0.79, cachedTokens: 1, cachedPricePer1k: 0.0003 }
    ]
  ]
  for (const [ofMillion, ofThousand] of pairs) {
    const { run } = testContext(wealthnode)
    const first = await run('ledger_sync', { tokens: 123_456, externalId: 'a', ...ofMillion })
    const second = await run('ledger_sync', { tokens: 123_456, externalId: 'a', ...ofThousand })
    t.match(second.detail, { duplicate: true, hash: first.detail.hash })
  }
})

t.test('a price that is sent in two units, or in the wrong currency, is refused', async t => {
  const { run } = testContext(wealthnode)
  const refused = async (input: Record<string, unknown>, pointer: string, detail: string) =>
    t.match(await run('ledger_sync', { tokens: 1, ...input }).catch(error => error), { issues: [{ pointer, detail }] })
  await refused({ pricePer1kGbp: 1, pricePer1MGbp: 1000 }, '#/pricePer1MGbp', 'does not go with pricePer1kGbp')
  await refused({ pricePer1MGbp: 1, pricePer1M: 1 }, '#/pricePer1M', 'does not go without a currency')
  await refused(
    { currency: 'USD', pricePer1M: 1, gbpPerUnit: 1, cachedPricePer1MGbp: 1 },
    '#/cachedPricePer1MGbp',
    'is in GBP and does not go with a currency'
  )
  await refused(
    { currency: 'KWD', pricePer1M: 10_000_001, gbpPerUnit: 1 },
    '#/pricePer1M',
    'is more than £10000 for 1,000 tokens at this rate'
  )
  await refused({ kind: 'revenue', pricePer1MGbp: 1, billPer1MGbp: 1 }, '#/billPer1MGbp', 'does not go with revenue')
})
