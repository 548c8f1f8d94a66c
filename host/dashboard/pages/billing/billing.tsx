import { useEffect } from 'react'
import { useBilling } from '../../api/billing.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload } from '../../api/resource.js'
import type { Billing as Standing } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Card } from '../../parts/card.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice, Refusal } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { CheckoutButton } from './checkout-button.js'
import { StandingBadge, StandingText } from './standing.js'

/** The plan, its trial, and the card that is held. */
export default function Billing() {
  const billing = useBilling()
  useArrival(billing.state === 'ready' && billing.body?.status === 'none')
  return (
    <Page title="Billing" lead="The plan that lets your keys run actions, and the card that goes with it.">
      <Loaded resource={billing} lines={6} again={() => reload(paths.billing)}>
        {standing => (standing ? <Plan standing={standing} /> : <Free />)}
      </Loaded>
    </Page>
  )
}

/** Looks again for a minute: somebody who comes back from the checkout may be here before the news of it. */
function useArrival(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    let left = 12
    const timer = setInterval(() => {
      left -= 1
      if (left === 0) clearInterval(timer)
      void reload(paths.billing)
    }, 5_000)
    return () => clearInterval(timer)
  }, [isAwaited])
}

function Free() {
  return (
    <Notice tone="info" title="Nothing to pay here">
      <p>This deployment asks for no payment: every account may run every product.</p>
    </Notice>
  )
}

function Plan({ standing }: { readonly standing: Standing }) {
  const { plan, status, card } = standing
  return (
    <div className="columns two">
      <Card title={`Plan: ${plan}`} aside={<StandingBadge {...standing} />}>
        <p>
          <StandingText {...standing} />
        </p>
        {status === 'none' && <CheckoutButton purpose="trial" />}
        {(status === 'expired' || status === 'canceled') && (
          <CheckoutButton purpose="trial" label="Go on with the plan" />
        )}
        {status !== 'none' && <Portal />}
      </Card>
      <Card title="Payment card">
        {card.held ? (
          <p>
            <span className="brand-name">{card.brand ?? 'a card'}</span> {card.last4 && <>ending in {card.last4}</>} is
            held.
          </p>
        ) : (
          <p>No card is held. Products on the waitlist open as soon as there is one.</p>
        )}
        <CheckoutButton
          purpose="card"
          tone={card.held || status === 'none' ? 'plain' : 'primary'}
          label={card.held ? 'Change the card' : 'Add a card'}
        />
      </Card>
    </div>
  )
}

function Portal() {
  const { run, isRunning, error } = useSubmit(async () => {
    const { body } = await call<{ url: string }>('POST', paths.portal, { body: {} })
    location.assign(body.url)
  })
  return (
    <div className="stack">
      <p>
        <Button isBusy={isRunning} onClick={() => run()}>
          Invoices and cancellation
        </Button>
      </p>
      <Refusal error={error} />
    </div>
  )
}
