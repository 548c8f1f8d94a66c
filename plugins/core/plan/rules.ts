import { isDeepStrictEqual } from 'node:util'
import type { Effect } from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import { called, destroyedBy, fieldTitles } from '../calls.js'
import { readCondition } from '../reading/conditions.js'
import type { Target } from '../reading/fields.js'
import { type Asked, type Entities, type Named, type Reader, type Request, unsure } from '../reading/reading.js'
import { canRecur, recurrenceIn, timingOf } from '../reading/recurrence.js'
import { recurrencesIn } from '../reading/refusals.js'
import { anyOf, evenlySpaced, keyOf, pattern } from '../reading/words.js'
import { pathsIn, pathsOfCondition, rootOf } from './expressions.js'
import { isRunnable, mostSteps, type PlannedStep, type Step } from './plan.js'

/** A plan for a goal, and what the goal says is not to be done. */
interface RulesPlan {
  readonly plan: readonly PlannedStep[]
  readonly excluded: readonly string[]
  /** What the goal only tells. */
  readonly background: readonly string[]
}

/** What the rules plan with. */
interface Planning {
  readonly reader: Reader
  /** Product slugs or `product.action`. */
  readonly allow: readonly string[] | undefined
}

/** What is known of earlier parts when a part is read. */
interface Before {
  readonly entities: Entities
  readonly text?: string
  /** The id of the step before. */
  readonly id?: string
}

/**
 * A plan for a goal: each of its parts as a step, with what earlier ones named carried on. One step more than any run may have says
 * that there are too many.
 */
export function planByRules(goal: string, { reader, allow }: Planning): RulesPlan {
  const { asked, told } = reader.read(goal, allow)
  const plan: PlannedStep[] = []
  const excluded: string[] = []
  const { email, url, domain, company } = reader.names(told.join('. ')).entities
  let before: Before = {
    entities: asked.some(part => pointsBack.test(part.text)) ? defined({ email, url, domain, company }) : {}
  }
  for (const part of asked) {
    if (plan.length > mostSteps) break
    const own = reader.names(part.text)
    const known = part.condition
      ? carried(before.entities, reader.names(part.condition.text).entities)
      : before.entities
    const entities = carried(known, own.entities)
    const named = aboutBefore(aboutCondition(part, withResult(part.text, { ...own, entities }, before)))
    if (part.isNegated) {
      excluded.push(part.text)
      const denied = plan.at(-1)
      if (denied)
        plan.splice(-1, 1, doubted(denied, `the goal goes on with what is not to be done, ${quoted(part.text)}`))
      before = { ...before, entities, text: part.text }
      continue
    }
    const condition = part.condition && conditionOf(part, own.entities, plan, reader, allow)
    const id = `s${plan.length + 1}`
    const step = stepOf(part, id, named, reader)
    const last = plan.at(-1)
    if (condition === undefined && last && asksAgain(step, last)) continue
    if (last && isRunnable(last) && reportsOn(step, last)) plan.splice(-1, 1, { ...last, isReported: true })
    plan.push(condition === undefined ? step : onCondition(step, condition, part))
    before = { entities, text: part.text, id }
  }
  const writes = plan.some(step => isRunnable(step) && step.effect !== 'read')
  const alike = plan.map(step => goingOn(step, plan))
  const [first, ...others] = alike
  // What no step was made of may change what is to be done.
  if (first && told.some(text => writes || recurrencesIn(text).length > 0))
    return {
      plan: [
        doubted(first, `beside it, the goal says ${told.map(text => quoted(cut(text, 100))).join(', ')}`),
        ...others
      ],
      excluded,
      background: told
    }
  return { plan: alike, excluded, background: told }
}

/**
 * The plan of a goal that says at which times of which days one thing is to be done: a step that a person confirms, of which a schedule is
 * made then. Undefined for any other goal, and where something else of it needs a person.
 */
export function recurringByRules(goal: string, planning: Planning): PlannedStep | undefined {
  const recurrence = recurrenceIn(evenlySpaced(goal))
  if (!recurrence || planByRules(goal, planning).plan.every(step => isRunnable(step) && !step.doubts)) return undefined
  const { plan, excluded, background } = planByRules(recurrence.rest, planning)
  const [step, ...others] = plan
  const target = planning.reader
    .targets()
    .find(({ product, name }) => product === step?.product && name === step.action)
  if (!step || !isRunnable(step) || !target || others.length + excluded.length + background.length > 0) return undefined
  const isFixed = !step.when && !step.doubts && pathsIn(step.input).length === 0
  if (!isFixed || destroyedBy('', step.input) !== undefined || !canRecur(recurrence, target)) return undefined
  const asks = doubted(step, `it is to be done on a schedule: ${recurrence.words}`)
  return { ...asks, schedule: timingOf(goal, recurrence) }
}

/** A step that a person has to confirm, for one reason more. */
function doubted<Planned extends PlannedStep>(step: Planned, doubt: string): Planned {
  return isRunnable(step)
    ? { ...step, doubts: [...(step.doubts ?? []), doubt], why: `${step.why} But ${doubt}.` }
    : step
}

/** A step that reads what the one before reads already. */
function asksAgain(step: PlannedStep, last: PlannedStep): boolean {
  if (!isRunnable(step) || !isRunnable(last) || last.when || step.effect === 'write') return false
  const isSame = step.product === last.product && step.action === last.action
  if (step.effect === 'external') return isSame && isDeepStrictEqual(step.input, last.input)
  return isSame && Object.entries(step.input).every(([name, value]) => isDeepStrictEqual(last.input[name], value))
}

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

/** The JSON Logic of a part's condition, after a step that answers it where none does yet; or why there is none. */
function conditionOf(
  { condition }: Asked,
  { company, url, domain }: Entities,
  plan: PlannedStep[],
  reader: Reader,
  allow: readonly string[] | undefined
): Readonly<Record<string, unknown>> | string {
  const read = condition ? readCondition(condition) : ''
  if (typeof read === 'string') return read
  const last = plan.at(-1)
  if (read.request === undefined && last) return read.when(last.id)
  // "Draft an email to Acme if they score above 70" names what both parts are about in the first.
  const subject = company ?? url ?? domain
  const text = read.request ?? (subject === undefined ? undefined : read.about(subject))
  if (text === undefined) return `The condition ${quoted(condition?.text ?? '')} is about nothing that was named.`
  const id = `s${plan.length + 1}`
  const routing = reader.routePart(text, allow)
  const target = routing.decision === 'none' ? undefined : routing.candidates[0]?.target
  const step = stepOf(
    { text, details: [], routing, target, isQuestion: false, isNegated: false },
    id,
    reader.names(text),
    reader
  )
  // A site that is down is an answer too: the step may fail, and its detail decides.
  plan.push(isRunnable(step) ? { ...step, isReported: true } : step)
  return read.when(id)
}

function onCondition(
  step: PlannedStep,
  condition: Readonly<Record<string, unknown>> | string,
  { text }: Asked
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

function stepOf(part: Asked, id: string, named: Named, reader: Reader): PlannedStep {
  const { text, routing, target } = part
  if (!target) return { id, input: {}, missing: [], unused: [], why: `No enabled action fits ${quoted(text)}.` }
  const request = reader.request(part, target, named)
  const step = { id, product: target.product, action: target.name, input: request.input }
  const [first, second] = routing.candidates
  const rival = routing.decision === 'ambiguous' && second ? [`fits ${called(second.target)} hardly worse`] : []
  const asks = request.isOnlyAsked ? ['is a question, and that action would do more than read'] : []
  const doubts = [
    ...request.doubts,
    ...asks,
    ...unsure(request, first?.score ?? 0),
    ...(request.effect === 'read' ? [] : rival)
  ]
  const why = `${quoted(text)} fits ${called(target)} (score ${first?.score.toFixed(2)})`
  if (request.missing.length > 0)
    return { ...step, missing: request.missing, unused: request.unused, why: lackOf(text, target, request) }
  return {
    ...step,
    goesOnAfterError: false,
    effect: request.effect,
    why: doubts.length > 0 ? `${why}, but ${doubts.join('; ')}.` : `${why}.`,
    ...(doubts.length > 0 && { doubts, unused: request.unused })
  }
}

/** Why a request cannot be run as it was understood. */
function lackOf(text: string, target: Target, { missing, doubts }: Request): string {
  const reasons = [`does not say: ${fieldTitles(target.inputSchema, missing)}`, ...doubts]
  return `${quoted(text)} fits ${called(target)}, and ${reasons.join('; ')}.`
}

const pronoun =
  /^(?:it|that|this|them|these|those|the same|him|her|(?:the\s+same|that|this|the\s+above)\s+(?:audience|group|matter|people|readers|subject|theme|topic))$/iu

/** What a part names, and what earlier ones named that it does not name again. */
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
  return defined(all)
}

function defined(entities: Readonly<Record<string, unknown>>): Entities {
  return Object.fromEntries(Object.entries(entities).filter(([, value]) => value !== undefined))
}

/** Words of a request that point at what was told before it. */
const pointsBack = pattern('iu')`\b(?:${anyOf('pointing')}|(?:this|that|the|same)\s+${anyOf('pointedAt')})\b`

/** "If the site is down, remember that": what is to be stored is the condition. */
function aboutCondition({ text, condition }: Asked, named: Named): Named {
  const match =
    /^\W*(?:please\s+)?(?:remember|note(?:\s+down)?|save|store|record|write\s+down)\s+(that|this|it)\s*$/iu.exec(text)
  if (!condition || !match) return named
  return {
    entities: { ...named.entities, statement: condition.text },
    spans: { ...named.spans, statement: [{ from: 0, to: text.length }] }
  }
}

/** A statement that begins with a pronoun is about what was named before. */
function aboutBefore(named: Named): Named {
  const { url, domain, company, email, statement = '' } = named.entities
  const [, rest] = /^(?:it|this|that)\s+(.+)$/isu.exec(statement) ?? []
  const subject = url ?? domain ?? company ?? email
  if (rest === undefined || subject === undefined) return named
  return { ...named, entities: { ...named.entities, statement: `${subject} ${rest}` } }
}

const result = pattern('iu')`\b(?:the|that|this|its?|their|all|what)\s+(?:\w+\s+)?${anyOf('results')}\b
  |\b(?:it|that|this|them|everything)(?:\s+down)?$|\bwhat\s+(?:you|it)\s+(?:find|finds|found|get|gets|learn)s?\b|\b(?:score|margin)$`

/** Where a part speaks of what the step before came to, that is what it states, under a key made of what that was about. */
function withResult(text: string, named: Named, { id, text: earlier = '' }: Before): Named {
  const { entities, spans } = named
  const match = result.exec(text)
  if (id === undefined || entities.statement !== undefined || !match) return named
  const { company, domain, topic, key } = entities
  const subject = [company, domain, topic].find(each => each !== undefined) ?? ''
  const words = earlier.toLowerCase().includes(subject.toLowerCase()) ? earlier : `${subject} ${earlier}`
  return {
    entities: { ...entities, statement: `{{${id}.summary}}`, key: key ?? keyOf(words) },
    spans: { ...spans, statement: [{ from: match.index, to: match.index + match[0].length }] }
  }
}
