import type { Target } from '../routing/target.js'
import { weighedTerms } from '../routing/wording.js'
import { slugify } from '../text/slug.js'
import { termsOf, wordsOf } from '../text/terms.js'
import { cleaned } from './cleaned.js'

/** What follows the cue at the beginning of a sentence: `remember the milk` says `the milk`. */
export function statementOf(sentence: string, { asks, inputSchema }: Target): string | undefined {
  if (!Object.hasOwn(Object(inputSchema.properties), 'key')) return undefined
  const starts = asks.cues.filter(cue => new RegExp(String.raw`^\W*(?:please\s+)?${plain(cue)}\b`, 'iu').test(sentence))
  const [longest] = starts.sort((left, right) => right.length - left.length)
  if (longest === undefined) return undefined
  const rest = sentence.replace(new RegExp(String.raw`^\W*(?:please\s+)?${plain(longest)}\b[\s,:]*`, 'iu'), '').trim()
  return rest === '' ? undefined : rest
}

/** The words of a sentence that the action's own manner of speaking does not explain. */
export function unexplained(sentence: string, { asks, title }: Target): string | undefined {
  const sentences = asks.sentences.flatMap(each => weighedTerms(each))
  const repeated = sentences.filter((term, place) => sentences.indexOf(term) !== place)
  const verbs = asks.sentences.flatMap(each => weighedTerms(each).slice(0, 1))
  const known = new Set([...repeated, ...verbs, ...[...asks.cues, title].flatMap(each => weighedTerms(each))])
  const words = wordsOf(sentence).filter(word => weighedTerms(word).some(term => !known.has(term)))
  return words.length === 0 ? undefined : words.join(' ')
}

/** `for customer acme`, `model: gpt-4o`: a field by its own name. */
export function named(words: readonly string[], sentence: string): string | undefined {
  const name = words.join(String.raw`[\s-]?`)
  const pattern = String.raw`\b(?:(?:for|of|with|by|in)\s+(?:the\s+)?${name}\s+|${name}\s*[:=]\s*)["“]?([\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}]|[\p{L}\p{N}])`
  return new RegExp(pattern, 'iu').exec(sentence)?.[1]
}

/** `with the signals hiring and funding`: what follows a list by its own name, its members with commas between. */
export function membersNamed(words: readonly string[], sentence: string): string | undefined {
  const name = words.join(String.raw`[\s-]?`)
  const [, members] = new RegExp(String.raw`\bwith\s+(?:the\s+|these\s+)?${name}\s+(\S.*)$`, 'isu').exec(sentence) ?? []
  return cleaned(members?.replaceAll(/\s+and\s+/giu, ', '))
}

/** The first five words of a text that say something, as a slug. */
export function keyOf(text: string): string {
  const words = wordsOf(text).filter(word => termsOf(word).length > 0)
  return slugify((words.length > 0 ? words : wordsOf(text)).slice(0, 5).join(' '))
}

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s'’-]/gu, '').replaceAll(/\s+/g, String.raw`\s+`)
}
