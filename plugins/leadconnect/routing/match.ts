import { judged } from './condition.js'
import type { Facts } from './facts.js'
import type { Rule } from './rule.js'

/** One rule that was asked. */
export interface Asked {
  readonly rule: number
  readonly matched: boolean
  /** Why the rule could not be judged; it then counts as not matched. */
  readonly error?: string
}

/** The rules that were asked, up to the first that matched. */
export interface Match {
  readonly rule?: Rule
  readonly trace: readonly Asked[]
}

/** Asks the rules in their order until one matches. */
export function matchOf(rules: readonly Rule[], facts: Facts): Match {
  const trace: Asked[] = []
  for (const rule of rules) {
    const asked = { rule: rule.number, ...(rule.when === undefined ? { matched: true } : judged(rule.when, facts)) }
    trace.push(asked)
    if (asked.matched) return { rule, trace }
  }
  return { trace }
}
