import { type BillingStatus, useCheckout } from '../api/billing.js'
import { useCardProducts } from '../api/products.js'
import { Button } from '../parts/button.js'
import { ErrorNotice } from '../parts/notice.js'
import { Badge, type BadgeTone, Time } from '../parts/values.js'

const statuses: Readonly<Record<BillingStatus['status'], readonly [string, BadgeTone]>> = {
  none: ['Not started', 'plain'],
  trialing: ['Trial', 'info'],
  active: ['Active', 'good'],
  expired: ['Ended', 'danger'],
  canceled: ['Cancelled', 'warning']
}

/** The status of the plan in a few words. */
export function PlanBadge({ status, trialEndsAt }: BillingStatus) {
  const [text, tone] = statuses[status]
  const isTrial = status === 'trialing' && trialEndsAt !== null
  return <Badge tone={tone}>{isTrial ? `Trial, ${daysLeft(trialEndsAt)}` : text}</Badge>
}

const dayMs = 24 * 60 * 60 * 1000

/** Full and begun days until a time. */
function daysLeft(time: string): string {
  const days = Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / dayMs))
  return days === 1 ? '1 day left' : `${days} days left`
}

interface PlanTextProps extends BillingStatus {
  /** Whether the text stands where the plan is renewed. */
  readonly isOnBilling?: boolean
}

/** The status of the plan in a sentence. */
export function PlanText({ billing, status, trialEndsAt, card, isOnBilling = false }: PlanTextProps) {
  if (status === 'none') return <>You have not started the trial. It is free for three days and needs no card.</>
  if (status === 'trialing' && trialEndsAt)
    return (
      <>
        The trial ends on <Time at={trialEndsAt} format="day" />.{' '}
        {!card.held && 'Without a card, the plan ends with it, and you can run no more actions.'}
        {card.held &&
          billing === 'local' &&
          (isOnBilling
            ? 'After that, you cannot run actions until you renew the plan here. The button for it appears when the trial has ended. Renewing is free in this demo.'
            : 'After that, you cannot run actions until you renew the plan under Billing. Renewing is free in this demo.')}
        {card.held && billing !== 'local' && 'After that, the plan goes on, and your card is charged.'}
      </>
    )
  if (status === 'active') return <>The plan is active.</>
  if (status === 'canceled') return <>The plan was cancelled. You cannot run actions until you have a plan again.</>
  return <>The trial has ended. You cannot run actions until you have a plan. Your data is still stored.</>
}

interface CheckoutButtonProps {
  readonly purpose: 'trial' | 'card'
  readonly tone?: 'plain' | 'primary'
  readonly label?: string
}

const labels = { trial: 'Start the trial', card: 'Add a card' } as const

/** Opens the checkout. */
export function CheckoutButton({ purpose, tone = 'primary', label = labels[purpose] }: CheckoutButtonProps) {
  const checkout = useCheckout(purpose)
  return (
    <>
      <Button tone={tone} isBusy={checkout.isPending} onClick={() => checkout.mutate()}>
        {label}
      </Button>
      <ErrorNotice error={checkout.error} />
    </>
  )
}

/** Opens the checkout for an account whose plan has ended. */
export function RenewButton() {
  return <CheckoutButton purpose="trial" label="Renew the plan" />
}

interface CardProductsProps {
  /** What happens to one product, and to several. */
  readonly verb?: readonly [one: string, several: string]
}

/** The products with a waitlist by their titles, as the beginning of a sentence. */
export function CardProducts({ verb: [one, several] = ['is', 'are'] }: CardProductsProps) {
  const titles = useCardProducts() ?? []
  if (titles.length === 0) return <>Some products {several}</>
  return (
    <>
      <strong>{list.format(titles)}</strong> {titles.length === 1 ? one : several}
    </>
  )
}

const list = new Intl.ListFormat('en-GB')
