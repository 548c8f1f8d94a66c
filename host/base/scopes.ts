import { Type } from '@product-host/sdk'

/** What a scope permits with a product: running its actions, or reading and saving its config. */
export type Permission = 'execute' | 'config'

const scopePattern = /^(\*|[a-z][a-z0-9-]{0,31}):(execute|config)$/

/** One thing that a key may do: `core:execute`, or for every product `*:config`. */
export const Scope = Type.String({ pattern: scopePattern.source })

/** Whether a text is a scope. */
export function isScope(text: string): boolean {
  return scopePattern.test(text)
}

/** What a key may do that names no scopes. */
export const allScopes: readonly string[] = ['*:execute', '*:config']

/** The scopes that allow what both allow, and nothing else. */
export function commonScopes(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one.filter(scope => covers(other, scope)), ...other.filter(scope => covers(one, scope))])]
}

/** Whether scopes include all of others. */
export function coversAll(scopes: readonly string[], others: readonly string[]): boolean {
  return others.every(scope => covers(scopes, scope))
}

/** Whether scopes include another one: `*:config` includes `core:config`. */
export function covers(scopes: readonly string[], scope: string): boolean {
  const [, permission] = scope.split(':')
  return scopes.includes(scope) || scopes.includes(`*:${permission}`)
}
