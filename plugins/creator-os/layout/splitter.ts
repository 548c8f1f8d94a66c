import { graphemes, sentences } from '../text/segments.js'

/** Whether a text is within a limit. */
export type Fits = (text: string) => boolean

/** Longest thread that is written. */
const longestThread = 500

/** Thrown for a text that needs more posts than any reader would follow. */
export class ThreadTooLong extends Error {
  override readonly name = 'ThreadTooLong'

  constructor() {
    super(`The text needs more than ${longestThread} posts.`)
  }
}

/**
 * Cuts paragraphs into posts that all fit, numbered " n/m" when there is more than one. Posts end at the end of a paragraph where
 * they can, otherwise of a sentence, a word or, in a word that is too long, a grapheme. Throws `ThreadTooLong`, and a
 * `RangeError` when not even a character fits.
 */
export function splitIntoPosts(paragraphs: readonly string[], fits: Fits): readonly string[] {
  const whole = pack(paragraphs, fits)
  if (whole.length <= 1) return whole
  for (let digits = String(whole.length).length; ; digits++) {
    const nines = '9'.repeat(digits)
    const posts = pack(paragraphs, text => fits(`${text} ${nines}/${nines}`))
    if (posts.length < 10 ** digits) return posts.map((post, index) => `${post} ${index + 1}/${posts.length}`)
  }
}

/** Fills posts one after another. */
function pack(paragraphs: readonly string[], fits: Fits): readonly string[] {
  const posts: string[] = []
  for (const paragraph of paragraphs.map(text => text.trim()).filter(Boolean)) {
    const joined = posts.length > 0 ? `${posts.at(-1)}\n\n${paragraph}` : paragraph
    if (posts.length > 0 && fits(joined)) posts[posts.length - 1] = joined
    else if (fits(paragraph)) posts.push(paragraph)
    else packPieces(posts, paragraph, fits)
    if (posts.length > longestThread) throw new ThreadTooLong()
  }
  return posts
}

/** Adds a paragraph that no post can hold, sentence by sentence, after what the last post says already. */
function packPieces(posts: string[], paragraph: string, fits: Fits): void {
  let separator = posts.length > 0 ? '\n\n' : ''
  for (const piece of pieces(paragraph, fits)) {
    const joined = `${posts.at(-1) ?? ''}${separator}${piece}`.trim()
    if (posts.length > 0 && fits(joined)) posts[posts.length - 1] = joined
    else posts.push(piece.trim())
    if (posts.length > longestThread) throw new ThreadTooLong()
    separator = /\s+$/u.exec(piece)?.[0].slice(0, 1) ?? ''
  }
}

/** The largest parts of a text that fit, with the white space that follows them. */
function pieces(text: string, fits: Fits): readonly string[] {
  return sentences(text).flatMap(sentence =>
    fits(sentence.trim())
      ? [sentence]
      : sentence.split(/(?<=\s)/u).flatMap(word => (fits(word.trim()) ? [word] : cutWord(word, fits)))
  )
}

/** A word in the longest parts that fit. */
function cutWord(word: string, fits: Fits): readonly string[] {
  const units = graphemes(word).flatMap(grapheme => (fits(grapheme.trim()) ? [grapheme] : cutGrapheme(grapheme, fits)))
  const parts: string[] = []
  let start = 0
  while (start < units.length) {
    const count = fitting(units, start, fits)
    parts.push(units.slice(start, start + count).join(''))
    start += count
  }
  return parts
}

/** How many units from one on fit together, at least 1: doubled until they do not, then halved in. */
function fitting(units: readonly string[], start: number, fits: Fits): number {
  const isFit = (count: number) =>
    fits(
      units
        .slice(start, start + count)
        .join('')
        .trim()
    )
  const most = units.length - start
  let low = 1
  while (low < most && isFit(Math.min(2 * low, most))) low = Math.min(2 * low, most)
  let high = Math.min(2 * low, most + 1)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isFit(middle)) low = middle
    else high = middle
  }
  return low
}

function cutGrapheme(grapheme: string, fits: Fits): readonly string[] {
  const characters = Array.from(grapheme)
  if (!characters.every(character => fits(character)))
    throw new RangeError('The limit is below the length of a character.')
  return characters
}
