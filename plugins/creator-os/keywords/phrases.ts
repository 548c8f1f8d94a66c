import { stopWords } from '../text/stop-words.js'

/** Runs of words without a stop word or punctuation between them, as they are written; what RAKE calls candidate keywords. */
export function contentPhrases(text: string): readonly (readonly string[])[] {
  const phrases: string[][] = [[]]
  for (const { segment, isWordLike } of new Intl.Segmenter('en', { granularity: 'word' }).segment(
    text.replaceAll('’', "'")
  )) {
    const isContent = isWordLike && !stopWords.has(segment.toLowerCase())
    if (isContent) phrases.at(-1)?.push(segment)
    else if (segment.trim() !== '' && segment !== '-') phrases.push([])
  }
  return phrases.filter(phrase => phrase.length > 0)
}
