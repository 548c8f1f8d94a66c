import { DateTime } from 'luxon'

/** Units of time, the largest first, in seconds. */
const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1]
] as const

const hourMs = 3_600_000

/**
 * A moment as a person writes it, with its zone, such as `21 Nov 02:00 Europe/London`; with the year where that is not the year of
 * `now`, and with seconds where it is less than an hour away.
 */
export function momentText(at: number, { zone, now }: { readonly zone: string; readonly now: number }): string {
  const moment = DateTime.fromMillis(at, { zone, locale: 'en' })
  const year = moment.year === DateTime.fromMillis(now, { zone }).year ? '' : ' yyyy'
  const seconds = at - now < hourMs && moment.second > 0 ? ':ss' : ''
  return `${moment.toFormat(`d LLL${year} HH:mm${seconds}`)} ${zone}`
}

/** A length of time by its two largest units, such as `1 h 30 min`. */
export function spanText(seconds: number): string {
  const counts = units.map(([unit, length], index) => {
    const above = units[index - 1]?.[1] ?? Number.POSITIVE_INFINITY
    return { unit, count: Math.floor((seconds % above) / length) }
  })
  const largest = counts.findIndex(({ count }) => count > 0)
  if (largest < 0) return '0 s'
  const shown = counts.slice(largest, largest + 2).filter(({ count }) => count > 0)
  return shown.map(({ unit, count }) => `${count} ${unit}`).join(' ')
}

/** A moment as machines read it. */
export function isoText(at: number): string {
  return new Date(at).toISOString()
}

/** "is" of one, "are" of many. */
export function isAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}

/** What the codes of an answer mean, for the description of its field. */
export function describedCodes(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join(' ')
}
