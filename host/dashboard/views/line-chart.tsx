import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

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
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
/** The longest time in seconds whose axis has hours. */
const longestHours = 36 * 60 * 60

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
          {pointed === undefined ? unit : [xText(xs[pointed]), unit].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div ref={holder} className="plot" role="img" aria-label={sentence(title, xs, lines, unit)} />
      <details>
        <summary>The numbers as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls has to be reachable by keyboard */}
        <section className="scroll tall" aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{xTitle}</th>
                {lines.map(({ name }) => (
                  <th key={name} scope="col" className="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {xs.map((x, index) => (
                <tr key={x}>
                  <th scope="row">{xText(x)}</th>
                  {lines.map(({ name, values }) => (
                    <td key={name} className="number">
                      {values[index] === undefined ? '–' : numbers.format(values[index])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
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
        ...lines.map(({ name }, index) => ({
          label: name,
          stroke: colours[index] ?? quiet,
          width: 2,
          spanGaps: spansGaps
        }))
      ],
      axes: [
        isTime
          ? { ...axis, values: (_chart, splits) => splits.map(at => timeText(at, times)) }
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

/** The text of a time on an axis of times, all in seconds. */
function timeText(at: number, times: readonly number[]): string {
  const isShort = (times.at(-1) ?? 0) - (times[0] ?? 0) <= longestHours
  return (isShort ? time : day).format(new Date(at * 1_000))
}

function sentence(title: string, xs: readonly string[], lines: readonly Line[], unit: string): string {
  const tops = lines.map(({ name, values }) => {
    const top = Math.max(...values.filter(value => value !== undefined))
    return Number.isFinite(top)
      ? `${name} at most ${numbers.format(top)}${unit && ` ${unit}`}`
      : `${name} without values`
  })
  return `${title}, from ${xText(xs[0])} to ${xText(xs.at(-1))}: ${tops.join(', ')}.`
}

function xText(x = ''): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(x)) return day.format(new Date(x))
  return /^\d{4}-\d{2}-\d{2}T/.test(x) ? `${day.format(new Date(x))}, ${time.format(new Date(x))}` : x
}
