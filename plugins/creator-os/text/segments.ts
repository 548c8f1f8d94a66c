const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })
const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ascii = /^[\u0000-\u007f]*$/

/** What a reader takes for single characters (Unicode Standard Annex 29). */
export function graphemes(text: string): readonly string[] {
  return Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment)
}

/** The number of graphemes. */
export function countGraphemes(text: string): number {
  if (ascii.test(text) && !text.includes('\r')) return text.length
  let count = 0
  for (const _ of graphemeSegmenter.segment(text)) count++
  return count
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const spacedWord = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}[\p{L}\p{M}]*|(?<=\p{N})[.,]\p{N}+)*/gu

/** The words of a text in any script, without punctuation. Scripts with spaces need no dictionary, which is much faster. */
export function words(text: string): readonly string[] {
  if (!unspaced.test(text)) return text.match(spacedWord) ?? []
  return Array.from(wordSegmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
}

/** The sentences of a text with the white space that follows them; a list number stays with its sentence. */
export function sentences(text: string): readonly string[] {
  const found: string[] = []
  for (const { segment } of sentenceSegmenter.segment(text)) {
    const last = found.at(-1)
    if (last !== undefined && /^\s*\d+[.)]\s*$/.test(last)) found[found.length - 1] = last + segment
    else found.push(segment)
  }
  return found
}
