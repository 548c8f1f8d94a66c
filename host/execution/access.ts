import { inject, injectable } from '@product-host/sdk'
import { type Caller, sessionKeyId } from '../base/caller.js'
import { pages } from '../base/pages.js'
import { type AccessCheck, Problem, type ProblemCode } from '../base/problems.js'
import { allScopes, type Permission, webhooksScope } from '../base/scopes.js'
import { BILLING_MODE, type BillingMode } from '../billing/checkout.js'
import { Entitlements } from '../billing/entitlements.js'
import { isRunning, type PlanState } from '../billing/plan.js'
import type { AccountConfig } from '../config/config.js'
import { Configs } from '../config/configs.js'
import { publicActions } from '../products/describe.js'
import { type ActionPlan, type Mounted, Registry } from '../products/registry.js'
import type { Bulkhead } from '../resilience/overload.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import type { Call } from './call.js'

/** When a call of a product that is switched off may be sent again, in seconds: an operator has to switch it on first. */
const disabledRetrySeconds = 60

/** Whether a caller may run a product, and why. */
interface AccessResult {
  readonly productId: string
  readonly allowed: boolean
  readonly checks: readonly AccessCheck[]
  readonly links: Readonly<Record<string, string>>
}

/** Decides for every entry point which products a caller may run, and says why; nothing else decides it. */
@injectable()
export class Access {
  constructor(
    private readonly registry: Registry,
    private readonly configs: Configs,
    private readonly entitlements: Entitlements,
    @inject(BILLING_MODE) private readonly mode: BillingMode,
    @inject(HOST_SETTINGS) private readonly settings: Settings
  ) {}

  get #links(): Readonly<Record<string, string>> {
    return this.mode === 'none' ? {} : { billing: this.settings.publicUrl + pages.billing }
  }

  /** What limits the concurrent calls of a product; undefined where there is none with this slug. */
  bulkheadOf(slug: string): Bulkhead | undefined {
    return this.registry.bySlug.get(slug)?.resilience.bulkhead
  }

  /** The caller's config of a product that it may run, where the product has one. Throws a `Problem` when it may not run it. */
  admit(caller: Caller, product: Mounted): undefined | Promise<AccountConfig | undefined> {
    requireScope(caller, product.slug, 'execute')
    // Where nobody bills, and the product has no config, all other checks pass.
    return this.mode === 'none' && !product.mounted.settings ? undefined : this.#admit(caller, product)
  }

  /** Whether a caller may run a product, with every check. Throws a 404 `Problem` when there is none. */
  async explain(caller: Caller, slug: string): Promise<AccessResult> {
    return this.#resultOf(await this.#inputOf(caller, this.product(slug)))
  }

  /** Throws a 402 `Problem` when an account has never started its trial. */
  async requireTrialStarted(account: string): Promise<void> {
    if (this.mode === 'none') return
    const planState = await this.entitlements.planState(account)
    if (planState.status !== 'none' || planState.isGranted) return
    const { code, detail } = planRefusal(planState)
    throw new Problem(code, detail, { links: this.#links })
  }

  /** The product behind a slug, if the caller's key has this scope. Throws a `Problem` when it has not. */
  open(caller: Caller, slug: string, permission: Permission): Mounted {
    const product = this.product(slug)
    requireScope(caller, slug, permission)
    return product
  }

  /** The product behind a slug, if the caller's key has any scope for it. Throws a `Problem` when it has none. */
  named(caller: Caller, slug: string): Mounted {
    const product = this.product(slug)
    if (mayNotSee(caller, slug)) throw outOfScope()
    return product
  }

  /** The product behind a slug. Throws a `Problem` when there is none. */
  product(slug: string): Mounted {
    const product = this.registry.bySlug.get(slug)
    if (!product && this.registry.awaited > 0)
      throw new Problem('product_unavailable', 'Some plugins are still being loaded, maybe that of this slug.', {
        retryAfter: 1
      })
    if (!product && this.registry.disabled.has(slug))
      throw new Problem('product_unavailable', 'The operator has switched this product off.', {
        retryAfter: disabledRetrySeconds
      })
    if (!product && this.registry.elsewhere.has(slug))
      throw new Problem('product_unavailable', 'Another host serves this product, and this one does not, or not yet.', {
        retryAfter: 1
      })
    if (!product)
      throw new Problem('unknown_product', 'No product with this slug is served here; GET /api/v1/products lists them.')
    return product
  }

  async #admit(caller: Caller, product: Mounted): Promise<AccountConfig | undefined> {
    const input = await this.#inputOf(caller, product)
    for (const check of checks) if (check(input).outcome === 'refused') throw this.#refusal(input)
    return input.config
  }

  async #inputOf(caller: Caller, product: Mounted): Promise<CheckInput> {
    const { account } = caller
    const planState = this.mode === 'none' ? undefined : await this.entitlements.planState(account)
    const config = product.mounted.settings ? await this.configs.read(account, product.slug) : undefined
    if (config && config.unreadable.length > 0) throw unreadableSecret(config.unreadable)
    return { caller, product, planState, config }
  }

  #resultOf(input: CheckInput): AccessResult {
    const { slug } = input.product
    const results = checks.map(check => check(input))
    const links = {
      ...this.#links,
      access: `/api/v1/products/${slug}/access`,
      ...(input.config && { config: `/api/v1/products/${slug}/config` })
    }
    return { productId: slug, allowed: results.every(({ outcome }) => outcome !== 'refused'), checks: results, links }
  }

  #refusal(input: CheckInput): Problem {
    const { checks: results, links } = this.#resultOf(input)
    const refused = results.find(({ outcome }) => outcome === 'refused')
    if (!refused?.code) throw new Error('Nothing was refused.')
    return new Problem(refused.code, refused.detail, { checks: results, links })
  }
}

function requireScope({ scopes = allScopes }: Caller, slug: string, permission: Permission): void {
  if (!allows(scopes, slug, permission))
    throw new Problem(
      'insufficient_scope',
      `This key does not have the scope ${slug}:${permission}; its owner can change its scopes.`
    )
}

/** Throws a 403 `Problem` unless a caller may manage webhook endpoints and hooks: a session, or a key with the scope for that. */
export function requireWebhooksScope({ keyId, scopes = [] }: Caller): void {
  if (keyId === sessionKeyId || scopes.includes(webhooksScope)) return
  throw new Problem(
    'insufficient_scope',
    `This key does not have the scope ${webhooksScope}, which no other scope includes; its owner can change its scopes.`
  )
}

/** Whether scopes allow something with a product. */
function allows(scopes: readonly string[], slug: string, permission: Permission): boolean {
  return scopes.includes(`${slug}:${permission}`) || scopes.includes(`*:${permission}`)
}

/** Whether a caller may run a product's actions, as far as its scopes go. */
export function mayExecute({ scopes = allScopes }: Caller, slug: string): boolean {
  return allows(scopes, slug, 'execute')
}

/** Whether a key has no scope for a product, so that it reads nothing of the account's use of it. */
export function mayNotSee({ scopes = allScopes }: Caller, slug: string): boolean {
  return !mentionsProduct(scopes, slug)
}

/** Whether scopes name a product, whatever they allow with it. */
function mentionsProduct(scopes: readonly string[], slug: string): boolean {
  return scopes.some(scope => scope.startsWith(`${slug}:`) || scope.startsWith('*:'))
}

/** The refusal of what concerns a product that a key has no scope for. */
export function outOfScope(): Problem {
  return new Problem('insufficient_scope', 'This key has no scope for that product; its owner can change its scopes.')
}

/** A product does not run without a setting that its account has saved. */
function unreadableSecret([name]: readonly string[]): Problem {
  return new Problem(
    'internal_error',
    `No key of this host decrypts the setting "${name}" of this product; save it again, or ask the operator.`
  )
}

/** Everything that the checks depend on. */
interface CheckInput {
  readonly caller: Caller
  readonly product: Mounted
  /** The state of the account's plan; undefined where nobody bills. */
  readonly planState: PlanState | undefined
  /** The account's config of a connection product. */
  readonly config: AccountConfig | undefined
}

/** All checks, in the order in which their refusals win. */
const checks: readonly ((input: CheckInput) => AccessCheck)[] = [checkScope, checkPlan, checkCard, checkEnabled]

function checkScope({ caller: { scopes = allScopes }, product: { slug } }: CheckInput): AccessCheck {
  const about = { check: 'scope', source: 'key' } as const
  if (allows(scopes, slug, 'execute')) return { ...about, outcome: 'passed', detail: 'The key has the scope.' }
  const detail = `This key does not have the scope ${slug}:execute; its owner can change its scopes.`
  return { ...about, outcome: 'refused', code: 'insufficient_scope', detail }
}

function checkPlan({ planState }: CheckInput): AccessCheck {
  const about = { check: 'plan', source: 'billing' } as const
  if (!planState) return { ...about, outcome: 'not_required', detail: 'This deployment bills for nothing.' }
  if (isRunning(planState)) return { ...about, outcome: 'passed', detail: 'The plan is running.' }
  return { ...about, outcome: 'refused', ...planRefusal(planState) }
}

/** Why an account whose plan does not run is refused. */
function planRefusal({ status }: PlanState): { readonly code: ProblemCode; readonly detail: string } {
  if (status === 'none')
    return {
      code: 'trial_required',
      detail: 'Start the trial of the gateway plan first: POST /dashboard/api/billing/checkout, or the page in links.'
    }
  const reason = status === 'canceled' ? 'The plan was cancelled' : 'The trial is over'
  return { code: 'trial_expired', detail: `${reason}; go on with the plan on the page in links. Nothing was deleted.` }
}

function checkCard({ product, planState }: CheckInput): AccessCheck {
  const about = { check: 'payment_card', source: 'deployment' } as const
  if (!planState || !product.entry.requires.includes('payment_card'))
    return { ...about, outcome: 'not_required', detail: 'The product is open to every plan.' }
  if (planState.card.held || planState.isGranted)
    return { ...about, outcome: 'passed', detail: 'The account holds a payment card.' }
  const detail = `"${product.slug}" has a waitlist until the account holds a payment card; add one on the page in links.`
  return { ...about, outcome: 'refused', code: 'waitlisted', detail }
}

function checkEnabled({ product, config }: CheckInput): AccessCheck {
  const about = { check: 'enabled', source: 'config' } as const
  if (!config) return { ...about, outcome: 'not_required', detail: 'The product has nothing to switch off.' }
  if (config.enabled) return { ...about, outcome: 'passed', detail: 'The account has the product switched on.' }
  const detail = `This account has switched "${product.slug}" off; save its config with "enabled": true to run it.`
  return { ...about, outcome: 'refused', code: 'product_disabled', detail }
}

/** Whether somebody outside of the host waits for a call itself, and not for what it is a part of. */
export function isAwaited({ via }: Pick<Call, 'via'>): boolean {
  return via === 'request' || via === 'home'
}

/** The plan of the action that a call names; a job and a home may run an internal one. Throws a 400 `Problem` for what is no action. */
export function planOf(product: Mounted, name: unknown, { job, via }: Partial<Pick<Call, 'job' | 'via'>>): ActionPlan {
  if (typeof name !== 'string' || name === '') throw missingAction()
  const plan = product.plans.get(name)
  if (plan && (job || via === 'home' || !plan.action.internal)) return plan
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
