import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  type BillingStatus,
  type CheckoutOutcome,
  hasEnded,
  takeFinishedCheckout,
  useBilling,
  useBillingPortal,
  usePrice
} from '../api/billing.js'
import { useCatalogue } from '../api/products.js'
import { useSite } from '../api/site.js'
import { Button } from '../parts/button.js'
import { Loaded } from '../parts/loaded.js'
import { ErrorNotice, Notice } from '../parts/notice.js'
import { Card, Page } from '../parts/page.js'
import { Time } from '../parts/values.js'
import { CardProducts, CheckoutButton, PlanBadge, PlanText, RenewButton } from './plan.js'
import { amountOf, intervalOf } from './price.js'
import { AccessBadge } from './products/access.js'

/** The plan: its price, what is included, the days left, the card and the invoices. A checkout that opens products leads on to the next steps. */
export function Billing() {
  const billing = useBilling({ polls: true })
  const { data } = billing
  const [, navigate] = useLocation()
  const [outcome, setOutcome] = useState<CheckoutOutcome>()
  useEffect(() => {
    const finished = data && takeFinishedCheckout(data)
    if (!finished) return
    if (opensProducts(finished, data)) navigate('/', { replace: true, state: { checkout: finished } })
    else setOutcome(finished)
  }, [data, navigate])
  return (
    <Page title="Billing" lead="Your plan, your card and what is included.">
      <Loaded query={billing} lines={6}>
        {status =>
          status ? (
            <>
              {outcome && <OutcomeNotice outcome={outcome} billing={status} />}
              <Plan billing={status} />
            </>
          ) : (
            <NoBilling />
          )
        }
      </Loaded>
    </Page>
  )
}

/** Whether there is something to do next on the start page; a card alone opens nothing once the plan has ended. */
function opensProducts(outcome: CheckoutOutcome, billing: BillingStatus): boolean {
  if (outcome === 'card_added') return !hasEnded(billing)
  return outcome === 'trial_started' || outcome === 'plan_renewed'
}

interface OutcomeNoticeProps {
  readonly outcome: CheckoutOutcome
  readonly billing: BillingStatus
}

/** What was done at the checkout, where the person goes on with the plan. */
function OutcomeNotice({ outcome, billing }: OutcomeNoticeProps) {
  const { trialEndsAt } = billing
  if (outcome === 'plan_cancelled')
    return (
      <Notice tone="good" title="The plan was cancelled">
        <p>
          {trialEndsAt && (
            <>
              It ends on <Time at={trialEndsAt} format="day" />, with the trial.{' '}
            </>
          )}
          <CardProducts /> closed from now on.
        </p>
      </Notice>
    )
  if (outcome === 'plan_kept')
    return (
      <Notice tone="info" title="The plan was not cancelled">
        <p>Nothing was changed.</p>
      </Notice>
    )
  if (outcome === 'card_removed')
    return (
      <Notice tone="good" title="The card was removed">
        <p>
          <CardProducts /> closed until you add one.
        </p>
      </Notice>
    )
  if (outcome === 'card_added')
    return (
      <Notice tone="good" title="The card was added">
        <p>Your plan has ended. Renew it to run actions again.</p>
      </Notice>
    )
  return outcome === 'card_changed' && <Notice tone="good" title="The card was changed" />
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
  const isOver = hasEnded(billing)
  return (
    <div className="columns two plan-cards">
      <Card title="Your plan" aside={<PlanBadge {...billing} />}>
        <Price billing={billing} />
        <p>
          <PlanText {...billing} isOnBilling />
        </p>
        {status === 'none' && <CheckoutButton purpose="trial" />}
        {isOver && <RenewButton />}
      </Card>
      <Card title="Payment card">
        {card.held ? (
          <p>
            <span className="brand-name">{card.brand ?? 'A card'}</span> {card.last4 && <>ending in {card.last4}</>}
          </p>
        ) : (
          <p>
            You have no card.{' '}
            {status === 'none' && (
              <>
                The trial needs none, but <CardProducts verb={['does', 'do']} />.
              </>
            )}
            {isOver && 'You choose one when you renew the plan.'}
            {status !== 'none' && !isOver && (
              <>
                <CardProducts /> available as soon as you add one.
              </>
            )}
          </p>
        )}
        {billing.billing === 'local' && <p className="quiet">Nothing is due. There are no invoices in this demo.</p>}
        {(card.held || !isOver) && (
          <CheckoutButton
            purpose="card"
            tone={card.held || status === 'none' ? 'plain' : 'primary'}
            label={card.held ? 'Change the card' : 'Add a card'}
          />
        )}
      </Card>
      <Card title="What is included" aside={<Link to="/products">All products</Link>}>
        <Included />
      </Card>
      {hasEnding(billing) && <Cancellation billing={billing} />}
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
              Up to {site.limits.account.requests.toLocaleString('en')} calls every {site.limits.account.seconds}{' '}
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
      To cancel the plan, remove your card on the next page. <CardProducts verb={['stops', 'stop']} /> working at once.
      You can run the other products until the trial ends on <Time at={trialEndsAt} format="day" />.
    </>
  )
}

/** An amount in its currency, whose smallest unit ISO 4217 says. */
