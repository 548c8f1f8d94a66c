import type { Target } from '../routing/target.js'
import { isQuestion, weighedTerms } from '../routing/wording.js'
import type { Entities } from './entities.js'
import { type Field, fieldsOf } from './field.js'
import { choiceWords, type FieldKind } from './field-kinds.js'
import { numberFor } from './numbers.js'
import { keyOf, membersNamed, named, statementOf, unexplained } from './phrases.js'

/** An input read out of a sentence, and which required fields it says nothing of. */
export interface Filled {
  readonly input: Readonly<Record<string, unknown>>
  readonly missing: readonly string[]
}

/** What else decides what an input is to be. */
export interface Circumstances {
  /** Fields that the caller gives. */
  readonly given?: Readonly<Record<string, unknown>>
  /** Whether the action with this input only reads. */
  readonly reads: (input: Readonly<Record<string, unknown>>) => boolean
}

type Input = Readonly<Record<string, unknown>>

/**
 * The input of an action as a sentence gives it. A field gets what its name, its type and its limits ask for, required ones
 * first, and no two fields the same thing; what the caller gives goes before. A question that would write, where a briefing
 * of the product reads by the same action, gets the briefing's input: asking changes nothing.
 */
export function fill(
  sentence: string,
  entities: Entities,
  target: Target,
  { given = {}, reads }: Circumstances
): Filled {
  const fields = fieldsOf(target.inputSchema).toSorted(
    (left, right) => Number(right.isRequired) - Number(left.isRequired)
  )
  const found: Record<string, unknown> = {}
  const used = new Set<FieldKind>()
  for (const field of fields) {
    if (Object.hasOwn(given, field.name) || (field.kind && used.has(field.kind))) continue
    const value = valueFor(field, sentence, entities, target)
    if (value === undefined) continue
    found[field.name] = value
    if (field.kind) used.add(field.kind)
  }
  const read = { ...found, ...keyFor(fields, { ...found, ...given }), ...given }
  const input = target.reading && isQuestion(sentence) && !reads(read) ? { ...read, ...target.reading, ...given } : read
  const blank = fields.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(input, name))
  const empty = blank.filter(
    ({ takesText, minLength, choices }) => takesText && minLength === 0 && choices.length === 0
  )
  return {
    input: { ...input, ...Object.fromEntries(empty.map(({ name }) => [name, ''])) },
    missing: [...blank.filter(field => !empty.includes(field)), ...keysWithoutValue(fields, input)].map(
      ({ name }) => name
    )
  }
}

function valueFor(field: Field, sentence: string, entities: Entities, target: Target): unknown {
  if (field.choices.length > 0) return choiceFor(field, sentence)
  if (field.takesNumber) return field.kind === 'money' ? moneyFor(field, entities) : numberFor(field, sentence)
  if (field.kind === 'platforms') return platformsFor(field, entities)
  if (field.takesText || field.takesList) return textFor(field, textOfKind(field, sentence, entities, target))
  return undefined
}

const denied = /\b(?:do not|don['’]?t|not|never|without)\s+[\p{L}-]+/giu

/** The choice whose word stands in the sentence, in any of its forms, undenied; one in capitals only as it is written. */
function choiceFor({ choices }: Field, sentence: string): string | undefined {
  const terms = weighedTerms(sentence.replaceAll(denied, ' '))
  const stands = (word: string) =>
    weighedTerms(word).length > 0 && weighedTerms(word).every(term => terms.includes(term))
  return choices.find(choice =>
    choice === choice.toUpperCase() && /[A-Z]/.test(choice)
      ? sentence.includes(choice)
      : [choice, ...(Object.hasOwn(choiceWords, choice) ? (choiceWords[choice] ?? []) : [])].some(stands)
  )
}

function moneyFor({ minimum, maximum }: Field, { money }: Entities): number | undefined {
  return money !== undefined && money >= minimum && money <= maximum ? money : undefined
}

function platformsFor({ takesList, takesText, words }: Field, { platforms }: Entities): unknown {
  if (!platforms) return undefined
  const isPlural = words[0]?.endsWith('s')
  if (takesList) return platforms
  return takesText ? (isPlural ? platforms.join(', ') : platforms.length === 1 ? platforms[0] : undefined) : undefined
}

function textFor({ takesText, minLength, maxLength }: Field, text: string | undefined): unknown {
  if (text === undefined || text.length < minLength || text.length > maxLength) return undefined
  return takesText ? text : [text]
}

function textOfKind(
  { kind, words, isRequired, hasForm }: Field,
  sentence: string,
  entities: Entities,
  target: Target
): string | undefined {
  switch (kind) {
    case 'email':
    case 'domain':
    case 'company':
    case 'person':
    case 'key':
    case 'destination':
      return entities[kind]
    case 'url':
      return entities.url ?? (isRequired && entities.domain ? `https://${entities.domain}` : undefined)
    case 'topic':
      return entities.topic ?? entities.quoted ?? (isRequired ? entities.list : undefined)
    case 'audience':
      return entities.audience
    case 'list':
      return membersNamed(words, sentence) ?? entities.list
    case 'name':
      return entities.name
    case 'statement':
      return entities.statement ?? entities.quoted ?? statementOf(sentence, target)
    case 'query':
      return entities.topic ?? entities.quoted ?? unexplained(sentence, target)
    case undefined:
      return hasForm ? undefined : named(words, sentence)
    default:
      return undefined
  }
}

/** A key out of the first five words of what is kept under it that say something. */
function keyFor(fields: readonly Field[], found: Input): Input {
  const key = fields.find(({ kind, isRequired }) => kind === 'key' && isRequired)
  const text = fields.map(({ kind, name }) => (kind === 'statement' ? found[name] : undefined)).find(isText)
  if (!key || text === undefined || Object.hasOwn(found, key.name)) return {}
  const made = keyOf(text)
  return made === '' ? {} : { [key.name]: made }
}

/** What is kept under a key has to be there, though the schema of forgetting does not say so. */
function keysWithoutValue(fields: readonly Field[], input: Input): readonly Field[] {
  const isForgetting = Object.values(input).includes('forget')
  const isKeyed = fields.some(({ kind, isRequired }) => kind === 'key' && isRequired)
  if (!isKeyed || isForgetting) return []
  return fields.filter(({ kind, name }) => kind === 'statement' && !Object.hasOwn(input, name))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
