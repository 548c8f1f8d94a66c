import { readNumber } from '@product-host/toolkit/numbers'
import times from './times.json' with { type: 'json' }
import { bands, type HeadcountBand } from './weights.js'
import words from './words.json' with { type: 'json' }

/** The band of the number of people that a phrase in plain letters names, and the words that name it; undefined when it names none. */
export function headcountIn(phrase: string): { readonly band: HeadcountBand; readonly words: string } | undefined {
  const match = headcountForm.exec(phrase)
  const { lower, lowerThousands, alone, aloneThousands } = match?.groups ?? {}
  const count = readNumber(`${lower ?? alone ?? ''}${lowerThousands || aloneThousands ? 'k' : ''}`, { isCount: true })
  if (!match || count === undefined || movement.test(phrase.slice(0, match.index))) return undefined
  return { band: bandOf(count), words: match[0] }
}

/** The band of a number of employees. */
export function bandOf(employees: number): HeadcountBand {
  const band = bands.find(({ from }) => employees >= from)
  if (!band) throw new RangeError('A number of employees is not below 0.')
  return band
}

const figure = '\\d{1,3}(?:[., ]\\d{3})+|\\d{1,7}(?:[.,]\\d)?'
const thousands = ' ?k\\b'
const rangeEnd = ' ?(?:-|–|to|bis|a) ?\\d{1,7}k?\\+?'

/** "250 employees", "200-500 staff", "1.2k people", "40-person company". A range counts by its lower end. */
const peopleCount =
  `(?<![\\d.,])(?<lower>${figure})(?<lowerThousands>${thousands})?\\+?(?:${rangeEnd})?` +
  `[ -](?:full-time |office )?(?:${words.people.join('|')})\\b`

/** "team of 12", "headcount 1.5k". */
const staffCount =
  `\\b(?:${words.staff.join('|')})(?: size)?[ :]*(?:of|is|von|de)? ?(?:(?:${words.rough.join('|')}) )?` +
  `(?<alone>${figure})(?<aloneThousands>${thousands})?(?![\\d%]| ?%)\\b`

const headcountForm = new RegExp(`${peopleCount}|${staffCount}`)

/** People who come or go are not the size of a company. */
const movement = new RegExp(`\\b(?:${words.movements.join('|')})\\b(?: \\S+){0,2} ?$`)

const dayMs = 86_400_000

const daysAgo: Readonly<Record<string, number>> = times.daysAgo
const daysOf: Readonly<Record<string, number>> = times.daysOf
const counts: Readonly<Record<string, number>> = times.counts
const months: Readonly<Record<string, number>> = times.months

/**
 * How old the evidence of a phrase in plain letters is, in days before `asOf`: from "today" to "3 months ago", "Q2 2026", "March 2026" and
 * ISO dates. A period counts from its middle, the future as today. Undefined when the phrase names no time.
 */
export function ageInDays(phrase: string, asOf: number): number | undefined {
  const named = namedAge.exec(phrase)?.[0]
  if (named !== undefined) return daysAgo[named]
  const counted = (countedAge.exec(phrase) ?? countedBefore.exec(phrase))?.groups
  if (counted) return (counts[counted.count ?? ''] ?? Number(counted.count)) * (daysOf[counted.unit ?? ''] ?? 0)
  const [start, end] = periodOf(phrase) ?? []
  return start === undefined || end === undefined ? undefined : Math.max(0, (asOf - (start + end) / 2) / dayMs)
}

/** What holds since a time holds still. */
const namedAge = new RegExp(`(?<!since )\\b(?:${Object.keys(daysAgo).join('|')})\\b`)

const amount = `(?<count>\\d{1,4}|${Object.keys(counts).join('|')})`

const unit = `(?<unit>${Object.keys(daysOf)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})`

const countedAge = new RegExp(`\\b${amount} ${unit}s? ago\\b`)

/** "vor 3 Monaten", "il y a 3 mois", "hace 3 meses". */
const countedBefore = new RegExp(`\\b(?:vor|il y a|hace) ${amount} ${unit}s?\\b`)

const quarterForm = /\bq(?<quarter>[1-4])[ /-]?(?:of )?(?<year>20\d\d)\b/

const dateForm = /\b(?<year>20\d\d)-(?<month>0[1-9]|1[0-2])(?:-(?<day>0[1-9]|[12]\d|3[01]))?\b/

const monthForm = new RegExp(`\\b(?<name>${Object.keys(months).join('|')})\\.? (?<year>20\\d\\d)\\b`)

const yearForm = /\b(?:in|during|en) (?<year>20\d\d)\b/

/** First and last moment of the period that a phrase names. */
function periodOf(phrase: string): readonly [number, number] | undefined {
  const quarter = quarterForm.exec(phrase)?.groups
  if (quarter) return monthsFrom(Number(quarter.year), (Number(quarter.quarter) - 1) * 3, 3)
  const date = dateForm.exec(phrase)?.groups
  if (date?.day) {
    const start = Date.UTC(Number(date.year), Number(date.month) - 1, Number(date.day))
    return [start, start]
  }
  if (date) return monthsFrom(Number(date.year), Number(date.month) - 1, 1)
  const month = monthForm.exec(phrase)?.groups
  if (month) return monthsFrom(Number(month.year), months[month.name ?? ''] ?? 0, 1)
  const year = yearForm.exec(phrase)?.groups
  return year && monthsFrom(Number(year.year), 0, 12)
}

function monthsFrom(year: number, month: number, months: number): readonly [number, number] {
  return [Date.UTC(year, month), Date.UTC(year, month + months)]
}
