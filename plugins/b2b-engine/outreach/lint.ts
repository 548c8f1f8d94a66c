import { type Static, Type } from '@product-host/sdk'
import { rulesOf, type Verdict } from './lint-rules.js'
import { weights } from './lint-table.js'
import type { Message } from './message.js'

/** How a message stands to one rule. */
export const Finding = Type.Object({
  rule: Type.String(),
  level: Type.Enum(['pass', 'warn', 'fail']),
  weight: Type.Integer({ description: 'What it takes from the quality of 100.' }),
  message: Type.String()
})
/** See the schema of the same name. */
export type Finding = Static<typeof Finding>

/** What a message was written from. */
export interface Given {
  /** All that the sender gave: what else a message states as a fact is invented. */
  readonly texts: readonly string[]
  /** Names of people and companies: nobody is blamed for how they are called. */
  readonly names: readonly string[]
}

/** Judges a message by every rule of its channel. */
export function lint(message: Message, { texts, names }: Given): readonly Finding[] {
  const nameless = withoutNames(message, names)
  return rulesOf[message.channel].map(({ name, judge, readsNames }) => {
    const { level, message: said }: Verdict = judge(readsNames ? message : nameless, texts)
    return { rule: name, level, weight: level === 'pass' ? 0 : weights[name][level], message: said }
  })
}

function withoutNames(message: Message, names: readonly string[]): Message {
  const wholeNames = names.map(name => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'gu'))
  const without = (text: string) => wholeNames.reduce((rest, name) => rest.replace(name, 'Name'), text)
  const { subject, body, short } = message
  return {
    ...message,
    body: without(body),
    ...(subject !== undefined && { subject: without(subject) }),
    ...(short !== undefined && { short: without(short) })
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** 100 less the weights of what did not pass, at least 0. */
export function qualityOf(findings: readonly Finding[]): number {
  return Math.max(0, 100 - findings.reduce((sum, { weight }) => sum + weight, 0))
}

/** Whether a message breaks a rule for good. */
export function hasFailed(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === 'fail')
}
