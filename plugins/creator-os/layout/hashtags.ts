import { contentPhrases } from '../keywords/phrases.js'
import type { Platform } from '../platforms/platform.js'
import { words } from '../text/segments.js'
import { isGerundOfCommand } from '../topic/gerund.js'
import type { Subject } from '../topic/subject.js'

/** Longest hashtag, without its sign. */
const longestTag = 50
/** Most words of a topic that make one hashtag. */
const mostWords = 3
/** Words that say nothing as a hashtag. Own list. */
const weakWords: ReadonlySet<string> = new Set(
  `best better big choice example examples first good great habits hacks ideas important last lessons mistakes myths new next old
  reasons really right rules signs small steps things three tips tools top trends two ways wrong`.split(/\s+/)
)

/** What hashtags are made of. */
export interface HashtagSources {
  readonly subject: Subject
  readonly keywords: readonly string[]
  readonly audience: string
}

/**
 * Hashtags in CamelCase, as many as the platform advises at most: the author's keywords first, then the phrases and words of the
 * topic, then the audience. Those that no author chose only fill up to the least that is advised, or to the number asked for.
 */
export function hashtagsFor(
  { subject: { noun, sides, topic }, keywords, audience }: HashtagSources,
  { hashtags: { advised } }: Platform,
  asked?: number
): readonly string[] {
  const most = Math.min(asked ?? advised.to, advised.to)
  const least = Math.min(asked ?? advised.from, advised.to)
  const own = keywords.map(keyword => tagOf(words(keyword)))
  const phrases = contentPhrases(sides ? `${sides.first}, ${sides.second}` : (noun ?? topic)).map(phrase =>
    phrase.filter(isTelling)
  )
  const single = phrases.flatMap(phrase => phrase.toReversed().map(word => [word]))
  const spare = [...phrases, ...single, ...contentPhrases(audience)].filter(
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

function tagOf(phrase: readonly string[]): string {
  const plain = phrase.map(word => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''))
  return `#${plain.map(word => word.replace(/^./u, letter => letter.toUpperCase())).join('')}`
}

function isTelling(word: string): boolean {
  const lower = word.toLowerCase()
  return (
    word.length > 2 &&
    /\p{L}/u.test(word) &&
    !weakWords.has(lower) &&
    !isGerundOfCommand(lower) &&
    !/[^e]ed$/.test(lower)
  )
}
