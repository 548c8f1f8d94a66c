import type { Request } from '../copy/request.js'
import { graphemes, sentences, words } from '../text/segments.js'
import { stopWords } from '../text/stop-words.js'
import { askCues } from './asks.js'
import { knownPhrases } from './known-phrases.js'
import type { Finding, Manuscript } from './lint.js'
import { slop } from './slop.js'
import type { Rule } from './weights.js'

const leastEase = 50
const leastRhythm = 4
const mostCapitals = 2
const mostEmoji = 3
const mostDashes = 1
/** Share of the topic's words that the first line has to hold. */
const topicShare = 0.5

/** Every post is within the platform's limit. */
export function withinLimit({ posts, ruler }: Manuscript): Finding {
  const over = posts.filter(post => !ruler.fits(post)).length
  return finding(
    'within_limit',
    over > 0 && 'fail',
    over > 0 ? `${over} posts are over ${ruler.limit}.` : `Every post is within ${ruler.limit}.`
  )
}

/** The first line is seen whole before a reader opens the text. */
export function hookFitsFold({ hook, platform, ruler }: Manuscript): Finding {
  const length = ruler.measure(hook)
  const fold = foldOf(platform, ruler.limit)
  return length > fold
    ? finding('hook_fits_fold', 'warn', `The first line is ${length} long; ${fold} are seen at first.`)
    : finding('hook_fits_fold', false, `The first line is seen whole: ${length} of ${fold}.`)
}

/** What is seen of a text at first; of newsletters and articles, whose fold is a line of their own, the whole first sentence. */
export function foldOf({ form, fold }: Manuscript['platform'], limit: number): number {
  return Math.min(limit, form === 'newsletter' || form === 'article' ? 300 : fold)
}

/** As many hashtags as the platform advises. */
export function hashtagsInRange({ hashtags, askedHashtags, platform }: Manuscript): Finding {
  const { from, to } = platform.hashtags.advised
  const range = from === to ? `${from}` : `${from} to ${to}`
  if (askedHashtags !== undefined && askedHashtags > to)
    return finding(
      'hashtags_in_range',
      'warn',
      `${askedHashtags} hashtags were asked for; ${platform.title} does best with ${range}.`
    )
  const isLow = hashtags.length < from && askedHashtags === undefined
  return isLow
    ? finding('hashtags_in_range', 'warn', `${hashtags.length} hashtags; ${platform.title} does best with ${range}.`)
    : finding('hashtags_in_range', false, `${hashtags.length} hashtags; ${range} are advised.`)
}

/** The reader is asked one thing. */
export function oneAsk(text: string, { cta }: Request): Finding {
  const plain = straight(text)
  const own = cta ? straight(cta) : undefined
  const rest = own ? plain.replace(own, '') : plain
  const cued = sentences(rest).filter(sentence => askCues.some(cue => cue.test(sentence))).length
  const isQuestion = /\?\s*$/.test(rest.trim())
  const asks = (own ? 1 : 0) + cued + (!own && cued === 0 && (isQuestion || /:\s*$/.test(rest.trim())) ? 1 : 0)
  if (asks === 1) return finding('one_ask', false, 'The reader is asked one thing.')
  return finding(
    'one_ask',
    'warn',
    asks === 0 ? 'The reader is asked nothing at the end.' : `The reader is asked ${asks} things; keep one.`
  )
}

/** Plain enough to be read in passing. */
export function easyToRead(ease: number | undefined): Finding {
  if (ease === undefined)
    return finding('reading_ease', false, 'Reading ease is only known for texts in Latin letters.')
  return finding('reading_ease', ease < leastEase && 'warn', `Reading ease ${ease}; ${leastEase} or more is plain.`)
}

/** Long and short sentences. */
export function lively(deviation: number | undefined): Finding {
  if (deviation === undefined) return finding('rhythm', false, 'Too few sentences to have a rhythm.')
  const shown = deviation.toFixed(1)
  return finding(
    'rhythm',
    deviation < leastRhythm && 'warn',
    `Sentence lengths differ by ${shown} words; ${leastRhythm} or more reads lively.`
  )
}

/** None of the turns that readers have had enough of; what the author brought along only warns. */
export function noSlop(text: string, request: Request): Finding {
  const plain = straight(text)
  const authors = straight(knownPhrases(request).join('\n'))
  const found = slop
    .filter(({ pattern }) => pattern.test(plain))
    .map(({ name, pattern }) => ({ name, isAuthors: pattern.test(authors) }))
  const dashes = text.split('—').length - 1 - (authors.split('—').length - 1)
  const names = [...found.map(({ name }) => `"${name}"`), ...(dashes > mostDashes ? [`${dashes} em dashes`] : [])]
  if (names.length === 0) return finding('no_slop', false, 'No worn-out turns.')
  const level = found.some(({ isAuthors }) => !isAuthors) || dashes > mostDashes ? 'fail' : 'warn'
  return finding('no_slop', level, `Worn-out turns: ${names.join(', ')}.`)
}

/** Nothing that waits to be filled in. */
export function noPlaceholder(text: string, request: Request): Finding {
  const waiting = /\{\w+\}|\[(?:your|insert|name|company|link)[^\]]*\]|\bTODO\b|lorem ipsum/i
  const isOpen = waiting.test(text) && !waiting.test(knownPhrases(request).join('\n'))
  return finding(
    'no_placeholder',
    isOpen && 'fail',
    isOpen ? 'A placeholder waits to be filled in.' : 'No placeholder is left.'
  )
}

/** Hardly any word in capitals, names that the author brought along apart. */
export function capitals(text: string, request: Request): Finding {
  const own = new Set(words(knownPhrases(request).join('\n')))
  const loud = new Set(words(text).filter(word => /^\p{Lu}{3,}$/u.test(word) && !own.has(word)))
  return finding(
    'capitals',
    loud.size > mostCapitals && 'warn',
    `${loud.size} words in capitals; ${mostCapitals} at most.`
  )
}

/** Few emoji. */
export function emoji(text: string): Finding {
  const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
  const count = isEmoji.test(text) ? graphemes(text).filter(grapheme => isEmoji.test(grapheme)).length : 0
  return finding('emoji', count > mostEmoji && 'warn', `${count} emoji; ${mostEmoji} at most.`)
}

/** The first line says what the text is about. */
export function topicFirst({ hook, request }: Manuscript): Finding {
  const content = words(request.topic.toLowerCase()).filter(word => !stopWords.has(word))
  const first = hook.toLowerCase()
  const share = content.length === 0 ? 1 : content.filter(word => first.includes(stem(word))).length / content.length
  const isMissing = share < topicShare
  return finding(
    'topic_first',
    isMissing && 'warn',
    isMissing ? 'The first line does not name the topic.' : 'The first line names the topic.'
  )
}

/** The word without its ending, so that "pricing" answers to "price". */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|e|s)$/, '') : word
}

function straight(text: string): string {
  return text.toLowerCase().replaceAll(/[’‘]/g, "'")
}

function finding(rule: Rule, level: Finding['level'] | false, message: string): Finding {
  return { rule, level: level || 'pass', message }
}
