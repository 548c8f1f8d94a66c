import { syllable } from 'syllable'

/** How many words a text has. */
export function countWords(text: string): number {
  return wordsOf(text).length
}

/** The words of a text, each a run of letters and digits with the apostrophes and hyphens in it. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’.@/&%-]*[\p{L}\p{N}\p{M}%])?/gu) ?? []
}

/** The sentences of a text, each up to its closing mark; lines without one, such as a greeting or a name, are none. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?…:]["'”’)]?)\s+|\n+/).filter(sentence => /[.!?…:]["'”’)]?$/.test(sentence))
}

/** The school grade by Flesch and Kincaid (1975): 0.39 words a sentence + 11.8 syllables a word - 15.59; 0 for no words. */
export function readingGrade(text: string): number {
  const sentences = sentencesOf(text)
  const words = wordsOf(sentences.join(' '))
  if (words.length === 0 || sentences.length === 0) return 0
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return Math.max(0, 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59)
}

/** Syllables of words that were counted before: counting them is most of the cost of judging a message. */
const syllableCounts = new Map<string, number>()

const mostSyllableCounts = 5000

function syllablesOf(word: string): number {
  const known = syllableCounts.get(word)
  if (known !== undefined) return known
  if (syllableCounts.size >= mostSyllableCounts) syllableCounts.clear()
  const syllables = Math.max(1, syllable(word))
  syllableCounts.set(word, syllables)
  return syllables
}
