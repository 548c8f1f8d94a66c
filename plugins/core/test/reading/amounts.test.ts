import t from 'tap'
import { moneyIn, numbersIn, priceIn, toNumber, unitOf } from '../../dist/reading/amounts.js'

const perThousandPounds = unitOf(['price', 'per', '1k', 'gbp'])

function prices(sentence: string) {
  return moneyIn(sentence).map(money => priceIn(money, perThousandPounds))
}

t.test('a price is read in the unit that is asked for, to the last digit', async t => {
  const cases: readonly (readonly [sentence: string, price: number])[] = [
    ['at 0.2p per thousand', 0.002],
    ['at 3 pence per 1k', 0.03],
    ['at £2 per million', 0.002],
    ['at £2/1M', 0.002],
    ['zu £0,002 per 1k', 0.002],
    ['at 0.003 pounds per 1,000 tokens', 0.003],
    ['at 0.0000021 GBP a token', 0.0021],
    ['at 0.002 per 1k', 0.002],
    ['at £3e-4 per 1k', 0.0003],
    ['at 3e-4GBP per 1e3 tokens', 0.0003],
    ['at £0.10 per 100k', 0.001],
    ['at 1,234.56 pounds per million', 1.23456],
    ['at £1.234,50 per million', 1.2345]
  ]
  for (const [sentence, price] of cases) t.strictSame(prices(sentence), [price], sentence)
  t.strictSame(prices('at half a million'), [], 'a number alone is no price')
})

t.test('a price that is not in the unit that is asked for is none, and says why', async t => {
  t.strictSame(prices('at $0.01 per 1k'), ['"$0.01 per 1k" is not in GBP'])
  t.strictSame(prices('at 2 cents per 1k'), ['"2 cents per 1k" is not in GBP'])
  t.strictSame(prices('for €3 per million'), ['"€3 per million" is not in GBP'])
  t.strictSame(prices('at £0.002'), ['"£0.002" does not say for how many'])
  t.strictSame(prices('at £0.002x per 1k'), ['"£0.002" can be read in two ways'])
  t.strictSame(prices('at £1.500 per 1k'), ['"£1.500 per 1k" can be read in two ways'])
  t.strictSame(prices('at £1 per 7 tokens'), ['"£1 per 7 tokens" has no exact price in the unit that is asked for'])
})

t.test('numbers are read with the separators of several countries, or not at all', async t => {
  const read = (text: string) => numbersIn(text).map(({ value }) => value && toNumber(value))
  const cases: readonly (readonly [text: string, value: number | undefined])[] = [
    ['250,000', 250_000],
    ['1,5 million', 1_500_000],
    ['1.5 million', 1_500_000],
    ['2m', 2_000_000],
    ['40k', 40_000],
    ['1 500 000', 1_500_000],
    ["1'500'000", 1_500_000],
    ['1.500.000', 1_500_000],
    ['1,500,000', 1_500_000],
    ['1.500', undefined],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['half a million', 500_000],
    ['a million', 1_000_000],
    ['twenty five', 25],
    ['three thousand', 3000],
    ['two hundred thousand', 200_000],
    ['one hundred and twenty thousand', 120_000],
    ['a hundred and five', 105],
    ['two million four hundred thousand', 2_400_000],
    ['twenty fifteen thousand', undefined],
    ['5e5', 500_000],
    ['1.2E6', 1_200_000],
    ['3e-4', 0.0003],
    ['5e999', undefined],
    ['5x', undefined],
    ['7k5', undefined],
    ['5.e5', undefined],
    ['30days', 30]
  ]
  for (const [text, value] of cases) t.strictSame(read(text), [value], text)
  t.strictSame(read('1.500 zu 0,002'), [1500, 0.002], 'another number shows that a comma divides')
  t.strictSame(read('1,500 zu 0,002'), [undefined, 0.002])
})
