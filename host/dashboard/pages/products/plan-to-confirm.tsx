import { type ActionResult, type PlannedStep, useActionNames } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { Notice } from '../../parts/notice.js'
import { withQuotes } from '../../parts/quotes.js'
import { EffectBadge } from './effect.js'

/** A plan that has to be confirmed, as an answer has it. */
interface Plan {
  readonly steps: readonly PlannedStep[]
  readonly notUnderstood: readonly string[]
  readonly token: string
  readonly expiresAt: string
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
  const { token, expiresAt } = plan
  return (
    <Notice tone="warning" title="Nothing was done yet">
      <PlanSteps plan={plan} />
      <p>
        You can run exactly these steps until{' '}
        {new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}.
      </p>
      <Button onClick={() => confirm(token)}>Run these steps</Button>
    </Notice>
  )
}

/** The steps of a plan with their inputs and effects, and what of the request they ignore. */
export function PlanSteps({
  plan: { steps, notUnderstood }
}: {
  readonly plan: Pick<Plan, 'steps' | 'notUnderstood'>
}) {
  const nameOf = useActionNames()
  return (
    <>
      <ol className="bullets">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan does not change
          <li key={index}>
            {nameOf(step.product, step.action)} <EffectBadge effect={step.effect} />
            <Code text={JSON.stringify(step.input, null, 2)} language="json" label={`The input of step ${index + 1}`} />
          </li>
        ))}
      </ol>
      {notUnderstood.length > 0 && (
        <p>Not understood: {withQuotes(notUnderstood.map(text => `"${text}"`).join(', '))}</p>
      )}
    </>
  )
}
