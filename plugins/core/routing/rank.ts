import { stopWords } from '../text/stop-words.js'
import { stemsOf, wordsOf } from '../text/terms.js'
import { fillers } from './fillers.js'
import type { Target } from './target.js'
import type { Entry, TargetIndex, WordHit } from './target-index.js'
import { fewestTerms, knownGain, strangeness, weights } from './weights.js'
import { marked, markerTerms, weighedTerms } from './wording.js'

/** What speaks for an action, each part from 0 to 1. */
export interface Parts {
  readonly lexical: number
  readonly coverage: number
  readonly similarity: number
  readonly cue: number
}

/** One action, and how well a text fits it. */
export interface Candidate {
  readonly target: Target
  /** From 0 to 1. */
  readonly score: number
  readonly parts: Parts
  readonly matchedTerms: readonly string[]
  /** The cue that stands in the text. */
  readonly cue: string | undefined
  /** How many things the text asks for, where this action is the one that does them all. */
  readonly clauses?: number
}

interface Reading {
  readonly terms: readonly string[]
  /** How many terms there are with the names that no action knows. */
  readonly count: number
  /** All of its words, and the stems of them between spaces. */
  readonly words: readonly string[]
  readonly stems: string
  /** What share of the terms any action knows; above `1 / knownGain` it counts as all of them. */
  readonly known: number
  readonly knownRarity: number
  readonly hits: ReadonlyMap<string, WordHit>
  readonly bestHit: number
}

/** Every action that the text has a word of, the best first; equal ones in the order of their names. */
export function rank(text: string, index: TargetIndex): readonly Candidate[] {
  const reading = read(text, index)
  const candidates = index.entries
    .map(entry => candidateOf(entry, reading, index))
    .filter(({ cue, matchedTerms }) => cue !== undefined || matchedTerms.length > 0)
  return dropOutdoneCues(candidates).sort(
    (left, right) => right.score - left.score || (left.target.id < right.target.id ? -1 : 1)
  )
}

/** A word with a capital letter that does not begin a sentence. */
const name = /(?<=[\p{L}\p{N},;:]\s+)\p{Lu}[\p{L}\p{N}'’-]+/gu

function read(text: string, index: TargetIndex): Reading {
  const names = new Set(weighedTerms([...text.matchAll(name)].map(([word]) => word).join(' ')))
  // A name is what a request is about: that no action knows it is no sign that none fits.
  const all = weighedTerms(text)
  const terms = all.filter(term => index.rarity(term) !== undefined || !names.has(term))
  const known = terms.filter(term => index.rarity(term) !== undefined)
  const hits = index.search(known)
  const words = wordsOf(marked(text))
  return {
    terms,
    count: all.length,
    words,
    stems: ` ${stemsOf(words.join(' ')).join(' ')} `,
    known: terms.length === 0 ? 1 : Math.min(1, (knownGain * known.length) / terms.length),
    knownRarity: known.reduce((sum, term) => sum + (index.rarity(term) ?? 0), 0),
    hits,
    bestHit: Math.max(0, ...[...hits.values()].map(({ score }) => score))
  }
}

function candidateOf(entry: Entry, reading: Reading, index: TargetIndex): Candidate {
  const { terms, stems, known, knownRarity, hits, bestHit } = reading
  const matchedTerms = terms.filter(term => entry.terms.has(term))
  const covered = matchedTerms.reduce((sum, term) => sum + (index.rarity(term) ?? 0), 0)
  const [longest] = entry.cues
    .filter(cue => stems.includes(cue.stems))
    .sort((left, right) => right.stems.length - left.stems.length)
  const cue = longest ? cueStrength(longest.stems, reading, entry.takesAnyWords) : 0
  const words = {
    lexical: bestHit > 0 ? ((hits.get(entry.target.id)?.score ?? 0) / bestHit) * known : 0,
    coverage: knownRarity > 0 ? (covered / knownRarity) * known : entry.takesAnyWords ? cue : 0
  }
  // Of "what can you do", nothing is weighed: the cue is all that it says.
  const parts = {
    ...(terms.length > 0 ? words : { lexical: cue, coverage: cue }),
    similarity: Math.max(0, ...entry.sentences.map(sentence => dice(terms, sentence))),
    cue
  }
  const strange = terms.filter(term => markerTerms.has(term) && !entry.terms.has(term)).length
  return {
    target: entry.target,
    score: isThin(cue, matchedTerms, reading) ? 0 : round(scoreOf(parts) * strangeness ** strange),
    parts: rounded(parts),
    matchedTerms,
    cue: longest?.cue
  }
}

/** One word of several says too little, unless it is an address or an amount and half of what the text says. */
function isThin(cue: number, matchedTerms: readonly string[], { count }: Reading): boolean {
  if (cue === 1 || matchedTerms.length >= Math.min(fewestTerms, count)) return false
  return !matchedTerms.some(term => markerTerms.has(term)) || 2 * matchedTerms.length < count
}

/**
 * A cue that begins the text says all, where the action takes words of any kind; behind other words that say something, or
 * for an action that takes none, only as much as the words of the text are known.
 */
function cueStrength(cue: string, { words, stems, known }: Reading, takesAnyWords: boolean): number {
  if (!takesAnyWords) return known
  const before = stems.slice(0, stems.indexOf(cue)).trim()
  const count = before === '' ? 0 : before.split(' ').length
  return words.slice(0, count).every(word => stopWords.has(word) || fillers.has(word)) ? 1 : known
}

/** A cue that lies within a longer one of another action says nothing: who says "content brief" asks for no brief of all. */
function dropOutdoneCues(candidates: readonly Candidate[]): Candidate[] {
  const cues = candidates.flatMap(({ cue }) => (cue === undefined ? [] : [cue]))
  return candidates.map(candidate => {
    const { cue, parts } = candidate
    const isOutdone = cue !== undefined && cues.some(other => other !== cue && ` ${other} `.includes(` ${cue} `))
    if (!isOutdone) return candidate
    const others = { ...parts, cue: 0 }
    return { ...candidate, parts: others, score: scoreOf(others), cue: undefined }
  })
}

function scoreOf({ lexical, coverage, similarity, cue }: Parts): number {
  const sum =
    weights.lexical * lexical + weights.coverage * coverage + weights.similarity * similarity + weights.cue * cue
  return round(sum)
}

/** Dice's coefficient of two sets of terms. */
function dice(left: readonly string[], right: readonly string[]): number {
  const shared = left.filter(term => right.includes(term)).length
  return left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length)
}

function rounded({ lexical, coverage, similarity, cue }: Parts): Parts {
  return { lexical: round(lexical), coverage: round(coverage), similarity: round(similarity), cue: round(cue) }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
