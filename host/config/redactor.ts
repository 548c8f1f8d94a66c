import { mask } from './config.js'

/** Gives a JSON value without the secrets of an account. */
export type Redactor = (value: unknown) => unknown

/** Shorter secrets are not looked for: they would be found where they are none. */
const shortest = 8

/**
 * Masks secrets wherever they stand in the texts and member names of a value: no product has cause to store one, and none is
 * shown if it does.
 */
export function redactor(secrets: readonly string[]): Redactor {
  const sought = secrets.filter(secret => secret.length >= shortest).sort((one, other) => other.length - one.length)
  if (sought.length === 0) return value => value
  const clean = (text: string) => sought.reduce((cleaned, secret) => cleaned.replaceAll(secret, mask), text)
  return value => cleaned(JSON.parse(JSON.stringify(value)), clean)
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(part => cleaned(part, clean))
  if (typeof value !== 'object' || value === null) return value
  const members = new Map<string, unknown>()
  for (const [name, part] of Object.entries(value)) members.set(unused(clean(name), members), cleaned(part, clean))
  return Object.fromEntries(members)
}

/** Two names that hold different secrets are the same when these are masked; neither member may be lost by it. */
function unused(name: string, members: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let count = 2; members.has(free); count++) free = `${name} (${count})`
  return free
}
