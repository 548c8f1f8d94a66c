import { numberWords } from './amounts.js'
import { commandVerbs, companyRoles, destructiveWords, plainVerbs } from './words.js'

const asking =
  /^\s*(?:and\s+|so\s+|but\s+|hey,?\s+|hi,?\s+|please\s+)?(?:is|are|was|were|do|does|did|has|have(?!\s+an?\s)|had|can|could|will|would|should|which|what|what['’]s|who|whom|whose|how|when|where|where['’]s|who['’]s|why|am|isn['’]t|aren['’]t|don['’]t\s+(?:i|we|you)|any)\b|\?\s*$/i

const indirectly =
  /^\s*(?:please\s+)?(?:tell(?:\s+me)?|show(?:\s+me)?|say|preview|explain|let\s+me\s+know|do\s+you\s+know|remind\s+me|find\s+out|i(?:['’]d|\s+would)?\s+(?:want|need|like)\s+to\s+know|i\s+wonder)\s+(?:if|whether|what|which|who|whose|how|when|where|why)\b/i

const softly = String.raw`(?:please\s+|kindly\s+|just\s+|also\s+|quickly\s+|maybe\s+|perhaps\s+)*`

/** Forms of a request that do not say what is asked for, each up to the verb that does. Collected for this product. */
const politeForms = [
  String.raw`(?:(?:can|could)\s+(?:you|we|i|somebody|someone)|(?:will|would)\s+(?:you|somebody|someone))\s+${softly}(?!(?:still|now|already|ever|mind)\b)`,
  String.raw`would\s+you\s+mind\s+`,
  String.raw`(?:i|we)(?:['’]d|\s+would)\s+(?:be\s+(?:(?:very|most|really)\s+)?(?:glad|grateful|happy|pleased)|appreciate\s+it)\s+if\s+you\s+(?:can|could|would)\s+${softly}`,
  String.raw`would\s+you\s+be\s+(?:so\s+kind\s+as\s+to|able\s+to)\s+`,
  String.raw`(?:i|we)(?:['’]d|\s+would)\s+(?:like|love|want)\s+(?:you\s+)?to\s+${softly}(?!(?:know|learn|hear|find\s+out|understand)\b)`,
  String.raw`(?:i|we)\s+(?:want|need|wish|have)\s+(?:you\s+)?to\s+${softly}(?!(?:know|learn|hear|find\s+out|understand)\b)`,
  String.raw`let\s+(?:me|us)\s+${softly}(?!(?:know|see|have|hear|not|never)\b)`,
  String.raw`let['’]?s\s+${softly}(?!(?:not|never|see|hear)\b)`,
  String.raw`(?:go\s+ahead\s+and|be\s+so\s+kind\s+(?:as\s+to|and)|feel\s+free\s+to|help\s+(?:me|us)(?:\s+to)?)\s+(?!with\b)`,
  String.raw`why\s+don['’]t\s+(?:you|we)\s+`,
  String.raw`how\s+about\s+`,
  String.raw`do\s+me\s+a\s+favou?r\s+and\s+`,
  String.raw`(?:(?:i|we)(?:['’]d|\s+would)\s+(?:like|love)|(?:i|we)\s+(?:want|need)|(?:can|could|may)\s+(?:i|we)\s+(?:have|get)|get\s+me|give\s+me)\s+(?=(?:an?|some|the|my|our|all|information|details)\s)`,
  String.raw`(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)\s+(?:after|looking\s+for|in\s+need\s+of)\s+(?=(?:an?|some|the|my|our)\s)`,
  String.raw`shall\s+we\s+`,
  String.raw`may\s+i\s+(?:ask\s+you\s+to\s+)?`
]

/** `could you write …`, `can we book …`, `I'd like to log …`: a request with a form of courtesy before it. */
const polite = new RegExp(
  String.raw`^\s*(?:(?:and|so|hey|hi|hello|ok|okay|now|please|thanks)[\s,!]+)*(?:${politeForms.join('|')})`,
  'iu'
)

const stillAsking =
  /^(?:tell|say|explain|show)\s+(?:me|us)?\s*(?:if|whether|what|which|who|whose|how|when|where|why)\b|^(?:see|reach|trust|expect|afford|still|say|think|know|recommend|consider)\b/i

/** Whether a text asks for what is so. A request in the form of a question, as in `could you write`, is none. */
export function isQuestion(text: string): boolean {
  const request = withoutCourtesy(text)
  if (request !== undefined) return stillAsking.test(request)
  return asking.test(text) || indirectly.test(text)
}

/** `is it possible to …`, `are you able to …`: asks whether something can be done, and not to do it. */
export const aboutPossibility =
  /^\s*(?:is\s+it\s+possible|is\s+there\s+a\s+way|are\s+you\s+able|do\s+you\s+support|how\s+(?:can|could|do|would)\s+(?:i|we|you|one))\b/iu

/**
 * `what makes a good brief?`, `how does one write a cold email?`: asks for what is generally so, and not for one to be made. What is
 * one's own is not of this kind.
 */
export function isOfKnowledge(text: string): boolean {
  return general.test(text) && !/\b(?:my|our|mine|ours|i|we|us|me)\b/iu.test(text)
}

const general =
  /^\s*(?:and\s+|so\s+)?(?:what\s+(?:belongs?|goes|makes?|constitutes?|characteri[sz]es|distinguishes|(?:is|are)\s+(?:an?|the\s+(?:purpose|point|use|difference|structure|parts?|elements?|ingredients?|benefits?))|(?:do|does|should|must|would|can)\s+(?:an?|good|most|people|companies|one)\b)|why\s+(?:is|are|do|does|should|would)\b|how\s+(?:to\b|(?:do|does|would|should|can|could|is|are)\s+(?:an?|one|people|companies|somebody|someone|good|most)\b)|which\s+(?:parts?|elements?|things?|sections?)\b)/iu

/** Whether a text begins with an order to delete something. */
export function isDeletion(text: string): boolean {
  return deleting.test(withoutCourtesy(text) ?? text)
}

const deleting =
  /^\W*(?:(?:please|kindly|now|then|and|also|just)\s+)*(?:delete|remove|erase|purge|wipe|discard|dispose\s+of|destroy|expunge|eliminate|shred|scrap|trash|get\s+rid\s+of|do\s+away\s+with|throw\s+(?:away|out)|clear(?!\s+up\b|ly\b))\b/iu

/** `can you …?`: asks for it, or where it names nothing to do it with, whether it can be done. */
export function isOfAbility(text: string): boolean {
  // "Can you assign the leads?" names what to do it with.
  if (/\b(?:the|my|our|all|this|these|that|an?)\s+\p{L}/iu.test(text)) return false
  return /^\s*(?:hey,?\s+|hi,?\s+|so\s+)?(?:can|could)\s+(?:you|we|i|it|this)\b/iu.test(text)
}

/** Whether a question asks for what has been, or will be: running an action is no answer to it. */
export function isAboutAnotherTime(text: string): boolean {
  // "Does it have a certificate?" is about now.
  return /\b(?:did|has|had|was|were|will|would)\b|^\s*(?!(?:does|do|can|could|must|should|may)\b)(?:[\p{L}'’-]+\s+){0,3}have\s/iu.test(
    text
  )
}

const done =
  '(?:scheduled|planned|booked|stored|saved|queued|logged|recorded|registered|noted|kept|sent|published|posted|drafted|written|assigned|routed|scored|reserved|entered|remembered|set\\s+up|lined\\s+up)'

/** `should be scheduled` asks for what to do, and not for what there is. */
const state = new RegExp(
  String.raw`\b(?:is|are|was|were|been|being|['’]s|['’]re|have|has|had|got|any|the|my|our|many|which|what)\s+(?:(?!be\b)[\p{L}\p{N}'’-]+\s+){0,5}?${done}\b`,
  'iu'
)

/** `what do I post next week`: asks for what is so, where `what should I post` asks for advice. */
const existing =
  /^\s*(?:and\s+|so\s+)?(?:what|which|where|when|how\s+(?:many|much|often))\b(?:\s+[\p{L}'’-]+){0,2}?\s+(?:do|am|are)\s+(?:i|we)\b/iu

/** Whether a question asks for what is scheduled, planned, booked or stored: running what would do that is no answer to it. */
export function isAboutState(text: string): boolean {
  return state.test(text) || existing.test(text)
}

/** The request in a polite question, without its form; undefined where a text has none. */
export function withoutCourtesy(text: string): string | undefined {
  const match = polite.exec(text)
  return match ? text.slice(match[0].length).replace(/\s*\?\s*$/u, '') : undefined
}

/** Whether a sentence asks to change nothing: a question, an order to show what there is, one to try what would be done. */
export function isTrial(sentence: string): boolean {
  return isQuestion(sentence) || trying.test(sentence) || asksToSee.test(withoutCourtesy(sentence) ?? sentence)
}

/** Orders to show what there is. */
const asksToSee = /^\s*(?:please\s+)?(?:show|list|display|view|print|tell\s+me|let\s+me\s+see)\b/iu

/** Words that ask what would be done. */
const trying = /\b(?:preview|simulate|dry[ -]?run|trial run|try out|without (?:storing|saving|doing))\b/iu

const please = String.raw`(?:(?:please|but|and|so|just|now|actually|sorry|wait|no|oh|hey|ok|okay|right|well|also|then)[\s,]+)*`

const not = String.raw`(?:do\s+not|don['’]?t|dont|never|not)`

/** Not to forget is to remember. */
const positive = new RegExp(
  String.raw`^${please}(?:make\s+sure\s+(?:that\s+)?(?:you|we)\s+|you\s+(?:should|must)\s+|let['’]s\s+)?(?:${not}|(?:should|must)(?:\s+not|n['’]t))\s+(?:ever\s+)?(?:let\s+(?:me|us)\s+)?(?:forget|lose|miss)\b`,
  'iu'
)

const negations = [
  new RegExp(String.raw`^${please}${not}\s+(?:ever\s+|even\s+|you\s+dare\s+)?(?!only\b|just\b)`, 'iu'),
  new RegExp(
    String.raw`^${please}(?:i|we)\s+(?:really\s+)?(?:${not}|no\s+longer|wouldn['’]t|would\s+not)\s+(?:want|need|wish|like)\s+(?:(?:you|us|anyone|anybody)\s+)?(?:to\s+)?`,
    'iu'
  ),
  new RegExp(String.raw`^${please}let['’]?s\s+(?:not|never)\s+`, 'iu'),
  new RegExp(String.raw`^${please}(?:there\s+is\s+|there['’]s\s+)?no\s+(?:need|reason)\s+to\s+`, 'iu'),
  new RegExp(
    String.raw`^${please}(?:you|we|i)\s+(?:(?:should|must|may|need|can)\s*(?:not|n['’]t)|cannot|are\s+not\s+to|do\s*n['’]?o?t\s+(?:need|have)\s+to)\s+(?:to\s+)?`,
    'iu'
  ),
  new RegExp(String.raw`^${please}(?:under\s+no\s+circumstances|on\s+no\s+account|by\s+no\s+means)\s+`, 'iu'),
  new RegExp(String.raw`^${please}(?:avoid|refrain\s+from|hold\s+off(?:\s+on)?|abstain\s+from)\s+`, 'iu'),
  new RegExp(
    String.raw`^${please}it(?:\s+is|\s+would\s+be|['’]s)\s+(?:wrong|bad|a\s+bad\s+idea|a\s+mistake|too\s+(?:early|late)|forbidden|unwise|pointless)\s+to\s+`,
    'iu'
  ),
  new RegExp(String.raw`^${please}(?:rather\s+not|better\s+not)\s+`, 'iu'),
  new RegExp(
    String.raw`^${please}(?:do\s+)?(?:anything|everything|whatever\s+you\s+(?:like|want))\s+(?:but|except(?:\s+for)?|other\s+than|besides|apart\s+from)\s+`,
    'iu'
  )
]

/** What a clause says, and whether it says that this is not to be done. */
export function withoutNegation(text: string): { readonly text: string; readonly isNegated: boolean } {
  if (positive.test(text)) return { text, isNegated: false }
  for (const pattern of negations) {
    const [prefix] = pattern.exec(text) ?? []
    if (prefix !== undefined) return { text: text.slice(prefix.length), isNegated: true }
  }
  return { text, isNegated: false }
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

/** Whether the first word of a sentence, and what stands behind it, is no name: `Dispose of every draft`, `Three emails`. */
export function isOrderWord(word: string, behind: string): boolean {
  const lower = word.toLowerCase()
  if (companyRoles.has(lower) || plainVerbs.has(lower) || commandVerbs.has(lower) || destructiveWords.has(lower))
    return true
  return Object.hasOwn(numberWords, lower) || objectFollows.test(behind)
}

const objectFollows =
  /^(?:\s+of)?\s+(?:all|an?|any|each|every|everything|my|our|the|these|this|those|that|whatever)\b/iu

/** What a request would do, and what it was read as. */
interface Asked {
  readonly writes: boolean
  readonly isEmpty: boolean
  /** Whether the action declares a question that it answers. */
  readonly answersQuestions: boolean
}

/** `we need somebody who calls the tax office`: looks for a person, and not for what that person does. */
export const forSomebody =
  /^\W*(?:(?:i|we)\s+(?:urgently\s+|also\s+)?(?:need|want|require|are\s+looking\s+for|am\s+looking\s+for)|(?:give|find|get)\s+(?:me|us))\s+(?:somebody|someone|anybody|anyone|an?\s+(?:person|colleague|freelancer|helper|volunteer)|people)\s+(?:who|that|to)\b/iu

/** Whether a request to an action that does more than read only asks for what is so, was, could be or is scheduled. */
export function isOnlyAsking(sentence: string, { writes, isEmpty, answersQuestions }: Asked): boolean {
  if (writes && isTrial(sentence) && isAboutState(sentence)) return true
  if (isOfAbility(sentence) && isEmpty) return true
  if (!isQuestion(sentence)) return false
  const isGeneral = isAboutAnotherTime(sentence) || isOfKnowledge(sentence) || aboutPossibility.test(sentence)
  return isGeneral || (writes && (!answersQuestions || asksWhatIs.test(sentence)))
}

/** `When does my next post go out?` asks for what is planned; `When should my posts go out?` and `When is a good time?` for a plan. */
const asksWhatIs =
  /^\W*(?:when|where|at\s+what\s+time)\s+(?:do|does|did|is|are|was|were|has|have)\b(?!\s+(?:it\s+)?(?:the\s+|an?\s+)?(?:best|better|right|good|ideal|optimal|smart|sensible)\b)/iu
