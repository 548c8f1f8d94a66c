import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { type Detail, itemsAt, numberAt, titleAt, type ViewOf, valueAt } from './answer.js'
import { Meters } from './status.js'
import 'uplot/dist/uPlot.min.css'

/** A list of points as a line chart, with meters below it. */
export function Series({ view, detail }: { readonly view: ViewOf<'series'>; readonly detail: Detail }) {
  const items = itemsAt(view.items, detail) ?? []
  const schema = items[0]?.schema
  const lines: readonly Line[] = view.y.map(pointer => ({
    name: titleAt(pointer, schema),
    values: items.map(({ value }) => numberAt(pointer, value))
  }))
  return (
    <>
      {items.length === 0 ? (
        <p className="quiet">There are no points to draw.</p>
      ) : (
        <Chart
          title={view.title ?? titleAt(view.items, detail.schema)}
          xTitle={titleAt(view.x, schema)}
          xs={items.map(({ value }) => String(valueAt(view.x, value) ?? ''))}
          lines={lines}
          unit={view.unit}
        />
      )}
      <Meters meters={view.meters} tones={view.tones} detail={detail} />
    </>
  )
}

/** One line of a chart; undefined where it has no value. */
interface Line {
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
}

const height = 220
/** The colours of the lines by their numbers; those that mean failed and refused elsewhere come last. */
const lineColours = [1, 4, 2, 3]
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Lines over time or over labels, with the values below the pointer, and the same numbers as a table. */
function Chart({ title, xTitle, xs, lines, unit = '' }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const draw = () => drawn(element, legend.current, { xs, lines, unit, setPointed })
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
  }, [xs, lines, unit])
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

interface Drawing extends Pick<ChartProps, 'xs' | 'lines'> {
  readonly unit: string
  readonly setPointed: (index: number | undefined) => void
}

function drawn(element: HTMLElement, legend: HTMLElement | null, { xs, lines, unit, setPointed }: Drawing): UPlot {
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
        ...lines.map(({ name }, index) => ({ label: name, stroke: colours[index] ?? quiet, width: 2, spanGaps: true }))
      ],
      axes: [
        isTime
          ? { ...axis, values: (_chart, splits) => splits.map(at => day.format(new Date(at * 1_000))) }
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
      hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? undefined)] }
    },
    [isTime ? times : xs.map((_x, index) => index), ...lines.map(({ values }) => values.map(value => value ?? null))],
    element
  )
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
  return /^\d{4}-\d{2}-\d{2}$/.test(x) ? day.format(new Date(x)) : x
}
