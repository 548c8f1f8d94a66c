import { stemmer } from 'stemmer'
import { stopWords } from './stop-words.js'

const ascii = /^[\x20-\x7e\s]*$/
const accents = /[\u0300-\u036f]/g
const possessives = /['’]s(?![\p{L}\p{N}])/gu
const words = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Made when it is first needed: its rules take 5 ms to load. */
let segmenter: Intl.Segmenter | undefined

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
  const all = isAscii ? found : found.flatMap(word => (unspaced.test(word) ? segmented(word) : [word]))
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

function segmented(word: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  return Array.from(segmenter.segment(word), ({ segment }) => segment)
}

function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = stemmer(word)
  if (stems.size >= mostStems) stems.clear()
  stems.set(word, stem)
  return stem
}
