import numbers from '../tables/numbers.json' with { type: 'json' }
import { expression, type Span, spanOf } from './words.js'

/** Numbers in English words up to nineteen. */
export const numberWords: Readonly<Record<string, number>> = numbers.numberWords

/** The tens in English words. */
export const tens: Readonly<Record<string, number>> = numbers.tens

/** Units of time, with how many seconds each has. */
export const secondsOf: Readonly<Record<string, number>> = numbers.secondsOf

/** How many seconds a unit of time has, as people write it. */
export const secondsOfUnit: Readonly<Record<string, number>> = numbers.secondsOfUnit

/** How many days a span of time has that a report looks back over. */
export const daysOf: Readonly<Record<string, number>> = numbers.daysOf

const magnitudes: Readonly<Record<string, number>> = numbers.magnitudes

const currencies: Readonly<Record<string, { readonly code: string; readonly part: number }>> = numbers.currencies

/** A number without rounding: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** A number in a text. */
export interface NumberFound extends Span {
  readonly text: string
  /** Undefined where it can be read in two ways, as `1.500`, or goes on with what is no unit, as `7k5` and `5x`. */
  readonly value: Decimal | undefined
}

const spaces = '[ \\u00a0\\u202f]'

const digits = String.raw`\d{1,3}(?:${spaces}\d{3}){1,6}(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)?e[+-]?\d{1,2}(?!\d)|\d+(?:[.,'’_]\d+){0,9}`

const word = `(?:${[...Object.keys(numberWords), ...Object.keys(tens)].join('|')})`

const magnitude = Object.keys(magnitudes)
  .toSorted((left, right) => right.length - left.length)
  .join('|')

/** The source of a pattern that matches a number, as digits or in words, with its magnitude. */
export const numberSource = expression`(?:(?:${digits})(?:\s?(?:${magnitude})(?![\p{L}\p{N}]))?
  |(?:half|quarter)\s+(?:of\s+)?an?\s(?:${magnitude})(?![\p{L}\p{N}])
  |(?:an?|${word}(?:[\s-]${word})?)\s(?:${magnitude})(?![\p{L}\p{N}])(?:(?:[\s-]|\sand\s)(?:${word}|${magnitude})(?![\p{L}\p{N}])){0,12}
  |${word}(?:[\s-]${word})?(?![\p{L}\p{N}]))`

const anyNumber = new RegExp(String.raw`(?<![\p{L}\p{N}.,])${numberSource}`, 'giu')

/** All numbers of a text, in its order. */
export function numbersIn(text: string): readonly NumberFound[] {
  const style = decimalsOf(text)
  return [...text.matchAll(anyNumber)].map(match => ({
    ...spanOf(match),
    text: match[0],
    value: isBound(text, spanOf(match)) || goesOn(text, spanOf(match)) ? undefined : read(match[0], style)
  }))
}

/** What may follow a number without a space. */
const gluedUnits = [...Object.keys(secondsOf), ...Object.keys(daysOf), 'token', 'post', 'ms', 'sec', 'min'].join('|')

const ownUnit = new RegExp(String.raw`^(?:${gluedUnits})s?(?![\p{L}\p{N}])`, 'iu')

const glued = /^(?:[.:_]?[\p{L}\p{N}]|['’]\p{N})/u

/** Whether a number is only the beginning of something longer, or a part of a calculation: `7k5`, `5x`, `5e`, `2 x 10^6`. */
function goesOn(text: string, { from, to }: Span): boolean {
  const behind = text.slice(to)
  if (/^\s?(?:[*×^]|x\s?\d)/iu.test(behind) || /(?:[*×^]|\d\s?x)\s?$/iu.test(text.slice(0, from))) return true
  return beforeMagnitude.test(behind) || (glued.test(behind) && !ownUnit.test(behind))
}

/** `300 hundred thousand`, `one and a half million`. */
const beforeMagnitude = new RegExp(
  String.raw`^\s+(?:(?:and\s+)?(?:an?\s+)?(?:half|quarter)\b|and\s+(?:${word})\s+(?:${magnitude})(?![\p{L}\p{N}])|(?:hundred|thousand|million|billion)s?\b)`,
  'iu'
)

/** Whether a number is below zero, a bound, or one end of a range. */
function isBound(text: string, { from, to }: Span): boolean {
  return (
    /[-–−]\s?$|\b(?:up\s+to|at\s+(?:least|most)|(?:more|less|fewer)\s+than|nearly|almost)\s+$/iu.test(
      text.slice(0, from)
    ) || /^\s?(?:[-–−]|to\s|or\s)\s?\d/u.test(text.slice(to))
  )
}

/** The number that a text begins with, where the rest of the text it stands in shows how decimals are written. */
export function numberAt(part: string, whole: string): Decimal | undefined {
  return read(part.trim(), decimalsOf(whole))
}

/** The nearest number of the language; exact up to 15 digits. */
export function toNumber({ digits, scale }: Decimal): number {
  return Number(`${digits}e-${scale}`)
}

function times(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits * right.digits, scale: left.scale + right.scale }
}

/** The quotient; undefined where it has no end in decimals. */
function dividedBy(left: Decimal, right: Decimal): Decimal | undefined {
  if (right.digits === 0n) return undefined
  const most = 30
  const raised = left.digits * 10n ** BigInt(most + right.scale)
  return raised % right.digits === 0n ? { digits: raised / right.digits, scale: left.scale + most } : undefined
}

function decimalOf(value: number): Decimal {
  const [whole = '0', fraction = ''] = String(value).split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** Which sign a text is sure to write decimals with, if any: a comma as in `1,5` or `0,002`. */
function decimalsOf(text: string): 'comma' | undefined {
  const hasComma = /(?<![\d.,])(?:0,\d+|\d+,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d+)(?![\d,])/u.test(text)
  return hasComma ? 'comma' : undefined
}

function read(text: string, style: 'comma' | undefined): Decimal | undefined {
  const [, plain, unit = ''] =
    new RegExp(String.raw`^(${digits})\s?(${magnitude})?$`, 'iu').exec(text) ?? ([] as string[])
  if (plain === undefined) return inWords(text.toLowerCase())
  const [mantissa = '', exponent = '0'] = plain
    .replaceAll(/[ \u00a0\u202f'’_]/gu, '')
    .toLowerCase()
    .split('e')
  const value = raised(fromDigits(mantissa, style), Number(exponent))
  return value && times(value, decimalOf(magnitudes[unit.toLowerCase()] ?? 1))
}

/** A number times ten to a power. */
function raised(value: Decimal | undefined, power: number): Decimal | undefined {
  if (!value || power >= 0) return value && { ...value, digits: value.digits * 10n ** BigInt(power) }
  return { ...value, scale: value.scale - power }
}

function fromDigits(text: string, style: 'comma' | undefined): Decimal | undefined {
  const marks = text.match(/[.,]/gu) ?? []
  const last = marks.at(-1)
  if (last === undefined) return { digits: BigInt(text), scale: 0 }
  const isMixed = new Set(marks).size === 2
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/u.test(text)
  if (isMixed) return isSound(text, last) ? decimal(text, last) : undefined
  if (marks.length > 1) return isGrouped ? { digits: BigInt(text.replaceAll(last, '')), scale: 0 } : undefined
  if (!isGrouped) return decimal(text, last)
  // `1,500` is how English groups thousands; `1.500` may be one and a half, and either is unsure beside `0,002`.
  const isThousands = last === ',' ? style !== 'comma' : style === 'comma'
  return isThousands ? { digits: BigInt(text.replace(last, '')), scale: 0 } : undefined
}

function isSound(text: string, last: string): boolean {
  const [whole = '', ...fractions] = text.split(last)
  return fractions.length === 1 && /^[1-9]\d{0,2}(?:[.,]\d{3})+$/u.test(whole)
}

function decimal(text: string, mark: string): Decimal {
  const [whole = '', fraction = ''] = text.split(mark)
  return { digits: BigInt(whole.replaceAll(/[.,]/gu, '') + fraction), scale: fraction.length }
}

function inWords(text: string): Decimal | undefined {
  const parts = text.split(/[\s-]+/u).filter(part => part !== 'of')
  if (parts[0] === 'half' || parts[0] === 'quarter') {
    const share = parts[0] === 'half' ? { digits: 5n, scale: 1 } : { digits: 25n, scale: 2 }
    return times(share, decimalOf(magnitudes[parts.at(-1) ?? ''] ?? 1))
  }
  let [total, group, least] = [0, 0, Number.POSITIVE_INFINITY]
  for (const [position, part] of parts.entries()) {
    const size = magnitudes[part]
    const value = numberWords[part] ?? tens[part] ?? (position === 0 && /^an?$/u.test(part) ? 1 : undefined)
    if (part === 'and' && magnitudes[parts[position - 1] ?? ''] !== undefined) continue
    if (size === undefined) {
      // "Twenty five" is one number; "five five" and "twenty fifteen" are none.
      const room = group === 0 ? 100 : group % 100 === 0 ? 100 : group % 10 === 0 && group % 100 > 10 ? 10 : 0
      if (value === undefined || value >= room) return undefined
      group += value
    } else if (size <= 100) {
      if (group === 0 || group >= 100) return undefined
      group *= size
    } else {
      if (group === 0 || size >= least) return undefined
      total += group * size
      group = 0
      least = size
    }
  }
  return decimalOf(total + group)
}

/** A price or a sum in a text, in the main unit of its currency. */
export interface Money extends Span {
  readonly text: string
  /** Undefined where its number can be read in two ways, or goes on with what is no unit. */
  readonly amount: Decimal | undefined
  /** ISO 4217; empty for a sign that several currencies share; undefined where the text names none. */
  readonly currency: string | undefined
  /** For how many units the price is; undefined where the text does not say. */
  readonly per: Decimal | undefined
}

const escaped = (names: readonly string[]) =>
  names
    .toSorted((left, right) => right.length - left.length)
    .map(name => name.replaceAll('$', String.raw`\$`))
    .join('|')

const before = escaped(['£', '$', 'us$', '€', '¥', '₹', 'gbp', 'usd', 'eur', 'chf', 'jpy', 'cad', 'aud', 'inr'])

const after = escaped(Object.keys(currencies))

const unit = 'tokens?|units?|calls?|pieces?|items?|requests?'

const per = expression`(?:(?:\s*\/\s*|\s+(?:per|for\s+(?:every|each)|a|an|each|every|pro|par|je|por)\s+)
  (?:(?<many>${numberSource}|thousand|million|mille|mio|k|m)(?:\s?(?:${unit}))?|(?<one>${unit}))(?![\p{L}\p{N}])
  |\s+(?<each>each|apiece)(?![\p{L}\p{N}]))`

const sums = [
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?<before>${before})\s?(?<number>${numberSource})${per}?`, 'giu'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(?<number>${numberSource})\s?(?<after>${after})(?![\p{L}\p{N}])${per}?`,
    'giu'
  ),
  new RegExp(
    String.raw`(?=[\p{L}\p{N}])(?<=\b(?:at|@|price|priced|costs?|costing|billed|rate of|price of|price is)\s+(?:at\s+)?)(?<number>${numberSource})${per}`,
    'giu'
  ),
  /(?=\d)(?<=\b(?:at|@|price|priced|price of|price is)\s+(?:at\s+)?)(?<number>\d+[.,]\d+)(?=\s*(?:$|[,;!?]|[.](?:\s|$)))/giu
]

/** The prices and sums of a text, in its order. */
export function moneyIn(text: string): readonly Money[] {
  const found: Money[] = []
  for (const pattern of sums)
    for (const match of text.matchAll(pattern)) {
      const money = moneyOf(match, text)
      if (!found.some(({ from, to }) => from < money.to && money.from < to)) found.push(money)
    }
  return found.toSorted((left, right) => left.from - right.from)
}

function moneyOf(match: RegExpExecArray, text: string): Money {
  const { number = '', before, after, many, one, each } = match.groups ?? {}
  const currency = currencies[(before ?? after ?? '').toLowerCase()]
  const read = goesOn(text, spanOf(match)) ? undefined : numberAt(number, text)
  return {
    ...spanOf(match),
    text: match[0],
    amount: read && currency ? dividedBy(read, decimalOf(currency.part)) : read,
    currency: currency?.code,
    per: perOf(many, one ?? each, text)
  }
}

function perOf(many: string | undefined, one: string | undefined, text: string): Decimal | undefined {
  if (many !== undefined)
    return /^\p{L}+$/u.test(many) ? (numberAt(`a ${many}`, text) ?? numberAt(many, text)) : numberAt(many, text)
  return one === undefined ? undefined : decimalOf(1)
}

/** What a price is asked in: the words of a field's name, such as those of `pricePer1kGbp`. */
interface PriceUnit {
  readonly currency: string | undefined
  readonly per: Decimal | undefined
}

/** The unit that the words of a field's name ask for. */
export function unitOf(words: readonly string[]): PriceUnit {
  const currency = words.map(word => currencies[word]).find(each => each?.part === 1 && each.code !== '')
  const at = words.indexOf('per')
  const many = at === -1 ? undefined : words[at + 1]
  return {
    currency: currency?.code,
    per: many === undefined ? undefined : (numberAt(many, many) ?? numberAt(`a ${many}`, many) ?? decimalOf(1))
  }
}

/**
 * A price in the unit that a field asks for, exact. A text says why there is none: another currency, no unit beside it, or a
 * number that can be read in two ways.
 */
export function priceIn({ text, amount, currency, per }: Money, unit: PriceUnit): number | string {
  if (!amount) return `"${text}" can be read in two ways`
  if (currency !== undefined && unit.currency !== undefined && currency !== unit.currency)
    return `"${text}" is not in ${unit.currency}`
  if (unit.per && !per) return `"${text}" does not say for how many`
  if (!unit.per && per) return `"${text}" is a price for each, and a sum is asked for`
  if (!unit.per || !per) return toNumber(amount)
  const converted = dividedBy(times(amount, unit.per), per)
  return converted ? toNumber(converted) : `"${text}" has no exact price in the unit that is asked for`
}
