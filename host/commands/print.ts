import { InvalidArgumentError } from 'commander'
import { isScope } from '../accounts/scopes.js'

/** Prints a result: JSON for a script, lines for a person. */
export function print(isJson: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(`${isJson ? JSON.stringify(value) : lines.join('\n')}\n`)
}

/** Checks an account's identifier. */
export function accountId(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text
  throw new InvalidArgumentError('An account is 1 to 64 letters, digits, hyphens or underscores.')
}

/** Checks a time, and brings it to ISO 8601. */
export function isoTime(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give a time such as 2027-01-31T12:00:00Z.')
  return time.toISOString()
}

/** Checks a comma-separated list of scopes. */
export function scopes(text: string): readonly string[] {
  const list = text.split(',').map(scope => scope.trim())
  if (list.every(isScope)) return list
  throw new InvalidArgumentError('A scope is such as core:execute, wealthnode:config or *:execute.')
}
