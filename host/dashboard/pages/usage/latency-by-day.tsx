import type { UsageReport } from '../../api/shapes.js'
import { Chart, type Series } from './chart.js'
import { daysBetween } from './days.js'

const series: readonly (Series & { readonly share: 'p50' | 'p95' })[] = [
  { name: 'half of the calls within', colour: 1, share: 'p50' },
  { name: '95 % of the calls within', colour: 2, share: 'p95' }
]

/** How long calls took on each day, in milliseconds. */
export function LatencyByDay({ report }: { readonly report: UsageReport }) {
  const days = daysBetween(report.from, report.to)
  const byDay = new Map(report.days.map(({ day, latencyMs }) => [day, latencyMs]))
  const most = Math.max(1, ...report.days.map(({ latencyMs }) => latencyMs?.p95 ?? 0))
  return (
    <Chart
      label={`Latency by day, from ${report.from} to ${report.to}: on the slowest day, 95 % of the calls took at most ${most} ms.`}
      series={series}
      days={days}
      top={`${most.toLocaleString('en')} ms`}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="number">
                  {name}, ms
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.days.map(({ day, latencyMs }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {series.map(({ name, share }) => (
                  <td key={name} className="number">
                    {latencyMs?.[share] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      {days.flatMap((day, index) =>
        series.map(({ share, colour }) => {
          const ms = byDay.get(day)?.[share]
          if (ms === undefined) return null
          const height = (ms / most) * 100
          return (
            <rect
              key={`${day} ${share}`}
              className={`fill-${colour}`}
              x={index + (share === 'p50' ? 0.1 : 0.5)}
              width={0.4}
              y={100 - height}
              height={height}
            />
          )
        })
      )}
    </Chart>
  )
}
