import { identityOf } from '@product-host/toolkit/slug'
import { numbersIn, secondsOfUnit, toNumber } from './amounts.js'
import type { Field } from './fields.js'
import { withoutCourtesy } from './refusals.js'
import { attributeNouns, keyOf, stopWords, wordsOf } from './words.js'

/** What a sentence says of a store of keyed texts: that a text is to be added to one, or that one is to be forgotten. */
export function storedBy(
  sentence: string,
  fields: readonly Field[],
  open: readonly Field[]
): Readonly<Record<string, unknown>> | undefined {
  const key = open.find(({ kind, isRequired }) => kind === 'key' && isRequired)
  const value = open.find(({ kind }) => kind === 'statement')
  const mode = fields.find(({ choices }) => choices.includes('forget') || choices.includes('append'))
  if (!key || !value || !mode || !open.includes(mode)) return undefined
  const request = withoutCourtesy(sentence) ?? sentence
  const stored = storedText(request)
  if (stored) return withStored(stored, fields, { key, value })
  const [, subject] = mode.choices.includes('forget') ? (forgetting.exec(request) ?? []) : []
  if (subject !== undefined) return { [key.name]: subjectKey(subject), [mode.name]: 'forget' }
  const [, addition, list = ''] = mode.choices.includes('append') ? (adding.exec(request) ?? []) : []
  if (addition === undefined) return undefined
  if (/^(?:notes?|memory|memories|records?)$/iu.test(list))
    return { [key.name]: subjectKey(addition), [value.name]: addition }
  return { [key.name]: keyOf(list), [value.name]: addition, [mode.name]: 'append' }
}

/** The input of what is to be stored; undefined where there is no field for something that is said of it. */
function withStored(
  { value, key, tags, lifetime }: StoredText,
  fields: readonly Field[],
  own: { readonly key: Field; readonly value: Field }
): Readonly<Record<string, unknown>> | undefined {
  const labels = fields.find(({ kind }) => kind === 'tags')
  const time = fields.find(({ words }) => words[0] === 'ttl' && words.at(-1) === 'seconds')
  if ((tags !== undefined && !labels) || (lifetime !== undefined && !time)) return undefined
  return {
    [own.key.name]: key ?? subjectKey(value),
    [own.value.name]: value,
    ...(labels && tags !== undefined && { [labels.name]: tags }),
    ...(time && lifetime !== undefined && { [time.name]: lifetime })
  }
}

const adding =
  /^\W*(?:please\s+)?(?:add|append|put)\s+(?!(?:a|the)\s+(?:line|note)\b)(.+?)\s+(?:to|on|onto)\s+(?:my|the|our)\s+(.+?)(?<![\s.!])[\s.!]*$/isu

const forgetting =
  /^\W*(?:please\s+)?(?:forget|delete|remove|erase|wipe|clear|drop|purge|discard|dispose\s+of|get\s+rid\s+of)\s+(?:about\s+)?(?:(?:what(?:ever)?|everything|all|anything)\s+(?:that\s+)?(?:you|i|we)\s+(?:know|knew|have|said|stored|saved|noted|told\s+you|remember|remembered)\s+(?:of|about|on|for)\s+)?(?:(?:my|the|our|that|this|any)\s+)*(?:(?:notes?|memory|memories|entry|record|facts?)\s+(?:about|on|of|for|that|with)\s+)?(?:(?:notes?|memory|key|entry|record)\s+(?=["“'‘][^"”'’]+["”'’][\s.!]*$|[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)+[\s.!]*$))?(?:(?:my|the|our)\s+)*(.+?)(?:\s+(?:from|in)\s+(?:my|the|your)\s+(?:memory|memories|notes?))?(?<![\s.!])[\s.!]*$/isu

/** What is stored under a key has to be sent, although the schema, which also serves forgetting, does not require it. */
export function keysWithoutValue(fields: readonly Field[], input: Readonly<Record<string, unknown>>): readonly Field[] {
  const isForgetting = Object.values(input).includes('forget')
  const isKeyed = fields.some(({ kind, isRequired }) => kind === 'key' && isRequired)
  if (!isKeyed || isForgetting) return []
  return fields.filter(({ kind, name }) => kind === 'statement' && !Object.hasOwn(input, name))
}

const correction =
  /^(?:(?:correction|update|actually|sorry|no|wait|in fact|rather|as of now|from now on|new)\s*[,:]\s*|actually\s+|in fact\s+)+/iu

const copula =
  /^(.+?)(?:\s+(?:is|are|was|were|will\s+be|shall\s+be|has\s+been|have\s+been|equals)(?:n['’]t|\s+not)?|\s*['’]s(?=\s+(?:not\s+)?(?:now\s+)?(?:\d|in|at|on|an?|the)\b)|\s*[=→]|\s*:(?=\s))\s+(.+)$/iu

const change =
  /^(.+?)\s+(?:has\s+|have\s+|was\s+|were\s+|been\s+)*(?:changed|moved|switched|went|gone|raised|lowered|updated|renamed|postponed|set)\s+(?:from\s+\S+\s+)?to\s+(.+)$/iu

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

/** A text that is to be stored, with what a request says of how. */
interface StoredText {
  readonly value: string
  readonly key?: string
  /** With commas between. */
  readonly tags?: string
  /** Seconds. */
  readonly lifetime?: number
}

const storingVerb = String.raw`^\W*(?:(?:please|kindly|and|also)\s+)*(?:remember|note|save|store|keep|put|record|write|memori[sz]e|set|add|chuck|pop|stick)(?:\s+down)?`

const memoryPlace = String.raw`(?:\s+(?:in|into|to)\s+(?:(?:the|my|our|your)\s+)?(?:memory|memories|notes?))?`

const keyName = String.raw`(?:the\s+)?(?:exact\s+|new\s+)?(?:key|name)(?:\s+(?:called|named|of)(?=\s))?\s*[:=]?\s*["'“]?(?<key>[\w.-]*\w)["'”]?`

const forTime = String.raw`(?:for|during|over)\s+(?:the\s+next\s+)?(?<time>(?:\d+|\p{L}+(?:-\p{L}+)?)\s+(?:seconds?|minutes?|hours?|days?|weeks?))`

const forms = [
  // `store the value "x" under the key y`
  new RegExp(
    String.raw`${storingVerb}${memoryPlace}\s+(?:(?:the|this)\s+)?(?:value|text|phrase|string|words?|sentence|code)\s*[:=]?\s*(?<value>"[^"]+"|“[^”]+”|'[^']+'|\S+)${memoryPlace}\s+(?:under|with|as|using|at|by|for)\s+${keyName}(?:\s+${forTime})?[\s.!]*$`,
    'isu'
  ),
  // `remember under the key y the value "x"`, `save a note under the key y: x`
  new RegExp(
    String.raw`${storingVerb}(?:\s+(?:this|it|the\s+following|an?\s+(?:note|memory|fact|text|value|record|entry)))?${memoryPlace}\s+(?:under|with|as|using|for)\s+${keyName}(?:\s*,?\s+(?:and\s+)?(?:with\s+)?(?:the\s+)?(?:value|text)(?:\s+of(?=\s))?\s*[:=]?\s+|\s*:\s+)(?<value>"[^"]+"|“[^”]+”|\S.*?)(?<![\s.!])[\s.!]*$`,
    'isu'
  ),
  // `under the key y, store "x"`
  new RegExp(
    String.raw`^\W*(?:please\s+)?(?:under|with|using)\s+${keyName}\s*,?\s+(?:please\s+)?(?:remember|note|save|store|keep|put|record)${memoryPlace}(?:\s+(?:the\s+)?(?:value|text|following))?(?:\s+that)?\s*:?\s+(?<value>"[^"]+"|“[^”]+”|\S.*?)(?<![\s.!])[\s.!]*$`,
    'isu'
  ),
  // `store in memory for 7 days: x`
  new RegExp(
    String.raw`${storingVerb}(?:\s+(?:this|the\s+following))?${memoryPlace}\s+${forTime}${memoryPlace}(?:\s*:\s*|\s+that\s+)(?<value>\S.*?)(?<![\s.!])[\s.!]*$`,
    'isu'
  )
]

const tagged =
  /\s*[,;(.]\s*(?:and\s+)?(?:please\s+)?(?:with\s+)?(?:the\s+)?(?:tag(?:s|ged)?|tag\s+it)\s*(?:(?:as|with)\s+|[:=]\s*)?["'“]?(?<tags>[\p{L}\p{N}-]+(?:(?:\s*,\s*|\s+and\s+)[\p{L}\p{N}-]+)*)["'”]?\s*\)?[\s.!]*$/iu

const plainly = new RegExp(
  String.raw`${storingVerb}${memoryPlace}(?:\s+(?:this|the\s+following))?(?:\s*:\s*|\s+that\s+)(?<value>\S.*?)(?<![\s.!])[\s.!]*$`,
  'isu'
)

/** What a sentence says that is to be stored, where it says how: its key, for how long, or its tags. */
export function storedText(sentence: string): StoredText | undefined {
  const [tail = ''] = tagged.exec(sentence) ?? []
  const tags = tagged.exec(sentence)?.groups?.tags?.replaceAll(/\s*,\s*|\s+and\s+/giu, ', ')
  const rest = sentence.slice(0, sentence.length - tail.length)
  const all = tags === undefined ? forms : [...forms, plainly]
  for (const form of all) {
    const { value, key, time } = form.exec(rest)?.groups ?? {}
    if (value === undefined) continue
    const lifetime = time === undefined ? undefined : secondsIn(time)
    if (time !== undefined && lifetime === undefined) return undefined
    return {
      value: value.replace(/^["'“](.*)["'”]$/su, '$1'),
      ...(key !== undefined && { key }),
      ...(tags !== undefined && { tags }),
      ...(lifetime !== undefined && { lifetime })
    }
  }
  return undefined
}

function secondsIn(time: string): number | undefined {
  const [number] = numbersIn(time)
  const unit = secondsOfUnit[/(?<!\p{L})\p{L}+$/u.exec(time)?.[0].toLowerCase() ?? '']
  return number?.value && unit !== undefined ? toNumber(number.value) * unit : undefined
}
