const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const steps = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000]
] as const

/** A moment as people say it, with the exact one behind it. */
export function Time({ at, how = 'relative' }: { readonly at: string; readonly how?: 'relative' | 'day' | 'moment' }) {
  const date = new Date(at)
  const exact = moment.format(date)
  const text = how === 'relative' ? distance(date.getTime() - Date.now()) : how === 'day' ? day.format(date) : exact
  return (
    <time dateTime={at} title={exact}>
      {text}
    </time>
  )
}

/** A distance in time, in milliseconds, as people say it. */
export function distance(ms: number): string {
  const [unit, length] = steps.find(([, size]) => Math.abs(ms) >= size) ?? []
  return unit && length ? relative.format(Math.round(ms / length), unit) : ms < 0 ? 'just now' : 'in a moment'
}
