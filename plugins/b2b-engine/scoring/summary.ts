import { clipped } from '../clipped.js'
import type { Assessment } from './assessment.js'
import type { CountedHit } from './score.js'

const mostReasons = 3

/** One sentence on a lead: its score, and what told most. */
export function summarise(company: string, { score, tier, grade }: Assessment): string {
  if (score.isDisqualified) return `${company} scores 0 (${tier}, ${grade}): not to be contacted.`
  const telling = score.hits
    .filter(({ gain }) => Math.abs(gain) >= 0.5)
    .toSorted((one, other) => Math.abs(other.gain) - Math.abs(one.gain))
    .slice(0, mostReasons)
  const reasons = telling.length > 0 ? telling.map(reasonOf).join(', ') : 'no telling signal'
  return `${company} scores ${score.score} (${tier}, ${grade}): ${reasons}.`
}

function reasonOf({ isDenied, label, phrase }: CountedHit): string {
  return isDenied ? `"${clipped(phrase)}"` : label
}
