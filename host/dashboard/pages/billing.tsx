import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { type BillingStatus, takeFinishedCheckout, useBilling, useBillingPortal, usePrice } from '../api/billing.js'
import { useCatalogue } from '../api/products.js'
import { useSite } from '../api/site.js'
import { Button } from '../parts/button.js'
import { Loaded } from '../parts/loaded.js'
import { ErrorNotice, Notice } from '../parts/notice.js'
import { Card, Page } from '../parts/page.js'
import { Time } from '../parts/values.js'
import { CardProducts, CheckoutButton, PlanBadge, PlanText } from './plan.js'
import { amountOf, intervalOf } from './price.js'
import { AccessBadge } from './products/access.js'

/** The plan: its price, what is included, the days left, the card and the invoices. A finished checkout leads on to the next steps. */
export function Billing() {
  const billing = useBilling({ polls: true })
  const { data } = billing
  const [, navigate] = useLocation()
  useEffect(() => {
    const finished = data && takeFinishedCheckout(data)
    if (finished) navigate('/', { replace: true, state: { checkout: finished } })
  }, [data, navigate])
  return (
    <Page title="Billing" lead="Your plan, your card and what is included.">
      <Loaded query={billing} lines={6}>
        {status => (status ? <Plan billing={status} /> : <NoBilling />)}
      </Loaded>
    </Page>
  )
}

function NoBilling() {
  return (
    <Notice tone="info" title="There is nothing to pay">
      <p>This deployment does not charge: every account may run every product.</p>
    </Notice>
  )
}

function Plan({ billing }: { readonly billing: BillingStatus }) {
  const { status, card } = billing
  const hasEnded = status === 'expired' || status === 'canceled'
  return (
    <div className="columns two plan-cards">
      <div className="stack">
        <Card title="Your plan" aside={<PlanBadge {...billing} />}>
          <Price billing={billing} />
          <p>
            <PlanText {...billing} />
          </p>
          {status === 'none' && <CheckoutButton purpose="trial" />}
          {hasEnded && <CheckoutButton purpose="trial" label="Renew the plan" />}
        </Card>
        <Card title="What is included" aside={<Link to="/products">All products</Link>}>
          <Included />
        </Card>
      </div>
      <div className="stack">
        <Card title="Payment card">
          {card.held ? (
            <p>
              <span className="brand-name">{card.brand ?? 'A card'}</span> {card.last4 && <>ending in {card.last4}</>}
            </p>
          ) : (
            <p>
              You have no card.{' '}
              {status === 'none' ? (
                <>
                  The trial needs none, but <CardProducts verb={['does', 'do']} />.
                </>
              ) : (
                <>
                  <CardProducts /> available as soon as you add one.
                </>
              )}
            </p>
          )}
          {billing.billing === 'local' && <p className="quiet">Nothing is due. There are no invoices in this demo.</p>}
          <CheckoutButton
            purpose="card"
            tone={card.held || status === 'none' ? 'plain' : 'primary'}
            label={card.held ? 'Change the card' : 'Add a card'}
          />
        </Card>
        {hasEnding(billing) && <Cancellation billing={billing} />}
      </div>
    </div>
  )
}

/** The price as the provider has it. */
function Price({ billing: { billing, status } }: { readonly billing: BillingStatus }) {
  const { data: price, error } = usePrice()
  const isBeforePlan = status === 'none' || status === 'trialing'
  const amount = price ? amountOf(price) : price === null && billing === 'local' ? 'Free' : '–'
  const interval = price ? intervalOf(price) : billing === 'local' ? 'in this demo' : error && 'the checkout shows it'
  return (
    <p className="price">
      <strong>{amount}</strong>{' '}
      <span className="quiet">
        {interval}
        {price && isBeforePlan && ' after the trial'}
      </span>
    </p>
  )
}

/** Each product, with what it still needs, once the trial has started; how many requests the plan allows. */
function Included() {
  const catalogue = useCatalogue()
  const isBeforeTrial = useBilling().data?.status === 'none'
  const { data: site } = useSite()
  return (
    <Loaded query={catalogue} lines={6}>
      {({ products }) => (
        <>
          <ul className="included">
            {products.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/products/${slug}`}>{title}</Link>{' '}
                <AccessBadge slug={slug} ready={isBeforeTrial ? 'nothing' : 'tick'} />
              </li>
            ))}
          </ul>
          {site && (
            <p className="quiet">
              Up to {site.limits.account.requests.toLocaleString('en')} requests every {site.limits.account.seconds}{' '}
              seconds, {site.limits.atOnce} at the same time.
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Whether there is something to say about the end of the plan: at Stripe always, in the demo during the trial of those with a card. */
function hasEnding({ billing, status, card }: BillingStatus): boolean {
  return billing === 'stripe' ? status !== 'none' : status === 'trialing' && card.held
}

/** How the plan is cancelled, and where its invoices are. */
function Cancellation({ billing: { billing, trialEndsAt } }: { readonly billing: BillingStatus }) {
  const portal = useBillingPortal()
  const isStripe = billing === 'stripe'
  return (
    <Card title={isStripe ? 'Invoices and cancellation' : 'Cancel the plan'}>
      <p className="quiet">
        {isStripe ? (
          'Stripe has your invoices. You cancel the plan there.'
        ) : (
          <DemoEnding trialEndsAt={trialEndsAt ?? ''} />
        )}
      </p>
      <div>
        <Button tone={isStripe ? 'plain' : 'danger'} isBusy={portal.isPending} onClick={() => portal.mutate()}>
          {isStripe ? 'Invoices and cancellation at Stripe' : 'Cancel the plan'}
        </Button>
      </div>
      <ErrorNotice error={portal.error} />
    </Card>
  )
}

/** How a plan of the demo ends: its checkout removes the card, and without one the trial is not continued. */
function DemoEnding({ trialEndsAt }: { readonly trialEndsAt: string }) {
  return (
    <>
      The next page asks you to remove your card, which cancels the plan. <CardProducts verb={['stops', 'stop']} /> at
      once, and the other products on <Time at={trialEndsAt} format="day" />, with the trial.
    </>
  )
}

/** An amount in its currency, whose smallest unit ISO 4217 says. */
