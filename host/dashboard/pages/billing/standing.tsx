import type { Billing } from '../../api/shapes.js'
import { Badge, type Tone } from '../../parts/badge.js'
import { Time } from '../../parts/time.js'

const words: Readonly<Record<Billing['status'], readonly [string, Tone]>> = {
  none: ['not begun', 'plain'],
  trialing: ['trial is running', 'info'],
  active: ['active', 'good'],
  expired: ['expired', 'danger'],
  canceled: ['canceled', 'warning']
}

/** The state of the plan in a word. */
export function StandingBadge({ status }: Billing) {
  const [word, tone] = words[status]
  return <Badge tone={tone}>{word}</Badge>
}

/** The state of the plan in a sentence. */
export function StandingText({ status, trialEndsAt, card }: Billing) {
  if (status === 'none') return <>The trial has not begun. It is free for three days and asks for no card.</>
  if (status === 'trialing' && trialEndsAt)
    return (
      <>
        The trial ends <Time at={trialEndsAt} />, on <Time at={trialEndsAt} how="moment" />.{' '}
        {card.held ? 'Then the plan goes on with your card.' : 'Without a card, actions stop then.'}
      </>
    )
  if (status === 'active') return <>The plan runs.</>
  if (status === 'canceled') return <>The plan was canceled; actions are refused until it runs again.</>
  return <>The trial is over; actions are refused until a plan runs. What is kept for you stays.</>
}
