import type { UsageFigures, UsageReport, UsageSeries } from '@product-host/sdk/client'
import { type PointerEvent, useState } from 'react'
import { Link } from 'wouter'
import { countRefused, type UsageFilter } from '../../api/calls.js'
import { axisText, ChartTable, pointText } from '../../views/chart-table.js'

/** What was used from a time on, or on a day. */
type Step = UsageFigures & { readonly from: string }

/** One number of each step: its name, its colour's number, and its value. */
interface Series {
  readonly name: string
  /** What the legend says besides. */
  readonly aside?: string
  readonly colour: 1 | 2 | 3
  readonly value: (step: Step) => number
}

const refused: Series = { name: 'Refused', aside: 'not counted as calls', colour: 2, value: countRefused }

/** Calls, one above the other, and what counts as none. */
const callSeries: readonly Series[] = [
  { name: 'Succeeded', colour: 1, value: ({ calls, errors }) => calls - errors },
  { name: 'Failed', colour: 3, value: ({ errors }) => errors }
]
const series = [...callSeries, refused]

/** The calls of each day of a report as bars. */
export function CallsByDay({ report }: { readonly report: UsageReport }) {
  const used = new Map(report.days.map(day => [day.day, day]))
  const steps = daysBetween(report.from, report.to).map(from => ({ ...unused, ...used.get(from), from }))
  return <CallBars title="Calls by day" each="day" xTitle="Day" steps={steps} />
}

interface CallsOfSeriesProps {
  readonly series: UsageSeries
  /** The length of a step, such as "15 minutes". */
  readonly each: string
  /** Of which calls the series is. */
  readonly filter?: Pick<UsageFilter, 'product' | 'key'>
}

/** The calls of each step of a time up to now as bars that lead to them. */
export function CallsOfSeries({ series: { steps, to }, each, filter: { product, key } = {} }: CallsOfSeriesProps) {
  const callsAt = (index: number) => {
    const range = { from: steps[index]?.from ?? '', to: steps[index + 1]?.from ?? to }
    return `/calls?${new URLSearchParams({ ...range, ...(product && { product }), ...(key && { key }) })}`
  }
  return <CallBars title={`Calls per ${each}`} each={each} xTitle="Time (UTC)" steps={steps} callsAt={callsAt} />
}

const unused: UsageFigures = { calls: 0, errors: 0, replays: 0, refusals: {}, latencyMs: null }

interface CallBarsProps {
  readonly title: string
  /** What a step is called. */
  readonly each: string
  readonly xTitle: string
  /** The steps without a gap, the earliest first. */
  readonly steps: readonly Step[]
  /** The address of the calls of a step, by its number. */
  readonly callsAt?: (index: number) => string
}

/** Most times below a chart, the first and the last among them: they have room on a telephone. */
const mostTimes = 4

/**
 * The calls of each step as one bar, those that succeeded below those that failed, and beside it the requests that were refused; the
 * numbers of the step below the pointer, and all as a table. A step leads to its calls.
 */
function CallBars({ title, each, xTitle, steps, callsAt }: CallBarsProps) {
  const [pointed, setPointed] = useState<number>()
  const mostCalls = Math.max(0, ...steps.map(({ calls }) => calls))
  const mostRefused = Math.max(0, ...steps.map(countRefused))
  const top = niceTop(Math.max(1, mostCalls, mostRefused))
  const [first, last] = [steps[0]?.from ?? '', steps.at(-1)?.from ?? '']
  const length = Date.parse(last) - Date.parse(first)
  const gaps = Math.min(mostTimes, steps.length) - 1
  const labelled = Array.from({ length: gaps + 1 }, (_, gap) => Math.round((gap * (steps.length - 1)) / (gaps || 1)))
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(steps.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * steps.length))))
  }
  const range = `from ${pointText(first)} to ${pointText(last)}`
  const shown = pointed === undefined ? undefined : steps[pointed]
  const linkTo = (index: number) => {
    const step = steps[index]
    return step && isUsed(step) ? callsAt?.(index) : undefined
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
          <svg
            viewBox={`0 0 ${steps.length} 100`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${title}, ${range}: at most ${mostCalls} per ${each}, beside ${mostRefused} refused.`}
          >
            {pointed !== undefined && <rect className="pointed" x={pointed} width={1} y={0} height={100} />}
            {steps.map((step, index) => isUsed(step) && <Bars key={step.from} step={step} x={index} top={top} />)}
          </svg>
          {callsAt && (
            <div className="step-links" aria-hidden="true">
              {steps.map(({ from }, index) => {
                const address = linkTo(index)
                return address ? <Link key={from} to={address} tabIndex={-1} /> : <span key={from} />
              })}
            </div>
          )}
          {pointed !== undefined && shown && (
            <Tooltip step={shown} index={pointed} count={steps.length} leads={linkTo(pointed) !== undefined} />
          )}
        </div>
        <div className="axis dates" aria-hidden="true">
          {steps.map(({ from }, index) => (
            <span key={from}>{labelled.includes(index) && <span>{axisText(Date.parse(from), length)}</span>}</span>
          ))}
        </div>
      </div>
      <ChartTable
        title={title}
        xTitle={xTitle}
        columns={series.map(({ name }) => name)}
        rows={steps.flatMap((step, index) => {
          if (!isUsed(step)) return []
          const address = linkTo(index)
          const head = address && <Link to={address}>{pointText(step.from)}</Link>
          return [{ x: step.from, head, texts: series.map(({ value }) => value(step).toLocaleString('en')) }]
        })}
      />
    </figure>
  )
}

function isUsed(step: Step): boolean {
  return step.calls > 0 || countRefused(step) > 0
}

interface BarsProps {
  readonly step: Step
  /** Where the left edge is; a step is 1 wide and the chart is 100 high. */
  readonly x: number
  /** The value at the upper edge. */
  readonly top: number
}

function Bars({ step, x, top }: BarsProps) {
  const values = callSeries.map(({ value }) => value(step))
  return (
    <g>
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
      <Bar colour={refused.colour} x={x + 0.6} width={0.3} bottom={0} height={refused.value(step) / top} />
    </g>
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

interface TooltipProps {
  readonly step: Step
  readonly index: number
  /** The number of steps. */
  readonly count: number
  /** Whether a click leads to the calls. */
  readonly leads: boolean
}

/** The numbers of one step, beside its bars; for screen readers, they are in the table. */
function Tooltip({ step, index, count, leads }: TooltipProps) {
  const isLate = index >= count / 2
  const side = isLate ? { right: `${100 * (1 - index / count)}%` } : { left: `${(100 * (index + 1)) / count}%` }
  return (
    <div className="tooltip" style={side} aria-hidden="true">
      <strong>{pointText(step.from)}</strong>
      {series.map(({ name, colour, value }) => (
        <span key={name}>
          <span className={`swatch fill-${colour}`} />
          {name} {value(step).toLocaleString('en')}
        </span>
      ))}
      {leads && <span className="quiet">Click to see the calls</span>}
    </div>
  )
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** The lowest round number that is at least so high, whose half is whole as well. */
function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most))
  return ([2, 4, 6, 8].find(digit => digit * unit >= most) ?? 10) * unit
}

const dayMs = 24 * 60 * 60 * 1000

/** All dates from one to another. */
export function daysBetween(from: string, to: string): readonly string[] {
  const first = Date.parse(from)
  const count = Math.round((Date.parse(to) - first) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10))
}
