import { counts, daysAgo, daysOf, monthsByName } from './ages.js'

const dayMs = 86_400_000

/**
 * How old the evidence of a phrase is, in days before `asOf`: from "today" to "3 months ago", "Q2 2026", "March 2026" and ISO
 * dates. A period counts from its middle, the future as today. Undefined when the phrase names no time.
 */
export function ageInDays(phrase: string, asOf: number): number | undefined {
  const named = namedAge.exec(phrase)?.[0]
  if (named !== undefined) return daysAgo[named]
  const counted = countedAge.exec(phrase)?.groups
  if (counted) return (counts[counted.count ?? ''] ?? Number(counted.count)) * (daysOf[counted.unit ?? ''] ?? 0)
  const [start, end] = periodOf(phrase) ?? []
  return start === undefined || end === undefined ? undefined : Math.max(0, (asOf - (start + end) / 2) / dayMs)
}

const namedAge = new RegExp(`\\b(?:${Object.keys(daysAgo).join('|')})\\b`)
const countedAge = new RegExp(
  `\\b(?<count>\\d{1,4}|${Object.keys(counts).join('|')}) (?<unit>${Object.keys(daysOf).join('|')})s? ago\\b`
)
const quarterForm = /\bq(?<quarter>[1-4])[ /-]?(?:of )?(?<year>20\d\d)\b/
const dateForm = /\b(?<year>20\d\d)-(?<month>0[1-9]|1[0-2])(?:-(?<day>0[1-9]|[12]\d|3[01]))?\b/
const monthForm = new RegExp(`\\b(?<name>${Object.keys(monthsByName).join('|')})\\.? (?<year>20\\d\\d)\\b`)
const yearForm = /\b(?:in|since|during) (?<year>20\d\d)\b/

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
  if (month) return monthsFrom(Number(month.year), monthsByName[month.name ?? ''] ?? 0, 1)
  const year = yearForm.exec(phrase)?.groups
  return year && monthsFrom(Number(year.year), 0, 12)
}

function monthsFrom(year: number, month: number, months: number): readonly [number, number] {
  return [Date.UTC(year, month), Date.UTC(year, month + months)]
}
