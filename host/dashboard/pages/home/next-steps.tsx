import type { ReactNode } from 'react'
import { useCatalogue } from '../../api/products.js'
import type { Billing, Key } from '../../api/shapes.js'
import { Link } from '../../router/link.js'
import { CheckoutButton } from '../billing/checkout-button.js'

interface NextStepsProps {
  /** Null where nothing is to be paid. */
  readonly billing: Billing | null
  readonly keys: readonly Key[]
  readonly calls: number
}

/** The way from a new account to a running one: what is done, and the one thing to do now. */
export function NextSteps({ billing, keys, calls }: NextStepsProps) {
  const catalogue = useCatalogue()
  const first = catalogue.state === 'ready' ? catalogue.body.products[0]?.slug : undefined
  const hasBegun = billing === null || billing.status !== 'none'
  const steps: readonly Step[] = [
    { title: 'Create an account', isDone: true },
    ...(billing
      ? [
          {
            title: 'Start the trial',
            text: 'Three days, no card needed.',
            isDone: hasBegun,
            way: <CheckoutButton purpose="trial" />
          }
        ]
      : []),
    {
      title: 'Create an API key',
      text: 'Your programs show it with every call.',
      isDone: keys.some(({ status }) => status === 'good'),
      way: (
        <Link className="button primary" to="/keys">
          Create a key
        </Link>
      )
    },
    {
      title: 'Run an action',
      text: 'Try one from a form here, then take the same call as curl.',
      isDone: calls > 0,
      way: first && (
        <Link className="button primary" to={`/products/${first}`}>
          Run the first action
        </Link>
      )
    },
    ...(billing
      ? [
          {
            title: 'Add a payment card',
            text: 'Lifts the waitlist, and keeps the plan running when the trial ends.',
            isDone: billing.card.held,
            way: <CheckoutButton purpose="card" />
          }
        ]
      : [])
  ]
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <>
      <ol className="steps">
        {steps.map(({ title, text, isDone, way }, index) => (
          <li key={title}>
            <span className={`step-mark ${isDone ? 'done' : ''}`} aria-hidden="true">
              {isDone ? '✓' : index + 1}
            </span>
            <div className="step-body">
              <strong>
                {title}
                {isDone && <span className="unseen"> (done)</span>}
              </strong>
              {!isDone && text && <p className="quiet">{text}</p>}
              {index === next && way}
            </div>
          </li>
        ))}
      </ol>
      {next === -1 && (
        <p>
          All done. The <Link to="/developers">developers’ page</Link> has every action with its fields.
        </p>
      )}
    </>
  )
}

interface Step {
  readonly title: string
  readonly text?: string
  readonly isDone: boolean
  readonly way?: ReactNode
}
