import { identityOf } from '@product-host/toolkit/slug'
import { type Field, keyIn } from './fields.js'
import { withoutCourtesy } from './refusals.js'
import { anyOf, attributeNouns, keyOf, pattern, stopWords, wordsOf } from './words.js'

/** What a sentence says of a store of keyed texts: that a text is to be added to one, or that one is to be forgotten. */
export function storedBy(
  sentence: string,
  fields: readonly Field[],
  open: readonly Field[]
): Readonly<Record<string, unknown>> | undefined {
  const key = keyIn(open)
  const value = open.find(({ kind }) => kind === 'statement')
  const mode = fields.find(({ choices }) => choices.includes('forget') || choices.includes('append'))
  if (!key || !value || !mode || !open.includes(mode)) return undefined
  const request = withoutCourtesy(sentence) ?? sentence
  const [, subject] = mode.choices.includes('forget') ? (forgetting.exec(request) ?? []) : []
  if (subject !== undefined) return { [key.name]: subjectKey(subject), [mode.name]: 'forget' }
  const [, addition, list = ''] = mode.choices.includes('append') ? (adding.exec(request) ?? []) : []
  if (addition === undefined) return undefined
  return { [key.name]: keyOf(list), [value.name]: addition, [mode.name]: 'append' }
}

const adding =
  /^\W*(?:please\s+)?(?:add|append|put)\s+(?!(?:a|the)\s+(?:line|note)\b)(.+?)\s+(?:to|on|onto)\s+(?:my|the|our)\s+(.+?)(?<![\s.!])[\s.!]*$/isu

const forgetting = pattern('isu')`^\W*(?:please\s+)?${anyOf('forgetting')}\s+(?:about\s+)?
  (?:(?:what(?:ever)?|everything|all|anything)\s+(?:that\s+)?(?:you|i|we)\s+${anyOf('known')}\s+(?:of|about|on|for)\s+)?
  (?:(?:my|the|our|that|this|any)\s+)*(?:${anyOf('notes')}\s+(?:about|on|of|for|that|with)\s+)?
  (?:(?:notes?|memory|key|entry|record)\s+(?=["“'‘][^"”'’]+["”'’][\s.!]*$|[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)+[\s.!]*$))?
  (?:(?:my|the|our)\s+)*(.+?)(?:\s+(?:from|in)\s+(?:my|the|your)\s+(?:memory|memories|notes?))?(?<![\s.!])[\s.!]*$`

/** What is stored under a key has to be sent, although the schema, which also serves forgetting, does not require it. */
export function keysWithoutValue(fields: readonly Field[], input: Readonly<Record<string, unknown>>): readonly Field[] {
  const isForgetting = Object.values(input).includes('forget')
  const isKeyed = keyIn(fields) !== undefined
  if (!isKeyed || isForgetting) return []
  return fields.filter(({ kind, name }) => kind === 'statement' && !Object.hasOwn(input, name))
}

const correction =
  /^(?:(?:correction|update|actually|sorry|no|wait|in fact|rather|as of now|from now on|new)\s*[,:]\s*|actually\s+|in fact\s+)+/iu

const copula = pattern('iu')`^(.+?)(?:\s+${anyOf('copulas')}(?:n['’]t|\s+not)?
  |\s*['’]s(?=\s+(?:not\s+)?(?:now\s+)?(?:\d|in|at|on|an?|the)\b)|\s*[=→]|\s*:(?=\s))\s+(.+)$`

const change = pattern('iu')`
  ^(.+?)\s+(?:has\s+|have\s+|was\s+|were\s+|been\s+)*${anyOf('changes')}\s+(?:from\s+\S+\s+)?to\s+(.+)$`

const verb =
  /^(.+?)\s+((?:does\s*n['’]t|do\s*n['’]t|does\s+not|do\s+not|did\s*n['’]t|did\s+not)\s+\p{L}+|\p{Ll}{2,}(?:s|ed))\s+(.+)$/u

const now = /^(?:now|currently|still|always|really|not|no longer|actually|already|only|also)\s+/iu

const determiner = /^(?:the|my|our|your|his|her|their|its|this|that)\s+|['’]s\s/iu

/**
 * The key of what a text states: what it is about, without what it says of it, so that a later statement takes the place of an
 * earlier one. `The alarm code is 4711` and `the alarm code is now 4712` are both about `alarm-code`. What is no value of its
 * subject stays in the key: `Dana is vegetarian` says nothing against `Dana is allergic to nuts`.
 */
export function subjectKey(text: string): string {
  const statement = withoutCorrection(text).replace(/(?<![.!?])[.!?]+$/u, '')
  const changed = change.exec(statement)
  if (changed && !wordsOf(changed[1] ?? '').every(word => stopWords.has(word))) return keyOf(changed[1] ?? '')
  const stated = copula.exec(statement)
  if (stated) return keyOfState(stated[1] ?? '', (stated[2] ?? '').replace(now, ''))
  const acting = verb.exec(statement)
  if (acting && wordsOf(acting[1] ?? '').length <= 5)
    return keyOf(`${acting[1]} ${(acting[2] ?? '').replace(/^(?:does|do|did)\s*(?:n['’]t|not)\s+(\p{L}+)$/iu, '$1s')}`)
  return keyOf(statement)
}

function keyOfState(subject: string, state: string): string {
  const words = wordsOf(subject)
  if (words.every(word => stopWords.has(word))) return identityOf(`${subject} ${state}`)
  const isAttribute = attributeNouns.has(words.at(-1) ?? '') || /\s(?:of|for)\s/iu.test(subject)
  const isValue = /\d|^["“']|^\p{Lu}/u.test(state)
  if (isAttribute || (isValue && (determiner.test(subject) || words.length > 1))) return keyOf(subject)
  if (/^(?:in|on|at|under|behind|with|near|by|next to|inside)\s/iu.test(state))
    return determiner.test(subject) ? keyOf(subject) : keyOf(`${subject} place`)
  return keyOf(`${subject} ${state}`)
}

/** A statement without words such as "correction:" before it. */
export function withoutCorrection(text: string): string {
  return text.trim().replace(correction, '')
}
