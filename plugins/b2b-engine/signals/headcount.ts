import { bands, type HeadcountBand, movements, people } from './headcounts.js'

/** The band of the number of people that a phrase names, and where it names it; undefined when it names none. */
export function headcountIn(phrase: string): { readonly band: HeadcountBand; readonly at: number } | undefined {
  const match = form.exec(phrase)
  const { lower, thousands, alone } = match?.groups ?? {}
  const count = lower ?? alone
  if (!match || count === undefined || movement.test(phrase.slice(0, match.index))) return undefined
  return { band: bandOf(Number(count) * (thousands ? 1000 : 1)), at: match.index }
}

/** The band that a number of employees lies in. */
export function bandOf(employees: number): HeadcountBand {
  const band = bands.find(({ from }) => employees >= from)
  if (!band) throw new RangeError('A number of employees is not below 0.')
  return band
}

/** "250 employees", "200-500 staff", "1.2k people", "40-person company", "team of 12". A range counts by its lower end. */
const form = new RegExp(
  `(?<![\\d.])(?<lower>\\d{1,7}(?:\\.\\d)?)(?<thousands> ?k\\b)?\\+?(?: ?(?:-|to) ?\\d{1,7}k?\\+?)?[ -](?:full-time |office )?(?:${people.join('|')})\\b` +
    '|\\b(?:team|staff|workforce|headcount)(?: size)? ?(?:of|:|is)? ?(?:about |around |over )?(?<alone>\\d{1,7})\\b'
)

/** People who come or go are not the size of a company. */
const movement = new RegExp(`\\b(?:${movements.join('|')})\\b(?: \\S+){0,2} ?$`)
