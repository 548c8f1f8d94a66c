/** Abbreviations that are written in capitals. */
const capitals = new Set([
  'api',
  'csv',
  'dns',
  'eur',
  'gbp',
  'http',
  'https',
  'id',
  'ip',
  'tls',
  'url',
  'usd',
  'utc',
  'ics'
])

/** Parts of names that stand for a symbol or another word. */
const symbols: Readonly<Record<string, string>> = { pct: '%', ms: '(ms)' }

/** The name of a member in words: `pricePer1kGbp` is `Price per 1,000 GBP`. */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/[Pp]er1k/g, ' per 1,000 ')
    .replaceAll(/([a-z\d])([A-Z])|([a-z]{3})(\d)/g, '$1$3 $2$4')
    .split(/[\s._-]+/)
    .filter(Boolean)
    .map(
      word =>
        symbols[word.toLowerCase()] ?? (capitals.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase())
    )
  const [first = '', ...rest] = words
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}

/** A text with a capital at its start: `needs a card` is `Needs a card`. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A status or a choice in words: `no_data` is `no data`. */
export function choiceInWords(choice: string): string {
  return /^[a-z][a-z0-9]*([_-][a-z0-9]+)+$/.test(choice) ? choice.replaceAll(/[_-]/g, ' ') : choice
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const decimal = /^-?\d+\.\d{3,}$/
const date = /^\d{4}-\d{2}-\d{2}$/
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** A value of an answer as text for a person; empty if there is none. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'string') return textOfString(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  return Object.entries(value)
    .map(([name, each]) => `${nameInWords(name)}: ${textOf(each)}`)
    .join(', ')
}

/** A number with thousands separated, at most six decimal places. */
export function numberText(value: number): string {
  return numbers.format(value)
}

/** A time or a date as text for a person; the text itself if it is none. */
export function timeText(value: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return value
  return date.test(value) ? day.format(at) : dayAndTime.format(at)
}

function textOfString(value: string): string {
  if (decimal.test(value)) return numberText(Number(value))
  return date.test(value) || time.test(value) ? timeText(value) : choiceInWords(value)
}
