import { stemsOf } from '../text/terms.js'
import type { Field } from './field.js'
import { magnitudes, numberWords, secondsOf } from './field-kinds.js'

const number = String.raw`(\d[\d,]*(?:\.\d+)?|${Object.keys(numberWords).join('|')})`
const magnitude = String.raw`\s?(${Object.keys(magnitudes).join('|')})?\b`

/** The number that a sentence gives for a field: before its words, after them, or as a time for one that counts seconds. */
export function numberFor({ words, minimum, maximum, takesWhole }: Field, sentence: string): number | undefined {
  const value =
    words.at(-1) === 'seconds' ? seconds(words, sentence) : (before(words, sentence) ?? after(words, sentence))
  if (value === undefined || value < minimum || value > maximum) return undefined
  return takesWhole && !Number.isInteger(value) ? undefined : value
}

/** `40k tokens`, `60 days`, `two posts per week`. */
function before(words: readonly string[], sentence: string): number | undefined {
  const gap = words.length > 1 ? String.raw`(?:\s+[\p{L}-]+)?` : ''
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}£$€.])${number}${magnitude}${gap}\s+([\p{L}]+(?:\s+[\p{L}]+){${words.length - 1}})`,
    'giu'
  )
  const wanted = stemsOf(words.join(' ')).join(' ')
  for (const [, digits = '', unit = '', named = ''] of sentence.matchAll(pattern)) {
    if (stemsOf(named.replace(/^an? (?=week|day)/i, 'per ')).join(' ') === wanted) return amountOf(digits, unit)
  }
  return undefined
}

/** `exit code 3`, `top: 5`. */
function after(words: readonly string[], sentence: string): number | undefined {
  const named = words.join(String.raw`[\s-]?`)
  const match = new RegExp(String.raw`\b${named}\s*(?:[:=]|is|of)?\s*${number}${magnitude}`, 'iu').exec(sentence)
  return match ? amountOf(match[1] ?? '', match[2] ?? '') : undefined
}

/** `every five minutes` for `everySeconds`, `ten minutes of grace` for `graceSeconds`. */
function seconds([first = 'seconds']: readonly string[], sentence: string): number | undefined {
  const time = String.raw`(?:${number}\s+)?(${Object.keys(secondsOf).join('|')})s?`
  const match =
    new RegExp(String.raw`\b${first}\s+(?:of\s+)?${time}\b`, 'iu').exec(sentence) ??
    new RegExp(String.raw`\b${time}\s+(?:of\s+)?${first}\b`, 'iu').exec(sentence)
  return match ? amountOf(match[1] ?? '1', '') * (secondsOf[match[2]?.toLowerCase() ?? ''] ?? 1) : undefined
}

function amountOf(digits: string, unit: string): number {
  const lower = digits.toLowerCase()
  const value = Object.hasOwn(numberWords, lower) ? (numberWords[lower] ?? 0) : Number(lower.replaceAll(',', ''))
  return value * (magnitudes[unit.toLowerCase()] ?? 1)
}
