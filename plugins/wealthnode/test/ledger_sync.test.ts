import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'
import { assertBalanced } from '../dist/ledger/entry.js'

t.test('the cost of a call is recorded to the last digit', async t => {
  const { run, storage } = testContext(wealthnode)
  const { summary, metrics, detail } = await run('ledger_sync', { tokens: 120_000, pricePer1kGbp: 0.0021 })
  t.equal(summary, 'Recorded 120,000 tokens at £0.0021/1k: cost £0.2520, month to date £0.2520.')
  t.strictSame(metrics, { tokens: 120_000, costGbp: 0.252, monthCostGbp: 0.252, monthTokens: 120_000, entries: 1 })
  const balance = { costGbp: '0.252000000', revenueGbp: '0.000000000', tokens: 120_000, entries: 1 }
  t.strictSame(detail, {
    entryId: 'e:000000000001',
    duplicate: false,
    result: 'booked',
    kind: 'cost',
    date: '2026-01-01',
    amounts: { costGbp: '0.252000000' },
    postings: [
      {
        account: 'expense:ai:unspecified',
        side: 'debit',
        amountGbp: '0.252000000',
        accountName: 'Cost, no model named'
      },
      { account: 'liability:provider', side: 'credit', amountGbp: '0.252000000', accountName: 'Owed to providers' }
    ],
    balances: { today: { date: '2026-01-01', ...balance }, month: { month: '2026-01', ...balance } },
    hash: detail.hash
  })
  t.match(detail.hash, /^[0-9a-f]{64}$/)
  t.match(await storage.get('e:000000000001'), {
    sequence: 1,
    recordedAt: '2026-01-01T12:00:00.000Z',
    previousHash: '0'.repeat(64),
    hash: detail.hash
  })
})

t.test('a price that no model has is booked with a warning, one at the limit without', async t => {
  const { run } = testContext(wealthnode)
  const warned = async (input: object) => (await run('ledger_sync', { tokens: 1_000, ...input })).detail.warnings
  t.strictSame(await warned({ pricePer1kGbp: 2_500 }), [
    'The price of 1,000 tokens, £2,500.0000, is higher than any that is known. If it is the price of a million ' +
      'tokens, reverse entry 1 and send it as such, for example as pricePer1MGbp.'
  ])
  t.match(await warned({ pricePer1kGbp: 5.01 }), [/^The price of 1,000 tokens, /])
  t.equal(await warned({ pricePer1kGbp: 5 }), undefined)
  t.equal(await warned({ pricePer1kGbp: 50, kind: 'revenue' }), undefined)
  t.match(await warned({ pricePer1kGbp: 51, kind: 'revenue' }), [/^The price of 1,000 tokens, /])
  t.match(await warned({ pricePer1kGbp: 1, billPer1kGbp: 51 }), [/^The price for the customer, /])
  t.match(await warned({ pricePer1kGbp: 1, cachedTokens: 1, cachedPricePer1kGbp: 9 }), [/^The price of 1,000 cached/])
  t.match(await warned({ currency: 'USD', pricePer1k: 10, gbpPerUnit: 0.79 }), [/^The price of 1,000 tokens, £7.9000/])
})

t.test('the sum of the month is said in pence once it has grown', async t => {
  const { run } = testContext(wealthnode)
  await run('ledger_sync', { tokens: 1_000_000, pricePer1kGbp: 0.014678 })
  const { summary } = await run('ledger_sync', { tokens: 120_000, pricePer1kGbp: 0.0021 })
  t.equal(summary, 'Recorded 120,000 tokens at £0.0021/1k: cost £0.2520, month to date £14.93.')
})

t.test('decimals are exact where floating point is not', async t => {
  const { run } = testContext(wealthnode)
  const { detail } = await run('ledger_sync', { tokens: 123_457, pricePer1kGbp: 0.00215 })
  t.equal(detail.amounts.costGbp, '0.265432550')
  for (let tenth = 0; tenth < 9; tenth++) await run('ledger_sync', { tokens: 100, pricePer1kGbp: 1 })
  const last = await run('ledger_sync', { tokens: 100, pricePer1kGbp: 1 })
  t.equal(last.detail.balances.today.costGbp, '1.265432550')
})

t.test('cached tokens have their own price, and revenue comes from what the customer pays', async t => {
  const { run } = testContext(wealthnode)
  const input = { tokens: 50_000, pricePer1kGbp: 0.002, cachedTokens: 10_000, cachedPricePer1kGbp: 0.0005 }
  const { detail, metrics } = await run('ledger_sync', {
    ...input,
    billPer1kGbp: 0.006,
    customer: 'Acme Ltd',
    model: 'gpt-4o'
  })
  t.strictSame(detail.amounts, {
    costGbp: '0.085000000',
    revenueGbp: '0.300000000',
    grossProfitGbp: '0.215000000'
  })
  t.equal(metrics.marginPct, 71.67)
  t.strictSame(detail.postings, [
    { account: 'expense:ai:gpt-4o', side: 'debit', amountGbp: '0.085000000', accountName: 'Cost of gpt-4o' },
    { account: 'liability:provider', side: 'credit', amountGbp: '0.085000000', accountName: 'Owed to providers' },
    { account: 'asset:receivable:acme-ltd', side: 'debit', amountGbp: '0.300000000', accountName: 'Owed by acme-ltd' },
    { account: 'income:usage', side: 'credit', amountGbp: '0.300000000', accountName: 'Income from use' }
  ])
})

t.test('the resale price of the settings holds where the entry says none', async t => {
  const { run } = testContext(wealthnode, { settings: { resalePer1kGbp: '0.005' } })
  const revenue = async (input: Record<string, unknown>) =>
    (await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 0.002, ...input })).detail.amounts.revenueGbp
  t.equal(await revenue({}), '0.005000000')
  t.equal(await revenue({ billPer1kGbp: 0.007 }), '0.007000000')
  t.equal(await revenue({ billPer1kGbp: 0 }), '0.000000000')
})

t.test('a bill is revenue alone', async t => {
  const { run } = testContext(wealthnode, { settings: { resalePer1kGbp: '0.005' } })
  const bill = { kind: 'revenue', tokens: 50_000, pricePer1kGbp: 0.006, customer: 'acme' }
  const { summary, detail, metrics } = await run('ledger_sync', bill)
  t.equal(summary, 'Recorded a bill for 50,000 tokens at £0.006/1k: revenue £0.3000, month to date £0.3000.')
  t.strictSame(detail.amounts, { costGbp: '0.000000000', revenueGbp: '0.300000000' })
  t.strictSame(detail.postings, [
    { account: 'asset:receivable:acme', side: 'debit', amountGbp: '0.300000000', accountName: 'Owed by acme' },
    { account: 'income:usage', side: 'credit', amountGbp: '0.300000000', accountName: 'Income from use' }
  ])
  t.match(metrics, { tokens: 50_000, monthTokens: 0, marginPct: undefined })
})

t.test('postings that do not sum to zero are a bug', async t => {
  t.throws(
    () =>
      assertBalanced([
        { account: 'a', side: 'debit', amountGbp: '1.000000001' },
        { account: 'b', side: 'credit', amountGbp: '1.000000000' }
      ]),
    { message: 'The postings are out of balance by 0.000000001.' }
  )
})

t.test('the same externalId with the same content is booked once', async t => {
  const { run, clock } = testContext(wealthnode, { settings: { resalePer1kGbp: '0.005' } })
  const input = { tokens: 1000, pricePer1kGbp: 0.002, externalId: 'call 1', model: 'GPT 4' }
  const first = await run('ledger_sync', input)
  clock.advance(36 * 3_600_000)
  const second = await run('ledger_sync', { ...input, kind: 'cost', model: 'gpt-4' })
  t.equal(second.summary, 'Already booked as entry 1 on 1 January 2026: cost £0.0020, month to date £0.0020.')
  t.match(second.detail, {
    entryId: first.detail.entryId,
    duplicate: true,
    date: '2026-01-01',
    amounts: first.detail.amounts,
    postings: first.detail.postings,
    hash: first.detail.hash,
    balances: { today: { date: '2026-01-03', entries: 0 }, month: { entries: 1 } }
  })
  t.equal(second.metrics.entries, 1)
})

t.test('the same externalId with other content is a conflict', async t => {
  const { run, storage } = testContext(wealthnode)
  const input = { tokens: 1000, pricePer1kGbp: 0.002, externalId: 'call 1' }
  await run('ledger_sync', input)
  for (const other of [{ tokens: 1001 }, { note: 'x' }, { kind: 'revenue' }, { occurredAt: '2026-01-01T11:00:00Z' }])
    t.match(await run('ledger_sync', { ...input, ...other }), {
      ok: false,
      summary: 'Your identifier was booked before with other content, as entry 1; nothing was booked.',
      detail: { entryId: 'e:000000000001', error: { code: 'idempotency_conflict', retryable: false } }
    })
  t.match(await storage.get('head'), { sequence: 1 })
})

t.test('an entry goes to the day on which it happened, in the account’s time zone', async t => {
  const { run } = testContext(wealthnode, { now: '2026-07-01T09:00:00Z', settings: { timezone: 'America/New_York' } })
  const dateOf = async (occurredAt: string) =>
    (await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, occurredAt })).detail.date
  t.equal(await dateOf('2026-07-01T03:59:59Z'), '2026-06-30')
  t.equal(await dateOf('2026-07-01T04:00:00Z'), '2026-07-01')
  t.equal(await dateOf('2026-03-08T23:59:59-04:00'), '2026-03-08')
  const late = await run('ledger_sync', { tokens: 2000, pricePer1kGbp: 1, occurredAt: '2026-06-15T12:00:00Z' })
  t.equal(late.summary, 'Recorded 2,000 tokens at £1/1k for 15 June 2026: cost £2.0000, month to date £1.00.')
  t.match(late.detail.balances, {
    today: { date: '2026-07-01', costGbp: '1.000000000' },
    month: { month: '2026-07', costGbp: '1.000000000' }
  })
})

t.test('days are right in whatever order their entries come', async t => {
  const entries = Array.from({ length: 40 }, (_, index) => ({
    tokens: 1000 + index * 0.7,
    pricePer1kGbp: 0.0031 * (1 + (index % 3)),
    model: `m${index % 4}`,
    customer: `c${index % 7}`,
    occurredAt: `2026-01-0${1 + (index % 5)}T12:00:00Z`
  }))
  const daysAfter = async (order: typeof entries) => {
    const { run, storage } = testContext(wealthnode, { now: '2026-01-20T12:00:00Z' })
    for (const entry of order) await run('ledger_sync', entry)
    return [...(await storage.list('day:')), ...(await storage.list('month:'))].map(({ value }) => value)
  }
  t.strictSame(await daysAfter(entries.toReversed()), await daysAfter(entries))
})

t.test('what the schema cannot see is refused, every issue at once, and nothing is stored', async t => {
  const { run, storage } = testContext(wealthnode)
  const refused = (input: Record<string, unknown>, ...pointers: string[]) =>
    t.rejects(run('ledger_sync', { tokens: 1000, pricePer1kGbp: 0.002, ...input }), {
      name: 'InvalidInput',
      issues: pointers.map(pointer => ({ pointer }))
    })
  await refused({ tokens: 0.0000001 }, '#/tokens')
  await refused({ tokens: 999_999_999_999.1235 }, '#/tokens')
  await refused({ tokens: 0.000001, pricePer1kGbp: 0.4 }, '#/tokens')
  await refused({ billPer1kGbp: 5e-324 }, '#/tokens')
  await refused({ cachedTokens: 10 }, '#/cachedPricePer1kGbp')
  await refused({ cachedTokens: 1001, cachedPricePer1kGbp: 0 }, '#/cachedTokens')
  await refused({ kind: 'revenue', billPer1kGbp: 1 }, '#/billPer1kGbp')
  await refused({ model: '—', customer: '( )', feature: ' ' }, '#/model', '#/customer', '#/feature')
  await refused({ occurredAt: '2026-01-01T12:05:00.001Z' }, '#/occurredAt')
  await refused({ occurredAt: '1969-12-31T23:59:59Z' }, '#/occurredAt')
  await refused({ occurredAt: '2016-12-31T23:59:60Z' }, '#/occurredAt')
  await refused(
    { tokens: 0.1234567, cachedTokens: 1, model: '!' },
    '#/tokens',
    '#/cachedTokens',
    '#/cachedPricePer1kGbp',
    '#/model'
  )
  t.strictSame(await storage.list(''), [])
})

t.test('what the schema sees is refused', async t => {
  const { run } = testContext(wealthnode)
  const refused = (input: Record<string, unknown>, pointer: string, code: string) =>
    t.rejects(run('ledger_sync', input), { name: 'InvalidInput', issues: [{ pointer, code }] })
  await refused({ pricePer1kGbp: 1 }, '#/tokens', 'required')
  await refused({ tokens: 1 }, '#/pricePer1kGbp', 'required')
  await refused({ tokens: '1', pricePer1kGbp: 1 }, '#/tokens', 'type')
  await refused({ tokens: -1, pricePer1kGbp: 1 }, '#/tokens', 'minimum')
  await refused({ tokens: 1e12 + 1, pricePer1kGbp: 1 }, '#/tokens', 'maximum')
  await refused({ tokens: 1, pricePer1kGbp: 10_000.01 }, '#/pricePer1kGbp', 'maximum')
  await refused({ tokens: 1, pricePer1kGbp: 1, occurredAt: 'yesterday' }, '#/occurredAt', 'format')
  await refused({ tokens: 1, pricePer1kGbp: 1, externalId: '' }, '#/externalId', 'min_length')
  await refused({ tokens: 1, pricePer1kGbp: 1, note: 'x'.repeat(201) }, '#/note', 'max_length')
})

t.test('the bounds themselves are taken', async t => {
  const { run } = testContext(wealthnode)
  t.match(await run('ledger_sync', { tokens: 1e12, pricePer1kGbp: 10_000 }), {
    detail: { amounts: { costGbp: '10000000000000.000000000' } }
  })
  t.match(await run('ledger_sync', { tokens: 0, pricePer1kGbp: 0 }), {
    detail: { amounts: { costGbp: '0.000000000' } }
  })
  t.match(await run('ledger_sync', { tokens: 0.000001, pricePer1kGbp: 1 }), {
    detail: { amounts: { costGbp: '0.000000001' } }
  })
  t.match(await run('ledger_sync', { tokens: 1, pricePer1kGbp: 1, occurredAt: '2026-01-01T12:05:00Z' }), { ok: true })
})

t.test('a field that decides about the amount and is misspelt books nothing', async t => {
  const { run, storage } = testContext(wealthnode)
  for (const [field, meant] of [
    ['cached_tokens', 'cachedTokens'],
    ['price', 'pricePer1k'],
    ['external_id', 'externalId'],
    ['occuredAt', 'occurredAt']
  ] as const) {
    const { ok, detail } = await run('ledger_sync', { tokens: 1_000, model: 'gpt-4o', [field]: 1 })
    t.equal(ok, false, field)
    t.match(detail, { error: { code: 'misspelt_field' }, misspeltFields: [{ field, meant }] })
  }
  t.strictSame((await storage.list('')).length, 0)
})

t.test('what exports of usage contain beside the fields is no near miss', async t => {
  const { run } = testContext(wealthnode)
  const usage =
    'id object created created_at prompt_tokens completion_tokens input_tokens output_tokens total_tokens project team user user_id ' +
    'customer_id request_id model_version provider region latencyMs status metadata tags invoice amount cost environment'
  const extra = Object.fromEntries(usage.split(' ').map(name => [name, 1]))
  const { ok, detail } = await run('ledger_sync', { tokens: 1_000, pricePer1kGbp: 0.01, ...extra })
  t.equal(ok, true)
  t.equal(detail.misspeltFields, undefined)
})
