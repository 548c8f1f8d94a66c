import type { Action } from '../action.js'
import { CONTRACT, type Product } from '../product.js'
import { migrationFaults } from './record-form.js'

/** Slugs that the host's own routes use. */
export const reservedSlugs: readonly string[] = ['usage', 'keys', 'products', 'openapi', 'dashboard', 'developers']

/** Property names that no input, detail or setting may declare. */
const reservedProperties = ['__proto__', 'constructor', 'prototype']
/** Names that `run` finds the context under. */
const contextNames = ['account', 'requestId', 'signal', 'job']
/** Longest deadline that an action may ask for, in milliseconds. */
const longestTimeoutMs = 300_000

const slugForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const actionForm = /^[a-z][a-z0-9_]{0,63}$/
const semver = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/
const code = /^[a-z][a-z0-9_]{0,63}$/
const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Everything that is wrong with a declaration, apart from its schemas' own form; a sentence each, none when all is well. */
export function judgeManifest(product: Product): readonly string[] {
  if (product.contract !== CONTRACT)
    return [`It declares contract ${String(product.contract)}; this host knows contract ${CONTRACT}.`]
  return [...productFaults(product), ...Object.keys(product.actions).flatMap(name => [...actionFaults(product, name)])]
}

/** Why a product cannot bear this slug, in a sentence. */
export function slugFault(slug: string): string | undefined {
  if (!slugForm.test(slug) || slug.length > 32)
    return `The slug "${slug}" is not of the form lower-case words joined by hyphens, at most 32 characters.`
  if (reservedSlugs.includes(slug)) return `The slug "${slug}" is reserved by the host.`
  return undefined
}

function* productFaults({
  slug,
  title,
  description,
  version,
  actions,
  briefing,
  settings,
  ...rest
}: Product): Generator<string> {
  const fault = slugFault(slug)
  if (fault) yield fault
  if (!title || !description) yield 'It lacks a title or a description.'
  if (!semver.test(version)) yield `Its version "${version}" is not a semantic version such as 1.0.0.`
  if (Object.keys(actions).length === 0) yield 'It declares no action.'
  const { properties, patternProperties } = { properties: {}, patternProperties: {}, ...settings }
  for (const [name, schema] of Object.entries<{ type?: unknown }>({ ...properties, ...patternProperties }))
    if (schema.type !== 'string') yield `The setting "${name}" is not a string.`
  if (briefing && !Object.hasOwn(actions, briefing.action))
    yield `Its briefing names "${briefing.action}", which is no action of it.`
  yield* migrationFaults(rest)
}

function* actionFaults({ actions }: Product, name: string): Generator<string> {
  const action = actions[name]
  if (!actionForm.test(name) || reservedProperties.includes(name))
    yield `The action name "${name}" is not of the form lower-case words joined by underscores.`
  if (!action || typeof action.run !== 'function') return yield `The action "${name}" has no run function.`
  if (!action.title || !action.description) yield `The action "${name}" lacks a title or a description.`
  if (!['read', 'write', 'external'].includes(action.effect))
    yield `The action "${name}" declares the effect "${String(action.effect)}"; it is read, write or external.`
  if (
    action.timeoutMs !== undefined &&
    !(Number.isInteger(action.timeoutMs) && action.timeoutMs >= 1 && action.timeoutMs <= longestTimeoutMs)
  )
    yield `The action "${name}" declares a timeoutMs that is not a whole number from 1 to ${longestTimeoutMs}.`
  if (!action.examples?.length) yield `The action "${name}" shows no example.`
  for (const part of ['input', 'detail', 'metrics'] as const) {
    const properties: unknown = action[part]?.properties
    if (action[part]?.type !== 'object' || typeof properties !== 'object' || properties === null) {
      yield `The ${part} schema of "${name}" is not an object schema.`
      continue
    }
    const taken = [
      ...reservedProperties,
      ...(part === 'input' ? ['action'] : part === 'detail' ? ['ignoredFields', 'error'] : [])
    ]
    for (const property of Object.getOwnPropertyNames(properties))
      if (taken.includes(property))
        yield `The ${part} schema of "${name}" declares the reserved property "${property}".`
  }
  for (const [property, schema] of Object.entries<{ type?: unknown }>(action.metrics?.properties ?? {}))
    if (schema.type !== 'number' && schema.type !== 'integer')
      yield `The metric "${property}" of "${name}" is not a number.`
  for (const need of Object.keys(action.needs ?? {}))
    if (contextNames.includes(need))
      yield `The action "${name}" calls a need "${need}", which is a name of the context.`
  for (const errorCode of Object.keys(action.errors ?? {}))
    if (!code.test(errorCode)) yield `The error code "${errorCode}" of "${name}" is not in snake_case.`
  yield* deprecationFaults(name, action)
}

/** An action does not end before it is deprecated (RFC 9745, section 4). */
function* deprecationFaults(name: string, { deprecated }: Action): Generator<string> {
  if (!deprecated) return
  const { since, sunset = since } = deprecated
  if (!isTime(since)) yield `The action "${name}" is deprecated since "${since}", which is no date by ISO 8601.`
  else if (!isTime(sunset)) yield `The action "${name}" has the sunset "${sunset}", which is no date by ISO 8601.`
  else if (Date.parse(sunset) < Date.parse(since)) yield `The action "${name}" has its sunset before it is deprecated.`
}

function isTime(text: string): boolean {
  return isoTime.test(text) && !Number.isNaN(Date.parse(text))
}
