import { readInstant } from '../instant.js'
import { type GroupName, groupNames, groups } from '../signals/groups.js'
import { splitKeywords, splitSignals } from '../signals/phrases.js'
import { type Hit, readPhrase } from '../signals/reading.js'
import { type Profile, readIcp, readProfile } from './evidence.js'
import { confidenceIn } from './judgement.js'
import { gradeOf, type Score, scoreOf, tierOf } from './score.js'
import type { Tier } from './weights.js'

/** What a lead is scored from. */
export interface LeadInput extends Profile {
  readonly signals: string
  readonly icp?: string
  /** ISO 8601. */
  readonly asOf?: string
}

/** A lead's score with what it was made of. */
export interface Assessment {
  readonly score: Score
  readonly tier: Tier
  readonly grade: string
  readonly hits: readonly Hit[]
  readonly phrases: readonly string[]
  readonly unrecognised: readonly string[]
  /** Groups of which there is no evidence. */
  readonly missing: readonly GroupName[]
  readonly confidence: number
}

/** Reads and scores a lead. Throws `InvalidInput` for what the schema of the input cannot say. */
export function assess(input: LeadInput, now: number): Assessment {
  const asOf = input.asOf === undefined ? now : readInstant(input.asOf, '#/asOf')
  const phrases = splitSignals(input.signals)
  const said = [
    ...phrases.flatMap(phrase => readPhrase(phrase, asOf)),
    ...readIcp(splitKeywords(input.icp ?? ''), input.company, phrases)
  ]
  const hits = [...said, ...readProfile(input)]
  const read = new Set(said.map(({ phrase }) => phrase))
  const unrecognised = phrases.filter(phrase => !read.has(phrase))
  const score = scoreOf(hits)
  return {
    score,
    tier: tierOf(score.score),
    grade: gradeOf(score),
    hits,
    phrases,
    unrecognised,
    missing: evidenceGroups.filter(name => hits.every(({ group }) => group !== name)),
    confidence: confidenceIn(phrases.length, phrases.length - unrecognised.length)
  }
}

const evidenceGroups = groupNames.filter(name => groups[name].dimension !== 'risk')
