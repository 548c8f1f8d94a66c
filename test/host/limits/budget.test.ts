import t from 'tap'
import { budgetIssues, budgetOf, NewBudget, periodAt } from '../../../host/dist/limits/budget.js'
import { compileInput } from '../../../sdk/dist/runtime/compile-schema.js'

t.test('a limit is a whole number of calls from 1 to 1,000,000,000, of a day or a month', async t => {
  const issues = compileInput(NewBudget)
  const places = (budget: unknown) => issues(budget).map(({ pointer }) => pointer)
  for (const budget of [
    {},
    { day: null, month: null },
    { day: { warnAt: 1 } },
    { month: { stopAt: 1_000_000_000 } },
    { day: { warnAt: 1_000_000_000, stopAt: 1 }, month: { warnAt: 1, stopAt: 1_000_000_000 } }
  ])
    t.strictSame(places(budget), [], JSON.stringify(budget))
  for (const calls of [0, -1, 1.5, 1_000_000_001, '5'])
    for (const [period, name] of [
      ['day', 'warnAt'],
      ['day', 'stopAt'],
      ['month', 'warnAt'],
      ['month', 'stopAt']
    ] as const)
      t.ok(places({ [period]: { [name]: calls } }).includes(`#/${period}/${name}`), `${name} ${calls} of a ${period}`)
  t.not(places({ day: {} }).length, 0, 'a limit that limits nothing')
  t.not(places({ day: { stopAt: 5, stopat: 6 } }).length, 0, 'a name that a limit does not have')
  t.not(places({ week: { stopAt: 5 } }).length, 0, 'a period that a budget does not have')
})

t.test('of a budget that is sent, only the periods that have a limit are stored', async t => {
  const [day, month] = [{ warnAt: 4 }, { warnAt: 40, stopAt: 50 }]
  t.strictSame(budgetOf({ day, month }), { day, month })
  t.strictSame(budgetOf({ day, month: null }), { day })
  t.strictSame(budgetOf({ month }), { month })
  for (const nothing of [null, {}, { day: null }, { day: null, month: null }]) t.equal(budgetOf(nothing), undefined)
})

t.test('a notice that would come after the last call is an issue of its period', async t => {
  const places = (budget: Parameters<typeof budgetIssues>[0]) =>
    budgetIssues(budget, '#/budget').map(({ pointer, code }) => `${pointer} ${code}`)
  const over = { warnAt: 6, stopAt: 5 }
  const [day, month] = ['#/budget/day/warnAt over_stop', '#/budget/month/warnAt over_stop']
  t.strictSame(places({ day: over }), [day])
  t.strictSame(places({ day: { warnAt: 5, stopAt: 5 }, month: over }), [month])
  t.strictSame(places({ day: over, month: over }), [day, month])
  for (const sound of [{ warnAt: 5, stopAt: 5 }, { warnAt: 4, stopAt: 5 }, { warnAt: 6 }, { stopAt: 5 }])
    t.strictSame(places({ day: sound, month: sound }), [], JSON.stringify(sound))
  for (const nothing of [undefined, null, {}, { day: null }]) t.strictSame(places(nothing), [])
})

t.test('days and months are those of UTC, wherever the host is', async t => {
  const zone = process.env.TZ
  t.teardown(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  const at = (period: 'day' | 'month', time: string) => {
    const { startsAt, endsAt } = periodAt(period, Date.parse(time))
    return [startsAt, endsAt].map(ms => new Date(ms).toISOString().replace('T00:00:00.000Z', ''))
  }
  for (const place of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
    process.env.TZ = place
    t.strictSame(at('day', '2026-01-01T00:00:00.000Z'), ['2026-01-01', '2026-01-02'])
    t.strictSame(at('day', '2026-01-01T23:59:59.999Z'), ['2026-01-01', '2026-01-02'])
    t.strictSame(at('day', '2026-12-31T12:00:00Z'), ['2026-12-31', '2027-01-01'])
    t.strictSame(at('day', '2028-02-28T12:00:00Z'), ['2028-02-28', '2028-02-29'])
    t.strictSame(at('month', '2026-01-01T00:00:00.000Z'), ['2026-01-01', '2026-02-01'])
    t.strictSame(at('month', '2026-01-31T23:59:59.999Z'), ['2026-01-01', '2026-02-01'])
    t.strictSame(at('month', '2026-12-31T12:00:00Z'), ['2026-12-01', '2027-01-01'])
  }
})
