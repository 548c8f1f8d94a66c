import t from 'tap'
import {
  baselineOf,
  counted,
  grouped,
  modifiedZ,
  numberReadings,
  readNumber,
  rounded,
  sigmasPerMad
} from '../dist/numbers.js'

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

t.test('numbers are read as exports write them', async t => {
  for (const [text, number] of [
    ['250', 250],
    [' 1,000 ', 1_000],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1,00,000', 100_000],
    ['1.000,5', 1_000.5],
    ['1,000.5', 1_000.5],
    ['1 000', 1_000],
    ['1\u202f000,25', 1_000.25],
    ["12'500", 12_500],
    ['1,5', 1.5],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['.5', 0.5],
    ['1e3', 1_000],
    ['5k', 5_000],
    ['1.234k', 1_234],
    ['1,2 m', 1_200_000],
    ['2.5bn', 2.5e9],
    ['-5', -5],
    ['−1,000', -1_000],
    ['(1,234)', -1_234],
    ['１２０', 120],
    ['~250', 250]
  ] as const)
    t.strictSame(numberReadings(text), [{ from: number, to: number }], text)
})

t.test('a unit stands before or behind a number', async t => {
  for (const [text, from, unit] of [
    ['82%', 82, '%'],
    ['82.5 %', 82.5, '%'],
    ['£1,000', 1_000, 'GBP'],
    ['$-5', -5, 'USD'],
    ['-$5', -5, 'USD'],
    ['1.000,50 €', 1_000.5, 'EUR'],
    ['EUR 20', 20, 'EUR'],
    ['1.5m CHF', 1_500_000, 'CHF']
  ] as const)
    t.strictSame(numberReadings(text), [{ from, to: from, unit }], text)
})

t.test('a range or a bound has two ends', async t => {
  const inf = Number.POSITIVE_INFINITY
  for (const [text, from, to] of [
    ['1000+', 1_000, inf],
    ['10,001 +', 10_001, inf],
    ['>50', 50, inf],
    ['>= 5k', 5_000, inf],
    ['<50', -inf, 50],
    ['≤ 50', -inf, 50],
    ['1001-5000', 1_001, 5_000],
    ['1,001 – 5,000', 1_001, 5_000],
    ['10 to 20', 10, 20],
    ['-5-10', -5, 10],
    ['1k-5k', 1_000, 5_000]
  ] as const)
    t.strictSame(numberReadings(text), [{ from, to }], text)
  t.strictSame(numberReadings('10-20%'), [{ from: 10, to: 20, unit: '%' }])
})

t.test('what can be read in two ways has both readings, and is not one number', async t => {
  t.strictSame(
    numberReadings('1.500').map(({ from }) => from),
    [1.5, 1_500]
  )
  t.strictSame(numberReadings('1-5k'), [
    { from: 1, to: 5_000 },
    { from: 1_000, to: 5_000 }
  ])
  for (const text of ['1.500', '1-5k', '1000+', '10-20', 'n/a']) t.equal(readNumber(text), undefined, text)
  t.equal(readNumber('1,500'), 1_500)
})

t.test('a count has no decimals, and its noun may follow it', async t => {
  t.equal(readNumber('1.500', { isCount: true }), 1_500)
  t.equal(readNumber('1.5k', { isCount: true }), 1_500)
  t.strictSame(numberReadings('51-200 Employees', { noun: 'employees' }), [{ from: 51, to: 200 }])
  t.strictSame(numberReadings('51-200 Employees'), [])
})

t.test('any other text is no number', async t => {
  for (const text of [
    '',
    'n/a',
    '-',
    '.',
    ',',
    'k',
    '%',
    '12 Main Street',
    '1.2.3',
    '2026-11-26',
    '26.11.2026',
    '2026-03',
    '1,2,3',
    '0x10',
    'Infinity',
    '1e999',
    '5x',
    '7k5',
    '+44 20 7946 0958',
    '5 XXQ',
    '£5-$9',
    '--5',
    '1'.repeat(65)
  ])
    t.strictSame(numberReadings(text), [], text)
})

t.test('no text takes long to read', async t => {
  const started = performance.now()
  for (const part of ['1', '1,', '1 ', ' ', '-', '1-', '(', 'k', '£', '1.000,']) numberReadings(part.repeat(100_000))
  for (const part of ['1', '1,', '1 ', ' ', '-', '1-', '(', 'k', '£']) numberReadings(part.repeat(30))
  t.ok(performance.now() - started < 200)
})
