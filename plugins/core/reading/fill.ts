import { dateFor } from './dates.js'
import { anyWords, decisiveIn, secondChoices, severalIn, severalThings, vagueIn } from './doubts.js'
import { choiceWords, type Field, type FieldKind, fieldsOf, keyIn, type Target, trialNames } from './fields.js'
import {
  byForm,
  byName,
  byVerb,
  membersNamed,
  namesUnused,
  prefixed,
  queryIn,
  schemed,
  slugged,
  statementIn,
  withMessage
} from './free-texts.js'
import { unusedWords } from './leftovers.js'
import { cleaned } from './named.js'
import type { EntityKind, Filled, Named } from './reading.js'
import { isQuestion, isTrial, timingSpans } from './refusals.js'
import { choiceIn, type FieldValue, numberFor, priceFor, truthIn } from './slots.js'
import { keysWithoutValue, storedBy, subjectKey, withoutCorrection } from './stored-texts.js'
import {
  overlaps,
  pattern,
  platformNames,
  type Span,
  stemsOf,
  tellingWords,
  weighedTerms,
  withoutSpans
} from './words.js'

/** What else decides what an input is to be. */
interface FillOptions {
  /** Fields that the caller gives. */
  readonly given?: Readonly<Record<string, unknown>>
  /** Fields that the sentence says by their names, in a part that it does not hold any more, and all of the sentence. */
  readonly labelled?: Readonly<Record<string, unknown>>
  readonly whole?: string
  /** Whether the action with this input only reads. */
  readonly reads: (input: Readonly<Record<string, unknown>>) => boolean
  /** Milliseconds since 1970, for days such as "tomorrow". */
  readonly now: number
  /** The stems of words by which the action is known. */
  readonly known: ReadonlySet<string>
}

type Input = Readonly<Record<string, unknown>>

/**
 * The input of an action as a sentence gives it. A field gets what its name, its type and its limits ask for, required ones
 * first, and no two fields the same thing; what the caller gives goes before. A question that would write gets the input of the
 * product's overview where that reads by the same action, or tries without doing, where the action has a field for that: asking
 * changes nothing.
 */
export function fill(sentence: string, named: Named, target: Target, options: FillOptions): Filled {
  const { given = {}, labelled = {}, whole = sentence, reads, now } = options
  const fields = fieldsOf(target.inputSchema).toSorted(
    (left, right) => Number(right.isRequired) - Number(left.isRequired)
  )
  const reader = new Reader(sentence, named, target, now, options.known)
  reader.read(fields, given, labelled)
  const read = { ...reader.found, ...given }
  const input = isTrial(sentence) && !reads(read) ? harmless(read, given, fields, target, reads) : read
  const blank = fields.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(input, name))
  const empty = blank.filter(
    ({ takesText, minLength, choices }) => takesText && minLength === 0 && choices.length === 0
  )
  const known = new Set([...options.known, ...stemsOf(target.name.replaceAll('_', ' '))])
  // The name of a field that has no value explains nothing.
  const names = new Set(
    fields
      .filter(({ name, isRequired }) => isRequired || Object.hasOwn(read, name))
      .flatMap(({ words }) => words.flatMap(stemsOf))
  )
  // What a field says of itself explains the words around its value: a period is when the next success "is due".
  const ofFields = new Set(
    fields
      .filter(({ name }) => Object.hasOwn(reader.found, name))
      .flatMap(({ title, description }) => weighedTerms(`${title} ${description}`))
  )
  const knows = (term: string) => known.has(term) || names.has(term) || ofFields.has(term)
  // In "is it a business address or a free one?", the answer says which.
  const isAlternative = (isQuestion(whole) || /\bwhether\b/iu.test(whole)) && target.effect !== 'write'
  const asksStore = fields.some(({ kind }) => kind === 'query')
  const unused = unusedWords(sentence, {
    used: reader.spans,
    loose: reader.loose,
    knows
  }).filter(
    word => !(isAlternative && word.toLowerCase() === 'or') && !(asksStore && tellingWords.has(word.toLowerCase()))
  )
  return {
    ...withMessage(
      { ...input, ...Object.fromEntries(empty.map(({ name }) => [name, ''])) },
      { fields, given, sentence: whole, unused }
    ),
    missing: [...blank.filter(field => !empty.includes(field)), ...keysWithoutValue(fields, input)].map(
      ({ name }) => name
    ),
    notes: [
      ...reader.notes,
      ...secondChoices(fields, reader.found, reader.rest()),
      ...severalThings(sentence, named.entities, fields, reader.found, reader.rest()),
      ...(reads(input) ? [] : [...namesUnused(fields, input, reader.rest()), ...vagueIn(sentence, fields, reader)])
    ],
    loose: [...severalIn(fields, input), ...reader.free.flatMap(({ from, to }) => decisiveIn(sentence.slice(from, to)))]
  }
}

/** Reads a sentence for the fields of an action, and notes which parts of it were taken. */
class Reader {
  readonly found: Record<string, unknown> = {}
  readonly spans: Span[] = []
  /** The spans of texts that say nothing of how often. */
  readonly loose: Span[] = []
  /** The spans of texts that take any words. */
  readonly free: Span[] = []
  readonly notes: string[] = []
  readonly #kinds = new Set<FieldKind>()
  /** The sentence without what a field takes as it stands. */
  #rest: string

  constructor(
    private readonly sentence: string,
    private readonly named: Named,
    private readonly target: Target,
    private readonly now: number,
    private readonly known: ReadonlySet<string>
  ) {
    this.#rest = sentence
  }

  read(fields: readonly Field[], given: Input, labelled: Input): void {
    for (const { kind, name } of fields) {
      if (kind && Object.hasOwn(given, name)) this.#use(kind)
      if (kind && Object.hasOwn(labelled, name)) this.#kinds.add(kind)
    }
    Object.assign(this.found, labelled)
    const open = fields.filter(({ name }) => !Object.hasOwn(given, name) && !Object.hasOwn(labelled, name))
    const stored = storedBy(this.sentence, fields, open)
    if (stored) {
      for (const [name, value] of Object.entries(stored)) this.found[name] = value
      this.spans.push({ from: 0, to: this.sentence.length })
      return
    }
    // A word that is the name of a field is no choice of another: "retry" sets `retry`, and not a state "retrying".
    const later = open
      .filter(field => !this.#isText(field))
      .toSorted((left, right) => Number(right.takesBoolean) - Number(left.takesBoolean))
    for (const field of open.filter(each => this.#isText(each) && each.kind !== 'query')) this.#take(field)
    for (const field of later) this.#take(field)
    for (const field of open.filter(({ kind }) => kind === 'query')) this.#take(field)
    const key = keyIn(open)
    const text = open.map(({ kind, name }) => (kind === 'statement' ? this.found[name] : undefined)).find(isText)
    if (!key || text === undefined || Object.hasOwn(this.found, key.name)) return
    const made = subjectKey(text)
    for (const field of open)
      if (field.kind === 'statement' && this.found[field.name] === text)
        this.found[field.name] = withoutCorrection(text)
    if (made !== '') this.found[key.name] = made
  }

  #isText({ kind, takesText, takesList, takesNumber, choices }: Field): boolean {
    return (takesText || takesList) && !takesNumber && choices.length === 0 && kind !== 'platforms'
  }

  /** Whether a text may not say how often: any but what is to be stored, and what a question looks for. */
  #isLoose(field: Field): boolean {
    const isFree = this.#isStore() && (field.kind === 'statement' || isQuestion(this.sentence))
    return this.#isText(field) && !isFree
  }

  #isStore(): boolean {
    return Object.hasOwn(Object(this.target.inputSchema.properties), 'key')
  }

  #take(field: Field): void {
    if (field.kind && field.kind !== 'money' && this.#kinds.has(field.kind)) return
    const value = this.#valueFor(field)
    if (value === undefined) return
    if (typeof value === 'string') {
      this.notes.push(value)
      return
    }
    this.found[field.name] = value.value
    this.spans.push(...value.spans)
    if (this.#isLoose(field)) this.loose.push(...value.spans)
    if (field.kind && anyWords.has(field.kind)) this.free.push(...value.spans)
    if (field.kind) this.#kinds.add(field.kind)
    if (field.kind === 'statement' || field.kind === 'list') this.#rest = withoutSpans(this.#rest, value.spans)
  }

  /** What of the sentence no field took. */
  rest(): string {
    return this.#free()
  }

  /** The sentence without what was taken, and without other parts. */
  #free(others: readonly Span[] = []): string {
    return withoutSpans(this.#rest, [...this.spans, ...others])
  }

  #use(kind: FieldKind): void {
    const entity = kind === 'statement' || kind === 'query' ? undefined : kind
    const spans = entity && entity in this.named.spans ? this.named.spans[entity as EntityKind] : undefined
    this.spans.push(...(spans ?? []), ...(kind === 'money' ? (this.named.entities.money ?? []) : []))
    this.#kinds.add(kind)
  }

  #valueFor(field: Field): FieldValue | string | undefined {
    if (field.choices.length > 0) return choiceIn(field, this.#free())
    if (field.takesBoolean) return truthIn(field, this.#rest)
    if (field.kind === 'money' && field.takesNumber)
      return priceFor(field, this.named.entities.money ?? [], this.sentence, this.spans)
    if (field.format === 'date' || field.format === 'date-time') return dateFor(field, this.#free(), this.now)
    if (field.takesNumber) {
      const prices = this.named.entities.money ?? []
      return numberFor(field, this.#rest, [...this.spans, ...prices])
    }
    if (field.kind === 'platforms') return this.#platforms(field)
    if (field.takesText || field.takesList) return this.#text(field)
    return undefined
  }

  #platforms({ takesList, takesText, words }: Field): FieldValue | undefined {
    const { platforms } = this.named.entities
    if (!platforms) return undefined
    const spans = this.named.spans.platforms ?? []
    const isPlural = words[0]?.endsWith('s')
    if (takesList) return { value: platforms, spans }
    if (!takesText || (!isPlural && platforms.length > 1)) return undefined
    return { value: platforms.join(', '), spans }
  }

  #text(field: Field): FieldValue | undefined {
    const found = this.#textOfKind(field)
    if (found === undefined || typeof found.value !== 'string') return undefined
    const text = found.value
    if (text.length < field.minLength || text.length > field.maxLength) return undefined
    return { ...found, value: field.takesText ? text : text.split(/\s*,\s*/u).slice(0, field.maxItems) }
  }

  #textOfKind({ kind, words, isRequired, hasForm, description }: Field): FieldValue | undefined {
    switch (kind) {
      case 'email':
      case 'domain':
      case 'company':
      case 'person':
      case 'role':
      case 'source':
      case 'tags':
      case 'model':
      case 'key':
      case 'audience':
        return this.#entity(kind) ?? (kind === 'source' || kind === 'model' ? byName(words, this.sentence) : undefined)
      case 'name':
        return slugged(this.#entity(kind))
      case 'destination':
        // "Assign the lead to Priya" names a person where the action needs no destination.
        return isRequired || !/^\p{Lu}\p{Ll}/u.test(this.named.entities.destination ?? '')
          ? this.#entity('destination')
          : undefined
      case 'offer':
        return this.#entity('offer') ?? this.#entity('topic')
      case 'url':
        return (
          this.#entity('url') ??
          schemed(description, this.sentence) ??
          (isRequired ? prefixed('https://', this.#entity('domain')) : undefined)
        )
      case 'topic':
        return (
          this.#entity('topic') ??
          this.#entity('quoted') ??
          (isRequired || this.#isHeading() ? this.#entity('list') : undefined)
        )
      case 'list':
        // What follows "content brief:" is its topic; "2 a week" is how often.
        if (howOften.test(this.named.entities.list ?? '') || settings.test(this.named.entities.list ?? ''))
          return undefined
        if (Object.values(this.found).includes(this.named.entities.list)) return undefined
        if (this.#isChoice(this.named.entities.list) || this.#isCount(this.named.entities.list)) return undefined
        return membersNamed(words, this.sentence) ?? this.#entity('list')
      case 'message':
        return this.#message()
      case 'statement':
        return (
          this.#told() ??
          (this.#isStore() ? statementIn(this.sentence, this.target, this.#entity('quoted')) : undefined)
        )
      case 'query':
        return this.#query()
      case undefined:
        return hasForm
          ? undefined
          : (byForm(words, this.sentence) ?? byVerb(words, this.sentence) ?? byName(words, this.sentence))
      default:
        return undefined
    }
  }

  /** `heartbeat for the import: success`: what another field has to choose from. */
  #isChoice(text = ''): boolean {
    const word = text.trim().toLowerCase()
    return fieldsOf(this.target.inputSchema).some(({ choices }) =>
      choices.some(choice => choice === word || choiceWords[choice]?.includes(word))
    )
  }

  /** `Acme (110 employees)`: what a number is for. */
  #isCount(text = ''): boolean {
    const isAll = ({ spans: [span] }: FieldValue) => span?.from === 0 && span.to === text.length
    return fieldsOf(this.target.inputSchema).some(field => {
      const found = field.takesNumber && field.kind !== 'money' ? numberFor(field, text, []) : undefined
      return found !== undefined && isAll(found)
    })
  }

  /** What is sent along: after a colon, without the address that may stand there too, or in quotation marks. */
  #message(): FieldValue | undefined {
    const list = this.#entity('list')
    const [place] = this.named.spans.destination ?? []
    // "New lead: jane@acme.com, forward it to the crm" is an order, and no message.
    if (place && list?.spans.some(span => overlaps(span, place))) return this.#entity('quoted')
    const text = cleaned(String(list?.value ?? '').replace(/^[^\s@]+@\S+?\s*(?:[,;:–—-]\s*|$)/u, ''))
    if (list && text !== undefined && this.sentence.includes(': ')) return { ...list, value: text }
    return this.#entity('quoted')
  }

  /** Whether what stands before a colon only says what is asked for. */
  #isHeading(): boolean {
    const { sentence } = this
    const { known } = this
    return weighedTerms(sentence.slice(0, sentence.indexOf(': '))).every(term => known.has(term))
  }

  /** What is told: all before "remember that" only where texts are stored under a key, and elsewhere what follows "that". */
  #told(): FieldValue | undefined {
    const [span] = this.named.spans.statement ?? []
    return this.#isStore() || (span?.from ?? 0) > 0 ? this.#entity('statement') : undefined
  }

  #query(): FieldValue | undefined {
    const isStore = this.#isStore()
    const text = this.#free(isStore ? [] : timingSpans(this.sentence))
    return queryIn(text, this.target, { isStore, quoted: this.named.entities.quoted })
  }

  #entity(kind: EntityKind): FieldValue | undefined {
    const value = this.named.entities[kind]
    return value === undefined ? undefined : { value, spans: this.named.spans[kind] ?? [] }
  }
}

/** Where, how long and from when: no items of a list. */
const platform = `(?:${[...platformNames.keys()].join('|')})`

const settings = pattern('iu')`(?:^|,)\s*(?:(?:on|for)\s+)?(?:${platform}(?:\s*(?:,|and|\+|&)\s*${platform})*
  |(?:for\s+)?[\p{L}\p{N}]+\s+weeks|(?:from|start|starting)\s+[^,]+)\s*(?:,|$)`

const howOften = /^\s*[\p{L}\p{N}]+\s+(?:\p{L}+\s+)?(?:an?|per|each|every)\s+(?:day|week|month)\b/iu

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** The input with which a question changes nothing, where the action has one. */
function harmless(
  input: Input,
  given: Input,
  fields: readonly Field[],
  { reading }: Target,
  reads: (input: Input) => boolean
): Input {
  const trial = fields.find(({ name, takesBoolean }) => takesBoolean && trialNames.includes(name.toLowerCase()))
  const inputs = [
    ...(reading ? [{ ...input, ...reading, ...given }] : []),
    ...(trial ? [{ ...input, ...given, [trial.name]: true }] : [])
  ]
  return inputs.find(reads) ?? input
}
