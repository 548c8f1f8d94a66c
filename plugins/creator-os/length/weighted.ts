import { findLinks } from './links.js'

/** What a link counts on X and on Mastodon, however long it is. */
export const linkLength = 23

/** Emoji that twitter-text also takes as one with a variation selector behind them, which they do not need. */
const selectable =
  '[\\u231a-\\u231b\\u25fd-\\u25fe\\u2614-\\u2615\\u2648-\\u2653\\u267f\\u2693\\u26a1\\u26aa-\\u26ab\\u26bd-\\u26be\\u26c4-\\u26c5\\u26d4\\u26ea' +
  '\\u26f2-\\u26f3\\u26f5\\u26fa\\u26fd\\u2757\\u2b1b-\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f21a}\\u{1f22f}]'
// No literal: the compiler's target does not know the flag `v` yet.
const emojiPattern = `${selectable}\\ufe0f|\\p{RGI_Emoji}`
let emoji: RegExp | undefined

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ascii = /^[\u0000-\u007f]*$/
/** What every emoji has in it. */
const mayBeEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** The length of a text as X counts it: links 23, an emoji 2, East Asian characters 2, others 1. */
export function weightedLength(text: string): number {
  const composed = text.normalize()
  const links = findLinks(composed)
  let length = links.length * linkLength
  let position = 0
  for (const { start, end } of links) {
    length += plainLength(composed.slice(position, start))
    position = end
  }
  return length + plainLength(composed.slice(position))
}

/** The length of a text without links. */
function plainLength(text: string): number {
  if (ascii.test(text)) return text.length
  const emojis = mayBeEmoji.test(text) ? (text.match(emojiExpression()) ?? []) : []
  let length = 2 * emojis.length
  for (const character of emojis.length > 0 ? text.replaceAll(emojiExpression(), '') : text)
    length += weight(character.codePointAt(0) ?? 0)
  return length
}

/** Compiling it takes 15 ms, which a start need not wait for. */
function emojiExpression(): RegExp {
  emoji ??= new RegExp(emojiPattern, 'gv')
  return emoji
}

/** 1 for the code points of Latin, Arabic and other alphabets and of general punctuation, otherwise 2 (configuration 3 of twitter-text). */
function weight(codePoint: number): number {
  if (codePoint <= 4351) return 1
  const isPunctuation =
    codePoint >= 8192 &&
    codePoint <= 8247 &&
    ![8206, 8207].includes(codePoint) &&
    !(codePoint > 8223 && codePoint < 8242)
  return isPunctuation ? 1 : 2
}
