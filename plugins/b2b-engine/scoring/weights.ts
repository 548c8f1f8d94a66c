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
  readonly example?: { readonly phrase: string; readonly points: number }
}

/** The names of the groups, in the order in which answers list them. */
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
  'wording',
  'penalty'
] as const

/** The name of a group. */
export type GroupName = (typeof groupNames)[number]

/**
 * Groups and caps. Source: the scoring contract of this product (README, "score_lead"), which follows the usual split of fit and
 * engagement in lead scoring tools and keeps one sort of evidence from outweighing all others.
 */
export const groups: Readonly<Record<GroupName, Group>> = {
  size: { dimension: 'fit', cap: 25, rank: 'halving', example: { phrase: '1,000 or more employees', points: 25 } },
  finance: { dimension: 'fit', cap: 20, rank: 'halving', example: { phrase: 'raised series C', points: 20 } },
  need: { dimension: 'fit', cap: 20, rank: 'halving', example: { phrase: 'replacing a legacy system', points: 12 } },
  access: {
    dimension: 'fit',
    cap: 15,
    rank: 'halving',
    example: { phrase: 'contact is C-level or founder', points: 15 }
  },
  icp: {
    dimension: 'fit',
    cap: 24,
    rank: 'full',
    example: { phrase: 'matches a keyword of your ideal customer', points: 8 }
  },
  ask: { dimension: 'intent', cap: 70, rank: 'halving', example: { phrase: 'requested a demo', points: 65 } },
  timing: { dimension: 'intent', cap: 20, rank: 'halving', example: { phrase: 'renewal this quarter', points: 20 } },
  trigger: { dimension: 'intent', cap: 25, rank: 'halving', example: { phrase: 'hiring', points: 14 } },
  engagement: { dimension: 'intent', cap: 20, rank: 'halving', example: { phrase: 'replied to an email', points: 15 } },
  referral: { dimension: 'intent', cap: 15, rank: 'halving', example: { phrase: 'referral', points: 15 } },
  wording: { dimension: 'intent', cap: 12, rank: 'halving' },
  penalty: { dimension: 'risk', cap: Number.POSITIVE_INFINITY, rank: 'halving' }
}

/** Days after which evidence counts half. A risk fades like a fact about the company, not like an interest. */
export const halfLifeDays: Readonly<Record<Dimension, number>> = { fit: 365, intent: 30, risk: 365 }

/** Sizes of companies by their number of employees. */
export interface HeadcountBand {
  readonly id: string
  /** Fewest employees of the band. */
  readonly from: number
  readonly points: number
  readonly label: string
}

/** Source: the table of the scoring contract (README, "score_lead"); 2 to 9 people speak neither for nor against a lead. */
export const bands: readonly HeadcountBand[] = [
  { id: 'size_large', from: 1000, points: 25, label: '1,000 or more employees' },
  { id: 'size_middle', from: 200, points: 20, label: '200 to 999 employees' },
  { id: 'size_growing', from: 50, points: 15, label: '50 to 199 employees' },
  { id: 'size_small', from: 10, points: 8, label: '10 to 49 employees' },
  { id: 'size_tiny', from: 2, points: 0, label: '2 to 9 employees' },
  { id: 'size_solo', from: 0, points: -10, label: 'a one-person business' }
]

/** Groups in which a subject that stands alone counts only when every other word of its clause is understood. */
export const strictGroups: ReadonlySet<GroupName> = new Set(['ask', 'timing', 'engagement', 'access', 'referral'])

/** The share of its points that a denied keyword counts where it speaks for a lead. */
export const denialFactor = -0.6

export const mostPhrases = 40

export const longestPhrase = 200

export const mostKeywords = 20

/** What a phrase says about a lead, and what that is worth. */
export interface Meaning {
  readonly group: GroupName
  /** Below 0 where it speaks against the lead; in the penalty group points are a risk, and so above 0. 0 is understood and counts nothing. */
  readonly points: number
  /** What it says about the lead, as part of a sentence. */
  readonly label: string
  /** Nobody may contact this lead any more. */
  readonly disqualifies?: true
}

/** What counts, and for how much. Source: the scoring contract of this product (README, "score_lead"). */
export const meanings = {
  // fit: size (numbers of employees are read apart)
  size_large: { group: 'size', points: 25, label: 'a large company' },
  size_middle: { group: 'size', points: 20, label: 'mid-market' },
  size_small: { group: 'size', points: 8, label: 'a small business' },
  size_solo: { group: 'size', points: -10, label: 'a one-person business' },

  // fit: finance
  funding_late: { group: 'finance', points: 20, label: 'raised series C or later' },
  ipo: { group: 'finance', points: 20, label: 'going public' },
  private_equity: { group: 'finance', points: 20, label: 'backed by private equity' },
  series_b: { group: 'finance', points: 18, label: 'raised series B' },
  series_a: { group: 'finance', points: 15, label: 'raised series A' },
  seed: { group: 'finance', points: 8, label: 'seed-funded' },
  profitable: { group: 'finance', points: 12, label: 'profitable' },
  revenue_growth: { group: 'finance', points: 12, label: 'growing in revenue' },
  revenue_loss: { group: 'finance', points: -15, label: 'losing revenue' },

  // fit: need
  migrating: { group: 'need', points: 12, label: 'changing its system' },
  dissatisfied: { group: 'need', points: 12, label: 'unhappy with what it has' },
  legacy: { group: 'need', points: 12, label: 'on a legacy system' },
  manual: { group: 'need', points: 12, label: 'working by hand' },
  spreadsheets: { group: 'need', points: 12, label: 'working in spreadsheets' },
  complement: { group: 'need', points: 8, label: 'using a tool that goes with yours' },
  no_tool: { group: 'need', points: 0, label: 'a tool that is not in use' },
  compliance: { group: 'need', points: 8, label: 'in need of compliance' },
  has_need: { group: 'need', points: 12, label: 'has a need' },
  no_need: { group: 'need', points: -20, label: 'no need' },
  no_fit: { group: 'need', points: -20, label: 'not a fit' },

  // fit: access
  contact_top: { group: 'access', points: 15, label: 'contact at the top' },
  contact_decides: { group: 'access', points: 15, label: 'contact decides' },
  contact_head: { group: 'access', points: 12, label: 'contact a head or director' },
  contact_champion: { group: 'access', points: 12, label: 'a champion inside' },
  contact_back: { group: 'access', points: 8, label: 'contact is back' },
  contact_manager: { group: 'access', points: 8, label: 'contact a manager' },
  contact_junior: { group: 'access', points: -15, label: 'contact an intern or student' },
  contact_former: { group: 'access', points: 0, label: 'contact no longer in that role' },
  contact_left: { group: 'access', points: -15, label: 'contact has left' },
  not_decider: { group: 'access', points: -12, label: 'contact does not decide' },
  bad_contact: { group: 'access', points: -15, label: 'contact data do not work' },

  // intent: ask
  demo: { group: 'ask', points: 65, label: 'wants or had a demo' },
  trial: { group: 'ask', points: 65, label: 'wants or uses a trial' },
  quote: { group: 'ask', points: 65, label: 'wants or has a quote' },
  proposal: { group: 'ask', points: 65, label: 'wants or has a proposal' },
  tender: { group: 'ask', points: 65, label: 'out to tender' },
  contact_sales: { group: 'ask', points: 65, label: 'talks with sales' },
  closing: { group: 'ask', points: 70, label: 'close to signing' },
  pricing_asked: { group: 'ask', points: 45, label: 'asked about pricing' },
  pricing_page: { group: 'ask', points: 25, label: 'looked at pricing' },
  fell_through: { group: 'ask', points: -35, label: 'something planned did not happen' },
  no_interest: { group: 'ask', points: -45, label: 'no interest' },
  declined_offer: { group: 'ask', points: -40, label: 'said no to what you offered' },

  // intent: timing
  renewal: { group: 'timing', points: 20, label: 'a contract ends' },
  deadline: { group: 'timing', points: 20, label: 'working to a deadline' },
  budget: { group: 'timing', points: 20, label: 'budget in place' },
  urgent: { group: 'timing', points: 20, label: 'in a hurry' },
  evaluating: { group: 'timing', points: 20, label: 'evaluating' },
  shortlist: { group: 'timing', points: 20, label: 'drawing up a shortlist' },
  unblocked: { group: 'timing', points: 12, label: 'no obstacle in the way' },
  next_year: { group: 'timing', points: 5, label: 'planning for next year' },
  on_hold: { group: 'timing', points: -20, label: 'put off' },
  not_now: { group: 'timing', points: -15, label: 'not now' },

  // intent: trigger
  hiring: { group: 'trigger', points: 14, label: 'hiring' },
  expansion: { group: 'trigger', points: 14, label: 'expanding' },
  new_office: { group: 'trigger', points: 14, label: 'opening an office' },
  launch: { group: 'trigger', points: 14, label: 'launching something new' },
  funding: { group: 'trigger', points: 12, label: 'raised funding' },
  new_executive: { group: 'trigger', points: 12, label: 'someone new in the leadership' },
  acquisition: { group: 'trigger', points: 10, label: 'in an acquisition' },
  award: { group: 'trigger', points: 8, label: 'won business or an award' },

  // intent: engagement
  replied: { group: 'engagement', points: 15, label: 'replied' },
  interested: { group: 'engagement', points: 15, label: 'interested' },
  callback: { group: 'engagement', points: 12, label: 'asked to be contacted again' },
  event: { group: 'engagement', points: 8, label: 'came to an event' },
  download: { group: 'engagement', points: 6, label: 'downloaded something' },
  visit: { group: 'engagement', points: 5, label: 'visited the site' },
  open: { group: 'engagement', points: 3, label: 'opened or followed' },
  silent: { group: 'engagement', points: -18, label: 'gives no answer' },
  complaint: { group: 'engagement', points: -18, label: 'unhappy with you' },

  // intent: referral
  referral: { group: 'referral', points: 15, label: 'referred' },
  customer: { group: 'referral', points: 15, label: 'a customer already' },

  // intent: wording (no phrase of the table; scoring/wording.ts)
  wording_for: { group: 'wording', points: 8, label: 'a note that speaks for a lead' },
  wording_against: { group: 'wording', points: -8, label: 'a note that speaks against a lead' },

  // risk
  do_not_contact: { group: 'penalty', points: 100, label: 'do not contact', disqualifies: true },
  insolvent: { group: 'penalty', points: 60, label: 'insolvent' },
  no_budget: { group: 'penalty', points: 25, label: 'no budget' },
  too_expensive: { group: 'penalty', points: 15, label: 'finds it too expensive' },
  competitor: { group: 'penalty', points: 25, label: 'signed with a competitor' },
  works_for_competitor: { group: 'penalty', points: 40, label: 'works for a competitor' },
  satisfied_elsewhere: { group: 'penalty', points: 20, label: 'keeps what it has' },
  built_in_house: { group: 'penalty', points: 20, label: 'does it in-house' },
  lost: { group: 'penalty', points: 25, label: 'deal lost' },
  churned: { group: 'penalty', points: 25, label: 'left you as a customer' },
  bad_payer: { group: 'penalty', points: 25, label: 'does not pay' },
  not_genuine: { group: 'penalty', points: 30, label: 'not a genuine enquiry' },
  layoffs: { group: 'penalty', points: 15, label: 'laying people off' },
  hiring_freeze: { group: 'penalty', points: 15, label: 'hiring freeze' },
  shrinking: { group: 'penalty', points: 15, label: 'closing or cutting back' },
  legal_trouble: { group: 'penalty', points: 15, label: 'in legal trouble' },
  disposable_email: { group: 'penalty', points: 25, label: 'disposable e-mail address' },
  free_email: { group: 'penalty', points: 8, label: 'free e-mail address' }
} as const satisfies Readonly<Record<string, Meaning>>

/** The name of a meaning. */
export type MeaningName = keyof typeof meanings

/** The names of all meanings. */
export const meaningNames = Object.keys(meanings) as MeaningName[]

/** News of a company, which say nothing of the lead when they are of a competitor: "our competitor raised a series C". */
export const companyNews: ReadonlySet<MeaningName> = new Set<MeaningName>([
  'funding_late',
  'series_b',
  'series_a',
  'seed',
  'funding',
  'ipo',
  'profitable',
  'revenue_growth',
  'revenue_loss',
  'hiring',
  'expansion',
  'new_office',
  'launch',
  'award',
  'insolvent',
  'layoffs',
  'hiring_freeze',
  'shrinking',
  'legal_trouble'
])

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
