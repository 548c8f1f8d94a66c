import { type Static, Type } from '@product-host/sdk'
import { rounded } from '@product-host/toolkit/numbers'
import { clipped } from '../input.js'
import type { Assessment, CountedHit, Score } from './score.js'
import { type Dimension, type GroupName, groups, share, start } from './weights.js'

const mostReasons = 3

/** One sentence on a lead: its score, and the strongest reasons in the words of the input. */
export function summariseScore(company: string, { score, tier, grade }: Assessment): string {
  if (score.isDisqualified) return `${company} scores 0 (${tier}, ${grade}): not to be contacted.`
  const strongest = score.hits
    .filter(({ gain }) => Math.abs(gain) >= 0.5)
    .toSorted((one, other) => Math.abs(other.gain) - Math.abs(one.gain))
  const quotes = [...new Set(strongest.map(({ phrase }) => `"${clipped(phrase)}"`))].slice(0, mostReasons)
  const reasons = quotes.length > 0 ? quotes.join(', ') : 'no telling signal'
  return `${company} scores ${score.score} (${tier}, ${grade}): ${reasons}.`
}

/** One reason for the score. The points of all contributions of a lead add up to its score. */
export const Contribution = Type.Object({
  phrase: Type.Optional(
    Type.String({ title: 'Phrase', description: 'The phrase of the input. Left out if no phrase is the reason.' })
  ),
  dimension: Type.Enum(['fit', 'intent', 'risk', 'score'], {
    title: 'Dimension',
    description:
      'What it changes: `fit` (how well the company suits), `intent` (how ready it is to buy), `risk`, or the `score` itself.'
  }),
  group: Type.String({
    title: 'Kind of evidence',
    description:
      '`size`, `finance`, `need`, `access`, `icp`, `ask`, `timing`, `trigger`, `engagement`, `referral`, ' +
      '`wording` or `penalty`; or `start`, `limit`, `rounding` for what no phrase adds.'
  }),
  points: Type.Number({
    title: 'Points',
    description: 'What it adds to the score, or takes from it; two decimal places.'
  }),
  decay: Type.Number({
    title: 'Left of it by age',
    description:
      'The share of the points that is left at its age: 1 if fresh, 0.5 after 30 days of intent or 365 days of the others.'
  }),
  reason: Type.String({ title: 'Reason', description: 'The same in words, with the points before age and weight.' })
})

/** See the schema of the same name. */
export type Contribution = Static<typeof Contribution>

/** Every reason for a score: the start, each hit with the strongest first, and what the bounds and rounding changed. */
export function contributionsOf(score: Score): readonly Contribution[] {
  const hits = score.hits.map(ofHit).toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points))
  const rows = [
    ofRest('fit', 'start', share.fit * start.fit, `every lead starts with a fit of ${start.fit}`),
    ofRest('intent', 'start', share.intent * start.intent, `every lead starts with an intent of ${start.intent}`),
    ...hits,
    ...(['fit', 'intent'] as const)
      .map(side =>
        ofRest(side, 'limit', share[side] * (score[side] - score.unbounded[side]), `${side} stays within 0 and 100`)
      )
      .filter(({ points }) => points !== 0)
  ]
  const limited = [...rows, ...scoreLimit(score, sumOf(rows))]
  const rest = rounded(score.score - sumOf(limited), 2)
  return rest === 0 ? limited : [...limited, ofRest('score', 'rounding', rest, 'rounded to a whole number')]
}

function scoreLimit({ isDisqualified }: Score, sum: number): readonly Contribution[] {
  if (isDisqualified) return [ofRest('score', 'limit', -sum, 'a lead that is not to be contacted scores 0')]
  if (sum >= 0) return []
  return [ofRest('score', 'limit', -sum, 'the score stays within 0 and 100')]
}

function ofHit(hit: CountedHit): Contribution {
  const { dimension } = groups[hit.group]
  return {
    phrase: hit.phrase,
    dimension,
    group: hit.group,
    points: rounded(hit.gain, 2),
    decay: rounded(hit.decay, 4),
    reason: reasonOf(hit, dimension)
  }
}

function reasonOf(hit: CountedHit, dimension: Dimension): string {
  const counts = [
    ...(hit.isDenied
      ? [hit.worth === 0 ? 'denied, so it counts nothing' : 'denied or failed, so it counts against the lead']
      : []),
    ...(hit.decay < 1 ? [`${percent(hit.decay)} of it is left at its age`] : []),
    ...(hit.rankShare < 1 && hit.worth !== 0
      ? [`${percent(hit.rankShare)} of it counts, as there is stronger evidence of the same kind`]
      : []),
    ...(isCut(hit) ? [`evidence of this kind counts ${groups[hit.group].cap} points at most`] : [])
  ]
  const worth = dimension === 'risk' ? `a risk of ${hit.points}` : `${hit.points} ${dimension} points`
  return [`${readingOf(hit)}: ${worth}`, ...counts].join('; ')
}

/** What was read, and as what, where that is not the same. */
function readingOf({ phrase, group, label }: CountedHit): string {
  const quote = `"${clipped(phrase)}"`
  if (group === 'wording') return `${quote} is not a known phrase, but its words read like ${label}`
  return phrase.toLowerCase() === label.toLowerCase() ? quote : `${quote}, read as "${label}"`
}

function percent(part: number): string {
  return `${rounded(part * 100, 2)}%`
}

function isCut({ counted, worth, rankShare }: CountedHit): boolean {
  return Math.abs(worth) * rankShare - Math.abs(counted) > 1e-9
}

function ofRest(
  dimension: Contribution['dimension'],
  group: GroupName | 'start' | 'limit' | 'rounding',
  points: number,
  reason: string
): Contribution {
  return { dimension, group, points: rounded(points, 2), decay: 1, reason }
}

function sumOf(rows: readonly Contribution[]): number {
  return rows.reduce((sum, { points }) => sum + points, 0)
}
