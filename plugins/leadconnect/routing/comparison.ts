import { type TimeReading, timeReadings } from '@product-host/toolkit/calendar'
import { type NumberReading, numberReadings } from '@product-host/toolkit/numbers'

/** How a fact is compared with a value. */
export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** Why a comparison has no result, as the end of a sentence about the fact; or its result. */
export type Compared = boolean | 'is missing' | 'is no number' | 'is no date' | Undecided

type Undecided = 'can be read in two ways' | 'is a range on both sides of the value' | 'has another unit'

/** Both ends of what a text may mean, as numbers. */
type Reading = Pick<NumberReading, 'from' | 'to' | 'unit'>

/**
 * Compares a fact with the value of a rule: as numbers if the value is one, as times if it is a date, else as text without regard to case.
 * Texts are read as exports write them. A comparison holds only if it holds for every number that the fact may be.
 */
export function compare(
  fact: unknown,
  operator: Operator,
  value: string,
  { name, timeZone }: { readonly name: string; readonly timeZone: string }
): Compared {
  if (fact === null || fact === undefined || typeof fact === 'object' || fact === '')
    return operator === '!=' || 'is missing'
  const [left, right] = [comparable(String(fact)), comparable(value)]
  if (left === right) return operator === '=' || operator === '<=' || operator === '>='
  const noun = name.slice(name.lastIndexOf('.') + 1)
  const numbers = numberReadings(value, { noun })
  if (numbers.length > 0)
    return comparedReadings(factReadings(fact, noun), operator, numbers) ?? (operator === '!=' || 'is no number')
  const times = timeReadings(value, timeZone)
  if (times.length > 0)
    return (
      comparedReadings(timeReadings(String(fact), timeZone), operator, times) ?? (operator === '!=' || 'is no date')
    )
  if (typeof fact === 'number') return operator === '!='
  return operator === '!=' || (operator.startsWith('<') ? left < right : operator.startsWith('>') && left > right)
}

/** Compares two values of JSON Logic of which one at least is a text, as numbers; undefined where one is no number. */
export function compareNumbers(left: unknown, operator: Operator, right: unknown): boolean | Undecided | undefined {
  return comparedReadings(factReadings(left), operator, factReadings(right))
}

function factReadings(fact: unknown, noun?: string): readonly Reading[] {
  if (typeof fact === 'string') return numberReadings(fact, noun === undefined ? {} : { noun })
  const number = Number(fact)
  return Number.isNaN(number) ? [] : [{ from: number, to: number }]
}

/** The result on which all readings of both sides agree; undefined where a side has none. */
function comparedReadings(
  left: readonly Reading[],
  operator: Operator,
  right: readonly (Reading | TimeReading)[]
): boolean | Undecided | undefined {
  const results = new Set(left.flatMap(one => right.map(other => comparedRanges(one, operator, other))))
  const [result, ...others] = results
  return others.length > 0 ? 'can be read in two ways' : result
}

function comparedRanges(left: Reading, operator: Operator, right: Reading): boolean | Undecided {
  if (left.unit !== undefined && right.unit !== undefined && left.unit !== right.unit) return 'has another unit'
  const holds = holdsFor(left, operator, right)
  return holds ?? 'is a range on both sides of the value'
}

/** Whether the comparison holds for all of the left side (true) or for nothing of it (false). */
function holdsFor(left: Reading, operator: Operator, right: Reading): boolean | undefined {
  switch (operator) {
    case '=':
      if (left.from >= right.from && left.to <= right.to) return true
      return left.to < right.from || left.from > right.to ? false : undefined
    case '!=': {
      const isEqual = holdsFor(left, '=', right)
      return isEqual === undefined ? undefined : !isEqual
    }
    case '>':
      return left.from > right.to || (left.to <= right.to ? false : undefined)
    case '>=':
      return left.from >= right.from || (left.to < right.from ? false : undefined)
    case '<':
      return left.to < right.from || (left.from >= right.from ? false : undefined)
    case '<=':
      return left.to <= right.to || (left.from > right.to ? false : undefined)
  }
}

function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
