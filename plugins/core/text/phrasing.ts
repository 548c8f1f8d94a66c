import { withDetails } from './details.js'
import { plainClause } from './polite-requests.js'
import type { VerbForms } from './verb-forms.js'

/**
 * A text in the form in which requests are read: without what only wishes, asks or thanks around a request, and with "do it" in the
 * place of "it should be done". `I would be grateful if the margin could be shown` is `show the margin`. What forbids still does:
 * `it must not be sent` is `do not send it`. What is quoted, and what is to be stored, stays as it is.
 */
export function plainRequests(text: string, forms: VerbForms): string {
  // Characters for private use mark what is put aside.
  if (marked.test(text)) return text
  const kept: string[] = []
  const hidden = text.replaceAll(protectedText, match => {
    kept.push(match)
    return String.fromCharCode(firstMark + kept.length - 1)
  })
  const greeted = hidden.replace(opening, '')
  const isStored = storing.test(greeted)
  const detailed = isStored
    ? greeted
    : withDetails(ordersApart(headed(greeted.replace(stepsHeading, '').replaceAll(afterThat, ', then '), forms), forms))
  const sentences = sentencesOf(detailed)
  const plain = sentences
    .map(({ text: sentence, gap }, position) => {
      const isAlone = sentences.length === 1
      const isLast = position === sentences.length - 1
      return isCourtesy(sentence) && !isAlone ? '' : partsOf(informed(sentence, isLast), forms) + gap
    })
    .join('')
  return plain.replaceAll(marks, mark => kept[mark.charCodeAt(0) - firstMark] ?? '').trim()
}

/** `carry out the following steps one after another: …`. */
const stepsHeading =
  /^\s*(?:(?:please|kindly|could\s+you|can\s+you|i\s+need|we\s+(?:need|require)|i\s+would\s+like)\s+)*(?:(?:carry\s+out|do|execute|perform|run|take|work\s+through|you\s+to\s+do)\s+)?(?:(?:the\s+following|these|several|some|two|three|four|five|\d)\s+)+(?:steps|things|tasks|actions|jobs)(?:\s+(?:for\s+(?:me|us)|to\s+be\s+(?:done|carried\s+out|performed)|please|one\s+after\s+(?:another|the\s+other)|in\s+(?:this\s+|that\s+)?(?:order|a\s+row|sequence)))*\s*:\s*|^\s*(?:as|in)\s+one\s+(?:job|go|run)\s*:\s*|^\s*run\s+as\s+one\s+job\s*:\s*/iu

/** What is to be stored stays as it is written. */
const storing =
  /^\W*(?:(?:please|kindly|could\s+you|can\s+you|would\s+you)\s+)*(?:remember|note|jot|write\s+down|keep|memori[sz]e|save|store)\b/iu

/** `Dear colleagues, …`. */
const opening =
  /^\s*(?:dear|hello|hi|hey|good\s+(?:morning|afternoon|evening|day))(?:\s+(?:all|there|team|colleagues?|everyone|everybody|folks|sir|madam|or|assistant|friends?|\p{Lu}\p{L}+))+\s*[,!.:–-]\s*/iu

/** `Tokens: 45k. Price: £2. Book it`: fields by their names, and what is to be done with them, which comes first. */
function headed(text: string, forms: VerbForms): string {
  const { fields = '', order = '' } = fieldsFirst.exec(text)?.groups ?? {}
  const [, please = '', word = '', object = ''] =
    /^((?:please\s+|kindly\s+|(?:can|could|would)\s+you\s+(?:please\s+)?)*)(\p{L}+)\b(.*?)[\s.!?]*$/isu.exec(order) ??
    []
  if (fields === '' || !forms.isBase(word)) return text
  const named = fields.split(/\s*(?:[.;](?=\s|$)|\n)\s*/u).filter(part => part !== '')
  // "Book it" alone leads nowhere; a list behind it does not end it.
  return /^\s*(?:it|this|that|them|these)?\s*$/iu.test(object)
    ? `${please}${word} it: ${named.map(part => part.replace(/\s*[:=]\s*/u, ' ')).join(', ')}`
    : `${please}${word}${pointed(object, named)}`
}

/** `score this lead` with `Lead: Acme` and `Signals: hiring` is `score the lead Acme; Signals: hiring`. */
function pointed(object: string, named: readonly string[]): string {
  const meant = named.find(part => new RegExp(String.raw`\b(?:this|that|the)\s+${label(part)}\b`, 'iu').test(object))
  if (meant === undefined) return `${object}; ${named.join('; ')}`
  const thing = object.replace(
    new RegExp(String.raw`\b(?:this|that|the)\s+${label(meant)}\b`, 'iu'),
    `the ${label(meant)} ${meant.replace(/^[^:=]*[:=]\s*/u, '')}`
  )
  return [thing, ...named.filter(part => part !== meant)].join('; ')
}

function label(part: string): string {
  return (/^[\p{L} ]+/u.exec(part)?.[0] ?? '').trim().toLowerCase()
}

const fieldsFirst =
  /^(?<fields>(?:(?!(?:please|kindly|remember|note|heartbeats?|reminder)\b)\p{L}[\p{L} ]{1,24}(?:\([\p{L} ]+\))?\s*[:=]\s*[^.;\n:]*(?:\.(?!\s)[^.;\n:]*)*(?:[.;](?=\s)|\n)\s*){1,8})(?<order>[^:;\n]{3,80})$/isu

/** A text in which an order behind what is told stands apart: `the job failed, can you log that?`. */
function ordersApart(text: string, forms: VerbForms): string {
  return text.replace(orderBehind, (all, told: string, verb: string) =>
    conditional.test(told) || !forms.isBase(verb) ? all : `${told}. Please ${verb}`
  )
}

const orderBehind =
  /^([^.;!?:]{8,}?)\s*(?:,|\s[–—-]|,?\s+so)\s*(?:so\s+|and\s+|therefore\s+)?(?:please|kindly|(?:can|could|would|will)\s+(?:you|someone|somebody)(?:\s+please|\s+kindly)?)\s+(\p{L}+)/iu

const conditional =
  /\b(?:if|unless|when|whenever|once|provided|providing|assuming|suppose|in\s+case|in\s+the\s+event|as\s+soon|as\s+long|until|till|should|where|after|before|while|since|because|as|given|granted|only|depending|not|n['’]t|no|never)\b|n['’]t\b/iu

const firstMark = 0xe000

const marks = /[\uE000-\uE8FF]/gu

const marked = /[\uE000-\uE8FF]/u

const protectedText =
  /"[^"]*"|“[^”]*”|`[^`]*`|\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu

const sentenceEnd = /(?<=[.!?])(?<!\b(?:mr|mrs|ms|mx|dr|prof|st|vs|approx|e\.g|i\.e|no|incl)\.)\s+|\s*;\s*|\s*\n+\s*/giu

function sentencesOf(text: string): readonly { readonly text: string; readonly gap: string }[] {
  const parts: { text: string; gap: string }[] = []
  let from = 0
  for (const match of text.matchAll(sentenceEnd)) {
    parts.push({ text: text.slice(from, match.index), gap: match[0] })
    from = match.index + match[0].length
  }
  return [...parts, { text: text.slice(from), gap: '' }].filter(part => part.text.trim() !== '')
}

/** Sentences that greet, thank, apologise or sign, and say nothing else. */
function isCourtesy(sentence: string): boolean {
  return courtesySentence.test(sentence.trim())
}

const courtesySentence = new RegExp(
  `^(?:${[
    String.raw`(?:(?:many|kind|best|warm|with\s+(?:kind|best)|very\s+best)\s+)?(?:thanks|ta|thank\s+you|cheers|regards|greetings|wishes|sincerely|yours(?:\s+(?:sincerely|faithfully|truly))?)(?:\s+(?:a\s+lot|(?:very|so)\s+much|in\s+advance|again|and\s+(?:best|kind)\s+regards|for\s+(?:your|the|all\s+your)\s+\p{L}+(?:\s+(?:and|in)\s+\p{L}+)*))*(?:,\s*\p{Lu}[\p{L}. ]*)?`,
    String.raw`(?:(?:i|we)\s+)?(?:thank\s+you|hope|hoping)\b[^,;]*?(?:\b(?:well|all['’]s\s+well|good|in\s+advance|help|support|time|effort|day|week)\b)`,
    String.raw`(?:i\s+am\s+|i['’]m\s+|we\s+are\s+)?(?:sorry|apologies)(?:\s+(?:to|for)\s+[^,;]*)?`,
    String.raw`(?:(?:i|we)\s+(?:am|are)\s+)?look(?:ing)?\s+forward\s+to\s+[^,;]*`,
    String.raw`(?:have|enjoy)\s+an?\s+(?:nice|good|great|lovely)\s+(?:day|evening|weekend|week)`,
    String.raw`(?:hello|hi|hey|dear|good\s+(?:morning|afternoon|evening|day))(?:\s+(?:all|there|team|colleagues?|everyone|everybody|sir|madam|sir\s+or\s+madam|assistant|\p{Lu}\p{L}+))*`
  ].join('|')})[\\s,.!]*$`,
  'iu'
)

/** `Please be informed that 4k tokens were used. Book them`: only the beginning of what is told before a request. */
function informed(sentence: string, isLast: boolean): string {
  return isLast ? sentence : sentence.replace(informing, '')
}

const informing =
  /^\s*(?:(?:please\s+|kindly\s+)?be\s+(?:informed|advised|aware)|(?:(?:i|we)\s+)?(?:(?:would\s+like|wish|want|have)\s+to\s+|hereby\s+)?(?:inform|let|tell)\s+you(?:\s+know)?|it\s+(?:was|has\s+been|is)\s+(?:communicated|reported|brought)\s+to\s+(?:me|us|(?:my|our)\s+attention)|(?:i|we)\s+(?:was|were|have\s+been|am|are)\s+(?:told|informed|advised)|for\s+your\s+information)\s*,?\s*(?:that\s+|of\s+the\s+fact\s+that\s+|(?<=information,?\s*))/iu

/** `once that is done, …`: what comes next, as steps run one after another. */
const afterThat =
  /(?:\s*,?\s*\band\b)?\s*,?\s*\b(?:once|when|after|as\s+soon\s+as)\s+(?:(?:that|this|it|both)(?:['’]s|\s+is|\s+are|\s+has\s+been|\s+was)|you(?:['’]re|\s+are|\s+have|['’]ve))\s+(?:been\s+)?(?:done|finished|completed?|through)(?:\s+(?:with\s+)?(?:that|it|this))?\s*,?\s+(?=\S)/giu

const order =
  /(\s*,?\s*(?:\band\s+)?(?:\bthen\b|\bafterwards\b|\bafter\s+that\b|\bsubsequently\b|\bfinally\b|\bthereafter\b|\bnext\b(?=,))\s*,?\s+(?!used\b|the\s+rest\b))/giu

/** A sentence, each of its parts in plain form, with its condition left as it is. */
function partsOf(sentence: string, forms: VerbForms): string {
  const pieces = sentence.split(order)
  return pieces.map((piece, position) => (position % 2 === 1 ? piece : plainPart(piece, forms))).join('')
}

const condition =
  /^(?:(?:and|but|so)\s+)?(?:(?:only\s+)?if|unless|provided(?:\s+that)?|providing(?:\s+that)?|in\s+case|in\s+the\s+event\s+(?:that|of)|when|whenever|once|as\s+soon\s+as|should(?=\s+(?:the|our|my|it|this|that|\p{Lu}))|assuming(?:\s+that)?|until|after|before|while|where|given\s+that|since|because|as)\s[^,]+,\s*/iu

/** `for reasons of data protection, …`, `according to the invoice, …`. */
const adverbial =
  /^(?:for|in|on|at|due\s+to|owing\s+to|according\s+to|because\s+of|in\s+view\s+of|with|by|from|during|per)\s[^,:]{2,80},\s+(?=(?:the|an?|our|my|all|any|no|it|i|we|you|please|kindly|could|can|would)\b|[\uE000-\uE8FF])/iu

function plainPart(part: string, forms: VerbForms): string {
  const [space = ''] = /^\s*/u.exec(part) ?? []
  const text = withoutPoliteCondition(part.slice(space.length))
  const wished = conditionalWish.exec(text)
  if (wished) return space + plainClause(`${wished[1]}`, forms, true)
  const [lead = ''] = condition.exec(text) ?? adverbial.exec(text) ?? []
  return space + lead + plainClause(text.slice(lead.length), forms)
}

/** `if you could check the site, that would be great`. */
const conditionalWish =
  /^if\s+((?:you|someone|somebody|we|i)\s+(?:could|would|can|might)\s+.+?),?\s+(?:(?:that|it|this)(?:['’]d|\s+would|\s+will)\s+be\s+[^,;]{3,40}|(?:i|we)(?:['’]d|\s+would)\s+(?:be\s+\p{L}+|appreciate\s+(?:it|that)))[\s.!]*$/iu

function withoutPoliteCondition(text: string): string {
  return text.replaceAll(politeCondition, '')
}

/** Conditions that only courtesy sets. */
const politeCondition =
  /(?:,\s*|\s+|^)(?:(?:if|when|whenever|as\s+soon\s+as)\s+(?:(?:it|that)(?:\s+is|['’]s)\s+)?(?:not\s+too\s+much\s+(?:trouble|to\s+ask|work)|convenient|ok(?:ay)?|alright|all\s+right|fine)(?:\s+(?:with|for)\s+you)?|(?:if|when|whenever|once)\s+you\s+(?:have|get|find)\s+(?:an?|some|the)\s*(?:spare\s+|free\s+)?(?:moment|minute|second|chance|time)|at\s+(?:your|the)\s+(?:earliest(?:\s+possible)?(?:\s+convenience)?|convenience)|(?:on|as)\s+(?:an?\s+)?(?:top\s+)?(?:urgent\s+basis|priority)|without\s+(?:any\s+)?delay|if\s+you\s+(?:don['’]t|do\s+not|wouldn['’]t|would\s+not)\s+mind)(?=\s*(?:[,.;!?]|$))(?:,\s*(?=\S))?/giu
