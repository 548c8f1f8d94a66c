import type { UsageReport } from '@product-host/sdk/client'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { countRefused } from '../../api/calls.js'
import { wholeMs } from '../../parts/values.js'

type DayUsage = UsageReport['days'][number]

/** One line of figures of a chart: its name, its colour's number, and its value on a day. */
interface Series {
  readonly name: string
  /** What the legend says besides. */
  readonly aside?: string
  readonly colour: 1 | 2 | 3 | 4
  readonly value: (day: DayUsage) => number | undefined
}

/** What counts as calls, one above the other. */
const callSeries: readonly Series[] = [
  { name: 'Succeeded', colour: 1, value: ({ calls, errors }) => calls - errors },
  { name: 'Failed', colour: 3, value: ({ errors }) => errors }
]

const refused: Series = { name: 'Refused', aside: 'not counted as calls', colour: 2, value: countRefused }

const latencySeries: readonly Series[] = [
  { name: 'Median', colour: 1, value: ({ latencyMs }) => latencyMs?.p50 },
  { name: '95th percentile', colour: 4, value: ({ latencyMs }) => latencyMs?.p95 }
]

/** The calls of each day as one bar, those that succeeded below those that failed, and beside it the requests that were refused. */
export function CallsByDay({ report }: { readonly report: UsageReport }) {
  const mostCalls = Math.max(0, ...report.days.map(({ calls }) => calls))
  const mostRefused = Math.max(0, ...report.days.map(countRefused))
  const top = niceTop(Math.max(1, mostCalls, mostRefused))
  return (
    <DayChart
      report={report}
      series={[...callSeries, refused]}
      label={`Calls by day, from ${report.from} to ${report.to}: at most ${mostCalls} on one day, beside ${mostRefused} refused.`}
      top={top}
      draw={(day, x) => {
        const values = callSeries.map(({ value }) => value(day) ?? 0)
        return (
          <>
            {callSeries.map(({ name, colour }, index) => (
              <Bar
                key={name}
                colour={colour}
                x={x + 0.1}
                width={0.5}
                bottom={total(values.slice(0, index)) / top}
                height={(values[index] ?? 0) / top}
              />
            ))}
            <Bar colour={refused.colour} x={x + 0.6} width={0.3} bottom={0} height={countRefused(day) / top} />
          </>
        )
      }}
    />
  )
}

/** The latency of each day in milliseconds, as one bar for each percentile. */
export function LatencyByDay({ report }: { readonly report: UsageReport }) {
  const most = Math.max(1, ...report.days.map(({ latencyMs }) => latencyMs?.p95 ?? 0))
  const top = niceTop(most)
  return (
    <DayChart
      report={report}
      series={latencySeries}
      label={`Time per call by day, from ${report.from} to ${report.to}: on the slowest day, 95% of the calls took at most ${wholeMs(most)} ms.`}
      top={top}
      unit="ms"
      draw={(day, x) =>
        latencySeries.map(({ name, colour, value }, index) => (
          <Bar
            key={name}
            colour={colour}
            x={x + 0.1 + index * 0.4}
            width={0.4}
            bottom={0}
            height={(value(day) ?? 0) / top}
          />
        ))
      }
    />
  )
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

interface BarProps {
  readonly colour: Series['colour']
  readonly x: number
  readonly width: number
  /** Where the bar starts and how high it is, as shares of the height of the chart. */
  readonly bottom: number
  readonly height: number
}

function Bar({ colour, x, width, bottom, height }: BarProps) {
  return <rect className={`fill-${colour}`} x={x} width={width} y={100 * (1 - bottom - height)} height={100 * height} />
}

interface DayChartProps {
  readonly report: UsageReport
  readonly series: readonly Series[]
  /** What the chart shows, in a sentence for screen readers. */
  readonly label: string
  /** The value at the upper edge. */
  readonly top: number
  /** The unit of times; counts have none. */
  readonly unit?: 'ms'
  /** Draws a day whose left edge is at `x`; a day is 1 wide and the chart is 100 high. */
  readonly draw: (day: DayUsage, x: number) => ReactNode
}

/** Most dates below a chart, the first and the last day among them: they have room on a telephone. */
const mostDates = 4

/** Bars by day over axes with values and dates, and the figures of the day below the pointer; the same figures as a table. */
function DayChart({ report, series, label, top, unit, draw }: DayChartProps) {
  const [pointed, setPointed] = useState<number>()
  const dates = daysBetween(report.from, report.to)
  const gaps = Math.min(mostDates, dates.length) - 1
  const labelled = Array.from({ length: gaps + 1 }, (_, gap) => Math.round((gap * (dates.length - 1)) / (gaps || 1)))
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(dates.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * dates.length))))
  }
  return (
    <figure className="chart">
      <div className="legend-row">
        {series.map(({ name, aside, colour }) => (
          <span key={name}>
            <span className={`swatch fill-${colour}`} aria-hidden="true" />
            {name}
            {aside && <span className="quiet"> ({aside})</span>}
          </span>
        ))}
      </div>
      <div className="axes">
        <div className="axis values" aria-hidden="true">
          {[top, top / 2, 0].map(value => (
            <span key={value}>{short.format(value)}</span>
          ))}
        </div>
        <div className="plot-area" onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
          <svg viewBox={`0 0 ${dates.length} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
            {pointed !== undefined && <rect className="pointed" x={pointed} width={1} y={0} height={100} />}
            {report.days.map(day => (
              <g key={day.day}>{draw(day, dates.indexOf(day.day))}</g>
            ))}
          </svg>
          {pointed !== undefined && (
            <Tooltip
              date={dates[pointed] ?? ''}
              at={(pointed + 0.5) / dates.length}
              day={report.days.find(({ day }) => day === dates[pointed])}
              series={series}
              unit={unit}
            />
          )}
        </div>
        <div className="axis dates" aria-hidden="true">
          {dates.map((date, index) => (
            <span key={date}>{labelled.includes(index) && <span>{dateOf(date)}</span>}</span>
          ))}
        </div>
      </div>
      <details className="aside">
        <summary>Show as a table</summary>
        <div className="scroll">
          <DayTable days={report.days} series={series} unit={unit} />
        </div>
      </details>
    </figure>
  )
}

interface TooltipProps {
  readonly date: string
  /** Where it stands, as a share of the width of the chart. */
  readonly at: number
  /** Left out for a day without use. */
  readonly day: DayUsage | undefined
  readonly series: readonly Series[]
  readonly unit: 'ms' | undefined
}

/** The figures of one day beside the pointer; for screen readers, they are in the table. */
function Tooltip({ date, at, day, series, unit }: TooltipProps) {
  const side = at > 0.5 ? { right: `${100 * (1 - at)}%` } : { left: `${100 * at}%` }
  return (
    <div className="tooltip" style={side} aria-hidden="true">
      <strong>{dateOf(date)}</strong>
      {series.map(({ name, colour, value }) => (
        <span key={name}>
          <span className={`swatch fill-${colour}`} />
          {name} {valueText(day && value(day), unit)}
        </span>
      ))}
    </div>
  )
}

/** The value of a day, with its unit. */
function valueText(value: number | undefined, unit: 'ms' | undefined): string {
  if (unit === 'ms') return value === undefined ? 'no calls' : `${wholeMs(value)} ms`
  return (value ?? 0).toLocaleString('en')
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dateOf(date: string): string {
  return dayAndMonth.format(new Date(date))
}

/** The lowest round number that is at least so high, whose half is whole as well. */
function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most))
  return ([2, 4, 6, 8].find(digit => digit * unit >= most) ?? 10) * unit
}

interface DayTableProps extends Pick<TooltipProps, 'series' | 'unit'> {
  readonly days: readonly DayUsage[]
}

function DayTable({ days, series, unit }: DayTableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(day => (
          <tr key={day.day}>
            <th scope="row">{day.day}</th>
            {series.map(({ name, value }) => (
              <td key={name} className="number">
                {value(day) === undefined ? '–' : valueText(value(day), unit)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const dayMs = 24 * 60 * 60 * 1000

/** The date a number of days ago, in UTC, such as `2026-01-31`. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
}

/** All dates from one to another. */
function daysBetween(from: string, to: string): readonly string[] {
  const first = Date.parse(from)
  const count = Math.round((Date.parse(to) - first) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10))
}
