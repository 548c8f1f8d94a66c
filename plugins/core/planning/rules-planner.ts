import type { Effect, Products } from '@product-host/sdk'
import type { Router, Routing } from '../routing/router.js'
import type { Target } from '../routing/target.js'
import { bars } from '../routing/weights.js'
import type { Entities } from '../slots/entities.js'
import { fill } from '../slots/fill.js'
import { keyOf } from '../slots/phrases.js'
import { quoted } from '../text/cut.js'
import { mostSteps } from './limits.js'
import { pathsIn, rootOf } from './references.js'
import { isRunnable, type PlannedStep, type Step } from './step.js'

/** What the rules plan with. */
interface Planning {
  readonly router: Router
  readonly products: Products
  /** Product slugs or `product.action`. */
  readonly allow: readonly string[] | undefined
}

/** What is known of earlier clauses when a clause is read. */
interface Before {
  readonly entities: Entities
  readonly clause?: string
  /** The id of the step before. */
  readonly id?: string
}

/**
 * A plan for a goal: each of its clauses routed, with what earlier ones named carried on. One step more than any run may have
 * says that there are too many.
 */
export function planByRules(goal: string, planning: Planning): readonly PlannedStep[] {
  let before: Before = { entities: {} }
  const plan: PlannedStep[] = []
  for (const clause of planning.router.clauses(goal).slice(0, mostSteps + 1)) {
    const id = `s${plan.length + 1}`
    const entities = withResult(clause, carried(before.entities, planning.router.entities(clause)), before)
    const step = planClause(clause, id, entities, planning)
    const last = plan.at(-1)
    if (last && isRunnable(last) && tells(step, last)) plan.splice(-1, 1, { ...last, isTold: true })
    plan.push(step)
    before = { entities, clause, id }
  }
  return plan
}

/** Whether a step passes on what the one before came to, which only looked. */
function tells({ input }: PlannedStep, last: Step & { readonly effect: Effect }): boolean {
  return last.effect !== 'write' && pathsIn(input).some(path => rootOf(path) === last.id)
}

function planClause(
  clause: string,
  id: string,
  entities: Entities,
  { router, products, allow }: Planning
): PlannedStep {
  const routing = router.clause(clause, { only: allow, threshold: bars.threshold })
  const [best] = routing.candidates
  if (!best || routing.decision === 'none')
    return { id, input: {}, missing: [], why: `No enabled action fits ${quoted(clause)}.` }
  const { target } = best
  const effect = (input: Readonly<Record<string, unknown>>) =>
    products.effect(target.product, target.name, input) ?? target.effect
  const { input, missing } = fill(clause, entities, target, { reads: each => effect(each) === 'read' })
  const named = { id, product: target.product, action: target.name, input }
  if (missing.length > 0)
    return { ...named, missing, why: `${quoted(clause)} fits ${target.id}, and does not say: ${missing.join(', ')}.` }
  return { ...named, goesOnAfterError: false, why: whyOf(clause, target, routing), effect: effect(input) }
}

function whyOf(clause: string, target: Target, { decision, candidates }: Routing): string {
  const [first, second] = candidates
  const rival = decision === 'ambiguous' && second ? `, hardly better than ${second.target.id}` : ''
  return `${quoted(clause)} fits ${target.id} (score ${first?.score.toFixed(2)})${rival}.`
}

const pronoun = /^(?:it|that|this|them|these|those|the same|him|her)$/iu

/** What a clause names, and what earlier ones named that it does not name anew. */
function carried(before: Entities, own: Entities): Entities {
  const { email, url, domain, company, topic, audience, platforms } = before
  const isNew = [own.email, own.url, own.domain, own.company].some(value => value !== undefined)
  const { topic: ownTopic, audience: ownAudience, ...rest } = own
  const says = (text: string | undefined) => text !== undefined && !pronoun.test(text)
  const all = {
    ...(isNew ? {} : { email, url, domain }),
    company,
    audience: says(ownAudience) ? ownAudience : audience,
    platforms,
    ...rest,
    topic: says(ownTopic) ? ownTopic : (topic ?? (ownTopic === undefined ? undefined : company))
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const result =
  /\b(?:the|that|this|its?|their|all|what)\s+(?:\w+\s+)?(?:results?|outcomes?|answers?|findings?|summary|report|conclusions?|came out)\b|\b(?:it|that|this|them|everything)$/iu

/** Where a clause speaks of what the step before came to, that is what it states, under a key made of what that was about. */
function withResult(clause: string, entities: Entities, { id, clause: earlier = '' }: Before): Entities {
  if (id === undefined || entities.statement !== undefined || !result.test(clause)) return entities
  const { company, domain, topic, key } = entities
  const subject = [company, domain, topic].find(each => each !== undefined) ?? ''
  const words = earlier.toLowerCase().includes(subject.toLowerCase()) ? earlier : `${subject} ${earlier}`
  return { ...entities, statement: `{{${id}.summary}}`, key: key ?? keyOf(words) }
}
