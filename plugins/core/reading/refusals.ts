import { numberWords } from './amounts.js'
import { commandVerbs, companyRoles, destructiveWords, masked, plainVerbs, type Span, spanOf } from './words.js'

/** Words of courtesy and doubt that may stand before what a sentence says. */
const aside = String.raw`(?:(?:please|kindly|but|and|so|just|now|actually|sorry|wait|no|oh|hey|hi|hello|ok|okay|right|well|also|then|thanks)[\s,!]+)*`

const softly = String.raw`(?:(?:please|kindly|just|also|quickly|maybe|perhaps)\s+)*`

const any = (...forms: readonly string[]) => new RegExp(forms.map(form => `^\\W*${aside}${form}`).join('|'), 'iu')

/** Requests that have the form of a question or a wish, each up to the verb that says what to do. */
const courtesy = any(
  String.raw`(?:(?:can|could)\s+(?:you|we|i|somebody|someone)|(?:will|would)\s+(?:you|somebody|someone))\s+${softly}(?!(?:still|now|already|ever|mind)\b)`,
  String.raw`would\s+you\s+(?:mind|be\s+(?:so\s+kind\s+as\s+to|able\s+to))\s+`,
  String.raw`(?:i|we)(?:['’]d|\s+would)\s+(?:be\s+(?:(?:very|most|really)\s+)?(?:glad|grateful|happy|pleased)|appreciate\s+it)\s+if\s+you\s+(?:can|could|would)\s+${softly}`,
  String.raw`(?:i|we)(?:(?:['’]d|\s+would)\s+(?:like|love|want)|\s+(?:want|need|wish|have))\s+(?:you\s+)?to\s+${softly}(?!(?:know|learn|hear|find\s+out|understand)\b)`,
  String.raw`let(?:['’]?s|\s+(?:me|us))\s+${softly}(?!(?:know|see|have|hear|not|never)\b)`,
  String.raw`(?:go\s+ahead\s+and|be\s+so\s+kind\s+(?:as\s+to|and)|feel\s+free\s+to|help\s+(?:me|us)(?:\s+to)?|why\s+don['’]t\s+(?:you|we)|how\s+about|shall\s+we|do\s+me\s+a\s+favou?r\s+and)\s+(?!with\b)`,
  String.raw`(?:(?:i|we)(?:['’]d|\s+would)\s+(?:like|love)|(?:i|we)\s+(?:want|need)|(?:can|could|may)\s+(?:i|we)\s+(?:have|get)|get\s+me|give\s+me)\s+(?=(?:an?|some|the|my|our|all|information|details)\s)`,
  String.raw`(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)\s+(?:after|looking\s+for|in\s+need\s+of)\s+(?=(?:an?|some|the|my|our)\s)`,
  String.raw`may\s+i\s+(?:ask\s+you\s+to\s+)?`
)

const stillAsking =
  /^(?:tell|say|explain|show)\s+(?:me|us)?\s*(?:if|whether|what|which|who|whose|how|when|where|why)\b|^(?:see|reach|trust|expect|afford|still|say|think|know|recommend|consider)\b/iu

const asking = any(
  String.raw`(?:is|are|was|were|do|does|did|has|have(?!\s+an?\s)|had|can|could|will|would|should|which|what|what['’]s|who|whom|whose|how|when|where|where['’]s|who['’]s|why|am|isn['’]t|aren['’]t|don['’]t\s+(?:i|we|you)|any)\b`,
  String.raw`(?:tell(?:\s+me)?|show(?:\s+me)?|say|preview|explain|let\s+me\s+know|remind\s+me|find\s+out|i(?:['’]d|\s+would)?\s+(?:want|need|like)\s+to\s+know|i\s+wonder)\s+(?:if|whether|what|which|who|whose|how|when|where|why)\b`
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
const unanswered = any(
  String.raw`(?:is\s+it\s+possible|is\s+there\s+a\s+way|are\s+you\s+able|do\s+you\s+support|how\s+(?:can|could|do|would|to)\b)`,
  String.raw`(?:what|which|why|how)\s+(?:(?:belongs?|goes|makes?)\b|(?:is|are|does|do|should)\s+(?:an?|one|people|companies|good|most|the\s+(?:purpose|point|use|difference))\b)`,
  String.raw`(?:[\p{L}'’-]+\s+){0,3}?(?:did|had|was|were|will|would)\b`
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

const seeing = any(String.raw`(?:show|list|display|view|print|tell\s+me|let\s+me\s+see)\b`)

const trying = /\b(?:preview|simulate|dry[ -]?run|trial run|try out|without (?:storing|saving|doing))\b/iu

const not = String.raw`(?:do\s+not|don['’]?t|dont|never|not)`

/** Not to forget is to remember. */
const positive = any(
  String.raw`(?:make\s+sure\s+(?:that\s+)?(?:you|we)\s+|you\s+(?:should|must)\s+|let['’]s\s+)?(?:${not}|(?:should|must)(?:\s+not|n['’]t))\s+(?:ever\s+)?(?:let\s+(?:me|us)\s+)?(?:forget|lose|miss)\b`
)

/** `don't forget that …`: an order, although it says what is not to be done. */
export function isPositive(text: string): boolean {
  return positive.test(text)
}

/** How a sentence begins that says what is not to be done. */
const negation = any(
  String.raw`${not}\s+(?:ever\s+|even\s+|you\s+dare\s+)?(?!only\b|just\b)`,
  String.raw`(?:i|we)\s+(?:really\s+)?(?:${not}|no\s+longer|wouldn['’]t|would\s+not)\s+(?:want|need|wish|like)\s+(?:(?:you|us|anyone|anybody)\s+)?(?:to\s+)?`,
  String.raw`let['’]?s\s+(?:not|never)\s+`,
  String.raw`(?:there\s+is\s+|there['’]s\s+)?no\s+(?:need|reason)\s+to\s+`,
  String.raw`(?:you|we|i)\s+(?:(?:should|must|may|need|can)\s*(?:not|n['’]t)|cannot|are\s+not\s+to|do\s*n['’]?o?t\s+(?:need|have)\s+to)\s+(?:to\s+)?`,
  String.raw`(?:under\s+no\s+circumstances|on\s+no\s+account|by\s+no\s+means|rather\s+not|better\s+not|avoid|refrain\s+from|hold\s+off(?:\s+on)?|abstain\s+from|instead\s+of)\s+`,
  String.raw`it(?:\s+is|\s+would\s+be|['’]s)\s+(?:wrong|bad|a\s+bad\s+idea|a\s+mistake|too\s+(?:early|late)|forbidden|unwise|pointless)\s+to\s+`,
  String.raw`(?:do\s+)?(?:anything|everything|whatever\s+you\s+(?:like|want))\s+(?:but|except(?:\s+for)?|other\s+than|besides|apart\s+from)\s+`
)

/** What a clause says, and whether it says that this is not to be done. */
export function withoutNegation(text: string): { readonly text: string; readonly isNegated: boolean } {
  const [prefix] = positive.test(text) ? [] : (negation.exec(text) ?? [])
  return prefix === undefined ? { text, isNegated: false } : { text: text.slice(prefix.length), isNegated: true }
}

/** Sentences that take back what was asked for before them. */
export const takesBack = any(
  String.raw`(?:(?:i|we)(?:['’]ve|\s+have)?\s+changed\s+(?:my|our)\s+minds?|never\s*mind|no[\s,]+wait|wait[\s,]|on\s+second\s+thoughts?|just\s+kidding)`,
  String.raw`(?:ignore|forget|scratch|cancel|drop|disregard|skip|strike|undo)\s+(?:it|that|this|all\s+that|what\s+i\s+said)(?:\s|[.!,]|$)`,
  String.raw`(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+(?:only\s+|just\s+)?(?:wrong|a\s+(?:joke|mistake|test)|not\s+(?:needed|necessary|right|correct|true))`,
  String.raw`(?:leave|let)\s+(?:it|them|that)(?:\s+(?:be|alone))?[.!]*$`
)

/** Whether a text begins with an order to delete something. */
export function isDeletion(text: string): boolean {
  return deleting.test(withoutCourtesy(text) ?? text)
}

const deleting = any(
  String.raw`(?:delete|remove|erase|purge|wipe|discard|dispose\s+of|destroy|expunge|eliminate|shred|scrap|trash|get\s+rid\s+of|do\s+away\s+with|throw\s+(?:away|out)|clear(?!\s+up\b|ly\b))\b`
)

const counted = new RegExp(
  String.raw`^(?:please\s+)?\p{L}+\s+(?:(?:down|up|me|us|the|these|those|my|our|following)\s+)*(?<count>both|\d{1,2}|${Object.keys(numberWords).join('|')})\s+(?:of\s+)?(?:(?!and\s)\p{L}+\s+){0,2}?\p{L}{3,}s(?![\p{L}'’])(?<tail>\s*(?:$|[:,]|key\b))?`,
  'iu'
)

/** How many things a text says that it asks for: `save two notes: …`, `score both leads`. */
export function countIn(text: string): number | undefined {
  const { count = '', tail } = counted.exec(masked(withoutCourtesy(text) ?? text))?.groups ?? {}
  const word = count.toLowerCase()
  if (count === '' || (tail === undefined && word !== 'both')) return undefined
  return word === 'both' ? 2 : (numberWords[word] ?? Number(word))
}

/** `we need somebody who calls the tax office`: looks for a person, and not for what that person does. */
export const forSomebody = any(
  String.raw`(?:(?:i|we)\s+(?:urgently\s+|also\s+)?(?:need|want|require|are\s+looking\s+for|am\s+looking\s+for)|(?:give|find|get)\s+(?:me|us))\s+(?:somebody|someone|anybody|anyone|an?\s+(?:person|colleague|freelancer|helper|volunteer)|people)\s+(?:who|that|to)\b`
)

const time =
  '(?:second|minute|hour|day|night|morning|afternoon|evening|noon|midnight|week|weekday|weekend|fortnight|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?'

/** How often something is to be done. */
const often = [
  String.raw`\b(?:every|each)\s+(?:other\s+|single\s+)?(?:\d+\s+|\p{L}+\s+)?${time}\b`,
  String.raw`\b(?:once|twice|(?<!\p{L})\p{L}+\s+times)\s+(?:an?|per|every|each)\s+${time}\b`,
  String.raw`(?<![\p{L}\p{N}_-])(?:hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)(?=\s*(?:$|[,.;!?])|\s+(?:at|on|in|from|until|for|please)\b)`,
  String.raw`\bon\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days\b`,
  String.raw`\b(?:regularly|constantly|continuously|continually|periodically|repeatedly|frequently|from\s+now\s+on|now\s+and\s+then|from\s+time\s+to\s+time|once\s+in\s+a\s+while|again\s+and\s+again|every\s+(?:single\s+)?time|all\s+the\s+time|a?round\s+the\s+clock|24\/7|keep\s+(?:on\s+)?\p{L}+ing)\b`
]

/** When something is to be done. */
const moment = [
  String.raw`\b(?:at|by|before|after|from)\s+(?:\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm|o['’]?clock)?|noon|midnight)(?![\p{L}\p{N}.,]|\s*(?:tokens?|p\b|pence|per\b))`,
  String.raw`\bin\s+(?:an?|\d+|\p{L}+)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b`,
  String.raw`\b(?:next|coming)\s+(?:week|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
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

const command =
  /^(?:(?:and|also|then|please|plus|just|kindly|maybe)\s+)*([\p{L}]+)\s+(?:up\s+|down\s+|out\s+|off\s+|on\s+)?(?:an?|the|my|our|your|his|her|their|it|that|this|these|those|them|him|me|us|some|all|every|everybody|everyone)\b/iu

const asides = /^(?:and\s+)?(?:while\s+you|when\s+you|by\s+the\s+way|in\s+addition|on\s+top\s+of\s+that)\b/iu

/** Whether the first word of a sentence, and what stands behind it, is no name: `Dispose of every draft`. */
export function isOrderWord(word: string, behind: string): boolean {
  const lower = word.toLowerCase()
  return (
    [companyRoles, plainVerbs, commandVerbs, destructiveWords].some(list => list.has(lower)) ||
    objectFollows.test(behind)
  )
}

const objectFollows =
  /^(?:\s+of)?\s+(?:all|an?|any|each|every|everything|my|our|the|these|this|those|that|whatever)\b/iu
