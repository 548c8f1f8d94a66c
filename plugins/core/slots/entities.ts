import { fillers } from '../routing/fillers.js'
import { stopWords } from '../text/stop-words.js'
import { commonCapitals, platformNames } from './field-kinds.js'

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

const name = String.raw`\p{Lu}[\p{L}\p{N}&'’.-]*(?:(?:\s+(?:&|of|de|van|von))?\s+\p{Lu}[\p{L}\p{N}&'’.-]*)*`
const capitalised = new RegExp(name, 'gu')
const afterPlace = new RegExp(String.raw`\b(?:at|from)\s+(${name})`, 'u')
const employed = new RegExp(
  String.raw`\b(?:to|for|with)\s+(${name})(?:,\s*[^,:]{2,60}?)?\s+(?:at|from|of)\s+(${name})`,
  'u'
)
const afterVerb = /\b(?:score|qualify|enrich|company)\s+([\p{Ll}\p{N}][\p{L}\p{N}&-]*)(?![\p{L}\p{N}@./])/u
/** What stands in the place of a company's name without being one. */
const roles: ReadonlySet<string> = new Set(
  'company companies customer deal lead leads person prospect prospects account accounts contact contacts address domain'.split(
    ' '
  )
)

/** What a sentence names, as far as its form shows it. Verbs are those that sentences begin with: no names. */
export function entitiesOf(sentence: string, verbs: ReadonlySet<string>): Entities {
  const url = patterns.url.exec(sentence)?.[0]
  const email = patterns.email.exec(sentence)?.[0]
  const rest = sentence
    .replaceAll(new RegExp(patterns.url, 'gi'), ' ')
    .replaceAll(new RegExp(patterns.email, 'gu'), ' ')
  const [beforeList = ''] = rest.split(': ')
  const employed = employedOf(beforeList)
  const company = employed?.company ?? companyOf(beforeList, verbs) ?? companyOf(rest, verbs)
  const found = {
    url,
    email,
    domain: patterns.domain.exec(rest)?.[0]?.toLowerCase(),
    company,
    person: employed?.person,
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

/** Who works where: `to Jane Smith, head of sales at Acme`. */
function employedOf(sentence: string): { readonly person: string | undefined; readonly company: string } | undefined {
  const [, person, company] = employed.exec(sentence) ?? []
  return company === undefined || isCommon(company) ? undefined : { person, company: withoutEnd(company) }
}

function companyOf(sentence: string, verbs: ReadonlySet<string>): string | undefined {
  const [, placed] = afterPlace.exec(sentence) ?? []
  if (placed !== undefined && !isCommon(placed)) return withoutEnd(placed)
  for (const { 0: run, index } of sentence.matchAll(capitalised)) {
    const isFirst = sentence.slice(0, index).trim() === ''
    const words = withoutEnd(run).split(/\s+/)
    while (words[0] !== undefined && (isCommon(words[0]) || (isFirst && verbs.has(words[0].toLowerCase()))))
      words.shift()
    while (words.length > 0 && isCommon(words.at(-1) ?? '')) words.pop()
    if (words.length > 0 && !(isFirst && fillers.has(words.join(' ').toLowerCase()))) return words.join(' ')
  }
  const [, named = ''] = afterVerb.exec(sentence) ?? []
  return named.length < 3 || isCommon(named) || fillers.has(named) || roles.has(named) ? undefined : named
}

function withoutEnd(words: string): string {
  return words.replace(/['’]s$|[.'’-]+$/u, '')
}

function isCommon(word: string): boolean {
  const lower = word.toLowerCase().replace(/[.'’]s?$/u, '')
  return commonCapitals.has(lower) || stopWords.has(lower)
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

/** What is said of a company: after a comma in `rate Acme, they are hiring`, before it in `Acme is hiring, how good is it`. */
function remarkOn(company: string | undefined, sentence: string): string | undefined {
  if (company === undefined) return undefined
  const rest = sentence.slice(sentence.indexOf(company) + company.length)
  const remarks = rest
    .split(',')
    .map(part => cleaned(part.replace(/^\s*(?:(?:they|it|who|which)\s+)?(?:is|are|has|have)\s+/iu, '')))
  const [before, ...after] = remarks
  if (!/^\s*(?:is|are|has|have)\s/iu.test(rest)) return cleaned(after.filter(isRemark).join(', '))
  return cleaned([before, ...after].filter(isRemark).join(', '))
}

function isRemark(remark: string | undefined): remark is string {
  return remark !== undefined && !/^(?:how|what|which|who|when|where|should|is|are|do|does|can)\b/iu.test(remark)
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

function cleaned(text: string | undefined): string | undefined {
  const trimmed = text?.trim().replace(/[.!?]+$/u, '')
  return trimmed === '' ? undefined : trimmed
}
