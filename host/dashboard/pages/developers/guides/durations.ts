const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000]
] as const

/** Milliseconds in words, in the largest unit that fits and the next smaller one: `5 minutes`, `24 hours`; days from two on. */
export function duration(ms: number): string {
  const first = units.findIndex(([name, length]) => ms >= (name === 'day' ? 2 * length : length))
  const [[unit, size], smaller] =
    first < 0 ? [['second', 1_000] as const] : [units[first] ?? units[3], units[first + 1]]
  if (smaller === undefined) return counted(Math.round(ms / 100) / 10, unit)
  const rest = Math.floor((ms % size) / smaller[1])
  const text = counted(Math.floor(ms / size), unit)
  return rest > 0 ? `${text} ${counted(rest, smaller[0])}` : text
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
