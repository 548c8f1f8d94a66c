import { useBilling } from '../../api/billing.js'
import { paths } from '../../api/paths.js'
import { reload, together, useResource } from '../../api/resource.js'
import type { Billing, Key, UsageReport } from '../../api/shapes.js'
import { Card } from '../../parts/card.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { StandingBadge, StandingText } from '../billing/standing.js'
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

function Totals({ totals: { calls, errors, refusals, latencyMs } }: { readonly totals: UsageReport['totals'] }) {
  const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0)
  const figures = [
    ['calls', calls.toLocaleString('en')],
    ['failed', errors.toLocaleString('en')],
    ['refused', refused.toLocaleString('en')],
    ['ms, half of them within', latencyMs ? latencyMs.p50.toLocaleString('en') : '–']
  ] as const
  return (
    <div className="figures">
      {figures.map(([name, value]) => (
        <div key={name} className="figure">
          <strong>{value}</strong>
          <span>{name}</span>
        </div>
      ))}
    </div>
  )
}
