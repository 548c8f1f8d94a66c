import { isRecord } from '@product-host/toolkit/guards'
import { defaultMethods, LogicEngine } from 'json-logic-engine'
import { deepestLogic, longestLogic } from '../limits.js'
import { countryNames, endingCountries, genericEndings } from './countries.js'

/** What is wrong with the condition of a rule, a sentence's end each; none when it may run. */
export function conditionIssues(when: string): readonly string[] {
  return isLogic(when) ? logicIssues(when) : shortFormIssues(when)
}

/** Whether the condition holds for the facts, and why it could not be evaluated, in which case it does not hold. */
export function evaluate(
  when: string,
  facts: Readonly<Record<string, unknown>>
): { readonly matched: boolean; readonly error?: string } {
  if (!isLogic(when)) return { matched: shortFormHolds(when, facts) }
  try {
    return { matched: logicHolds(when, facts) }
  } catch {
    return { matched: false, error: 'The rule compares or calculates with values that do not fit.' }
  }
}

/** JSON Logic begins with a brace, the short form with a name. */
function isLogic(when: string): boolean {
  return when.trimStart().startsWith('{')
}

const comparison = /^([A-Za-z][A-Za-z0-9_.-]*)\s*(==|!=|>=|<=|=|>|<)\s*(.+)$/

/** What is wrong with a rule in the short form, a sentence's end each; none when it may run. */
function shortFormIssues(text: string): readonly string[] {
  const isSound = text.split(',').every(part => comparison.test(part.trim()))
  return isSound ? [] : ['is neither a JSON object nor comparisons joined by commas, such as country=GB,score>=70']
}

/** Whether every comparison of a rule in the short form holds. Names are compared without regard to case. */
function shortFormHolds(text: string, facts: Readonly<Record<string, unknown>>): boolean {
  return text.split(',').every(part => {
    const [, name, operator = '=', expected = ''] = comparison.exec(part.trim()) ?? []
    return compared(valueAt(facts, name), operator, isCountry(name) ? countryIn(expected) : expected)
  })
}

/** Whether a fact is a country, which the facts hold as an ISO 3166 code and a rule may name in any way. */
function isCountry(name: unknown): boolean {
  return name === 'country' || name === 'domain.country'
}

/** The code of the country that a text names; any other text as it is. */
function countryIn(text: string): string {
  return countryCode(text) ?? text
}

/** A fact that is missing equals nothing, and is neither above nor below anything. */
function compared(fact: unknown, operator: string, expected: string): boolean {
  const order = orderOf(fact, expected)
  switch (operator) {
    case '=':
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '>':
      return order !== undefined && order > 0
    case '>=':
      return order !== undefined && order >= 0
    case '<':
      return order !== undefined && order < 0
    default:
      return order !== undefined && order <= 0
  }
}

/** Below 0, 0 or above 0, as numbers where both are numbers, else as text; undefined where they cannot be compared. */
function orderOf(fact: unknown, expected: string): number | undefined {
  if (fact === null || fact === undefined || typeof fact === 'object' || fact === '') return undefined
  const [left, right] = [Number(fact), Number(expected)]
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right
  if (typeof fact === 'number' || !Number.isNaN(right)) return undefined
  const [text, other] = [String(fact).toLowerCase(), expected.toLowerCase()]
  return text === other ? 0 : text < other ? -1 : 1
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
  return issuesOf(logic[operator], depth + 1)
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
  Object.entries(countryNames).flatMap(([code, names]) =>
    [code, ...names.split('|')].map(name => [comparable(name), code] as const)
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
