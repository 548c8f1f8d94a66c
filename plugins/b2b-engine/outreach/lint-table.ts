import type { Channel } from './brief.js'

/** How many words a message has: within `good` passes, within `fewest` and `most` is a warning. Source: guides to cold mail agree on 50 to 125. */
export const wordLimits: Readonly<
  Record<Channel, { readonly fewest: number; readonly good: readonly [number, number]; readonly most: number }>
> = {
  email: { fewest: 25, good: [50, 90], most: 125 },
  linkedin: { fewest: 8, good: [15, 60], most: 75 }
}

/** What a message loses of its quality of 100 by each rule. */
export const weights = {
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
  opt_out: { warn: 0, fail: 15 },
  length: { warn: 0, fail: 20 },
  invented: { warn: 0, fail: 30 }
} as const

/** The hardest text that reads easily, in school grades. Source: the contract of this product (README, "draft_outreach"). */
export const hardestGrade = 8
/** Beyond this grade most readers give up. */
export const unreadableGrade = 14

/** Phrases that mail filters and readers take for advertising. Source: lists of spam trigger words that mail tools publish. */
export const spamPhrases: readonly string[] = [
  'act now',
  'guarantee',
  'guaranteed',
  'guarantees',
  '100%',
  'free',
  'risk-free',
  'risk free',
  'limited time',
  'click here',
  'click below',
  'no obligation',
  'no strings attached',
  'buy now',
  'order now',
  'call now',
  'apply now',
  'sign up now',
  'exclusive deal',
  'special offer',
  'lowest price',
  'best price',
  'cash bonus',
  'double your',
  'earn money',
  'make money',
  'once in a lifetime',
  'this is not spam',
  'winner',
  'you have been selected',
  'satisfaction guaranteed',
  'while supplies last',
  'dear friend',
  'money back',
  'cheap'
]

/** Phrases that everybody has read too often. Source: the contract of this product, and what readers of cold mail complain of. */
export const cliches: readonly string[] = [
  'hope this finds you well',
  'hope this email finds you',
  'hope you are well',
  'hope you are doing well',
  "hope you're well",
  'touching base',
  'touch base',
  'just checking in',
  'synergy',
  'synergies',
  'circle back',
  'circling back',
  'game-changer',
  'game changer',
  'game-changing',
  'pick your brain',
  'low-hanging fruit',
  'move the needle',
  'best-in-class',
  'cutting-edge',
  'world-class',
  'revolutionary',
  'next-level',
  'take it to the next level',
  'quick question',
  'reaching out',
  'reach out',
  'bandwidth',
  'deep dive',
  'think outside the box',
  'win-win',
  'leverage',
  'paradigm',
  'seamless',
  'i wanted to',
  'bump this'
]

/** What shows that a message lets its reader out. */
export const optOutPhrases: readonly string[] = [
  'hear from me again',
  'unsubscribe',
  'opt out',
  'opt-out',
  'not write again',
  'stop writing',
  'not contact you again',
  'no more e-mails',
  'no more emails'
]

/** Words that state a figure without a digit. */
export const figureWords: readonly string[] = [
  'percent',
  'per cent',
  'twice',
  'double',
  'doubled',
  'triple',
  'tripled',
  'tenfold',
  'dozens',
  'hundreds',
  'thousands',
  'millions',
  'billions',
  'halved'
]

/** Words that bear a capital and are no names. */
export const plainCapitals: ReadonlySet<string> = new Set([
  'i',
  "i'm",
  "i'd",
  "i'll",
  "i've",
  'linkedin',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'ok'
])
