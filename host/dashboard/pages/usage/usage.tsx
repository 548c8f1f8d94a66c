import { useState } from 'react'
import { paths } from '../../api/paths.js'
import { useCatalogue } from '../../api/products.js'
import { reload, useResource } from '../../api/resource.js'
import type { UsageReport } from '../../api/shapes.js'
import { Card } from '../../parts/card.js'
import { Empty } from '../../parts/empty.js'
import { Figures } from '../../parts/figures.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { CallsByDay } from './calls-by-day.js'
import { daysBefore, refused } from './days.js'
import { LatencyByDay } from './latency-by-day.js'
import { ProductTable } from './product-table.js'

const spans = [7, 30, 90] as const

/** What the account used: by day, by product, and how long it took. */
export default function Usage() {
  const [span, setSpan] = useState<number>(30)
  const [slug, setSlug] = useState('')
  const question = new URLSearchParams({ from: daysBefore(span - 1), ...(slug && { product: slug }) })
  const address = `${paths.usage}?${question}`
  const report = useResource<UsageReport>(address)
  return (
    <Page
      title="Usage"
      lead="Days are those of UTC. A call counts when its action ran; a refusal is one that did not."
      aside={
        <a className="button" href={`${address}&format=csv`} download={`usage-${daysBefore(0)}.csv`}>
          Take out as CSV
        </a>
      }
    >
      <div className="row">
        <label className="choice">
          Days
          <select value={span} onChange={event => setSpan(Number(event.target.value))}>
            {spans.map(days => (
              <option key={days} value={days}>
                the last {days}
              </option>
            ))}
          </select>
        </label>
        <ProductChoice slug={slug} choose={setSlug} />
      </div>
      <Loaded resource={report} lines={16} again={() => reload(paths.usage)}>
        {body => (body.usage.length === 0 ? <NoUse /> : <Report report={body} />)}
      </Loaded>
    </Page>
  )
}

function ProductChoice({ slug, choose }: { readonly slug: string; readonly choose: (slug: string) => void }) {
  const catalogue = useCatalogue()
  const products = catalogue.state === 'ready' ? catalogue.body.products : []
  return (
    <label className="choice">
      Product
      <select value={slug} onChange={event => choose(event.target.value)}>
        <option value="">all</option>
        {products.map(product => (
          <option key={product.slug} value={product.slug}>
            {product.title}
          </option>
        ))}
      </select>
    </label>
  )
}

function NoUse() {
  return (
    <Empty title="Nothing was used in these days">
      <p className="quiet">
        <Link to="/products">Run an action</Link>, and it is counted here within a second.
      </p>
    </Empty>
  )
}

function Report({ report }: { readonly report: UsageReport }) {
  const { totals } = report
  return (
    <>
      <Figures
        figures={[
          ['calls', totals.calls],
          ['of them failed', totals.errors],
          ['refused', refused(totals)],
          ['answered from an earlier run', totals.replays],
          ['ms, half within', totals.latencyMs?.p50 ?? null],
          ['ms, 95 % within', totals.latencyMs?.p95 ?? null]
        ]}
      />
      <Card title="By day">
        <CallsByDay report={report} />
      </Card>
      <Card title="Latency by day">
        <LatencyByDay report={report} />
      </Card>
      <Card title="By product">
        <ProductTable report={report} />
      </Card>
    </>
  )
}
