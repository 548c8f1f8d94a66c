/** What a part of a text does for its reader. */
export type Part = 'problem' | 'stakes' | 'steps' | 'points' | 'mistake' | 'body'

/** One item of a list: what it says in short, and what it says besides. */
export interface Item {
  readonly title: string
  readonly detail: string
}

/** One part of a text: paragraphs, a list, or both. */
export interface Section {
  readonly part: Part
  readonly paragraphs: readonly string[]
  readonly items: readonly Item[]
  /** Whether the items come in an order, and so are numbered. */
  readonly isOrdered: boolean
}

/** A text before any platform has laid it out. */
export interface Copy {
  /** The first thing that is read; names the topic. */
  readonly hook: string
  /** A first line that promises no number of items and no part of the text: the topic alone. */
  readonly plainHook: string
  /** Whom the text is for, where the hook does not say so; otherwise empty. */
  readonly address: string
  /** What leads to a list that has no heading; empty when nothing has to. */
  readonly bridge: string
  readonly sections: readonly Section[]
  /** The one thing that the reader is asked; empty when a text has no room for it. */
  readonly closing: string
  /** The author's own words in the closing, which may not be left out; empty when there are none. */
  readonly plainClosing: string
}

/** How a text is to sound. */
export type Tone = 'plain' | 'bold' | 'friendly' | 'expert'
