import t from 'tap'
import { noCounts, percentile, sum } from '../../../host/dist/usage/records.js'
import { addEnding, bucketOf } from '../../../host/dist/usage/usage.js'

t.test('a percentile is right to within ten per cent, from an eighth of a millisecond to five minutes', async t => {
  for (let ms = 0.125; ms <= 300_000; ms *= 1.07) {
    const found = percentile({ [bucketOf(ms)]: 1 }, 0.5) ?? 0
    t.ok(found / ms > 0.9 && found / ms < 1.1, `${found} for ${ms}`)
  }
})

t.test('what is faster or slower than can be told apart is in the first and the last bucket', async t => {
  t.strictSame([0, 0.001, 0.125].map(bucketOf), [0, 0, 0])
  t.equal(bucketOf(10_000_000), bucketOf(310_000))
})

t.test('percentiles are those of the nearest rank', async t => {
  const latencies = { [bucketOf(10)]: 90, [bucketOf(100)]: 9, [bucketOf(1000)]: 1 }
  t.equal(percentile(latencies, 0.5), percentile({ [bucketOf(10)]: 1 }, 1))
  t.equal(percentile(latencies, 0.9), percentile({ [bucketOf(10)]: 1 }, 1))
  t.equal(percentile(latencies, 0.91), percentile({ [bucketOf(100)]: 1 }, 1))
  t.equal(percentile(latencies, 0.99), percentile({ [bucketOf(100)]: 1 }, 1))
  t.equal(percentile(latencies, 1), percentile({ [bucketOf(1000)]: 1 }, 1))
  t.equal(percentile({}, 0.5), undefined)
})

t.test('an ending counts once, and sums are the same in whatever parts they are counted', async t => {
  const endings = [
    { status: 200, ms: 3 },
    { status: 200, ms: 40 },
    { status: 429, ms: 1 },
    { status: 400, ms: 1 },
    { status: 429, ms: 1 },
    { status: 504, ms: 100 },
    { status: 200, ms: 1, isReplay: true }
  ] as const
  const whole = noCounts()
  const parts = [noCounts(), noCounts()] as const
  for (const [index, ending] of endings.entries()) {
    addEnding(whole, ending)
    addEnding(index % 2 === 0 ? parts[0] : parts[1], ending)
  }
  t.strictSame(whole, {
    calls: 3,
    errors: 1,
    replays: 1,
    refusals: { 400: 1, 429: 2 },
    latencies: { [bucketOf(3)]: 1, [bucketOf(40)]: 1, [bucketOf(100)]: 1 }
  })
  t.strictSame(sum(parts), whole)
})
