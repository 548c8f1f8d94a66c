const units = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1]
] as const

/** Milliseconds in the largest unit that fits and the next smaller one, such as `5 min`, `2 h 35 min` or `24 h`; days from two on. */
export function duration(ms: number): string {
  const first = units.findIndex(([name, length]) => ms >= (name === 'day' ? 2 * length : length))
  const [[unit, size] = ['ms', 1], [smallerUnit, smallerSize] = ['ms', 1]] = units.slice(Math.max(0, first))
  if (unit === 's') return `${Math.round(ms / 100) / 10} s`
  const count = Math.floor(ms / size)
  const rest = Math.floor((ms % size) / smallerSize)
  const text = `${count} ${unit === 'day' ? 'days' : unit}`
  return rest > 0 ? `${text} ${rest} ${smallerUnit}` : text
}
