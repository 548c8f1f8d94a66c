// How often the band of margin_radar's forecast holds what days came to cost, on six kinds of series, in per cent; 80 is what it says
// of itself. npx node plugins/wealthnode/dist-test/bench/coverage.js [series of each kind]
import { coverageOf } from './coverage-of.js'
import { kindNames } from './series.js'

const count = Number(process.argv[2] ?? 1_000)
const histories = [91, 56, 28, 14]
const ahead = [
  { name: '1-10 ahead', from: 1, to: 10 },
  { name: '11-20', from: 11, to: 20 },
  { name: '21-30', from: 21, to: 30 },
  { name: 'all', from: 1, to: 30 }
]

for (const known of histories) {
  console.log(`${`${known} days known`.padEnd(18)}${ahead.map(({ name }) => name.padStart(12)).join('')}`)
  for (const kind of kindNames) {
    const shares = ahead.map(({ from, to }) => coverageOf(kind, known, { count, from, to }))
    console.log(`${kind.padEnd(18)}${shares.map(share => `${(100 * share).toFixed(1)} %`.padStart(12)).join('')}`)
  }
}
