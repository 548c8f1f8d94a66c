/** What is made for somebody to read or to follow, as requests call it. */
const made =
  '(?:articles?|briefs?|calendars?|captions?|drafts?|e-?mails?|mails?|messages?|newsletters?|outreach|pieces?|plans?|posts?|schedules?|sequences?|texts?|threads?)'

const lead = String.raw`(?:\s*[.;]\s+|\s*,\s*(?:and\s+)?|\s+(?=which\s))(?:(?:it|this|they|which|that)|(?:the|this|that|each)\s+${made})(?:['’]s|\s+(?:should|shall|must|is\s+to|are\s+to|needs?\s+to|ought\s+to|has\s+to|will|would|is|are))(?:\s+(?:also|preferably|ideally|please|all|each))*\s+(?:be\s+)?`

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
  pattern: new RegExp(lead + verb, 'giu'),
  preposition
}))

const secondDetail =
  /(?<=\s(?:with|for|about)\s[^.;,]{2,60}|,\s(?:in|on|starting)\s[^.;,]{2,60})\s+and\s+(?:should\s+)?(?:be\s+)?(?:written|drafted|composed|worded|kept|held|made)\s+(?=in\s)/giu

const readers =
  /,?\s+(?:which\s+is\s+|that\s+is\s+)?(?:addressed|directed|intended|meant|geared|targeted|tailored|destined)\s+(?:to|at|for|towards?)\s+(?=(?:the\s+|our\s+|all\s+)?\p{Ll}[\p{L} -]*?s\b)(?!(?:their|his|her|its|me|us)\b)/gu

/**
 * A text in which what further sentences and relative clauses say of a thing that is asked for stands beside it:
 * `…, which should have two steps` is `… with two steps`, and `It is meant for teachers` is `for teachers`.
 */
export function withDetails(text: string): string {
  return details
    .reduce((changed, { pattern, preposition }) => changed.replaceAll(pattern, preposition), text)
    .replaceAll(secondDetail, ', ')
    .replaceAll(readers, ' for ')
}
