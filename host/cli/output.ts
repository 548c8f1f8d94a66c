import { createInterface } from 'node:readline/promises'
import type { Issue } from '@product-host/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { BudgetPeriod } from '../base/caller.js'
import { Problem, problems } from '../base/problems.js'
import { isScope } from '../base/scopes.js'
import type { OnProgress } from '../storage/dump.js'

/** Prints a result: JSON for a script, lines for a person. */
export function print(isJson: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(`${isJson ? JSON.stringify(value) : lines.join('\n')}\n`)
}

/** Whether this process was started for a script: with `--json`. */
export function isForScript(): boolean {
  return process.argv.slice(2).includes('--json')
}

/** The problems with which commands end, beside the reason. */
const failures = {
  wrong_configuration: 'The settings cannot be used',
  store_unavailable: 'The store is unavailable',
  wrong_arguments: 'The command was called wrongly',
  command_failed: 'The command failed'
} as const

/** What a command that fails prints to standard error: sentences, or a problem object (RFC 9457) for a script. */
export function failureText(error: unknown, exitCode: number): string {
  const detail = error instanceof Error ? error.message : String(error)
  const errors = error instanceof Problem ? (error.options.errors ?? []) : []
  if (!isForScript()) return `${[`product-host: ${detail}`, ...errors.map(issueLine)].join('\n')}\n`
  if (error instanceof Problem)
    return problemLine(error.code, problems[error.code].title, detail, exitCode, errors.length > 0 && { errors })
  const isUnavailable = error instanceof Error && error.name === 'StoreUnavailable'
  const code =
    exitCode === wrongConfiguration ? 'wrong_configuration' : isUnavailable ? 'store_unavailable' : 'command_failed'
  return problemLine(code, failures[code], detail, exitCode)
}

function issueLine({ pointer, detail, fix }: Issue): string {
  return `  ${pointer} ${detail}. ${fix}`
}

/** The exit code for settings that cannot be used (EX_CONFIG of sysexits.h). */
export const wrongConfiguration = 78

/** Ends the process with an error, also where an imported plugin would keep it alive. */
export async function failAndExit(error: unknown): Promise<never> {
  const code = exitCodeOf(error)
  process.stderr.write(failureText(error, code))
  return flushAndExit(code)
}

/** The exit code of an error that ends a command. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Error && error.name === 'SettingsError' ? wrongConfiguration : 1
}

function problemLine(code: string, title: string, detail: string, exitCode: number, more: object | false = {}): string {
  const problem = { type: `urn:product-host:problem:${code}`, title, ok: false, code, detail, ...more, exitCode }
  return `${JSON.stringify(problem)}\n`
}

function argumentsProblem(detail: string): string {
  return problemLine('wrong_arguments', failures.wrong_arguments, detail, 1)
}

/** Tells of something on standard error that does not end the command; for a script, as an object of JSON. */
export function warn({ message }: Error): void {
  process.stderr.write(`${isForScript() ? JSON.stringify({ warning: message }) : message}\n`)
}

/** Throws when nobody can be asked, and `--yes` does not answer. */
export function requireAnswer(isYes = false): void {
  if (isYes || process.stdin.isTTY) return
  throw new Error('There is no terminal to ask on: add --yes to do it without a question. Nothing was changed.')
}

/** Asks a person on the terminal; a script has the question on standard error. Only "y" and "yes" are consent. */
export async function isConfirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>(resolve => terminal.once('close', () => resolve('')))
  try {
    return /^y(es)?$/i.test((await Promise.race([terminal.question(`${question} [y/N] `), closed])).trim())
  } finally {
    terminal.close()
  }
}

/** Lets a command and those below it tell a script of wrong arguments as of every other failure. */
export function withFailures(command: Command): Command {
  command.configureOutput({
    outputError: (text, write) => write(isForScript() ? argumentsProblem(text.replace(/^error: /, '').trim()) : text)
  })
  for (const each of command.commands) withFailures(each)
  return command
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
  throw new InvalidArgumentError('A scope is such as core:execute, wealthnode:config, *:execute or account:webhooks.')
}

/** Checks a comma-separated list of names. */
export function namesArgument(text: string): readonly string[] {
  const list = text.split(',').map(name => name.trim())
  if (list.every(name => name !== '')) return list
  throw new InvalidArgumentError('Give names with commas between them.')
}

/** Numbers of calls, by period. */
export type Calls = Readonly<Partial<Record<BudgetPeriod, number>>>

/** Checks a comma-separated list of numbers of calls. */
export function callsArgument(text: string): Calls {
  const found = text.split(',').map(each => /^(day|month)=([1-9]\d{0,8})$/.exec(each.trim()))
  if (found.every(match => match !== null))
    return Object.fromEntries(found.map(([, period, calls]) => [period, Number(calls)]))
  throw new InvalidArgumentError('Give numbers of calls such as day=1000 or day=1000,month=20000.')
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

/** Prints the progress of long work on standard error, for people; short work ends before anything is printed. */
export function progress(what: string, total: number | undefined, things = 'records'): OnProgress {
  let toldAt = performance.now()
  return done => {
    if (isForScript() || performance.now() - toldAt < everyMs) return
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
