import { capitalised, isSpelledOut, oneLine, segments, words } from '@product-host/toolkit/text'
import type { Goal } from './input.js'
import { type Intent, intentOf } from './intent.js'
import { functionWordsOf } from './languages/languages.js'
import type { Platform } from './platform-table.js'
import { type Sensitivity, sensitivityOf } from './sensitivity.js'
import wordTable from './tables/words.json' with { type: 'json' }

/** A topic in the forms in which sentences can take it. */
export interface Subject {
  readonly topic: string
  readonly intent: Intent
  /** The topic as a heading. */
  readonly heading: string
  /** The topic as a noun inside a sentence; undefined when its wording does not give one. */
  readonly noun?: string
  /** What a comparison is between, where the topic names both. */
  readonly sides?: { readonly first: string; readonly second: string }
  /** The language that the topic is read in: its code in ISO 639-1. */
  readonly language: string
  /** What makes the topic sensitive, where anything does. */
  readonly sensitivity?: Sensitivity
}

/** Longest noun that a sentence takes, in words and in characters. */
const longestNoun = { words: 8, characters: 60 }

const weakWords = new Set(wordTable.weakWords)
const commonWords = new Set(wordTable.commonWords)
const openingVerbs = new Set(wordTable.openingVerbs)
const doubtfulVerbs = new Set(wordTable.doubtfulVerbs)
const afterVerbs = new Set(wordTable.afterVerbs)
const doubling = new Set(wordTable.doubling)

const listNouns = wordTable.listNouns.join('|')

const listed = new RegExp(`^(?:[\\p{L}-]+ )?(?:${listNouns}) (?:(to)|in|about|with|on) (.+)$`, 'iu')

const trailing = new RegExp(` (?:${wordTable.trailing.join('|')})$`, 'i')

const countedThing = `(?:[\\p{L}-]+ ){0,3}(?:${listNouns}|${wordTable.countedNouns.join('|')})\\b`

const count = '\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve'

const counted = new RegExp(`^(?:the )?(?:top )?(${count}) (?=${countedThing})`, 'iu')

const clause = new RegExp(
  `^(?:${wordTable.clauseBegins.join('|')})\\b|[?!;:]|\\.\\s| (?:${wordTable.clauseVerbs.join('|')}) `,
  'i'
)

/** Reads a topic: what kind of text it asks for, how sentences can name it, and whether it is sensitive with what goes with it. */
export function readSubject(
  written: string,
  goal: Goal,
  { language = 'en', context = [] }: { language?: string; context?: readonly string[] } = {}
): Subject {
  const topic = oneLine(written)
  const intent = intentOf(topic, goal, language)
  const sides = intent === 'comparison' ? sidesOf(topic, language) : undefined
  const noun = language === 'en' ? englishNoun(topic, intent, sides) : undefined
  const sensitivity = sensitivityOf([topic, ...context], language)
  return {
    topic,
    intent,
    heading: /^https?:/i.test(topic) ? topic : capitalised(topic.replace(/(?<=[^.])\.$/, '')),
    ...(noun !== undefined && isShort(noun) && { noun }),
    ...(sides && { sides: { first: sides.first, second: sides.second } }),
    language,
    ...(sensitivity !== undefined && { sensitivity })
  }
}

function englishNoun(topic: string, intent: Intent, sides: Sides | undefined): string | undefined {
  return sides
    ? `the choice between ${sides.first} and ${sides.second}${sides.purpose}`
    : nounOf(topic.replaceAll('’', "'"), intent)
}

/** The heading as a sentence. */
export function headingSentence({ heading }: Subject): string {
  return asSentence(heading)
}

/** The topic for a text of so many items: its heading loses the number with which a list begins, where that is another one. */
export function withItems(subject: Subject, count: number): Subject {
  const [, number = ''] = counted.exec(subject.heading) ?? []
  return Number(number) === count ? subject : { ...subject, heading: capitalised(subject.heading.replace(counted, '')) }
}

/** What is compared, and what for: "Postgres vs MySQL for startups". */
interface Sides {
  readonly first: string
  readonly second: string
  readonly purpose: string
}

/** In languages other than English, two sides are read where the topic consists of nothing else. */
function sidesOf(topic: string, language: string): Sides | undefined {
  if (language !== 'en') {
    const [first = '', second = '', ...more] = topic
      .replace(/[?¿]/g, '')
      .trim()
      .split(/ (?:vs\.?|versus|oder|ou|o|gegen|contra|contre) /i)
    const isPair = more.length === 0 && [first, second].every(side => side !== '' && words(side).length <= 3)
    return isPair ? { first, second: second.trim(), purpose: '' } : undefined
  }
  return englishSides(topic)
}

function englishSides(topic: string): Sides | undefined {
  const plain = topic.replace(/^(?:the )?differences? between /i, '').replace(/\?$/, '')
  const [left = '', rest = '', ...more] = plain.split(/ (?:vs\.?|versus|compared (?:to|with)|or|and) /i)
  const [right = '', purpose = ''] = / (?:for|in|on) /.test(left) ? [rest] : rest.split(/(?= (?:for|in|on) )/)
  const isSide = (side: string) => side !== '' && words(side).length <= 5 && !clause.test(side)
  if (more.length > 0 || !isSide(left) || !isSide(right)) return undefined
  const isCommon = /^\p{Ll}/u.test(right)
  const [first, second] = [isCommon ? lowered(left) : insideSentence(left, 'en'), insideSentence(right, 'en')]
  return startsWithVerb(first) && startsWithVerb(second)
    ? { first: gerundPhrase(first), second: gerundPhrase(second), purpose }
    : { first, second, purpose }
}

function lowered(text: string): string {
  return /^\p{Lu}\p{Ll}+\b/u.test(text) ? text.replace(/^./u, letter => letter.toLowerCase()) : text
}

function nounOf(topic: string, intent: Intent): string | undefined {
  if (clause.test(topic.replace(/^how to /i, '').replace(/: .*$/, '')) || /^case study/i.test(topic)) return undefined
  const [, toDo] = /^how to (.+?)\??$/i.exec(topic) ?? []
  if (toDo) return clauseless(gerundPhrase(toDo))
  const plain =
    intent === 'announcement'
      ? topic.replace(/^(?:introducing|announcing|launching|meet|launch of|release of|new:) ?/i, '')
      : topic
  const withoutCount = plain.replace(counted, '')
  const [, to, listedThing] = listed.exec(withoutCount) ?? []
  if (listedThing) return clauseless(to ? gerundPhrase(listedThing) : insideSentence(listedThing, 'en'))
  if (withoutCount !== plain) return undefined
  const [beforeColon = '', afterColon] = plain.split(/: /)
  const core = (afterColon === undefined ? plain : beforeColon).replace(trailing, '')
  return clauseless(isCommand(core) ? gerundPhrase(core) : insideSentence(core, 'en'))
}

function clauseless(phrase: string): string | undefined {
  return clause.test(phrase) ? undefined : phrase.replace(/\.$/, '')
}

/** Whether a noun is short enough for a sentence, in Latin letters, and no link, tag or name of an account. */
function isShort(noun: string): boolean {
  return (
    noun.length <= longestNoun.characters &&
    words(noun).length <= longestNoun.words &&
    /^[\p{Script=Latin}\p{N}\p{M}][\p{Script=Latin}\p{N}\p{M} ’'"“”&+.,/()%£$€-]*$/u.test(noun) &&
    !/https?:\/\/|www\.|\S\.\p{L}{2,}\//u.test(noun)
  )
}

/** A phrase that begins with a verb, turned into one that can stand as a noun: "price a product" becomes "pricing a product". */
function gerundPhrase(phrase: string): string {
  const [, before = '', verb = '', after = ''] = /^((?:not |best |[a-z]+ly )*)([\p{L}]+)(.*)$/u.exec(phrase) ?? []
  return verb === '' ? phrase : `${before}${gerund(verb.toLowerCase())}${after}`
}

/** Whether a phrase begins with a verb, as a command does. */
function isCommand(phrase: string): boolean {
  const [first = '', second = ''] = phrase.toLowerCase().split(' ')
  if (second === '') return false
  return openingVerbs.has(first) || (doubtfulVerbs.has(first) && afterVerbs.has(second))
}

/** Whether the first word of a phrase can be a verb. */
function startsWithVerb(phrase: string): boolean {
  const [first = ''] = phrase.toLowerCase().split(' ')
  return openingVerbs.has(first) || doubtfulVerbs.has(first)
}

function gerund(verb: string): string {
  if (verb === 'be' || /(ee|oe|ye)$/.test(verb)) return `${verb}ing`
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}ing`
  const isShort = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb)
  return isShort || doubling.has(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`
}

const gerundsOfCommands = new Set(Array.from(openingVerbs, gerund))

/** Whether a word is the -ing form of a verb with which topics begin, such as "getting". */
export function isGerundOfCommand(word: string): boolean {
  return gerundsOfCommands.has(word)
}

/** As it stands inside a sentence: in lower case where its first word is surely no name, which is known for English alone. */
export function insideSentence(text: string, language: string): string {
  if (language !== 'en') return text
  const first = /^[\p{L}'’-]+/u.exec(text)?.[0] ?? ''
  const isPlain = /^\p{Lu}\p{Ll}+$/u.test(first.replaceAll(/['’-]/g, ''))
  const lower = first.toLowerCase()
  return isPlain && (commonWords.has(lower) || lower.endsWith('ing')) ? lower + text.slice(first.length) : text
}

/** As a sentence: with a full stop, where it has no mark at its end. */
export function asSentence(text: string): string {
  return /[.!?…:;。！？؟।"”»)\]]$/u.test(text) || /https?:\/\/\S+$/.test(text) ? text : `${text}.`
}

/** Runs of words without a function word or punctuation between them, as they are written; what RAKE calls candidate keywords. */
export function contentPhrases(text: string, language: string): readonly (readonly string[])[] {
  const functionWords = functionWordsOf(language)
  const phrases: string[][] = [[]]
  for (const { segment, isWordLike } of segments(text.replaceAll('’', "'"), 'word')) {
    const isContent = isWordLike && !functionWords.has(segment.toLowerCase())
    if (isContent) phrases.at(-1)?.push(segment)
    else if (segment.trim() !== '' && segment !== '-') phrases.push([])
  }
  return phrases.filter(phrase => phrase.length > 0)
}

/** Longest hashtag, without its sign. */
const longestTag = 50

/** Most words of a topic that make one hashtag. */
const mostWords = 3

/** What hashtags are made of. */
interface HashtagSources {
  readonly subject: Subject
  readonly keywords: readonly string[]
  readonly audience: string
}

/**
 * Hashtags in CamelCase, as many as the platform advises at most: the author's keywords first, then the phrases and words of the
 * topic, then the audience. Those that no author chose only fill up to the least that is advised, or to the number asked for.
 */
export function hashtagsFor(
  { subject: { noun, sides, topic, language }, keywords, audience }: HashtagSources,
  { hashtags: { advised } }: Platform,
  requested?: number
): readonly string[] {
  const most = Math.min(requested ?? advised.to, advised.to)
  const least = Math.min(requested ?? advised.from, advised.to)
  const own = keywords.map(keyword => tagOf(words(keyword)))
  const phrases = contentPhrases(sides ? `${sides.first}, ${sides.second}` : (noun ?? topic), language).map(phrase =>
    phrase.filter(isInformative)
  )
  const single = phrases.flatMap(phrase => phrase.toReversed().map(word => [word]))
  const spare = [...phrases, ...single, ...contentPhrases(audience, language)].filter(
    ({ length }) => length > 0 && length <= mostWords
  )
  const chosen = distinct(own).slice(0, most)
  return distinct([...chosen, ...spare.map(tagOf)]).slice(0, Math.max(chosen.length, least))
}

function distinct(tags: readonly string[]): readonly string[] {
  return tags.filter((tag, index) => {
    const isTag = /\p{L}/u.test(tag) && tag.length > 2 && tag.length <= longestTag + 1
    return isTag && tags.findIndex(other => other.toLowerCase() === tag.toLowerCase()) === index
  })
}

/** Words with capitals inside, and those without a vowel, keep their spelling; a number with a point, such as 18.2, would be another one. */
function tagOf(phrase: readonly string[]): string {
  const plain = phrase
    .filter(word => !/\p{N}[.,]\p{N}/u.test(word))
    .map(word => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''))
  return `#${plain.map(word => (hasOwnSpelling(word) ? word : word.replace(/^./u, letter => letter.toUpperCase()))).join('')}`
}

function hasOwnSpelling(word: string): boolean {
  return /^\p{Ll}+\p{Lu}/u.test(word) || isSpelledOut(word)
}

function isInformative(word: string): boolean {
  const lower = word.toLowerCase()
  return (
    word.length > 2 &&
    /\p{L}/u.test(word) &&
    !weakWords.has(lower) &&
    !isGerundOfCommand(lower) &&
    !/[^e]ed$/.test(lower)
  )
}
