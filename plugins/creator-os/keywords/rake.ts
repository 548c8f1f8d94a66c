import { contentPhrases } from './phrases.js'

/** Longest phrase that is a keyword, in words. */
const mostWords = 4

/**
 * The phrases that a text is about, the weightiest first: RAKE (S. Rose et al., "Automatic keyword extraction from individual
 * documents", 2010). A word scores its degree (the words in all phrases that hold it) over its frequency, a phrase the sum of its words.
 */
export function rake(text: string): readonly string[] {
  const phrases = contentPhrases(text).filter(
    phrase => phrase.length <= mostWords && phrase.some(word => /\p{L}/u.test(word))
  )
  const frequency = new Map<string, number>()
  const degree = new Map<string, number>()
  for (const phrase of phrases) {
    for (const word of phrase.map(lower)) {
      frequency.set(word, (frequency.get(word) ?? 0) + 1)
      degree.set(word, (degree.get(word) ?? 0) + phrase.length)
    }
  }
  const score = (phrase: readonly string[]) =>
    phrase.map(lower).reduce((sum, word) => sum + (degree.get(word) ?? 0) / (frequency.get(word) ?? 1), 0)
  return phrases
    .map((phrase, place) => ({ phrase, place, score: score(phrase) }))
    .sort((left, right) => right.score - left.score || left.place - right.place)
    .map(({ phrase }) => written(phrase))
}

function lower(word: string): string {
  return word.toLowerCase()
}

/** The phrase as it stands in a text: with spaces, in scripts that have them. */
function written(phrase: readonly string[]): string {
  return phrase.join(
    phrase.every(word => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+$/u.test(word))
      ? ''
      : ' '
  )
}
