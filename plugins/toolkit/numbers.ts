import { median, medianAbsoluteDeviation } from 'simple-statistics'

/** A number with so many decimals, never -0. */
export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0
}

/** A whole number with commas between its thousands. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}

/** A count with its noun, such as "1 post" and "1,200 posts". */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** What is usual: the median of some values and their median absolute deviation. */
export interface Baseline {
  readonly median: number
  readonly mad: number
}

/** The least deviation that counts, as a share of the median and by itself, so that equal values do not make it 0. */
export interface LeastDeviation {
  readonly share: number
  readonly value: number
}

/** The standard deviation of a normal distribution, in median absolute deviations: 1 / 0.6745. */
export const sigmasPerMad = 1.4826

/** Makes the median absolute deviation comparable to a standard deviation: the 0.75 quantile of the normal distribution. */
const zFactor = 0.6745

/** What is usual by some values, at least one. */
export function baselineOf(values: readonly number[], least: LeastDeviation): Baseline {
  const middle = median([...values])
  const leastMad = Math.max((least.share * Math.abs(middle)) / sigmasPerMad, least.value)
  return { median: middle, mad: Math.max(medianAbsoluteDeviation([...values]), leastMad) }
}

/** How far a value is from what is usual: 0.6745 · (x − median) / MAD (B. Iglewicz and D. Hoaglin, ASQC 1993). */
export function modifiedZ(value: number, baseline: Baseline): number {
  return (zFactor * (value - baseline.median)) / baseline.mad
}

/** What a text says of an amount: the smallest and the largest number that it may be, the same where it is one number. */
export interface NumberReading {
  /** `-Infinity` where there is no bound, as in `<50`. */
  readonly from: number
  /** `Infinity` where there is no bound, as in `1000+`. */
  readonly to: number
  /** `%`, or the ISO 4217 code of a currency. */
  readonly unit?: string
}

/** What is known of a text beside its signs. */
interface NumberContext {
  /** The number counts things, so it has no decimals: `1.500` is 1,500. */
  readonly isCount?: boolean
  /** A word that may follow the number: `employees` in `250 employees`. */
  readonly noun?: string
}

/** The longest text that is read as a number, in characters. */
const longestNumber = 64

/**
 * Every way to read a whole text as a number, as exports write it: `1,000`, `1.000,5`, `1 000`, `5k`, `1000+`, `<50`, `1001-5000`, `82%`,
 * `£1.5m`, `(250)` for a loss. None for any other text. A comma before exactly three digits groups thousands. A single dot before exactly
 * three digits, as in `1.500`, has two readings, and so has `1-5k`: whoever needs one number must not choose between them.
 */
export function numberReadings(text: string, { isCount = false, noun }: NumberContext = {}): readonly NumberReading[] {
  if (text.length > longestNumber) return []
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const counted = noun !== undefined && plain.toLowerCase().endsWith(` ${noun.toLowerCase()}`)
  const readings = rangesOf(counted ? plain.slice(0, -noun.length - 1) : plain)
  return isCount && readings.length > 1 ? readings.filter(({ from }) => Number.isInteger(from)).slice(-1) : readings
}

/** The one number that a text is; undefined where it is none, a range, a bound, or can be read in two ways. */
export function readNumber(text: string, context?: NumberContext): number | undefined {
  const [reading, ...others] = numberReadings(text, context)
  return reading && others.length === 0 && reading.from === reading.to ? reading.from : undefined
}

/** One number in all its readings. */
interface Amount {
  readonly values: readonly number[]
  readonly unit?: string
  /** What its magnitude multiplied it by: 1,000 for `k`, 1 without one. */
  readonly factor: number
}

function rangesOf(text: string): readonly NumberReading[] {
  const [, bound = '', bounded = ''] = /^(<=|>=|[<>≤≥~])? ?(.*)$/.exec(text) ?? []
  const isOpen = bounded.endsWith('+') && bound === ''
  const amount = amountOf(isOpen ? bounded.slice(0, -1).trimEnd() : bounded)
  if (amount) {
    return amount.values.map(value => ({
      from: bound.startsWith('<') || bound === '≤' ? -Infinity : value,
      to: isOpen || bound.startsWith('>') || bound === '≥' ? Infinity : value,
      ...unitOf(amount)
    }))
  }
  return bound === '' ? betweenOf(text) : []
}

/** `1001-5000`, `10 to 20%`. The sign between the numbers is not the first of the text, which would be that of a number below 0. */
function betweenOf(text: string): readonly NumberReading[] {
  const [, left = '', right = ''] = /^(.[^-–—]*)[-–—](.+)$/.exec(text.replace(' to ', '-')) ?? []
  const [low, high] = [amountOf(left.trimEnd()), amountOf(right.trimStart())]
  if (!low || !high || (low.unit !== undefined && high.unit !== undefined && low.unit !== high.unit)) return []
  const unit = unitOf(low.unit === undefined ? high : low)
  const isShared = low.factor === 1 && high.factor > 1
  const lows = isShared ? low.values.flatMap(value => [value, value * high.factor]) : low.values
  const readings = lows.flatMap(from => high.values.map(to => ({ from, to, ...unit })))
  return readings.filter(({ from, to }) => from <= to)
}

function unitOf({ unit }: Amount): { readonly unit?: string } {
  return unit === undefined ? {} : { unit }
}

const currencySigns: Readonly<Record<string, string>> = { '£': 'GBP', '€': 'EUR', $: 'USD', '¥': 'JPY', '₹': 'INR' }

const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const head = /^([-−+]?) ?([A-Z]{3}(?![A-Za-z])|[£€$¥₹])? ?([-−]?)/

const tail = /(?:[%£€$¥₹]|(?<![A-Za-z])[A-Z]{3})$/

/** A unit before or behind the number, a sign before either, or brackets for a loss. */
function amountOf(text: string): Amount | undefined {
  if (text.startsWith('(') && text.endsWith(')')) return negated(amountOf(text.slice(1, -1)))
  const [start = '', sign = '', before, innerSign = ''] = head.exec(text) ?? []
  const [behind] = tail.exec(text) ?? []
  const units = [before, behind].flatMap(unit => (unit === undefined ? [] : [currencySigns[unit] ?? unit]))
  const [unit] = units
  if (units.length > 1 || (unit !== undefined && unit !== '%' && !currencyCodes.has(unit))) return undefined
  if (sign !== '' && innerSign !== '') return undefined
  const number = text.slice(start.length, text.length - (behind?.length ?? 0)).trim()
  const magnitude = magnitudeOf(number)
  const digits = magnitude === undefined ? number : number.slice(0, -magnitude.length).trimEnd()
  const factor = magnitudes[magnitude ?? ''] ?? 1
  const values = valuesOf(digits, magnitude !== undefined).map(value => Number((value * factor).toPrecision(15)))
  if (values.length === 0) return undefined
  const amount = { values, factor, ...(unit !== undefined && { unit }) }
  return /[-−]/.test(sign + innerSign) ? negated(amount) : amount
}

function negated(amount: Amount | undefined): Amount | undefined {
  return amount && { ...amount, values: amount.values.map(value => -value) }
}

/** What a sign behind a number multiplies it by. */
const magnitudes: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, b: 1e9, bn: 1e9 }

function magnitudeOf(number: string): string | undefined {
  const [letters] = /(?<=[\d ])[a-z]{1,3}$/i.exec(number) ?? []
  return letters !== undefined && Object.hasOwn(magnitudes, letters.toLowerCase()) ? letters.toLowerCase() : undefined
}

/** The values of digits with their separators; with a magnitude, no dot groups thousands: `1.234k` is 1,234. */
function valuesOf(digits: string, hasMagnitude: boolean): readonly number[] {
  if (/^(?:\d+(?:\.\d+)?|\.\d+)e[-+]?\d{1,3}$/i.test(digits)) return [Number(digits)].filter(Number.isFinite)
  const plain = /^\d{1,3}(?:[ '’_]\d{3})+(?:[.,]\d+)?$/.test(digits) ? digits.replace(/[ '’_]/g, '') : digits
  if (!/^\d*(?:[.,]\d+)*$/.test(plain) || plain === '') return []
  const marks = plain.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return [Number(plain)]
  const whole = Number(plain.replace(/[.,]/g, ''))
  if (new Set(marks).size === 2) {
    const end = plain.lastIndexOf(last)
    return isGrouped(plain.slice(0, end))
      ? [Number(`${plain.slice(0, end).replace(/[.,]/g, '')}.${plain.slice(end + 1)}`)]
      : []
  }
  if (marks.length > 1) return isGrouped(plain) ? [whole] : []
  const decimal = Number(plain.replace(',', '.'))
  if (!isGrouped(plain)) return [decimal]
  if (last === ',') return [whole]
  return hasMagnitude ? [decimal] : [decimal, whole]
}

/** Groups of three digits behind one sign; or of two and three, as in India: `1,00,000`. */
function isGrouped(text: string): boolean {
  return /^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d{0,2}(?:\.\d{3})+$|^[1-9]\d?(?:,\d{2})+,\d{3}$/.test(text)
}
