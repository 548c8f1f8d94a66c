import type { GroupName } from './groups.js'

/** A wording that counts: any of the phrases, worth so many points in its group. */
export interface Cue {
  /** What the outreach bank knows it by. */
  readonly id: string
  readonly group: GroupName
  /** Below 0 where it speaks against the lead; in the penalty group points are a risk, and so above 0. */
  readonly points: number
  /** What it says about the lead, as part of a sentence. */
  readonly label: string
  /** Lower case. `*` ends a word in any way, `..` lets up to three words stand between. */
  readonly phrases: readonly string[]
  /** Nobody may contact this lead any more. */
  readonly disqualifies?: true
}

/**
 * What counts, and for how much. Source: the table of the scoring contract (README, "score_lead"); the phrases are the usual
 * wordings of CRM notes. Where two phrases could stand at the same place, the longer one is taken.
 */
export const cues: readonly Cue[] = [
  // fit: size (numbers of employees are read by headcount.ts)
  {
    id: 'size_large',
    group: 'size',
    points: 25,
    label: 'a large company',
    phrases: ['enterprise', 'ftse', 'ftse 100', 'ftse 250', 'fortune 500', 'fortune 1000', 'fortune', 'large company']
  },
  {
    id: 'size_middle',
    group: 'size',
    points: 20,
    label: 'mid-market',
    phrases: ['mid-market', 'midmarket', 'mid-size*']
  },
  { id: 'size_small', group: 'size', points: 8, label: 'a small business', phrases: ['smb', 'sme', 'small business'] },
  {
    id: 'size_solo',
    group: 'size',
    points: -10,
    label: 'a one-person business',
    phrases: [
      'solo',
      'freelance*',
      'sole trader',
      'self-employed',
      'one-man band',
      'one-person business',
      'solopreneur'
    ]
  },

  // fit: finance
  {
    id: 'funding_late',
    group: 'finance',
    points: 20,
    label: 'raised series C or later',
    phrases: ['series c', 'series d', 'series e', 'series f', 'series g', 'series h', 'late-stage funding']
  },
  {
    id: 'ipo',
    group: 'finance',
    points: 20,
    label: 'going public',
    phrases: ['ipo', 'going public', 'went public', 'publicly listed']
  },
  {
    id: 'private_equity',
    group: 'finance',
    points: 20,
    label: 'backed by private equity',
    phrases: ['private equity', 'pe', 'pe-backed', 'pe-owned']
  },
  { id: 'series_b', group: 'finance', points: 18, label: 'raised series B', phrases: ['series b'] },
  { id: 'series_a', group: 'finance', points: 15, label: 'raised series A', phrases: ['series a'] },
  {
    id: 'seed',
    group: 'finance',
    points: 8,
    label: 'seed-funded',
    phrases: ['seed', 'pre-seed', 'seed round', 'seed funding', 'angel round']
  },
  { id: 'profitable', group: 'finance', points: 12, label: 'profitable', phrases: ['profitable', 'profitability'] },
  {
    id: 'revenue_growth',
    group: 'finance',
    points: 12,
    label: 'growing in revenue',
    phrases: [
      'revenue growth',
      'revenue growing',
      'growing revenue',
      'revenue up',
      'revenue doubled',
      'record revenue',
      'sales growth'
    ]
  },

  // fit: need
  {
    id: 'migrating',
    group: 'need',
    points: 12,
    label: 'migrating',
    phrases: ['migrat*', 'moving off', 'moving away from', 'switching from', 'switching away']
  },
  {
    id: 'replacing',
    group: 'need',
    points: 12,
    label: 'replacing a system',
    phrases: ['replac*', 'looking to replace']
  },
  {
    id: 'legacy',
    group: 'need',
    points: 12,
    label: 'on a legacy system',
    phrases: ['legacy', 'outdated system', 'end-of-life']
  },
  {
    id: 'manual',
    group: 'need',
    points: 12,
    label: 'working by hand',
    phrases: ['manual', 'manually', 'by hand', 'paper-based']
  },
  {
    id: 'spreadsheets',
    group: 'need',
    points: 12,
    label: 'working in spreadsheets',
    phrases: ['spreadsheet*', 'excel', 'google sheets']
  },
  {
    id: 'complement',
    group: 'need',
    points: 8,
    label: 'using a tool that goes with yours',
    phrases: [
      'complementary tool*',
      'complementary product*',
      'uses .. integration',
      'uses hubspot',
      'uses salesforce',
      'uses slack',
      'uses zapier',
      'integrat* with'
    ]
  },
  {
    id: 'compliance',
    group: 'need',
    points: 8,
    label: 'in need of compliance',
    phrases: ['compliance', 'compliant', 'soc2', 'soc 2', 'gdpr', 'iso 27001', 'hipaa', 'audit']
  },

  // fit: access
  {
    id: 'contact_top',
    group: 'access',
    points: 15,
    label: 'contact at the top',
    phrases: [
      'ceo',
      'cto',
      'cfo',
      'coo',
      'cmo',
      'cro',
      'cio',
      'cpo',
      'ciso',
      'chro',
      'c-level',
      'c-suite',
      'chief .. officer',
      'founder',
      'founders',
      'co-founder',
      'cofounder',
      'owner',
      'president',
      'vp',
      'svp',
      'evp',
      'vice president',
      'managing director',
      'general manager',
      'managing partner'
    ]
  },
  {
    id: 'contact_head',
    group: 'access',
    points: 12,
    label: 'contact a head or director',
    phrases: ['head of', 'department head', 'director', 'directors']
  },
  {
    id: 'contact_manager',
    group: 'access',
    points: 8,
    label: 'contact a manager',
    phrases: ['manager', 'managers', 'team lead', 'team leader']
  },
  {
    id: 'contact_junior',
    group: 'access',
    points: -15,
    label: 'contact an intern or student',
    phrases: ['intern', 'interns', 'internship', 'student', 'students', 'trainee']
  },

  // intent: ask
  {
    id: 'demo',
    group: 'ask',
    points: 40,
    label: 'asked for a demo',
    phrases: ['demo', 'demos', 'demonstration', 'product tour', 'walkthrough']
  },
  {
    id: 'trial',
    group: 'ask',
    points: 40,
    label: 'asked for a trial',
    phrases: ['trial', 'trials', 'proof of concept', 'poc']
  },
  { id: 'quote', group: 'ask', points: 40, label: 'asked for a quote', phrases: ['quote', 'quotes', 'quotation'] },
  { id: 'proposal', group: 'ask', points: 40, label: 'asked for a proposal', phrases: ['proposal', 'proposals'] },
  {
    id: 'tender',
    group: 'ask',
    points: 40,
    label: 'out to tender',
    phrases: ['rfp', 'rfps', 'rfq', 'rfi', 'tender', 'request for proposal*']
  },
  {
    id: 'contact_sales',
    group: 'ask',
    points: 40,
    label: 'contacted sales',
    phrases: [
      'contact sales',
      'contacted sales',
      'contact* .. sales team',
      'talk to sales',
      'spoke to sales',
      'sales call',
      'booked a call',
      'booked a meeting',
      'requested a call',
      'asked for a call',
      'contact form',
      'inbound enquiry',
      'inbound inquiry'
    ]
  },
  {
    id: 'pricing_asked',
    group: 'ask',
    points: 30,
    label: 'asked about pricing',
    phrases: [
      'pricing asked',
      'ask* .. pricing',
      'ask* .. price*',
      'ask* .. cost*',
      'request* .. pricing',
      'pricing request*',
      'pricing question*',
      'pricing enquir*',
      'pricing inquir*',
      'price enquir*',
      'price inquir*',
      'wants pricing',
      'discuss* pricing'
    ]
  },
  {
    id: 'pricing_page',
    group: 'ask',
    points: 25,
    label: 'looked at pricing',
    phrases: ['pricing page', 'pricing page visit*', 'visit* .. pricing page', 'view* .. pricing page', 'pricing']
  },

  // intent: timing
  {
    id: 'renewal',
    group: 'timing',
    points: 20,
    label: 'renewal coming up',
    phrases: ['renewal*', 'renewing', 'contract end*', 'contract expir*', 'contract is up']
  },
  {
    id: 'deadline',
    group: 'timing',
    points: 20,
    label: 'working to a deadline',
    phrases: ['deadline*', 'go-live', 'needs it by', 'need it by']
  },
  {
    id: 'this_quarter',
    group: 'timing',
    points: 20,
    label: 'planning for this quarter',
    phrases: [
      'this quarter',
      'this month',
      'by quarter end',
      'budget approved',
      'budget confirmed',
      'approved budget',
      'has budget'
    ]
  },
  {
    id: 'urgent',
    group: 'timing',
    points: 20,
    label: 'in a hurry',
    phrases: ['urgent*', 'asap', 'as soon as possible', 'immediate need']
  },
  {
    id: 'evaluating',
    group: 'timing',
    points: 20,
    label: 'evaluating',
    phrases: [
      'evaluat*',
      'comparing vendors',
      'comparing options',
      'vendor selection',
      'vendor comparison',
      'looking for a solution'
    ]
  },
  {
    id: 'shortlist',
    group: 'timing',
    points: 20,
    label: 'drawing up a shortlist',
    phrases: ['shortlist*', 'short-list*']
  },
  {
    id: 'next_year',
    group: 'timing',
    points: 5,
    label: 'planning for next year',
    phrases: [
      'next year',
      'renewal* .. next year',
      'evaluat* .. next year',
      'deadline* .. next year',
      'shortlist* .. next year',
      'contract end* .. next year'
    ]
  },

  // intent: trigger
  {
    id: 'hiring',
    group: 'trigger',
    points: 14,
    label: 'hiring',
    phrases: [
      'hiring',
      'recruiting',
      'recruitment drive',
      'open role*',
      'open position*',
      'opened .. role*',
      'job ad*',
      'job opening*',
      'job post*',
      'vacanc*',
      'growing team',
      'growing the team',
      'headcount growth'
    ]
  },
  {
    id: 'expansion',
    group: 'trigger',
    points: 14,
    label: 'expanding',
    phrases: ['expansion', 'expanding', 'expanded', 'expands', 'new market*', 'entering .. market*']
  },
  {
    id: 'new_office',
    group: 'trigger',
    points: 14,
    label: 'opening an office',
    phrases: ['new office*', 'open* .. office*', 'new site', 'new store*', 'new location*', 'new warehouse']
  },
  {
    id: 'launch',
    group: 'trigger',
    points: 14,
    label: 'launching something new',
    phrases: ['launch', 'launched', 'launches', 'launching', 'new product', 'product release']
  },
  {
    id: 'funding',
    group: 'trigger',
    points: 12,
    label: 'raised funding',
    phrases: [
      'raised',
      'raising',
      'raises',
      'funding',
      'funded',
      'funding round',
      'raised funding',
      'raised money',
      'new investment',
      'new investor*'
    ]
  },
  {
    id: 'new_executive',
    group: 'trigger',
    points: 12,
    label: 'someone new in the leadership',
    phrases: [
      'new exec',
      'new executive*',
      'new leadership',
      'new ceo',
      'new cto',
      'new cfo',
      'new coo',
      'new cmo',
      'new cro',
      'new cio',
      'new vp',
      'new vice president',
      'new head of',
      'new director',
      'new managing director',
      'new chief',
      'appointed .. ceo',
      'appointed .. cto',
      'appointed .. cfo'
    ]
  },
  {
    id: 'acquisition',
    group: 'trigger',
    points: 10,
    label: 'in an acquisition',
    phrases: ['acquisition*', 'acquired', 'acquires', 'acquiring', 'merger', 'merging', 'takeover']
  },

  // intent: engagement
  {
    id: 'replied',
    group: 'engagement',
    points: 15,
    label: 'replied',
    phrases: ['replied', 'reply', 'replies', 'responded', 'answered', 'wrote back', 'called back']
  },
  {
    id: 'event',
    group: 'engagement',
    points: 8,
    label: 'came to an event',
    phrases: ['webinar*', 'event', 'events', 'conference', 'trade show', 'workshop', 'meetup', 'attended', 'booth']
  },
  {
    id: 'download',
    group: 'engagement',
    points: 6,
    label: 'downloaded something',
    phrases: [
      'download*',
      'whitepaper*',
      'white paper*',
      'ebook*',
      'e-book*',
      'case study',
      'case studies',
      'newsletter sign-up',
      'signed up .. newsletter'
    ]
  },
  {
    id: 'visit',
    group: 'engagement',
    points: 5,
    label: 'visited the site',
    phrases: [
      'click*',
      'visit',
      'visits',
      'visited',
      'visiting',
      'website visit*',
      'site visit*',
      'page view*',
      'returned to site',
      'browsed'
    ]
  },
  {
    id: 'open',
    group: 'engagement',
    points: 3,
    label: 'opened or followed',
    phrases: [
      'open',
      'opens',
      'opened',
      'email open*',
      'opened .. email*',
      'follow',
      'follows',
      'followed',
      'follower',
      'follows us',
      'liked',
      'likes our'
    ]
  },

  // intent: referral
  {
    id: 'referral',
    group: 'referral',
    points: 15,
    label: 'referred',
    phrases: ['referral*', 'referred', 'recommended by', 'intro', 'intros', 'introduced', 'introduction', 'warm intro']
  },
  {
    id: 'customer',
    group: 'referral',
    points: 15,
    label: 'a customer already',
    phrases: [
      'existing customer',
      'existing client',
      'current customer',
      'past customer',
      'former customer',
      'returning customer',
      'upsell'
    ]
  },

  // risk
  {
    id: 'do_not_contact',
    group: 'penalty',
    points: 100,
    label: 'do not contact',
    disqualifies: true,
    phrases: [
      'do not contact',
      'dont contact',
      "don't contact",
      'do not call',
      'do not email',
      'dnc',
      'unsubscribe',
      'unsubscribed',
      'opted out',
      'opt-out',
      'stop contacting',
      'stop emailing',
      'remove me',
      'asked .. removed',
      'never contact',
      'no contact please'
    ]
  },
  {
    id: 'insolvent',
    group: 'penalty',
    points: 60,
    label: 'insolvent',
    phrases: [
      'insolven*',
      'administration',
      'in administration',
      'bankrupt*',
      'liquidation',
      'receivership',
      'chapter 11',
      'chapter 7',
      'ceased trading',
      'going out of business'
    ]
  },
  {
    id: 'no_budget',
    group: 'penalty',
    points: 25,
    label: 'no budget',
    phrases: [
      'no budget',
      'no .. budget',
      'no budget approved',
      'without budget',
      'without .. budget',
      'lack of budget',
      'lacks budget',
      'out of budget',
      'budget cut',
      'budget cuts',
      'budget freeze',
      'budget frozen',
      'budget is frozen',
      "can't afford",
      'cannot afford',
      'cant afford'
    ]
  },
  {
    id: 'competitor',
    group: 'penalty',
    points: 25,
    label: 'signed with a competitor',
    phrases: [
      'just signed .. competitor*',
      'sign* .. competitor*',
      'chose .. competitor*',
      'went with .. competitor*',
      'bought .. competitor*',
      'picked .. competitor*',
      'contract with .. competitor*'
    ]
  },
  {
    id: 'layoffs',
    group: 'penalty',
    points: 15,
    label: 'laying people off',
    phrases: [
      'layoff*',
      'lay-off*',
      'laid off',
      'laying off',
      'redundanc*',
      'job cuts',
      'cutting jobs',
      'cutting staff',
      'downsizing'
    ]
  },
  {
    id: 'hiring_freeze',
    group: 'penalty',
    points: 15,
    label: 'hiring freeze',
    phrases: [
      'hiring freeze',
      'freeze on hiring',
      'freeze .. hiring',
      'froze hiring',
      'frozen hiring',
      'hiring is frozen',
      'hiring frozen'
    ]
  },
  {
    id: 'disposable_email',
    group: 'penalty',
    points: 25,
    label: 'disposable e-mail address',
    phrases: ['disposable email', 'disposable e-mail', 'throwaway email', 'temporary email', 'temp mail']
  },
  {
    id: 'free_email',
    group: 'penalty',
    points: 8,
    label: 'free e-mail address',
    phrases: [
      'free email',
      'free e-mail',
      'gmail address',
      'hotmail address',
      'yahoo address',
      'personal email',
      'personal e-mail'
    ]
  }
]

/** Wordings that hold a cue and mean something else: they are passed over. */
export const otherMeanings: readonly string[] = [
  'clinical trial*',
  'open source',
  'open-source',
  'open to',
  'open question*',
  'seed data',
  'seed oil',
  'user manual',
  'owner manual',
  'product owner',
  'trial balance',
  'business administration',
  'system administration',
  'public administration',
  'rais* concern*',
  'raised .. ticket',
  'raised .. question*',
  'raised .. objection*',
  'in any event',
  'demo day',
  'event-driven',
  'stock price',
  'series of',
  'follow up',
  'follow-up',
  'password manager',
  'package manager',
  'student housing'
]
