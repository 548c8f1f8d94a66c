import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'
import type { ChainedEntry } from '../dist/ledger/entry.js'

const sold = {
  tokens: 50_000,
  pricePer1kGbp: 0.002,
  cachedTokens: 10_000,
  cachedPricePer1kGbp: 0.0005,
  billPer1kGbp: 0.006,
  model: 'gpt-4o',
  customer: 'Acme Ltd',
  externalId: 'call 1',
  note: 'wrong'
}

t.test('a reversal books the exact opposite of an entry, to the same day', async t => {
  const { run, storage, clock } = testContext(wealthnode)
  const first = await run('ledger_sync', sold)
  const before = await storage.get('e:000000000001')
  clock.advance(2 * 86_400_000)
  const { ok, summary, metrics, detail } = await run('ledger_sync', { reverses: first.detail.entryId })
  t.ok(ok)
  t.equal(summary, 'Reversed entry 1 for 1 January 2026: cost -£0.0850, month to date £0.0000.')
  t.strictSame(metrics, {
    tokens: -50_000,
    costGbp: -0.085,
    revenueGbp: -0.3,
    monthCostGbp: 0,
    monthTokens: 0,
    entries: 2
  })
  t.match(detail, {
    entryId: 'e:000000000002',
    duplicate: false,
    result: 'reversed',
    reverses: 'e:000000000001',
    date: '2026-01-01',
    amounts: { costGbp: '-0.085000000', revenueGbp: '-0.300000000', grossProfitGbp: '-0.215000000' },
    balances: { today: { date: '2026-01-03', entries: 0 }, month: { costGbp: '0.000000000', entries: 2 } }
  })
  t.strictSame(
    detail.postings,
    first.detail.postings.map(posting => ({ ...posting, side: posting.side === 'debit' ? 'credit' : 'debit' }))
  )
  t.strictSame(await storage.get('e:000000000001'), before)
  const zero = { costGbp: '0.000000000', revenueGbp: '0.000000000', tokens: '0', unbilledTokens: '0', entries: 2 }
  t.strictSame(await storage.get('day:2026-01-01'), {
    totals: zero,
    model: { 'gpt-4o': zero },
    customer: { 'acme-ltd': zero },
    feature: { unspecified: zero }
  })
  const reversal = await storage.get<ChainedEntry>('e:000000000002')
  const { sequence, hash, previousHash, externalId, note, ...opposite } = before as ChainedEntry
  t.strictSame(reversal, {
    ...opposite,
    sequence: 2,
    reverses: 'e:000000000001',
    recordedAt: '2026-01-03T12:00:00.000Z',
    tokens: '-50000',
    cachedTokens: '-10000',
    costGbp: '-0.085000000',
    revenueGbp: '-0.300000000',
    postings: opposite.postings.map(posting => ({ ...posting, side: posting.side === 'debit' ? 'credit' : 'debit' })),
    previousHash: hash,
    hash: reversal?.hash
  })
  t.match(await run('margin_radar', { verify: true }), {
    metrics: { costGbp: 0, revenueGbp: 0, tokens: 0 },
    detail: { totals: { entries: 2 }, verification: { intact: true, checked: 2 } }
  })
})

t.test('the sums without a reversed entry are those of a ledger that never had it', async t => {
  const others = [
    { tokens: 1234.5, pricePer1kGbp: 0.0031, model: 'a' },
    { tokens: 700, pricePer1kGbp: 0.01, kind: 'revenue', customer: 'x' },
    { tokens: 10, pricePer1kGbp: 7, model: 'a', customer: 'y' }
  ]
  const [with_, without] = [testContext(wealthnode), testContext(wealthnode)]
  for (const [index, wrong] of [sold, { tokens: 5000, pricePer1kGbp: 0.3, kind: 'revenue' }].entries()) {
    const { detail } = await with_.run('ledger_sync', wrong)
    await with_.run('ledger_sync', others[index] ?? {})
    await with_.run('ledger_sync', { reverses: detail.entryId })
  }
  await with_.run('ledger_sync', others[2] ?? {})
  for (const other of others) await without.run('ledger_sync', other)
  const figures = async ({ run }: typeof without) => {
    const { detail, metrics } = await run('margin_radar', { groupBy: 'model' })
    const { entries: _, ...totals } = detail.totals
    return { totals, metrics, alerts: detail.alerts, groups: detail.groups.find(({ name }) => name === 'a') }
  }
  t.strictSame(await figures(with_), await figures(without))
})

t.test('an entry is reversed once: again gives the same reversal, from any host', async t => {
  const first = testContext(wealthnode)
  const hosts = [first, first.twin()]
  await first.run('ledger_sync', sold)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => hosts[index % 2]?.run('ledger_sync', { reverses: 'e:000000000001' }))
  )
  t.equal(answers.filter(answer => answer?.detail.duplicate === false).length, 1)
  t.ok(answers.every(answer => answer?.ok && answer.detail.entryId === 'e:000000000002'))
  const { summary, detail } = await first.run('ledger_sync', { reverses: 'e:000000000001' })
  t.equal(summary, 'Already reversed entry 1, as entry 2: cost -£0.0850, month to date £0.0000.')
  t.match(detail, { duplicate: true, result: 'reversed_before', reverses: 'e:000000000001' })
  t.match(await first.storage.get('head'), { sequence: 2 })
})

t.test('an unknown entry and a reversal are not reversed', async t => {
  const { run, storage } = testContext(wealthnode)
  t.match(await run('ledger_sync', { reverses: 'e:000000000001' }), {
    ok: false,
    summary: 'There is no entry 1; nothing was booked.',
    detail: { error: { code: 'entry_not_found', retryable: false } }
  })
  await run('ledger_sync', sold)
  await run('ledger_sync', { reverses: 'e:000000000001' })
  t.match(await run('ledger_sync', { reverses: 'e:000000000002' }), {
    ok: false,
    detail: { error: { code: 'entry_is_reversal', retryable: false } }
  })
  t.match(await storage.get('head'), { sequence: 2 })
})

t.test('reverses is sent alone, and is the id of an entry', async t => {
  const { run, storage } = testContext(wealthnode)
  await run('ledger_sync', sold)
  const refused = (input: Record<string, unknown>, ...pointers: string[]) =>
    t.rejects(run('ledger_sync', { reverses: 'e:000000000001', ...input }), {
      name: 'InvalidInput',
      issues: pointers.map(pointer => ({ pointer }))
    })
  await refused({ tokens: 1, pricePer1kGbp: 1 }, '#/tokens', '#/pricePer1kGbp')
  await refused({ externalId: 'x' }, '#/externalId')
  await refused({ note: 'x' }, '#/note')
  await refused({ kind: 'revenue' }, '#/kind')
  for (const reverses of ['e:1', 'call 1', 'head', 'e:0000000000001', '']) await refused({ reverses }, '#/reverses')
  t.match(await storage.get('head'), { sequence: 1 })
})

t.test(
  'what was booked and reversed is still a duplicate, and says so; corrected, it needs an id of its own',
  async t => {
    const { run } = testContext(wealthnode)
    await run('ledger_sync', sold)
    await run('ledger_sync', { reverses: 'e:000000000001' })
    const { summary, detail } = await run('ledger_sync', sold)
    t.equal(
      summary,
      'Already booked as entry 1 on 1 January 2026 and reversed since by entry 2: cost £0.0850, month to date £0.0000.'
    )
    t.match(detail, { duplicate: true, entryId: 'e:000000000001', reversedBy: 'e:000000000002' })
    t.match(await run('ledger_sync', { ...sold, tokens: 40_000 }), {
      ok: false,
      detail: { error: { code: 'idempotency_conflict' } }
    })
    t.match(await run('ledger_sync', { ...sold, tokens: 40_000, externalId: 'call 1, corrected' }), { ok: true })
  }
)

t.test('a reversal frees the budget of the month in which the entry happened', async t => {
  const { run } = testContext(wealthnode, { settings: { monthlyBudgetGbp: '1', 'budget.mode': 'block' } })
  const pound = { tokens: 1000, pricePer1kGbp: 1 }
  await run('ledger_sync', pound)
  t.match(await run('ledger_sync', pound), { ok: false })
  t.match(await run('ledger_sync', { reverses: 'e:000000000001' }), {
    ok: true,
    detail: { budget: { costGbp: '0.000000000', state: 'ok' } }
  })
  t.match(await run('ledger_sync', pound), { ok: true })
})

t.test('an entry stays on its day when the time zone has changed since', async t => {
  const { run, configure, storage } = testContext(wealthnode, { now: '2026-01-01T23:30:00Z' })
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1 })
  configure({ timezone: 'Asia/Tokyo' })
  t.match(await run('ledger_sync', { reverses: 'e:000000000001' }), { detail: { date: '2026-01-01' } })
  t.strictSame(
    (await storage.list('day:')).map(({ key }) => key),
    ['day:2026-01-01']
  )
})
