import common from './common-english.json' with { type: 'json' }
import table from './words.json' with { type: 'json' }

/** English words that carry no topic: articles, pronouns, prepositions and the like. */
export const stopWords: ReadonlySet<string> = new Set(table.stopWords)

/** The most common English words. */
export function commonEnglish(): ReadonlySet<string> {
  known ??= new Set(common.words)
  return known
}

/** Made when the first text is read: that takes a millisecond. */
let known: ReadonlySet<string> | undefined
