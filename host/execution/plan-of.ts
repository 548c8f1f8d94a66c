import { Problem } from '../base/problems.js'
import { publicActions } from '../products/describe.js'
import type { ActionPlan, Mounted } from '../products/registry.js'
import type { Call } from './call.js'

/** The plan of the action that a call names; a job may run an internal one. Throws a 400 `Problem` for what is no action. */
export function planOf(product: Mounted, name: unknown, { job }: Call): ActionPlan {
  if (typeof name !== 'string' || name === '') throw missingAction()
  const plan = product.plans.get(name)
  if (plan && (job || !plan.action.internal)) return plan
  throw unknownAction(product)
}

function missingAction(): Problem {
  return new Problem('missing_action', 'Say in "action" which action to run; GET the same address describes them.', {
    errors: [
      { pointer: '#/action', code: 'required', detail: 'is not a name of an action', fix: 'Send the name as a string.' }
    ]
  })
}

function unknownAction(product: Mounted): Problem {
  const names = publicActions(product)
    .map(([name]) => name)
    .join(', ')
  const error = {
    pointer: '#/action',
    code: 'enum',
    detail: 'is no action of this product',
    fix: `Send one of ${names}.`
  }
  return new Problem('unknown_action', `The product "${product.slug}" has the actions ${names}.`, { errors: [error] })
}
