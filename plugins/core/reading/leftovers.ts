import { numberWords, tens } from './amounts.js'
import { recurrencesIn, timingSpans } from './refusals.js'
import {
  anyOf,
  courtesies,
  decisiveWords,
  fillers,
  formalWords,
  isWithin,
  overlaps,
  pattern,
  plainVerbs,
  type Span,
  spanOf,
  stopWords,
  weighedTerms,
  wordsOf
} from './words.js'

/** A word of a text, and what became of it. */
interface WordUse extends Span {
  readonly word: string
  readonly use: 'used' | 'filler' | 'unused'
}

const token = pattern('gu')`
  https?:\/\/[^\s'<>)]*[^\s'<>).,;:!?]|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+
  |[£$€¥₹]?[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’.,/_-]*[\p{L}\p{N}\p{M}%])?`

/** What the words of a text are measured against. */
interface Understanding {
  /** The parts of the text that an input was made of. */
  readonly used: readonly Span[]
  /** Whether a term is one that the action is known by. */
  readonly knows: (term: string) => boolean
  /** The parts that texts were made of which say nothing of how often: what stands there of it was not understood. */
  readonly loose?: readonly Span[]
}
/** What a text says of when and how often that no field takes. */
function timingIn(text: string, used: readonly Span[]): readonly string[] {
  return timingSpans(text)
    .filter(span => !covers(span, used))
    .map(({ from, to }) => text.slice(from, to))
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
const harmlessPhrases = pattern('giu')`
  ^(?:(?:the|our|my)\s+)?(?:(?!not\b|never\b|no\b)\p{L}+\s+)?${anyOf('departments')}
  \s+(?:ha(?:s|ve)\s+)?${anyOf('asksFor')}\b|(?<=https?:\/\/\S+\s)(?:is|are|was)\s+(?:apparently\s+)?not\s+${anyOf('unreachable')}\b
  |(?<=^|[,;.]\s)(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)\s+after\b|\b${anyOf('harmless')}\b|\bmore\s+or\s+less\b(?=\s*$)`

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
