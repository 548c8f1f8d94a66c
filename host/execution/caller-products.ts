import type { Answer, Effect, ProductDescription, Products } from '@product-host/sdk'
import {
  ConfirmedSteps,
  cleanInput,
  effectsOf,
  isOnly,
  notInPlan,
  soundInput,
  wireSchema
} from '@product-host/sdk/runtime'
import { isStoreError, Problem } from '../base/problems.js'
import type { CallEffects } from '../isolation/served-product.js'
import type { Limits } from '../limits/limits.js'
import { allIntents, publicActions } from '../products/describe.js'
import type { ActionPlan, Mounted, Registry } from '../products/registry.js'
import { Cancellation, type CancelReason } from '../resilience/cancellation.js'
import type { CallRunner, RunningCall } from './call.js'

/** How deep products may call each other; the own call of the caller is the first. */
const deepest = 3

/** The other products, run as the caller of a call: within its deadline, in its slot, cancelled with it, and counted in its rate. */
export class CallerProducts implements Products, CallEffects {
  constructor(
    private readonly registry: Registry,
    private readonly limits: Limits,
    private readonly pipeline: CallRunner,
    private readonly parent: RunningCall
  ) {}

  describe(): readonly ProductDescription[] {
    return this.registry.all().map(describe)
  }

  effect(slug: string, name: string, input: Readonly<Record<string, unknown>>): Effect | undefined {
    const plan = this.#planOf(slug, name)
    return plan && effectsOf(plan.action, soundInput(plan.served.checkInput, input)).effect
  }

  async effectOf(slug: string, name: string, input: Readonly<Record<string, unknown>>): Promise<Effect | undefined> {
    const plan = this.#planOf(slug, name)
    const sound = plan && soundInput(plan.served.checkInput, input)
    return sound ? (await plan.served.effectsOf(sound)).effect : plan?.action.effect
  }

  async execute(
    slug: string,
    action: string,
    input: Readonly<Record<string, unknown>>,
    { signal }: { readonly signal?: AbortSignal } = {}
  ): Promise<Answer> {
    const { caller, call, endsAt, confirmed } = this.parent
    if (call.depth >= deepest) return failed('too_deep', `Products may call each other ${deepest} deep.`)
    const fields = structuredClone(input) as Record<string, unknown>
    const { issues, isTooDeep } = cleanInput(fields)
    if (isTooDeep) return failed('invalid_input', 'The input does not fit.', { errors: issues })
    const check = this.#planOf(slug, action)?.served.checkInput
    const step = { product: slug, action, input: (check && soundInput(check, fields)) ?? structuredClone(fields) }
    if (confirmed && !confirmed.take(step)) return notInPlan()
    const cancellation = new Cancellation()
    const cancel = (reason: CancelReason) => cancellation.cancel(reason)
    const abort = () => cancel('gone')
    call.cancellation.listen(cancel)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    const run = async (confirmed?: ConfirmedSteps) => {
      const result = await this.pipeline.run({
        via: 'nested',
        slug,
        action,
        requestId: call.requestId,
        startedAt: performance.now(),
        endsAt,
        depth: call.depth + 1,
        cancellation,
        span: this.parent.span,
        confirmed,
        isUnattended: call.isUnattended === true,
        identify: async () => ({ caller, rates: await this.limits.count(caller) }),
        read: () => ({ action, fields: structuredClone(fields), issues })
      })
      if (result.kind !== 'answer') throw new Error('A nested call has no Idempotency-Key.')
      return result
    }
    try {
      const { answer, plan } = await run()
      // What the step itself would have confirmed was confirmed with it.
      if (confirmed && plan && isOnly(step, plan)) return (await run(new ConfirmedSteps([step]))).answer
      return answer
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (isStoreError(error.options.cause)) throw error.options.cause
      const { code, detail, options, isRetryable } = error
      return failed(code, detail, { errors: options.errors ?? [] }, isRetryable)
    } finally {
      call.cancellation.unlisten(cancel)
      signal?.removeEventListener('abort', abort)
    }
  }

  #planOf(slug: string, name: string): ActionPlan | undefined {
    const plan = this.registry.bySlug.get(slug)?.plans.get(name)
    return plan?.action.internal ? undefined : plan
  }
}

function failed(
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
  retryable = false
): Answer {
  return { ok: false, summary: message, metrics: {}, detail: { ...details, error: { code, message, retryable } } }
}

const described = new WeakMap<Mounted, ProductDescription>()

function describe(served: Mounted): ProductDescription {
  const known = described.get(served)
  if (known) return known
  const { slug, title, description, overview } = served.mounted.product
  const actions = publicActions(served).map(([name, action]) => ({
    name,
    title: action.title,
    description: action.description,
    effect: action.effect,
    intents: allIntents(action.intents),
    inputSchema: wireSchema(action.input)
  }))
  const made = { slug, title, description, actions, ...(overview && { overview }) }
  described.set(served, made)
  return made
}
