/** Units of time, the largest first, in seconds. */
const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1]
] as const

const hourMs = 3_600_000

/**
 * A moment as a person writes it, such as `21 Nov 02:00`; with the year where that is not the year of `now`, and with seconds
 * where it is less than an hour away.
 */
export function momentText(at: number, { zone, now }: { readonly zone: string; readonly now: number }): string {
  const moment = parts(at, zone)
  const year = moment.year === parts(now, zone).year ? '' : ` ${moment.year}`
  const seconds = at - now < hourMs && moment.second !== '00' ? `:${moment.second}` : ''
  return `${moment.day} ${moment.month}${year} ${moment.hour}:${moment.minute}${seconds}`
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

/** A whole number with its thousands set apart, as people read it. */
export function grouped(number: number): string {
  return Math.round(number).toLocaleString('en-GB')
}

/** A count with its noun. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** "is" of one, "are" of many. */
export function isAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}

function parts(at: number, zone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23'
  })
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}
