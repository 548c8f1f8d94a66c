const units = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000]
] as const

/** Milliseconds in the largest unit that gives a short number, such as `5 min` or `24 h`; days from two on. */
export function duration(ms: number): string {
  const [unit, size] = units.find(([name, length]) => ms >= (name === 'day' ? 2 * length : length)) ?? ['ms', 1]
  const count = Math.round((ms / size) * 10) / 10
  return `${count} ${unit}${unit === 'day' ? 's' : ''}`
}
