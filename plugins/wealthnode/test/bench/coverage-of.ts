import { outlookOf } from '../../dist/radar/forecast.js'
import { seriesOf } from './series.js'

/** How many series, and how many days ahead at least and at most. */
interface Sample {
  readonly count: number
  readonly from: number
  readonly to: number
}

/** The share of series of a kind of which the sum of the days ahead is within the band. Series and days ahead follow from a number. */
export function coverageOf(kind: string, known: number, { count, from, to }: Sample): number {
  let within = 0
  for (let number = 0; number < count; number++) {
    const days = from + (number % (to - from + 1))
    const series = seriesOf(kind, number * 7919 + known * 31 + days, known, days)
    const outlook = outlookOf(series.slice(0, known), days)
    const expected = outlook.days.reduce((sum, cost) => sum + cost, 0)
    const actual = series.slice(known).reduce((sum, cost) => sum + cost, 0)
    if (Math.abs(actual - expected) <= outlook.spread) within++
  }
  return within / count
}
