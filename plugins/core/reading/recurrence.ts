import { cut } from '@product-host/toolkit/text'
import table from '../tables/recurrences.json' with { type: 'json' }
import { fieldsOf, type Target } from './fields.js'
import { recurrencesIn } from './refusals.js'
import { alternatives, expression, masked } from './words.js'

/** What a text says of the times at which the rest of it is to be done. */
export interface Recurrence {
  /** The text without it. */
  readonly rest: string
  /** Whether the text begins with it. */
  readonly isLeading: boolean
  readonly cron: string
  readonly timezone: string
  /** Such as `every Monday at 09:00 Europe/Berlin`. */
  readonly words: string
}

type Texts = Readonly<Record<string, string>>

type Part = keyof typeof table.spans

interface Language {
  readonly days: Texts
  readonly parts: Texts
  readonly said: Texts
  readonly hours: Readonly<Record<string, number>>
  readonly and: readonly string[]
}

/** The days and the time of a text, in either order: one begins the text, or it ends with it. */
const forms = table.languages.flatMap(each => {
  const { every, days, always, parts, said, at, hours, clock, and } = each
  const language: Language = { days: { ...days, ...always }, parts, said, hours, and }
  const day = alternatives(Object.keys(days))
  const more = String.raw`(?:,\s(?:${alternatives(and)}\s)?|\s${alternatives(and)}\s)`
  const when = expression`(?<days>${alternatives(every)}\s${day}(?:${more}(?:${alternatives(every)}\s)?${day}){0,6}
    |${alternatives(Object.keys(always))})(?:\s(?<part>${alternatives(Object.keys(parts))}))?`
  const time = expression`${alternatives(at)}\s(?:(?<hour>\d{1,2})(?:\s?[:.h]\s?(?<minute>\d{2}))?
    (?:\s?(?<half>[ap](?:m|\.m\.?)))?|(?<name>${alternatives(Object.keys(hours))}))(?:\s?${alternatives(clock)})?
    (?:\s(?<said>${alternatives(Object.keys(said))}))?
    (?:\s(?:in\s)?(?<zone>utc|gmt|[a-z]{2,20}\/[a-z_]{2,30}(?:\/[a-z_]{2,30})?)(?:\stime)?)?`
  return [String.raw`${when},?\s${time}`, String.raw`${time},?\s${when}`].flatMap(form => [
    { language, isLeading: true, anchored: new RegExp(String.raw`^(?:please,?\s)?${form}(?=[\s,])`, 'iu') },
    {
      language,
      isLeading: false,
      anchored: new RegExp(String.raw`(?<=[\s,])${form}(?=(?:,?\splease)?[\s.!?]*$)`, 'iu')
    }
  ])
})

/**
 * What an evenly spaced text says, at its beginning or its end, of the days and the time at which its rest is to be done; undefined where
 * it does not say both, or more than once.
 */
export function recurrenceIn(text: string): Recurrence | undefined {
  const plain = masked(text)
  for (const { language, isLeading, anchored } of forms) {
    const match = anchored.exec(plain)
    if (!match) continue
    const rest = isLeading ? text.slice(match[0].length).replace(/^,?\s/u, '') : text.slice(0, match.index)
    const times = timesOf(match.groups ?? {}, language)
    if (!times || rest === '' || recurrencesIn(rest).length > 0) return undefined
    return { ...times, rest: rest.replace(/(?<![\s,])[\s,]+$/u, ''), isLeading }
  }
  return undefined
}

/** Longest name of a schedule, in characters. */
const longestName = 100

/** The schedule of what a request asks for, under the words of the request. */
export function timingOf(request: string, { cron, timezone }: Recurrence) {
  return { name: cut(request, longestName), cron, timezone }
}

/** Whether a schedule can be made of what a text says: what stands at the end of a text to be stored may belong to it. */
export function canRecur({ isLeading }: Recurrence, { inputSchema }: Pick<Target, 'inputSchema'>): boolean {
  return isLeading || fieldsOf(inputSchema).every(({ kind }) => kind !== 'statement')
}

function timesOf(
  said: Readonly<Record<string, string | undefined>>,
  language: Language
): Pick<Recurrence, 'cron' | 'timezone' | 'words'> | undefined {
  const days = daysOf(said.days ?? '', language)
  const part = partOf(said, language)
  const hour = hourOf(said, language, part)
  const minute = Number(said.minute ?? 0)
  const timezone = zoneOf(said.zone)
  if (!days || part === 'unclear' || hour === undefined || minute > 59 || timezone === undefined) return undefined
  // The early hours of a night belong to the next day.
  if (part === 'night' && hour < noon && days !== '*') return undefined
  const time = `${twoDigits(hour)}:${twoDigits(minute)}`
  const zone = said.zone === undefined ? `${timezone} (no time zone is named)` : timezone
  return { cron: `${minute} ${hour} * * ${days}`, timezone, words: `${daysInWords(days)} at ${time} ${zone}` }
}

/** The days of the week as cron lists them; undefined where "every day" stands beside single ones. */
function daysOf(text: string, { days }: Language): string | undefined {
  const words = alternatives(Object.keys(days))
  const named = [...text.matchAll(new RegExp(String.raw`(?<![\p{L}])${words}(?![\p{L}])`, 'giu'))]
  const all = new Set(named.flatMap(([word]) => (meaningOf(days, word) ?? '').split(',')))
  if (all.has('*')) return all.size === 1 ? '*' : undefined
  return all.size === 0 ? undefined : [...all].toSorted().join(',')
}

/** The part of the day; undefined where none is said, `unclear` where two are. */
function partOf(
  { days = '', part, said }: Readonly<Record<string, string | undefined>>,
  { parts, said: behind }: Language
): Part | 'unclear' | undefined {
  const last = days.split(/\s/u).at(-1) ?? ''
  const found = [meaningOf(parts, last), meaningOf(parts, part), meaningOf(behind, said)].filter(
    each => each !== undefined
  )
  if (new Set(found).size > 1) return 'unclear'
  const [only] = found
  return only !== undefined && isPart(only) ? only : undefined
}

function isPart(word: string): word is Part {
  return Object.hasOwn(table.spans, word)
}

/** The hour from 0 to 23; undefined where there is none, or the part of the day has none such. */
function hourOf(
  { hour, half, name }: Readonly<Record<string, string | undefined>>,
  { hours }: Language,
  part: Part | 'unclear' | undefined
): number | undefined {
  const said = name === undefined ? Number(hour) : meaningOf(hours, name)
  if (said === undefined || said > 23) return undefined
  const isLate = half?.toLowerCase().startsWith('p')
  if (half !== undefined && (said === 0 || said > noon)) return undefined
  const known = half === undefined ? undefined : (said % noon) + (isLate ? noon : 0)
  if (part === undefined || part === 'unclear') return known ?? said
  const [from = 0, to = 23] = table.spans[part]
  const isWithin = (each: number) => (from <= to ? from <= each && each <= to : each >= from || each <= to)
  const possible = known === undefined ? [said, (said + noon) % 24] : [known]
  // `every evening at 8`; a time such as 20:00 is meant as it stands.
  return (known === undefined && said > noon ? [said] : possible).find(isWithin)
}

const noon = 12

/** UTC where none is said; undefined where it is no time zone. */
function zoneOf(said: string | undefined): string | undefined {
  if (said === undefined || /^(?:utc|gmt)$/iu.test(said)) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: said }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function daysInWords(days: string): string {
  if (days === '*') return 'every day'
  if (days === '1,2,3,4,5') return 'every weekday'
  return `every ${days
    .split(',')
    .map(day => dayNames[Number(day)])
    .join(' and ')}`
}

function meaningOf<Value>(values: Readonly<Record<string, Value>>, word: string | undefined): Value | undefined {
  const key = word?.toLowerCase().replace('’', "'")
  return key !== undefined && Object.hasOwn(values, key) ? values[key] : undefined
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
