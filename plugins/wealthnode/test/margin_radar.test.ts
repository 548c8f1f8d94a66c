import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'

type Options = Parameters<typeof testContext>[1]

/** An account that books one call a day at noon, at £1 for 1,000 tokens, and then stands at noon of the day after the last. */
async function ledger(tokensByDay: readonly number[], options: Options = {}, extra: Record<string, unknown> = {}) {
  const context = testContext(wealthnode, { now: '2026-01-01T12:00:00Z', ...options })
  for (const tokens of tokensByDay) {
    if (tokens > 0) await context.run('ledger_sync', { tokens, pricePer1kGbp: 1, ...extra })
    context.clock.advance(86_400_000)
  }
  return context
}

const steady = (days: number, tokens = 1000) => Array<number>(days).fill(tokens)

t.test('the margin of a steady month is green', async t => {
  const { run } = await ledger(steady(40), { settings: { resalePer1kGbp: '4' } })
  const { summary, metrics, detail } = await run('margin_radar')
  t.equal(summary, 'Margin 75.0% over 30 days (target 60%), cost steady, no anomalies; month forecast £28.')
  t.strictSame(metrics, {
    costGbp: 29,
    revenueGbp: 116,
    grossProfitGbp: 87,
    marginPct: 75,
    tokens: 29_000,
    anomalies: 0,
    forecastCostGbp: 28,
    burnPerDayGbp: 0.966666667
  })
  t.match(detail, {
    status: 'green',
    window: {
      from: '2026-01-12',
      to: '2026-02-10',
      days: 30,
      timezone: 'Europe/London',
      lastDayIsOver: false,
      ledgerSince: '2026-01-01'
    },
    totals: { costGbp: '29.000000000', costPer1kGbp: '1.000000000', entries: 29 },
    drift: { direction: 'none' },
    trend: { cost: { real: false }, margin: { real: false } },
    alerts: []
  })
  t.equal(detail.series.length, 30)
  t.strictSame(detail.series[0], {
    date: '2026-01-12',
    costGbp: '1.000000000',
    revenueGbp: '4.000000000',
    tokens: 1000
  })
})

for (const [resale, status, code] of [
  ['0.9', 'red', 'margin_negative'],
  ['1.4', 'red', 'margin_below_floor'],
  ['2', 'amber', 'margin_below_target'],
  ['2.5', 'green', undefined]
] as const)
  t.test(`a resale price of £${resale} for what costs £1 is ${status}`, async t => {
    const { run } = await ledger(steady(10), { settings: { resalePer1kGbp: resale } })
    const { detail } = await run('margin_radar')
    t.equal(detail.status, status)
    t.equal(detail.alerts[0]?.code, code)
  })

t.test('a margin is measured against the account’s own target and floor', async t => {
  const { run } = await ledger(steady(10), {
    settings: { resalePer1kGbp: '1.25', targetMarginPct: '20', floorMarginPct: '20' }
  })
  t.match(await run('margin_radar'), { detail: { status: 'green', totals: { marginPct: 20 } } })
})

t.test('without any price for customers there is no margin, and that is said', async t => {
  const { run } = await ledger(steady(10))
  const { summary, metrics, detail } = await run('margin_radar')
  t.equal(summary, 'Cost £10.00 over 30 days without any revenue, cost steady, no anomalies; month forecast £31.')
  t.notOk('marginPct' in metrics)
  t.match(detail, {
    status: 'green',
    alerts: [{ severity: 'info', code: 'unpriced_revenue', evidence: { value: 10_000, limit: 0 } }]
  })
})

t.test('bills that are booked by themselves price what was booked without', async t => {
  const { run } = await ledger(steady(10))
  await run('ledger_sync', { kind: 'revenue', tokens: 10_000, pricePer1kGbp: 4 })
  t.match(await run('margin_radar'), {
    metrics: { costGbp: 10, revenueGbp: 40, marginPct: 75, tokens: 10_000 },
    detail: { status: 'green', alerts: [] }
  })
})

t.test('bills for what the settings have priced count revenue twice, which is an alert', async t => {
  const { run } = await ledger(steady(10), { settings: { resalePer1kGbp: '4' } }, { customer: 'Acme' })
  await run('ledger_sync', { kind: 'revenue', tokens: 3_000, pricePer1kGbp: 4, customer: 'Acme' })
  t.match(await run('margin_radar'), {
    detail: {
      status: 'amber',
      alerts: [{ severity: 'amber', code: 'revenue_twice', evidence: { value: 3_000, limit: 0 } }]
    }
  })
})

t.test('bills of one customer are not for the use of another, but for use that names nobody', async t => {
  const { run } = await ledger(steady(10), {}, { customer: 'Acme' })
  await run('ledger_sync', { kind: 'revenue', tokens: 10_000, pricePer1kGbp: 4, customer: 'Bolt' })
  const codes = async () =>
    (await run('margin_radar')).detail.alerts
      .filter(({ code }) => code.includes('revenue'))
      .map(({ code, evidence }) => [code, evidence.value])
  t.strictSame(await codes(), [['revenue_twice', 10_000]])
  await run('ledger_sync', { tokens: 10_000, pricePer1kGbp: 1 })
  t.strictSame(await codes(), [['unpriced_revenue', 10_000]])
})

t.test('an unusual day is an alert: amber above 3.5, red above 7', async t => {
  const spike = async (tokens: number, settings: Record<string, string> = {}) => {
    const days = [...steady(20), tokens, ...steady(5)]
    const { run } = await ledger(days, { settings: { resalePer1kGbp: '4', ...settings } })
    return run('margin_radar')
  }
  t.match(await spike(1300), {
    metrics: { anomalies: 1 },
    detail: {
      status: 'amber',
      anomalies: [{ date: '2026-01-21', z: 6 }],
      alerts: [{ severity: 'amber', code: 'cost_anomaly', evidence: { value: 6, limit: 3.5, date: '2026-01-21' } }]
    }
  })
  t.match(await spike(2000), {
    summary: /, 1 anomaly/,
    detail: {
      status: 'red',
      alerts: [
        {
          severity: 'red',
          code: 'cost_anomaly',
          message: 'One day was unusual; 21 January 2026 cost £2.00 where £1.00 was usual.'
        }
      ]
    }
  })
  t.match(await spike(1300, { anomalyZ: '6.5' }), { metrics: { anomalies: 0 }, detail: { status: 'green' } })
})

t.test('a day that has only begun is not an anomaly, one that is already too dear is', async t => {
  const { run } = await ledger(steady(20), { settings: { resalePer1kGbp: '4' } })
  t.match(await run('margin_radar'), { metrics: { anomalies: 0 } })
  await run('ledger_sync', { tokens: 2000, pricePer1kGbp: 1 })
  t.match(await run('margin_radar'), { detail: { anomalies: [{ date: '2026-01-21', z: 20 }] } })
})

t.test('a cost that rises slowly is a drift', async t => {
  const { run } = await ledger([...steady(28), ...steady(14, 1100)], { settings: { resalePer1kGbp: '4' } })
  t.match(await run('margin_radar', { days: 14 }), {
    detail: { status: 'amber', drift: { direction: 'up' }, alerts: [{ severity: 'amber', code: 'cost_drift' }] }
  })
})

t.test('a trend is said in per cent a week', async t => {
  const rising = Array.from({ length: 30 }, (_, index) => 1000 + index * 10)
  const { run } = await ledger(rising, { settings: { resalePer1kGbp: '4' } })
  const { summary, detail } = await run('margin_radar')
  t.match(summary, /cost up 6%\/week/)
  t.match(detail.trend.cost, { real: true, slopePerDay: 0.01, weeklyPct: 6.08696 })
})

t.test('a forecast above the budget is red, and so is a budget that is exceeded', async t => {
  const { run, configure } = await ledger(steady(20))
  configure({ resalePer1kGbp: '4', monthlyBudgetGbp: '30' })
  t.match(await run('margin_radar'), {
    metrics: { budgetUsedPct: 66.67, forecastCostGbp: 31 },
    detail: {
      status: 'red',
      budget: { state: 'ok' },
      forecast: { exhaustedOn: '2026-01-30' },
      alerts: [
        {
          severity: 'red',
          code: 'forecast_over_budget',
          message: 'January 2026 will cost about £31, over its budget of £30.00.',
          evidence: { value: 31, limit: 30, date: '2026-01-30' }
        },
        { severity: 'info', code: 'unpriced_revenue' }
      ]
    }
  })
  configure({ monthlyBudgetGbp: '15' })
  t.match(await run('margin_radar'), {
    detail: { status: 'red', alerts: [{ code: 'over_budget', evidence: { date: '2026-01-15' } }, {}] }
  })
})

t.test('days before the first entry are shown and not compared with', async t => {
  const { run } = await ledger(steady(8))
  const { detail, metrics } = await run('margin_radar')
  t.strictSame(detail.anomalies, [])
  t.equal(metrics.burnPerDayGbp, 0.888888889)
  t.equal(detail.series.filter(({ costGbp }) => costGbp === '0.000000000').length, 22)
  t.equal(detail.trend.cost?.days, 8)
})

t.test('days without an entry after the first count as zero', async t => {
  const { run } = await ledger([...steady(10), ...steady(10, 0)], { settings: { resalePer1kGbp: '4' } })
  t.match(await run('margin_radar'), {
    detail: { anomalies: [{ date: '2026-01-11', z: -20 }], trend: { cost: { days: 20 } } }
  })
})

t.test('the radar can stand on an earlier day, which is then over', async t => {
  const { run } = await ledger([...steady(20), ...steady(20, 9000)])
  for (const asOf of ['2026-01-20', '2026-01-20T23:59:59Z', '2026-01-21T00:30:00+01:00'])
    t.match(await run('margin_radar', { days: 7, asOf }), {
      metrics: { costGbp: 7, forecastCostGbp: 31 },
      detail: { window: { from: '2026-01-14', to: '2026-01-20', lastDayIsOver: true }, forecast: { remainingDays: 11 } }
    })
  t.match(await run('margin_radar', { asOf: '2025-12-31' }), {
    summary: 'The ledger holds no entries up to 31 December 2025.',
    detail: { status: 'no_data' }
  })
})

t.test('a date that is none, or in the future, is refused', async t => {
  const { run } = testContext(wealthnode, { now: '2026-01-01T23:30:00Z', settings: { timezone: 'Europe/Berlin' } })
  for (const asOf of ['2026-02-30', '2026-01-03', '2026-01-01T99:00:00Z', '0000-01-01', '1969-12-31', 'today'])
    await t.rejects(run('margin_radar', { asOf }), { name: 'InvalidInput', issues: [{ pointer: '#/asOf' }] })
  t.match(await run('margin_radar', { asOf: '2026-01-02' }), { ok: true })
  for (const days of [6, 181, 7.5])
    await t.rejects(run('margin_radar', { days }), { name: 'InvalidInput', issues: [{ pointer: '#/days' }] })
})

t.test('groups are listed from the worst margin on, ten at most', async t => {
  const { run } = testContext(wealthnode)
  const book = (customer: string, bill?: number, tokens = 1000) =>
    run('ledger_sync', { tokens, pricePer1kGbp: 1, customer, ...(bill !== undefined && { billPer1kGbp: bill }) })
  await book('good', 4)
  await book('bad', 0.5)
  await book('unpriced small')
  await book('unpriced large', undefined, 5000)
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, billPer1kGbp: 2 })
  const { detail } = await run('margin_radar', { groupBy: 'customer' })
  t.strictSame(
    detail.groups.map(({ name, marginPct }) => [name, marginPct]),
    [
      ['unpriced-large', undefined],
      ['unpriced-small', undefined],
      ['bad', -100],
      ['unspecified', 50],
      ['good', 75]
    ]
  )
  for (let index = 0; index < 10; index++) await book(`customer ${index}`, 4)
  t.equal((await run('margin_radar', { groupBy: 'customer' })).detail.groups.length, 10)
  t.match((await run('margin_radar', { groupBy: 'model' })).detail.groups, [{ name: 'unspecified', entries: 15 }])
  t.strictSame((await run('margin_radar')).detail.groups, [])
})

t.test('groups are those of the window alone', async t => {
  const { run } = await ledger(steady(20), {}, { model: 'm' })
  t.match((await run('margin_radar', { days: 7, groupBy: 'model' })).detail.groups, [{ name: 'm', entries: 6 }])
})

t.test('half a year is read in pages', async t => {
  const { run } = await ledger(steady(200))
  t.match(await run('margin_radar', { days: 180 }), { metrics: { costGbp: 179 }, detail: { series: { length: 180 } } })
})

t.test('a changed time zone holds for what is booked from then on', async t => {
  const { run, configure, storage } = testContext(wealthnode, { now: '2026-01-01T23:30:00Z' })
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1 })
  configure({ timezone: 'Asia/Tokyo' })
  await run('ledger_sync', { tokens: 2000, pricePer1kGbp: 1 })
  t.strictSame(
    (await storage.list('day:')).map(({ key }) => key),
    ['day:2026-01-01', 'day:2026-01-02']
  )
  t.match(await run('margin_radar', { days: 7, verify: true }), {
    metrics: { costGbp: 3 },
    detail: { window: { to: '2026-01-02', timezone: 'Asia/Tokyo' }, verification: { intact: true } }
  })
})

t.test('the radar reads days, not entries', async t => {
  const { run, storage } = await ledger(steady(40), {}, { model: 'm' })
  const before = await run('margin_radar', { groupBy: 'model' })
  for (const { key } of await storage.list('e:')) await storage.delete(key)
  t.strictSame(await run('margin_radar', { groupBy: 'model' }), before)
})

t.test('looking changes nothing', async t => {
  const { run, storage } = await ledger(steady(10))
  const before = await storage.list('')
  await run('margin_radar', { groupBy: 'model', verify: true })
  t.strictSame(await storage.list(''), before)
})
