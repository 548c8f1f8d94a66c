import type { ReactNode } from 'react'

interface ChartTableProps {
  /** What the chart shows. */
  readonly title: string
  readonly xTitle: string
  readonly rows: readonly ChartRow[]
  readonly columns: readonly string[]
}

/** One point of a chart: its name, and a text for each column; undefined where there is no value. */
interface ChartRow {
  readonly x: string
  /** What shows the name, if that is more than its text. */
  readonly head?: ReactNode
  readonly texts: readonly (string | undefined)[]
}

/** The numbers of a chart as a table, which opens below it. */
export function ChartTable({ title, xTitle, rows, columns }: ChartTableProps) {
  return (
    <details>
      <summary>The numbers as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls has to be reachable by keyboard */}
      <section className="scroll tall" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{xTitle}</th>
              {columns.map(name => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ x, head = pointText(x), texts }) => (
              <tr key={x}>
                <th scope="row">{head}</th>
                {columns.map((name, index) => (
                  <td key={name} className="number">
                    {texts[index] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
/** The longest time in milliseconds whose axis has hours. */
const longestHours = 36 * 60 * 60 * 1_000

/** The text of a point: a day or a time in UTC, or what else it is called. */
export function pointText(x = ''): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(x)) return day.format(new Date(x))
  return /^\d{4}-\d{2}-\d{2}T/.test(x) ? `${day.format(new Date(x))}, ${time.format(new Date(x))}` : x
}

/** The text of a time on an axis of times that is so long, all in milliseconds. */
export function axisText(at: number, length: number): string {
  return (length <= longestHours ? time : day).format(new Date(at))
}
