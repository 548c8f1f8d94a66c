import { conform, testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'

/** Other inputs in each run; a fault is reported with the input that shows it. */
const fewer = { runs: 60, seed: Math.floor(Math.random() * 2 ** 31) }

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

t.test('the product conforms', () => conform(wealthnode, fewer))

t.test('the product conforms with every setting in use and a receiver that answers', () =>
  conform(wealthnode, {
    ...fewer,
    settings: {
      resalePer1kGbp: '0.006',
      monthlyBudgetGbp: '100',
      'budget.mode': 'block',
      timezone: 'Pacific/Auckland',
      'alert.url': 'https://receiver.example/hook',
      'alert.secret': secret
    },
    egress: { request: () => ({ status: 204 }) }
  })
)

t.test('an empty ledger is looked at without any field', async t => {
  const { run } = testContext(wealthnode)
  t.match(await run('margin_radar'), {
    ok: true,
    summary: 'The ledger holds no entries up to 1 January 2026.',
    metrics: { costGbp: 0, revenueGbp: 0, grossProfitGbp: 0, tokens: 0, anomalies: 0, burnPerDayGbp: 0 },
    detail: { status: 'no_data', groups: [], anomalies: [], alerts: [], trend: {} }
  })
})

t.test('accounts keep apart', async t => {
  const first = testContext(wealthnode)
  const second = first.as('another-account')
  await first.run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1, externalId: 'a' })
  t.match(await second.run('ledger_sync', { tokens: 2000, pricePer1kGbp: 1, externalId: 'a' }), {
    ok: true,
    metrics: { entries: 1, monthCostGbp: 2 },
    detail: { duplicate: false }
  })
  t.match(await first.run('margin_radar'), { metrics: { costGbp: 1 } })
})

t.test('the alert is not on the wire, the others tell how people ask for them', async t => {
  const { ledger_sync, margin_radar, alert } = wealthnode.actions
  t.equal(alert.internal, true)
  for (const { intents: { phrases = [], keywords = [] } = {} } of [ledger_sync, margin_radar]) {
    t.ok(phrases.length >= 8)
    t.ok(keywords.length > 0)
    t.strictSame(
      keywords,
      keywords.map(keyword => keyword.toLowerCase())
    )
  }
})

t.test('every field that a person sees has a title', async t => {
  const { ledger_sync, margin_radar } = wealthnode.actions
  const schemas = [ledger_sync, margin_radar].flatMap(({ input, detail, metrics }) => [input, detail, metrics])
  const fields = [...schemas, wealthnode.settings].flatMap(schema => fieldsOf(schema))
  t.ok(fields.length > 150, `${fields.length} fields`)
  t.strictSame(
    fields.filter(({ title }) => !/^[A-Z].{1,59}$/u.test(title)),
    []
  )
})

/** Every property in a schema, at any depth, with its title. */
function fieldsOf(schema: unknown, path = ''): readonly { readonly path: string; readonly title: string }[] {
  const { properties = {}, items } = Object(schema)
  const inner = Object.entries<{ title?: string }>(properties).flatMap(([name, part]) => [
    { path: `${path}/${name}`, title: part.title ?? '' },
    ...fieldsOf(part, `${path}/${name}`)
  ])
  return [...inner, ...(items === undefined ? [] : fieldsOf(items, `${path}/items`))]
}
