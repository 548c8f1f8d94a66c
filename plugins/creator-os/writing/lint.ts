import {
  fail,
  lint,
  pass,
  type Rule,
  type Finding as RuleFinding,
  type RuleResult,
  warn
} from '@product-host/toolkit/lint'
import { counted } from '@product-host/toolkit/numbers'
import { anyLetter, formPattern, phrasePattern } from '@product-host/toolkit/phrases'
import { graphemes, sentences, words } from '@product-host/toolkit/text'
import { functionWordsOf, isInAnother } from '../languages/languages.js'
import type { Ruler } from '../platform.js'
import type { Platform } from '../platform-table.js'
import type { Request } from './copy.js'
import {
  type LintRule,
  leastEase,
  leastRhythm,
  leastSpecific,
  mostCapitals,
  mostDashes,
  mostEmoji,
  mostForGeneric,
  topicShare,
  type WeightedRule,
  weights
} from './lint-tables.js'
import phrases from './phrases.json' with { type: 'json' }
import { proseOf, readingEase, rhythm, specificityOf, stemOf, textOf } from './prose.js'

/** What one rule found. */
export type Finding = RuleFinding<LintRule>

/** A finished text with what it was made from. */
interface Manuscript {
  readonly posts: readonly string[]
  readonly hook: string
  readonly hashtags: readonly string[]
  /** Hashtags that were asked for, where a number was given. */
  readonly requestedHashtags?: number
  readonly platform: Platform
  readonly ruler: Ruler
  readonly request: Request
  /** The language of the text: its code in ISO 639-1. */
  readonly language: string
  /** Whether the reader need not be asked anything. */
  readonly isSensitive: boolean
  /** Whether this is an outline, whose own words are not those of the text. */
  readonly isOutline: boolean
}

/** A finished text as the rules read it. */
interface LintInput extends Manuscript {
  /** The text of the posts. */
  readonly text: string
  /** The text without hashtags and links. */
  readonly prose: string
}

/** Checks a text against every rule, in a fixed order. */
export function lintDraft(manuscript: Manuscript): readonly Finding[] {
  const { posts } = manuscript
  const input = { ...manuscript, text: textOf(posts), prose: proseOf(posts) }
  return [...lint(input, rules, weights), specific(input)].map(finding =>
    manuscript.isOutline && notInOutlines.has(finding.rule) ? { ...finding, ...notChecked } : finding
  )
}

/** Rules about the words of a text, which an outline does not have yet. */
const notInOutlines: ReadonlySet<LintRule> = new Set<LintRule>([
  'one_ask',
  'reading_ease',
  'rhythm',
  'language',
  'specific'
])

const notChecked = { ...pass('Not checked in an outline.'), weight: 0 }

/** Whether a finding says something about the text; an outline does not have the words for some rules. */
export function wasChecked({ message }: Finding): boolean {
  return message !== notChecked.message
}

/** The rules in the order in which answers list them. */
const rules: readonly Rule<LintInput, WeightedRule>[] = [
  { name: 'within_limit', check: withinLimit },
  { name: 'hook_fits_fold', check: hookFitsFold },
  { name: 'hashtags_in_range', check: hashtagsInRange },
  { name: 'one_ask', check: oneAsk },
  { name: 'reading_ease', check: easyToRead },
  { name: 'rhythm', check: lively },
  { name: 'no_slop', check: ({ prose, request }) => noSlop(prose, request) },
  { name: 'nothing_invented', check: ({ text, request }) => inventions(text, request) },
  { name: 'no_placeholder', check: ({ text, request }) => noPlaceholder(text, request) },
  { name: 'capitals', check: capitals },
  { name: 'emoji', check: emoji },
  { name: 'topic_first', check: topicFirst },
  { name: 'language', check: inItsLanguage }
]

/** Every post is within the platform's limit. */
function withinLimit({ posts, ruler }: LintInput): RuleResult {
  const over = posts.filter(post => !ruler.fits(post)).length
  const limit = ruler.limit.toLocaleString('en-GB')
  return over > 0
    ? fail(`${counted(over, 'post')} ${over === 1 ? 'has' : 'have'} more than ${limit} characters.`)
    : pass(`Every post is within ${limit} characters.`)
}

/** The first line is shown in full before a reader opens the text. */
function hookFitsFold({ hook, platform, ruler }: LintInput): RuleResult {
  const length = ruler.measure(hook)
  const fold = foldOf(platform, ruler.limit)
  return length > fold
    ? warn(`The first line has ${length} characters; readers see ${fold} at first.`)
    : pass(`Readers see the whole first line: it has ${length} characters, and ${fold} are shown at first.`)
}

/** What is seen of a text at first; of newsletters and articles, whose fold is a line of their own, the whole first sentence. */
export function foldOf({ form, fold }: LintInput['platform'], limit: number): number {
  return Math.min(limit, form === 'newsletter' || form === 'article' ? 300 : fold)
}

/** As many hashtags as the platform advises. */
function hashtagsInRange({ hashtags, requestedHashtags, platform }: LintInput): RuleResult {
  const { from, to } = platform.hashtags.advised
  const range = from === to ? `${from}` : `${from} to ${to}`
  if (requestedHashtags !== undefined && requestedHashtags > to)
    return warn(`${requestedHashtags} hashtags were asked for; ${platform.title} does best with ${range}.`)
  const isLow = hashtags.length < from && requestedHashtags === undefined
  return isLow
    ? warn(`${counted(hashtags.length, 'hashtag')}; ${platform.title} does best with ${range}.`)
    : pass(`${counted(hashtags.length, 'hashtag')}; ${platform.title} does best with ${range}.`)
}

/** The reader is asked one thing. */
function oneAsk({ prose, isSensitive, request: { cta } }: LintInput): RuleResult {
  const plain = straight(prose)
  const own = cta ? straight(cta) : undefined
  const rest = own ? plain.replace(own, '') : plain
  const requestCount = sentences(rest).filter(sentence => anyRequest.test(sentence)).length
  const isQuestion = /\?\s*$/.test(rest.trim())
  const requests =
    (own ? 1 : 0) + requestCount + (!own && requestCount === 0 && (isQuestion || /:\s*$/.test(rest.trim())) ? 1 : 0)
  if (requests === 1) return pass('The reader is asked one thing.')
  if (requests === 0 && isSensitive) return pass('The reader is asked nothing, as the topic is sensitive.')
  return warn(
    requests === 0 ? 'The reader is asked nothing at the end.' : `The reader is asked ${requests} things; keep one.`
  )
}

const anyRequest = formPattern(phrases.requests)

/** Plain enough to be read in passing. */
function easyToRead({ prose, language }: LintInput): RuleResult {
  const ease = readingEase(prose, language)
  if (ease === undefined) return pass('Reading ease is only known for English texts.')
  return passOrWarn(ease >= leastEase, `Reading ease ${ease}; ${leastEase} or more is easy to read.`)
}

/** Long and short sentences. */
function lively({ prose }: LintInput): RuleResult {
  const deviation = rhythm(prose)
  if (deviation === undefined) return pass('Too few sentences to have a rhythm.')
  const said = `Sentence lengths differ by ${deviation.toFixed(1)} words; ${leastRhythm} or more is lively.`
  return passOrWarn(deviation >= leastRhythm, said)
}

/** None of the worn-out phrases; what the author sent only warns. */
export function noSlop(text: string, request: Request): RuleResult {
  const plain = straight(text)
  const authors = straight(knownPhrases(request).join('\n'))
  const found = slop()
    .filter(({ pattern }) => pattern.test(plain))
    .map(({ name, pattern }) => ({ name, isAuthors: pattern.test(authors) }))
  const dashes = text.split('—').length - 1 - (authors.split('—').length - 1)
  const names = [...found.map(({ name }) => `"${name}"`), ...(dashes > mostDashes ? [`${dashes} em dashes`] : [])]
  if (names.length === 0) return pass('No worn-out phrases.')
  const message = `Worn-out phrases: ${names.join(', ')}.`
  return found.some(({ isAuthors }) => !isAuthors) || dashes > mostDashes ? fail(message) : warn(message)
}

/**
 * Words and phrases by which readers recognise a generated text (the "slop" lists of editors and of the Wikipedia page
 * "Signs of AI writing", shortened to what is hardly ever meant). In lower case, apostrophes straight.
 */
export function slop(): readonly WornPhrase[] {
  wornPhrases ??= [...phrases.worn.map(wornPhraseOf), ...patterns]
  return wornPhrases
}

interface WornPhrase {
  readonly name: string
  readonly pattern: RegExp
}

/** Compiled when the first text is linted: that takes 9 ms. */
let wornPhrases: readonly WornPhrase[] | undefined

function wornPhraseOf(name: string): WornPhrase {
  return { name, pattern: phrasePattern([name], anyLetter, 'u') }
}

const patterns: readonly WornPhrase[] = [
  {
    name: "it's not X, it's Y",
    pattern: /\b(?:it's|it is|this is|that's) not (?:just |only |about )?[^.!?\n]{1,60}[,;.–—-]+ ?(?:it's|it is|but) /
  },
  {
    name: "it isn't X, it's Y",
    pattern: /\b(?:it|this|that) (?:isn't|is not) [^.!?\n]{1,60}[,;.–—-]+ ?(?:it's|it is|but) /
  },
  { name: 'not only X but also Y', pattern: /\bnot only [^.!?\n]{1,80} but also\b/ }
]

/** Nothing that waits to be filled in. */
export function noPlaceholder(text: string, request: Request): RuleResult {
  const waiting = /\{\w+\}|\[[^[\]\n]{3,}\](?!\()|\bTODO\b|lorem ipsum/i
  const isOpen = waiting.test(text) && !waiting.test(knownPhrases(request).join('\n'))
  return isOpen ? fail('A placeholder waits to be filled in.') : pass('No placeholder is left.')
}

/** Hardly any word in capitals, except names that the author sent. */
function capitals({ prose: text, request }: LintInput): RuleResult {
  const own = new Set(words(knownPhrases(request).join('\n')))
  const loud = new Set(words(text).filter(word => /^\p{Lu}{3,}$/u.test(word) && !own.has(word)))
  return passOrWarn(
    loud.size <= mostCapitals,
    `${counted(loud.size, 'word')} in capitals; ${mostCapitals} at most is best.`
  )
}

/** Few emoji. */
function emoji({ text }: LintInput): RuleResult {
  const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
  const count = isEmoji.test(text) ? graphemes(text).filter(grapheme => isEmoji.test(grapheme)).length : 0
  return passOrWarn(count <= mostEmoji, `${count} emoji; ${mostEmoji} at most is best.`)
}

/** The first line says what the text is about. */
function topicFirst({ hook, request, language }: LintInput): RuleResult {
  const content = words(request.topic.toLowerCase()).filter(word => !functionWordsOf(language).has(word))
  const first = hook.toLowerCase()
  const share = content.length === 0 ? 1 : content.filter(word => first.includes(stemOf(word))).length / content.length
  return share < topicShare ? warn('The first line does not name the topic.') : pass('The first line names the topic.')
}

/** The text is in the language that it was asked for. */
function inItsLanguage({ prose, language }: LintInput): RuleResult {
  return isInAnother(prose, language)
    ? fail('The text is in another language than the topic.')
    : pass('The text is in the language of the topic.')
}

/** What the text says could not stand under any other topic. The weight grows with the share that could. */
function specific({ prose, request, language }: LintInput): Finding {
  const { share, sentences: all, generic } = specificityOf(prose, request, language)
  const missing = Math.max(0, 1 - share / leastSpecific)
  const weight = Math.round(mostForGeneric * missing)
  const said = `${generic} of ${all} sentences would fit any topic.`
  const { level, message } =
    weight === 0 ? pass(said) : warn(`${said} Add facts, figures, names or examples of your own.`)
  return { rule: 'specific', level, weight, message }
}

function straight(text: string): string {
  return text.toLowerCase().replaceAll(/[’‘]/g, "'")
}

function passOrWarn(isGood: boolean, message: string): RuleResult {
  return isGood ? pass(message) : warn(message)
}

/** Kinds of claims that must not be made up: figures, sources, links, names of accounts and quotations. */
const claims: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a figure', pattern: /[$€£¥]?\p{Nd}[\p{Nd}.,:/]*\s?(?:%|k\b|m\b|bn\b|x\b)?/giu },
  { what: 'a share', pattern: phrasePattern(phrases.shares) },
  { what: 'a share', pattern: /\b\w+ out of \w+ (?:people|users|companies)\b/gi },
  { what: 'a multitude', pattern: phrasePattern(phrases.multitudes) },
  { what: 'a source', pattern: phrasePattern(phrases.sources) },
  { what: 'a superlative', pattern: phrasePattern(phrases.superlatives) },
  { what: 'a link', pattern: /https?:\/\/\S+|www\.\S+/gi },
  { what: 'an account', pattern: /(?<![\p{L}\p{N}])@[\p{L}\p{N}_]{2,}/gu },
  { what: 'a quotation', pattern: /[“„"«][^“”"»\n]{12,}[“”"»]/gu }
]

/** A number at the start of a line is a list's, not a claim. */
const listNumber = /^\s*\d{1,2}[.)]\s/gm

/** Checks whether a text states something that its author did not send. */
export function inventions(text: string, request: Request): RuleResult {
  const known = knownPhrases(request).join('\n')
  const plain = withoutKnown(text, request).replaceAll(listNumber, '')
  const sentText = known.toLowerCase().replaceAll(/\s/g, '')
  const invented = claims.filter(({ what, pattern }) => {
    const sent = new Set(claimsIn(known, pattern))
    const isQuoted = (claim: string) => what === 'a quotation' && sentText.includes(claim.slice(1))
    return claimsIn(plain, pattern).some(claim => !sent.has(claim) && !isQuoted(claim))
  })
  return invented.length > 0
    ? fail(`States what was not sent: ${invented.map(({ what }) => what).join(', ')}.`)
    : pass('States nothing that was not sent.')
}

/** The text without the phrases that the author sent, the longest first. */
function withoutKnown(text: string, request: Request): string {
  const phrases = knownPhrases(request)
    .filter(Boolean)
    .sort((left, right) => right.length - left.length)
  return phrases.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text)
}

function claimsIn(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.toLowerCase().matchAll(pattern), ([claim]) =>
    claim.replaceAll(/\s/g, '').replace(/(?<![.,:/"“”«»])[.,:/"“”«»]+$/, '')
  )
}

/** Everything that the author sent: what is in it was not made up, and no rule checks it. */
function knownPhrases({ topic, audience, points, keywords, cta, link }: Request): readonly string[] {
  return [topic, audience, ...points, ...keywords, cta ?? '', link ?? '']
}
