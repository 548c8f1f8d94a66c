import type { Classifier } from '@product-host/toolkit/classifier'
import weights from '../tables/weights.json' with { type: 'json' }
import { numberWords } from './amounts.js'
import { featuresOf, noneLabel } from './classifier.js'
import { isAmong, type Target } from './fields.js'
import type { Candidate, Choice, Routing } from './reading.js'
import { withoutCourtesy } from './refusals.js'
import { Spelling, translated } from './spelling.js'
import { fillers, stemsOf, stopWords, weighedTerms, wordsOf } from './words.js'

const { bars, calibration } = weights

interface Entry {
  readonly target: Target
  /** The terms of its title, description, phrases and keywords. */
  readonly terms: ReadonlySet<string>
  readonly phrases: readonly (readonly string[])[]
  readonly keywords: readonly { readonly keyword: string; readonly stems: string }[]
}

/** The actions that are served, by what they say of themselves and what a model learned of that. */
export class ActionIndex {
  readonly targets: readonly Target[]
  /** What was learned from phrases, of these actions or others; what it does not know is routed by its words alone. */
  model: Classifier | undefined
  /** The verbs that people ask with: the first words of the phrases that actions declare. */
  readonly verbs: ReadonlySet<string>
  readonly spelling: Spelling
  readonly #entries: readonly Entry[]

  constructor(targets: readonly Target[]) {
    this.targets = targets
    this.#entries = targets.map(target => ({
      target,
      terms: new Set(weighedTerms(spoken(target))),
      phrases: target.intents.phrases.map(weighedTerms),
      keywords: target.intents.keywords.map(keyword => ({ keyword, stems: ` ${stemsOf(keyword).join(' ')} ` }))
    }))
    this.verbs = firstVerbs(targets)
    this.spelling = new Spelling(targets.flatMap(target => wordsOf(spoken(target))))
  }

  /** The terms by which an action is known. */
  termsOf(target: Target): ReadonlySet<string> {
    return this.#entries.find(entry => entry.target === target)?.terms ?? new Set()
  }

  /** Where a text leads, of the actions that are allowed; `others` are weighed by the model, and not chosen. */
  route(text: string, { only, threshold }: Choice, others: (target: Target) => boolean = () => false): Routing {
    const asked = this.spelling.corrected(translated(withoutCourtesy(text) ?? text))
    const learned = this.model?.predict(featuresOf(asked)) ?? new Map<string, number>()
    const none = learned.get(noneLabel) ?? 0
    const left = this.targets.filter(others).reduce((rest, { id }) => rest - (learned.get(id) ?? 0), 1)
    const entries = this.#entries.filter(({ target }) => !others(target) && isAmong(target, only))
    const weighed = weighedTerms(asked)
    const stems = ` ${stemsOf(asked).join(' ')} `
    const best = Math.max(1, ...this.#entries.map(({ terms }) => weighed.filter(term => terms.has(term)).length))
    const candidates = entries
      .map(({ target, terms, phrases, keywords }): Candidate => {
        const matchedTerms = weighed.filter(term => terms.has(term))
        const keyword = keywords.find(each => stems.includes(each.stems))
        const parts = {
          lexical: round(matchedTerms.length / best),
          coverage: round(matchedTerms.length / Math.max(1, weighed.length)),
          similarity: round(Math.max(0, ...phrases.map(phrase => dice(weighed, phrase)))),
          cue: keyword ? (stems.startsWith(keyword.stems) ? 1 : 0.99) : 0,
          learned: round((learned.get(target.id) ?? 0) / Math.max(left, leastLeft))
        }
        const byWords = (parts.lexical + parts.coverage + parts.similarity + parts.cue) / 4
        const score = learned.has(target.id) ? Math.min(1, parts.learned) : round(byWords * (1 - none / 2))
        return { target, score, confidence: round(confidenceAt(score)), parts, matchedTerms, keyword: keyword?.keyword }
      })
      .filter(({ score }) => score > leastShown)
      .toSorted((left, right) => right.score - left.score || (left.target.id < right.target.id ? -1 : 1))
    const [first, second] = candidates
    const margin = first ? round(first.score - (second?.score ?? 0)) : 0
    const isNone = !first || first.score < threshold || bars.none * none > first.score
    const decision = isNone ? 'none' : margin < bars.margin ? 'ambiguous' : 'matched'
    return { decision, candidates, margin, considered: entries.length }
  }
}

/** What is left for other actions at least, where most of the likelihood is of those that are not chosen. */
const leastLeft = 0.2

const leastShown = 0.02

/** How often a call at a score is right: a logistic curve through the sentences of test/routing. */
function confidenceAt(score: number): number {
  return 1 / (1 + Math.exp(-calibration.slope * (score - calibration.middle)))
}

/** Dice's coefficient of two sets of terms (1945). */
function dice(left: readonly string[], right: readonly string[]): number {
  const shared = left.filter(term => right.includes(term)).length
  return left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** What an action says of itself. */
function spoken({ title, description, intents: { phrases, keywords } }: Target): string {
  return [title, description, ...phrases, ...keywords].join('\n')
}

/** Words that begin many phrases of `intents` and are no verbs. */
const noVerbs = new Set(['lead', 'when', 'why', 'whose', 'there', 'every'])

function firstVerbs(targets: readonly Target[]): ReadonlySet<string> {
  const first = targets.flatMap(target => target.intents.phrases.map(phrase => wordsOf(phrase)[0] ?? ''))
  return new Set(first.filter(word => word !== '' && isVerb(word)))
}

function isVerb(word: string): boolean {
  return (
    !stopWords.has(word) &&
    !noVerbs.has(word) &&
    !Object.hasOwn(numberWords, word) &&
    (!fillers.has(word) || /^(?:give|make|put|set|show|tell|take|keep|look)$/.test(word))
  )
}
