import type { ReactNode } from 'react'
import { CopyButton } from './copy.js'

/** The colour of a badge. */
export type BadgeTone = 'plain' | 'good' | 'warning' | 'danger' | 'info' | 'waiting'

/** A status in one or two words; the colour repeats what the words say. */
export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** A time in milliseconds as text, in whole milliseconds: fractions of one say nothing to a person. */
export function wholeMs(ms: number): string {
  return Math.max(1, Math.round(ms)).toLocaleString('en')
}

/** A number with its name and its unit, or a text with its name; null if there is none yet. Milliseconds are whole. */
type Figure = readonly [name: string, value: number | string | null, unit?: string]

/** Numbers with their names; null shows as a dash. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <div className="figures">
      {figures.map(([name, value, unit]) => (
        <div key={name} className="figure">
          <strong>
            {figureText(value, unit)}
            {value !== null && unit && <span className="unit"> {unit}</span>}
          </strong>
          <span>{name}</span>
        </div>
      ))}
    </div>
  )
}

function figureText(value: number | string | null, unit?: string): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  return unit === 'ms' ? wholeMs(value) : numbers.format(value)
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const toTheSecond = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })
const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const dayAndTimeOfDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit'
})
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const units = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000]
] as const

interface TimeProps {
  readonly at: string
  readonly format?: 'relative' | 'day' | 'exact' | 'precise' | 'clock'
}

/**
 * A time, relative to now unless asked otherwise, with the exact time as its tooltip. `precise` has the seconds and the time zone, as a log
 * is searched for; `clock` is the time of day, to the second if it is today.
 */
export function Time({ at, format = 'relative' }: TimeProps) {
  const date = new Date(at)
  const exact = dayAndTime.format(date)
  const texts = {
    relative: () => distance(date.getTime() - Date.now()),
    day: () => day.format(date),
    exact: () => exact,
    precise: () => toTheSecond.format(date),
    clock: () => (day.format(date) === day.format(Date.now()) ? timeOfDay : dayAndTimeOfDay).format(date)
  }
  return (
    <time dateTime={at} title={exact}>
      {texts[format]()}
    </time>
  )
}

function distance(ms: number): string {
  const [unit, length] = units.find(([, size]) => Math.abs(ms) >= size) ?? []
  return unit && length ? relative.format(Math.round(ms / length), unit) : ms < 0 ? 'just now' : 'in less than a minute'
}

/** A browser and the network of its address as people read them, such as "Chrome on Linux, 192.0.2.x". */
export function clientText(browser: string | undefined, network: string | undefined): string {
  const shown = network?.replace(/\.0\/24$/, '.x').replace(/:\/\d+$/, 'x')
  return [browser, shown].filter(part => part !== undefined && part !== '').join(', ')
}

/** What people know something by, with its identifier one click away, for programs and support. */
export function Identified({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <details className="identified">
      <summary>{children}</summary>
      <span className="row">
        <code>{id}</code> <CopyButton text={id} />
      </span>
    </details>
  )
}
