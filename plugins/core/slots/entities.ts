import { cleaned } from './cleaned.js'
import { companyOf, employedOf, remarkOn } from './company.js'
import { platformNames } from './field-kinds.js'

/** What one sentence names. */
export interface Entities {
  readonly email?: string
  readonly url?: string
  readonly domain?: string
  readonly company?: string
  readonly person?: string
  readonly topic?: string
  readonly audience?: string
  readonly platforms?: readonly string[]
  /** In the currency that the sentence is in. */
  readonly money?: number
  /** What stands after a colon. */
  readonly list?: string
  readonly quoted?: string
  /** What follows "that". */
  readonly statement?: string
  readonly key?: string
  readonly name?: string
  readonly destination?: string
}

const patterns = {
  email: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u,
  url: /\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]/i,
  domain: /(?<![@\w./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?![\w@])/i,
  money: /[£$€]\s?(\d[\d.,]*\d|\d)|\b(\d[\d.,]*\d|\d)\s?(?:gbp|pounds?)\b|\b(?:at|priced(?: at)?)\s+(\d+\.\d+|\d+)\b/i,
  quoted: /["“]([^"”]+)["”]|(?<!\w)'([^']+)'(?!\w)/,
  statement:
    /\b(?:remember|note(?: down)?|in mind|know|notes?|sure|forget|down|fact|record|save|store)\s+that\s+(.+)$/isu,
  list: /:\s+(\S.*)$/su,
  topic:
    /\b(?:about|on|regarding|covering)\s+(?:the topic of\s+)?(.+?)(?=\s+(?:for|aimed at|targeting|on (?:linkedin|x|instagram|threads|bluesky|mastodon|facebook|tiktok|youtube))\b|[,;:.!?](?:\s|$)|$)/iu,
  audience:
    /\b(?:aimed at|targeting|for)\s+(?!(?:me|us|now|later|the next|the coming|next|it|this|that|them)\b)(.+?)(?=\s+(?:about|on|in|with)\b|[,;:.!?](?:\s|$)|$)/iu,
  key: /\b(?:under|with|as)\s+(?:the\s+)?key\s+["“]?([\w.-]+)/iu,
  name: /\b(?:named|called)\s+["“]?([\w.-]+)|\b(?:the|my|our)\s+((?:[\w-]+\s+){0,2}?[\w-]+)\s+(?:cron\s+)?(?:(?:has|have|just)\s+)?(?:job|task|monitor|script|finished|failed|started|succeeded|completed|ran|run)\b/iu,
  destination: /\b(?:to|into|for)\s+(?:the\s+|our\s+|my\s+)?(?:destination\s+)?([a-z][\w-]*)\s*[.!?]?$/iu
}

/** What a sentence names, as far as its form shows it. Verbs are those that sentences begin with: no names. */
export function entitiesOf(sentence: string, verbs: ReadonlySet<string>): Entities {
  const url = patterns.url.exec(sentence)?.[0]
  const email = patterns.email.exec(sentence)?.[0]
  const rest = sentence
    .replaceAll(new RegExp(patterns.url, 'gi'), ' ')
    .replaceAll(new RegExp(patterns.email, 'gu'), ' ')
  const [beforeList = ''] = rest.split(': ')
  const employment = employedOf(beforeList)
  const company = employment?.company ?? companyOf(beforeList, verbs) ?? companyOf(rest, verbs)
  const found = {
    url,
    email,
    domain: patterns.domain.exec(rest)?.[0]?.toLowerCase(),
    company,
    person: employment?.person,
    topic: topicOf(rest),
    audience: audienceOf(rest),
    platforms: platformsOf(rest),
    money: moneyOf(rest),
    list: cleaned(patterns.list.exec(sentence)?.[1]) ?? remarkOn(company, rest),
    quoted: firstGroup(patterns.quoted, sentence),
    statement: cleaned(patterns.statement.exec(sentence)?.[1]),
    key: patterns.key.exec(rest)?.[1],
    name: firstGroup(patterns.name, rest),
    destination: destinationOf(rest)
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function topicOf(sentence: string): string | undefined {
  const topic = cleaned(patterns.topic.exec(sentence)?.[1])
  return topic === undefined || Object.hasOwn(platformNames, topic.toLowerCase()) ? undefined : topic
}

function audienceOf(sentence: string): string | undefined {
  const audience = cleaned(patterns.audience.exec(sentence)?.[1])
  const words = audience?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.some(word => Object.hasOwn(platformNames, word)) ? undefined : audience
}

function platformsOf(sentence: string): readonly string[] | undefined {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const found = new Set(words.flatMap(word => (Object.hasOwn(platformNames, word) ? [platformNames[word] ?? ''] : [])))
  return found.size === 0 ? undefined : [...found]
}

function moneyOf(sentence: string): number | undefined {
  const text = firstGroup(patterns.money, sentence)?.replaceAll(',', '')
  const amount = Number(text)
  return text === undefined || !Number.isFinite(amount) ? undefined : amount
}

function destinationOf(sentence: string): string | undefined {
  const [, named] = patterns.destination.exec(sentence) ?? []
  return named === undefined || /^(?:me|us|him|her|them|it|you|now|later)$/i.test(named) ? undefined : named
}

function firstGroup(pattern: RegExp, text: string): string | undefined {
  return pattern
    .exec(text)
    ?.slice(1)
    .find(group => group !== undefined)
}
