import { phrasePattern } from '@product-host/toolkit/phrases'
import { functionWords } from '@product-host/toolkit/stopwords'
import { sentences, words } from '@product-host/toolkit/text'
import { syllable } from 'syllable'
import { commonEnglish } from '../languages/common-words.js'
import type { Request } from './copy.js'
import phrases from './phrases.json' with { type: 'json' }

/** How much of a text could not stand under another topic. */
interface Specificity {
  /** Share of the words in sentences that say something of their own, 0 to 1. */
  readonly share: number
  readonly sentences: number
  /** Sentences that would fit any topic. */
  readonly generic: number
}

/**
 * Reads each sentence for what ties it to its author: words of the points, figures, names, quotations, circumstances and, in English,
 * uncommon words. The words of topic and audience do not count, since a text for any topic has them too.
 */
export function specificityOf(text: string, request: Request, language: string): Specificity {
  const known = {
    points: contentOf([...request.points, request.cta ?? '']),
    topic: contentOf([request.topic, request.audience]),
    language
  }
  const read = text
    .split('\n')
    .flatMap(line => sentences(line))
    .map(sentence => ({ length: words(sentence).length, weight: sentenceWeight(sentence, known) }))
    .filter(({ length }) => length > 0)
  const total = read.reduce((sum, { length }) => sum + length, 0)
  const own = read.reduce((sum, { length, weight }) => sum + length * weight, 0)
  return {
    share: total === 0 ? 0 : own / total,
    sentences: read.length,
    generic: read.filter(({ weight }) => weight < 0.5).length
  }
}

/** How much a point says: its figures, names and uncommon words. */
export function pointWeight(point: string): number {
  return anchorsOf(point, new Set(), 'en')
}

/** What a text is compared with. */
interface Known {
  readonly points: ReadonlySet<string>
  readonly topic: ReadonlySet<string>
  readonly language: string
}

/** 0 for a sentence that would fit any topic, 1 for one that is surely somebody's own. */
function sentenceWeight(sentence: string, { points, topic, language }: Known): number {
  const content = contentWords(sentence)
  const ownWords = content.filter(word => points.has(stemOf(word)) && !topic.has(stemOf(word))).length
  const overlap = content.length === 0 ? 0 : ownWords / content.length
  const isPointOnTopic = overlap >= 0.4 && content.some(word => topic.has(stemOf(word)))
  const lower = sentence.toLowerCase().replaceAll('’', "'")
  const worn = lower.match(genericPhrases())?.length ?? 0
  const generic = content.filter(word => genericWords().has(word)).length
  const own = anchorsOf(sentence, topic, language) + 0.4 * Math.min(1, overlap / 0.4) + (isPointOnTopic ? 0.2 : 0)
  return Math.min(1, Math.max(0, own - 0.5 * worn - (0.6 * generic) / Math.max(3, content.length)))
}

/** Made when the first text is linted. */
let knownWords: ReadonlySet<string> | undefined
let anyPhrase: RegExp | undefined

/** Words that advice for any topic is made of. */
function genericWords(): ReadonlySet<string> {
  knownWords ??= new Set(Object.values(phrases.generalWords).flat())
  return knownWords
}

/** Finds the phrases that advice for any topic is made of. */
function genericPhrases(): RegExp {
  anyPhrase ??= phrasePattern(phrases.general)
  return anyPhrase
}

/** Figures, names, quotations, circumstances and uncommon words of a sentence, each with its weight. */
function anchorsOf(sentence: string, topic: ReadonlySet<string>, language: string): number {
  const figures = sentence.match(/(?<![\p{L}#])[$€£]?\d[\d.,:]*\s?(?:%|[kmGM]?[bB]|ms|kg|km|cm|mm|h|°C?)?/gu) ?? []
  const isListNumber = /^\s*\d{1,2}[.)]/.test(sentence)
  const figureCount = figures.length - (isListNumber ? 1 : 0)
  const quotations = sentence.match(/["“„«][^"”“»\n]{6,}["”“»]/gu)?.length ?? 0
  const names = namesOf(sentence, topic, language)
  const uncommon = language === 'en' ? uncommonWords(sentence, topic).length : 0
  const circumstances = sentence.match(circumstance)?.length ?? 0
  return 0.7 * (figureCount + quotations + names) + 0.3 * (uncommon + circumstances)
}

/** Numbers in words, and when and by whom something was done. */
const circumstance = new RegExp(
  [
    `(?:${phrases.amounts.join('|')}) \\p{L}+`,
    phrases.times.join('|'),
    `(?:I|we|she|he|they) (?:\\p{L}+ed|${phrases.deeds.join('|')})`
  ]
    .map(form => `(?<!\\p{L})(?:${form})(?!\\p{L})`)
    .join('|'),
  'giu'
)

/** Words with a capital that are no first words, abbreviations and words with capitals inside; German has capitals for all nouns. */
function namesOf(sentence: string, topic: ReadonlySet<string>, language: string): number {
  const found = words(sentence).slice(1)
  const capitals = language === 'de' ? /^\p{L}+\p{Lu}|^\p{Lu}{2,}/u : /^\p{Lu}/u
  return found.filter(word => {
    const lower = word.toLowerCase()
    const isShout = /^\p{Lu}{4,}$/u.test(word) && commonEnglish().has(lower)
    const isPronoun = /^I(?:['’]|$)/.test(word)
    const isCommonStart = /^\p{Lu}\p{Ll}+$/u.test(word) && commonEnglish().has(lower) && !dateNames.has(lower)
    return capitals.test(word) && !isPronoun && !isShout && !isCommonStart && !topic.has(stemOf(lower))
  }).length
}

const dateNames = new Set(phrases.dateNames)

/** Words that the list of common English ones does not have, nor their stems. */
function uncommonWords(sentence: string, topic: ReadonlySet<string>): readonly string[] {
  return words(sentence.toLowerCase())
    .filter(word => word.length >= 4 && /^[a-z]+$/.test(word))
    .filter(word => !topic.has(stemOf(word)) && !genericWords().has(word) && !isCommon(word))
}

function isCommon(word: string): boolean {
  const known = commonEnglish()
  const forms = [word, word.replace(/s$/, ''), word.replace(/(?:ed|es|er|ly)$/, ''), word.replace(/(?:d|r)$/, '')]
  const gerund = word.replace(/ing$/, '')
  return [...forms, gerund, `${gerund}e`, word.replace(/(.)\1(?:ing|ed|er)$/, '$1')].some(form => known.has(form))
}

function contentOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(contentWords).map(stemOf))
}

function contentWords(text: string): readonly string[] {
  return words(text.toLowerCase().replaceAll('’', "'")).filter(word => word.length > 2 && !functionWords.has(word))
}

/** The word without its ending, so that "pricing" answers to "price". */
export function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|e|s)$/, '') : word
}

/** The text of posts without their numbers. */
export function textOf(posts: readonly string[]): string {
  return posts.map(post => (posts.length > 1 ? post.replace(/ \d+\/\d+$/, '') : post)).join('\n\n')
}

/** What of a text is read as prose: no hashtags and no links. */
export function proseOf(posts: readonly string[]): string {
  return textOf(posts)
    .replaceAll(/(?<=^|\s)#[\p{L}\p{M}\p{N}_]+/gu, '')
    .replaceAll(/https?:\/\/\S+/gi, '')
}

/**
 * How easy an English text reads: 206.835 − 1.015 words a sentence − 84.6 syllables a word (R. Flesch, "A new readability yardstick",
 * 1948). Higher is easier, 60 is plain English. Undefined for a text that is not in English.
 */
export function readingEase(text: string, language: string): number | undefined {
  if (language !== 'en') return undefined
  const found = words(text).filter(word => /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’.-]*$/u.test(word))
  if (found.length === 0 || found.length < words(text).length / 2) return undefined
  const syllables = found.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  const ease = 206.835 - 1.015 * (found.length / sentenceLengths(text).length) - 84.6 * (syllables / found.length)
  return Math.round(ease * 10) / 10
}

/** The standard deviation of the sentences' lengths in words; undefined below three sentences. */
export function rhythm(text: string): number | undefined {
  const lengths = sentenceLengths(text)
  if (lengths.length < 3) return undefined
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length)
}

/** The words of each sentence; a line of its own is a sentence too, so that headings do not run into what follows. */
function sentenceLengths(text: string): readonly number[] {
  const lengths = text
    .split('\n')
    .flatMap(sentences)
    .map(sentence => words(sentence).length)
  return lengths.filter(length => length > 0)
}
