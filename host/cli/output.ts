import { InvalidArgumentError } from 'commander'
import { isScope } from '../base/scopes.js'
import type { OnProgress } from '../storage/dump.js'

/** Prints a result: JSON for a script, lines for a person. */
export function print(isJson: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(`${isJson ? JSON.stringify(value) : lines.join('\n')}\n`)
}

/** Checks an account's identifier. */
export function accountIdArgument(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text
  throw new InvalidArgumentError('An account is 1 to 64 letters, digits, hyphens or underscores.')
}

/** Checks a time, and returns it as ISO 8601. */
export function timeArgument(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give a time such as 2027-01-31T12:00:00Z.')
  return time.toISOString()
}

/** Checks a comma-separated list of scopes. */
export function scopesArgument(text: string): readonly string[] {
  const list = text.split(',').map(scope => scope.trim())
  if (list.every(isScope)) return list
  throw new InvalidArgumentError('A scope is such as core:execute, wealthnode:config or *:execute.')
}

/** The lines of a table for people: columns as wide as necessary, with two spaces between them. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  )
}

/** How often progress is printed, in milliseconds. */
const everyMs = 1_000

/** Prints the progress of long work on standard error; short work ends before anything is printed. */
export function progress(what: string, total: number | undefined, things = 'records'): OnProgress {
  let toldAt = performance.now()
  return done => {
    if (performance.now() - toldAt < everyMs) return
    toldAt = performance.now()
    process.stderr.write(`${what}: ${done}${total === undefined ? '' : ` of ${total}`} ${things}\n`)
  }
}

/** Ends the process once everything is printed: an imported plugin may keep it alive, for example by a timer. */
export async function flushAndExit(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>(resolve => stream.write('', () => resolve()))
  process.exit(code)
}
