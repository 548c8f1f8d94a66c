import fc from 'fast-check'
import type { Product, Settings } from '../../product.js'
import { SettingsRules } from '../../runtime/settings-rules.js'
import { valuesOf } from '../arbitrary.js'
import type { AnyContext, TestOptions } from '../context.js'

/** Shorter values are too likely to stand in an answer by chance. */
const shortestSecret = 8
/** How many settings are tried to find some that the product's rules accept. */
const tries = 50

const inAnswer = 'answers with a secret of its settings.'
const inLog = 'logs a secret of its settings.'
const inRecord =
  'stores a secret of its settings in a record or a job, where it is not encrypted; read SETTINGS when it is needed.'
const inHeader =
  'sends a secret of its settings in "headers", which a redirect hands to another machine; use "secretHeaders".'
export const inPrint = 'prints a secret of its settings by console.'

/** Whether a fault says that a secret was given away. */
export function isLeak(fault: string): boolean {
  return [inAnswer, inLog, inRecord, inHeader, inPrint].includes(fault)
}

/** Whether what a run printed holds a secret of the account's settings. */
export function printsSecret(product: Product, context: AnyContext, printed: readonly string[]): boolean {
  return holds(printed, secretsOf(product, context.settings))
}

/** The fault of a product that hands a secret on, by what it stores or sends. */
export async function handedSecret(product: Product, context: AnyContext): Promise<string | undefined> {
  const secrets = secretsOf(product, context.settings)
  if (secrets.length === 0) return undefined
  if (context.requests.some(({ headers }) => holds(headers ?? {}, secrets))) return inHeader
  return holds([await context.storage.list('', { limit: 1000 }), context.jobs()], secrets) ? inRecord : undefined
}

/** The fault of an answer or of a log that holds a secret of the account's settings. */
export function secretLeak(product: Product, context: AnyContext, answer: object): string | undefined {
  const secrets = secretsOf(product, context.settings)
  if (holds(answer, secrets)) return inAnswer
  return holds(context.log, secrets) ? inLog : undefined
}

function secretsOf(product: Product, settings: Settings): readonly string[] {
  if (!product.settings) return []
  const rules = new SettingsRules(product)
  return Object.entries(settings).flatMap(([name, value]) =>
    rules.isSecret(name) && value.length >= shortestSecret ? [value] : []
  )
}

function holds(value: unknown, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false
  const text = JSON.stringify(value)
  return secrets.some(secret => text.includes(JSON.stringify(secret).slice(1, -1)))
}

/** Options with settings that hold a value for each named secret; undefined when none are found that the rules accept. */
export function withGeneratedSecrets(product: Product, options: TestOptions, seed: number): TestOptions | undefined {
  const { settings } = product
  if (!settings) return undefined
  const rules = new SettingsRules(product)
  const named = Object.keys(settings.properties).filter(name => rules.isSecret(name))
  if (named.length === 0) return undefined
  const required = [
    ...new Set([...(settings.required ?? []), ...named, ...named.flatMap(name => rules.addressOf(name) ?? [])])
  ]
  const samples = fc.sample(valuesOf({ ...settings, patternProperties: {}, required }), { seed, numRuns: tries })
  const found = samples.find(isSettings(rules))
  return found && { ...options, settings: found }
}

function isSettings(rules: SettingsRules): (value: unknown) => value is Settings {
  return (value): value is Settings =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(each => typeof each === 'string') &&
    rules.check(value as Settings).length === 0
}
