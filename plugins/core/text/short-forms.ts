import numbers from '../tables/numbers.json' with { type: 'json' }
import lists from '../tables/words.json' with { type: 'json' }
import { meaningsOf } from './words.js'

const shortWords = meaningsOf(lists.shortForms.words)

const shortUnits = meaningsOf(numbers.shortUnits)

/** What is quoted, and addresses. */
const kept =
  /("[^"]*"|“[^“”]*”|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|\bhttps?:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+)/giu

/** What is to be stored is stored as it is written. */
const storing = /^\W*(?:(?:please|pls|kindly)\s+)?(?:remember|note|jot|write\s+down|keep|memori[sz]e|save|store)\b/iu

const word = /(?<![\p{L}\p{N}/.-])(?:\p{L}+\/(?:\p{L}(?![\p{L}\p{N}]))?|\p{L}+)(?![\p{L}\p{N}/.-])/gu

const count = /(?<=(?:^|[\s,(=:])\d{1,5})\s?(\p{L}{1,4})(?![\p{L}\p{N}'’])/gu

const rhythm =
  /(?<=(?:^|\s)\d{1,3})\s*(?:x|times|posts)?\s*(?:\/|(?<=x\s?)\s(?:per|an?|each)\s)\s*(week|wk|w|month|day)(?![\p{L}\p{N}])/giu

/** A text with the short forms and signs of notes in words: `pls`, `w/`, `5s`, `3/week`, and backticks as quotation marks. */
export function spelledOut(text: string): string {
  const quoted = text.replaceAll(/`([^`\s]+)`/gu, '$1').replaceAll(/`([^`"]+)`/gu, '"$1"')
  if (storing.test(quoted)) return quoted
  return quoted
    .split(kept)
    .map((part, position) => (position % 2 === 1 ? part : inWords(part)))
    .join('')
}

function inWords(part: string): string {
  return part
    .replaceAll(rhythm, (_, unit: string) => ` per ${/^w/iu.test(unit) ? 'week' : unit}`)
    .replaceAll(count, (all, short: string) => {
      const unit = shortUnits.get(short.toLowerCase())
      return unit === undefined ? all : ` ${unit}`
    })
    .replaceAll(word, short => shortWords.get(short.toLowerCase()) ?? short)
    .replaceAll(/(?<=\p{L})\s+\+\s+(?=\p{L})/gu, ' and ')
    .replaceAll(/\s+(?:->|=>|→)\s+/gu, ' to ')
}
