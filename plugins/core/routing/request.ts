import type { Effect } from '@product-host/sdk'
import type { Clause, Named, Reading } from '../text/reading.js'
import type { Target } from './targets.js'

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

/** One action, and how well a text fits it. */
export interface Candidate {
  readonly target: Target
  /** From 0 to 1. */
  readonly score: number
  /** How often a call at this score is right, from 0 to 1. */
  readonly confidence: number
  readonly parts: ScoreParts
  readonly matchedTerms: readonly string[]
  /** The keyword that was found in the text. */
  readonly keyword: string | undefined
  /** How many things the text asks for, where this action is the one that does them all. */
  readonly clauses?: number
}

/** What speaks for an action, each part from 0 to 1. */
interface ScoreParts {
  readonly lexical: number
  readonly coverage: number
  readonly similarity: number
  readonly cue: number
  /** How likely the learned model takes it to be. */
  readonly learned: number
}

/** An input read out of a sentence, which required fields it says nothing of, and what of it nothing was made of. */
export interface Filled {
  readonly input: Readonly<Record<string, unknown>>
  readonly missing: readonly string[]
  /** Words that were not understood. */
  readonly unused: readonly string[]
  /** Why something that the sentence says was not taken, a sentence's part each. */
  readonly notes: readonly string[]
}

/** What a sentence asks of an action: the input, and what a call with it would do. */
export interface Request extends Filled {
  readonly effect: Effect
  /** What it would destroy, in words; undefined where it destroys nothing. */
  readonly destroys: string | undefined
  /** A question about another time, or to an action that changes something and declares no question that it answers. */
  readonly isOnlyAsked: boolean
  /** The reason that the sentence gives, where nothing was read from it. */
  readonly reason?: string
}

/** Reads requests for the actions that are served: what a text asks for, where that leads, and with which input. */
export interface Requests {
  /** Where one request leads; one that asks for several things leads to the agent, where that fits better than any one action. */
  route(text: string, choice: Choice): Routing
  /** Where one clause of a plan leads: to anything but what would plan again. */
  clause(clause: Order, choice: Choice): Routing
  /** The action that a clause leads to; undefined where none fits. */
  targetOf(clause: Order): Target | undefined
  /** The clauses of a text, and what it only tells. */
  read(text: string): Reading
  /** What a sentence names. */
  names(sentence: string): Named
  /** What a clause names, with what was told before it and it points at. */
  namesOf(clause: Clause): Named
  /** What a sentence asks of an action, and what that would do; where only a reason in it was not understood, without that. */
  request(sentence: string, target: Target, named: Named, given?: Readonly<Record<string, unknown>>): Request
  /** Everything that may be chosen. */
  targets(only?: readonly string[]): readonly Target[]
  /** Everything that a plan may run. */
  runnable(only?: readonly string[]): readonly Target[]
}

/** What of a clause says where it leads. */
export type Order = Pick<Clause, 'text' | 'order'>
