import type { Clock } from '@product-host/sdk'
import weights from '../tables/weights.json' with { type: 'json' }
import { isOfAnyStore, isReason, isSameAgain, isTold, storedTelling } from '../text/background.js'
import {
  clausesIn,
  introduced,
  onlyPeriod,
  recipeFor,
  remark,
  setting,
  telling,
  withoutHeading
} from '../text/clauses.js'
import {
  countIn,
  oneForEach,
  oneForEachChoice,
  oneForEachPart,
  oneForEachRemark,
  withRemarks
} from '../text/coordination.js'
import type { Clause, Reading } from '../text/reading.js'
import { isCommand, isQuestion } from '../text/sentences.js'
import { spelledOut } from '../text/short-forms.js'
import { isOnlyRecurrence, translated, unusedWords } from '../text/wording.js'
import { platformNames, withoutSpans, wordsOf } from '../text/words.js'
import { labelledIn } from './labelled-fields.js'
import type { Order, Request, Requests } from './request.js'
import type { TargetIndex } from './target-index.js'
import { choiceWords, fieldsOf, isDenied, type Target } from './targets.js'

const { bars } = weights

const goesOn =
  /^(?:(?:please|kindly|so|now|just|would\s+you|could\s+you|can\s+you)\s+)*\S+\s+(?:it|him|her|them|the\s+(?:site|page|website|address|domain|lead)(?=\s*$)|(?:this|that|the|these)\s+(?:amounts?|charges?|consumption|costs?|entry|events?|expenses?|facts?|figures?|usage)(?=\s*$)|(?:this|that)(?=\s*$|\s+(?:down|to|for|in|as|into|on|please|with)\b))\b/i

/** `a 2-email sequence`. */
const compound = /\b(\d+|two|three|four)-(?=(?:e-?mails?|mails?|steps?|messages?)\b)/giu

/** `please log a start heartbeat`, `record that heartbeat`. */
const isReport = /^(?:(?:please|so|now|just)\s+)*\p{L}+\s+(?:an?|the|this|that|its)(?:\s+\p{L}+){1,3}$/iu

const ordered = /^(?:please\s+)?(?:log|record|send|post|report|register|add|note|mark)\b/iu

const onlyGoesOn =
  /^(?:(?:please|kindly|so|now|just)\s+)*\p{L}+\s+(?:it|this|that|them|him|her|(?:the|this|that|these)\s+(?:amounts?|charges?|consumption|costs?|entry|events?|expenses?|facts?|figures?|information|outcomes?|usage))(?:\s+(?:down|for\s+(?:me|us|later)|in\s+mind|on\s+(?:file|record)|please))*$/iu

/** Reads the parts of a text that ask for something each, by the actions to which they lead. */
export class ClauseReader {
  constructor(
    private readonly router: Requests,
    private readonly clock: Clock,
    private readonly index: TargetIndex
  ) {}

  /**
   * The parts of a text that ask for something each; those of a recipe, where it is the whole text; one for each of several
   * things of which an action takes one. What only goes on about the same ("…, send her to the sales team") belongs to the part
   * before. What is told before a request is the context of it.
   */
  read(text: string): Reading {
    const plain = spelledOut(text)
    const recipe = recipeFor(plain)
    if (recipe)
      return {
        clauses: recipe.map(request => ({ text: request, isQuestion: false, isNegated: false })),
        background: []
      }
    const clauses: Clause[] = []
    for (const read of clausesIn(this.#spelled(plain.replaceAll(compound, '$1 ')), { verbs: this.index.verbs })) {
      const clause = this.#withoutHead(read)
      const before = clauses.at(-1)
      if (before && this.#isAboutAnswer(before, clause)) continue
      const whole = before && isPlain(before) && isPlain(clause) ? this.#joined(before, clause.text) : undefined
      if (whole) clauses.splice(-1, 1, whole)
      else clauses.push(clause)
    }
    const { asked, background } = this.#aside(clauses)
    return {
      clauses: asked
        .map(clause => {
          const count = countIn(clause.text)
          return count === undefined ? clause : { ...clause, count }
        })
        .flatMap(withRemarks)
        .flatMap(clause => (this.#isAboutOne(clause.text) ? [clause] : oneForEachPart(clause)))
        .flatMap(clause => this.#oneForEach(clause)),
      background
    }
  }

  /** `Acme: no outreach`: what is not wanted, behind what it is about. */
  #withoutHead(clause: Clause): Clause {
    const [, head = '', unwanted = ''] = headed.exec(clause.text) ?? []
    if (unwanted === '' || this.index.verbs.has(wordsOf(head)[0] ?? '') || !this.#target({ text: unwanted }))
      return clause
    return { ...clause, text: unwanted, isNegated: true }
  }

  /** Clauses without those that only tell what is so, where others ask for something; these know what was told before them. */
  #aside(clauses: readonly Clause[]): { readonly asked: readonly Clause[]; readonly background: readonly string[] } {
    const { verbs } = this.index
    const isAsking = (clause: Clause) =>
      !isPlain(clause) || !(isTold(clause.text, verbs, false) || isReason(clause.text))
    const requests = clauses.filter(clause => isAsking(clause) && !clause.isNegated)
    const denied = clauses.filter(({ isNegated }) => isNegated).flatMap(clause => this.#target(clause) ?? [])
    if ((requests.length === 0 && denied.length === 0) || requests.length === clauses.length)
      return { asked: clauses, background: [] }
    const background: string[] = []
    const asked: Clause[] = []
    for (const [position, clause] of clauses.entries()) {
      const isBehind = clauses.slice(0, position).some(isAsking)
      const isAside = isTold(clause.text, verbs, isBehind) && this.#isNoRequest(clause, requests, denied)
      if (isPlain(clause) && (isReason(clause.text) || isAside)) background.push(clause.text)
      else asked.push(background.length === 0 ? clause : { ...clause, context: background.join('. ') })
    }
    return { asked, background }
  }

  /**
   * Whether a sentence that tells something is no request itself: no action fits clearly, or one that is asked for or forbidden beside it, and
   * it holds no field or figure of what is asked for.
   */
  #isNoRequest(clause: Clause, requests: readonly Clause[], denied: readonly Target[]): boolean {
    const target = this.#target(clause)
    const isSetting = ({ inputSchema }: Target) =>
      labelledIn(clause.text, fieldsOf(inputSchema), this.clock.now()).spans.some(({ from, to }) =>
        sets.test(clause.text.slice(from, to))
      )
    if (requests.flatMap(request => this.#target(request) ?? []).some(isSetting)) return false
    // What only reads is asked for, and not told. "It is still running, so do not record it" records nothing.
    if (!target || target.effect === 'read' || denied.includes(target)) return true
    if (/\d/u.test(clause.text)) return false
    if (!this.#isClear(clause)) return true
    const { input, ...told } = this.router.request(clause.text, target, this.router.names(clause.text))
    const alike = requests.filter(request => this.#target(request) === target)
    if (!isComplete({ input, ...told })) return alike.length > 0
    // "The export has finished. Record a success for nightly-export": what is told is the reason for what is asked for.
    return alike.some(request => {
      const asked = this.router.request(request.text, target, this.router.names(request.text))
      return (
        isComplete(asked) && (this.#isStore(request) || input.name === undefined || input.name === asked.input.name)
      )
    })
  }

  /** A text with its first three words corrected, which say what to do; later ones may be what is to be stored or written. */
  #spelled(text: string): string {
    if (translated(text) !== text) return text
    const [lead = ''] = /^(?:[\p{L}'’-]+\s+){0,2}[\p{L}'’-]+(?=\s|$)/u.exec(text) ?? []
    const { spelling } = this.index
    const verb = spelling.withVerb(lead, this.index.verbs)
    return (storing.test(verb) ? verb : spelling.corrected(verb)) + text.slice(lead.length)
  }

  #goesOn(before: string, clause: string): boolean {
    if (isReport.test(clause) && this.#isReported(before, clause)) return true
    if (!goesOn.test(clause)) return false
    // "When should I post? Plan it": what the question is about is to be done.
    if (isQuestion(before) && !this.#isClear({ text: clause })) return true
    const [first = ''] = wordsOf(before)
    // "We used 5k tokens, book that": a statement, and what to do with it.
    const isStatement = !isQuestion(before) && !this.index.verbs.has(first) && onlyGoesOn.test(clause)
    return isStatement || this.#target({ text: before }) === this.#target({ text: clause })
  }

  /** "The import has started, please log a start heartbeat": one request, of which the second part names nothing. */
  #isReported(before: string, clause: string): boolean {
    const target = this.#target({ text: before })
    const isTold = !isQuestion(before) && this.router.names(before).entities.name !== undefined && !ordered.test(before)
    return (
      isTold &&
      target !== undefined &&
      this.router.names(clause).entities.name === undefined &&
      this.#target({ text: clause }) === target
    )
  }

  /** A clause with the next one, where that is a remark on it, names fields of it, or goes on about the same. */
  #joined(before: Clause, clause: string): Clause | undefined {
    if (isOnlyRecurrence(before.text))
      return { ...before, text: `${clause.replace(/(?<![\s.!])[\s.!]+$/u, '')} ${lowered(before.text)}` }
    const isStatement = !isQuestion(before.text) && !this.index.verbs.has(wordsOf(before.text)[0] ?? '')
    const isOther = isOfAnyStore(clause) && this.#target(before) !== undefined && !this.#isStore(before)
    const stored = isStatement && !isOther ? storedTelling(before.text, clause) : undefined
    if (stored !== undefined) return { ...before, text: stored }
    if (isSameAgain.test(clause) && this.#isRead(before)) return before
    if (onlyTags.test(clause) && this.#isStore(before)) return { ...before, text: `${before.text}, ${clause}` }
    if (onlyPlatforms.test(clause) && this.#target(before) && !before.isQuestion)
      return { ...before, order: before.order ?? before.text, text: `${before.text}, on ${clause}` }
    if (onlyPlace.test(clause) && this.#target(before)) return { ...before, text: `${before.text}, ${lowered(clause)}` }
    const asked = before.text.replace(/(?<![\s?.!])[\s?.!]+$/u, '')
    const target = this.#target(before)
    if (target) {
      const [, label, fact = ''] = remark.exec(clause) ?? []
      const takesList = fieldsOf(target.inputSchema).some(({ kind }) => kind === 'list')
      if (
        fact !== '' &&
        !isQuestion(clause) &&
        !isCommand(fact) &&
        takesList &&
        !withoutHeading(before.text).includes(': ')
      )
        return { ...before, text: `${withoutHeading(asked)}${label ? ':' : ','} ${label ? fact : lowered(fact)}` }
      const [, period] = onlyPeriod.exec(clause) ?? []
      if (period !== undefined && fieldsOf(target.inputSchema).some(({ name }) => name === 'days'))
        return { ...before, text: `${asked} over ${period}` }
      if (this.#namesFields(clause, target))
        return { ...before, order: before.order ?? before.text, text: `${asked}; ${lowered(clause)}` }
    }
    const heading = target && !isStatement ? undefined : this.#headed(before, clause)
    if (heading) return heading
    const [word = ''] = wordsOf(before.text)
    const merged = isQuestion(before.text) || this.index.verbs.has(word) ? undefined : introduced(before.text, clause)
    if (merged !== undefined && this.#takes(merged, clause))
      return { ...before, text: merged, isQuestion: isQuestion(merged) }
    return this.#goesOn(before.text, clause) ? { ...before, text: `${before.text}, ${lowered(clause)}` } : undefined
  }

  /** Whether a clause asks for something that an action makes or reads, and changes nothing by it. */
  #isRead(clause: Clause): boolean {
    const target = isTold(clause.text, this.index.verbs, false) ? undefined : this.#target(clause)
    return target !== undefined && !fieldsOf(target.inputSchema).some(({ kind }) => kind === 'key')
  }

  #isStore(clause: Clause): boolean {
    const target = this.#target(clause)
    return (
      target !== undefined && fieldsOf(target.inputSchema).some(({ kind, isRequired }) => kind === 'key' && isRequired)
    )
  }

  /** `Topic: bees. Prepare the brief`: a field by its name, and what it is a field of. */
  #headed(before: Clause, clause: string): Clause | undefined {
    const target = /^[\p{L}\s]{3,24}:\s+\S/u.test(before.text) ? this.#target({ text: clause }) : undefined
    if (!target || !this.#namesFields(before.text, target)) return undefined
    return { ...before, order: clause, text: `${clause}; ${lowered(before.text)}` }
  }

  /** Whether an action is meant by a request that was put together, and takes the remark behind its colon. */
  #takes(request: string, clause: string): boolean {
    const target = this.#target({ text: request })
    const kinds = target ? fieldsOf(target.inputSchema).map(({ kind }) => kind) : []
    return (
      target !== undefined &&
      (clause.includes(': ') || !request.includes(': ') || (kinds.includes('company') && kinds.includes('list')))
    )
  }

  /** Whether what a clause lists is said of one thing: fields by their names, what is known of a company, or the list that a field takes. */
  #isAboutOne(clause: string): boolean {
    const target = clause.includes(':') || clause.includes(';') ? this.#target({ text: clause }) : undefined
    if (!target) return false
    const fields = fieldsOf(target.inputSchema)
    const takesRemarks = fields.some(({ kind }) => kind === 'company') && fields.some(({ kind }) => kind === 'list')
    const head = wordsOf(clause.slice(0, clause.search(/[:;]/u)))
    const takesAll = fields.some(({ name, takesList }) => takesList && head.includes(name))
    return takesRemarks || takesAll || labelledIn(clause, fields, this.clock.now()).spans.length > 1
  }

  /** `tell me whether it is a role account`: what the answer to the clause before says. */
  #isAboutAnswer(before: Clause, clause: Clause): boolean {
    if (!isPlain(before) || !isPlain(clause) || !telling.test(clause.text)) return false
    const target = this.#target(before)
    const other = this.#target(clause)
    return target !== undefined && target.effect !== 'write' && (other === undefined || other === target)
  }

  /** Whether a clause is about fields of an action by their names: `Sender is Ada`, `keep the timeout at 4 s`. */
  #namesFields(clause: string, target: Target): boolean {
    if (isQuestion(clause)) return false
    const fields = fieldsOf(target.inputSchema)
    if (fields.some(field => isDenied(field, clause))) return true
    const labelled = labelledIn(clause, fields, this.clock.now())
    if (labelled.spans.length === 0) return false
    if (labelled.spans.some(({ from }) => from === 0)) return true
    const rest = withoutSpans(clause, labelled.spans).replace(setting, match => ' '.repeat(match.length))
    const [first = ''] = wordsOf(rest)
    return !this.index.verbs.has(first) && unusedWords(rest, { used: [], knows: () => false }).length === 0
  }

  #oneForEach(clause: Clause): readonly Clause[] {
    const target = this.#target(clause)
    if (!target) return [clause]
    const fields = fieldsOf(target.inputSchema)
    for (const { choices } of fields) {
      const clauses = oneForEachChoice(
        clause,
        choices.flatMap(choice => [choice, ...(choiceWords[choice] ?? [])])
      )
      if (clauses.length > 1) return clauses
    }
    if (fields.some(({ kind }) => kind === 'list')) {
      const clauses = oneForEachRemark(clause)
      if (clauses.length > 1) return clauses
    }
    for (const kind of ['url', 'email', 'domain', 'company', 'name'] as const) {
      // Where an address is needed, a domain does.
      const takes = kind === 'domain' ? ['domain', 'url'] : [kind]
      const takesOne = fields.some(field => takes.includes(field.kind ?? '') && field.takesText && !field.takesList)
      const clauses = takesOne ? oneForEach(clause, kind) : [clause]
      if (clauses.length > 1) return clauses
    }
    return [clause]
  }

  /** Whether a clause by itself leads to one action, and not by a word or two that it shares with it. */
  #isClear(clause: Order): boolean {
    const { decision, candidates } = this.router.clause(clause, { threshold: bars.threshold })
    return decision === 'matched' && (candidates[0]?.score ?? 0) >= bars.plan
  }

  #target(clause: Order): Target | undefined {
    return this.router.targetOf(clause)
  }
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** What follows these verbs is to be stored as it stands. */
const storing = /^(?:please\s+)?(?:remember|note|save|store|write|jot|keep|memori[sz]e|record)\b/iu

/** `Acme: no outreach to them`. */
const headed = /^([^:,;"“]{2,60}):\s+no\s+(?!\d)(\p{L}.*)$/isu

/** `tags: office, keys`, behind what is to be stored. */
const onlyTags =
  /^(?:and\s+)?(?:with\s+)?(?:the\s+)?(?:tags?|tagged|tag\s+it)(?:\s+(?:as|with)|\s*[:=])?\s+["“]?[\p{L}\p{N}-]+(?:(?:\s*,\s*|\s+and\s+)[\p{L}\p{N}-]+)*["”]?[.!]*$/iu

const onlyPlatforms = new RegExp(
  String.raw`^(?:(?:for|on)\s+)?(?:${[...platformNames.keys()].join('|')})(?:\s*(?:,|and|,\s*and|\+|&)\s*(?:${[...platformNames.keys()].join('|')}))*[.!]*$`,
  'iu'
)

/** `the tone is warm`, `tone: warm`, and not `from the domain a.example`. */
const sets = /[:=]|\b(?:is|are|was|were|should|shall|must|will)\b/iu

/** `into the ledger please`, behind what is to go there. */
const onlyPlace = /^(?:into|onto)\s+(?:(?:the|our|my)\s+)?\p{L}+(?:\s+please)?[.!]*$/iu

/** Whether nothing of what a request says is lost, and nothing is missing. */
export function isComplete({ missing, unused, notes }: Request): boolean {
  return missing.length === 0 && unused.length === 0 && notes.length === 0
}

export function isPlain({ isNegated, condition }: Clause): boolean {
  return !isNegated && !condition
}
