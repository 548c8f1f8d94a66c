import type { Standing } from '../accounts/billing/standing.js'
import { isRunning } from '../accounts/billing/standing.js'
import type { Caller } from '../accounts/identity.js'
import { allows, everyScope } from '../accounts/scopes.js'
import type { Config } from '../config/config.js'
import type { ProblemCode } from '../problems.js'
import type { Mounted } from '../products/mounted.js'

/** One thing that decides whether a product may be run, where that is laid down, and how it came out. */
export interface Check {
  readonly check: 'scope' | 'plan' | 'payment_card' | 'enabled'
  readonly source: 'key' | 'billing' | 'deployment' | 'config'
  readonly outcome: 'passed' | 'refused' | 'not_required'
  /** The code of the refusal. */
  readonly code?: ProblemCode
  readonly detail: string
}

/** Everything that checks look at. */
export interface Ground {
  readonly caller: Caller
  readonly product: Mounted
  /** How the account stands; undefined where nobody bills. */
  readonly standing: Standing | undefined
  /** The account's config of a connection product. */
  readonly config: Config | undefined
}

/** All checks, in the order in which their refusals win. */
export const checks: readonly ((ground: Ground) => Check)[] = [checkScope, checkPlan, checkCard, checkEnabled]

function checkScope({ caller: { scopes = everyScope }, product: { slug } }: Ground): Check {
  const about = { check: 'scope', source: 'key' } as const
  if (allows(scopes, slug, 'execute')) return { ...about, outcome: 'passed', detail: 'The key is good for it.' }
  const detail = `This key is not good for ${slug}:execute; its owner can change its scopes.`
  return { ...about, outcome: 'refused', code: 'insufficient_scope', detail }
}

function checkPlan({ standing }: Ground): Check {
  const about = { check: 'plan', source: 'billing' } as const
  if (!standing) return { ...about, outcome: 'not_required', detail: 'This deployment bills for nothing.' }
  if (isRunning(standing)) return { ...about, outcome: 'passed', detail: 'The plan is running.' }
  return { ...about, outcome: 'refused', ...planRefusal(standing) }
}

/** Why an account whose plan does not run is refused. */
export function planRefusal({ status }: Standing): { readonly code: ProblemCode; readonly detail: string } {
  if (status === 'none')
    return {
      code: 'trial_required',
      detail: 'Start the trial of the gateway plan first: POST /dashboard/api/billing/checkout, or the page in links.'
    }
  const reason = status === 'canceled' ? 'The plan was cancelled' : 'The trial is over'
  return { code: 'trial_expired', detail: `${reason}; go on with the plan on the page in links. Nothing was deleted.` }
}

function checkCard({ product, standing }: Ground): Check {
  const about = { check: 'payment_card', source: 'deployment' } as const
  if (!standing || !product.entry.requires.includes('payment_card'))
    return { ...about, outcome: 'not_required', detail: 'The product is open to every plan.' }
  if (standing.card.held || standing.isGranted)
    return { ...about, outcome: 'passed', detail: 'The account holds a payment card.' }
  const detail = `"${product.slug}" has a waitlist until the account holds a payment card; add one on the page in links.`
  return { ...about, outcome: 'refused', code: 'waitlisted', detail }
}

function checkEnabled({ product, config }: Ground): Check {
  const about = { check: 'enabled', source: 'config' } as const
  if (!config) return { ...about, outcome: 'not_required', detail: 'The product has nothing to switch off.' }
  if (config.enabled) return { ...about, outcome: 'passed', detail: 'The account has the product switched on.' }
  const detail = `This account has switched "${product.slug}" off; save its config with "enabled": true to run it.`
  return { ...about, outcome: 'refused', code: 'product_disabled', detail }
}
