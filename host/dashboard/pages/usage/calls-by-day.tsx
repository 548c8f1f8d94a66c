import type { UsageReport } from '../../api/shapes.js'
import { Chart, type Series } from './chart.js'
import { daysBetween, refused } from './days.js'

const series: readonly Series[] = [
  { name: 'ran well', colour: 1 },
  { name: 'failed', colour: 2 },
  { name: 'refused', colour: 3 }
]

/** Calls of each day, stacked: those that went well, those that failed, those that were refused. */
export function CallsByDay({ report }: { readonly report: UsageReport }) {
  const days = daysBetween(report.from, report.to)
  const byDay = new Map(report.days.map(figures => [figures.day, figures]))
  const counts = days.map(day => {
    const figures = byDay.get(day)
    return figures ? [figures.calls - figures.errors, figures.errors, refused(figures)] : [0, 0, 0]
  })
  const most = Math.max(1, ...counts.map(total))
  return (
    <Chart
      label={`Calls by day, from ${report.from} to ${report.to}: at most ${most} on one day.`}
      series={series}
      days={days}
      top={most.toLocaleString('en')}
      table={
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
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {series.map(({ name }, part) => (
                  <td key={name} className="number">
                    {counts[index]?.[part]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      {counts.map((parts, index) => (
        <Bar key={days[index]} x={index} parts={parts} most={most} />
      ))}
    </Chart>
  )
}

function Bar({ x, parts, most }: { readonly x: number; readonly parts: readonly number[]; readonly most: number }) {
  return series.map(({ name, colour }, index) => {
    const below = total(parts.slice(0, index))
    const height = ((parts[index] ?? 0) / most) * 100
    return (
      <rect
        key={name}
        className={`fill-${colour}`}
        x={x + 0.1}
        width={0.8}
        y={100 - (below / most) * 100 - height}
        height={height}
      />
    )
  })
}

function total(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0)
}
