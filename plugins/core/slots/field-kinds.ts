/**
 * What fields of actions are called when they want one of the things that a sentence can name: the first word of the name
 * decides, or the whole of it. Collected for this product from common names in public APIs; not from any one product.
 */
export const fieldKinds = {
  email: ['email', 'mail'],
  url: ['url', 'uri', 'link', 'website', 'href', 'endpoint'],
  domain: ['domain', 'hostname'],
  company: ['company', 'organisation', 'organization', 'firm'],
  person: ['contactname', 'contact_name', 'person', 'personname', 'fullname'],
  topic: ['topic', 'subject', 'about', 'theme'],
  audience: ['audience', 'readers'],
  platforms: ['platform', 'platforms', 'network', 'networks'],
  money: ['price', 'cost', 'amount', 'fee'],
  list: ['signals', 'points', 'facts', 'reasons'],
  query: ['query', 'question', 'search', 'q'],
  statement: ['value', 'text', 'note', 'content', 'statement', 'fact', 'memory'],
  key: ['key'],
  name: ['name', 'label'],
  destination: ['destination', 'recipient', 'target', 'to']
} as const

/** One of the things that a sentence can name. */
export type FieldKind = keyof typeof fieldKinds

/** Where people publish, as they write it, and what fields call it. */
export const platformNames: Readonly<Record<string, string>> = {
  x: 'x',
  twitter: 'x',
  tweet: 'x',
  tweets: 'x',
  linkedin: 'linkedin',
  instagram: 'instagram',
  ig: 'instagram',
  threads: 'threads',
  bluesky: 'bluesky',
  bsky: 'bluesky',
  mastodon: 'mastodon',
  facebook: 'facebook',
  tiktok: 'tiktok',
  youtube: 'youtube',
  newsletter: 'newsletter',
  blog: 'blog'
}

/** Other words for what fields have to choose from. */
export const choiceWords: Readonly<Record<string, readonly string[]>> = {
  forget: ['delete', 'remove', 'erase'],
  append: ['add'],
  start: ['began', 'begun', 'starting'],
  fail: ['crashed', 'broke', 'unsuccessful', 'failure'],
  success: ['succeeded', 'finished', 'completed', 'done']
}

/** Numbers in words. */
export const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  twenty: 20
}

/** What a letter or a word after a number multiplies it by. */
export const magnitudes: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9
}

/** Seconds of the units of time that people name. */
export const secondsOf: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800
}

/** Capitalised words that are no names of companies. */
export const commonCapitals: ReadonlySet<string> = new Set(
  (
    'i a ai api apis b2b ceo cfo cmo coo cto ctos crm cv dmarc dns faq gbp gdpr head hr ics id ip it jobs llm mx ok pdf pr roi saas ' +
    'seo sla sms spf sql tls uk us eu url urls usd vp monday tuesday wednesday thursday friday saturday sunday january ' +
    'february march april may june july august september october november december mr mrs ms dr linkedin instagram ' +
    'facebook tiktok youtube bluesky mastodon twitter threads x postgres'
  ).split(' ')
)
