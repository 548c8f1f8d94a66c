import type { ReactNode } from 'react'

/** One of the things that a chart shows, and its colour's number. */
export interface Series {
  readonly name: string
  readonly colour: 1 | 2 | 3
}

interface ChartProps {
  /** What the chart says, in a sentence for those who do not see it. */
  readonly label: string
  readonly series: readonly Series[]
  readonly days: readonly string[]
  /** The value at the upper edge, as it is written beside it. */
  readonly top: string
  /** The drawing, in a box as wide as there are days and 100 high. */
  readonly children: ReactNode
  /** The same in figures. */
  readonly table: ReactNode
}

/** A drawing over days with its scale and legend, and the same in figures below it. */
export function Chart({ label, series, days, top, children, table }: ChartProps) {
  return (
    <figure className="chart">
      <div className="legend-row">
        {series.map(({ name, colour }) => (
          <span key={name}>
            <span className={`swatch fill-${colour}`} aria-hidden="true" />
            {name}
          </span>
        ))}
      </div>
      <p className="quiet scale">{top}</p>
      <svg viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        {children}
      </svg>
      <p className="quiet scale days">
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </p>
      <details>
        <summary>In figures</summary>
        <div className="scroll">{table}</div>
      </details>
    </figure>
  )
}
