import { rounded } from '../rounding.js'
import type { Score } from './score.js'
import { confidence, type NextAction, nextActions } from './weights.js'

/** What to do next. Nobody is dropped for want of evidence: a lead of which nothing was understood is kept warm. */
export function nextActionFor({ isDisqualified, hits }: Score, grade: string): NextAction {
  if (isDisqualified) return 'drop'
  const action = nextActions[grade] ?? 'nurture'
  return action === 'drop' && hits.length === 0 ? 'nurture' : action
}

/** How far a score can be trusted, 0 to 1. */
export function confidenceIn(phrases: number, recognised: number): number {
  if (phrases === 0) return confidence.withoutPhrases
  const factor = phrases >= confidence.enoughPhrases ? 1 : confidence.fewFactor
  return rounded((recognised / phrases) * factor, 2)
}
