import { inject, injectable, PRODUCTS, type Products } from '@product-host/sdk'
import { own, runsOthers } from '../own.js'
import { type Entities, entitiesOf } from '../slots/entities.js'
import { clausesOf, verbsOf } from './clauses.js'
import { type Candidate, rank } from './rank.js'
import { recipeFor } from './recipes.js'
import type { Target } from './target.js'
import type { TargetIndex } from './target-index.js'
import { isAmong, TargetIndexes } from './target-indexes.js'
import { bars } from './weights.js'
import { isQuestion } from './wording.js'

/** Which actions may be chosen, and from which score on. */
export interface Choice {
  /** Product slugs or `product.action`; all when left out. */
  readonly only?: readonly string[] | undefined
  readonly threshold: number
}

/** Where a text leads. */
export interface Routing {
  readonly decision: 'matched' | 'ambiguous' | 'none'
  /** The best first. */
  readonly candidates: readonly Candidate[]
  /** By how much the best one leads. */
  readonly margin: number
  /** How many actions were weighed. */
  readonly considered: number
}

/** Clauses that are looked at to tell a plan from a single request. */
const mostClauses = 8

const goesOn = /^\S+\s+(?:it|him|her|them|this|that|me|us)\b/i

/** Finds the action that a text asks for, by what the served products say of themselves. */
@injectable()
export class Router {
  constructor(
    @inject(PRODUCTS) private readonly products: Products,
    private readonly indexes: TargetIndexes
  ) {}

  /** Where one request leads; one that asks for several things leads to the agent. */
  route(text: string, choice: Choice): Routing {
    const index = this.indexes.current(this.products)
    const single = routed(text, choice, index)
    const parts = this.clauses(text)
      .slice(0, mostClauses)
      .map(clause => this.clause(clause, choice))
    const agent = index.entries.find(({ target }) => target.id === `${own.slug}.${own.agent}`)
    const isPlan = parts.length > 1 && parts.every(({ decision }) => decision !== 'none')
    if (!agent || !isPlan || !isAmong(agent.target, choice.only)) return single
    const score = Math.min(...parts.map(({ candidates }) => candidates[0]?.score ?? 0))
    const sum = { lexical: score, coverage: score, similarity: score, cue: score }
    const plan = { target: agent.target, score, parts: sum, matchedTerms: [], cue: undefined, clauses: parts.length }
    const others = single.candidates.filter(({ target }) => target !== agent.target)
    return { ...single, decision: 'matched', candidates: [plan, ...others], margin: score }
  }

  /** Where one clause of a plan leads: to anything but what would plan again. */
  clause(text: string, choice: Choice): Routing {
    return routed(text, choice, this.indexes.current(this.products), isRunnable)
  }

  /** Everything that a plan may run. */
  runnable(only?: readonly string[]): readonly Target[] {
    return this.targets(only).filter(isRunnable)
  }

  /**
   * The parts of a text that ask for something each; those of a recipe, where it is the whole text. What only goes on about
   * the same ("…, send her to the sales team") belongs to the part before.
   */
  clauses(text: string): readonly string[] {
    const recipe = recipeFor(text)
    if (recipe) return recipe
    const clauses: string[] = []
    for (const clause of clausesOf(text, verbsOf(this.indexes.current(this.products)))) {
      const before = clauses.at(-1)
      if (before !== undefined && goesOn.test(clause) && this.#target(before) === this.#target(clause))
        clauses.splice(-1, 1, `${before}, ${clause}`)
      else clauses.push(clause)
    }
    return clauses
  }

  #target(clause: string): Target | undefined {
    return this.clause(clause, { threshold: bars.threshold }).candidates[0]?.target
  }

  /** What a sentence names. */
  entities(sentence: string): Entities {
    return entitiesOf(sentence, verbsOf(this.indexes.current(this.products)))
  }

  /** Everything that may be chosen. */
  targets(only?: readonly string[]): readonly Target[] {
    return this.indexes.current(this.products).entries.flatMap(({ target }) => (isAmong(target, only) ? [target] : []))
  }
}

function isRunnable({ product, name }: Target): boolean {
  return !runsOthers(product, name)
}

function routed(
  text: string,
  { only, threshold }: Choice,
  index: TargetIndex,
  isAllowed: (target: Target) => boolean = () => true
): Routing {
  const ranked = rank(text, index).filter(({ target }) => isAllowed(target) && isAmong(target, only))
  const reader = isQuestion(text) ? onlyReader(ranked) : undefined
  const candidates = reader ? [reader, ...ranked.filter(candidate => candidate !== reader)] : ranked
  const [first, second] = candidates
  const margin = first ? Math.round((first.score - (second?.score ?? 0)) * 1000) / 1000 : 0
  const considered = index.entries.filter(({ target }) => isAllowed(target) && isAmong(target, only)).length
  const isClose = margin < bars.margin && !reader
  const decision = !first || first.score < threshold ? 'none' : isClose ? 'ambiguous' : 'matched'
  return { decision, candidates, margin, considered }
}

/** Of actions that fit a question nearly alike, the one that reads, if it is the only one: who asks wants no change. */
function onlyReader(ranked: readonly Candidate[]): Candidate | undefined {
  const [first] = ranked
  const alike = ranked.filter(({ score }) => first && first.score - score < bars.margin)
  const readers = alike.filter(({ target }) => target.effect === 'read')
  return readers.length === 1 ? readers[0] : undefined
}
