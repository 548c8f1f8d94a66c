import { isDeepStrictEqual } from 'node:util'
import type { Effect } from '@product-host/sdk'
import { quoted } from '@product-host/toolkit/text'
import { isCounted } from '../calls.js'
import type { Request, Requests, Routing } from '../routing/request.js'
import { fieldsOf, type Target } from '../routing/targets.js'
import weights from '../tables/weights.json' with { type: 'json' }
import type { Clause, Entities, Named } from '../text/reading.js'
import { evenlySpaced, keyOf } from '../text/words.js'
import { called, fieldTitles } from '../titles.js'
import { pathsIn, pathsOfCondition, readCondition, rootOf } from './expressions.js'
import { isRunnable, mostSteps, type PlannedStep, type Step } from './plan.js'

/** What the rules plan with. */
interface Planning {
  readonly router: Requests
  /** Product slugs or `product.action`. */
  readonly allow: readonly string[] | undefined
  /** What an earlier clause names. */
  readonly name?: string | undefined
  /** The steps of earlier clauses. */
  readonly plan?: readonly PlannedStep[]
}

/** A plan for a goal, and what the goal says is not to be done. */
interface RulesPlan {
  readonly plan: readonly PlannedStep[]
  readonly excluded: readonly string[]
  /** What the goal only tells, such as a reason. */
  readonly background: readonly string[]
}

/** What is known of earlier clauses when a clause is read. */
interface Before {
  readonly entities: Entities
  readonly clause?: string
  /** The id of the step before. */
  readonly id?: string
  /** The job that was named last. */
  readonly name?: string | undefined
}

/**
 * A plan for a goal: each of its clauses routed, with what earlier ones named carried on. One step more than any run may have
 * says that there are too many.
 */
export function planByRules(goal: string, planning: Planning): RulesPlan {
  let before: Before = { entities: {} }
  const plan: PlannedStep[] = []
  const excluded: string[] = []
  const conditions = new Map<string, string>()
  const counts = new Map<string, Clause>()
  const unwanted = new Map<string, string>()
  const { clauses, background } = planning.router.read(evenlySpaced(goal))
  const told: string[] = [...background]
  for (const clause of clauses) {
    if (plan.length > mostSteps) break
    const own = planning.router.namesOf(clause)
    // "If Acme scores above 90, draft an email" is about Acme in both parts.
    const known = clause.condition
      ? carried(before.entities, planning.router.names(clause.condition.text).entities)
      : before.entities
    const named = withResult(clause.text, { ...own, entities: carried(known, own.entities) }, before)
    if (clause.isNegated) {
      excluded.push(clause.text)
      const denied = plan.at(-1)
      if (denied && isDenied(denied, clause.text, before, planning)) plan.splice(-1, 1, notWanted(denied, clause.text))
      const kind = kindUnwanted(clause.text, own, planning)
      if (kind !== undefined) unwanted.set(kind, clause.text)
      before = { ...before, entities: named.entities, clause: clause.text }
      continue
    }
    const conditional = clause.condition && conditionOf(clause, own.entities, plan, conditions, planning)
    const id = `s${plan.length + 1}`
    const { step, reason } = planClause(clause, id, aboutBefore(aboutCondition(clause, named), before.clause), {
      ...planning,
      name: before.name,
      plan
    })
    if (reason !== undefined) told.push(reason)
    if (clause.count !== undefined) counts.set(id, clause)
    const last = plan.at(-1)
    if (conditional === undefined && last && asksAgain(step, last, clause.text)) continue
    if (last && isRunnable(last) && reportsOn(step, last)) plan.splice(-1, 1, { ...last, isReported: true })
    plan.push(conditional === undefined ? step : onCondition(step, conditional, clause))
    before = { entities: named.entities, clause: clause.text, id, name: own.entities.name ?? before.name }
  }
  const counted = plan.map(step => goingOn(ofCount(step, counts.get(step.id), plan), plan))
  return { plan: counted.map(step => withoutUnwanted(step, unwanted)), excluded, background: told }
}

/** The action of which a clause wants no call: one that it names, and nothing that others could differ in. */
function kindUnwanted(text: string, { entities }: Named, { router, allow }: Planning): string | undefined {
  const { email, url, domain, company, topic, name, platforms, key } = entities
  const isOfOne = [email, url, domain, company, topic, name, platforms, key].some(each => each !== undefined)
  if (isOfOne || !withoutObject.test(text)) return undefined
  const { decision, candidates } = router.clause({ text }, { only: allow, threshold: weights.bars.threshold })
  return decision === 'matched' ? candidates[0]?.target.id : undefined
}

/** `prepare any outreach`, `draft an email`, `route anything`, and not `draft a long one`, `send it`. */
const withoutObject = /^(?:\p{L}+)\s+(?:anything|(?:an?|any|the|our|my|some)\s+(?:\p{L}+\s+)?\p{L}{4,})[.!]?$/iu

/** A step, or why it is none: the goal says that its action is not wanted. */
function withoutUnwanted(step: PlannedStep, unwanted: ReadonlyMap<string, string>): PlannedStep {
  const text = unwanted.get(`${step.product}.${step.action}`)
  return text === undefined || !isRunnable(step) ? step : notWanted(step, text)
}

function notWanted(step: PlannedStep, text: string): PlannedStep {
  const { id, product = '', action = '', input } = step
  const why = `The goal says not to ${quoted(text)}, and another part of it was read as that.`
  return { id, product, action, input, missing: [], unused: [], why }
}

/** `https://… is fine, do not check it`: whether what is not wanted is the very step before. */
function isDenied(step: PlannedStep, text: string, { entities }: Before, { router, allow }: Planning): boolean {
  const object = /\b(?:it|this|that|them|him|her|(?:the|this|that)\s+(?:site|page|lead|company|address|domain|job))\b/iu
  if (!isRunnable(step)) return false
  // "Not today" denies whatever stands before it.
  if (/^(?:today|now|yet|here|this\s+time|any\s*more|really)[\s.!]*$/iu.test(text)) return true
  if (!object.test(text)) return false
  const { url, email, domain, company } = entities
  const subject = url ?? email ?? domain ?? company ?? ''
  const { decision, candidates } = router.clause(
    { text: text.replace(object, subject) },
    { only: allow, threshold: weights.bars.threshold }
  )
  return decision !== 'none' && candidates[0]?.target.id === `${step.product}.${step.action}`
}

/** `Are my jobs fine? Check the heartbeats`: a step that reads what the one before reads already. */
function asksAgain(step: PlannedStep, last: PlannedStep, text: string): boolean {
  if (!isRunnable(step) || !isRunnable(last) || last.when) return false
  // "Determine the owner of the lead, and assign the lead to that person" is one thing; "book it again" may be two.
  if (step.effect !== 'read' && (!sameThing.test(text) || !isDeepStrictEqual(step.input, last.input))) return false
  const isSame = step.product === last.product && step.action === last.action
  return isSame && Object.entries(step.input).every(([name, value]) => isDeepStrictEqual(last.input[name], value))
}

const sameThing =
  /^(?!.*\b(?:again|twice|another|once\s+more)\b).*\b(?:the|that|this)\s+(?:address|domain|lead|page|person|prospect|site|website)\b/iu

/** A step that looks at one of several things alike: that one site is down is no reason not to check the others. */
function goingOn(step: PlannedStep, plan: readonly PlannedStep[]): PlannedStep {
  if (!isRunnable(step) || step.effect === 'write') return step
  const others = plan.filter(isRunnable).filter(({ id }) => id !== step.id)
  const isAlike = others.some(({ product, action }) => product === step.product && action === step.action)
  const isRead = others.some(({ input, when }) =>
    [...pathsIn(input), ...pathsOfCondition(when)].some(path => rootOf(path) === step.id)
  )
  return isAlike && !isRead ? { ...step, goesOnAfterError: true } : step
}

/** A step of which the goal says how many it asks for; none that can be run where the plan has another number of them. */
function ofCount(step: PlannedStep, clause: Clause | undefined, plan: readonly PlannedStep[]): PlannedStep {
  const alike = plan.filter(each => each.product === step.product && each.action === step.action).length
  if (clause?.count === undefined || !isRunnable(step) || isCounted(clause.count, alike, step.input)) return step
  const { id, product, action, input } = step
  const why = `${quoted(clause.text)} is one of ${clause.count} by the goal, and ${alike} were found.`
  return { id, product, action, input, missing: [], unused: [], why }
}

/** The JSON Logic of a clause's condition, after a step that answers it where none does yet; or why there is none. */
function conditionOf(
  { condition }: Clause,
  { company, url, domain }: Entities,
  plan: PlannedStep[],
  known: Map<string, string>,
  planning: Planning
): Readonly<Record<string, unknown>> | string {
  const read = condition ? readCondition(condition) : ''
  if (typeof read === 'string') return read
  const last = plan.at(-1)
  if (read.request === undefined && last) return read.when(last.id)
  // "Draft an email to Acme if they score above 70" names what both parts are about in the first.
  const subject = company ?? url ?? domain
  const request = read.request ?? (subject === undefined ? undefined : read.about(subject))
  if (request === undefined) return `The condition ${quoted(condition?.text ?? '')} is about nothing that was named.`
  const answered = known.get(request) ?? answering(request, subject ?? read.subject, plan)
  if (answered !== undefined) return read.when(answered)
  const id = `s${plan.length + 1}`
  const text = request
  const clause = { text, isQuestion: false, isNegated: false }
  const { step } = planClause(clause, id, planning.router.names(text), planning)
  // A site that is down is an answer too: the step may fail, and its detail decides.
  plan.push(isRunnable(step) ? { ...step, isReported: true } : step)
  known.set(request, id)
  return read.when(id)
}

/** The step of the plan that answers a condition: one of an action that is named like it, on the same subject. */
function answering(request: string, subject: string, plan: readonly PlannedStep[]): string | undefined {
  const [metric = ''] = request.split(' ')
  const step = plan.findLast(
    each =>
      each.action?.includes(metric) &&
      Object.values(each.input).some(value => String(value).toLowerCase() === subject.trim().toLowerCase())
  )
  return step?.id
}

function onCondition(
  step: PlannedStep,
  condition: Readonly<Record<string, unknown>> | string,
  { text }: Clause
): PlannedStep {
  if (!isRunnable(step)) return step
  if (typeof condition !== 'string') return { ...step, when: condition, isStrict: true }
  const { id, product, action, input } = step
  return { id, product, action, input, missing: [], unused: [], why: `${quoted(text)}: ${condition}` }
}

/** Whether a step reports the result of the one before, which changed nothing. */
function reportsOn({ input }: PlannedStep, last: Step & { readonly effect: Effect }): boolean {
  return last.effect !== 'write' && pathsIn(input).some(path => rootOf(path) === last.id)
}

function planClause(
  { text, order }: Clause,
  id: string,
  named: Named,
  { router, allow, name, plan = [] }: Planning
): { readonly step: PlannedStep; readonly reason?: string | undefined } {
  const routing = router.clause(
    { text, ...(order !== undefined && { order }) },
    { only: allow, threshold: weights.bars.threshold }
  )
  const [best] = routing.candidates
  if (!best || routing.decision === 'none')
    return { step: { id, input: {}, missing: [], unused: [], why: `No enabled action fits ${quoted(text)}.` } }
  const { target } = best
  const request = router.request(text, target, named)
  const step = { id, product: target.product, action: target.name, input: request.input }
  const why = lackOf(text, target, { ...request, notes: [...request.notes, ...nameLost(target, request, name, plan)] })
  if (why !== undefined) return { step: { ...step, missing: request.missing, unused: request.unused, why } }
  const { effect, reason } = request
  return { step: { ...step, goesOnAfterError: false, why: whyOf(text, target, routing), effect }, reason }
}

/** Why a request cannot be run as it was understood. */
function lackOf(clause: string, target: Target, { missing, unused, notes, isOnlyAsked }: Request): string | undefined {
  const reasons = [
    ...(missing.length > 0 ? [`does not say: ${fieldTitles(target.inputSchema, missing)}`] : []),
    ...(notes.length > 0 ? [notes.join(', ')] : []),
    ...(unused.length > 0 ? [`was not understood completely: ${unused.map(quoted).join(', ')}`] : []),
    ...(isOnlyAsked ? ['is a question, and that action would change what is stored'] : [])
  ]
  return reasons.length === 0 ? undefined : `${quoted(clause)} fits ${called(target)}, and ${reasons.join('; ')}.`
}

/** What was named before, where a request that changes something takes a name and says none: it may be meant for that. */
function nameLost(
  { inputSchema, id }: Target,
  { input, effect }: Request,
  name: string | undefined,
  plan: readonly PlannedStep[]
): readonly string[] {
  if (name === undefined || effect === 'read') return []
  const open = fieldsOf(inputSchema).find(field => field.kind === 'name' && !Object.hasOwn(input, field.name))
  const slug = name.toLowerCase().replaceAll(/\s+/gu, '-')
  // What an earlier step of another action is about was named for that.
  const isTaken = plan.some(
    step =>
      `${step.product}.${step.action}` !== id &&
      Object.values(step.input).some(value => value === slug || value === name)
  )
  return open && !isTaken ? [`does not say whether ${quoted(name)} is its ${open.title || open.name}`] : []
}

function whyOf(clause: string, target: Target, { decision, candidates }: Routing): string {
  const [first, second] = candidates
  const rival = decision === 'ambiguous' && second ? `, hardly better than ${called(second.target)}` : ''
  return `${quoted(clause)} fits ${called(target)} (score ${first?.score.toFixed(2)})${rival}.`
}

const pronoun =
  /^(?:it|that|this|them|these|those|the same|him|her|(?:the\s+same|that|this|the\s+above)\s+(?:audience|group|matter|people|readers|subject|theme|topic))$/iu

/** What a clause names, and what earlier ones named that it does not name again. */
function carried(before: Entities, own: Entities): Entities {
  const { email, url, domain, company, topic, audience, platforms } = before
  const isNew = [own.email, own.url, own.domain, own.company].some(value => value !== undefined)
  const { topic: ownTopic, audience: ownAudience, ...rest } = own
  const isNamed = (text: string | undefined) => text !== undefined && !pronoun.test(text)
  const all = {
    ...(isNew ? {} : { email, url, domain }),
    company,
    audience: isNamed(ownAudience) ? ownAudience : audience,
    platforms,
    ...rest,
    topic: isNamed(ownTopic) ? ownTopic : (topic ?? (ownTopic === undefined ? undefined : company))
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** "If the site is down, remember that": what is to be stored is the condition. */
function aboutCondition({ text, condition }: Clause, named: Named): Named {
  const match =
    /^\W*(?:please\s+)?(?:remember|note(?:\s+down)?|save|store|record|write\s+down)\s+(that|this|it)\s*$/iu.exec(text)
  if (!condition || !match) return named
  return {
    entities: { ...named.entities, statement: condition.text },
    spans: { ...named.spans, statement: [{ from: 0, to: text.length }] }
  }
}

/** A statement that begins with a pronoun is about what the clause before was about. */
function aboutBefore(named: Named, clause = ''): Named {
  const { entities } = named
  const { statement } = entities
  const [, rest] = /^(?:it|this|that)\s+(.+)$/isu.exec(statement ?? '') ?? []
  if (rest === undefined) return named
  const [, object] = /^(?:please\s+)?\p{L}+\s+(?:the\s+)?(\S+(?:\s\S+){0,3})$/u.exec(clause) ?? []
  const subject = entities.url ?? entities.domain ?? entities.company ?? entities.email ?? object
  return subject === undefined ? named : { ...named, entities: { ...named.entities, statement: `${subject} ${rest}` } }
}

const result =
  /\b(?:the|that|this|its?|their|all|what)\s+(?:\w+\s+)?(?:results?|outcomes?|answers?|findings?|summary|report|conclusions?|came out)\b|\b(?:it|that|this|them|everything)(?:\s+down)?$|\bwhat\s+(?:you|it)\s+(?:find|finds|found|get|gets|learn)s?\b|\b(?:score|margin)$/iu

/** Where a clause speaks of what the step before came to, that is what it states, under a key made of what that was about. */
function withResult(clause: string, named: Named, { id, clause: earlier = '' }: Before): Named {
  const { entities, spans } = named
  const match = result.exec(clause)
  if (id === undefined || entities.statement !== undefined || !match) return named
  const { company, domain, topic, key } = entities
  const subject = [company, domain, topic].find(each => each !== undefined) ?? ''
  const words = earlier.toLowerCase().includes(subject.toLowerCase()) ? earlier : `${subject} ${earlier}`
  return {
    entities: { ...entities, statement: `{{${id}.summary}}`, key: key ?? keyOf(words) },
    spans: { ...spans, statement: [{ from: match.index, to: match.index + match[0].length }] }
  }
}
