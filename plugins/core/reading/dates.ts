import { addDays, dateOf, isDate, weekdayOf } from '@product-host/toolkit/calendar'
import type { Field } from './fields.js'
import type { FieldValue } from './slots.js'
import { type Span, spanOf } from './words.js'

/** The day for a field of the format `date`; for one that says when something was, the last such day, at noon UTC. */
export function dateFor({ words, format }: Field, sentence: string, now: number): FieldValue | undefined {
  const [date] = datesIn(sentence, now)
  if (!date) return undefined
  const lead = /\b(?:from|starting|beginning|on|since|as of|of|start)(?:\s+(?:on|from))?\s+$/iu.exec(
    sentence.slice(0, date.from)
  )
  const spans = [{ from: lead ? lead.index : date.from, to: date.to }]
  if (format === 'date') return words.includes('start') || words.length === 1 ? { value: date.next, spans } : undefined
  const isPast = words.some(each => /^(?:occurred|happened|recorded)$/u.test(each))
  return isPast && date.last < dateOf(now, 'UTC') ? { value: `${date.last}T12:00:00Z`, spans } : undefined
}

/** A day that a text names. */
interface DateFound extends Span {
  readonly text: string
  /** The day that comes next from now on, YYYY-MM-DD; the one that a text says in full. */
  readonly next: string
  /** The last such day that is over, or today. */
  readonly last: string
}

const months = 'january february march april may june july august september october november december'.split(' ')

const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

const month = months.map(name => `${name}|${name.slice(0, 3)}`).join('|')

const patterns = [
  /(?<![\d-])(?<iso>\d{4}-\d{2}-\d{2})(?![\d-])/giu,
  new RegExp(
    String.raw`(?<![\d.\p{L}])(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<month>${month})\.?(?:,?\s+(?<year>\d{4}))?(?![\p{L}\p{N}])`,
    'giu'
  ),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<month>${month})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?<year>\d{4}))?(?![\p{L}\p{N}])`,
    'giu'
  ),
  /\b(?<relative>today|tomorrow|yesterday|the day after tomorrow)\b/giu,
  new RegExp(
    String.raw`(?<!\b(?:every|each)\s+)\b(?:next\s+|this\s+|last\s+)?(?<weekday>${weekdays.join('|')})\b`,
    'giu'
  )
]

/** The days that a text names, seen from a moment, in UTC. Dates such as 03/04/2026 are not read: they mean two days. */
function datesIn(text: string, now: number): readonly DateFound[] {
  const today = dateOf(now, 'UTC')
  const found: DateFound[] = []
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const days = daysNamed(match.groups ?? {}, today)
      const span = spanOf(match)
      if (days && !found.some(({ from, to }) => from < span.to && span.from < to))
        found.push({ ...span, text: match[0], ...days })
    }
  return found.toSorted((left, right) => left.from - right.from)
}

const relatives: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  yesterday: -1,
  'the day after tomorrow': 2
}

function daysNamed(
  { iso, day, month = '', year, relative, weekday }: Readonly<Record<string, string | undefined>>,
  today: string
): Pick<DateFound, 'next' | 'last'> | undefined {
  if (iso !== undefined) return isDate(iso) ? { next: iso, last: iso } : undefined
  if (relative !== undefined) {
    const date = addDays(today, relatives[relative.toLowerCase()] ?? 0)
    return { next: date, last: date }
  }
  if (weekday !== undefined) {
    const ahead = (weekdays.indexOf(weekday.toLowerCase()) + 1 - weekdayOf(today) + 7) % 7
    return { next: addDays(today, ahead === 0 ? 7 : ahead), last: addDays(today, ahead === 0 ? 0 : ahead - 7) }
  }
  const number = months.findIndex(name => name.startsWith(month.toLowerCase().slice(0, 3))) + 1
  const inYear = (each: number) =>
    `${String(each).padStart(4, '0')}-${String(number).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const dates = (year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)])
    .map(inYear)
    .filter(isDate)
  const next = dates.find(date => date >= today) ?? dates.at(-1)
  const last = dates.findLast(date => date <= today) ?? dates[0]
  return next === undefined || last === undefined ? undefined : { next, last }
}
