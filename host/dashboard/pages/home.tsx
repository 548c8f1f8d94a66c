import type { UsageFigures, UsageReport } from '@product-host/sdk/client'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { type BillingStatus, type CheckoutOutcome, hasEnded, useBilling } from '../api/billing.js'
import { anyCall, countRefused, useCalls, useUsage } from '../api/calls.js'
import { type ApiKey, useKeys } from '../api/keys.js'
import { useActionNames, useCatalogue } from '../api/products.js'
import { Glyph } from '../parts/glyph.js'
import { Loaded, together } from '../parts/loaded.js'
import { Notice } from '../parts/notice.js'
import { Card, Page } from '../parts/page.js'
import { Badge, Figures } from '../parts/values.js'
import { CallTable } from './calls/call-table.js'
import { WaitingPlans } from './confirmations/waiting.js'
import { hasStepsLeft, NextSteps, type Progress, StepsLeft, useStepsShown } from './next-steps.js'
import { CheckoutButton, PlanBadge, PlanText, RenewButton } from './plan.js'
import { CallsByDay, CallsOfSeries } from './usage/call-bars.js'

const NewKey = lazy(async () => ({ default: (await import('./keys/new-key.js')).NewKey }))

const lastDay = { period: '24h' } as const

/** How many of the latest calls are shown. */
const latestCalls = 5

/** The start page of a signed-in user: the next steps, or once all are done, whether all is well, what needs them, and what happened. */
export function Home() {
  const billing = useBilling()
  const keys = useKeys()
  const usage = useUsage()
  const day = useUsage(lastDay)
  const [isCreating, setCreating] = useState(false)
  const [areStepsShown, closeSteps] = useStepsShown()
  const loaded = together(billing, keys, usage, day)
  const isOver = Boolean(billing.data && hasEnded(billing.data))
  const isStarted = loaded.data !== undefined && hasStarted(progressOf(loaded.data))
  return (
    <Page
      title="Home"
      aside={
        isStarted &&
        !isOver && (
          <Link className="button primary" to="/products">
            Run an action
          </Link>
        )
      }
    >
      <Suspense fallback={null}>{isCreating && <NewKey close={() => setCreating(false)} />}</Suspense>
      {billing.data && <CheckoutNotice billing={billing.data} />}
      <WaitingPlans />
      <Loaded query={loaded} lines={14}>
        {data => {
          const progress = progressOf(data)
          const [status, , report, today] = data
          const steps = <NextSteps {...progress} createKey={() => setCreating(true)} />
          return isStarted ? (
            <Overview
              billing={status}
              report={report}
              today={today}
              steps={areStepsShown && hasStepsLeft(progress) && <StepsLeft close={closeSteps}>{steps}</StepsLeft>}
            />
          ) : (
            <div className="columns two">
              <Card title="Next steps">{steps}</Card>
              <div className="stack">
                {status && <Plan billing={status} hasButton={false} />}
                <Card title="The last 30 days" aside={<Link to="/usage">All usage</Link>}>
                  {report.usage.length === 0 ? (
                    <p className="quiet">No calls yet. The first one is counted here within a second.</p>
                  ) : (
                    <Totals totals={report.totals} />
                  )}
                </Card>
              </div>
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface OverviewProps {
  readonly billing: BillingStatus | null
  readonly report: UsageReport
  /** The same of the last 24 hours. */
  readonly today: UsageReport
  /** The steps that are left, if they are shown. */
  readonly steps: ReactNode
}

/** The start page of an account that runs actions: whether all is well, what needs it, and then how its calls went. */
function Overview({ billing, report, today, steps }: OverviewProps) {
  const isDue = billing !== null && isPlanDue(billing)
  return (
    <div className="overview">
      {steps}
      {billing && isDue && <Plan billing={billing} />}
      <Today report={today} />
      <Problems report={report} />
      <Shortcuts />
      <Card title="The last 30 days" aside={<Link to="/usage">All usage</Link>}>
        <Totals totals={report.totals} />
        <h3>Calls by day</h3>
        <CallsByDay report={report} />
      </Card>
      <LatestCalls />
      {billing && !isDue && (
        <p className="row quiet">
          <PlanBadge {...billing} />
          <PlanText {...billing} />
          <Link to="/billing">Open billing</Link>
        </p>
      )}
    </div>
  )
}

/** Whether somebody has to do something for the plan to go on. */
function isPlanDue(billing: BillingStatus): boolean {
  return hasEnded(billing) || (billing.status === 'trialing' && !billing.card.held)
}

/** Whether the calls of the last 24 hours went well, and when they were. */
function Today({ report: { totals, series } }: { readonly report: UsageReport }) {
  const { calls, errors } = totals
  const refused = countRefused(totals)
  return (
    <Card
      title="The last 24 hours"
      aside={
        calls > 0 && (
          <Badge tone={errors > 0 ? 'danger' : 'good'}>
            {errors > 0 ? `${errors} of ${calls} failed` : 'All is well'}
          </Badge>
        )
      }
    >
      {calls + refused === 0 || !series ? (
        <p className="quiet">No calls. Each is shown here within a second, and whether it failed.</p>
      ) : (
        <CallsOfSeries series={series} each="15 minutes" />
      )}
    </Card>
  )
}

/** From so many calls on, their median says more than the times in the list. */
const callsOfMedian = 10

/** The success of the checkout that led here. */
function CheckoutNotice({ billing }: { readonly billing: BillingStatus }) {
  const finished = useHistoryState<{ readonly checkout?: CheckoutOutcome } | null>()?.checkout
  if (hasEnded(billing)) return null
  if (finished === 'trial_started')
    return (
      <Notice tone="good" title="The trial has started">
        <p>Create an API key next: your programs call products with it.</p>
      </Notice>
    )
  if (finished === 'plan_renewed')
    return (
      <Notice tone="good" title="The plan is active again">
        <p>You can run actions, also with the API keys that you have.</p>
      </Notice>
    )
  if (finished === 'card_added')
    return (
      <Notice tone="good" title="The card was added">
        <p>
          {billing.status === 'none'
            ? 'Start the trial next: it opens every product.'
            : 'Every product is ready now, also those that need a card.'}
        </p>
      </Notice>
    )
  return null
}

/** Whether an account has done what it needs for calls of its own; a card is needed only later. */
function hasStarted({ billing, keys, calls }: Progress): boolean {
  return billing?.status !== 'none' && keys.length > 0 && calls > 0
}

/** The latest calls of the account. */
function LatestCalls() {
  const calls = useCalls(anyCall, false)
  return (
    <Card title="Latest calls" aside={<Link to="/calls">All calls</Link>}>
      <Loaded query={calls} lines={latestCalls}>
        {({ pages: [first] }) => <CallTable calls={first?.calls.slice(0, latestCalls) ?? []} isShort />}
      </Loaded>
    </Card>
  )
}

/** The actions of which calls failed or were refused, with the way to these calls; nothing if there are none. */
function Problems({ report }: { readonly report: UsageReport }) {
  const nameOf = useActionNames()
  const troubled = report.usage.filter(usage => usage.errors > 0 || countRefused(usage) > 0)
  const actions = Map.groupBy(troubled, ({ product, action }) => [product, action ?? ''].join('/'))
  if (troubled.length === 0) return null
  return (
    <Card title="Problems of the last 30 days">
      <ul className="bullets">
        {[...actions].map(([name, usages]) => {
          const [slug = '', action = ''] = name.split('/')
          return (
            <li key={name}>
              {nameOf(slug, action || null)}: <ProblemLinks slug={slug} action={action} usages={usages} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

interface ProblemLinksProps {
  readonly slug: string
  /** Empty for calls that were refused before their action was known. */
  readonly action: string
  readonly usages: readonly UsageFigures[]
}

function ProblemLinks({ slug, action, usages }: ProblemLinksProps) {
  const failed = usages.reduce((sum, { errors }) => sum + errors, 0)
  const refused = usages.reduce((sum, usage) => sum + countRefused(usage), 0)
  const callsOf = (status: string) =>
    `/calls?${new URLSearchParams({ product: slug, ...(action && { action }), status })}`
  return (
    <>
      {failed > 0 && <Link to={callsOf('5xx')}>{failed} failed</Link>}
      {failed > 0 && refused > 0 && ', '}
      {refused > 0 && <Link to={callsOf('4xx')}>{refused} refused</Link>}
    </>
  )
}

function Shortcuts() {
  const products = useCatalogue().data?.products ?? []
  return (
    <Card title="Open a product" aside={<Link to="/products">All products</Link>}>
      <ul className="row plain shortcuts">
        {products.map(product => (
          <li key={product.slug}>
            <Link className="button" to={`/products/${product.slug}`}>
              <Glyph of={product} />
              {product.title}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the billing, the keys and the usage say of how far an account is. */
function progressOf([billing, { pages }, { totals }]: ProgressSources): Progress {
  return { billing, keys: pages.flatMap(page => page.keys), calls: totals.calls }
}

type ProgressSources = readonly [
  BillingStatus | null,
  { readonly pages: readonly { readonly keys: readonly ApiKey[] }[] },
  Pick<UsageReport, 'totals'>,
  ...unknown[]
]

interface PlanProps {
  readonly billing: BillingStatus
  /** Whether a card can be added, or the plan renewed, here; false beside the steps, which do that. */
  readonly hasButton?: boolean
}

function Plan({ billing, hasButton = true }: PlanProps) {
  return (
    <Card title="Your plan" aside={<Link to="/billing">Open billing</Link>}>
      <p>
        <PlanBadge {...billing} />
      </p>
      <p>
        <PlanText {...billing} />
      </p>
      {billing.status === 'trialing' && !billing.card.held && hasButton && (
        <div>
          <CheckoutButton purpose="card" tone="plain" />
        </div>
      )}
      {hasEnded(billing) && hasButton && (
        <div>
          <RenewButton />
        </div>
      )}
    </Card>
  )
}

function Totals({ totals }: { readonly totals: UsageReport['totals'] }) {
  return (
    <Figures
      figures={[
        ['Calls', totals.calls],
        ['Failed', totals.errors],
        ['Refused', countRefused(totals)],
        ...(totals.calls < callsOfMedian
          ? []
          : ([['Median time per call', totals.latencyMs?.p50 ?? null, 'ms']] as const))
      ]}
    />
  )
}
