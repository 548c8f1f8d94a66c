import type { Channel } from './plan.js'

/** What a subject should keep to, so that it is shown in full on a telephone. Source: guides to cold mail agree on 2 to 5 words and 40 characters. */
export const subjectLimits = { fewestWords: 2, mostWords: 5, longest: 40 } as const

/** Longest LinkedIn note, and the shorter form for members without a paid plan. Source: LinkedIn Help, "Personalize invitations to connect". */
export const noteLimits = { long: 300, short: 200 } as const

/** How many words a message has: within `good` passes, within `fewest` and `most` is a warning. Source: guides to cold mail agree on 50 to 125. */
export const wordLimits: Readonly<
  Record<Channel, { readonly fewest: number; readonly good: readonly [number, number]; readonly most: number }>
> = {
  email: { fewest: 25, good: [50, 90], most: 125 },
  linkedin: { fewest: 8, good: [15, 60], most: 75 }
}

/** What a message loses of its quality of 100 by each rule. */
export const lintWeights = {
  words: { warn: 5, fail: 15 },
  subject: { warn: 5, fail: 15 },
  questions: { warn: 8, fail: 15 },
  links: { warn: 0, fail: 10 },
  pronouns: { warn: 8, fail: 8 },
  reading_grade: { warn: 6, fail: 12 },
  exclamation: { warn: 5, fail: 10 },
  spam_phrases: { warn: 10, fail: 20 },
  cliches: { warn: 8, fail: 8 },
  placeholder: { warn: 0, fail: 30 },
  greeting: { warn: 0, fail: 30 },
  opt_out: { warn: 0, fail: 15 },
  length: { warn: 0, fail: 20 },
  invented: { warn: 0, fail: 30 },
  recipient: { warn: 25, fail: 25 },
  details: { warn: 12, fail: 12 },
  concrete: { warn: 12, fail: 12 },
  stock_phrases: { warn: 8, fail: 25 }
} as const

/** The hardest text that reads easily, in school grades. Source: the contract of this product (README, "draft_outreach"). */
export const hardestGrade = 8

/** Beyond this grade most readers give up. */
export const unreadableGrade = 14

/** How many details of the recipient, such as names, figures and what was seen of them, make a message one to this recipient. */
export const enoughDetails = 2

/** How many words a message needs that not every business mail holds. */
export const enoughConcreteWords = 5
