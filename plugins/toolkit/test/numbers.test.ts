import t from 'tap'
import { baselineOf, counted, grouped, modifiedZ, rounded, sigmasPerMad } from '../dist/numbers.js'

t.test('numbers are rounded, and never to -0', async t => {
  t.equal(rounded(1.2345, 2), 1.23)
  t.ok(Object.is(rounded(-0.001, 1), 0))
})

t.test('counts agree with their noun', async t => {
  t.equal(counted(1, 'post'), '1 post')
  t.equal(counted(1200, 'post'), '1,200 posts')
  t.equal(grouped(1234.5), '1,235')
})

t.test('a modified z-score is 0.6745 times the distance to the median, in median absolute deviations', async t => {
  const baseline = baselineOf([6, 8, 16, 24, 40], { share: 0, value: 0 })
  t.strictSame(baseline, { median: 16, mad: 8 })
  t.equal(rounded(modifiedZ(6, baseline), 3), -0.843)
})

t.test('equal values have the least deviation that counts', async t => {
  t.strictSame(baselineOf([10, 10], { share: 0.05, value: 1 }), { median: 10, mad: 1 })
  t.strictSame(baselineOf([1000, 1000], { share: 0.05, value: 1 }), { median: 1000, mad: 50 / sigmasPerMad })
})
