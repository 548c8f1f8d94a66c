import type { Money } from './amounts.js'
import type { Span } from './words.js'

/** A condition of a clause, in the words of the text. */
export interface Condition {
  readonly text: string
  /** `unless`: the clause holds where the condition does not. */
  readonly isUnless: boolean
  /** A word such as `whenever`, which asks for more than one look. */
  readonly isLasting: boolean
}

/** One thing that a text asks for. */
export interface Clause {
  /** What is asked, without its condition; where it is negated, what is not wanted. */
  readonly text: string
  /** The part of it that says what to do, where sentences that only name fields follow. */
  readonly order?: string
  readonly isQuestion: boolean
  readonly isNegated: boolean
  readonly condition?: Condition
  /** What sentences before it only told. */
  readonly context?: string
  /** How many things the text says that it asks for. */
  readonly count?: number
}

/** What a text asks for, and what it tells beside that. */
export interface Reading {
  readonly clauses: readonly Clause[]
  /** Sentences that only tell what is so. */
  readonly background: readonly string[]
}

/** What one sentence names. */
export interface Entities {
  readonly email?: string
  readonly url?: string
  readonly domain?: string
  readonly company?: string
  readonly person?: string
  readonly role?: string
  readonly offer?: string
  readonly model?: string
  readonly source?: string
  readonly topic?: string
  readonly audience?: string
  readonly platforms?: readonly string[]
  /** Words with commas between. */
  readonly tags?: string
  readonly money?: readonly Money[]
  /** The text after a colon, in brackets behind a company, or after what introduces a remark on it. */
  readonly list?: string
  readonly quoted?: string
  /** What follows "that". */
  readonly statement?: string
  readonly key?: string
  readonly name?: string
  readonly destination?: string
}

/** The kinds of things that sentences name. */
export type EntityKind = keyof Entities

/** What a sentence names, and where it does. */
export interface Named {
  readonly entities: Entities
  readonly spans: Readonly<Partial<Record<EntityKind, readonly Span[]>>>
}
