import type { Effect } from '@product-host/sdk'
import weights from '../tables/weights.json' with { type: 'json' }
import type { Money } from './amounts.js'
import type { FieldKind, Target } from './fields.js'
import type { Span } from './words.js'

const { bars } = weights

/** A condition of a part, in the words of the text. */
export interface Condition {
  readonly text: string
  /** `unless`: the part holds where the condition does not. */
  readonly isUnless: boolean
  /** A word such as `whenever`, which asks for more than one look. */
  readonly isLasting: boolean
}

/** A part of a text: what it asks for, or tells. */
export interface Part {
  /** Without its condition; where it is negated, what is not wanted. */
  readonly text: string
  readonly isQuestion: boolean
  readonly isNegated: boolean
  readonly condition?: Condition
}

/** The kinds of text that sentences name: what fields want, and what is quoted. */
type TextKind = Exclude<FieldKind, 'money' | 'platforms'> | 'quoted'

/**
 * What one sentence names: a list is the text after a colon, in brackets behind a company, or after what introduces a remark on it; a
 * statement is what follows "that"; tags are words with commas between.
 */
export interface Entities extends Readonly<Partial<Record<TextKind, string>>> {
  readonly platforms?: readonly string[]
  readonly money?: readonly Money[]
}

/** The kinds of things that sentences name. */
export type EntityKind = keyof Entities

/** What a sentence names, and where it does. */
export interface Named {
  readonly entities: Entities
  readonly spans: Readonly<Partial<Record<EntityKind, readonly Span[]>>>
}

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
  /** From 0 to 1: how likely the model takes it to be, or the mean of the other parts where the model does not know the action. */
  readonly score: number
  /** How often a call at this score is right, from 0 to 1. */
  readonly confidence: number
  readonly parts: ScoreParts
  readonly matchedTerms: readonly string[]
  /** The keyword that was found in the text. */
  readonly keyword: string | undefined
}

/** What speaks for an action, each part from 0 to 1. */
interface ScoreParts {
  readonly lexical: number
  readonly coverage: number
  readonly similarity: number
  readonly cue: number
  readonly learned: number
}

/** An input read out of a sentence, which required fields it says nothing of, and what of it nothing was made of. */
export interface Filled {
  readonly input: Readonly<Record<string, unknown>>
  readonly missing: readonly string[]
  /** Words that were not understood. */
  readonly unused: readonly string[]
  /** Why something that the sentence says was not taken, a sentence's end each. */
  readonly notes: readonly string[]
  /** Words of free texts that are not quoted and may decide what is asked for. */
  readonly loose: readonly string[]
}

/** A part of a text that asks for something, and where it leads. */
export interface Asked extends Part {
  readonly routing: Routing
  /** Undefined where no action fits. */
  readonly target: Target | undefined
  /** Later and earlier parts that only say more of the same request. */
  readonly details: readonly string[]
  /** The detail that says what to do, where the text only tells something. */
  readonly order?: string
}

/** What a text asks for, and what it tells beside that. */
export interface Reading {
  readonly asked: readonly Asked[]
  readonly told: readonly string[]
}

/** What a part asks of an action: the input, and what a call with it would do. */
export interface Request extends Filled {
  readonly effect: Effect
  /** What it would destroy, in words; undefined where it destroys nothing. */
  readonly destroys: string | undefined
  /** A question, to an action that does more than read or to which no call is an answer. */
  readonly isOnlyAsked: boolean
  /** Why a person has to see the call before it runs, a sentence's end each. Empty where it may run at once. */
  readonly doubts: readonly string[]
}

/** Reads requests for the actions that are served: what a text asks for, where that leads, and with which input. */
export interface Reader {
  /** Where a text leads as a whole; one that asks for several things may lead to the agent. */
  route(text: string, choice: Choice): Routing
  /** Everything that may be chosen. */
  targets(only?: readonly string[]): readonly Target[]
  /** Everything that a plan may run. */
  runnable(only?: readonly string[]): readonly Target[]
  /** What a sentence names. */
  names(sentence: string): Named
  /** Where a part of a text leads: to anything but what would plan again. */
  routePart(text: string, only?: readonly string[]): Routing
  /** The parts of a text that ask for something each, with what says more of the same beside them, and what only tells something. */
  read(text: string, only?: readonly string[]): Reading
  /** What a part asks of an action, and what that would do; what the caller gives goes before. */
  request(
    part: Pick<Asked, 'text' | 'details' | 'order'>,
    target: Target,
    named: Named,
    given?: Readonly<Record<string, unknown>>
  ): Request
}

/** What is known where nothing is named. */
export const nothingNamed: Named = { entities: {}, spans: {} }

/** Why a call is not run at once: the action is not sure to be meant, or not sure enough for words that were not understood. */
export function unsure({ effect, destroys, unused }: Request, score: number): readonly string[] {
  if (effect === 'write') return destroys === undefined && score < bars.write ? ['may mean something else'] : []
  if (effect === 'external') return []
  return score < bars.plan || (unused.length > 0 && score < bars.sure) ? ['may mean something else'] : []
}
