import type { UsagePeriod, UsageReport, UsageSeries } from '@product-host/sdk/client'
import { Link, useSearchParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { countRefused, type UsageFilter, usageCsv, useUsage } from '../../api/calls.js'
import { useCatalogue } from '../../api/products.js'
import { Glyph } from '../../parts/glyph.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Figures, wholeMs } from '../../parts/values.js'
import { Chart } from '../../views/line-chart.js'
import { AccountBudget } from './account-budget.js'
import { CallsOfSeries } from './call-bars.js'
import { CallerChoice } from './caller-choice.js'

/** Times up to now, with the length of their steps. */
const periods: readonly { readonly id: UsagePeriod; readonly name: string; readonly step: string }[] = [
  { id: '1h', name: 'Last hour', step: 'minute' },
  { id: '24h', name: 'Last 24 hours', step: '15 minutes' },
  { id: '7d', name: 'Last 7 days', step: '2 hours' },
  { id: '30d', name: 'Last 30 days', step: '12 hours' },
  { id: '90d', name: 'Last 90 days', step: 'day' }
]

/** Use from before this long ago, in milliseconds, fills more than the last 24 hours. */
const fewDaysMs = 3 * 24 * 60 * 60 * 1_000

/** The usage of the account: over time, by product and by key, with its latency. The filters are part of the address. */
export function Usage() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('period')
  const isChosen = periods.some(({ id }) => id === chosen)
  const month = useUsage({}, !isChosen)
  const usual = month.data && usualPeriod(month.data)
  const period = periods.find(({ id }) => id === (isChosen ? chosen : usual))
  const filter: UsageFilter = {
    ...(period && { period: period.id }),
    ...given('product', search.get('product')),
    ...given('key', search.get('key'))
  }
  const report = useUsage(filter, period !== undefined)
  const choose = (name: 'period' | 'product' | 'key', value: string) =>
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
      lead="Your calls over time, in UTC."
      aside={
        report.data?.usage.length !== 0 && (
          <a className="button" href={usageCsv(filter)} download={`usage-${new Date().toISOString().slice(0, 10)}.csv`}>
            Export as CSV
          </a>
        )
      }
    >
      <div className="filters">
        <label>
          Period
          <select value={period?.id} onChange={({ target: { value } }) => choose('period', value)}>
            {periods.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <ProductChoice slug={filter.product ?? ''} choose={slug => choose('product', slug)} />
        <CallerChoice id={filter.key ?? ''} choose={id => choose('key', id)} />
      </div>
      <Loaded query={period ? report : month} lines={24}>
        {body =>
          period &&
          (body.usage.length > 0 ? (
            <Report report={body} filter={filter} step={period.step} />
          ) : (
            <NoUsage period={period} filter={filter} />
          ))
        }
      </Loaded>
      <AccountBudget />
    </Page>
  )
}

/** The period that shows what there is: the last 24 hours, until there is use from before the last days. */
function usualPeriod({ days: [first] }: UsageReport): UsagePeriod {
  return first && Date.parse(first.day) < Date.now() - fewDaysMs ? '30d' : '24h'
}

/** A member of the filter, if the address has it. */
function given<Name extends string>(
  name: Name,
  value: string | null | undefined
): { readonly [Member in Name]?: string } {
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

interface NoUsageProps {
  readonly period: (typeof periods)[number]
  readonly filter: UsageFilter
}

/** Says what would be there. */
function NoUsage({ period: { id, name, step }, filter: { product, key } }: NoUsageProps) {
  const time = name.charAt(0).toLowerCase() + name.slice(1)
  return (
    <Empty title={`No calls in the ${time}`}>
      <p className="quiet">
        Calls are shown here per {step}, with their latency, the share that failed, their products and where they were
        run from.{' '}
        {product === undefined && key === undefined ? (
          <>
            <Link to="/products">Run an action</Link>: it is counted within a second.
          </>
        ) : (
          <Link to={`/usage?period=${id}`}>Show all products, run from anywhere</Link>
        )}
      </p>
    </Empty>
  )
}

interface ReportProps {
  readonly report: UsageReport
  readonly filter: UsageFilter
  /** The length of a step, such as "15 minutes". */
  readonly step: string
}

function Report({ report, filter, step }: ReportProps) {
  const { totals, series } = report
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
      {series && <Charts series={series} filter={filter} step={step} />}
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

interface ChartsProps extends Omit<ReportProps, 'report'> {
  readonly series: UsageSeries
}

/** Calls as bars that lead to them, and how long they took and how many failed as lines. */
function Charts({ series, filter, step }: ChartsProps) {
  const { steps } = series
  const latency = (share: 'p50' | 'p95' | 'p99') => steps.map(({ latencyMs }) => latencyMs?.[share])
  const common = { xTitle: 'Time (UTC)', xs: steps.map(({ from }) => from), spansGaps: false }
  return (
    <>
      <Card title={`Calls per ${step}`}>
        <CallsOfSeries series={series} each={step} filter={filter} />
      </Card>
      {steps.some(({ calls }) => calls > 0) && (
        <>
          <Card title="Latency">
            <Chart
              {...common}
              title="Latency"
              lines={[
                { name: 'Median', values: latency('p50') },
                { name: '95th percentile', values: latency('p95') },
                { name: '99th percentile', values: latency('p99') }
              ]}
              unit="ms"
            />
          </Card>
          <Card title="Error rate">
            <Chart
              {...common}
              title="Error rate"
              lines={[
                {
                  name: 'Failed calls',
                  values: steps.map(({ calls, errors }) => (calls === 0 ? undefined : (errors / calls) * 100))
                }
              ]}
              unit="%"
            />
          </Card>
        </>
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
  const described = new Map(catalogue.data?.products.map(each => [each.slug, each]))
  const all = Math.max(1, sum(products.map(({ calls }) => calls)))
  const sorted = products.toSorted((left, right) => right.calls - left.calls)
  return (
    <Table
      columns={[
        {
          title: 'Product',
          cell: ({ product }) => (
            <strong>
              <Glyph of={described.get(product)} /> {described.get(product)?.title ?? product}
            </strong>
          )
        },
        {
          title: 'Share',
          cell: ({ calls, product }) => (
            <span className="share-cell">
              <svg
                className="share of-product"
                style={{ '--hue': described.get(product)?.accent ?? 0 }}
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={(calls / all) * 100} height="8" rx="1" />
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
