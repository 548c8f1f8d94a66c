import { endingCountries, genericEndings } from '@product-host/toolkit/addresses'
import { timeReadings } from '@product-host/toolkit/calendar'
import { isRecord } from '@product-host/toolkit/guards'
import { numberReadings, readNumber } from '@product-host/toolkit/numbers'
import { defaultMethods, LogicEngine } from 'json-logic-engine'
import { classes } from '../leads/email.js'
import { deepestLogic, longestLogic } from '../limits.js'
import { compare, compareNumbers, type Operator } from './comparison.js'
import table from './countries.json' with { type: 'json' }

/** What is wrong with the condition of a rule, a sentence's end each; none when it may run. */
export function conditionIssues(when: string): readonly string[] {
  return isLogic(when) ? logicIssues(when) : shortFormIssues(when)
}

/** Whether a condition holds, and if not, why. */
export interface Evaluation {
  readonly matched: boolean
  /** Why it does not hold, in a sentence; left out where JSON Logic gives no reason. */
  readonly reason?: string
  /** Why it could not be evaluated, in which case it does not hold. */
  readonly error?: string
}

/** Whether the condition holds for the facts. Dates without a zone are in the time zone. */
export function evaluate(when: string, facts: Readonly<Record<string, unknown>>, timeZone = 'UTC'): Evaluation {
  if (!isLogic(when)) return shortFormEvaluation(when, facts, timeZone)
  try {
    if (logicHolds(when, facts)) return { matched: true }
  } catch (error) {
    const reason = error instanceof Incomparable ? error.message : undefined
    return { matched: false, error: reason ?? 'The rule compares or calculates with values that do not fit.' }
  }
  const missing = [...new Set(factsIn(parsedLogic(when)))].filter(name => (valueAt(facts, name) ?? '') === '')
  return missing.length === 0 ? { matched: false } : { matched: false, reason: `Missing: ${missing.join(', ')}.` }
}

/** JSON Logic begins with a brace, the short form with a name. */
function isLogic(when: string): boolean {
  return when.trimStart().startsWith('{')
}

/** One comparison of the short form. */
interface Comparison {
  readonly name: string
  readonly operator: Operator
  readonly value: string
  /** As it was written. */
  readonly text: string
  readonly isQuoted: boolean
}

const comparisonOperators: readonly Operator[] = ['=', '!=', '<', '<=', '>', '>=']

const comparison = /^([A-Za-z][A-Za-z0-9_.-]*) ?(==|!=|>=|<=|=|>|<) ?(.+)$/

/** What joins two comparisons. A comma before a digit belongs to a number, since no name begins with a digit. */
const joint = /^(?:,(?! ?\d)|(?: and | ?&& ?|; ?)(?=[A-Za-z][A-Za-z0-9_.-]* ?[=!<>]))/i

/** The comparisons of a rule in the short form; undefined for a part that is none. Texts in quotes are values as they are. */
function comparisonsOf(text: string): readonly (Comparison | undefined)[] {
  const plain = text.replace(/\s+/g, ' ').replaceAll('≥', '>=').replaceAll('≤', '<=').replaceAll('≠', '!=')
  const parts: string[] = []
  let [start, quote] = [0, '']
  for (let index = 0; index < plain.length; index++) {
    const sign = plain[index] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if ((sign === '"' || sign === "'") && /[=<>] ?$/.test(plain.slice(start, index))) quote = sign
    else {
      const [join] = /[ ,&;]/.test(sign) ? (joint.exec(plain.slice(index)) ?? []) : []
      if (join === undefined) continue
      parts.push(plain.slice(start, index))
      start = index + join.length
      index = start - 1
    }
  }
  return [...parts, plain.slice(start)].map(comparisonOf)
}

function comparisonOf(part: string): Comparison | undefined {
  const text = part.trim()
  const [, name = '', sign = '', written = ''] = comparison.exec(text) ?? []
  const operator = comparisonOperators.find(each => each === sign.replace('==', '='))
  if (name === '' || operator === undefined) return undefined
  const [, , quoted] = /^(["'])(.+)\1$/.exec(written) ?? []
  return { name, operator, value: quoted ?? written, text, isQuoted: quoted !== undefined }
}

/** What is wrong with a rule in the short form, a sentence's end each; none when it may run. */
function shortFormIssues(text: string): readonly string[] {
  const comparisons = comparisonsOf(text)
  const sound = comparisons.filter(each => each !== undefined)
  if (sound.length < comparisons.length)
    return ['is neither a JSON object nor comparisons joined by commas or "and", such as country=GB,score>=70']
  return [...new Set([...sound.flatMap(valueIssues), ...contradictions(sound)])]
}

/** What is wrong with the value of a comparison. */
function valueIssues({ name, operator, value, isQuoted }: Comparison): readonly string[] {
  const fact = factIssues(name, operator, value)
  if (fact.length > 0 || isQuoted) return fact
  if (/[=<>|]|&&/.test(value)) return [`holds an operator in the value of ${name}: put quotes around a text`]
  if (/ or /i.test(value))
    return [`holds "or" in the value of ${name}: write JSON Logic or two rules, or put quotes around a text`]
  if (/^["']|["']$/.test(value)) return [`holds a quote without its counterpart in the value of ${name}`]
  const readings = [...numberReadings(value), ...timeReadings(value, 'UTC')]
  if (value.includes(',') && readings.length === 0)
    return [`holds a comma in the value of ${name}: put quotes around a text`]
  if (readings.length > 1 && operator !== '=' && operator !== '!=')
    return [
      `holds a value of ${name} that can be read in two ways: write numbers such as 1500 and dates such as 2026-11-26`
    ]
  return []
}

/** Facts of known numbers. */
const bounds: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['hour', [0, 23]],
  ['weekday', [1, 7]],
  ['quality', [0, 100]]
])

/** What is wrong with a comparison of a fact whose values are known. */
function factIssues(name: string, operator: Operator, value: unknown): readonly string[] {
  if (name === 'fields') return ['compares fields, which is a group of facts: name one of them, such as fields.score']
  if (/^domain(?:\.|$)/.test(name) && !/^domain\.(?:name|tld|type|country)$/.test(name))
    return [
      'asks for a fact that no lead has: of a domain there are domain.name, domain.tld, domain.type and domain.country'
    ]
  if (operator !== '=' && operator !== '!=' && !bounds.has(name)) return []
  const text = String(value)
  if (name === 'domain.type' && !classes.some(each => each === text.toLowerCase()))
    return [`compares domain.type with none of its values: ${classes.join(', ')}`]
  if (name === 'domain.country' && countryCode(text) === undefined) return ['compares domain.country with no country']
  const range = bounds.get(name)
  if (!range) return []
  const [least, most] = range
  const number = typeof value === 'number' ? value : readNumber(text)
  if (number === undefined) return [`compares ${name} with what is no number from ${least} to ${most}`]
  const isPossible = { '=': number >= least && number <= most, '!=': true, '<': number > least, '<=': number >= least }
  const canHold = { ...isPossible, '>': number < most, '>=': number <= most }[operator]
  return canHold ? [] : [`compares ${name}, which is from ${least} to ${most}, with a number that it never reaches`]
}

/** The facts of which comparisons ask what no single value can be. */
function contradictions(comparisons: readonly Comparison[]): readonly string[] {
  return [...Map.groupBy(comparisons, ({ name }) => name)]
    .filter(([name, all]) => !canAllHold(name, all))
    .map(([name]) => `asks of ${name} what no single value can meet: write JSON Logic with "or", or two rules`)
}

function canAllHold(name: string, comparisons: readonly Comparison[]): boolean {
  const equals = comparisons.filter(({ operator }) => operator === '=')
  const read = (value: string) => (isCountry(name) ? countryIn(value) : value).toLowerCase()
  if (new Set(equals.map(({ value }) => readNumber(value) ?? read(value))).size > 1) return false
  const numbers = comparisons.flatMap(({ operator, value }) => {
    const number = readNumber(value)
    return number === undefined ? [] : [{ operator, number }]
  })
  const lower = numbers.filter(({ operator }) => operator.startsWith('>') || operator === '=')
  const upper = numbers.filter(({ operator }) => operator.startsWith('<') || operator === '=')
  return lower.every(low =>
    upper.every(high => {
      const mayMeet = [low, high].every(({ operator }) => operator.endsWith('='))
      return low.number < high.number || (low.number === high.number && mayMeet)
    })
  )
}

/** The first comparison of the short form that does not hold decides. */
function shortFormEvaluation(text: string, facts: Readonly<Record<string, unknown>>, timeZone: string): Evaluation {
  for (const each of comparisonsOf(text)) {
    if (!each) return { matched: false, error: 'A part of the condition is no comparison.' }
    const { name, operator, value } = each
    const result = compare(valueAt(facts, name), operator, isCountry(name) ? countryIn(value) : value, {
      name,
      timeZone
    })
    if (result !== true) {
      const reason = result === false ? `${each.text} does not hold` : `${name} ${result}`
      return { matched: false, reason: `${reason}.` }
    }
  }
  return { matched: true }
}

/** Whether a fact is a country, which the facts hold as an ISO 3166 code and a rule may name in any way. */
function isCountry(name: unknown): boolean {
  return name === 'country' || name === 'domain.country'
}

/** The code of the country that a text names; any other text as it is. */
function countryIn(text: string): string {
  return countryCode(text) ?? text
}

/** What is wrong with a rule in JSON Logic, a sentence's end each; none when it may run. */
function logicIssues(text: string): readonly string[] {
  if (Buffer.byteLength(text) > longestLogic) return [`is over ${longestLogic} bytes`]
  const logic = parsedLogic(text)
  return isRecord(logic) ? [...new Set(issuesOf(logic, 1))] : ['is not a JSON object']
}

/**
 * Whether the rule holds for the facts. Throws what the engine throws when it cannot evaluate it, as for adding a name and a
 * number.
 */
function logicHolds(text: string, facts: Readonly<Record<string, unknown>>): boolean {
  return Boolean(engine.truthy(engine.run(withCountryCodes(parsedLogic(text)), facts)))
}

/** The logic with codes in place of the countries that it compares with a fact that is a country. */
function withCountryCodes(logic: unknown): unknown {
  if (Array.isArray(logic)) return logic.map(withCountryCodes)
  if (!isRecord(logic)) return logic
  return Object.fromEntries(
    Object.entries(logic).map(([operator, operands]) => {
      const comparesCountry = Array.isArray(operands) && comparisons.includes(operator) && operands.some(readsCountry)
      return [operator, comparesCountry ? operands.map(codesIn) : withCountryCodes(operands)]
    })
  )
}

/** The operators that compare a fact with texts. */
const comparisons = ['==', '!=', 'in']

function readsCountry(operand: unknown): boolean {
  return isRecord(operand) && isCountry([operand.var].flat()[0])
}

function codesIn(operand: unknown): unknown {
  if (typeof operand === 'string') return countryIn(operand)
  return Array.isArray(operand) ? operand.map(codesIn) : withCountryCodes(operand)
}

/**
 * The operators of JSON Logic (jsonlogic.com/operations.html) that a rule may use: those that compare, combine and
 * calculate, none that iterates over a list or reaches outside.
 */
const operators: readonly string[] = 'var missing == != < <= > >= and or ! !! if in cat substr + - * / % min max'.split(
  ' '
)

const engine = new LogicEngine(
  Object.fromEntries(Object.entries(defaultMethods).filter(([name]) => operators.includes(name))),
  {
    disableInline: true,
    disableInterpretedOptimization: true
  }
)

engine.addMethod(
  'var',
  ([path, otherwise = null]: readonly unknown[], facts: unknown) => valueAt(facts, path) ?? otherwise
)

engine.addMethod('missing', (paths: readonly unknown[], facts: unknown) =>
  paths.flat().filter(path => (valueAt(facts, path) ?? '') === '')
)

/** A comparison that has no result. Its message is a sentence for the account. */
class Incomparable extends Error {}

for (const operator of ['<', '<=', '>', '>='] as const)
  engine.addMethod(operator, (operands: readonly unknown[]) => inOrder(operands, operator))

for (const operator of ['==', '!='] as const)
  engine.addMethod(operator, (operands: readonly unknown[]) => inOrder(operands, operator === '==' ? '=' : operator))

/** Whether each value and the next compare like this: as numbers where one of the two is a number, or both are texts of numbers. */
function inOrder(operands: readonly unknown[], operator: Operator): boolean {
  return operands.slice(1).every((right, index) => holdsBetween(operands[index], operator, right))
}

function holdsBetween(left: unknown, operator: Operator, right: unknown): boolean {
  const areTexts = [left, right].every(each => typeof each === 'string' || each === null)
  const isEquality = operator === '=' || operator === '!='
  const areNumbers = [left, right].every(each => typeof each === 'string' && numberReadings(each).length > 0)
  if (areTexts && (isEquality || !areNumbers)) return textsHold(left ?? null, operator, right ?? null)
  if ([left, right].some(each => typeof each === 'object' && each !== null))
    throw new Incomparable('The rule compares or calculates with values that do not fit.')
  const result = compareNumbers(left, operator, right)
  if (typeof result === 'boolean') return result
  throw new Incomparable(`A compared fact ${result ?? 'is no number'}.`)
}

function textsHold(left: unknown, operator: Operator, right: unknown): boolean {
  if (operator === '=' || operator === '!=') return (left === right) === (operator === '=')
  const areTexts = typeof left === 'string' && typeof right === 'string'
  const [one, other] = areTexts ? [left, right] : [Number(left), Number(right)]
  if (operator.endsWith('=') && one === other) return true
  return operator.startsWith('<') ? one < other : one > other
}

/**
 * The value at a path such as `fields.country`; only what the facts themselves hold, nothing that JavaScript adds to
 * them.
 */
function valueAt(facts: unknown, path: unknown): unknown {
  if (path === '' || path === null || path === undefined) return facts
  return String(path)
    .split('.')
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? Reflect.get(value, step)
          : undefined,
      facts
    )
}

function issuesOf(logic: unknown, depth: number): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(part => issuesOf(part, depth))
  if (!isRecord(logic)) return []
  if (depth > deepestLogic) return [`nests operators deeper than ${deepestLogic}`]
  const [operator, ...others] = Object.keys(logic)
  if (operator === undefined || others.length > 0)
    return ['holds an object that is not one operator with its arguments']
  if (!operators.includes(operator)) return [`uses an operator that is not among ${operators.join(' ')}`]
  return [...comparisonIssues(operator, logic[operator]), ...issuesOf(logic[operator], depth + 1)]
}

/** What is wrong with one comparison of JSON Logic: it would never have a result, or always the same. */
function comparisonIssues(operator: string, operands: unknown): readonly string[] {
  if (!['==', '!=', '<', '<=', '>', '>=', 'in'].includes(operator)) return []
  if (!Array.isArray(operands) || operands.length < 2)
    return [`compares one value alone: give ${operator} two in a list`]
  if (!operands.some(readsFacts))
    return ['compares values that are always the same: name a fact, such as {"var":"score"}']
  const known = comparisonOperators.find(each => each === operator.replace('==', '='))
  const names = operands.flatMap(operand => (isRecord(operand) ? [[operand.var].flat()[0]] : [])).map(String)
  const literals = operands.filter(operand => ['string', 'number'].includes(typeof operand))
  const isPlain = known !== undefined && operands.length === 2 && (known === '=' || known === '!=')
  return isPlain ? names.flatMap(name => literals.flatMap(literal => factIssues(name, known, literal))) : []
}

function readsFacts(logic: unknown): boolean {
  if (Array.isArray(logic)) return logic.some(readsFacts)
  if (!isRecord(logic)) return false
  return Object.entries(logic).some(
    ([operator, operands]) => operator === 'var' || operator === 'missing' || readsFacts(operands)
  )
}

/** The names of the facts that the logic reads. */
function factsIn(logic: unknown): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(factsIn)
  if (!isRecord(logic)) return []
  return Object.entries(logic).flatMap(([operator, operands]) => {
    const name = operator === 'var' ? [operands].flat()[0] : undefined
    return typeof name === 'string' && name !== '' ? [name] : factsIn(operands)
  })
}

function parsedLogic(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The ISO 3166-1 alpha-2 code of a country that a text names by its code or in words, such as `uk`, `GBR` or `Great Britain`. */
export function countryCode(text: string): string | undefined {
  return codes.get(comparable(text))
}

/** The ISO 3166-1 alpha-2 code of the country that an address's domain belongs to; undefined for endings that are used worldwide. */
export function countryOfDomain(domain: string): string | undefined {
  const ending = endingOf(domain)
  if (genericEndings.has(ending)) return undefined
  return endingCountries[ending] ?? (ending.length === 2 ? codes.get(ending) : undefined)
}

/** Whether the ending of a domain is a country's by its form, and is used worldwide. */
export function hasGenericEnding(domain: string): boolean {
  return genericEndings.has(endingOf(domain))
}

function endingOf(domain: string): string {
  return domain.slice(domain.lastIndexOf('.') + 1).toLowerCase()
}

/** Every code and name, as it is compared. */
const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(table.countries).flatMap(([code, { alpha3, names }]) =>
    [code, alpha3, ...names].map(name => [comparable(name), code] as const)
  )
)

/** The letters and digits of a name in lower case without accents; `&` is read as "and", and `St.` as "Saint". */
function comparable(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
