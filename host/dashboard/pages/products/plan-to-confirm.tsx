import type { ActionResult } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { Notice } from '../../parts/notice.js'
import { withQuotes } from '../../parts/quotes.js'

/** A plan that has to be confirmed, as an answer has it. */
interface Plan {
  readonly steps: readonly Step[]
  readonly notUnderstood: readonly string[]
  readonly token: string
  readonly expiresAt: string
}

interface Step {
  readonly product: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  readonly effect: string
}

/** The plan that an answer asks to confirm; undefined if it has none. */
export function planOf({ ok, detail }: ActionResult): Plan | undefined {
  if (ok) return undefined
  const { code, details } = Object(detail.error)
  return code === 'needs_confirmation' && typeof details?.token === 'string' ? details : undefined
}

interface PlanToConfirmProps {
  readonly plan: Plan
  readonly confirm: (token: string) => void
}

/** Shows the steps of a plan, and runs exactly these when a person wants that. */
export function PlanToConfirm({ plan, confirm }: PlanToConfirmProps) {
  const { steps, notUnderstood, token, expiresAt } = plan
  return (
    <Notice tone="warning" title="Nothing was done yet">
      <ol>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan does not change
          <li key={index}>
            <code>
              {step.product}.{step.action}
            </code>{' '}
            ({step.effect})
            <Code text={JSON.stringify(step.input, null, 2)} language="json" label={`The input of step ${index + 1}`} />
          </li>
        ))}
      </ol>
      {notUnderstood.length > 0 && (
        <p>Not understood: {withQuotes(notUnderstood.map(text => `"${text}"`).join(', '))}</p>
      )}
      <p>
        You can run exactly these steps until{' '}
        {new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}.
      </p>
      <Button onClick={() => confirm(token)}>Run these steps</Button>
    </Notice>
  )
}
