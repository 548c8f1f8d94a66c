import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { memberOf } from './json.js'
import type { Variable } from './variables.js'

/** The variables whose values are secret. Each may be a file instead: `<NAME>_FILE`, or a systemd credential. */
export const secretVariables = [
  'ENCRYPTION_KEYS',
  'REDIS_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MODEL_API_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS'
] as const

/** The name of a variable that holds a secret. */
export type SecretVariable = (typeof secretVariables)[number]

/** Variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where the operator's secrets came from, and what they are. */
interface Secrets {
  readonly values: ReadonlyMap<string, string>
  /** The secrets that came as plain variables. */
  readonly inEnvironment: readonly SecretVariable[]
}

/**
 * Copies the environment and removes the secrets from the original, so that a plugin in this process does not find them in
 * `process.env`. /proc/self/environ still shows them, since the process was started with them.
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken = { ...environment }
  for (const name of secretVariables) delete environment[name]
  return taken
}

/**
 * Sets the variables of a file, in the form that Node's own `--env-file` reads, also in `processEnvironment`, from where libraries and
 * programs read some; but secrets only in `taken`. A later file wins over an earlier one, and `given`, the names of the variables of the
 * process, over all. Throws a `SettingsError` for a file that cannot be read. The option is not called `--env-file`, because Node takes that from the
 * arguments of a program too, and ends with its own code where the file is missing.
 */
export function addSettingsFile(
  path: string,
  given: ReadonlySet<string>,
  taken: NodeJS.ProcessEnv,
  processEnvironment: NodeJS.ProcessEnv
): void {
  const text = textOf(path, `The file ${path} that --settings-file names`, false) ?? ''
  const secrets: readonly string[] = secretVariables
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (given.has(name)) continue
    taken[name] = value
    if (!secrets.includes(name)) processEnvironment[name] = value
  }
}

/**
 * Reads every secret from its variable, from the file that `<NAME>_FILE` names, or from the systemd credential of the same
 * name in lower case, the first that is given. Throws a `SettingsError` for a file that cannot be read or is empty.
 */
export function readSecrets(environment: Environment): Secrets {
  const values = new Map<string, string>()
  const inEnvironment: SecretVariable[] = []
  for (const name of secretVariables) {
    const plain = environment[name]?.trim()
    if (plain) inEnvironment.push(name)
    const value = plain ? onlySource(environment, name, plain) : fromFile(environment, name)
    if (value !== undefined) values.set(name, value)
  }
  return { values, inEnvironment }
}

function onlySource(environment: Environment, name: SecretVariable, value: string): string {
  if (environment[`${name}_FILE`]?.trim())
    throw new SettingsError(`${name} and ${name}_FILE are both set; remove one of the two.`)
  return value
}

function fromFile(environment: Environment, name: SecretVariable): string | undefined {
  const file = environment[`${name}_FILE`]?.trim()
  if (file) return content(file, `The file that ${name}_FILE names`)
  const folder = environment.CREDENTIALS_DIRECTORY?.trim()
  const credential = name.toLowerCase()
  return folder
    ? content(join(folder, credential), `The systemd credential "${credential}" for ${name}`, true)
    : undefined
}

function content(file: string, what: string, isOptional = false): string | undefined {
  const text = textOf(file, what, isOptional)
  if (text?.trim() === '') throw new SettingsError(`${what} is empty.`)
  return text?.replace(/\r?\n$/, '')
}

function textOf(file: string, what: string, isOptional: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (isOptional && code === 'ENOENT') return undefined
    throw new SettingsError(`${what} cannot be read (${code}).`)
  }
}

/** What needs packages that not every deployment has: optional peers of the host's package. */
const optionalPackages: readonly { readonly variable: Variable; readonly packages: readonly string[] }[] = [
  {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    packages: [
      '@opentelemetry/exporter-metrics-otlp-proto',
      '@opentelemetry/exporter-trace-otlp-proto',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-metrics'
    ]
  },
  { variable: 'REDIS_URL', packages: ['@keyv/redis'] },
  { variable: 'SMTP_URL', packages: ['nodemailer'] },
  { variable: 'STRIPE_SECRET_KEY', packages: ['stripe'] }
]

/** Throws a `SettingsError` that names what has to be installed for a variable that is set. */
export function requirePackages(isSet: (variable: Variable) => boolean, isThere = isInstalled): void {
  for (const { variable, packages } of optionalPackages) {
    const missing = isSet(variable) ? packages.filter(each => !isThere(each)) : []
    if (missing.length === 0) continue
    const what = missing.length === 1 ? 'a package that is' : 'packages that are'
    throw new SettingsError(`${variable} is set, which needs ${what} not installed: npm install ${missing.join(' ')}`)
  }
}

/** Whether a package is installed where the host finds it. */
export function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== ''
  } catch (error) {
    if (memberOf(error, 'code') === 'ERR_MODULE_NOT_FOUND') return false
    throw error
  }
}

/** A setting that stops the start; its message is one sentence for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
