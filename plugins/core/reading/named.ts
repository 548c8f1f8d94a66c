import { moneyIn } from './amounts.js'
import type { Entities, EntityKind, Named } from './reading.js'
import { isCommand, isOrderWord, timingSpans } from './refusals.js'
import {
  anyOf,
  blanked,
  commonCapitals,
  companyRoles,
  decisiveWords,
  fillers,
  pattern,
  platformNames,
  type Span,
  spanOf,
  stopWords
} from './words.js'

interface Found<Value = string> {
  readonly value: Value
  readonly spans: readonly Span[]
}

const company = String.raw`\p{Lu}[\p{L}\p{N}&'’.-]{0,60}(?:(?:\s(?:&|of|de|van|von))?\s\p{Lu}[\p{L}\p{N}&'’.-]{0,60}){0,8}`

const title = String.raw`(?!(?:i|we|you|he|she|it|they|who)\s)([\p{L}][\p{L}\s-]{1,58}?)\s+at\s+(?=\p{Lu})`

/** What somebody is, between their name or "the" and their company: `the head of sales at`, `Jane Smith, head of sales at`. */
const role = pattern('u')`\b(?:to|for|with|mail|email|contact)\s+(?:the|their|its)\s+${title}
  |(?=\p{L})(?<=\p{Lu}[\p{L}'’-]*,\s+)(?:the\s+)?${title}`

/** Where a topic or an audience ends at the latest. */
const textEnd = String.raw`\s+and\s+(?:i|we|you|he|she|it|they)(?:['’]|\s)|\s[–—-]\s|[,;:.!?](?:\s|$)|$`

const patterns = {
  email: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  url: /\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]/gi,
  domain: /(?<![@\w./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?![\w@])/gi,
  quoted: /["“]([^"“”]+)["”]|(?<!\w)'([^']+)'(?!\w)/u,
  statement: pattern('isu')`
    (?:\b(?:make\s+sure\s+)?(?:that\s+)?(?:you\s+|we\s+)?(?:don['’]?t|do\s+not|never)\s+(?:let\s+(?:me|us)\s+)?)?
    \b${anyOf('remembering')}\s+that\s+(.+)$
    |^(.+?),?\s+(?:(?:please|and|so)\s+)*${anyOf('keepers')}\s+(?:that|this|it)(?:\s+(?:down|for\s+me|for\s+later|in\s+mind|away))*[.!]*$`,
  list: /:\s+(\S.*)$/su,
  topic: pattern('iu')`\b${anyOf('topicWords')}\s+(?:the (?:topic|subject) of\s+)?(.+?)
    (?=\s+(?:for|aimed at|targeting|with\s+(?:the\s+|these\s+)?(?:keywords?|points?|hashtags?)|in\s+an?\s+\p{L}+\s+(?:tone|style|voice)
    |on ${anyOf('platformsOfTopics')})\b|${textEnd})`,
  audience: pattern('iu')`
    \b(?:aimed at|targeting|for)\s+(?!(?:me|us|now|later|the next|the coming|next|it(?!\s+\p{L})|this|that|them
    |(?:an?|the|our|my|new)?\s*(?:\p{L}+\s)?${anyOf('texts')})\b)(.+?)(?=\s+(?:about|on|in|with)\b|${textEnd})`,
  role,
  offer: pattern('iu')`\b${anyOf('pitching')}\s+(?:them\s+|him\s+|her\s+)?(.+?)(?=[,;:.!?](?:\s|$)|$)
    |\b(?:about|regarding|introducing|promoting|presenting)\s+(our\s+.+?)(?=\s+in\s+an?\s+\p{L}+\s+tone\b|[,;:.!?](?:\s|$)|$)`,
  model:
    /\b(?:of|with|on|using|by|from|for)\s+((?:gpt|claude|gemini|llama|mistral|mixtral|qwen|deepseek|grok|command|phi|gemma|o[1-9])(?:[\w.-]*[\w])?)(?![\w-])/iu,
  source: pattern('iu')`
    \b(?:through|via|from|on)\s+(?:the|our|a|my)\s+((?:[\p{L}\p{N}-]+\s+){0,2}?${anyOf('places')})\b`,
  tags: /\b(?:tagged|tags?)\s+(?:it\s+|them\s+)?(?:as\s+|with\s+|:\s*)?([\p{L}\p{N}-]+(?:(?:\s*,\s*|\s+and\s+)[\p{L}\p{N}-]+)*)\s*$/iu,
  key: pattern('iu')`\b(?:under|with|as|by)\s+(?:the\s+)?(?:exact\s+)?key\s+["“]?([\w.-]*\w)["”]?
    |^(?:(?:please|what\s+is|show|get|read|recall|look\s+up|fetch|find|retrieve|give|me|memory|with)\s+)*(?:the\s+)?(?:memory\s+)?(?:of\s+)?
    (?:exact\s+)?key\s+["“]?(?=[\w.-]*[-_.\d])([\w.-]*\w)["”]?(?=\s*(?:[?.!]|$))
    |^(?:please\s+)?(?:recall|fetch|get|read|look\s+up|retrieve|show)\s+(?:the\s+)?(?:memory\s+)?key\s+["“]?([\w.-]*\w)["”]?\s*[.!]?$
    |^(?:please\s+)?(?:recall|(?:recall|show|get|read|fetch|find|open|look\s+up)\s+(?:me\s+)?(?:the\s+)?memory)\s+["“]?
    (?=[\w.-]*[_.-])([a-z0-9][\w.-]*[a-z0-9])["”]?(?=[\s.!?]*$|\s+(?:with|and|including)\s+(?:its|the|all)\b)
    |\b(?:as|under)\s+(?=[\w.-]*[_.-])([a-z0-9][\w.-]*[a-z0-9])(?![\w@/])`,
  destination: pattern('iu')`
    \bdestination\s*(?:is\s+|[:=]\s*)?(?!for\b|of\b|and\b|which\b)([a-z][\w-]*)\s*(?=[.!?,;:]\s|[.!?]?$)
    |\b(?:to|into|for|in)\s+(?:the\s+|our\s+|my\s+)([a-z][\w-]*)\s+(?:destination|team|queue|webhook|pipeline)\b
    |\b(?:to|into|for|in(?=\s+the))\s+(?:the\s+|our\s+|my\s+)?(?:destination\s+)?([a-z][\w-]*)\s*
    (?=[.!?,;:]\s|[.!?]?$|\s+(?:with|because|since|saying|who|please)\b)
    |\bin(?:to)?\s+(hubspot|salesforce|pipedrive|zoho|crm)\b`
}

/** What a sentence names, as far as its form shows it. Verbs are those that sentences begin with: no names. */
export function entitiesOf(sentence: string, verbs: ReadonlySet<string>): Named {
  const rest = blanked(sentence, patterns.url, patterns.email)
  const colon = rest.indexOf(': ')
  const beforeList = colon === -1 ? rest : rest.slice(0, colon)
  const employment = employedOf(beforeList)
  const named = blanked(rest, sentAlong)
  const firm = employment?.company ?? companyOf(named.slice(0, beforeList.length), verbs) ?? companyOf(named, verbs)
  const money = moneyIn(rest)
  const found: Partial<Record<EntityKind, Found<Entities[EntityKind]> | undefined>> = {
    url: first(patterns.url, sentence),
    email: first(patterns.email, sentence),
    domain: lowered(first(patterns.domain, rest)),
    company: firm,
    person: employment?.person,
    role: group(patterns.role, rest),
    offer: group(patterns.offer, rest),
    model: group(patterns.model, rest),
    source: group(patterns.source, rest),
    topic: topicOf(rest),
    audience: audienceOf(rest),
    platforms: platformsOf(rest),
    tags: group(patterns.tags, rest),
    money: money.length === 0 ? undefined : { value: money, spans: [] },
    list: group(patterns.list, sentence, text => text) ?? remarkOn(firm, sentence),
    quoted: group(patterns.quoted, sentence, text => text),
    statement: group(patterns.statement, blanked(sentence, tagged), text => text),
    key: group(patterns.key, rest),
    name: nameOf(rest),
    destination: destinationOf(rest)
  }
  const present = Object.entries(found).filter(([, each]) => each !== undefined)
  return {
    entities: Object.fromEntries(present.map(([kind, each]) => [kind, each?.value])),
    spans: Object.fromEntries(present.map(([kind, each]) => [kind, each?.spans ?? []]))
  }
}

/** Tags set apart at the end of a sentence are no part of what is to be stored. */
const tagged = pattern('giu')`
  [,;(.]\s*(?:and\s+)?(?:please\s+)?(?:with\s+)?(?:the\s+)?(?:tag(?:s|ged)?|tag\s+it)\s*(?:(?:as|with)\s+|[:=]\s*)?
  ["'“]?[\p{L}\p{N}-]+(?:(?:\s*,\s*|\s+and\s+)[\p{L}\p{N}-]+)*["'”]?\s*\)?[\s.!]*$`

/** What is quoted as a message names nobody that the request is about, nor does who writes to "them". */
const sentAlong = pattern('giu')`
  (?<=\b(?:payload|message|text|note|comment|saying|says)\s+(?:is\s+|was\s+)?)(?:"[^"]*"|“[^“”]*”)
  |(?<=\bto\s+(?:them|him|her)\s+)from\s+\p{L}+(?:\s+\p{L}+)?`

function first(pattern: RegExp, sentence: string): Found | undefined {
  const match = sentence.matchAll(pattern).next().value
  return match && { value: match[0], spans: [spanOf(match)] }
}

function lowered(found: Found | undefined): Found | undefined {
  return found && { ...found, value: found.value.toLowerCase() }
}

/** The first group of a match, as the value, with all of the match as its place. */
function group(pattern: RegExp, sentence: string, written = onOneLine): Found | undefined {
  const match = pattern.exec(sentence)
  const text = match?.slice(1).find(each => each !== undefined)
  const value = cleaned(text && written(text))
  return match && value !== undefined ? { value, spans: [spanOf(match)] } : undefined
}

/** Without the gaps that addresses left. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ')
}

function topicOf(sentence: string): Found | undefined {
  const found = group(patterns.topic, sentence)
  // Of "about bees and about wasps", only the first is one topic: the rest is left over.
  const [several] = /\s*(?:,|\band\b|\bor\b)\s+(?:about|on|one\s+(?:about|on))\s.*$/iu.exec(found?.value ?? '') ?? []
  const value =
    several === undefined ? found?.value.replace(/^.*\babout\s+/iu, '') : found?.value.slice(0, -several.length)
  const topic =
    found &&
    withoutTiming(upTo({ ...found, value: value ?? '' }, several === undefined ? undefined : sentence), sentence)
  return topic === undefined || platformNames.has(topic.value.toLowerCase()) ? undefined : topic
}

/** What was found, with its place ending where its value does. */
function upTo(found: Found, sentence: string | undefined): Found {
  const [span] = found.spans
  if (sentence === undefined || !span) return found
  return { ...found, spans: [{ from: span.from, to: sentence.indexOf(found.value, span.from) + found.value.length }] }
}

/** When and how often something is to be done is no part of what it is about. */
function withoutTiming(topic: Found, sentence: string): Found {
  const [timing] = timingSpans(topic.value)
  if (!timing || timing.from === 0 || timing.to < topic.value.length) return topic
  const value = topic.value.slice(0, timing.from).trim()
  const from = sentence.indexOf(topic.value)
  return from === -1 ? topic : { value, spans: [{ from: topic.spans[0]?.from ?? from, to: from + value.length }] }
}

function audienceOf(sentence: string): Found | undefined {
  for (const match of sentence.matchAll(new RegExp(patterns.audience, 'giu'))) {
    const value = cleaned(onOneLine(match[1] ?? ''))
    const words = value?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    if (value !== undefined && !words.some(word => platformNames.has(word))) return { value, spans: [spanOf(match)] }
  }
  return undefined
}

function platformsOf(sentence: string): Found<readonly string[]> | undefined {
  const words = [...sentence.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => platformNames.has(word.toLowerCase()))
  const names = new Set(words.map(([word]) => platformNames.get(word.toLowerCase()) ?? ''))
  const spans = words.map(spanOf)
  return names.size === 0 ? undefined : { value: [...names], spans }
}

/** What a sentence calls a job. */
export function nameOf(sentence: string): Found | undefined {
  for (const pattern of jobNames) {
    const match = group(pattern, sentence)
    const [span] = match?.spans ?? []
    if (!match || !span || /^(?:it|this|that|all|any|everything|which|what|job|task|a|an|the)$/iu.test(match.value))
      continue
    // What became of a job is no part of its name: it is left to be read.
    return at(match.value, sentence.indexOf(match.value, span.from))
  }
  return undefined
}

const became = String.raw`(?:(?:has|have|had|is|are|was|just|now|all)\s+)*${anyOf('became')}\b`

const job = String.raw`(?:cron\s+)?(?:job|task|monitor|script|process)`

const jobWords = String.raw`(?:[\w-]+\s+){0,2}?[\w-]+`

/** Where sentences say what a job is called, the surest first. */
const jobNames: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}\p{N}@./_-])([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)\s+${job}\b(?!\s+[a-z][\w]*[-_])`, 'u'),
  pattern('iu')`
    \bheartbeat\s+(?:(?:fail(?:ed|ure)?|success|start|signal|ping|check)\s+){0,2}(?:for|of|from)\s+(?:the\s+|my\s+|our\s+)?
    ((?:[\w-]+\s+){0,2}?[\w-]+)(?=\s*(?:$|[,;:])|\s+(?:please|with|and|as|that)\b)`,
  /\b(?:run|execution|task|process)\s+of\s+(?:the\s+|our\s+|my\s+)?([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)(?![\w@./])/iu,
  /\b(?:heartbeat|ping|signal)\s+["“]?([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)(?![\w@./])/iu,
  /\b(?:named|called)\s+["“]?([\w.-]+)/iu,
  pattern('iu')`\b${job}\s+["“]?(?!(?:${became}|${anyOf('noJobNames')}(?![\w-])))([a-z][\w.-]*)`,
  new RegExp(
    String.raw`\b(?:did|does|do|has|have)\s+(?:the|my|our)\s+(${jobWords})\s+(?:${job}\s+)?(?:run|finish(?:ed)?|fail(?:ed)?|start(?:ed)?|succeed(?:ed)?)\b`,
    'iu'
  ),
  new RegExp(
    String.raw`\b(?:the|my|our)\s+(?!(?:job|task|monitor|script|process)s?\b)(${jobWords})\s+(?:${job}(?!\s+[a-z][\w-]*-)\b|${became})`,
    'iu'
  ),
  pattern('iu')`^(?!${anyOf('noJobBegin')}\b|(?:log|record|send|post|add|note)\s+(?:an?|the|this|that)\b)
    (${jobWords})\s+(?:${job}\s+)?${became}`
]

function destinationOf(sentence: string): Found | undefined {
  for (const match of sentence.matchAll(new RegExp(patterns.destination, 'giu'))) {
    const value = match.slice(1).find(each => each !== undefined)
    if (value !== undefined && !noDestination.test(value)) return { value, spans: [spanOf(match)] }
  }
  return undefined
}

const noDestination = new RegExp(`^${anyOf('noDestination')}$`, 'iu')

const capitalised = new RegExp(company, 'gu')

const afterPreposition = new RegExp(String.raw`\b(?:at|from)\s+(${company})`, 'u')

const employed = new RegExp(
  String.raw`\b(?:to|for|with)\s+(${company})(?:,\s*[^,:]{2,60}?)?\s+(?:at|from|of)\s+(${company})`,
  'du'
)

const employedAt = new RegExp(
  String.raw`\b(?:to|for|with)\s+(${company})(?:,\s*[^,:]{2,60}?)?\s+at\s+(${company})`,
  'du'
)

const afterVerb = /\b(?:score|qualify|enrich)\s+([\p{Ll}\p{N}][\p{L}\p{N}&-]*)(?![\p{L}\p{N}@./])/u

/** Who works where: `to Jane Smith, head of sales at Acme`. */
function employedOf(sentence: string): { readonly person: Found; readonly company: Found } | undefined {
  const match = employedAt.exec(sentence) ?? employed.exec(sentence)
  const [, person = '', firm = ''] = match ?? []
  const [, personAt, firmAt] = match?.indices ?? []
  // Where something was taken out between, the two do not belong together.
  if (!match || !personAt || !firmAt || isCommon(firm) || /\s{3}/u.test(match[0])) return undefined
  // "To Globex from Sam Lee" may name who signs.
  if (/\bfrom\s+$/iu.test(sentence.slice(0, firmAt[0])) && !person.includes(' ') && firm.includes(' ')) return undefined
  return { person: at(person, personAt[0]), company: at(withoutEnd(firm), firmAt[0]) }
}

/** The company that a sentence names. Verbs are those that sentences begin with. */
function companyOf(sentence: string, verbs: ReadonlySet<string>): Found | undefined {
  const behind = afterPreposition.exec(sentence)
  const [, found] = behind ?? []
  if (behind && found !== undefined && !isCommon(found))
    return at(withoutEnd(found), behind.index + behind[0].length - found.length)
  for (const { 0: run, index } of sentence.matchAll(capitalised)) {
    const isFirst = /(?:^|[.!?;]\s)\s*$/u.test(sentence.slice(0, index))
    const words = withoutEnd(run).split(/\s+/)
    while (
      words[0] !== undefined &&
      (isCommon(words[0]) ||
        (isFirst &&
          (verbs.has(words[0].toLowerCase()) || isOrderWord(words[0], sentence.slice(index + words[0].length)))))
    )
      words.shift()
    while (words.length > 0 && isCommon(words.at(-1) ?? '')) words.pop()
    const name = words.join(' ')
    if (words.length > 0 && !(isFirst && fillers.has(name.toLowerCase())))
      return at(name, sentence.indexOf(words[0] ?? '', index), run.length)
  }
  const match = afterVerb.exec(sentence)
  const named = match?.[1] ?? ''
  const isName = ![decisiveWords, fillers, companyRoles].some(list => list.has(named)) && !isCommon(named)
  if (!match || named.length < 3 || !isName) return undefined
  return at(named, match.index + match[0].length - named.length)
}

function at(value: string, from: number, length = value.length): Found {
  return { value, spans: [{ from, to: from + length }] }
}

const introduction = pattern('iu')`^(?:['’]s)?\s*(?:\(|[–—-]\s|,\s*(?:because\s+|since\s+|as\s+|given\s+(?:that\s+)?)?
  |\s${anyOf('becauseWords')}\s+|\s(?=${anyOf('statesOfCompanies')}\s))`

const laterRemark =
  /,\s+(?=\S+\s+\S)|\s[–—-]\s|\s(?:because|since|given\s+that|knowing\s+that|considering\s+that|now\s+that)\s+/iu

/** What is said of a company: after a comma in `rate Acme, they are hiring`, in `Acme is hiring, how good is it`. */
function remarkOn(company: Found | undefined, sentence: string): Found | undefined {
  const [span] = company?.spans ?? []
  if (!company || !span) return undefined
  const end = sentence.indexOf(company.value, span.from) + company.value.length
  const rest = sentence.slice(end)
  const later = introduction.exec(rest) ? undefined : laterRemark.exec(rest)
  const start = introduction.exec(rest) ?? later
  if (!start) return undefined
  const parts = rest
    .slice(start.index + start[0].length)
    .split(',')
    .map(part =>
      cleaned(
        part.replace(/^\s*(?:(?:they|it|who|which|and)\s+)?(?:(?:is|are|has|have)\s+)?/iu, '').replace(/\)\s*$/u, '')
      )
    )
  const said = parts.filter(isRemark).join(', ')
  const isQuestionBehind = parts.some(part => part !== undefined && !isRemark(part))
  const to = isQuestionBehind ? end + rest.lastIndexOf(',') : sentence.length
  return said === '' ? undefined : { value: said, spans: [{ from: end + start.index, to }] }
}

function isRemark(remark: string | undefined): remark is string {
  return remark !== undefined && !noRemark.test(remark) && !isCommand(remark)
}

const noRemark = pattern('iu')`^${anyOf('remarkQuestions')}\b|^${anyOf('noRemarks')}$|^not\s+(?:to|for|at|with)\b
  |^please\b|^(?:be|sound|make\s+it|keep\s+it)\s`

function withoutEnd(words: string): string {
  return words.replace(/['’]s$|(?<![.'’-])[.'’-]+$/u, '')
}

function isCommon(word: string): boolean {
  const lower = word
    .toLowerCase()
    .replace(/^i['’](?:d|m|ll|ve)$/u, 'i')
    .replace(/[.'’]s?$/u, '')
  return commonCapitals.has(lower) || stopWords.has(lower)
}

/** A piece of a sentence without the spaces around it and the stop behind it; undefined when nothing is left. */
export function cleaned(text: string | undefined): string | undefined {
  const trimmed = text?.trim().replace(/(?<![.!?])[.!?]+$/u, '')
  return trimmed === '' ? undefined : trimmed
}
