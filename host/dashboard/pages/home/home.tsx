import { useBilling } from '../../api/billing.js'
import { paths } from '../../api/paths.js'
import { reload, together, useResource } from '../../api/resource.js'
import type { Billing, Key, UsageReport } from '../../api/shapes.js'
import { Card } from '../../parts/card.js'
import { Figures } from '../../parts/figures.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { StandingBadge, StandingText } from '../billing/standing.js'
import { refused } from '../usage/days.js'
import { NextSteps } from './next-steps.js'

/** Where the account stands, and what to do next. */
export default function Home() {
  const billing = useBilling()
  const keys = useResource<{ keys: readonly Key[] }>(paths.keys)
  const usage = useResource<UsageReport>(paths.usage)
  return (
    <Page title="Home">
      <div className="columns two">
        <Card title="What to do next">
          <Loaded resource={together(billing, keys, usage)} lines={14} again={() => reload('/dashboard/api')}>
            {([standing, made, report]) => (
              <NextSteps billing={standing} keys={made.keys} calls={report.totals.calls} />
            )}
          </Loaded>
        </Card>
        <div className="stack">
          <Loaded resource={billing} lines={4} again={() => reload(paths.billing)}>
            {standing => standing && <Plan standing={standing} />}
          </Loaded>
          <Card title="The last 30 days" aside={<Link to="/usage">All usage</Link>}>
            <Loaded resource={usage} lines={3} again={() => reload(paths.usage)}>
              {({ totals }) => <Totals totals={totals} />}
            </Loaded>
          </Card>
        </div>
      </div>
    </Page>
  )
}

function Plan({ standing }: { readonly standing: Billing }) {
  return (
    <Card title={`Plan: ${standing.plan}`} aside={<StandingBadge {...standing} />}>
      <p>
        <StandingText {...standing} />
      </p>
      <p>
        <Link to="/billing">Billing</Link>
      </p>
    </Card>
  )
}

function Totals({ totals }: { readonly totals: UsageReport['totals'] }) {
  return (
    <Figures
      figures={[
        ['calls', totals.calls],
        ['failed', totals.errors],
        ['refused', refused(totals)],
        ['ms, half within', totals.latencyMs?.p50 ?? null]
      ]}
    />
  )
}
