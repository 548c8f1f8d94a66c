import { Type } from '@product-host/sdk'

/** What a key may be good for: running a product's actions, and its config. */
export type Door = 'execute' | 'config'

const form = /^(\*|[a-z][a-z0-9-]{0,31}):(execute|config)$/

/** One thing that a key may do: `core:execute`, or for every product `*:config`. */
export const Scope = Type.String({ pattern: form.source })

/** Whether a text is a scope. */
export function isScope(text: string): boolean {
  return form.test(text)
}

/** What a key may do that names no scopes. */
export const everyScope: readonly string[] = ['*:execute', '*:config']

/** Whether scopes allow something with a product. */
export function allows(scopes: readonly string[], slug: string, door: Door): boolean {
  return scopes.includes(`${slug}:${door}`) || scopes.includes(`*:${door}`)
}

/** The scopes that allow what both allow, and nothing else. */
export function commonScopes(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one.filter(scope => covers(other, scope)), ...other.filter(scope => covers(one, scope))])]
}

/** Whether scopes include another one: `*:config` includes `core:config`. */
export function covers(scopes: readonly string[], scope: string): boolean {
  const [, door] = scope.split(':')
  return scopes.includes(scope) || scopes.includes(`*:${door}`)
}

/** Whether scopes name a product, whatever they allow with it. */
export function names(scopes: readonly string[], slug: string): boolean {
  return scopes.some(scope => scope.startsWith(`${slug}:`) || scope.startsWith('*:'))
}
