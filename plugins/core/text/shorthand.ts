import type { VerbForms } from './verb-forms.js'

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
  /"[^"]*"|“[^”]*”|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu

/** What is to be stored is stored as it is written. */
const storing =
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
  const isStored = storing.test(hidden)
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
  const match = behind.exec(text)
  const { thing = '', verb = '', object, rest = '' } = match?.groups ?? {}
  if (!forms.isBase(verb) || forms.isBase(/^\p{L}+/u.exec(thing)?.[0] ?? '') || /[.;!?]\s/u.test(thing)) return text
  return object === undefined ? `${verb} ${thing}${rest}` : `${verb} ${object}; ${thing}${rest}`
}

const behind =
  /^(?<thing>\S.*?)\s+[–—-]\s+(?:(?:please|to)\s+)?(?<verb>\p{L}{3,})(?:\s+(?:it|them|this|that)|\s+(?<object>\p{L}{3,}(?:\s+\p{L}{3,})?))?(?<rest>(?:\s*,\s*[^.;!?]+|\s+please)?)\s*[.!?]*$/isu
