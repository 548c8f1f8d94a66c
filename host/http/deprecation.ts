import type { Action } from '@product-host/sdk'

const known = new WeakMap<Action, readonly string[]>()

/**
 * What an answer of a deprecated action bears, as names and values in turn: `Deprecation` (RFC 9745), and `Sunset` (RFC 8594)
 * where its end is set.
 */
export function deprecationFields(action: Action): readonly string[] {
  const fields = known.get(action) ?? made(action)
  known.set(action, fields)
  return fields
}

function made({ deprecated }: Action): readonly string[] {
  if (!deprecated) return []
  const { since, sunset } = deprecated
  const fields = ['Deprecation', `@${Math.floor(Date.parse(since) / 1000)}`]
  return sunset === undefined ? fields : [...fields, 'Sunset', new Date(sunset).toUTCString()]
}
