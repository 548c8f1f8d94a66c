const dayMs = 86_400_000

/**
 * The n-th working day from a day on, counted from 1: Monday to Friday, without regard to public holidays. Days are in UTC, as
 * `YYYY-MM-DD`.
 */
export function businessDay(start: string, count: number): string {
  let day = Date.parse(`${start}T00:00:00Z`)
  for (let left = count; ; day += dayMs) {
    if (isWorkday(day) && --left === 0) return isoDay(day)
  }
}

/** The day of a moment in UTC, as `YYYY-MM-DD`. */
export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

function isWorkday(day: number): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6
}
