import { commonWords } from './common-words.js'
import { graphemes } from './segments.js'

/** One line: white space in it is a single space. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

/** Whether there is nothing to read in a text. */
export function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{S}\p{P}]/u.test(text)
}

/** With a first letter in upper case, unless the word brings capitals of its own, such as "iPhone". */
export function capitalised(text: string): string {
  return /^\p{Ll}[\p{Ll}\p{M}'’-]*(?=[\s,:;!?]|$)/u.test(text)
    ? text.replace(/^./u, letter => letter.toUpperCase())
    : text
}

/** As it stands inside a sentence: in lower case where its first word is surely no name. */
export function insideSentence(text: string): string {
  const first = /^[\p{L}'’-]+/u.exec(text)?.[0] ?? ''
  const isPlain = /^\p{Lu}\p{Ll}+$/u.test(first.replaceAll(/['’-]/g, ''))
  const lower = first.toLowerCase()
  return isPlain && (commonWords.has(lower) || lower.endsWith('ing')) ? lower + text.slice(first.length) : text
}

/** As a sentence: with a full stop, where it has no mark at its end. */
export function asSentence(text: string): string {
  return /[.!?…:;。！？؟।"”»)\]]$/u.test(text) || /https?:\/\/\S+$/.test(text) ? text : `${text}.`
}

/** Cut to `fits` at a word, or inside one that is too long, with an ellipsis; as it is when it fits. */
export function cutTo(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const parts = text.split(/(?<=\s)/u)
  const units = fits(`${(parts[0] ?? '').trimEnd()}…`) ? parts : graphemes(text)
  let [low, high] = [0, units.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(shortened(units, middle))) low = middle
    else high = middle
  }
  return low === 0 ? '' : shortened(units, low)
}

function shortened(units: readonly string[], count: number): string {
  return `${units
    .slice(0, count)
    .join('')
    .replace(/[\s,;:.–-]+$/u, '')}…`
}
