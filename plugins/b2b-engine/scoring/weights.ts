/** Source of every figure here: the scoring contract (README, "score_lead"). */

/** Where a lead of which nothing is known starts, and how the two sides weigh in the score. */
export const start = { fit: 25, intent: 10 } as const
/** The share of each side in the score. */
export const share = { fit: 0.45, intent: 0.55 } as const

/** What a lead is called by its score. */
export type Tier = 'hot' | 'warm' | 'cool' | 'cold'

/** The lowest score of each tier. */
export const tiers: readonly { readonly tier: Tier; readonly from: number }[] = [
  { tier: 'hot', from: 70 },
  { tier: 'warm', from: 45 },
  { tier: 'cool', from: 20 },
  { tier: 'cold', from: 0 }
]

/** The lowest fit of each letter of a grade. */
export const letters = [
  { letter: 'A', from: 70 },
  { letter: 'B', from: 50 },
  { letter: 'C', from: 30 },
  { letter: 'D', from: 0 }
] as const

/** The lowest intent of each number of a grade. */
export const numbers = [
  { number: 1, from: 60 },
  { number: 2, from: 35 },
  { number: 3, from: 15 },
  { number: 4, from: 0 }
] as const

/** What to do next. */
export type NextAction = 'call today' | 'sequence' | 'nurture' | 'drop'

/** What to do with a lead of each grade: intent decides how soon, fit whether it is worth a person's time. */
export const nextActions: Readonly<Record<string, NextAction>> = {
  A1: 'call today',
  A2: 'call today',
  A3: 'sequence',
  A4: 'nurture',
  B1: 'call today',
  B2: 'sequence',
  B3: 'sequence',
  B4: 'nurture',
  C1: 'call today',
  C2: 'sequence',
  C3: 'nurture',
  C4: 'nurture',
  D1: 'sequence',
  D2: 'nurture',
  D3: 'nurture',
  D4: 'drop'
}

/** How far a score can be trusted: the share of phrases that were understood, less when there are few. */
export const confidence = { enoughPhrases: 3, fewFactor: 0.7, withoutPhrases: 0.2 } as const

/** Risk of the address that a lead is known by. */
export const addressRisk = { disposable: 'disposable_email', free: 'free_email' } as const
