import { numbersIn, secondsOfUnit, toNumber } from './amounts.js'
import { isCommand, isQuestion, withoutCourtesy, withoutNegation } from './sentences.js'
import { recurrencesIn, timingSpans } from './wording.js'
import { masked, plainVerbs } from './words.js'

/** A clause without the reason that it gives. */
interface Reasoned {
  readonly text: string
  readonly reason: string
}

/** How a clause with a verb begins, but for names. */
const subject = String.raw`(?:i|we|you|he|she|it|they|there|this|that|these|those|the|our|my|his|her|their|its|an?|all|many|most|some|several|few|two|three|nobody|no\s+one|everybody|everyone|somebody|someone|people|customers|clients|guests|visitors|users|(?:mr|mrs|ms|dr)\.?)`

const verb = String.raw`(?:(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|cannot)\b|(?<!\p{L})(?:\p{L}+n['’]t|\p{Ll}{2,}(?:s|ed))\b|(?:want|need|like|know|think|depend|use|came|went|got|saw|heard|lost|met|left|wrote|said|told|took|gave|made|found|forgot|broke|fell|began|became|ran|sent|stood|grew|rose|paid|brought|bought|felt|led|spoke|spent|won|keep|meet)\b)`

const because = new RegExp(
  String.raw`(?:\s*,)?\s+(?<link>because|since(?=\s+${subject}\s)|as(?=\s+${subject}\s)|seeing\s+that|so\s+that|in\s+order\s+that|for\s+the\s+reason\s+that|which\s+is\s+why|the\s+reason\s+(?:is|being)\s+that)\s+(?<reason>[^\s,]+(?:\s+[^\s,]+){0,8}?\s+${verb}[^;:]*?)\s*(?<![.!?])[.!?]*$`,
  'iu'
)

/** `as Dana has asked for it`. */
const becauseNamed =
  /(?:\s*,)?\s+(?:as|since)\s+(?<reason>\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*)*\s+(?:is|are|was|were|has|have|had|will|would|can|cannot|could|does|did|\p{Ll}{2,}(?:s|ed))\s[^;:]*?)\s*(?<![.!?])[.!?]*$/u

const becauseBefore = new RegExp(
  String.raw`^(?<link>because|since|as|seeing\s+that|given\s+that|now\s+that)\s+(?<reason>${subject}\s+[^;:]*?${verb}[^;:]*?),\s+(?=\S)`,
  'iu'
)

/**
 * A clause and the reason that it gives; undefined where it gives none, or where the reason may say what is to be done, what not, or when.
 */
export function withoutReason(text: string): Reasoned | undefined {
  const plain = masked(text)
  const behind = because.exec(plain) ?? becauseNamed.exec(plain)
  if (behind && behind.index > 0) {
    const reason = text.slice(behind.index).replace(/^[\s,]+|(?<![\s.])[\s.]+$/gu, '')
    return isHarmlessReason(behind.groups?.reason ?? '') ? { text: text.slice(0, behind.index), reason } : undefined
  }
  const due = deadlineBehind.exec(plain)
  if (due && due.index > 0) return { text: text.slice(0, due.index), reason: text.slice(due.index).trim() }
  const deadline = deadlines.map(pattern => pattern.exec(plain)).find(match => match !== null)
  const before = deadline ?? becauseBefore.exec(plain)
  if (!before || (!deadline && !isHarmlessReason(before.groups?.reason ?? ''))) return undefined
  return {
    text: text.slice(before[0].length),
    reason: text.slice(0, before[0].length).replace(/(?<![\s,])[\s,]+$/u, '')
  }
}

const event =
  '(?:appointment|audit|board|briefing|call|conference|deadline|demo|interview|launch|lunch|meeting|presentation|review|session|stand-?up|visit|weekend|workshop)'

/** Until when something is needed: what is done now is done before that. */
const deadlines = [
  new RegExp(
    String.raw`^(?<reason>(?:before|ahead\s+of|in\s+time\s+for|in\s+preparation\s+(?:for|of)|(?:in\s+order\s+)?to\s+(?:prepare|get\s+ready)\s+for|for)\s+(?:(?:the|our|my|this|next|today['’]s|tomorrow['’]s|\p{L}+day['’]s)\s+)?(?:[^\s,:;]+\s+){0,3}?${event}(?:\s+(?:of|with|on)\s+[^,:;]{2,40}?)?)\s*[,:]?\s+(?=\S)(?!(?:and|or|brief|at|on|of|is|was)\b)`,
    'iu'
  ),
  // "Before I ring him, …": what the person who asks does next.
  /^(?<reason>before\s+(?:i|we)\s+[^,;:]{2,80}?)(?:,\s+(?=\S)|\s+(?=(?:i|we)(?:\s+(?:want|need|wish|would\s+like)|['’]d\s+like)\b))/iu
]

const deadlineBehind = new RegExp(
  String.raw`\s+(?:before|ahead\s+of|in\s+time\s+for)\s+(?<reason>(?:(?:the|our|my|this|next|today['’]s|tomorrow['’]s|\p{L}+day['’]s)\s+)?(?:[^\s,:;]+\s+){0,3}?${event}|(?:i|we)\s+(?:go|head|leave|log\s+off|meet|start|begin|call|fly|travel|have|speak|talk)\b[^,;:]{0,40}?)\s*(?<![.!?])[.!?]*$`,
  'iu'
)

/** Whether a clause is nothing but a reason: `since the audit is near`. */
export function isReason(text: string): boolean {
  return withoutReason(`${text}, x`)?.text === 'x'
}

function isHarmlessReason(said: string): boolean {
  const reason = said
    .replace(/\b(ask(?:s|ed)\b[^,;]*?)\s+(?:twice|again|already)\b/giu, '$1')
    // `because we have to know it`: what somebody else has to do is no order.
    .replace(/\b(?:i|we|they|he|she|our\s+\p{L}+|my\s+\p{L}+)\s+(?:have|has|need|needs|had)\s+to\b/giu, 'we')
  return !limits.test(reason) && recurrencesIn(reason).length === 0
}

/** Words by which a sentence may limit, forbid, delay, correct or add a request. Collected for this product. */
const limits = new RegExp(
  [
    String.raw`\b(?:must|should|shall|may\s+not|might|ought|has\s+to|have\s+to|had\s+to|needs?\s+to|(?:is|are)\s+to|supposed|only|solely|just\s+for|until|till|unless|if|whether|otherwise|else|except|apart\s+from|but|however|although|though|instead|rather|wait\p{L}*|hold|on\s+hold|pending|first|before|after|later|afterwards|yet\s+to)\b`,
    String.raw`\b(?:cancel\p{L}*|postpon\p{L}*|stop\p{L}*|paus\p{L}*|withdr\p{L}*|revok\p{L}*|undo\p{L}*|ignore\p{L}*|disregard\p{L}*|forget|never\s+mind|scratch|skip\p{L}*|omit\p{L}*|exclud\p{L}*|avoid\p{L}*|forbid\p{L}*|forbidden|prohibit\p{L}*|ban(?:ned|s)?|object(?:s|ed)?|refus\p{L}*|reject\p{L}*|dispute\p{L}*|changed\s+(?:my|our|his|her|their)\s+minds?|mistake\p{L}*|wrong|incorrect|correction|hypothetical\p{L}*|jok(?:e|ing)|kidding|pretend\p{L}*|example|exercise|rehears\p{L}*|drill)\b`,
    String.raw`\b(?:no\s+longer|not\s+(?:be\s+)?(?:need|want|requir|wish|necessary|yet|any)\p{L}*|don['’]?t\s+(?:need|want|wish)|legal\s+hold|embargo\p{L}*|confidential\p{L}*|secret)\b`,
    String.raw`\b(?:not|n['’]t|never|no|nobody|none)\b[^,]*\b(?:approv|confirm|agree|allow|permi|authori[sz]|sign|decid|ready|final|consent|releas|clear|known|verif|paid|due)\p{L}*`,
    String.raw`\b(?:approv|permi(?:t|ss)|consent|authori[sz]|confirm|sign-?off|clearance|go-ahead)\p{L}*`,
    String.raw`\b(?:already|twice|again)\b`,
    String.raw`\bplease\b|\byou\b`
  ].join('|'),
  'iu'
)

/** Words by which a sentence behind a request may take it back. */
const denials =
  /\b(?:not|never|no|nobody|nothing|none|neither|nor|without|cannot)\b|n['’]t\b|\b(?:think|guess|doubt|suppose|actually|sorry)\b/iu

const told = new RegExp(
  String.raw`^(?!(?:what|which|who|whom|whose|how|when|where|why)\b)(?:${subject}|\p{Ll}+\s+(?:is|are|was|were|has|have)\b)(?:\s+\S+){1,40}$`,
  'iu'
)

const toldOfName =
  /^\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s+\p{Lu}[\p{L}\p{N}.'’&-]*)*\s+(?:is|are|was|were|has|have|had|just|\p{Ll}{2,}(?:s|ed))\s/u

const aboutRequest = /^(?:it|this|that|these|those|they|he|she)\b/iu

/** `i've been off for a week`, `I will meet the board at ten`: what the asker does, and no word of what is asked for. */
const ownDays =
  /^(?:i|we)(?:['’](?:ve|ll|m|re)|\s+(?:will|have|am|are))\s+(?:just\s+|also\s+)?(?:(?:got|had)\s+(?:the|an?|our|my)|(?:an?|the|our|my)(?=\s+(?:\p{L}+\s+){0,2}(?:appointment|audit|board|call|conference|demo|interview|meeting|presentation|review|visit|workshop)\b)|be(?:en)?\s+(?:off|away|out|ill|sick|travelling|traveling|on|in)|off|away|back|meet(?:ing)?|visit(?:ing)?|leav(?:e|ing)|travel(?:l?ing)?|present(?:ing)?|see(?:ing)?|on)\b(?!.*\b(?:it|this|that|them|these|those)\b)[^,;:]*$/iu

/**
 * Whether a sentence only tells what is so, and says nothing of what is to be done, what not, on what condition, when or how often.
 * Behind a request, what denies something or goes on about the request may take it back or change it.
 */
export function isTold(text: string, verbs: ReadonlySet<string>, isBehindRequest: boolean): boolean {
  const plain = masked(text)
    .replaceAll(/(?<!\S)\S+@\S+|(?<!\S)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, address => 'x'.repeat(address.length))
    .replace(/^(?:and|also|so|well)\s+/iu, '')
  if (ownDays.test(plain) && !limits.test(plain) && recurrencesIn(plain).length === 0) return true
  const [first = ''] = /^[\p{L}'’]+/u.exec(plain) ?? []
  const isOrder = verbs.has(first.toLowerCase()) || plainVerbs.has(first.toLowerCase()) || isCommand(plain)
  if (isOrder || isQuestion(text) || withoutCourtesy(text) !== undefined || withoutNegation(text).isNegated)
    return false
  if (
    !(told.test(plain) || toldOfName.test(plain)) ||
    !new RegExp(String.raw`\s${verb}`, 'iu').test(plain) ||
    limits.test(plain)
  )
    return false
  if (recurrencesIn(plain).length > 0 || timingSpans(plain).length > 0) return false
  return !isBehindRequest || (!denials.test(plain) && !aboutRequest.test(plain))
}

/** Sentences that take back what was asked for before them. */
export const takesBack =
  /^(?:(?:oh|sorry|ah|hm+|well|but|and|actually|please)[\s,]+)*(?:(?:i|we)(?:['’]ve|\s+have)?\s+changed\s+(?:my|our)\s+minds?|never\s*mind|(?:ignore|forget|scratch|cancel|drop|disregard|skip|strike|undo)\s+(?:it|that|this|all\s+that|what\s+i\s+said)(?:\s|[.!,]|$)|no[\s,]+wait|wait[\s,]|on\s+second\s+thoughts?|(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+(?:only\s+|just\s+)?(?:wrong|a\s+(?:joke|mistake|test)|not\s+(?:needed|necessary|right|correct|true))|(?:leave|let)\s+(?:it|them|that)(?:\s+(?:be|alone|as\s+\p{L}+\s+\p{L}+))?[.!]*$|just\s+kidding)/iu

const telling =
  /^(?:(?:i|we)\s+(?:was|were|have\s+been|am|are)\s+(?:told|informed|advised)\s+(?:by\s+[^,]+?\s+)?that|(?:(?:our|my|the)\s+(?:\p{L}+\s+){0,2}\p{L}+|\p{Lu}\p{L}+|(?:Mr|Mrs|Ms|Dr)\.?\s+\p{Lu}\p{L}+)\s+(?:has\s+|have\s+|just\s+)*(?:informed|told|advised|notified|assured|reminded)\s+(?:me|us)\s+that|(?:our|my|the)\s+(?:\p{L}+\s+){0,2}\p{L}+\s+(?:has\s+|have\s+|just\s+)*(?:(?:said|says|mentioned)(?:\s+that)?|(?:announced|confirmed|decided)\s+that)|it\s+(?:turns\s+out|has\s+been\s+decided|was\s+decided)\s+that)\s+/iu

const storing =
  /^(?:(?:please|kindly|so|and|could\s+you|can\s+you|would\s+you|will\s+you)\s+)*(remember|note|keep|save|store|record|write(?=\s+\S+\s+down\b)|jot|memori[sz]e|put(?=.*\b(?:memory|memories|notes?|record)\b)|make\s+a\s+note\s+of|take\s+a\s+note\s+of|take\s+note\s+of)\s+(?:this|that|it|the\s+(?:fact|information|above))(?:\s+down)?(?:\s+(?:for\s+(?:me|us|later|the\s+future)|please|(?:in|into|to)\s+(?:(?:the|our|my|your)\s+)?(?:memory|memories|notes?)|as\s+a\s+(?:note|memory)|on\s+record|in\s+mind))*(?:,?\s+(?:under|with|as|using)\s+(?:the\s+)?key\s+["“`]?([\w.-]+?)["”`]?)?(?:\s+please)?[\s.!?]*$/iu

/** Whether an order to store something may mean another store than the memory: `record this`, `save it`. */
export function isOfAnyStore(order: string): boolean {
  return /\b(?:record|save|store|keep)\b/iu.test(order) && !/\b(?:memory|memories|notes?|key|mind)\b/iu.test(order)
}

/** `The lift is inspected on Friday. Note this under the key lift`: one request to store what was told. */
export function storedTelling(before: string, order: string): string | undefined {
  const [all, , key] = storing.exec(order) ?? []
  if (all === undefined) return undefined
  const statement = before.replace(telling, '').replace(/(?<![\s.!])[\s.!]+$/u, '')
  return key === undefined ? `remember that ${statement}` : `remember under the key ${key}: ${statement}`
}

/** `show this to me`, `do it for us`: asks for nothing more than the request before. */
export const isSameAgain =
  /^(?:(?:please|kindly|and|could\s+you|can\s+you|would\s+you)\s+)*(?:show|tell|give|send|explain|report|present|arrange|handle|do|prepare|provide|compose|write|draft)\s+(?:this|that|it|these|them|the\s+(?:figures?|answer|result|report|list|overview))(?:\s+(?:to|for|with)\s+(?:me|us))?(?:\s+please)?[\s.!?]*$/iu

/** Words of a request that point at what was told before it. */
export const pointsBack =
  /\b(?:it|this|that|them|him|her|they|these|those|their|its|(?:this|that|the|these|those|same)\s+(?:(?:e-?mail\s+)?address|company|contact|customer|domain|enquiry|firm|inquiry|lead|page|person|prospect|sender|server|service|shop|site|topic|website))\b/iu

/** A text that is to be stored, with what a request says of how. */
export interface StoredText {
  readonly value: string
  readonly key?: string
  /** With commas between. */
  readonly tags?: string
  /** Seconds. */
  readonly lifetime?: number
}

const storingVerb = String.raw`^\W*(?:(?:please|kindly|and|also)\s+)*(?:remember|note|save|store|keep|put|record|write|memori[sz]e|set|add|chuck|pop|stick)(?:\s+down)?`

const place = String.raw`(?:\s+(?:in|into|to)\s+(?:(?:the|my|our|your)\s+)?(?:memory|memories|notes?))?`

const keyName = String.raw`(?:the\s+)?(?:exact\s+|new\s+)?(?:key|name)(?:\s+(?:called|named|of)(?=\s))?\s*[:=]?\s*["'“]?(?<key>[\w.-]*\w)["'”]?`

const forTime = String.raw`(?:for|during|over)\s+(?:the\s+next\s+)?(?<time>(?:\d+|\p{L}+(?:-\p{L}+)?)\s+(?:seconds?|minutes?|hours?|days?|weeks?))`

const forms = [
  // `store the value "x" under the key y`
  new RegExp(
    String.raw`${storingVerb}${place}\s+(?:(?:the|this)\s+)?(?:value|text|phrase|string|words?|sentence|code)\s*[:=]?\s*(?<value>"[^"]+"|“[^”]+”|'[^']+'|\S+)${place}\s+(?:under|with|as|using|at|by|for)\s+${keyName}(?:\s+${forTime})?[\s.!]*$`,
    'isu'
  ),
  // `remember under the key y the value "x"`, `save a note under the key y: x`
  new RegExp(
    String.raw`${storingVerb}(?:\s+(?:this|it|the\s+following|an?\s+(?:note|memory|fact|text|value|record|entry)))?${place}\s+(?:under|with|as|using|for)\s+${keyName}(?:\s*,?\s+(?:and\s+)?(?:with\s+)?(?:the\s+)?(?:value|text)(?:\s+of(?=\s))?\s*[:=]?\s+|\s*:\s+)(?<value>"[^"]+"|“[^”]+”|\S.*?)(?<![\s.!])[\s.!]*$`,
    'isu'
  ),
  // `under the key y, store "x"`
  new RegExp(
    String.raw`^\W*(?:please\s+)?(?:under|with|using)\s+${keyName}\s*,?\s+(?:please\s+)?(?:remember|note|save|store|keep|put|record)${place}(?:\s+(?:the\s+)?(?:value|text|following))?(?:\s+that)?\s*:?\s+(?<value>"[^"]+"|“[^”]+”|\S.*?)(?<![\s.!])[\s.!]*$`,
    'isu'
  ),
  // `store in memory for 7 days: x`
  new RegExp(
    String.raw`${storingVerb}(?:\s+(?:this|the\s+following))?${place}\s+${forTime}${place}(?:\s*:\s*|\s+that\s+)(?<value>\S.*?)(?<![\s.!])[\s.!]*$`,
    'isu'
  )
]

const tagged =
  /\s*[,;(.]\s*(?:and\s+)?(?:please\s+)?(?:with\s+)?(?:the\s+)?(?:tag(?:s|ged)?|tag\s+it)\s*(?:(?:as|with)\s+|[:=]\s*)?["'“]?(?<tags>[\p{L}\p{N}-]+(?:(?:\s*,\s*|\s+and\s+)[\p{L}\p{N}-]+)*)["'”]?\s*\)?[\s.!]*$/iu

const plainly = new RegExp(
  String.raw`${storingVerb}${place}(?:\s+(?:this|the\s+following))?(?:\s*:\s*|\s+that\s+)(?<value>\S.*?)(?<![\s.!])[\s.!]*$`,
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
