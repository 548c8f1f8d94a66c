import { mask } from './config.js'

/** Gives a JSON value without the secrets of an account. */
export type Redactor = (value: unknown) => unknown

/** Shorter secrets are not looked for: they would be found where they are none. */
const shortest = 8

/** Masks secrets wherever they stand in the texts of a value: no product has cause to keep one, and none is shown if it does. */
export function redactor(secrets: readonly string[]): Redactor {
  const sought = secrets.filter(secret => secret.length >= shortest)
  if (sought.length === 0) return value => value
  const clean = (text: string) => sought.reduce((cleaned, secret) => cleaned.replaceAll(secret, mask), text)
  return value =>
    JSON.parse(JSON.stringify(value), (_name, part: unknown) => (typeof part === 'string' ? clean(part) : part))
}
