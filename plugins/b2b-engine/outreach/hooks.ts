import type { Theme } from './opening.js'

/** What a signal gives an opening. */
export interface Hook {
  readonly theme: Theme
  /** Names the matter in a subject and in later messages: "My last note was about your hiring plans." */
  readonly topic: string
  /**
   * A clause about the reader, as in "I saw that {fact}"; for replies what the reader is thanked for, as in "Thank you for
   * {fact}"; for access in what role they are written to. Says no more than the cue does.
   */
  readonly fact: string
}

/**
 * Hooks of the cues and headcount bands that speak for a lead, by their id. Whoever looked at a page or opened a mail is not told
 * that somebody watched: those hooks speak of interest in general. Source: written for this product.
 */
export const hooks: Readonly<Record<string, Hook>> = {
  demo: { theme: 'reply', topic: 'your demo request', fact: 'your interest in a demo' },
  trial: { theme: 'reply', topic: 'your trial', fact: 'your interest in a trial' },
  quote: { theme: 'reply', topic: 'your quote', fact: 'asking for a quote' },
  proposal: { theme: 'reply', topic: 'your proposal', fact: 'asking for a proposal' },
  tender: { theme: 'reply', topic: 'your tender', fact: 'letting us know about your tender' },
  contact_sales: { theme: 'reply', topic: 'your message', fact: 'getting in touch' },
  pricing_asked: { theme: 'reply', topic: 'your pricing question', fact: 'your question about pricing' },
  replied: { theme: 'reply', topic: 'your message', fact: 'your reply' },

  pricing_page: { theme: 'interest', topic: 'pricing', fact: '' },
  event: { theme: 'interest', topic: 'your options', fact: '' },
  download: { theme: 'interest', topic: 'your options', fact: '' },
  visit: { theme: 'interest', topic: 'your options', fact: '' },
  open: { theme: 'interest', topic: 'your options', fact: '' },

  renewal: { theme: 'timing', topic: 'your renewal', fact: 'your renewal is coming up' },
  deadline: { theme: 'timing', topic: 'your deadline', fact: 'you are working to a deadline' },
  this_quarter: { theme: 'timing', topic: 'your current plans', fact: 'you plan to decide soon' },
  urgent: { theme: 'timing', topic: 'your timing', fact: 'you are under some time pressure' },
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
  acquisition: { theme: 'trigger', topic: 'the acquisition', fact: 'you have an acquisition on your plate' },

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
  legacy: { theme: 'need', topic: 'your current system', fact: 'you still depend on an older system' },
  manual: { theme: 'need', topic: 'your manual work', fact: 'some of the work is still done by hand' },
  spreadsheets: { theme: 'need', topic: 'your spreadsheets', fact: 'spreadsheets still carry part of the work' },
  complement: { theme: 'stack', topic: 'your current tools', fact: 'you have good tools in place' },
  compliance: { theme: 'compliance', topic: 'your compliance work', fact: 'compliance is on your list' },

  size_large: { theme: 'size', topic: 'your daily work', fact: '' },
  size_middle: { theme: 'size', topic: 'your daily work', fact: '' },
  size_growing: { theme: 'size', topic: 'your daily work', fact: '' },
  size_small: { theme: 'size', topic: 'your daily work', fact: '' },

  contact_top: { theme: 'access', topic: 'your priorities', fact: 'in your role' },
  contact_head: { theme: 'access', topic: 'your priorities', fact: 'in your role' },
  contact_manager: { theme: 'access', topic: 'your priorities', fact: 'in your role' },

  referral: {
    theme: 'referral',
    topic: 'the introduction',
    fact: 'someone you know thought that a talk would make sense'
  },
  customer: { theme: 'referral', topic: 'working together', fact: 'you are already a customer of ours' }
}

/** What a message opens on when nothing is known. */
export const noHook: Hook = { theme: 'none', topic: 'your daily work', fact: '' }
