import t from 'tap'
import wealthnode from '../dist/index.js'
import { marginRadarViews } from '../dist/radar/radar.js'
import { accountText, dayText, entryText, monthText } from '../dist/wording.js'

t.test('months, days, entries and accounts are said in words', async t => {
  t.equal(monthText('2026-11'), 'November 2026')
  t.equal(dayText('2026-01-21'), '21 January 2026')
  t.equal(entryText('e:000000000020'), 'entry 20')
  t.equal(accountText('expense:ai:gpt-4o'), 'Cost of gpt-4o')
  t.equal(accountText('expense:ai:unspecified'), 'Cost, no model named')
  t.equal(accountText('liability:provider'), 'Owed to providers')
  t.equal(accountText('asset:receivable:acme-ltd'), 'Owed by acme-ltd')
  t.equal(accountText('asset:receivable:unspecified'), 'Owed by customers')
  t.equal(accountText('income:usage'), 'Income from use')
})

t.test('the table of the worst margins has at most four columns', async t => {
  const table = marginRadarViews.find(({ view }) => view === 'table')
  t.match(table, { items: '/groups', columns: ['/name', '/marginPct', '/costGbp', '/revenueGbp'] })
  t.equal(table?.view === 'table' && table.columns?.length, 4)
})

/** The descriptions in a schema, at any depth. */
function descriptionsIn(schema: unknown): readonly string[] {
  const { properties, description } = Object(schema)
  return [
    ...(typeof description === 'string' ? [description] : []),
    ...Object.values(Object(properties)).flatMap(descriptionsIn)
  ]
}

t.test('descriptions of fields and settings use words, not the names and values of programs', async t => {
  const { ledger_sync, margin_radar } = wealthnode.actions
  const texts = [ledger_sync.input, margin_radar.input, wealthnode.settings].flatMap(descriptionsIn)
  t.ok(texts.length > 25, `${texts.length} descriptions`)
  t.strictSame(
    texts.filter(text => /`|\b[a-z]+[A-Z]\w*|\b(True|False) /.test(text)),
    []
  )
})
