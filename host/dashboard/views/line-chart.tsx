import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { axisText, ChartTable, pointText } from './chart-table.js'

/** One line of a chart; undefined where it has no value. */
export interface Line {
  readonly name: string
  readonly values: readonly (number | undefined)[]
}

interface ChartProps {
  /** What the chart shows, for screen readers and above the table of its numbers. */
  readonly title: string
  readonly xTitle: string
  /** Dates, times, or labels of the points. */
  readonly xs: readonly string[]
  readonly lines: readonly Line[]
  readonly unit?: string | undefined
  /** Times of upright lines. */
  readonly marks?: readonly string[]
  /** Whether lines go on where they have no value; true by default. */
  readonly spansGaps?: boolean
}

const noMarks: readonly string[] = []
const height = 220
/** The colours of the lines by their numbers; those that mean failed and refused elsewhere come last. */
const lineColours = [1, 4, 2, 5, 6, 3]
/** The most lines that a chart tells apart. */
export const mostLines = lineColours.length
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/** Lines over time or over labels, with the values below the pointer, and the same numbers as a table. */
export function Chart({ title, xTitle, xs, lines, unit = '', marks = noMarks, spansGaps = true }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const draw = () => drawn(element, legend.current, { xs, lines, unit, marks, spansGaps, setPointed })
    let chart = draw()
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => {
      chart.destroy()
      chart = draw()
    }
    scheme.addEventListener('change', redraw)
    const themed = new MutationObserver(redraw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      scheme.removeEventListener('change', redraw)
      chart.destroy()
    }
  }, [xs, lines, unit, marks, spansGaps])
  return (
    <figure className="chart">
      <div className="legend-row" ref={legend}>
        {lines.map(({ name, values }, index) => (
          <span key={name}>
            <span className={`swatch fill-${lineColours[index % lineColours.length]}`} aria-hidden="true" />
            {name}
            {pointed !== undefined && values[pointed] !== undefined && (
              <strong> {numbers.format(values[pointed])}</strong>
            )}
          </span>
        ))}
        <span className="quiet">
          {pointed === undefined ? unit : [pointText(xs[pointed]), unit].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div ref={holder} className="plot" role="img" aria-label={sentence(title, xs, lines, unit)} />
      <ChartTable
        title={title}
        xTitle={xTitle}
        columns={lines.map(({ name }) => name)}
        rows={xs.map((x, index) => ({
          x,
          texts: lines.map(({ values: { [index]: value } }) =>
            value === undefined ? undefined : numbers.format(value)
          )
        }))}
      />
    </figure>
  )
}

interface Drawing extends Required<Pick<ChartProps, 'xs' | 'lines' | 'marks' | 'spansGaps'>> {
  readonly unit: string
  readonly setPointed: (index: number | undefined) => void
}

function drawn(element: HTMLElement, legend: HTMLElement | null, drawing: Drawing): UPlot {
  const { xs, lines, unit, marks, spansGaps, setPointed } = drawing
  const times = xs.map(x => Date.parse(x) / 1000)
  const length = ((times.at(-1) ?? 0) - (times[0] ?? 0)) * 1_000
  const isTime = xs.every(x => /^\d{4}-\d{2}-\d{2}/.test(x))
  const style = getComputedStyle(element)
  const [quiet, line] = [style.color, style.borderBottomColor]
  const axis = {
    stroke: quiet,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font: `12px ${style.fontFamily}`
  }
  const colours = [...(legend?.querySelectorAll('.swatch') ?? [])].map(each => getComputedStyle(each).backgroundColor)
  return new UPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: isTime } },
      series: [
        {},
        ...lines.map(({ name, values }, index) => ({
          label: name,
          stroke: colours[index] ?? quiet,
          width: 2,
          spanGaps: spansGaps,
          points: {
            fill: colours[index] ?? quiet,
            size: 6,
            filter: (_chart: UPlot, _series: number, isShown: boolean) =>
              isShown ? null : lonePoints(values, spansGaps)
          }
        }))
      ],
      axes: [
        isTime
          ? { ...axis, values: (_chart, splits) => splits.map(at => axisText(at * 1_000, length)) }
          : { ...axis, values: (_chart, splits) => splits.map(at => xs[at] ?? ''), incrs: [1, 2, 5, 10, 20, 50] },
        {
          ...axis,
          size: 60,
          values: (_chart, splits) => splits.map(value => short.format(value)),
          label: unit,
          labelSize: 18,
          labelFont: axis.font
        }
      ],
      hooks: {
        setCursor: [({ cursor }) => setPointed(cursor.idx ?? undefined)],
        draw: [chart => drawMarks(chart, marks, quiet)]
      }
    },
    [isTime ? times : xs.map((_x, index) => index), ...lines.map(({ values }) => values.map(value => value ?? null))],
    element
  )
}

/** The numbers of the values that no line leads to or from. */
function lonePoints(values: Line['values'], spansGaps: boolean): number[] {
  const all = [...values.keys()].filter(index => values[index] !== undefined)
  if (spansGaps) return all.length === 1 ? all : []
  return all.filter(index => values[index - 1] === undefined && values[index + 1] === undefined)
}

function drawMarks({ ctx, bbox, valToPos }: UPlot, marks: readonly string[], colour: string): void {
  ctx.save()
  ctx.strokeStyle = colour
  ctx.setLineDash([4, 4])
  for (const at of marks) {
    const x = Math.round(valToPos(Date.parse(at) / 1_000, 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

function sentence(title: string, xs: readonly string[], lines: readonly Line[], unit: string): string {
  const tops = lines.map(({ name, values }) => {
    const top = Math.max(...values.filter(value => value !== undefined))
    return Number.isFinite(top)
      ? `${name} at most ${numbers.format(top)}${unit && ` ${unit}`}`
      : `${name} without values`
  })
  return `${title}, from ${pointText(xs[0])} to ${pointText(xs.at(-1))}: ${tops.join(', ')}.`
}
