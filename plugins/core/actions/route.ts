import { type Answer, defineAction, PRODUCTS, ProductError, type Products } from '@product-host/sdk'
import { own, runsOthers } from '../own.js'
import { RouteInput, readNames } from '../routing/request.js'
import {
  catalogueOf,
  RouteDetail,
  RouteMetrics,
  routeDetail,
  routeMetrics,
  routeSummary
} from '../routing/route-answer.js'
import { Router } from '../routing/router.js'
import type { Target } from '../routing/target.js'
import { failureOf } from '../runs/failure.js'
import { fill } from '../slots/fill.js'

/** Finds the action that a sentence asks for, with the input that the sentence gives, and runs it if asked to. */
export const route = defineAction({
  title: 'Find the action for a request',
  description:
    'Says which action of all enabled products a request in plain words asks for, with what input, and why; runs it when asked to.',
  effect: 'external',
  effectOf: ({ execute, confirm }) => (execute ? (confirm ? 'external' : 'write') : 'read'),
  idempotentOf: ({ execute }) => !execute,
  timeoutMs: 60_000,
  input: RouteInput,
  detail: RouteDetail,
  metrics: RouteMetrics,
  examples: [
    { title: 'What can be asked for', input: {} },
    { title: 'Where a request leads', input: { intent: 'remember that the client prefers mornings' } },
    { title: 'The request done', input: { intent: 'look up the wifi password in my notes', only: 'core' } }
  ],
  errors: {
    no_match: 'Nothing that is enabled fits the intent, so nothing was run.',
    ambiguous: 'Two actions fit alike; nothing was run.',
    needs_input: 'The action needs fields of which the intent says nothing: chosen.missing; nothing was run.',
    needs_confirmation: 'What was chosen leaves the machine; send confirm to run it.',
    not_executable: 'What was chosen plans or routes in its turn; call it directly, with chosen.input.',
    execution_failed: 'The action was run and failed; executed says how.'
  },
  asks: {
    sentences: [
      'which action fits this request',
      'what can you do for me',
      'which product could handle that',
      'list all actions that are available',
      'where would you route this request'
    ],
    cues: ['which action', 'what can you do', 'which product', 'available actions', 'route this request']
  },
  needs: { router: Router, products: PRODUCTS },

  async run({ intent, top, execute, input, threshold, only, confirm }, { router, products, signal }) {
    const allowed = readNames(only)
    if (intent === undefined) return catalogue(router, allowed)
    const routing = router.route(intent, { threshold, only: allowed })
    const [first] = routing.decision === 'none' ? [] : routing.candidates
    const chosen = first && readInput(intent, first.target, input, router, products)
    const detail = routeDetail(intent, routing, chosen, top)
    const summary = routeSummary(intent, routing)
    const metrics = routeMetrics(routing)
    if (!execute) return { summary, metrics, detail }
    refuse(detail, metrics, summary, confirm)
    const executed = await run(detail, products, signal)
    if (!executed.ok) throw failed(executed, detail, metrics)
    return { summary: executed.summary, metrics, detail: { ...detail, executed: plainly(executed) } }
  }
})

/** The input that the intent gives for an action, and what a call with it would do. */
function readInput(
  intent: string,
  target: Target,
  given: Readonly<Record<string, unknown>>,
  router: Router,
  products: Products
) {
  const effect = (input: Readonly<Record<string, unknown>>) =>
    products.effect(target.product, target.name, input) ?? target.effect
  const filled = isPlan(target)
    ? { input: { goal: intent, ...given }, missing: [] }
    : fill(intent, router.entities(intent), target, { given, reads: input => effect(input) === 'read' })
  return { ...filled, effect: effect(filled.input) }
}

function isPlan({ product, name }: { readonly product: string; readonly name: string }): boolean {
  return product === own.slug && name === own.agent
}

function catalogue(router: Router, only: readonly string[] | undefined) {
  const targets = router.targets(only)
  const products = new Set(targets.map(({ product }) => product)).size
  return {
    summary: `${targets.length} actions of ${products} products can be asked for.`,
    metrics: { candidates: 0, considered: targets.length },
    detail: { decision: 'none' as const, candidates: [], catalogue: catalogueOf(targets) }
  }
}

/** Throws when what was chosen is not to be run. */
function refuse(
  { chosen, ...detail }: RouteDetail,
  metrics: Record<string, number>,
  summary: string,
  confirm: boolean
): void {
  const details = { ...detail, ...(chosen && { chosen }) }
  const refusal = (code: string, message: string) => new ProductError(code, message, { details, metrics })
  if (!chosen) throw refusal('no_match', summary)
  if (detail.decision === 'ambiguous') throw refusal('ambiguous', summary)
  const name = `${chosen.product}.${chosen.action}`
  if (runsOthers(chosen.product, chosen.action))
    throw refusal('not_executable', `${name} runs other actions in its turn; call it directly.`)
  if (chosen.missing.length > 0)
    throw refusal('needs_input', `${name} needs ${chosen.missing.join(', ')}; send them in input.`)
  if (chosen.effect === 'external' && !confirm)
    throw refusal('needs_confirmation', `${name} leaves the machine; send confirm to run it.`)
}

async function run({ chosen }: RouteDetail, products: Products, signal: AbortSignal): Promise<Answer> {
  const { product = '', action = '', input = {} } = chosen ?? {}
  return products.execute(product, action, input, { signal })
}

function failed(executed: Answer, detail: RouteDetail, metrics: Record<string, number>): ProductError {
  const { retryable } = failureOf(executed)
  const details = { ...detail, executed: plainly(executed) }
  return new ProductError('execution_failed', executed.summary, { details, metrics, retryable })
}

function plainly({ ok, summary, metrics, detail }: Answer) {
  return { ok, summary, metrics: { ...metrics }, detail: { ...detail } }
}
