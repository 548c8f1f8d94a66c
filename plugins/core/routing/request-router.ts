import { isDeepStrictEqual } from 'node:util'
import type { Clock, Products } from '@product-host/sdk'
import { canonicalJson } from '@product-host/toolkit/json'
import { destroyedBy, own, runsOthers } from '../calls.js'
import limits from '../tables/limits.json' with { type: 'json' }
import weights from '../tables/weights.json' with { type: 'json' }
import { pointsBack, takesBack, withoutReason } from '../text/background.js'
import { entitiesOf } from '../text/entities.js'
import type { Clause, EntityKind, Named, Reading } from '../text/reading.js'
import { forSomebody, isDeletion, isOnlyAsking, isQuestion } from '../text/sentences.js'
import { withoutSpans, wordsOf } from '../text/words.js'
import { called } from '../titles.js'
import { ClauseReader, isComplete, isPlain } from './clause-reader.js'
import { fill } from './fill.js'
import { labelledIn } from './labelled-fields.js'
import { routed, scoreOf } from './rank.js'
import type { Choice, Order, Request, Requests, Routing } from './request.js'
import type { TargetIndex } from './target-index.js'
import { fieldsOf, isAmong, type Target } from './targets.js'

const { bars, sure } = weights

/** Clauses that are read to distinguish a plan from a single request. */
const { mostClauses } = limits.route

/** Of the actions that a text leads to, those whose fields it may name. */
const mostRivals = 3

const nothing: Routing = { decision: 'none', candidates: [], margin: 0, considered: 0 }

/** Finds the action that a text asks for, by what the served products say of themselves, and what is asked of it. */
export class RequestRouter implements Requests {
  readonly #index: TargetIndex
  readonly #reader: ClauseReader

  constructor(
    private readonly products: Products,
    private readonly clock: Clock,
    index: TargetIndex
  ) {
    this.#index = index
    this.#reader = new ClauseReader(this, clock, index)
  }

  route(text: string, choice: Choice): Routing {
    const index = this.#index
    const clauses = this.#clauses(text)
    const [only, ...others] = clauses
    const asked = this.#leads(others.length === 0 && only ? (only.order ?? only.text) : text, choice)
    // "I wrote the code down somewhere. Could you find it?": what is told before says what is asked for.
    const single = asked.decision === 'none' && only?.context !== undefined ? this.#leads(text, choice) : asked
    const parts = clauses.slice(0, mostClauses).map(clause => this.clause(clause, choice))
    const agent = index.entries.find(({ target }) => target.id === `${own.slug}.${own.agent}`)
    // "Which customers cost most, and what will be spent?" is one look, if the same action answers both.
    const [first] = parts
    const target = first?.candidates[0]?.target
    const isAboutOne = clauses.every(isPlain) && parts.every(({ candidates }) => candidates[0]?.target === target)
    if (target && isAboutOne) {
      if (target.effect === 'read') return this.#leads(only?.order ?? only?.text ?? text, choice)
      // "Who owns lead 5120? Assign by rules", "When should my posts go out? Two a week": one call takes what all of them say.
      const requests = clauses.map(clause => this.request(clause.text, target, this.namesOf(clause)))
      if (isOneCall(requests) && single.candidates[0]?.target === target) return single
    }
    const isPlan =
      (parts.length > 1 || clauses.some(clause => this.#dependsOnOther(clause))) &&
      (parts.every(({ decision }) => decision !== 'none') || areSeveral(parts))
    if (!agent || !isPlan || !isAmong(agent.target, choice.only)) return single
    if (isSurelyOne(single, agent.target) && !this.#areSeveralCalls(clauses, single)) return single
    const score = Math.min(...parts.filter(({ decision }) => decision !== 'none').map(scoreOf))
    const best = single.candidates[0]?.score ?? 0
    if (score < best - bars.lead) return single
    const confidence = Math.min(
      ...parts.flatMap(({ decision, candidates }) => (decision === 'none' ? [] : (candidates[0]?.confidence ?? 0)))
    )
    const sum = { lexical: score, coverage: score, similarity: score, cue: score, learned: score }
    const plan = {
      target: agent.target,
      score,
      confidence,
      parts: sum,
      matchedTerms: [],
      keyword: undefined,
      clauses: parts.length
    }
    const rest = single.candidates.filter(({ target }) => target !== agent.target)
    return { ...single, decision: 'matched', candidates: [plan, ...rest], margin: score }
  }

  /** Whether at least two orders make a call of the same action each, by inputs that differ: "check this site and check that site". */
  #areSeveralCalls(clauses: readonly Clause[], { candidates: [first] }: Routing): boolean {
    if (!first) return false
    const orders = clauses.filter(({ text }) => this.#index.verbs.has(wordsOf(text)[0] ?? ''))
    const requests = orders.map(order => this.request(order.text, first.target, this.namesOf(order)))
    const inputs = requests.filter(isComplete).map(({ input }) => canonicalJson(input))
    return new Set(inputs.filter(input => input !== '{}')).size > 1
  }

  /** Whether a condition is about something else than what the request does itself: "sound the alarm if it is an hour late" is a setting. */
  #dependsOnOther({ condition, ...clause }: Clause): boolean {
    if (!condition) return false
    const target = this.targetOf(clause)
    return target === undefined || this.targetOf({ text: condition.text }) !== target
  }

  clause({ text, order = text }: Order, choice: Choice): Routing {
    if (takesBack.test(order)) return nothing
    const routing = this.#leads(order, choice, isRunnable)
    // A reason says nothing of what is asked for.
    const rest = withoutReason(order)?.text
    const plain = rest === undefined ? routing : this.#leads(rest, choice, isRunnable)
    return plain.decision === 'matched' && scoreOf(plain) > scoreOf(routing) ? plain : routing
  }

  /**
   * Where a text leads. What it says of fields by their names says nothing of what it asks for: without that, it has to lead to the
   * action that has these fields.
   */
  #leads(text: string, choice: Choice, isAllowed: (target: Target) => boolean = () => true): Routing {
    if (forSomebody.test(text)) return nothing
    const routing = routed(text, choice, this.#index, isAllowed)
    let isByLabels = false
    const others = routing.candidates.slice(0, mostRivals).flatMap(({ target }, place) => {
      const labelled = labelledIn(text, fieldsOf(target.inputSchema), this.clock.now())
      if (labelled.spans.length === 0) return []
      const left = routed(withoutSpans(text, labelled.spans), choice, this.#index, isAllowed)
      const isSame = left.candidates[0]?.target === target && left.decision !== 'none'
      // "Evaluate Acme, signals: replied to an email": only the signals speak of an email.
      if (place === 0 && !isSame && left.decision === 'matched') isByLabels = true
      return isSame ? [left] : []
    })
    const [best] = others.toSorted((left, right) => scoreOf(right) - scoreOf(left))
    return best && (isByLabels || routing.decision === 'none' || scoreOf(best) > scoreOf(routing)) ? best : routing
  }

  runnable(only?: readonly string[]): readonly Target[] {
    return this.targets(only).filter(isRunnable)
  }

  /** The parts of a text that ask for something each. */
  #clauses(text: string): readonly Clause[] {
    return this.read(text).clauses
  }

  read(text: string): Reading {
    return this.#reader.read(text)
  }

  namesOf({ text, context }: Clause): Named {
    const named = this.names(text)
    if (context === undefined || !pointsBack.test(text)) return named
    const { email, url, domain, company } = this.names(context).entities
    const told = Object.entries({ email, url, domain, company }).filter(([, value]) => value !== undefined)
    return { ...named, entities: { ...Object.fromEntries(told), ...named.entities } }
  }

  targetOf(clause: Order): Target | undefined {
    const { decision, candidates } = this.clause(clause, { threshold: bars.threshold })
    return decision === 'none' ? undefined : candidates[0]?.target
  }

  names(sentence: string): Named {
    return entitiesOf(sentence, this.#index.verbs)
  }

  /** What is named where a part of the sentence is taken; what earlier sentences named stays. */
  #namesLeft(sentence: string, rest: string, named: Named): Named {
    const whole = this.names(sentence)
    const left = this.names(rest)
    const others = Object.entries(named.entities).filter(
      ([kind, value]) =>
        !(kind in whole.spans) || (typeof value === 'string' && value !== whole.entities[kind as EntityKind])
    )
    const spans = Object.entries(named.spans).filter(([kind]) => others.some(([other]) => other === kind))
    return {
      entities: { ...left.entities, ...Object.fromEntries(others) },
      spans: { ...left.spans, ...Object.fromEntries(spans) }
    }
  }

  request(sentence: string, target: Target, named: Named, given: Readonly<Record<string, unknown>> = {}): Request {
    const whole = this.#request(sentence, target, named, given)
    const reasoned = isComplete(whole) ? undefined : withoutReason(sentence)
    if (!reasoned) return whole
    const { text, reason } = reasoned
    const rest = this.#request(text, target, this.#namesLeft(sentence, text, named), given)
    return isComplete(rest) ? { ...rest, reason } : whole
  }

  #request(sentence: string, target: Target, named: Named, given: Readonly<Record<string, unknown>>): Request {
    const effectOf = (input: Readonly<Record<string, unknown>>) =>
      this.products.effect(target.product, target.name, input) ?? target.effect
    const { entries } = this.#index
    const known = entries.find(entry => entry.target === target)?.spokenTerms
    const open = fieldsOf(target.inputSchema).filter(({ name }) => !Object.hasOwn(given, name))
    const labelled = labelledIn(sentence, open, this.clock.now())
    const rest = withoutSpans(sentence, labelled.spans)
    const filled = fill(rest, rest === sentence ? named : this.#namesLeft(sentence, rest, named), target, {
      given,
      labelled: labelled.input,
      whole: sentence,
      reads: input => effectOf(input) === 'read',
      now: this.clock.now(),
      ...(known && { known })
    })
    const effect = effectOf(filled.input)
    const destroys = destroyedBy(called(target), filled.input)
    return {
      ...filled,
      notes: isDeletion(sentence) && destroys === undefined ? [...filled.notes, 'it deletes nothing'] : filled.notes,
      effect,
      destroys,
      isOnlyAsked:
        effect !== 'read' &&
        isOnlyAsking(sentence, {
          writes: effect === 'write',
          isEmpty: Object.keys(filled.input).length === 0,
          answersQuestions: target.intents.phrases.some(isQuestion)
        })
    }
  }

  targets(only?: readonly string[]): readonly Target[] {
    return this.#index.entries.flatMap(({ target }) => (isAmong(target, only) ? [target] : []))
  }
}

function isRunnable({ product, name }: Target): boolean {
  return !runsOthers(product, name)
}

/** Whether the learned model is sure of one action, and that no plan is asked for: "find out who that is and where they work". */
function isSurelyOne({ decision, candidates }: Routing, agent: Target): boolean {
  const planned = candidates.find(({ target }) => target === agent)?.parts.learned ?? 0
  return decision === 'matched' && (candidates[0]?.parts.learned ?? 0) >= sure.one && planned < sure.noPlan
}

/** Whether at least two parts clearly lead to different actions; others may say how to go about it. */
function areSeveral(parts: readonly Routing[]): boolean {
  const clear = parts.filter(part => part.decision === 'matched' && scoreOf(part) >= bars.plan)
  return new Set(clear.map(({ candidates }) => candidates[0]?.target)).size > 1
}

/** Whether one call does what several requests of the same action ask for: no two of them change something by the same field. */
function isOneCall(requests: readonly Request[]): boolean {
  const isRead = requests.every(({ effect }) => effect === 'read')
  const seen = new Map<string, unknown>()
  return requests.every(({ input }) =>
    Object.entries(input).every(([name, value]) => {
      const isNew = !seen.has(name)
      const isSame = isDeepStrictEqual(seen.get(name), value)
      seen.set(name, value)
      return isNew || (isRead && isSame)
    })
  )
}
