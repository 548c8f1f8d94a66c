import type { Theme } from './sentences.js'

/** What a signal gives an opening. */
export interface Hook {
  readonly theme: Theme
  /** Names the matter in a subject and in later messages: "My last note was about your hiring plans." */
  readonly topic: string
  /**
   * A clause about the reader, as in "I saw that {fact}"; for replies what the reader is thanked for, as in "Thank you for
   * {fact}"; for access in what role they are written to. Says no more than the meaning does; where the signal has words of its own to say it, those are used.
   */
  readonly fact: string
}

/**
 * Hooks of the meanings and headcount bands that speak for a lead, by their id. Whoever looked at a page or opened a mail is not told
 * that somebody watched: those hooks speak of interest in general. Source: written for this product.
 */
export const hooks: Readonly<Record<string, Hook>> = {
  demo: { theme: 'reply', topic: 'your demo request', fact: 'your interest in a demo' },
  trial: { theme: 'reply', topic: 'your trial', fact: 'your interest in a trial' },
  quote: { theme: 'reply', topic: 'your quote', fact: 'your interest in a quote' },
  proposal: { theme: 'reply', topic: 'your proposal', fact: 'your interest in a proposal' },
  tender: { theme: 'timing', topic: 'your tender', fact: 'a tender is under way' },
  contact_sales: { theme: 'reply', topic: 'your message', fact: 'getting in touch' },
  pricing_asked: { theme: 'reply', topic: 'your questions', fact: 'your questions' },
  closing: { theme: 'reply', topic: 'the next steps', fact: 'the progress that we have made together' },
  interested: { theme: 'reply', topic: 'your interest', fact: 'your interest' },
  callback: { theme: 'reply', topic: 'your request', fact: 'asking to hear from us again' },
  replied: { theme: 'reply', topic: 'your message', fact: 'your reply' },

  pricing_page: { theme: 'interest', topic: 'pricing', fact: '' },
  event: { theme: 'interest', topic: 'your options', fact: '' },
  download: { theme: 'interest', topic: 'your options', fact: '' },
  visit: { theme: 'interest', topic: 'your options', fact: '' },
  open: { theme: 'interest', topic: 'your options', fact: '' },

  renewal: { theme: 'timing', topic: 'your renewal', fact: 'your renewal is coming up' },
  unblocked: { theme: 'interest', topic: 'your options', fact: '' },
  deadline: { theme: 'timing', topic: 'your deadline', fact: 'you are working to a deadline' },
  urgent: { theme: 'timing', topic: 'your timing', fact: 'you are under some time pressure' },
  budget: { theme: 'timing', topic: 'your current plans', fact: 'there is a budget' },
  evaluating: { theme: 'timing', topic: 'your comparison', fact: 'you are comparing options' },
  shortlist: { theme: 'timing', topic: 'your shortlist', fact: 'you are drawing up a shortlist' },
  next_year: { theme: 'timing', topic: 'your plans', fact: 'a decision is planned for next year' },

  hiring: { theme: 'trigger', topic: 'your hiring plans', fact: 'you are hiring' },
  expansion: { theme: 'trigger', topic: 'your expansion', fact: 'you are expanding' },
  new_office: { theme: 'trigger', topic: 'your new location', fact: 'you are opening a new location' },
  launch: { theme: 'trigger', topic: 'your launch', fact: 'you are bringing out something new' },
  funding: { theme: 'finance', topic: 'your funding', fact: 'there is new money behind your plans' },
  new_executive: {
    theme: 'trigger',
    topic: 'your leadership change',
    fact: 'you have someone new in the leadership team'
  },
  acquisition: { theme: 'trigger', topic: 'the acquisition', fact: 'there is an acquisition' },
  award: { theme: 'trigger', topic: 'your success', fact: 'you won business' },

  funding_late: { theme: 'finance', topic: 'your funding round', fact: 'you have reached a later funding round' },
  ipo: { theme: 'finance', topic: 'going public', fact: 'going public is on your agenda' },
  private_equity: { theme: 'finance', topic: 'your growth plans', fact: 'you have private equity behind you' },
  series_b: { theme: 'finance', topic: 'your series B', fact: 'you have reached series B' },
  series_a: { theme: 'finance', topic: 'your series A', fact: 'you have reached series A' },
  seed: { theme: 'finance', topic: 'your seed funding', fact: 'you have seed funding' },
  profitable: { theme: 'finance', topic: 'your growth', fact: 'your business is doing well' },
  revenue_growth: { theme: 'finance', topic: 'your growth', fact: 'your revenue is growing' },

  migrating: { theme: 'need', topic: 'your migration', fact: 'you are moving to a new system' },
  replacing: { theme: 'need', topic: 'your new system', fact: 'you are replacing a system' },
  dissatisfied: { theme: 'need', topic: 'your current system', fact: 'your current system falls short' },
  has_need: { theme: 'need', topic: 'what you need', fact: 'there is something you need' },
  legacy: { theme: 'need', topic: 'your current system', fact: 'you still depend on an older system' },
  manual: { theme: 'need', topic: 'your manual work', fact: 'some of the work is still done by hand' },
  spreadsheets: { theme: 'need', topic: 'your spreadsheets', fact: 'spreadsheets still carry part of the work' },
  complement: { theme: 'stack', topic: 'your current tools', fact: 'you have good tools in place' },
  compliance: { theme: 'compliance', topic: 'your compliance work', fact: 'compliance is on your list' },

  size_large: { theme: 'size', topic: 'your daily work', fact: '' },
  size_middle: { theme: 'size', topic: 'your daily work', fact: '' },
  size_growing: { theme: 'size', topic: 'your daily work', fact: '' },
  size_small: { theme: 'size', topic: 'your daily work', fact: '' },

  contact_back: { theme: 'access', topic: 'your priorities', fact: 'in your role' },
  contact_top: { theme: 'access', topic: 'your priorities', fact: 'in your role' },
  contact_head: { theme: 'access', topic: 'your priorities', fact: 'in your role' },
  contact_decides: { theme: 'access', topic: 'your priorities', fact: 'in your role' },
  contact_champion: { theme: 'access', topic: 'your priorities', fact: 'in your role' },
  contact_manager: { theme: 'access', topic: 'your priorities', fact: 'in your role' },

  referral: {
    theme: 'referral',
    topic: 'the introduction',
    fact: 'you were referred to us'
  },
  customer: { theme: 'referral', topic: 'working together', fact: 'you have been a customer of ours' }
}

/** What a message opens on when nothing is known. */
export const noHook: Hook = { theme: 'none', topic: 'your daily work', fact: '' }

/** How a signal that begins with certain words becomes part of a sentence about the reader. */
export interface QuoteForm {
  /** Lower case; the longest that fits is taken. */
  readonly begins: readonly string[]
  /** `{words}` is the whole signal, `{rest}` what follows the words that it begins with, `{thing}` the same without "a", "the" or "your". */
  readonly fact: string
  readonly topic: string
}

/**
 * Forms of a fact, as in "I saw that {fact}." Each adds grammar and nothing else, so that the sentence says what the signal says. A signal that
 * fits none is quoted word for word. Source: written for this product.
 */
export const factForms: readonly QuoteForm[] = [
  {
    begins: ['acquired by', 'bought by', 'taken over by', 'bought out by'],
    fact: 'you were {words}',
    topic: 'the acquisition by {rest}'
  },
  {
    begins: ['was acquired by', 'were acquired by', 'has been acquired by', 'been acquired by', 'is being acquired by'],
    fact: 'you were acquired by {rest}',
    topic: 'the acquisition by {rest}'
  },
  { begins: ['acquired', 'bought', 'took over'], fact: 'you {words}', topic: 'the acquisition of {rest}' },
  { begins: ['acquires'], fact: 'you are acquiring {rest}', topic: 'the acquisition of {rest}' },
  { begins: ['acquiring', 'buying', 'taking over'], fact: 'you are {words}', topic: '{words}' },
  { begins: ['merged with'], fact: 'you {words}', topic: 'the merger with {rest}' },
  { begins: ['merging with'], fact: 'you are {words}', topic: 'the merger with {rest}' },
  {
    begins: ['raised', 'secured', 'closed', 'received', 'just raised', 'just closed'],
    fact: 'you {words}',
    topic: 'your {thing}'
  },
  { begins: ['raises'], fact: 'you are raising {rest}', topic: 'raising {rest}' },
  {
    begins: [
      'hiring',
      'recruiting',
      'opening',
      'launching',
      'expanding',
      'migrating',
      'replacing',
      'moving',
      'switching',
      'evaluating',
      'comparing',
      'looking for',
      'looking at',
      'looking into',
      'raising',
      'entering',
      'building',
      'growing',
      'consolidating',
      'adding',
      'planning',
      'setting up',
      'working on',
      'working in',
      'working with',
      'rolling out',
      'going public',
      'doubling',
      'scaling',
      'upgrading',
      'modernising',
      'modernizing',
      'implementing',
      'introducing',
      'releasing',
      'relocating',
      'closing the gap',
      'drawing up',
      'shortlisting',
      'seeking',
      'searching for',
      'using'
    ],
    fact: 'you are {words}',
    topic: '{words}'
  },
  {
    begins: ['is hiring', 'are hiring', 'they are hiring', 'currently hiring'],
    fact: 'you are hiring {rest}',
    topic: 'hiring {rest}'
  },
  { begins: ['opened', 'just opened'], fact: 'you {words}', topic: 'opening {rest}' },
  { begins: ['opens'], fact: 'you are opening {rest}', topic: 'opening {rest}' },
  { begins: ['launched', 'just launched'], fact: 'you {words}', topic: 'launching {rest}' },
  { begins: ['launches'], fact: 'you are launching {rest}', topic: 'launching {rest}' },
  { begins: ['expanded'], fact: 'you {words}', topic: 'expanding {rest}' },
  { begins: ['expands'], fact: 'you are expanding {rest}', topic: 'expanding {rest}' },
  { begins: ['entered'], fact: 'you {words}', topic: 'entering {rest}' },
  { begins: ['hired', 'just hired'], fact: 'you {words}', topic: 'hiring {rest}' },
  { begins: ['appointed', 'named', 'promoted'], fact: 'you {words}', topic: 'your choice of {rest}' },
  { begins: ['won'], fact: 'you {words}', topic: 'winning {rest}' },
  { begins: ['moved'], fact: 'you {words}', topic: 'moving {rest}' },
  { begins: ['doubled'], fact: 'you {words}', topic: 'doubling {rest}' },
  { begins: ['grew'], fact: 'you {words}', topic: 'growing {rest}' },
  { begins: ['announced'], fact: 'you {words}', topic: 'announcing {rest}' },
  { begins: ['uses', 'runs on', 'works with', 'works in'], fact: 'your team {words}', topic: 'your current tools' },
  {
    begins: ['referred by', 'recommended by', 'introduced by'],
    fact: 'you were {words}',
    topic: 'the introduction by {rest}'
  },
  { begins: ['new'], fact: 'you have {article} {words}', topic: 'your {words}' }
]

/** Forms of a request, as in "Thank you for {fact}." */
export const requestForms: readonly QuoteForm[] = [
  { begins: ['requested', 'requests', 'request for'], fact: 'asking for {object}', topic: 'your request for {object}' },
  {
    begins: ['asked for', 'asks for', 'asking for', 'wants', 'would like', 'wants to have', 'asked us for'],
    fact: 'asking for {object}',
    topic: 'your request for {object}'
  },
  {
    begins: ['asked about', 'asks about', 'question about', 'enquired about', 'inquired about'],
    fact: 'asking about {rest}',
    topic: 'your question about {rest}'
  },
  { begins: ['booked', 'scheduled'], fact: 'booking {object}', topic: '{object}' },
  { begins: ['started', 'signed up for'], fact: 'trying us out with {object}', topic: '{object}' }
]

/** What follows a request as one thing, and so takes "a" where the signal leaves it out. */
export const singleThings: readonly string[] = [
  'demo',
  'trial',
  'free trial',
  'quote',
  'proposal',
  'call',
  'meeting',
  'walkthrough',
  'pilot',
  'second demo',
  'product tour',
  'short call',
  'contract',
  'live demo',
  'proof of concept'
]

/** What is new without being one thing, and so takes no "a". */
export const massNouns: readonly string[] = [
  'funding',
  'capital',
  'leadership',
  'management',
  'staff',
  'money',
  'software',
  'ownership',
  'machinery',
  'equipment'
]

/** Words that would not mean the same in a message to the reader: a signal that holds one is quoted word for word. */
export const notesOnly: readonly string[] = [
  'he',
  'she',
  'him',
  'they',
  'them',
  'i',
  'we',
  'but',
  'not',
  'no',
  'prospect',
  'lead',
  'customer',
  'contact'
]

/** Words about the reader that become "your". */
export const readersOwn: readonly string[] = ['their', 'its', 'his', 'her']

/** Openings that quote a signal word for word; `{signal}` stands in quotation marks. */
export const quotingOpenings = {
  plain: [
    'What made me write to {company} is this: {signal}.',
    'One thing about {company} made me write to you: {signal}.',
    'I am writing to you because of this: {signal}.'
  ],
  warm: [
    'What made me write to {company} is this: {signal}.',
    "One thing about {company} caught my eye, and it's this: {signal}.",
    "I'm writing to you because of this: {signal}."
  ],
  direct: [
    'Why I write to {company}: {signal}.',
    'One thing about {company}: {signal}.',
    'The reason for this note: {signal}.'
  ]
} as const
