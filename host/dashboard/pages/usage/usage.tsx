import type { UsageReport } from '@product-host/sdk/client'
import { Link, useSearchParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { countRefused, type UsageFilter, usageCsv, useUsage } from '../../api/calls.js'
import { useCatalogue } from '../../api/products.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Figures, wholeMs } from '../../parts/values.js'
import { AccountBudget } from './account-budget.js'
import { CallerChoice } from './caller-choice.js'
import { CallsByDay, daysAgo, LatencyByDay } from './day-charts.js'

const periods = [7, 30, 90] as const
const usualPeriod = 30

/** The usage of the account: by day, by product and by key, with its latency. The filters are part of the address. */
export function Usage() {
  const [search, setSearch] = useSearchParams()
  const period = periods.find(days => String(days) === search.get('days')) ?? usualPeriod
  const filter: UsageFilter = {
    from: daysAgo(period - 1),
    ...given('product', search.get('product')),
    ...given('key', search.get('key'))
  }
  const report = useUsage(filter)
  const choose = (name: 'days' | 'product' | 'key', value: string) =>
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true }
    )
  return (
    <Page
      title="Usage"
      lead="Your calls by day, in UTC."
      aside={
        report.data?.usage.length !== 0 && (
          <a className="button" href={usageCsv(filter)} download={`usage-${daysAgo(0)}.csv`}>
            Export as CSV
          </a>
        )
      }
    >
      <div className="filters">
        <label>
          Period
          <select
            value={period}
            onChange={({ target: { value } }) => choose('days', value === String(usualPeriod) ? '' : value)}
          >
            {periods.map(days => (
              <option key={days} value={days}>
                Last {days} days
              </option>
            ))}
          </select>
        </label>
        <ProductChoice slug={filter.product ?? ''} choose={slug => choose('product', slug)} />
        <CallerChoice id={filter.key ?? ''} choose={id => choose('key', id)} />
      </div>
      <Loaded query={report} lines={16}>
        {body =>
          body.usage.length === 0 ? <NoUsage isFiltered={search.size > 0} /> : <Report report={body} filter={filter} />
        }
      </Loaded>
      <AccountBudget />
    </Page>
  )
}

/** A member of the filter, if the address has it. */
function given<Name extends string>(name: Name, value: string | null): { readonly [Member in Name]?: string } {
  return value ? ({ [name]: value } as { readonly [Member in Name]?: string }) : {}
}

function ProductChoice({ slug, choose }: { readonly slug: string; readonly choose: (slug: string) => void }) {
  const products = useCatalogue().data?.products ?? []
  return (
    <label>
      Product
      <select value={slug} onChange={event => choose(event.target.value)}>
        <option value="">All products</option>
        {products.map(product => (
          <option key={product.slug} value={product.slug}>
            {product.title}
          </option>
        ))}
      </select>
    </label>
  )
}

function NoUsage({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? 'No call fits these filters' : 'No calls in these days'}>
      <p className="quiet">
        {isFiltered ? (
          <Link to="/usage">Show all usage of the last 30 days</Link>
        ) : (
          <>
            <Link to="/products">Run an action</Link>: it is counted here within a second.
          </>
        )}
      </p>
    </Empty>
  )
}

function Report({ report, filter }: { readonly report: UsageReport; readonly filter: UsageFilter }) {
  const { totals } = report
  return (
    <>
      <Figures
        figures={[
          ['Calls', totals.calls],
          ['Failed', totals.errors],
          ['Refused', countRefused(totals)],
          ['Repeats', totals.replays],
          ['Median time', about(totals.latencyMs?.p50), 'ms'],
          ['95th percentile time', about(totals.latencyMs?.p95), 'ms']
        ]}
      />
      <details className="aside">
        <summary>How calls are counted</summary>
        <p className="quiet">
          A call counts when its action ran, and as failed if the action could not finish. What was stopped before, such
          as an invalid input, counts as refused. A call that repeats an Idempotency-Key gets the stored answer and
          counts as a repeat. Half of the calls took at most the median time, 95 of 100 at most the 95th percentile.
          Times are rounded before they are counted, so both may be 9% off.
        </p>
      </details>
      <Card title="Calls by day">
        <CallsByDay report={report} />
      </Card>
      <Card title="Time per call by day, ms">
        <LatencyByDay report={report} />
      </Card>
      <Card title="By product">
        <ProductTable report={report} />
      </Card>
      {filter.key === undefined && (
        <Card title="By where it was run from">
          <KeyUsage report={report} />
        </Card>
      )}
    </>
  )
}

/** A time in milliseconds, of times that are rounded before they are counted; null if there is none. */
function about(ms: number | undefined): string | null {
  return ms === undefined ? null : `≈ ${wholeMs(ms)}`
}

/** The usage of each product: its share as a bar, its counts and its latency. */
function ProductTable({ report: { products } }: { readonly report: UsageReport }) {
  const catalogue = useCatalogue()
  const titles = new Map(catalogue.data?.products.map(({ slug, title }) => [slug, title]))
  const all = Math.max(1, sum(products.map(({ calls }) => calls)))
  const sorted = products.toSorted((left, right) => right.calls - left.calls)
  return (
    <Table
      columns={[
        { title: 'Product', cell: ({ product }) => <strong>{titles.get(product) ?? product}</strong> },
        {
          title: 'Share',
          cell: ({ calls }) => (
            <span className="share-cell">
              <svg className="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="fill-1" width={(calls / all) * 100} height="8" rx="1" />
              </svg>
              {Math.round((calls / all) * 100)}%
            </span>
          )
        },
        { title: 'Calls', cell: ({ calls }) => calls.toLocaleString('en'), isNumber: true },
        { title: 'Failed', cell: ({ errors }) => errors.toLocaleString('en'), isNumber: true },
        { title: 'Refused', cell: figures => countRefused(figures).toLocaleString('en'), isNumber: true },
        {
          title: 'Median time',
          cell: ({ latencyMs }) => (latencyMs ? `${about(latencyMs.p50)} ms` : '–'),
          isNumber: true
        },
        {
          title: '95th percentile',
          cell: ({ latencyMs }) => (latencyMs ? `${about(latencyMs.p95)} ms` : '–'),
          isNumber: true
        }
      ]}
      rows={sorted}
      keyOf={({ product }) => product}
    />
  )
}

/** What each key used, the most used first; each leads to the usage of that key alone. */
function KeyUsage({ report: { usage } }: { readonly report: UsageReport }) {
  const { nameOf } = useCallers()
  const [search] = useSearchParams()
  const rows = [...Map.groupBy(usage, ({ keyId }) => keyId)].map(([id, some]) => ({
    id,
    calls: sum(some.map(({ calls }) => calls)),
    errors: sum(some.map(({ errors }) => errors)),
    refused: sum(some.map(countRefused))
  }))
  return (
    <Table
      columns={[
        {
          title: 'Run from',
          cell: ({ id }) => (
            <Link to={`/usage?${new URLSearchParams({ ...Object.fromEntries(search), key: id })}`}>{nameOf(id)}</Link>
          )
        },
        { title: 'Calls', cell: ({ calls }) => calls.toLocaleString('en'), isNumber: true },
        { title: 'Failed', cell: ({ errors }) => errors.toLocaleString('en'), isNumber: true },
        { title: 'Refused', cell: ({ refused }) => refused.toLocaleString('en'), isNumber: true }
      ]}
      rows={rows.toSorted((left, right) => right.calls - left.calls)}
      keyOf={({ id }) => id}
    />
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
