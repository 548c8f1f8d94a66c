import { numberWords } from './amounts.js'
import {
  anyOf,
  commandVerbs,
  companyRoles,
  destructiveWords,
  expression,
  masked,
  pattern,
  plainVerbs,
  type Span,
  spanOf
} from './words.js'

const aside = String.raw`(?:${anyOf('asides')}[\s,!]+)*`

const softly = String.raw`(?:${anyOf('softeners')}\s+)*`

const who = '(?:i|we)'

/** An expression for how a sentence begins. */
const begins = (...forms: readonly string[]) =>
  new RegExp(forms.map(form => `^\\W*${aside}${form.replaceAll(/\n\s*/g, '')}`).join('|'), 'iu')

/** Requests that have the form of a question or a wish, each up to the verb that says what to do. */
const courtesy = begins(
  String.raw`${anyOf('politeQuestions')}\s+${softly}(?!(?:still|now|already|ever|mind)\b)`,
  String.raw`${anyOf('politeForms')}\s+(?!with\b)`,
  String.raw`${who}(?:['’]d|\s+would)\s+(?:be\s+(?:(?:very|most|really)\s+)?(?:glad|grateful|happy|pleased)|appreciate\s+it)
    \s+if\s+you\s+(?:can|could|would)\s+${softly}`,
  String.raw`${anyOf('wishes')}\s+(?:you\s+)?to\s+${softly}(?!${anyOf('knowing')}\b)`,
  String.raw`let(?:['’]?s|\s+(?:me|us))\s+${softly}(?!(?:know|see|have|hear|not|never)\b)`,
  String.raw`${anyOf('wants')}\s+(?=(?:an?|some|the|my|our|all|information|details)\s)`,
  String.raw`${anyOf('searches')}\s+(?=(?:an?|some|the|my|our)\s)`
)

const stillAsking = pattern('iu')`^(?:tell|say|explain|show)\s+(?:me|us)?\s*${anyOf('questionWords')}\b
  |^(?:see|reach|trust|expect|afford|still|say|think|know|recommend|consider)\b`

const asking = begins(
  String.raw`(?:${anyOf('questions')}|have(?!\s+an?\s))\b`,
  String.raw`${anyOf('tellMe')}\s+${anyOf('questionWords')}\b`
)

/** The request in a polite question, without its form; undefined where a text has none. */
export function withoutCourtesy(text: string): string | undefined {
  const match = courtesy.exec(text)
  return match ? text.slice(match[0].length).replace(/\s*\?\s*$/u, '') : undefined
}

/** Whether a text asks for what is so. A request in the form of a question, as in `could you write`, is none. */
export function isQuestion(text: string): boolean {
  const request = withoutCourtesy(text)
  if (request !== undefined) return stillAsking.test(request)
  return asking.test(text) || /\?\s*$/u.test(text)
}

/** Questions to which no call is an answer: about another time, about what can be done, about what is generally so. */
const unanswered = begins(
  String.raw`${anyOf('possibilities')}\b`,
  String.raw`(?:what|which|why|how)\s+(?:(?:belongs?|goes|makes?)\b
    |(?:is|are|does|do|should)\s+(?:an?|one|people|companies|good|most|the\s+(?:purpose|point|use|difference))\b)`,
  String.raw`(?:[\p{L}'’-]+\s+){0,3}?(?:did|had|was|were|will|would)\b`,
  String.raw`(?:am|are|do|have)\s+(?:i|we|you)\b`
)

/** Whether no call may answer a question by itself: it would do more than read, or the question is about more than what is so now. */
export function isOnlyAsking(text: string, effect: 'write' | 'external', answersQuestions: boolean): boolean {
  if (effect === 'write') return isQuestion(text) || seeing.test(withoutCourtesy(text) ?? text)
  return isQuestion(text) && (!answersQuestions || unanswered.test(text))
}

/** Whether a sentence asks to change nothing: a question, an order to show what there is, one to try what would be done. */
export function isTrial(text: string): boolean {
  return isQuestion(text) || trying.test(text) || seeing.test(withoutCourtesy(text) ?? text)
}

const seeing = begins(String.raw`${anyOf('seeing')}\b`)

const trying = new RegExp(String.raw`\b${anyOf('trying')}\b`, 'iu')

const not = anyOf('not')

/** Not to forget is to remember. */
const positive = begins(
  String.raw`(?:make\s+sure\s+(?:that\s+)?(?:you|we)\s+|you\s+(?:should|must)\s+|let['’]s\s+)?
    (?:${not}|(?:should|must)(?:\s+not|n['’]t))\s+(?:ever\s+)?(?:let\s+(?:me|us)\s+)?(?:forget|lose|miss)\b`
)

/** `don't forget that …`: an order, although it says what is not to be done. */
export function isPositive(text: string): boolean {
  return positive.test(text)
}

/** How a sentence begins that says what is not to be done. */
const negation = begins(
  String.raw`${not}\s+(?:ever\s+|even\s+|you\s+dare\s+)?(?!only\b|just\b)`,
  String.raw`${anyOf('denials')}\s+`,
  String.raw`${who}\s+(?:really\s+)?(?:${not}|no\s+longer|wouldn['’]t|would\s+not)\s+(?:want|need|wish|like)\s+
    (?:(?:you|us|anyone|anybody)\s+)?(?:to\s+)?`,
  String.raw`(?:you|we|i)\s+(?:(?:should|must|may|need|can)\s*(?:not|n['’]t)|cannot|are\s+not\s+to|do\s*n['’]?o?t\s+(?:need|have)\s+to)
    \s+(?:to\s+)?`,
  String.raw`it(?:\s+is|\s+would\s+be|['’]s)\s+${anyOf('badIdeas')}\s+to\s+`,
  String.raw`(?:do\s+)?(?:anything|everything|whatever\s+you\s+(?:like|want))\s+(?:but|except(?:\s+for)?|other\s+than|besides|apart\s+from)\s+`
)

/** What a clause says, and whether it says that this is not to be done. */
export function withoutNegation(text: string): { readonly text: string; readonly isNegated: boolean } {
  const [prefix] = positive.test(text) ? [] : (negation.exec(text) ?? [])
  return prefix === undefined ? { text, isNegated: false } : { text: text.slice(prefix.length), isNegated: true }
}

/** Sentences that take back what was asked for before them. */
export const takesBack = begins(
  String.raw`(?:${anyOf('takesBack')}|no[\s,]+wait|wait[\s,])`,
  String.raw`${anyOf('dropping')}\s+(?:it|that|this|all\s+that|what\s+i\s+said)(?:\s|[.!,]|$)`,
  String.raw`(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+(?:only\s+|just\s+)?
    (?:wrong|a\s+(?:joke|mistake|test)|not\s+(?:needed|necessary|right|correct|true))`,
  String.raw`(?:leave|let)\s+(?:it|them|that)(?:\s+(?:be|alone))?[.!]*$`
)

/** Whether a text begins with an order to delete something. */
export function isDeletion(text: string): boolean {
  return deleting.test(withoutCourtesy(text) ?? text)
}

const deleting = begins(String.raw`(?:${anyOf('deleting')}|clear(?!\s+up\b|ly\b))\b`)

const counted = pattern('iu')`^(?:please\s+)?\p{L}+\s+(?:(?:down|up|me|us|the|these|those|my|our|following)\s+)*
  (?<count>both|\d{1,2}|${Object.keys(numberWords).join('|')})\s+(?:of\s+)?(?:(?!and\s)\p{L}+\s+){0,2}?
  \p{L}{3,}s(?![\p{L}'’])(?<tail>\s*(?:$|[:,]|key\b))?`

/** How many things a text says that it asks for: `save two notes: …`, `score both leads`. */
export function countIn(text: string): number | undefined {
  const { count = '', tail } = counted.exec(masked(withoutCourtesy(text) ?? text))?.groups ?? {}
  const word = count.toLowerCase()
  if (count === '' || (tail === undefined && word !== 'both')) return undefined
  return word === 'both' ? 2 : (numberWords[word] ?? Number(word))
}

const time = `${anyOf('times')}s?`

/** How often something is to be done. */
const often = [
  String.raw`\b(?:every|each)\s+(?:other\s+|single\s+)?(?:\d+\s+|\p{L}+\s+)?${time}\b`,
  String.raw`\b(?:once|twice|(?<!\p{L})\p{L}+\s+times)\s+(?:an?|per|every|each)\s+${time}\b`,
  expression`(?<![\p{L}\p{N}_-])${anyOf('rhythms')}(?=\s*(?:$|[,.;!?])|\s+(?:at|on|in|from|until|for|please)\b)`,
  String.raw`\bon\s+${anyOf('days')}s\b`,
  String.raw`\b(?:${anyOf('again')}|keep\s+(?:on\s+)?\p{L}+ing)\b`
]

/** When something is to be done. */
const moment = [
  expression`\b(?:at|by|before|after|from)\s+(?:\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm|o['’]?clock)?|noon|midnight)
    (?![\p{L}\p{N}.,]|\s*(?:tokens?|p\b|pence|per\b))`,
  String.raw`\bin\s+(?:an?|\d+|\p{L}+)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b`,
  String.raw`\b(?:next|coming)\s+(?:week|month|quarter|year|${anyOf('days')})\b`,
  String.raw`\b(?:few|several|many|some|couple\s+of)\s+(?:hundred|thousand|million)s?\b`
]

const recurrence = new RegExp(often.join('|'), 'giu')

const timing = new RegExp([...often, ...moment].join('|'), 'giu')

/** Where a text, but for its quoted words, says how often. */
export function recurrencesIn(text: string): readonly Span[] {
  const plain = masked(text).replaceAll(/(?<!\w)'[^']+'(?!\w)/gu, quoted => 'x'.repeat(quoted.length))
  return [...plain.matchAll(recurrence)].map(spanOf)
}

/** Where a text says when and how often. */
export function timingSpans(text: string): readonly Span[] {
  return [...text.matchAll(timing)].map(spanOf)
}

/**
 * Whether a part of a sentence tells somebody to do something to a thing, as in `paint the wall` and `call my mother`: such a
 * part is a request of its own, and no remark on what stands before it.
 */
export function isCommand(part: string): boolean {
  const [, verb = ''] = command.exec(part) ?? []
  return asides.test(part) || commandVerbs.has(verb.toLowerCase())
}

const command = pattern('iu')`^(?:(?:and|also|then|please|plus|just|kindly|maybe)\s+)*([\p{L}]+)\s+
  (?:(?:up|down|out|off|on)\s+)?${anyOf('objects')}\b`

const asides = new RegExp(String.raw`^(?:and\s+)?${anyOf('besides')}\b`, 'iu')

/** Whether the first word of a sentence, and what stands behind it, is no name: `Dispose of every draft`. */
export function isOrderWord(word: string, behind: string): boolean {
  const lower = word.toLowerCase()
  return (
    [companyRoles, plainVerbs, commandVerbs, destructiveWords].some(list => list.has(lower)) ||
    objectFollows.test(behind)
  )
}

const objectFollows = new RegExp(String.raw`^(?:\s+of)?\s+${anyOf('allOf')}\b`, 'iu')
