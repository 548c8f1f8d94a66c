import { useState } from 'react'
import { Link } from 'wouter'
import { type History as Figures, useHistory } from '../../api/operator/history.js'
import { useCatalogue } from '../../api/products.js'
import { Loaded } from '../../parts/loaded.js'
import { Card } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Time } from '../../parts/values.js'
import { Chart, type Line, mostLines } from '../../views/line-chart.js'

const periods = [
  { days: 1, name: 'Last 24 hours' },
  { days: 7, name: 'Last 7 days' },
  { days: 30, name: 'Last 30 days' }
] as const

const hourMs = 60 * 60 * 1_000

type Step = Figures['steps'][number]
type Product = Step['products'][number]

/** What the whole deployment did by hour: its products, how busy it was, what was deployed, and who called most. */
export function History() {
  const [days, setDays] = useState<number>(periods[0].days)
  const history = useHistory(days)
  return (
    <div className="stack">
      <div className="filters">
        <label>
          Period
          <select value={days} onChange={({ target: { value } }) => setDays(Number(value))}>
            {periods.map(({ days: each, name }) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded query={history} lines={12}>
        {figures => (
          <>
            <Charts figures={figures} />
            <Changes changes={figures.changes} />
            <MostActive accounts={figures.accounts} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Charts({ figures: { from, stepHours, steps, changes } }: { readonly figures: Figures }) {
  const titleOf = useTitles()
  const xs = timesFrom(from, stepHours)
  // What happened in a step is shown at its beginning, where its values are.
  const marks = changes.map(({ at }) => xs.findLast(x => Date.parse(x) <= Date.parse(at)) ?? at)
  const byTime = new Map(steps.map(step => [Date.parse(step.from), step]))
  const valuesOf = (value: (step: Step) => number | undefined) =>
    xs.map(x => {
      const step = byTime.get(Date.parse(x))
      return step && value(step)
    })
  const [shown, left] = busiest(steps)
  const byProduct = (value: (product: Product) => number | null): readonly Line[] =>
    shown.map(slug => ({
      name: titleOf(slug),
      values: valuesOf(step => {
        const product = step.products.find(each => each.product === slug)
        return product && (value(product) ?? undefined)
      })
    }))
  const every = stepHours === 1 ? 'an hour' : `in ${stepHours} hours`
  const common = { xTitle: 'Time (UTC)', xs, marks, spansGaps: false }
  return (
    <>
      {shown.length === 0 ? (
        <Card title={`Calls ${every}`}>
          <p className="quiet">Nobody has called a product in this time.</p>
        </Card>
      ) : (
        <>
          <Card title={`Calls ${every}`}>
            <Chart {...common} title="Calls by product" lines={byProduct(({ calls }) => calls)} />
            {left > 0 && <p className="quiet">The {left} products that were called least are not shown.</p>}
          </Card>
          <Card title="Latency: 99 % of the calls took at most">
            <Chart {...common} title="Latency by product" lines={byProduct(({ p99Ms }) => p99Ms)} unit="ms" />
          </Card>
          <Card title="Failed calls">
            <Chart
              {...common}
              title="Share of failed calls by product"
              lines={byProduct(({ calls, errors }) => (calls === 0 ? null : (errors / calls) * 100))}
              unit="%"
            />
          </Card>
        </>
      )}
      <Card title="Load of the busiest host">
        <Chart
          {...common}
          title="Load"
          lines={[
            { name: 'Slots taken in the fullest product', values: valuesOf(({ slots }) => slots * 100) },
            { name: 'Event loop busy', values: valuesOf(({ loop }) => loop * 100) }
          ]}
          unit="%"
        />
        <Chart
          {...common}
          title="Waiting calls"
          lines={[{ name: 'Calls that waited for a slot', values: valuesOf(({ waiting }) => waiting) }]}
        />
        <Chart
          {...common}
          title="Store"
          lines={[{ name: 'Store, an operation', values: valuesOf(({ storeMs }) => storeMs) }]}
          unit="ms"
        />
      </Card>
    </>
  )
}

function Changes({ changes }: { readonly changes: Figures['changes'] }) {
  const titleOf = useTitles()
  return (
    <Card title="Deployments">
      {changes.length === 0 ? (
        <p className="quiet">
          No version of the host or of a product changed. A change is a dashed line in the charts.
        </p>
      ) : (
        <Table
          columns={[
            { title: 'What', cell: ({ product }) => (product === null ? 'Host' : titleOf(product)) },
            { title: 'Version', cell: ({ version }) => version },
            { title: 'Since', cell: ({ at }) => <Time at={at} format="exact" /> }
          ]}
          rows={changes.toReversed()}
          keyOf={({ product, at }) => `${product} ${at}`}
          onNarrow="titled"
        />
      )}
    </Card>
  )
}

function MostActive({ accounts }: { readonly accounts: Figures['accounts'] }) {
  return (
    <Card title="Most active accounts">
      {accounts.length === 0 ? (
        <p className="quiet">No account has called a product in this time.</p>
      ) : (
        <Table
          columns={[
            {
              title: 'Account',
              cell: ({ account, email }) => (
                <Link to={`/operator?tab=accounts&account=${encodeURIComponent(email ?? account)}`}>
                  {email ?? account}
                </Link>
              )
            },
            { title: 'Calls', cell: ({ calls }) => calls.toLocaleString('en'), isNumber: true },
            { title: 'Failed', cell: ({ errors }) => errors.toLocaleString('en'), isNumber: true },
            { title: 'Refused', cell: ({ refused }) => refused.toLocaleString('en'), isNumber: true }
          ]}
          rows={accounts}
          keyOf={({ account }) => account}
          onNarrow="titled"
        />
      )}
    </Card>
  )
}

/** The title of a product by its slug; the slug of one that is not served any more. */
function useTitles(): (slug: string) => string {
  const catalogue = useCatalogue()
  const titles = new Map(catalogue.data?.products.map(({ slug, title }) => [slug, title]))
  return slug => titles.get(slug) ?? slug
}

/** The products with the most calls, as many as a chart tells apart, and the number of the others. */
function busiest(steps: readonly Step[]): readonly [readonly string[], number] {
  const calls = new Map<string, number>()
  for (const { products } of steps)
    for (const each of products) calls.set(each.product, (calls.get(each.product) ?? 0) + each.calls)
  const slugs = [...calls].sort(([, one], [, other]) => other - one).map(([slug]) => slug)
  return [slugs.slice(0, mostLines), Math.max(0, slugs.length - mostLines)]
}

/** The beginnings of all steps until now. */
function timesFrom(from: string, stepHours: number): readonly string[] {
  const stepMs = stepHours * hourMs
  const begin = Math.floor(Date.parse(from) / stepMs) * stepMs
  const count = Math.floor((Date.now() - begin) / stepMs) + 1
  return Array.from({ length: count }, (_, index) => new Date(begin + index * stepMs).toISOString())
}
