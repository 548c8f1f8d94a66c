import type { JsonSchema } from '../api/products.js'
import { isListed, itemSchema, memberSchema } from './value-schema.js'

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

/** The same parts, where they are the whole name. */
const wholeNames: Readonly<Record<string, string>> = { pct: 'Per cent', ms: 'Milliseconds' }

/** The name of a member in words: `pricePer1kGbp` is `Price per 1,000 GBP`. */
export function nameInWords(name: string): string {
  const whole = wholeNames[name.toLowerCase()]
  if (whole !== undefined) return whole
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

/** Members that hold what people chose to call something: these are shown as they are, also where they look like a date or a number. */
const named = /^(key|name|id)$|(Key|Name|Id)$/

/** Members whose numbers are times, in milliseconds since 1970. */
const timed = /^(at|since|until)$|(At|Since|Until)$/

/** The years in which such a number is a time. */
const [earliest, latest] = [Date.UTC(2001, 0), Date.UTC(2100, 0)]

/**
 * A value of an answer as text for a person; empty if there is none. `name` is that of the member. A text is put into words only where
 * the schema lists it as one of the possible values: all others may be names that people chose, which have to be seen as they are.
 */
export function textOf(value: unknown, schema?: JsonSchema, name = ''): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isTime(value, name) ? dayAndTime.format(value) : numberText(value)
  if (typeof value === 'string') return textOfString(value, schema, name)
  if (Array.isArray(value))
    return value
      .map(each => textOf(each, itemSchema(schema), name))
      .filter(Boolean)
      .join(', ')
  return membersAsText(value, schema)
    .map(([title, text]) => `${title}: ${text}`)
    .join(', ')
}

/** The members of an object that have a value, each with its title and as text. */
export function membersAsText(
  value: object,
  schema: JsonSchema | undefined
): readonly (readonly [title: string, text: string])[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const member = memberSchema(schema, name)
    const text = textOf(each, member, name)
    return text === '' ? [] : [[member?.title ?? nameInWords(name), text] as const]
  })
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

function isTime(value: number, name: string): boolean {
  return timed.test(name) && value >= earliest && value < latest
}

function textOfString(value: string, schema: JsonSchema | undefined, name: string): string {
  if (isListed(value, schema)) return choiceInWords(value)
  if (named.test(name)) return value
  if (decimal.test(value)) return numberText(Number(value))
  return date.test(value) || time.test(value) ? timeText(value) : value
}
