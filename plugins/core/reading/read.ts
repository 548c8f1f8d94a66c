import { isDeepStrictEqual } from 'node:util'
import type { Effect, Products } from '@product-host/sdk'
import { canonicalJson } from '@product-host/toolkit/json'
import { called, destroyedBy, own, runsOthers } from '../calls.js'
import weights from '../tables/weights.json' with { type: 'json' }
import { fieldsOf, isAmong, keyIn, type Target } from './fields.js'
import { fill } from './fill.js'
import { labelledIn } from './labels.js'
import { cleaned, entitiesOf } from './named.js'
import { partsIn, recipeFor } from './parts.js'
import type { Asked, Choice, EntityKind, Filled, Named, Reader, Reading, Request, Routing } from './reading.js'
import {
  countIn,
  isDeletion,
  isOnlyAsking,
  isPositive,
  isQuestion,
  recurrencesIn,
  takesBack,
  withoutCourtesy
} from './refusals.js'
import type { ActionIndex } from './routing.js'
import { decisiveAbroad, spelledOut, translated } from './spelling.js'
import {
  anyOf,
  commandVerbs,
  evenlySpaced,
  expression,
  isDecisive,
  pattern,
  plainVerbs,
  withoutSpans,
  wordsOf
} from './words.js'

const { bars } = weights

type Input = Readonly<Record<string, unknown>>

/** Reads texts for the actions that are served. */
export class TextReader implements Reader {
  constructor(
    private readonly products: Products,
    private readonly now: number,
    private readonly index: ActionIndex
  ) {}

  route(text: string, choice: Choice): Routing {
    const routing = this.index.route(spelledOut(evenlySpaced(text)), choice)
    const agent = this.index.targets.find(({ id }) => id === `${own.slug}.${own.agent}`)
    if (!agent || routing.candidates[0]?.target === agent || !isAmong(agent, choice.only)) return routing
    const [best] = routing.candidates
    if (!best || !this.#isSeveralCalls(text, best.target)) return routing
    const plan = { ...best, target: agent, matchedTerms: [], keyword: undefined }
    const rest = routing.candidates.filter(({ target }) => target !== agent)
    return { ...routing, decision: 'matched', candidates: [plan, ...rest] }
  }

  /** Whether a text gives two orders to the same action, and one field two values: "check this site and check that site". */
  #isSeveralCalls(text: string, target: Target): boolean {
    const orders = this.read(text, [target.id]).asked.filter(part => part.target === target && this.#isOrder(part.text))
    const inputs = orders.map(part => this.request(part, target, this.names(part.text)).input)
    const names = new Set(inputs.flatMap(Object.keys))
    const valuesOf = (name: string) => inputs.flatMap(input => (name in input ? [canonicalJson([input[name]])] : []))
    return target.effect !== 'read' && [...names].some(name => new Set(valuesOf(name)).size > 1)
  }

  targets(only?: readonly string[]): readonly Target[] {
    return this.index.targets.filter(target => isAmong(target, only))
  }

  runnable(only?: readonly string[]): readonly Target[] {
    return this.targets(only).filter(target => !isPlanner(target))
  }

  names(sentence: string): Named {
    return entitiesOf(sentence, this.index.verbs)
  }

  routePart(text: string, only?: readonly string[]): Routing {
    return this.index.route(text, { only, threshold: bars.threshold }, isPlanner)
  }

  read(text: string, only?: readonly string[]): Reading {
    const plain = spelledOut(evenlySpaced(text))
    const parts =
      recipeFor(plain)?.map(request => ({ text: request, isQuestion: false, isNegated: false })) ??
      partsIn(this.#spelled(plain), { verbs: this.index.verbs })
    const asked: Asked[] = []
    const told: string[] = []
    let before: Asked | undefined
    for (const part of parts) {
      const routing = takesBack.test(part.text) ? nothing : this.routePart(part.text, only)
      const target = routing.decision === 'none' ? undefined : routing.candidates[0]?.target
      const alone: Asked = { ...part, routing, target, details: [] }
      // `Every 20 minutes, check the site`: what was only told is a field of what is asked for.
      const isBefore = before !== undefined && target !== undefined && this.#isDetail(before, alone, target)
      const next = before && isBefore ? { ...alone, details: [before.text] } : alone
      if (isBefore) told.pop()
      before = undefined
      const last = asked.at(-1)
      const joined = last && this.#joined(last, next)
      if (joined) asked.splice(-1, 1, joined)
      else if (this.#tells(next) && parts.length > 1) {
        told.push(part.text)
        before = next
      } else asked.push(next)
    }
    return asked.length === 0
      ? { asked: parts.map(part => ({ ...part, routing: nothing, target: undefined, details: [] })), told: [] }
      : { asked, told }
  }

  request(
    { text, details, order }: Pick<Asked, 'text' | 'details' | 'order'>,
    target: Target,
    named: Named,
    given: Input = {}
  ): Request {
    const all = { ...this.#filled(text, target, named, given) }
    for (const detail of details) {
      const { input, missing, ...rest } = this.#filled(detail, target, this.names(detail), said(all.input))
      const unused = all.unused.concat(rest.unused)
      const notes = all.notes.concat(rest.notes)
      Object.assign(all, { input, missing, unused, notes, loose: all.loose.concat(rest.loose) })
    }
    const effect = this.#effectOf(target, all.input)
    const destroys = destroyedBy(called(target), all.input)
    const isOnlyAsked = effect !== 'read' && isOnlyAsking(text, effect, target.intents.phrases.some(isQuestion))
    const request = { ...all, effect, destroys, isOnlyAsked }
    return { ...request, doubts: this.#doubts(text, [...details, order ?? text], target, request) }
  }

  /** Why a person has to see a call before it runs. */
  #doubts(
    text: string,
    details: readonly string[],
    target: Target,
    { input, effect, destroys, notes, unused, loose }: Filled & Pick<Request, 'effect' | 'destroys'>
  ): readonly string[] {
    const count = countIn(text)
    const decisive = effect === 'read' ? unused.filter(isDecisive) : unused
    return [
      ...notes,
      ...(effect === 'read' && !isQuestion(text) && recurrencesIn(text).length > 0 && !('everySeconds' in input)
        ? ['says how often, and that action runs once']
        : []),
      ...(!isQuestion(text) && decisiveAbroad(text).length > 0
        ? [
            `has words of another language that may decide: ${decisiveAbroad(text)
              .map(each => `"${each}"`)
              .join(', ')}`
          ]
        : []),
      ...(effect === 'read' ? [] : this.#misread(text, target, input)),
      ...(count !== undefined && !Object.values(input).includes(count) ? [`asks for ${count} of them`] : []),
      ...(isDeletion(text) && destroys === undefined ? ['deletes nothing by that action'] : []),
      ...(decisive.length > 0
        ? [`was not understood completely: ${decisive.map(word => `"${word}"`).join(', ')}`]
        : []),
      ...(effect === 'write' && !isQuestion(text) && ![text, ...details].some(each => this.#isOrder(each))
        ? ['is no order, and that action would change what is stored']
        : []),
      ...(effect !== 'read' && loose.length > 0
        ? [`has words in a free text that may decide: ${loose.map(word => `"${word}"`).join(', ')}`]
        : [])
    ]
  }

  /** What shows that a text was taken apart wrongly. */
  #misread(text: string, target: Target, input: Input): readonly string[] {
    const request = withoutCourtesy(text) ?? text
    const whole = fieldsOf(target.inputSchema).some(
      ({ kind, name }) => kind === 'statement' && input[name] === cleaned(text)
    )
    const texts = fieldsOf(target.inputSchema)
      .filter(({ kind }) => kind !== 'statement')
      .flatMap(({ name }) => [input[name]].flat())
    const rival = this.index.targets.find(
      ({ title, id }) => id !== target.id && /\s/u.test(title) && beginsWith(request, wordsOf(title))
    )
    return [
      ...(whole && this.#isOrder(text) ? ['would be stored as it stands'] : []),
      ...texts
        .filter(each => typeof each === 'string' && /\S[^\S\n]{2,}\S/u.test(each))
        .map(each => `is taken apart within "${each}"`),
      ...(rival ? [`begins as ${called(rival)} is called`] : [])
    ]
  }

  #effectOf({ product, name, effect }: Target, input: Input): Effect {
    return this.products.effect(product, name, input) ?? effect
  }

  #filled(sentence: string, target: Target, named: Named, given: Input): Filled {
    const open = fieldsOf(target.inputSchema).filter(({ name }) => !Object.hasOwn(given, name))
    const labelled = labelledIn(sentence, open, this.now)
    const rest = withoutSpans(sentence, labelled.spans)
    return fill(rest, rest === sentence ? named : this.#namesLeft(sentence, rest, named), target, {
      given,
      labelled: labelled.input,
      whole: sentence,
      reads: input => this.#effectOf(target, input) === 'read',
      now: this.now,
      known: this.index.termsOf(target)
    })
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

  /** A text with its first three words corrected, which say what to do; later ones may be what is to be stored or written. */
  #spelled(text: string): string {
    if (translated(text) !== text) return text
    const [lead = ''] = /^(?:[\p{L}'’-]+\s+){0,2}[\p{L}'’-]+(?=\s|$)/u.exec(text) ?? []
    const verb = this.index.spelling.withVerb(lead, this.index.verbs)
    return (storing.test(verb) ? verb : this.index.spelling.corrected(verb)) + text.slice(lead.length)
  }

  /** Whether a text begins with a verb, and so tells somebody to do something. */
  #isOrder(text: string): boolean {
    if (withoutCourtesy(text) !== undefined || isPositive(text)) return !isQuestion(text)
    const words = wordsOf(text.replace(/^\W*(?:(?:please|pls|kindly|just|also|now|then|and)\s+)*/iu, ''))
    return (
      words.length > 1 &&
      !stating.test(text) &&
      [this.index.verbs, plainVerbs, commandVerbs].some(list => list.has(words[0] ?? ''))
    )
  }

  /** Whether a part asks for nothing: it gives no order, asks no question, and no action is sure to be meant. */
  #tells({ text, isQuestion, isNegated, condition, routing, target }: Asked): boolean {
    if (isQuestion || isNegated || condition || this.#isOrder(text)) return false
    return target === undefined || (routing.candidates[0]?.score ?? 0) < bars.plan
  }

  /** Two parts as one request, where one only says more of the other or points at it; undefined where they are two. */
  #joined(last: Asked, next: Asked): Asked | undefined {
    if (last.isNegated || next.isNegated || next.condition) return undefined
    const isLastOrder = last.isQuestion || this.#isOrder(last.text)
    const isSame = last.target === next.target
    const details = [...last.details, ...next.details]
    if (last.target && last.target.effect !== 'write' && telling.test(next.text) && (isSame || !next.target))
      return { ...last, details }
    if (pointing.test(next.text)) {
      if (isLastOrder && last.target && isSame)
        return { ...last, details: onlyPointing.test(next.text) ? details : [...details, next.text] }
      if (!isLastOrder && !last.condition) {
        const isLasts = !next.target || (this.#isSure(last) && (!this.#isSure(next) || ofAnyStore(next.text)))
        const of = isLasts ? last : next
        return {
          ...of,
          text: last.text,
          order: next.text,
          details: onlyPointing.test(next.text) ? details : [...next.details, next.text]
        }
      }
    }
    if (last.target && !next.isQuestion) {
      const remark = this.#remarkOf(next, last, last.target)
      if (remark !== undefined) return { ...last, details: [...details, remark] }
      if (this.#isDetail(next, last, last.target))
        return { ...last, ...(isLastOrder ? {} : { order: next.text }), details: [...details, next.text] }
    }
    if (next.target && !isLastOrder && !last.condition && this.#isDetail(last, next, next.target))
      return { ...next, details: [...details, last.text] }
    return undefined
  }

  /** `They are hiring`, `Signals: hiring`: what is known of whom the part before names, by the name of the field that lists it. */
  #remarkOf({ text, target }: Asked, last: Asked, of: Target): string | undefined {
    const [, fact] = remark.exec(text) ?? []
    const field = fieldsOf(of.inputSchema).find(({ kind }) => kind === 'list')
    if (fact === undefined || !field || (target && target !== of && this.#isOrder(text))) return undefined
    const known = this.#filled(last.text, of, this.names(last.text), {})
    return Object.hasOwn(known.input, field.name) ? undefined : `${field.words.join(' ')}: ${fact}`
  }

  #isSure({ routing }: Asked): boolean {
    return routing.decision === 'matched' && (routing.candidates[0]?.score ?? 0) >= bars.plan
  }

  /** Whether what a part says are fields of another part's action, and none of them is another value than that part says. */
  #isDetail(part: Asked, of: Asked, target: Target): boolean {
    const all = fieldsOf(target.inputSchema)
    const isLabelled = labelledIn(part.text, all, this.now).spans.some(({ from }) => from === 0)
    const isSwitch = all.some(({ takesBoolean, words }) => takesBoolean && beginsWith(part.text, words))
    const isOrder = this.#isOrder(part.text) && !setting.test(part.text) && !isLabelled && !isSwitch
    if (part.target !== target && this.#isSure(part) && isOrder) return false
    const known = this.#filled(of.text, target, this.names(of.text), {})
    const said = this.#filled(part.text, target, this.names(part.text), {})
    const fields = Object.keys(said.input).filter(name => said.input[name] !== '')
    const isStore = keyIn(all) !== undefined
    const isStored = isStore && all.some(({ name, kind }) => kind === 'statement' && fields.includes(name))
    if (fields.length === 0 || isStored || said.notes.length > 0) return false
    if (said.unused.length > 0 && (isOrder || part.isQuestion)) return false
    return fields.every(
      name => (known.input[name] ?? '') === '' || isDeepStrictEqual(known.input[name], said.input[name])
    )
  }
}

function beginsWith(text: string, words: readonly string[]): boolean {
  return wordsOf(text).slice(0, words.length).join(' ') === words.join(' ')
}

/** An input without the texts that are empty since nothing was said of them. */
function said(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''))
}

const nothing: Routing = { decision: 'none', candidates: [], margin: 0, considered: 0 }

function isPlanner({ product, name }: Target): boolean {
  return runsOthers(product, name)
}

/** `backup and import are done`: what begins like an order, and only tells something. */
const stating =
  /^(?:(?!that\b|whether\b|if\b|who\b|which\b|what\b|how\b)[^\s:"“]+\s+){1,5}?(?:is|are|was|were|has|have|had)\s/iu

/** What follows these verbs is to be stored as it stands. */
const storing = /^(?:please\s+)?(?:remember|note|save|store|write|jot|keep|memori[sz]e|record)\b/iu

const pointedAt = expression`(?:${anyOf('pronouns')}(?=\s*(?:$|[.,;!?]|${anyOf('behindPronouns')}(?![\p{L}\p{N}])))
  |(?:the|this|that|these|those)\s+${anyOf('things')})`

/** `draft it`, `book that in the ledger`, `show me this`: an order about what stands before it. */
const pointing = new RegExp(
  String.raw`^(?:(?:please|kindly|so|now|just|and)\s+)*\p{L}+\s+(?:(?:me|us)\s+)?${pointedAt}(?![\p{L}\p{N}])`,
  'iu'
)

/** Whether an order to keep something may mean another store than the memory: `record this`, `put that in the ledger`. */
function ofAnyStore(order: string): boolean {
  return (
    /\b(?:record|save|store|keep|put|log|book|enter)\b/iu.test(order) &&
    !/\b(?:memory|memories|notes?|key|mind)\b/iu.test(order)
  )
}

/** Such an order that says nothing else. */
const onlyPointing = pattern('iu')`^(?:(?:please|kindly|so|now|just|and)\s+)*\p{L}+\s+(?:(?:me|us)\s+)?${pointedAt}
  (?:\s+(?:down|up|to\s+(?:me|us)|for\s+(?:me|us|later)|in\s+mind|on\s+(?:file|record)|please))*[\s.!?]*$`

/** Orders to tell what is asked of the same thing. */
const telling = pattern('iu')`
  ^(?:(?:and|please|then)\s+)*(?:(?:tell|let|show)\s+(?:me|us)(?:\s+know)?|say|report(?:\s+back)?|see|find\s+out|check)
  \s+${anyOf('questionWords')}\s+(?:${anyOf('aboutWords')}|the\s+${anyOf('aboutThings')})(?![\p{L}\p{N}])(?!.*(?:https?:|@))`

/** A sentence that goes on about whom the one before names. */
const remark = pattern('isu')`
  ^(?:(?:the\s+)?(?:(?:buying|current|following|known|observed|relevant)\s+)*${anyOf('remarks')}\s*
  (?:(?:are|is|were)\s*(?:as\s+follows\s*)?)?:\s*|they(?:['’](?:ve|re))?\s+(?:(?:are|have)\s+)?)(\S.*)$`

/** Orders that only set what an earlier one is done with. */
const setting =
  /^\W*(?:(?:please|and|also|just)\s+)*(?:make\s+(?:sure|it)|ensure|use|set|keep|give|put|with|have|let|be|sound|expect|include|add)(?![\p{L}\p{N}])/iu
