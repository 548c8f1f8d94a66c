import { plainLetters } from '@product-host/toolkit/slug'
import { stopWords } from '@product-host/toolkit/stopwords'
import { isUnspaced, segments } from '@product-host/toolkit/text'
import { stemOf } from '../reading/words.js'

/** What a word of a query is found by: any of its forms, or all of its parts together. */
export interface QueryWord {
  readonly forms: readonly string[]
  /** The words that a name such as "companyName" is made of; empty for any other word. */
  readonly parts: readonly string[]
}

/**
 * What a memory is found by, in the order of the text and with repeats: the stems of its words and of the parts of names such as
 * "companyName", without stop words. A text of nothing but stop words keeps them.
 */
export function memoryTerms(text: string): string[] {
  return tellingWords(text).flatMap(word => (plainWord.test(word) ? stemOf(word) : [formOf(word), ...partsOf(word)]))
}

/** Most words: one that is in its plain form, and no name of several. */
const plainWord = /^[a-z]+$/

/** The words of a query, each once. */
export function queryWords(query: string): readonly QueryWord[] {
  const words = tellingWords(query).map((word): readonly [string, QueryWord] => {
    const form = formOf(word)
    const plain = plainLetters(word)
    // "compani" is the stem of "company", and no beginning of "companyName".
    const forms = plain.startsWith(form) ? [form] : [form, plain]
    return [form, { forms, parts: partsOf(word) }]
  })
  return [...new Map(words).values()]
}

/** Whether longer words are found by their beginning of these letters: by three letters, or by one sign that is a syllable or a word. */
export function isBeginning(term: string): boolean {
  return term.length >= 3 || hangul.test(term) || isUnspaced(term)
}

const hangul = /\p{Script=Hangul}/u

const possessives = /['’]s(?![\p{L}\p{N}])/giu

const words = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu

/** The words of a text that say what it is about. In a text with small letters, a word in capitals is a name: "IT" is not "it". */
function tellingWords(text: string): readonly string[] {
  const all = (text.normalize('NFKC').replaceAll(possessives, '').match(words) ?? []).flatMap(word =>
    isUnspaced(word) ? segments(word, 'word').map(({ segment }) => segment) : [word]
  )
  const hasSmallLetters = /\p{Ll}/u.test(text)
  const telling = all.filter(
    word => !stopWords.has(word.toLowerCase()) || (hasSmallLetters && /^\p{Lu}{2,}$/u.test(word))
  )
  return telling.length > 0 ? telling : all
}

const joint = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

function partsOf(word: string): readonly string[] {
  const parts = word.split(joint)
  return parts.length > 1 ? parts.filter(part => !stopWords.has(part.toLowerCase())).map(formOf) : []
}

/** Korean particles, which are written at the end of a word. */
const particles = /(?<=^\p{Script=Hangul}{2,})(?:에서|에게|으로|까지|부터|[은는이가을를의에로와과도만])+$/u

function formOf(word: string): string {
  const plain = plainLetters(word)
  return hangul.test(plain) ? plain.replace(particles, '') : stemOf(plain)
}
