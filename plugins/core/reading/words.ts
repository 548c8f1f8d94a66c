import { identityOf } from '@product-host/toolkit/slug'
import { stopWords } from '@product-host/toolkit/stopwords'
import { isUnspaced, segments } from '@product-host/toolkit/text'
import { stemmer } from 'stemmer'
import phrases from '../tables/phrases.json' with { type: 'json' }
import lists from '../tables/words.json' with { type: 'json' }

export { stopWords }

/** Words that people put into a request whatever it is about. */
export const fillers = setOf(lists.fillers)

/** Words of courtesy, doubt and emphasis, and those that say no more than the verb of an action. */
export const courtesies = setOf(lists.courtesies, lists.plainWords, lists.statementWords)

/** Words that no request may lose. */
export const decisiveWords = setOf(lists.decisiveWords)

/** Words that say that something is to be destroyed. */
export const destructiveWords = setOf(lists.destructiveWords)

/** Verbs that give an order and do not tell what a company does. */
export const commandVerbs = setOf(lists.commandVerbs)

/** Verbs that a request may begin with and that say no more than that something is to be done, made or seen. */
export const plainVerbs = setOf(lists.plainVerbs)

/** Words of a question to a store of notes that say how something came into it. */
export const tellingWords = setOf(lists.tellingWords)

/** Nouns that name one value of what they belong to. */
export const attributeNouns = setOf(lists.attributeNouns)

/** Capitalised words that are no names of companies. */
export const commonCapitals = setOf(lists.commonCapitals)

/** Words in the position of a company's name that are none. */
export const companyRoles = setOf(lists.companyRoles)

/** Words of formal English with a plain one of the same sense. */
export const formalWords = meaningsOf(lists.formalWords.words)

/** Where people publish, as they write it, with what fields call it. */
export const platformNames = meaningsOf(lists.platforms.words)

/** The words of lists whose lines hold words with spaces between. */
export function setOf(...all: readonly { readonly words: readonly string[] }[]): ReadonlySet<string> {
  return new Set(all.flatMap(({ words }) => words).flatMap(wordsIn))
}

/** What each word means, of a table that has the words of each meaning with spaces between. */
export function meaningsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([meaning, words]) => wordsIn(words).map((word): [string, string] => [word, meaning]))
  )
}

function wordsIn(line: string): readonly string[] {
  return line.match(/\S+/gu) ?? []
}

/** A list of words and phrases as the source of an expression: the longest first, with any white space between words and either apostrophe. */
export function anyOf(...names: readonly (keyof typeof phrases.lists)[]): string {
  return alternatives(names.flatMap(name => phrases.lists[name]))
}

/** Words and phrases as the source of an expression. */
export function alternatives(all: readonly string[]): string {
  const sources = all
    .toSorted((left, right) => right.length - left.length)
    .map(phrase =>
      phrase
        .replaceAll(/[$.*+?|()[\]\\]/g, String.raw`\$&`)
        .replaceAll("'", "['’]")
        .replaceAll(' ', String.raw`\s+`)
    )
  return `(?:${sources.join('|')})`
}

/** An expression over several lines: the breaks of its source, and the spaces behind them, count for nothing. */
export function pattern(flags: string) {
  return (source: TemplateStringsArray, ...parts: readonly string[]) => new RegExp(expression(source, ...parts), flags)
}

/** A part of an expression, over several lines. */
export function expression(source: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw(source, ...parts).replaceAll(/\n\s*/g, '')
}

const ascii = /^[\x20-\x7e\s]*$/

const accents = /[\u0300-\u036f]/g

const possessives = /['’]s(?![\p{L}\p{N}])/gu

const words = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu

/** Stems of words met before: stemming costs more than all the rest, and most words come again. */
const stems = new Map<string, string>()

const mostStems = 50_000

/**
 * What a text is found by, in its order and with its repeats: words in lower case, without accents and stop words, in the
 * stem of Porter (1980). Scripts that write no spaces are cut into words by Unicode's rules and dictionaries.
 */
export function termsOf(text: string): string[] {
  const isAscii = ascii.test(text)
  const found = folded(text, isAscii).match(words) ?? []
  const all = isAscii
    ? found
    : found.flatMap(word => (isUnspaced(word) ? segments(word, 'word').map(({ segment }) => segment) : [word]))
  return all.filter(word => !stopWords.has(word)).map(stemOf)
}

/** The words of a text as it writes them, in lower case and without accents; stop words among them. */
export function wordsOf(text: string): string[] {
  return folded(text, ascii.test(text)).match(words) ?? []
}

/** The stems of a text's words, stop words among them: what a phrase is found by. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf)
}

/** The terms of a text, each once. */
export function uniqueTermsOf(text: string): string[] {
  return [...new Set(termsOf(text))]
}

function folded(text: string, isAscii: boolean): string {
  const plain = isAscii ? text : text.normalize('NFD').replaceAll(accents, '').normalize('NFC')
  return plain.toLowerCase().replaceAll(possessives, '')
}

/** The stem of a word in lower case. A number has none, and there is no end of numbers: they are not remembered. */
export function stemOf(word: string): string {
  if (/\d/.test(word)) return stemmer(word)
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = stemmer(word)
  if (stems.size >= mostStems) stems.clear()
  stems.set(word, stem)
  return stem
}

const markers: readonly (readonly [pattern: RegExp, marker: string])[] = [
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, ' urlmarker '],
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, ' emailmarker '],
  [
    /(?:[£$€]\s?\d[\d.,]*\d|[£$€]\s?\d|\b\d[\d.,]*\s?(?:gbp|usd|eur|pounds?|pence|dollars?|euros?)\b)/gi,
    ' amountmarker '
  ],
  [/\b(?<![a-z0-9-])(?:[a-z0-9-]+\.){1,10}[a-z]{2,24}\b/gi, ' domainmarker ']
]

const plainNumber = /\b\d[\d.,]*(?:k|m)?\b/gi

/** A text with its addresses and amounts as marker words, and without its numbers, or with something else for each. */
export function marked(text: string, number = ' '): string {
  return markers
    .reduce((changed, [pattern, marker]) => changed.replaceAll(pattern, marker), text)
    .replaceAll(plainNumber, number)
}

const weighed = new Map<string, readonly string[]>()

const mostWeighed = 2000

/** The terms that a text is weighed by, each once. */
export function weighedTerms(text: string): readonly string[] {
  const known = weighed.get(text)
  if (known) return known
  const informative = wordsOf(marked(text)).filter(word => !fillers.has(word))
  const terms = [...new Set(termsOf(informative.join(' ')))]
  if (weighed.size >= mostWeighed) weighed.clear()
  weighed.set(text, terms)
  return terms
}

/** A part of a text: from one character up to, and without, another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The span of a whole match. */
export function spanOf(match: RegExpExecArray): Span {
  return { from: match.index, to: match.index + match[0].length }
}

/** Whether two spans share a character. */
export function overlaps(left: Span, right: Span): boolean {
  return left.from < right.to && right.from < left.to
}

/** Whether a span lies within one of others. */
export function isWithin(span: Span, others: readonly Span[]): boolean {
  return others.some(({ from, to }) => from <= span.from && span.to <= to)
}

/** A text in which each match is blanked out, so that every other character stays where it is. */
export function blanked(text: string, ...patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replaceAll(pattern, match => ' '.repeat(match.length)), text)
}

/** A text in which spans are blanked out. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  return spans.reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), text)
}

/**
 * A text in which white space of any kind is one space, or one line break where it holds one, and none at its ends. Texts are read in
 * this form, so that no expression meets more than one white-space character in a row.
 */
export function evenlySpaced(text: string): string {
  return text.trim().replaceAll(/\s+/gu, space => (/[\n\u2028\u2029]/u.test(space) ? '\n' : ' '))
}

/** A text in which quoted words and addresses are one long word each, so that nothing within them counts. */
export function masked(text: string): string {
  return text.replaceAll(/"[^"]*"|“[^“”]*”|\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]/giu, match =>
    'x'.repeat(match.length)
  )
}

/** The first five words of a text that say something, as a slug. */
export function keyOf(text: string): string {
  const words = wordsOf(text)
  const telling = words.filter(word => !stopWords.has(word) && !isCourtesy(word))
  return identityOf((telling.length > 0 ? telling : words).slice(0, 5).join(' '))
}

function isCourtesy(word: string): boolean {
  return fillers.has(word) && /^(?:now|please|just|still|also|again|really|yet)$/u.test(word)
}

/** Whether a word may decide what is asked for: a number, an address, a name, a sum, a time, or one of the words that no request may lose. */
export function isDecisive(word: string): boolean {
  const lower = word.toLowerCase().replaceAll('’', "'")
  return (
    /[\d@£$€¥₹]|:\/\/|\p{L}\.\p{L}|\s|n't$|^\p{Lu}/u.test(word) ||
    decisiveWords.has(lower) ||
    destructiveWords.has(lower)
  )
}
