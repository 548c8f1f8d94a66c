import { termsOf, wordsOf } from '../text/terms.js'
import { fillers } from './fillers.js'

const markers: readonly (readonly [pattern: RegExp, marker: string])[] = [
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, ' urlmarker '],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, ' emailmarker '],
  [
    /(?:[£$€]\s?\d[\d.,]*\d|[£$€]\s?\d|\b\d[\d.,]*\s?(?:gbp|usd|eur|pounds?|pence|dollars?|euros?)\b)/gi,
    ' amountmarker '
  ],
  [/\b(?:[a-z0-9-]+\.)+[a-z]{2,24}\b/gi, ' domainmarker '],
  [/\b\d[\d.,]*(?:k|m)?\b/gi, ' ']
]

/** The marker words of what fields of a kind take. */
export const markerOf: Readonly<Record<string, string>> = {
  url: 'urlmarker',
  email: 'emailmarker',
  money: 'amountmarker',
  domain: 'domainmarker'
}

/** The markers as terms. */
export const markerTerms: ReadonlySet<string> = new Set(Object.values(markerOf).flatMap(termsOf))

/** A text with its addresses and amounts as marker words, and without its numbers. */
export function marked(text: string): string {
  return markers.reduce((changed, [pattern, marker]) => changed.replaceAll(pattern, marker), text)
}

const weighed = new Map<string, readonly string[]>()
const mostWeighed = 2000

/** The terms that a text is weighed by, each once. */
export function weighedTerms(text: string): readonly string[] {
  const known = weighed.get(text)
  if (known) return known
  const kept = wordsOf(marked(text)).filter(word => !fillers.has(word))
  const terms = [...new Set(termsOf(kept.join(' ')))]
  if (weighed.size >= mostWeighed) weighed.clear()
  weighed.set(text, terms)
  return terms
}

const question =
  /^\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|which|what|who|whom|how|when|where|why)\b|\?\s*$/i

/** Whether a text asks rather than tells. */
export function isQuestion(text: string): boolean {
  return question.test(text)
}
