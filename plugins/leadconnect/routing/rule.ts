import type { Settings } from '@product-host/sdk'

/** Highest number of a rule. */
const lastRule = 50

/** Who or what a rule gives leads to. */
export interface Target {
  readonly kind: 'owner' | 'pool' | 'destination'
  readonly name: string
}

/** One rule, as the account's settings describe it. */
export interface Rule {
  readonly number: number
  readonly name?: string
  /** The condition as it was written; a rule without one takes every lead. */
  readonly when?: string
  readonly to: Target
}

/** The rules in the order in which they are asked. */
export function rulesOf(settings: Settings): readonly Rule[] {
  return Array.from({ length: lastRule }, (_, index) => index + 1).flatMap(number => {
    const [to, when, name] = ['to', 'when', 'name'].map(part => settings[`rule.${number}.${part}`])
    if (to === undefined) return []
    return [{ number, to: targetOf(to), ...(when !== undefined && { when }), ...(name !== undefined && { name }) }]
  })
}

/** Reads a target such as `pool:uk`. */
export function targetOf(text: string): Target {
  const name = text.slice(text.indexOf(':') + 1)
  const kind = text.startsWith('owner:') ? 'owner' : text.startsWith('pool:') ? 'pool' : 'destination'
  return { kind, name }
}

/** What people call the rule: its number, and its name where it has one. */
export function titleOf({ number, name }: Rule): string {
  return name === undefined ? `Rule ${number}` : `Rule ${number} "${name}"`
}
