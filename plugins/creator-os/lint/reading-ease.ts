import { syllable } from 'syllable'
import { sentences, words } from '../text/segments.js'

/**
 * How easy an English text reads: 206.835 − 1.015 words a sentence − 84.6 syllables a word (R. Flesch, "A new readability yardstick",
 * 1948). Higher is easier, 60 is plain English. Undefined for a text that is not mainly in Latin letters.
 */
export function readingEase(text: string): number | undefined {
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
