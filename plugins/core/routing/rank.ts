import weights from '../tables/weights.json' with { type: 'json' }
import { isQuestion, withoutCourtesy } from '../text/sentences.js'
import { plainly, translated } from '../text/wording.js'
import { fillers, marked, markerTerms, stemsOf, stopWords, weighedTerms, wordsOf } from '../text/words.js'
import { featuresOf, noneLabel } from './learned-model.js'
import type { Candidate, Choice, Routing } from './request.js'
import type { Entry, TargetIndex } from './target-index.js'
import { fieldsOf, isAmong, type Target } from './targets.js'

const {
  parts: partWeights,
  learned: learnedShare,
  sure,
  bars,
  knownGain,
  fewestTerms,
  strangeness,
  calibration,
  shares
} = weights

/** Where a text leads, of the actions that are allowed. */
export function routed(
  text: string,
  { only, threshold }: Choice,
  index: TargetIndex,
  isAllowed: (target: Target) => boolean = () => true
): Routing {
  const asked = withoutCourtesy(text) ?? text
  const found = [...new Set([asked, plainly(asked)])]
    .map(each => rank(index.spelling.corrected(translated(each)), index))
    .map(each => each.filter(({ target }) => isAllowed(target) && isAmong(target, only)))
  const [spoken = [], plain = []] = found
  // What takes any words fits a plainer text no better than the text itself.
  const isPlainer = plain[0] !== undefined && plain[0].score > (spoken[0]?.score ?? 0) && !isStore(plain[0].target)
  const ranked = isPlainer ? plain : spoken
  const reader = isQuestion(text) ? onlyReader(ranked) : undefined
  const candidates = reader ? [reader, ...ranked.filter(candidate => candidate !== reader)] : ranked
  const [first, second] = candidates
  const margin = first ? Math.round((first.score - (second?.score ?? 0)) * 1000) / 1000 : 0
  const considered = index.entries.filter(({ target }) => isAllowed(target) && isAmong(target, only)).length
  const isClose = margin < bars.margin && !reader
  // What takes any words, and keeps them, fits anything a little: without one of its keywords at the front, it has to fit more.
  const isWeak = first !== undefined && isStore(first.target) && first.parts.cue < 1 && first.score < bars.store
  const decision = !first || first.score < threshold || isWeak ? 'none' : isClose ? 'ambiguous' : 'matched'
  return { decision, candidates, margin, considered }
}

/** The score of the best action. */
export function scoreOf({ candidates }: Routing): number {
  return candidates[0]?.score ?? 0
}

/** Of actions that fit a question nearly alike, the one that reads, if it is the only one: who asks wants no change. */
function onlyReader(ranked: readonly Candidate[]): Candidate | undefined {
  const [first] = ranked
  const alike = ranked.filter(({ score }) => first && first.score - score < bars.margin)
  const readers = alike.filter(({ target }) => target.effect === 'read')
  return readers.length === 1 ? readers[0] : undefined
}

/** Whether an action stores texts of any kind under a key. */
function isStore({ inputSchema }: Target): boolean {
  return fieldsOf(inputSchema).some(({ kind, isRequired }) => kind === 'key' && isRequired)
}

interface ParsedText {
  readonly terms: readonly string[]
  /** How many terms there are with the names that no action knows. */
  readonly count: number
  /** All of its words, and the stems of them between spaces. */
  readonly words: readonly string[]
  readonly stems: string
  /** What share of the terms any action knows; above `1 / knownGain` it counts as all of them. */
  readonly known: number
  readonly knownRarity: number
  /** The rarity of those that the best action has. */
  readonly bestCovered: number
}

/** Every action that the text has a word of, the best first; equal ones in the order of their names. */
function rank(text: string, index: TargetIndex): readonly Candidate[] {
  const parsed = parse(text, index)
  const learned = index.model?.predict(featuresOf(text)) ?? new Map<string, number>()
  const isAsked = isQuestion(text) || asksFor.test(text)
  // A question about what is one's own is no question about the world.
  const isOwn = isAsked && /\b(?:my|our|mine|ours|i|we)\b/iu.test(text)
  const shareOf = ({ target }: Candidate) => {
    if (isOwn || parsed.count === 0 || !index.takesQuery(target)) return shares.own
    return isAsked ? shares.asked : shares.told
  }
  // Of a question about what is one's own, a store of notes knows more than the world does.
  const doubtIn = (candidate: Candidate) => {
    const none = learned.get(noneLabel) ?? 0
    const lead = (isOwn && index.takesQuery(candidate.target) ? none / 2 : none) - likelihoodOf(candidate)
    if (lead <= 0 || candidate.parts.cue === 1) return 0
    // What takes any words fits whatever is asked: against it, doubt counts twice.
    // Words that all speak for an action speak against doubt.
    return index.takesQuery(candidate.target) ? Math.min(1, 2 * lead) : lead * (1 - candidate.score ** 2)
  }
  const candidates = index.entries
    .map(entry => candidateOf(entry, parsed, index))
    .filter(
      ({ target, keyword, matchedTerms }) =>
        keyword !== undefined || matchedTerms.length > 0 || (learned.get(target.id) ?? 0) > bars.threshold
    )
  const introduced = candidates.find(({ keyword }) => keyword !== undefined && isIntroduction(keyword, text))
  const likelihoodOf = (candidate: Candidate) => {
    const likely = learned.get(candidate.target.id) ?? 0
    if (!introduced) return likely
    return candidate === introduced ? Math.max(likely, bars.introduced) : likely * (1 - bars.introduced)
  }
  return dropContainedKeywords(candidates)
    .map(candidate =>
      learned.has(candidate.target.id)
        ? withLearned(candidate, likelihoodOf(candidate), doubtIn(candidate), shareOf(candidate))
        : { ...candidate, confidence: round(confidenceAt(candidate.score)) }
    )
    .sort((left, right) => right.score - left.score || (left.target.id < right.target.id ? -1 : 1))
}

/** Whether a text begins with a keyword that leads to what is said: `just so you know, …`, `note: …`, `remember that …`. */
function isIntroduction(keyword: string, text: string): boolean {
  const [, before = '', behind = ''] = /^(.*?)(?:,\s|:\s|\s(?=that\s))(.*)$/su.exec(text) ?? []
  const lead = stemsOf(before.replace(/^\W*(?:please|kindly|also)\s+/iu, '')).join(' ')
  const stems = stemsOf(keyword).join(' ')
  return behind !== '' && (lead === stems || `${lead} that` === stems)
}

/** Orders to look for something. */
const asksFor = /^\W*(?:please\s+)?(?:tell|give|remind|show|find|look|get|search|i\s+need|i\s+forgot)\b/iu

/** The weighted mean of what is counted and what was learned; less of it where the text is most likely for no action. */
function withLearned(candidate: Candidate, likelihood: number, doubt: number, share: number): Candidate {
  const learned = round(likelihood)
  // What shares but one word of several is believed no more than that, unless the model is sure of it.
  const isSure = likelihood >= sure.from
  const mean =
    candidate.score === 0
      ? Math.max(share, isSure ? sure.share : 0) * likelihood
      : (1 - learnedShare) * candidate.score + learnedShare * likelihood
  const score = round(mean * (1 - doubt))
  return { ...candidate, score, parts: { ...candidate.parts, learned }, confidence: round(confidenceAt(score)) }
}

/** A word with a capital letter that does not begin a sentence. */
const name = /(?<=[\p{L}\p{N},;:]\s+)\p{Lu}[\p{L}\p{N}'’-]+/gu

function parse(text: string, index: TargetIndex): ParsedText {
  const names = new Set(weighedTerms([...text.matchAll(name)].map(([word]) => word).join(' ')))
  // A name is what a request is about: that no action knows it is no sign that none fits.
  const all = weighedTerms(text)
  const terms = all.filter(term => index.rarity(term) !== undefined || !names.has(term))
  const known = terms.filter(term => index.rarity(term) !== undefined)
  const words = wordsOf(marked(text))
  return {
    terms,
    count: all.length,
    words,
    stems: ` ${stemsOf(words.join(' ')).join(' ')} `,
    known: terms.length === 0 ? 1 : Math.min(1, (knownGain * known.length) / terms.length),
    knownRarity: rarityOf(known, index),
    bestCovered: Math.max(0, ...index.entries.map(entry => rarityOf(sharedTerms(known, entry), index)))
  }
}

function candidateOf(entry: Entry, parsed: ParsedText, index: TargetIndex): Candidate {
  const { terms, stems, known, knownRarity, bestCovered } = parsed
  const matchedTerms = sharedTerms(terms, entry)
  const covered = rarityOf(matchedTerms, index)
  const [longest] = entry.keywords
    .filter(keyword => stems.includes(keyword.stems))
    .sort((left, right) => right.stems.length - left.stems.length)
  const cue = longest ? keywordStrength(longest.stems, parsed, entry.takesAnyWords) : 0
  const words = {
    lexical: bestCovered > 0 ? (covered / bestCovered) * known : 0,
    coverage: knownRarity > 0 ? (covered / knownRarity) * known : entry.takesAnyWords ? cue : 0
  }
  // Of "what can you do", nothing is weighed: the keyword is all that it says.
  const parts = {
    ...(terms.length > 0 ? words : { lexical: cue, coverage: cue }),
    similarity: Math.max(0, ...entry.phrases.map(phrase => dice(terms, phrase))),
    cue,
    learned: 0
  }
  const strange = terms.filter(term => markerTerms.has(term) && !entry.terms.has(term)).length
  return {
    target: entry.target,
    confidence: 0,
    score: isThin(cue, matchedTerms, parsed) ? 0 : round(sumOf(parts) * strangeness ** strange),
    parts: rounded(parts),
    matchedTerms,
    keyword: longest?.keyword
  }
}

function sharedTerms(terms: readonly string[], entry: Entry): readonly string[] {
  return terms.filter(term => entry.terms.has(term))
}

function rarityOf(terms: readonly string[], index: TargetIndex): number {
  return terms.reduce((sum, term) => sum + (index.rarity(term) ?? 0), 0)
}

/** One word of several says too little, unless it is an address or an amount and half of what the text says. */
function isThin(cue: number, matchedTerms: readonly string[], { count }: ParsedText): boolean {
  if (cue === 1 || matchedTerms.length >= Math.min(fewestTerms, count)) return false
  return !matchedTerms.some(term => markerTerms.has(term)) || 2 * matchedTerms.length < count
}

/**
 * A keyword that begins the text decides alone where the action takes words of any kind; behind other words that say something, or
 * for an action that takes none, only as much as the words of the text are known.
 */
function keywordStrength(keyword: string, { words, stems, known }: ParsedText, takesAnyWords: boolean): number {
  const elsewhere = Math.min(known, 0.99)
  if (!takesAnyWords) return elsewhere
  const before = stems.slice(0, stems.indexOf(keyword)).trim()
  const count = before === '' ? 0 : before.split(' ').length
  return words.slice(0, count).every(word => stopWords.has(word) || fillers.has(word)) ? 1 : elsewhere
}

/** A keyword within a longer one of another action counts for nothing: "content brief" does not ask for a briefing. */
function dropContainedKeywords(candidates: readonly Candidate[]): Candidate[] {
  const keywords = candidates.flatMap(({ keyword = [] }) => keyword)
  return candidates.map(candidate => {
    const { keyword, parts } = candidate
    const isWithin = (other: string) => other !== keyword && ` ${other} `.includes(` ${keyword} `)
    const isContained = keyword !== undefined && keywords.some(isWithin)
    if (!isContained) return candidate
    const others = { ...parts, cue: 0 }
    return { ...candidate, parts: others, score: sumOf(others), keyword: undefined }
  })
}

function sumOf({ lexical, coverage, similarity, cue }: Candidate['parts']): number {
  const sum =
    partWeights.lexical * lexical +
    partWeights.coverage * coverage +
    partWeights.similarity * similarity +
    partWeights.cue * cue
  return round(sum)
}

/** Dice's coefficient of two sets of terms. */
function dice(left: readonly string[], right: readonly string[]): number {
  const shared = left.filter(term => right.includes(term)).length
  return left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length)
}

/** How often a call at a score is right: a logistic curve through the sentences of test/routing. */
function confidenceAt(score: number): number {
  return 1 / (1 + Math.exp(-calibration.slope * (score - calibration.middle)))
}

function rounded({ lexical, coverage, similarity, cue }: Candidate['parts']): Candidate['parts'] {
  return {
    lexical: round(lexical),
    coverage: round(coverage),
    similarity: round(similarity),
    cue: round(cue),
    learned: 0
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
