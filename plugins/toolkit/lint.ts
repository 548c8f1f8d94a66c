/** What a rule says of a text: a warning lowers its quality, a failure forbids its use. */
export interface RuleResult {
  readonly level: 'pass' | 'warn' | 'fail'
  readonly message: string
}

/** One rule with the name by which its weight is found. */
export interface Rule<Text, Name extends string> {
  readonly name: Name
  readonly check: (text: Text) => RuleResult
}

/** What a text loses of its quality of 100 by each rule. */
export type Weights<Name extends string> = Readonly<Record<Name, { readonly warn: number; readonly fail: number }>>

/** The result of one rule for a text. */
export interface Finding<Name extends string = string> extends RuleResult {
  readonly rule: Name
  /** What it takes from the quality of 100. */
  readonly weight: number
}

/** Checks a text against every rule, in their order. */
export function lint<Text, Name extends string>(
  text: Text,
  rules: readonly Rule<Text, Name>[],
  weights: Weights<Name>
): readonly Finding<Name>[] {
  return rules.map(({ name, check }) => {
    const { level, message } = check(text)
    return { rule: name, level, weight: level === 'pass' ? 0 : weights[name][level], message }
  })
}

/** 100 less the weights of the findings, at least 0. */
export function qualityOf(findings: readonly Pick<Finding, 'weight'>[]): number {
  return Math.max(0, 100 - findings.reduce((sum, { weight }) => sum + weight, 0))
}

/** Whether a rule forbids the use of the text. */
export function hasFailed(findings: readonly Pick<Finding, 'level'>[]): boolean {
  return findings.some(({ level }) => level === 'fail')
}

/** The result of a text that keeps to the rule. */
export function pass(message: string): RuleResult {
  return { level: 'pass', message }
}

/** The result of a text that is worse for it. */
export function warn(message: string): RuleResult {
  return { level: 'warn', message }
}

/** The result of a text that must not be used. */
export function fail(message: string): RuleResult {
  return { level: 'fail', message }
}
