import type { UsageReport } from '@product-host/sdk/client'
import { useUsage } from '../../api/calls.js'
import { daysBetween } from './call-bars.js'

interface CallTrendProps {
  /** Whether calls of such a row count. */
  readonly of: (row: UsageReport['usage'][number]) => boolean
  /** Whether only their number is shown; screen readers get the words as well. */
  readonly isShort?: boolean
  /** The hue of the product that they belong to. */
  readonly hue?: number
}

/** The calls of the last 30 days that belong to something: one bar for each day, and their number. */
export function CallTrend({ of, isShort = false, hue }: CallTrendProps) {
  const report = useUsage().data
  const rows = report?.usage.filter(of) ?? []
  const calls = new Map<string, number>()
  for (const row of rows) calls.set(row.day, (calls.get(row.day) ?? 0) + row.calls)
  const sum = rows.reduce((total, row) => total + row.calls, 0)
  const days = report ? daysBetween(report.from, report.to) : []
  return (
    <span className="call-trend" title="Calls of each of the last 30 days">
      <Sparkline values={days.map(day => calls.get(day) ?? 0)} hue={hue} />
      {report && (
        <span>
          {sum.toLocaleString('en')}
          <span className={isShort ? 'visually-hidden' : undefined}> {sum === 1 ? 'call' : 'calls'} in 30 days</span>
        </span>
      )}
    </span>
  )
}

/** Bars without axes; what they say in words belongs beside them. */
function Sparkline({ values, hue }: { readonly values: readonly number[]; readonly hue: number | undefined }) {
  const top = Math.max(1, ...values)
  const bars = values.map((value, x) => ({ x, height: (10 * value) / top })).filter(({ height }) => height > 0)
  return (
    <svg
      className={`sparkline ${hue === undefined ? '' : 'of-product'}`}
      viewBox={`0 0 ${values.length || 1} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={hue === undefined ? undefined : { '--hue': hue }}
    >
      {bars.map(({ x, height }) => (
        <rect
          key={x}
          className={hue === undefined ? 'fill-1' : undefined}
          x={x + 0.1}
          width={0.8}
          y={10 - height}
          height={height}
        />
      ))}
    </svg>
  )
}
