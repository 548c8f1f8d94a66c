import { valueAt } from './logic.js'

const comparison = /^([A-Za-z][A-Za-z0-9_.-]*)\s*(==|!=|>=|<=|=|>|<)\s*(.+)$/

/** What is wrong with a rule in the short form, a sentence's end each; none when it may run. */
export function shortFaults(text: string): readonly string[] {
  const isSound = text.split(',').every(part => comparison.test(part.trim()))
  return isSound ? [] : ['is neither a JSON object nor comparisons joined by commas, such as country=GB,score>=70']
}

/** Whether every comparison of a rule in the short form holds. Names are compared without regard to case. */
export function shortHolds(text: string, facts: Readonly<Record<string, unknown>>): boolean {
  return text.split(',').every(part => {
    const [, name, operator = '=', expected = ''] = comparison.exec(part.trim()) ?? []
    return compared(valueAt(facts, name), operator, expected)
  })
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
