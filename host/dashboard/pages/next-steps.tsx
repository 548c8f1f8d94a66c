import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useAccount } from '../api/account.js'
import { type BillingStatus, hasEnded } from '../api/billing.js'
import type { ApiKey } from '../api/keys.js'
import { useCatalogue } from '../api/products.js'
import { Button } from '../parts/button.js'
import { Card } from '../parts/page.js'
import { CheckoutButton, RenewButton } from './plan.js'

/** What an account has done so far. */
export interface Progress {
  /** Null where this deployment does not charge. */
  readonly billing: BillingStatus | null
  readonly keys: readonly ApiKey[]
  readonly calls: number
}

interface NextStepsProps extends Progress {
  readonly createKey: () => void
}

/** The steps from a new account to the first calls, with a button for the next one. */
export function NextSteps(props: NextStepsProps) {
  const steps = useSteps(props)
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className="steps">
      {steps.map(({ title, text, isDone, button }, index) => (
        <li key={title}>
          <span className={`step-mark ${isDone ? 'done' : ''}`} aria-hidden="true">
            {isDone ? '✓' : index + 1}
          </span>
          <div className="step-body">
            <strong>
              {title}
              {isDone && <span className="visually-hidden"> (done)</span>}
            </strong>
            {!isDone && text && <p className="quiet">{text}</p>}
            {index === next && button}
          </div>
        </li>
      ))}
    </ol>
  )
}

interface Step {
  readonly title: string
  readonly text?: string
  readonly isDone: boolean
  readonly button?: ReactNode
}

function useSteps({ billing, keys, calls, createKey }: NextStepsProps): readonly Step[] {
  const first = useCatalogue().data?.products[0]
  const trial: Step = {
    title: 'Start the trial',
    text: 'It is free for three days and needs no card.',
    isDone: billing?.status !== 'none',
    button: <CheckoutButton purpose="trial" />
  }
  const renewal: Step = {
    title: 'Renew the plan',
    text: 'It has ended. You can run actions again once you renew it.',
    isDone: false,
    button: <RenewButton />
  }
  const card: Step = {
    title: 'Add a payment card',
    text:
      billing?.billing === 'local'
        ? 'It opens the products that need a card.'
        : 'It opens the products that need a card, and the plan continues after the trial.',
    isDone: hasCard(billing),
    button: <CheckoutButton purpose="card" />
  }
  return [
    { title: 'Create an account', isDone: true },
    ...(billing ? [hasEnded(billing) ? renewal : trial] : []),
    {
      title: 'Create an API key',
      text: 'Your programs send it with every call.',
      isDone: hasKey(keys),
      button: (
        <Button tone="primary" onClick={createKey}>
          Create a key
        </Button>
      )
    },
    {
      title: 'Run an action',
      text: 'Run one from a form, then copy the same call as curl.',
      isDone: calls > 0,
      button: first && (
        <Link className="button primary" to={`/products/${first.slug}?action=${first.actions[0]}`}>
          Run the first action
        </Link>
      )
    },
    ...(billing ? [card] : [])
  ]
}

interface StepsLeftProps {
  readonly close: () => void
  readonly children: ReactNode
}

/** The steps above the overview of an account that runs actions, until all are done or they are closed. */
export function StepsLeft({ close, children }: StepsLeftProps) {
  return (
    <Card
      title="Next steps"
      aside={
        <Button className="small" onClick={close}>
          Close<span className="visually-hidden"> the next steps</span>
        </Button>
      }
    >
      {children}
    </Card>
  )
}

/** Whether the steps are shown, which this browser remembers for each account, and what closes them. */
export function useStepsShown(): readonly [boolean, () => void] {
  const key = `steps-closed-${useAccount().data?.id}`
  const [, rerender] = useState(0)
  const close = () => {
    localStorage.setItem(key, 'yes')
    rerender(count => count + 1)
  }
  return [localStorage.getItem(key) === null, close]
}

/** Whether an account that has started has a step left. */
export function hasStepsLeft({ billing, keys }: Progress): boolean {
  return !hasKey(keys) || !hasCard(billing)
}

function hasKey(keys: Progress['keys']): boolean {
  return keys.some(({ status }) => status === 'good')
}

function hasCard(billing: Progress['billing']): boolean {
  return billing?.card.held ?? true
}
