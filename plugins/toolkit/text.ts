/** A text on one line: runs of white space are one space, and there is none at the ends. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

/** A text of at most so many characters; a longer one ends in an ellipsis. No character is cut in half. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const characters = Array.from(text)
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** A text for a sentence: in quotation marks, with single spaces, at most 80 characters of it. */
export function quoted(text: string): string {
  return `"${cut(text.replaceAll(/\s+/g, ' '), longestQuote)}"`
}

const longestQuote = 80

/**
 * With a first letter in upper case, unless the text begins with a link or with a word that has its own spelling: one with capitals
 * inside, such as "iPhone", or one without a vowel, such as "npm".
 */
export function capitalised(text: string): string {
  const [first] = /^\p{Ll}[\p{Ll}\p{M}'’-]*(?=[\s,;!?]|:(?=\s|$)|$)/u.exec(text) ?? []
  return first !== undefined && !isSpelledOut(first) ? text.replace(/^./u, letter => letter.toUpperCase()) : text
}

/** Whether a word of Latin letters has no vowel, like an abbreviation. */
export function isSpelledOut(word: string): boolean {
  return word.length > 1 && /^[b-df-hj-np-tv-xz]+$/i.test(word)
}

type Granularity = 'grapheme' | 'word' | 'sentence'

/** Each is created when it is first needed: the rules of the three take 10 ms to load. */
const segmenters = new Map<Granularity, Intl.Segmenter>()

/** The parts of a text by Unicode's rules and dictionaries (Standard Annex 29). */
export function segments(text: string, granularity: Granularity): readonly Intl.SegmentData[] {
  return Array.from(segmenterOf(granularity).segment(text))
}

/** What a reader takes for single characters. */
export function graphemes(text: string): readonly string[] {
  return segments(text, 'grapheme').map(({ segment }) => segment)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ascii = /^[\u0000-\u007f]*$/

/** The number of graphemes. */
export function countGraphemes(text: string): number {
  if (ascii.test(text) && !text.includes('\r')) return text.length
  let count = 0
  for (const _ of segmenterOf('grapheme').segment(text)) count++
  return count
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether a text has letters of a script that puts no spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text)
}

const spacedWord = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}[\p{L}\p{M}]*|(?<=\p{N})[.,]\p{N}+)*/gu

/** The words of a text in any script, without punctuation. Scripts with spaces need no dictionary, which is much faster. */
export function words(text: string): readonly string[] {
  if (!isUnspaced(text)) return text.match(spacedWord) ?? []
  return segments(text, 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
}

/** The sentences of a text with the white space that follows them; a list number stays with its sentence. */
export function sentences(text: string): readonly string[] {
  const found: string[] = []
  for (const { segment } of segmenterOf('sentence').segment(text)) {
    const last = found.at(-1)
    if (last !== undefined && /^\s*\d+[.)]\s*$/.test(last)) found[found.length - 1] = last + segment
    else found.push(segment)
  }
  return found
}

function segmenterOf(granularity: Granularity): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity })
  segmenters.set(granularity, known)
  return known
}

const placeholders = /\{(\w+)\}(\.?)/g

/**
 * Fills the placeholders of a template such as "Hi {name}, {topic} is hard." `{Topic}` is `{topic}` with a capital, unless it has a
 * value of its own. A value that ends in a mark takes the place of the full stop behind it. Throws for one without a value.
 */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(placeholders, (_, name: string, stop: string) => {
    const value = valueFor(name, values)
    if (value === undefined) throw new Error(`The template "${template}" has no value for {${name}}.`)
    return stop !== '' && /[.!?]$/.test(value) ? value : value + stop
  })
}

function valueFor(name: string, values: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(values, name)) return values[name]
  const lower = name.toLowerCase()
  const value = Object.hasOwn(values, lower) ? values[lower] : undefined
  return value === undefined ? undefined : capitalised(value)
}

/** What must not stand beside a phrase for it to count as whole words, each a class of a regular expression without its brackets. */
export interface Boundary {
  readonly before: string
  readonly after: string
}

/** No letter and no digit of any script. */
export const anyLetter: Boundary = { before: '\\p{L}\\p{N}', after: '\\p{L}\\p{N}' }

/** A pattern for any of the phrases as whole words; where two begin together, for the longer one. */
export function phrasePattern(phrases: readonly string[], boundary: Boundary = anyLetter, flags = 'gu'): RegExp {
  const longestFirst = phrases.toSorted((left, right) => right.length - left.length)
  const { before, after } = boundary
  return new RegExp(`(?<![${before}])(?:${longestFirst.map(escaped).join('|')})(?![${after}])`, flags)
}

/** The same for words in all their forms: `*` at an end of a phrase stands for more letters, as in "suicid*". */
export function formPattern(phrases: readonly string[], boundary: Boundary = anyLetter, flags = 'u'): RegExp {
  const { source } = phrasePattern(phrases, boundary, flags)
  return new RegExp(source.replaceAll('\\*', '\\p{L}*'), flags)
}

/** The text as part of a regular expression that matches nothing else. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
