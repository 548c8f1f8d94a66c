import t from 'tap'
import { decimal, estimatedPounds, exact, placesOf, pounds, rounded, roundedPounds } from '../dist/money.js'

t.test('numbers are taken by their shortest text', async t => {
  t.equal(decimal(0.1).plus(decimal(0.2)).toString(), '0.3')
  t.equal(rounded(decimal(123457).div(1000).times(decimal(0.00215)), 6), '0.265433')
  t.equal(exact(decimal(123457).div(1000).times(decimal(0.00215))), '0.265432550')
})

t.test('halves go to the even neighbour, and no zero has a minus', async t => {
  t.equal(exact(decimal('0.0000000005')), '0.000000000')
  t.equal(exact(decimal('0.0000000015')), '0.000000002')
  t.equal(exact(decimal('0.0000000025')), '0.000000002')
  t.equal(exact(decimal('-0.0000000001')), '0.000000000')
})

t.test('places are those of the shortest text', async t => {
  t.equal(placesOf(1e12), 0)
  t.equal(placesOf(1200), 0)
  t.equal(placesOf(0.000001), 6)
  t.equal(placesOf(1.5e-7), 8)
  t.equal(placesOf(0), 0)
})

t.test('amounts in sentences', async t => {
  t.equal(pounds(decimal('0.252')), '£0.2520')
  t.equal(pounds(decimal('-1234567.89125')), '-£1,234,567.8912')
  t.equal(pounds(decimal(0)), '£0.0000')
  t.equal(pounds(decimal('0.0000234')), '£0.000023')
  t.equal(pounds(decimal('-0.00001')), '-£0.000010')
  t.equal(pounds(decimal('0.000000001')), '£0.000000001')
  t.equal(roundedPounds(decimal('14.926')), '£14.93')
  t.equal(roundedPounds(decimal('0.0021')), '£0.0021')
  t.equal(estimatedPounds(decimal('41.2')), '£41')
  t.equal(estimatedPounds(decimal('9.994')), '£9.99')
  t.equal(estimatedPounds(decimal('1234.5')), '£1,234')
})
