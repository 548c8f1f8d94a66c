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
const opening = /^\s*(?:dear|hello|hi|hey|good\s+(?:morning|afternoon|evening|day))(?:\s+\p{Lu}\p{L}+)+\s*[,!.:–-]\s*/iu

/** `Tokens: 45k. Price: £2. Book it`: fields by their names, and what is to be done with them, which comes first. */
function headed(text: string, forms: VerbForms): string {
  const { fields = '', order = '' } = fieldsFirst.exec(text)?.groups ?? {}
  const [, please = '', word = '', object = ''] =
    /^((?:please\s+|kindly\s+|(?:can|could|would)\s+you\s+(?:please\s+)?)*)(\p{L}+)\b(.*?)(?<![\s.!?])[\s.!?]*$/isu.exec(
      order
    ) ?? []
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
  /^(?<fields>(?:(?!(?:please|kindly|remember|note|heartbeats?|reminder)\b)\p{L}[\p{L} ]{1,24}(?:\([\p{L} ]+\) ?)?[:=]\n?[^.;\n:]*(?:\.(?!\s)[^.;\n:]*)*(?:[.;](?=\s)|\n)\s*){1,8})(?<order>[^:;\n]{3,80})$/isu

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
  /"[^"]*"|“[^“”]*”|`[^`]*`|\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu

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
    String.raw`(?:(?:many|kind|best|warm|with\s+(?:kind|best)|very\s+best)\s+)?(?:thanks|ta|thank\s+you|cheers|regards|greetings|wishes|sincerely|yours(?:\s+(?:sincerely|faithfully|truly))?)(?:\s+(?:a\s+lot|(?:very|so)\s+much|in\s+advance|again|and\s+(?:best|kind)\s+regards|for\s+(?:your|the|all\s+your)\s+\p{L}+(?:\s+(?:and|in)\s+(?!advance\b|(?:best|kind)\s+regards\b)\p{L}+)*))*(?:,\s*\p{Lu}[\p{L}. ]*)?`,
    String.raw`(?:(?:i|we)\s+)?(?:thank\s+you|hope|hoping)\b[^,;]*?(?:\b(?:well|all['’]s\s+well|good|in\s+advance|help|support|time|effort|day|week)\b)`,
    String.raw`(?:i\s+am\s+|i['’]m\s+|we\s+are\s+)?(?:sorry|apologies)(?:\s+(?:to|for)\s+[^,;]*)?`,
    String.raw`(?:(?:i|we)\s+(?:am|are)\s+)?look(?:ing)?\s+forward\s+to\s+[^,;]*`,
    String.raw`(?:have|enjoy)\s+an?\s+(?:nice|good|great|lovely)\s+(?:day|evening|weekend|week)`,
    String.raw`(?:hello|hi|hey|dear|good\s+(?:morning|afternoon|evening|day))(?:\s+\p{Lu}\p{L}+)*`
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

/** What is made for somebody to read or to follow, as requests call it. */
const made =
  '(?:articles?|briefs?|calendars?|captions?|drafts?|e-?mails?|mails?|messages?|newsletters?|outreach|pieces?|plans?|posts?|schedules?|sequences?|texts?|threads?)'

const saidBefore = String.raw`(?:\s*[.;]\s+|\s*,\s*(?:and\s+)?|\s+(?=which\s))(?:(?:it|this|they|which|that)|(?:the|this|that|each)\s+${made})(?:['’]s|\s+(?:should|shall|must|is\s+to|are\s+to|needs?\s+to|ought\s+to|has\s+to|will|would|is|are))(?:\s+(?:also|preferably|ideally|please|all|each))*\s+(?:be\s+)?`

/** What a sentence or a relative clause says of a thing that is asked for, and the preposition that says the same beside it. */
const saidOf: readonly (readonly [verb: string, preposition: string])[] = [
  [String.raw`(?:consist(?:ing)?\s+of|hav(?:e|ing)|contain(?:ing)?|includ(?:e|ing)|compris(?:e|ing)|use)\s+`, ' with '],
  [String.raw`(?:written|drafted|composed|worded|kept|held|made)\s+(?=in\s)`, ', '],
  [
    String.raw`(?:(?:written|drafted|composed|made|addressed|directed|intended|meant|geared|targeted|aimed|tailored|suitable)\s+(?:for|to|at|towards?)|for|target(?:ing)?|speak(?:ing)?\s+to)\s+(?!(?:me|us|now|later|use)\b)`,
    ' for '
  ],
  [
    String.raw`(?:run|last|continue|go\s+on|span|cover)\s+(?:for\s+|over\s+)?(?=(?:\d|\p{L}+\s+(?:day|week|month)))`,
    ' for '
  ],
  [String.raw`(?:start|begin|commence)(?:ing)?\s+(?:on\s+|from\s+)?(?=\S)`, ', starting '],
  [String.raw`(?:published|posted|placed|sent)\s+(?=(?:on|via)\s)`, ', '],
  [
    String.raw`(?:about|on\s+the\s+(?:topic|subject)\s+of|deal(?:ing)?\s+with|cover(?:ing)?|focus(?:ed|ing)?\s+on)\s+`,
    ' about '
  ]
]

const details = saidOf.map(([verb, preposition]) => ({
  pattern: new RegExp(saidBefore + verb, 'giu'),
  preposition
}))

const secondDetail =
  /(?=\s+and\s)(?<=\s(?:with|for|about)\s[^.;,]{2,60}|,\s(?:in|on|starting)\s[^.;,]{2,60})\s+and\s+(?:should\s+)?(?:be\s+)?(?:written|drafted|composed|worded|kept|held|made)\s+(?=in\s)/giu

const readers =
  /,?\s+(?:which\s+is\s+|that\s+is\s+)?(?:addressed|directed|intended|meant|geared|targeted|tailored|destined)\s+(?:to|at|for|towards?)\s+(?=(?:the\s+|our\s+|all\s+)?\p{Ll}[\p{L} -]*?s\b)(?!(?:their|his|her|its|me|us)\b)/gu

/**
 * A text in which what further sentences and relative clauses say of a thing that is asked for stands beside it:
 * `…, which should have two steps` is `… with two steps`, and `It is meant for teachers` is `for teachers`.
 */
function withDetails(text: string): string {
  return details
    .reduce((changed, { pattern, preposition }) => changed.replaceAll(pattern, preposition), text)
    .replaceAll(secondDetail, ', ')
    .replaceAll(readers, ' for ')
}

/** Signs and short forms that people write in notes, with the words. Collected for this product. */
const shortForms: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/giu, 'without'],
  [/(?<![\p{L}\p{N}])w\/(?=\s)/giu, 'with'],
  [/(?<![\p{L}\p{N}])(?:pls|plz)(?![\p{L}\p{N}])/giu, 'please'],
  [/(?<![\p{L}\p{N}])msg(?![\p{L}\p{N}])/giu, 'message'],
  [/(?<![\p{L}\p{N}])msgs(?![\p{L}\p{N}])/giu, 'messages'],
  [/(?<![\p{L}\p{N}])tmrw(?![\p{L}\p{N}])/giu, 'tomorrow'],
  [/(?<![\p{L}\p{N}])re:\s+(?=\p{L})/giu, 'about '],
  [/\s+(?:->|=>|→)\s+/gu, ' to '],
  [/(?<=[\uE000-\uE8FF])\s+\+\s+(?=[\uE000-\uE8FF])/gu, ' and '],
  [
    /(?<=\b(?:linkedin|instagram|facebook|threads|bluesky|mastodon|twitter|tiktok|youtube|newsletter|blog|x))\s+(?:\+|&)\s+(?=\p{L})/giu,
    ' and '
  ],
  [/(?<![\p{L}\p{N}])certs?(?![\p{L}\p{N}])/giu, 'certificate'],
  [
    /^\s*([\uE000-\uE8FF])\s*(?:[–—-]|:|,)?\s+(up|down|reachable|alive|online|available|accessible)\s*(?:or\s+(?:not|down|up)\s*)?\?/giu,
    'is $1 $2?'
  ],
  [/(?<=\S)(?:,|\s[–—-])?\s+or\s+not(?=\s*\?)/giu, ''],
  [/(?<=(?:^|\s)\d{1,3})\s*(?:x|times|posts)?\s*\/\s*(?:week|wk|w)(?![\p{L}\p{N}])/giu, ' per week'],
  [/(?<=(?:^|\s)\d{1,3})x(?=\s+(?:per|an?|each)\s)/giu, ''],
  [/(?<=(?:^|[\s,(=:])\d{1,5})\s?(?:s|secs?)(?![\p{L}\p{N}'’])/giu, ' seconds'],
  [/(?<=(?:^|[\s,(=:])\d{1,5})\s?mins?(?![\p{L}\p{N}])/giu, ' minutes'],
  [/(?<=(?:^|[\s,(=:])\d{1,5})\s?(?:h|hrs?)(?![\p{L}\p{N}])/giu, ' hours'],
  [/(?<=(?:^|[\s,(=:])\d{1,5})\s?d(?![\p{L}\p{N}'’])/giu, ' days'],
  [/(?<=(?:^|[\s,(=:])\d{1,5})\s?(?:wks?)(?![\p{L}\p{N}])/giu, ' weeks']
]

const untouched =
  /"[^"]*"|“[^“”]*”|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu

/** What is to be stored is stored as it is written. */
const storingNote =
  /^\W*(?:(?:please|pls|kindly)\s+)?(?:remember|note|jot|write\s+down|note\s+down|keep|memori[sz]e|save|store)\b/iu

/**
 * A text with what notes leave out: backticks as quotation marks, signs and short forms as words, and an order that stands behind
 * what it is about before it. `linkedin + bluesky, 3/week - plan it` is `plan linkedin and bluesky, 3 per week`.
 */
export function expanded(text: string, forms: VerbForms): string {
  // Characters for private use mark what is put aside.
  if (/[\uE000-\uE8FF]/u.test(text)) return text
  const quoted = text
    .replaceAll(/`([^`\s]+)`/gu, '$1')
    .replaceAll(/`([^`"]+)`/gu, (_, words: string) => (/^\p{Lu}|\s/u.test(words) ? `"${words}"` : words))
  const parts: string[] = []
  const hidden = quoted.replaceAll(untouched, part => String.fromCharCode(0xe000 + parts.push(part) - 1))
  const isStored = storingNote.test(hidden)
  const plain = isStored
    ? hidden
    : shortForms.reduce((changed, [form, words]) => changed.replaceAll(form, words), hidden)
  const ordered = isStored
    ? plain.replace(/^(\W*)(?:save|store|keep|jot)\s*:\s+/iu, '$1remember: ')
    : orderFirst(plain, forms)
  return ordered.replaceAll(/[\uE000-\uE8FF]/gu, mark => parts[mark.charCodeAt(0) - 0xe000] ?? mark)
}

/** `topic bees, platform x - write post` is `write post; topic bees, platform x`. */
function orderFirst(text: string, forms: VerbForms): string {
  const match = thingFirst.exec(text)
  const { thing = '', verb = '', object, rest = '' } = match?.groups ?? {}
  if (!forms.isBase(verb) || forms.isBase(/^\p{L}+/u.exec(thing)?.[0] ?? '') || /[.;!?]\s/u.test(thing)) return text
  return object === undefined ? `${verb} ${thing}${rest}` : `${verb} ${object}; ${thing}${rest}`
}

const thingFirst =
  /^(?<thing>\S.*?)\s+[–—-]\s+(?:(?:please|to)\s+)?(?<verb>\p{L}{3,})(?:\s+(?:it|them|this|that)|\s+(?<object>\p{L}{3,}(?:\s+\p{L}{3,})?))?(?<rest>(?:\s*,\s*[^.;!?]+|\s+please)?)\s*(?<![.!?])[.!?]*$/isu
