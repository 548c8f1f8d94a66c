/** The three sides of a lead: who they are, what they are doing, and what speaks against them. */
export type Dimension = 'fit' | 'intent' | 'risk'

/** One kind of evidence. */
export interface Group {
  readonly dimension: Dimension
  /** Most points that the group gives, and most that it takes. */
  readonly cap: number
  /** How the n-th hit counts beside the stronger ones: half as much as the one before, or in full. */
  readonly rank: 'halving' | 'full'
  /** A phrase that would count in full: what `whatWouldRaiseIt` proposes. */
  readonly wish?: { readonly phrase: string; readonly points: number }
}

/** The names of the groups, in the order in which they are told. */
export const groupNames = [
  'size',
  'finance',
  'need',
  'access',
  'icp',
  'ask',
  'timing',
  'trigger',
  'engagement',
  'referral',
  'penalty'
] as const
/** The name of a group. */
export type GroupName = (typeof groupNames)[number]

/**
 * Groups and caps. Source: the scoring contract of this product (README, "score_lead"), which follows the usual split of fit and
 * engagement in lead scoring tools and keeps one sort of evidence from outweighing all others.
 */
export const groups: Readonly<Record<GroupName, Group>> = {
  size: { dimension: 'fit', cap: 25, rank: 'halving', wish: { phrase: '1,000 or more employees', points: 25 } },
  finance: { dimension: 'fit', cap: 20, rank: 'halving', wish: { phrase: 'raised series C', points: 20 } },
  need: { dimension: 'fit', cap: 20, rank: 'halving', wish: { phrase: 'replacing a legacy system', points: 12 } },
  access: { dimension: 'fit', cap: 15, rank: 'halving', wish: { phrase: 'contact is C-level or founder', points: 15 } },
  icp: { dimension: 'fit', cap: 24, rank: 'full', wish: { phrase: 'matches a keyword of your icp', points: 8 } },
  ask: { dimension: 'intent', cap: 45, rank: 'halving', wish: { phrase: 'requested a demo', points: 40 } },
  timing: { dimension: 'intent', cap: 20, rank: 'halving', wish: { phrase: 'renewal this quarter', points: 20 } },
  trigger: { dimension: 'intent', cap: 25, rank: 'halving', wish: { phrase: 'hiring', points: 14 } },
  engagement: { dimension: 'intent', cap: 20, rank: 'halving', wish: { phrase: 'replied to an email', points: 15 } },
  referral: { dimension: 'intent', cap: 15, rank: 'halving', wish: { phrase: 'referral', points: 15 } },
  penalty: { dimension: 'risk', cap: Number.POSITIVE_INFINITY, rank: 'halving' }
}

/** Days after which evidence counts half. A risk fades like a fact about the company, not like an interest. */
export const halfLifeDays: Readonly<Record<Dimension, number>> = { fit: 365, intent: 30, risk: 365 }
