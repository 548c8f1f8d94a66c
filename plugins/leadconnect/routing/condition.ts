import { holds, logicFaults } from './logic.js'
import { shortFaults, shortHolds } from './short.js'

/** What is wrong with the condition of a rule, a sentence's end each; none when it may run. */
export function conditionFaults(when: string): readonly string[] {
  return isLogic(when) ? logicFaults(when) : shortFaults(when)
}

/** Whether the condition holds for the facts, and why it could not be told where that is so; it then does not hold. */
export function judged(
  when: string,
  facts: Readonly<Record<string, unknown>>
): { readonly matched: boolean; readonly error?: string } {
  if (!isLogic(when)) return { matched: shortHolds(when, facts) }
  try {
    return { matched: holds(when, facts) }
  } catch {
    return { matched: false, error: 'The rule compares or calculates with values that do not fit.' }
  }
}

/** JSON Logic begins with a brace, the short form with a name. */
function isLogic(when: string): boolean {
  return when.trimStart().startsWith('{')
}
