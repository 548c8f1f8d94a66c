import type { Answer, Effect, ProductDescription, Products } from '@product-host/sdk'
import { cleanInput, wireSchema } from '@product-host/sdk/runtime'
import type { Limits } from '../limits/limits.js'
import { Problem, problems } from '../problems.js'
import { publicActions } from '../products/describe.js'
import { effectOf } from '../products/effect.js'
import type { Mounted } from '../products/mounted.js'
import type { Registry } from '../products/registry.js'
import type { Usage, Use } from '../usage/usage.js'
import type { Access } from './access.js'
import type { Call, Execution } from './execute.js'

/** How deep products may call each other; the own call of the caller is the first. */
const deepest = 3

/** The other products, run as the caller of a call: within its deadline, under its signal, in its place, and counted in its rate. */
export class CallerProducts implements Products {
  constructor(
    private readonly registry: Registry,
    private readonly access: Access,
    private readonly limits: Limits,
    private readonly usage: Usage,
    private readonly execution: Execution,
    private readonly call: Call
  ) {}

  describe(): readonly ProductDescription[] {
    return this.registry.all().map(describe)
  }

  effect(slug: string, name: string, input: Readonly<Record<string, unknown>>): Effect | undefined {
    const action = this.registry.find(slug)?.mounted.actions.get(name)
    if (!action || action.action.internal) return undefined
    const filled = structuredClone(input)
    const isSound = action.checkInput(filled).length === 0
    return isSound ? effectOf(action.action, filled) : action.action.effect
  }

  async execute(
    slug: string,
    action: string,
    input: Readonly<Record<string, unknown>>,
    { signal }: { readonly signal?: AbortSignal } = {}
  ): Promise<Answer> {
    if (this.call.depth >= deepest) return failed('too_deep', `Products may call each other ${deepest} deep.`)
    const copy = structuredClone(input) as Record<string, unknown>
    const { faults, isTooDeep } = cleanInput(copy)
    if (isTooDeep || faults.length > 0) return failed('invalid_input', 'The input does not fit.', { errors: faults })
    const { config: _config, job: _job, ...inner } = this.call
    const signals = signal ? AbortSignal.any([inner.signal, signal]) : inner.signal
    try {
      const use: Use = { caller: inner.caller, product: this.access.product(slug), via: 'nested', action }
      return await this.usage.counted(use, async () => {
        const admitted = await this.access.admit(inner.caller, slug)
        this.limits.require(await this.limits.count(inner.caller))
        const depth = inner.depth + 1
        const call = { ...inner, ...admitted, action, input: copy, signal: signals, depth }
        return this.execution.run(this.execution.prepare(call))
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return failed(
        error.code,
        error.detail,
        { errors: error.options.errors ?? [] },
        'retryable' in problems[error.code]
      )
    }
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
  const { slug, title, description, briefing } = served.mounted.product
  const actions = publicActions(served).map(([name, action]) => ({
    name,
    title: action.title,
    description: action.description,
    effect: action.effect,
    asks: action.asks ?? { sentences: [], cues: [] },
    inputSchema: wireSchema(action.input)
  }))
  const made = { slug, title, description, actions, ...(briefing && { briefing }) }
  described.set(served, made)
  return made
}
