import { Type } from '@product-host/sdk'

/** What a scope permits with a product: running its actions, or reading and saving its config. */
export type Permission = 'execute' | 'config'

/** Making and changing webhook endpoints and hooks of the account. No other scope includes it. */
export const webhooksScope = 'account:webhooks'

const scopePattern = /^(?:(?:\*|[a-z][a-z0-9-]{0,31}):(?:execute|config)|account:webhooks)$/

/** One thing that a key may do: `core:execute`, for every product `*:config`, or `account:webhooks`. */
export const Scope = Type.String({ pattern: scopePattern.source })

/** Whether a text is a scope. */
export function isScope(text: string): boolean {
  return scopePattern.test(text)
}

/** What a key may do with products that names no scopes. */
export const allScopes: readonly string[] = ['*:execute', '*:config']

/** The scopes that allow what both allow, and nothing else. */
export function commonScopes(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one.filter(scope => covers(other, scope)), ...other.filter(scope => covers(one, scope))])]
}

/** Whether scopes allow all with products that others allow: what came of a call is open to a caller with every scope of the one who made it. */
export function coversAll(scopes: readonly string[], others: readonly string[]): boolean {
  return others.every(scope => scope === webhooksScope || covers(scopes, scope))
}

/** Whether scopes include another one: `*:config` includes `core:config`. */
export function covers(scopes: readonly string[], scope: string): boolean {
  const [, permission] = scope.split(':')
  return scopes.includes(scope) || scopes.includes(`*:${permission}`)
}
