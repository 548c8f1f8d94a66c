/** How a message sounds. */
export type Tone = 'plain' | 'warm' | 'direct'

/** What a message opens on. */
export type Theme =
  | 'reply'
  | 'interest'
  | 'timing'
  | 'trigger'
  | 'finance'
  | 'need'
  | 'stack'
  | 'compliance'
  | 'size'
  | 'access'
  | 'referral'
  | 'none'

/**
 * The first two sentences of a message: what was seen of the reader, and what tends to follow from it. `{fact}` is what the signal
 * says of the reader, `{Fact}` the same with a capital, `{company}` the company or "your company".
 */
export interface Opening {
  readonly observation: string
  readonly problem: string
}

/** Three ways to open on each theme. */
export type Openings = Readonly<Record<Theme, readonly [Opening, Opening, Opening]>>
