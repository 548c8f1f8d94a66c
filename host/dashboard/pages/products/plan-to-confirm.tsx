import type { ConfirmationDetails } from '@product-host/sdk/client'
import { type ActionResult, useActionNames } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { Notice } from '../../parts/notice.js'
import { withQuotes } from '../../parts/quotes.js'
import { EffectBadge } from './effect.js'

/** The plan that an answer asks to confirm; undefined if it has none. */
export function planOf(result: ActionResult): ConfirmationDetails | undefined {
  if (result.ok) return undefined
  const { code, details } = result.detail.error
  return code === 'needs_confirmation' && typeof details?.token === 'string' ? details : undefined
}

interface PlanToConfirmProps {
  readonly plan: ConfirmationDetails
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
  readonly plan: Pick<ConfirmationDetails, 'steps' | 'notUnderstood'>
}) {
  const nameOf = useActionNames()
  return (
    <>
      <ol className="bullets">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan does not change
          <li key={index}>
            {nameOf(step.product, step.action)} <EffectBadge effect={step.effect} />
            {step.schedule && <p>{timesOf(step.schedule)}</p>}
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

/** When the schedule that is made of a step is due. */
function timesOf({ name, cron, timezone = 'UTC' }: NonNullable<ConfirmationDetails['steps'][number]['schedule']>) {
  return (
    <>
      Not run now: makes the schedule “{name}”, due at <code>{cron}</code> in {timezone}.
    </>
  )
}
