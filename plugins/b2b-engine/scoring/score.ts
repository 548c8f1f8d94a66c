import { type Dimension, type Group, groupNames, groups } from '../signals/groups.js'
import type { Hit } from '../signals/reading.js'
import { letters, numbers, share, start, type Tier, tiers } from './weights.js'

/** A hit with what it counts beside the others of its group. */
export interface CountedHit extends Hit {
  /** 1 for the strongest of its group and sign, then halves, or always 1. */
  readonly rankShare: number
  /** Points in its dimension after rank and cap; a risk is above 0. */
  readonly counted: number
  /** Points of the score; a risk is below 0. */
  readonly gain: number
}

/** A lead's score with its parts. */
export interface Score {
  /** A whole number from 0 to 100. */
  readonly score: number
  /** 0 to 100, unrounded. */
  readonly fit: number
  /** 0 to 100, unrounded. */
  readonly intent: number
  readonly risk: number
  /** The sums before they were brought into 0 to 100. */
  readonly unbounded: { readonly fit: number; readonly intent: number }
  readonly hits: readonly CountedHit[]
  readonly isDisqualified: boolean
}

/**
 * The score of what is known. One more hit that speaks for a lead never lowers it, one more that speaks against it never raises
 * it: within a group what counts for and what counts against are added apart, each the strongest first, every next one half.
 */
export function scoreOf(hits: readonly Hit[]): Score {
  const counted = groupNames.flatMap(name =>
    countGroup(
      groups[name],
      hits.filter(({ group }) => group === name)
    )
  )
  const unbounded = { fit: start.fit + sumOf(counted, 'fit'), intent: start.intent + sumOf(counted, 'intent') }
  const fit = within100(unbounded.fit)
  const intent = within100(unbounded.intent)
  const risk = sumOf(counted, 'risk')
  const isDisqualified = hits.some(({ disqualifies }) => disqualifies)
  const score = isDisqualified ? 0 : within100(Math.round(share.fit * fit + share.intent * intent - risk))
  return { score, fit, intent, risk, unbounded, hits: counted, isDisqualified }
}

/** What a lead of this score is called. */
export function tierOf(score: number): Tier {
  return tiers.find(({ from }) => score >= from)?.tier ?? 'cold'
}

/** The letter of the fit and the number of the intent, such as "B1". */
export function gradeOf({ fit, intent }: Pick<Score, 'fit' | 'intent'>): string {
  const letter = letters.find(({ from }) => fit >= from)?.letter ?? 'D'
  const number = numbers.find(({ from }) => intent >= from)?.number ?? 4
  return `${letter}${number}`
}

function countGroup(group: Group, hits: readonly Hit[]): readonly CountedHit[] {
  return [
    ...countSide(
      group,
      hits.filter(({ worth }) => worth >= 0)
    ),
    ...countSide(
      group,
      hits.filter(({ worth }) => worth < 0)
    )
  ]
}

function countSide({ dimension, cap, rank }: Group, hits: readonly Hit[]): readonly CountedHit[] {
  let left = cap
  return hits
    .toSorted((one, other) => Math.abs(other.worth) - Math.abs(one.worth))
    .map((hit, index) => {
      const rankShare = rank === 'halving' ? 0.5 ** index : 1
      const size = Math.min(Math.abs(hit.worth) * rankShare, left)
      left -= size
      const counted = Math.sign(hit.worth) * size
      return { ...hit, rankShare, counted, gain: counted * (dimension === 'risk' ? -1 : share[dimension]) }
    })
}

function sumOf(hits: readonly CountedHit[], dimension: Dimension): number {
  return hits
    .filter(({ group }) => groups[group].dimension === dimension)
    .reduce((sum, { counted }) => sum + counted, 0)
}

function within100(value: number): number {
  return Math.min(100, Math.max(0, value))
}
