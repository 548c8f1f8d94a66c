import languageTable from '../tables/languages.json' with { type: 'json' }
import spelling from '../tables/spelling.json' with { type: 'json' }
import { numberWords, tens } from './amounts.js'
import {
  courtesies,
  decisiveWords,
  fillers,
  formalWords,
  isWithin,
  masked,
  meaningsOf,
  overlaps,
  plainVerbs,
  type Span,
  setOf,
  spanOf,
  stopWords,
  weighedTerms,
  wordsOf
} from './words.js'

const shortest = 5

/** From how many letters on a word may have two typing errors. */
const long = 9

const slips = meaningsOf(spelling.slips.words)

/** Words that are never taken for a typing error. */
export const commonWords = setOf(spelling.commonWords)

/** A text with its formal words in plain ones, for routing alone. */
export function plainly(text: string): string {
  const asked = text
    .replace(/^(\W*(?:please\s+)?)see\s+/iu, '$1show ')
    .replace(
      /^(\W*(?:[Pp]lease\s+)?)(?:[Aa]ppraise|[Aa]ssess|[Ee]valuate|[Gg]rade|[Rr]ate)\s+(?=\p{Lu})/u,
      '$1score the lead '
    )
  return asked.replaceAll(/(?<![\p{L}\p{N}@./_-])\p{L}+(?![\p{L}\p{N}@/_-]|\.\p{L})/gu, word => {
    return formalWords.get(word.toLowerCase()) ?? word
  })
}

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
  phrases: phrases.map(({ pattern, meaning }) => ({ pattern: new RegExp(pattern, 'giu'), meaning })),
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
  const phrased = phrases.reduce((changed, { pattern, meaning }) => changed.replaceAll(pattern, meaning), text)
  // German joins nouns with a hyphen: `LinkedIn-Beitrag`.
  return phrased
    .replaceAll(/(?<=\p{L}{2})-(?=\p{Lu})/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}@./:-])[\p{L}\p{M}]+(?![\p{L}\p{N}@/]|\.\p{L})/gu, word => {
      const [folded = ''] = wordsOf(word)
      return meanings.get(folded) ?? (small.has(folded) ? '' : word)
    })
}

/** A word of a text, and what became of it. */
interface WordUse extends Span {
  readonly word: string
  readonly use: 'used' | 'filler' | 'unused'
}

const token =
  /https?:\/\/[^\s'<>)]*[^\s'<>).,;:!?]|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+|[£$€¥₹]?[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’.,/_-]*[\p{L}\p{N}\p{M}%])?/gu

/** What the words of a text are measured against. */
interface Understanding {
  /** The parts of the text that an input was made of. */
  readonly used: readonly Span[]
  /** Whether a term is one that the action is known by. */
  readonly knows: (term: string) => boolean
  /** The parts that texts were made of which say nothing of how often: what stands there of it was not understood. */
  readonly loose?: readonly Span[]
}

const repetition =
  /\b(?:every|each)\s+(?:other\s+)?(?:\d+\s+|\p{L}+\s+)?(?:second|minute|hour|day|night|morning|afternoon|evening|noon|midnight|week|weekday|weekend|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b|\b(?:at|by|before|after|from)\s+(?:\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm|o['’]?clock)?|noon|midnight)(?![\p{L}\p{N}.,]|\s*(?:tokens?|p\b|pence|per\b))|\bin\s+(?:an?|\d+|\p{L}+)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b|\b(?:next|coming)\s+(?:week|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\b(?:regularly|constantly|continuously|continually|periodically|repeatedly|frequently|from now on|now and then|from time to time|once in a while|again and again|every (?:single )?time|all the time|(?:a)?round the clock|24\/7|keep (?:on )?\p{L}+ing)\b|\b(?:few|several|many|some|couple\s+of)\s+(?:hundred|thousand|million)s?\b|\b(?<!\p{L})(?:once|twice|\p{L}+\s+times)\s+(?:an?|per|every|each)\s+(?:minute|hour|day|week|month)\b/giu

const unit =
  '(?:second|minute|hour|day|night|morning|afternoon|evening|noon|midnight|week|weekday|weekend|fortnight|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?'

/** How often something is to be done, and not only when. */
const recurrence = new RegExp(
  [
    String.raw`\b(?:every|each)\s+(?:other\s+|single\s+)?(?:\d+\s+|\p{L}+\s+)?${unit}\b`,
    String.raw`\b(?<!\p{L})(?:once|twice|\p{L}+\s+times)\s+(?:an?|per|every|each)\s+${unit}\b`,
    String.raw`(?<![\p{L}\p{N}_-])(?:hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)(?=\s*(?:$|[,.;!?])|\s+(?:at|on|in|from|until|for|please)\b)`,
    String.raw`\bon\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days\b`,
    String.raw`\b(?:regularly|periodically|repeatedly|from\s+now\s+on|from\s+time\s+to\s+time|again\s+and\s+again)\b`
  ].join('|'),
  'giu'
)

/** Where a text, but for its quoted words, says how often. */
export function recurrencesIn(text: string): readonly Span[] {
  const plain = masked(text).replaceAll(/(?<!\w)'[^']+'(?!\w)/gu, quoted => 'x'.repeat(quoted.length))
  return [...plain.matchAll(recurrence)].map(spanOf)
}

/** Where a text says when and how often. */
export function timingSpans(text: string): readonly Span[] {
  return [...text.matchAll(repetition)].map(spanOf)
}

/** What a text says of when and how often that no field takes. */
function timingIn(text: string, used: readonly Span[]): readonly string[] {
  return [...text.matchAll(repetition)].filter(match => !covers(spanOf(match), used)).map(([words]) => words)
}

/** Whether a text only says how often: `Every 20 minutes`. */
export function isOnlyRecurrence(text: string): boolean {
  return recurrencesIn(text).some(({ from, to }) => from === 0 && to === text.length)
}

/** Whether the word is used that a span begins with, such as "every". */
function covers({ from }: Span, used: readonly Span[]): boolean {
  return used.some(each => each.from <= from && from < each.to)
}

/**
 * The words of a text that nothing was made of: no field took them, the action is not known by them, and they are none that
 * people put into any request. Numbers, names, times and words such as "not" count only where a field took them.
 */
export function unusedWords(text: string, understanding: Understanding): readonly string[] {
  const words = wordUses(text, understanding).filter(({ use }) => use === 'unused')
  const { used, loose = [] } = understanding
  const recurring = recurrencesIn(text).filter(span => loose.some(each => overlaps(span, each)))
  const timing = [...recurring.map(({ from, to }) => text.slice(from, to)), ...timingIn(text, used)]
  const rest = words.filter(({ word }) => !timing.some(each => each.toLowerCase().includes(word.toLowerCase())))
  return [...new Set([...timing, ...rest.map(({ word }) => word)])]
}

/** Every word of a text, and whether it was used, is known to say nothing, or is unused. */
export function wordUses(text: string, { used, knows }: Understanding): readonly WordUse[] {
  const settled = [...used, ...[...text.matchAll(harmlessPhrases)].map(spanOf)]
  return [...text.matchAll(token)].map(match => {
    const span = spanOf(match)
    return {
      ...span,
      word: match[0],
      use: isWithin(span, settled) ? 'used' : useOf(match[0], text.slice(0, span.from), knows)
    }
  })
}

/** `completed without errors` and `without fail` except nothing. */
const harmlessPhrases =
  /^(?:(?:the|our|my)\s+)?(?:(?!not\b|never\b|no\b)\p{L}+\s+)?(?:team|department|editors?|management|managers?|director|board|clients?|customers?|colleagues?|boss|office|staff|committee|partners?|marketing|sales|finance|accounting)\s+(?:ha(?:s|ve)\s+)?(?:asks?\s+for|asked\s+for|requests?|requested|requires?|needs?|wants?|would\s+like)\b|(?<=https?:\/\/\S+\s)(?:is|are|was)\s+(?:apparently\s+)?not\s+(?:accessible|answering|available|loading|reachable|responding|working)\b|(?<=^|[,;.]\s)(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)\s+after\b|\bwithout\s+(?:any\s+)?(?:errors?|problems?|issues?|trouble|incidents?|warnings?|delay)\b|\bfor\s+the\s+(?:moment|time\s+being)\b|\bat\s+(?:the\s+moment|once|a\s+glance)\b|\bright\s+(?:now|away)\b|\bas\s+soon\s+as\s+(?:possible|you\s+can)\b|\bwhether\s+or\s+not\b|\bmore\s+or\s+less\b(?=\s*$)/giu

function useOf(word: string, before: string, knows: (term: string) => boolean): WordUse['use'] {
  const lower = word.toLowerCase().replaceAll('’', "'")
  const base = lower.replace(/'s$/u, '')
  if (lower === 'if' && /\b(?:see|check|test|verify|find out|tell me|know|look)\s+$/iu.test(before)) return 'filler'
  if (/n't$/u.test(lower) || decisiveWords.has(lower) || decisiveWords.has(base)) return 'unused'
  if (base !== 'one' && (Object.hasOwn(numberWords, base) || Object.hasOwn(tens, base))) return 'unused'
  if ((before.match(/["“”]/gu) ?? []).length % 2 === 1) return 'unused'
  if (/\d|@|:\/\/|\p{L}\.\p{L}{2}/u.test(word) || /[£$€¥₹]/u.test(word)) return 'unused'
  if (wordsOf(base).every(part => stopWords.has(part) || fillers.has(part) || courtesies.has(part))) return 'filler'
  const isName = /^\p{Lu}/u.test(word) && /[\p{L}\p{N},;:)]["”']?\s+$/u.test(before)
  const terms = weighedTerms(base)
  const plainer = formalWords.get(lower)
  if (plainer !== undefined && weighedTerms(plainer).some(knows)) return 'used'
  if (terms.length > 0 && terms.every(knows) && !(isName && !knowsAsWritten(base, knows))) return 'used'
  if (plainVerbs.has(base) && begins.test(before)) return 'filler'
  return 'unused'
}

function knowsAsWritten(word: string, knows: (term: string) => boolean): boolean {
  return weighedTerms(word).every(knows) && acronyms.test(word)
}

const acronyms =
  /^(?:ai|api|llm|crm|cron|dns|spf|dmarc|mx|tls|ssl|url|http|https|linkedin|x|instagram|tiktok|facebook|youtube|bluesky|mastodon|threads)$/iu

/** What may stand before the verb of a request. */
const begins =
  /^\W*(?:(?:please|kindly|can|could|would|will|you|i|we|i['’]d|we['’]d|like|want|need|to|let|me|us|just|now|then|and|also|so|quickly|help|go|ahead)\W+)*$/iu
