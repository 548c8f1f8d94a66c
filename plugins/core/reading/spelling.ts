import languageTable from '../tables/languages.json' with { type: 'json' }
import numbers from '../tables/numbers.json' with { type: 'json' }
import spelling from '../tables/spelling.json' with { type: 'json' }
import lists from '../tables/words.json' with { type: 'json' }
import { fillers, formalWords, meaningsOf, pattern, setOf, stopWords, wordsOf } from './words.js'

const shortest = 5

/** From how many letters on a word may have two typing errors. */
const long = 9

const slips = meaningsOf(spelling.slips.words)

/** Words that are never taken for a typing error. */
export const commonWords = setOf(spelling.commonWords)

/** Corrects words that are one or two typing errors away from a word that actions are known by. */
export class Spelling {
  readonly #words: ReadonlySet<string>
  readonly #byLetter = new Map<string, string[]>()
  readonly #corrections = new Map<string, string>()

  constructor(words: Iterable<string>) {
    this.#words = new Set(words)
    for (const word of this.#words) {
      if (word.length < shortest - 1 || !/^\p{L}+$/u.test(word)) continue
      const letter = word.charAt(0)
      this.#byLetter.set(letter, [...(this.#byLetter.get(letter) ?? []), word])
    }
  }

  /** The text with its lower-case words corrected; names, addresses and numbers stay. */
  corrected(text: string): string {
    return text.replaceAll(
      /(?<![\p{L}\p{N}@./:_'’-])\p{L}\p{Ll}{3,}(?![\p{L}\p{N}@/_'’-]|\.\p{L})/gu,
      (word, at: number) => (at > 0 && /^\p{Lu}/u.test(word) ? word : this.#correct(word))
    )
  }

  /** A text whose first word is a verb that people ask with, where it is one with at most two typing errors. */
  withVerb(text: string, verbs: ReadonlySet<string>): string {
    return text.replace(/^(?:(?:please|pls|can|could|would|will|you)\s+)*(\p{L}{4,})/iu, (all, word: string) => {
      const lower = word.toLowerCase()
      if (this.#isKnown(lower)) return all
      const most = lower.length > 5 ? 2 : 1
      const near = [...verbs].filter(verb => verb.length > 3 && Math.abs(verb.length - lower.length) <= most)
      const verb = near
        .map(each => ({ each, errors: distance(lower, each) }))
        .filter(({ errors }) => errors <= most)
        .toSorted((left, right) => left.errors - right.errors)[0]?.each
      return verb === undefined ? all : all.slice(0, all.length - word.length) + verb
    })
  }

  #isKnown(word: string): boolean {
    return [word, ...basesOf(word)].some(
      form =>
        this.#words.has(form) ||
        fillers.has(form) ||
        stopWords.has(form) ||
        commonWords.has(form) ||
        formalWords.has(form)
    )
  }

  #correct(word: string): string {
    const lower = word.toLowerCase()
    const slip = slips.get(lower)
    if (slip !== undefined) return slip
    if (lower.length < shortest || this.#isKnown(lower)) return word
    const known = this.#corrections.get(lower)
    if (known !== undefined) return known
    const most = lower.length >= long ? 2 : 1
    let best = word
    let least = most + 1
    for (const other of this.#byLetter.get(lower.charAt(0)) ?? []) {
      if (Math.abs(other.length - lower.length) >= least) continue
      const errors = distance(lower, other)
      if (errors < least) [best, least] = [other, errors]
    }
    if (this.#corrections.size > 5000) this.#corrections.clear()
    this.#corrections.set(lower, best)
    return best
  }
}

/** What a word may be a form of: `hiding` of `hide`, `likes` of `like`, `stopped` of `stop`. */
function basesOf(word: string): readonly string[] {
  const [, base] = /^(\p{L}{3,}?)(?:ing|ed|es|s|er|ly)$/u.exec(word) ?? []
  if (base === undefined) return []
  return [base, `${base}e`, ...(/(\p{L})\1$/u.test(base) ? [base.slice(0, -1)] : [])]
}

/** How many letters have to be added, left out, replaced or swapped with a neighbour (optimal string alignment). */
function distance(left: string, right: string): number {
  let [before, last] = [[] as number[], Array.from({ length: right.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= left.length; row++) {
    const line = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      )
    }
    ;[before, last] = [last, line]
  }
  return last[right.length] ?? 0
}

const known = languageTable.languages.map(({ small, words, phrases }) => ({
  phrases: phrases.map(({ pattern: foreign, meaning }) => ({ foreign: new RegExp(foreign, 'giu'), meaning })),
  small: setOf({ words: small }),
  meanings: meaningsOf(words)
}))

/**
 * A German, French or Spanish text with the words that requests are made of in English, for routing alone. Another text is
 * returned as it is: one counts as foreign that has more small words of another language than of English.
 */
export function translated(text: string): string {
  const words = wordsOf(text)
  const english = words.filter(word => stopWords.has(word) || fillers.has(word)).length
  const scored = known.map(language => ({
    language,
    small: words.filter(word => language.small.has(word)).length,
    all: words.filter(word => language.small.has(word) || language.meanings.has(word)).length
  }))
  const [best] = scored.toSorted((left, right) => right.all - left.all)
  if (!best || best.small <= english || best.all < 2) return text
  const { small, meanings, phrases } = best.language
  const phrased = phrases.reduce((changed, { foreign, meaning }) => changed.replaceAll(foreign, meaning), text)
  // German joins nouns with a hyphen: `LinkedIn-Beitrag`.
  return phrased
    .replaceAll(/(?<=\p{L}{2})-(?=\p{Lu})/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}@./:-])[\p{L}\p{M}]+(?![\p{L}\p{N}@/]|\.\p{L})/gu, word => {
      const [folded = ''] = wordsOf(word)
      return meanings.get(folded) ?? (small.has(folded) ? '' : word)
    })
}

/** Words of a German, French or Spanish text that no request may lose: that something is not to be done, or how often. */
export function decisiveAbroad(text: string): readonly string[] {
  if (translated(text) === text) return []
  return wordsOf(text).filter(word => decisiveElsewhere.has(word))
}

const decisiveElsewhere = setOf(languageTable.decisive)

const shortWords = meaningsOf(lists.shortForms.words)

const shortUnits = meaningsOf(numbers.shortUnits)

/** What is quoted, and addresses. */
const kept = pattern('giu')`
  ("[^"]*"|“[^“”]*”|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]
  |(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+)`

/** What is to be stored is stored as it is written. */
const storing = /^\W*(?:(?:please|pls|kindly)\s+)?(?:remember|note|jot|write\s+down|keep|memori[sz]e|save|store)\b/iu

const word = /(?<![\p{L}\p{N}/.-])(?:\p{L}+\/(?:\p{L}(?![\p{L}\p{N}]))?|\p{L}+)(?![\p{L}\p{N}/.-])/gu

const count = /(?<=(?:^|[\s,(=:])\d{1,5})\s?(\p{L}{1,4})(?![\p{L}\p{N}'’])/gu

const rhythm =
  /(?<=(?:^|\s)\d{1,3})\s*(?:x|times|posts)?\s*(?:\/|(?<=x\s?)\s(?:per|an?|each)\s)\s*(week|wk|w|month|day)(?![\p{L}\p{N}])/giu

/** A text with the short forms and signs of notes in words: `pls`, `w/`, `5s`, `3/week`, and backticks as quotation marks. */
export function spelledOut(text: string): string {
  const quoted = text.replaceAll(/`([^`\s]+)`/gu, '$1').replaceAll(/`([^`"]+)`/gu, '"$1"')
  if (storing.test(quoted)) return quoted
  return quoted
    .split(kept)
    .map((part, position) => (position % 2 === 1 ? part : inWords(part)))
    .join('')
}

function inWords(part: string): string {
  return part
    .replaceAll(rhythm, (_, unit: string) => ` per ${/^w/iu.test(unit) ? 'week' : unit}`)
    .replaceAll(count, (all, short: string) => {
      const unit = shortUnits.get(short.toLowerCase())
      return unit === undefined ? all : ` ${unit}`
    })
    .replaceAll(word, short => shortWords.get(short.toLowerCase()) ?? short)
    .replaceAll(/(?<=\p{L})\s+\+\s+(?=\p{L})/gu, ' and ')
    .replaceAll(/\s+(?:->|=>|→)\s+/gu, ' to ')
}
