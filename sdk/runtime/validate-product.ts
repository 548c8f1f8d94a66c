import type { Action } from '../action.js'
import type { Issue } from '../errors.js'
import type { Product } from '../product.js'
import { type Check, cleanInput } from './compile-schema.js'
import { effectsOf } from './effects.js'
import { fixedFieldErrors, hookErrors } from './hook-errors.js'
import { iconErrors } from './icons.js'
import { shapeErrors } from './product-shape.js'
import { recordFieldErrors } from './record-field-errors.js'
import { migrationErrors } from './storage/product-storage.js'
import { viewErrors } from './view-errors.js'
import { isRecord, wireSchema } from './wire-schema.js'

/** Slugs that the host's own routes and tools use, or will use. */
export const reservedSlugs: readonly string[] = [
  'account',
  'batch',
  'dashboard',
  'developers',
  'events',
  'hooks',
  'keys',
  'mcp',
  'openapi',
  'outcomes',
  'products',
  'runs',
  'schedules',
  'usage',
  'webhooks'
]

/** Property names that no input, detail or setting may declare. */
const reservedProperties = ['__proto__', 'constructor', 'prototype']

/** What may be said of a family of settings. */
const familyMembers = ['title', 'description', 'one', 'nameTitle']

/** Names that `run` finds the context under. */
const contextNames = ['account', 'requestId', 'signal', 'job', 'progress', 'confirmed', 'failure']

/** Longest deadline that an action may ask for, in milliseconds. */
const longestTimeoutMs = 300_000

/** Most parts of a home: each is a call that its page waits for. */
const mostHomeParts = 4

/** Most characters of a title above a part of a home. */
const longestHomeTitle = 80

const slugForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const actionForm = /^[a-z][a-z0-9_]{0,63}$/

const eventForm = /^[a-z][a-z0-9]*([._][a-z0-9]+)*$/

/** Most characters of the name of an event that is sent by webhooks. */
const longestEvent = 64

/** Most characters of the description that says when an event is sent. */
const longestEventDescription = 300

const semver = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/

const code = /^[a-z][a-z0-9_]{0,63}$/

const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** What a plugin of contract 1 is refused with. */
export const fromContract1 =
  'It is written for contract 1, and this host knows contract 2: rename asks to intents (sentences to phrases, cues to ' +
  'keywords), briefing to overview, Fault to Issue and InvalidInput.faults to issues, delete contract from the product, and ' +
  'write "productHost": { "contract": 2 } into its package.json.'

/** Everything that is wrong with a declaration, apart from its schemas' own form; a sentence each, none when all is well. */
export function validateManifest(product: Product): readonly string[] {
  const shape = [...shapeErrors(product)]
  if (isRecord(product) && isRecord(product.actions) && isOfContract1(product)) return [fromContract1]
  if (shape.length > 0) return shape
  return [
    ...productErrors(product),
    ...Object.keys(product.actions).flatMap(name => [...actionErrors(product, name)]),
    ...hookErrors(product),
    ...viewErrors(product),
    ...recordFieldErrors(product)
  ]
}

/** Whether a declaration has a member that contract 2 renamed or moved to package.json; the types of the sdk do not know them. */
function isOfContract1(product: Product): boolean {
  return (
    'contract' in product ||
    'briefing' in product ||
    Object.values(product.actions).some(action => typeof action === 'object' && action !== null && 'asks' in action)
  )
}

/** Why a product cannot bear this slug, in a sentence. */
export function slugError(slug: string): string | undefined {
  if (!slugForm.test(slug) || slug.length > 32)
    return `The slug "${slug}" is not of the form lower-case words joined by hyphens, at most 32 characters.`
  if (reservedSlugs.includes(slug)) return `The slug "${slug}" is reserved by the host.`
  return undefined
}

function* productErrors({
  slug,
  title,
  description,
  version,
  icon,
  accent,
  actions,
  overview,
  home = [],
  settings,
  recordKinds,
  webhookEvents,
  ...rest
}: Product): Generator<string> {
  const issue = slugError(slug)
  if (issue) yield issue
  if (!title || !description) yield 'It lacks a title or a description.'
  if (!semver.test(version)) yield `Its version "${version}" is not a semantic version such as 1.0.0.`
  yield* iconErrors(icon, accent)
  if (Object.keys(actions).length === 0) yield 'It declares no action.'
  const { properties, patternProperties } = { properties: {}, patternProperties: {}, ...settings }
  yield* familyErrors(settings)
  for (const [name, schema] of Object.entries<{ type?: unknown }>({ ...properties, ...patternProperties }))
    if (schema.type !== 'string') yield `The setting "${name}" is not a string.`
  if (overview && !Object.hasOwn(actions, overview.action))
    yield `Its overview names "${overview.action}", which is no action of it.`
  if (home.length > mostHomeParts) yield `Its home has ${home.length} parts; at most ${mostHomeParts} are shown.`
  for (const { action, title = 'Home' } of home) {
    if (!Object.hasOwn(actions, action)) yield `Its home names "${action}", which is no action of it.`
    if (typeof title !== 'string' || title.trim() === '' || title.length > longestHomeTitle)
      yield `The title of "${action}" in its home is not a text of at most ${longestHomeTitle} characters.`
  }
  yield* recordKindErrors(actions, recordKinds)
  yield* webhookEventErrors(webhookEvents)
  yield* migrationErrors(rest)
}

/** What forms are told of families of settings is told of families that there are, and says what they are. */
function* familyErrors(settings: Product['settings']): Generator<string> {
  const { 'x-families': families = {}, patternProperties } = { patternProperties: {}, ...settings }
  if (!isRecord(families)) return yield '"x-families" of the settings is not an object.'
  for (const [kind, family] of Object.entries(families)) {
    if (!Object.keys(patternProperties).some(pattern => pattern.startsWith(`^${kind}\\.`)))
      yield `"x-families" names "${kind}", but no pattern of the settings begins with it.`
    const members = Object.entries(isRecord(family) ? family : {})
    for (const member of ['title', 'description'])
      if (!members.some(([name]) => name === member)) yield `"x-families" gives "${kind}" no ${member}.`
    for (const [name, text] of members)
      if (!familyMembers.includes(name) || typeof text !== 'string' || text.trim() === '')
        yield `"${name}" of "${kind}" in "x-families" is not one of ${familyMembers.join(', ')} with a text.`
  }
}

/** A record has one kind at most, and whoever deletes one by an action reaches one that takes the rest of its key. */
function* recordKindErrors(
  actions: Product['actions'],
  kinds: NonNullable<Product['recordKinds']> = {}
): Generator<string> {
  const starts = Object.keys(kinds)
  for (const [start, { title, deletion, ...places }] of Object.entries(kinds)) {
    if (start === '' || !title) yield `The record kind "${start}" lacks a start of its keys or a title.`
    if (starts.some(other => other !== start && start.startsWith(other)))
      yield `The record kind "${start}" starts as another kind does.`
    for (const [name, pointer] of Object.entries(places))
      if (!pointer.startsWith('/'))
        yield `The ${name} of the record kind "${start}" is "${pointer}", which is no JSON Pointer.`
    if (deletion === undefined || deletion === 'alone') continue
    const action = Object.hasOwn(actions, deletion.action) ? actions[deletion.action] : undefined
    if (!action || action.internal)
      yield `The record kind "${start}" is deleted by "${deletion.action}", which is no action that people run.`
    else if (!Object.hasOwn(action.input.properties, deletion.member))
      yield `The record kind "${start}" is deleted by "${deletion.member}" of "${deletion.action}", which its input lacks.`
  }
}

/** An event has a name that receivers can compare, a description that developers can read, and an object as its data. */
function* webhookEventErrors(events: unknown = {}): Generator<string> {
  if (!isRecord(events))
    return yield 'Its webhookEvents are not an object with a description and a data schema for each event.'
  for (const [name, event] of Object.entries(events)) {
    const { description, data }: Record<string, unknown> = isRecord(event) ? event : {}
    if (!eventForm.test(name) || name.length > longestEvent)
      yield `The event "${name}" is not of the form lower-case words separated by dots or underscores, at most ${longestEvent} characters.`
    if (typeof description !== 'string' || description.trim() === '' || description.length > longestEventDescription)
      yield `The event "${name}" lacks a description of at most ${longestEventDescription} characters that says when it is sent.`
    yield* objectSchemaErrors(data, `data schema of the event "${name}"`, reservedProperties)
  }
}

function* actionErrors({ actions }: Product, name: string): Generator<string> {
  const action = actions[name]
  if (!actionForm.test(name) || reservedProperties.includes(name))
    yield `The action name "${name}" is not of the form lower-case words joined by underscores.`
  if (!action || typeof action.run !== 'function') return yield `The action "${name}" has no run function.`
  if (!action.title || !action.description) yield `The action "${name}" lacks a title or a description.`
  if (!['read', 'write', 'external'].includes(action.effect))
    yield `The action "${name}" declares the effect "${String(action.effect)}"; it is read, write or external.`
  if (action.destructive && action.effect === 'read')
    yield `The action "${name}" only reads, so that it cannot be destructive.`
  if (
    action.timeoutMs !== undefined &&
    !(Number.isInteger(action.timeoutMs) && action.timeoutMs >= 1 && action.timeoutMs <= longestTimeoutMs)
  )
    yield `The action "${name}" declares a timeoutMs that is not a whole number from 1 to ${longestTimeoutMs}.`
  if (!action.examples?.length) yield `The action "${name}" shows no example.`
  for (const part of ['input', 'detail', 'metrics'] as const) {
    if (part === 'metrics' && action.metrics === undefined) continue
    const taken = part === 'input' ? ['action'] : part === 'detail' ? ['ignoredFields', 'misspeltFields', 'error'] : []
    yield* objectSchemaErrors(action[part], `${part} schema of "${name}"`, [...reservedProperties, ...taken])
  }
  for (const [property, schema] of Object.entries<{ type?: unknown }>(action.metrics?.properties ?? {}))
    if (schema.type !== 'number' && schema.type !== 'integer')
      yield `The metric "${property}" of "${name}" is not a number.`
  for (const field of action.decisiveFields ?? [])
    if (!Object.hasOwn(action.input?.properties ?? {}, field))
      yield `The decisive field "${field}" of "${name}" is no property of its input.`
  for (const field of action.confirmationFields ?? []) {
    const { properties = {}, required = [] } = wireSchema(action.input) as { properties?: object; required?: string[] }
    if (!Object.hasOwn(properties, field) || required.includes(field))
      yield `The confirmation field "${field}" of "${name}" is no property of its input that can be left out.`
  }
  for (const need of Object.keys(action.needs ?? {}))
    if (contextNames.includes(need))
      yield `The action "${name}" calls a need "${need}", which is a name of the context.`
  for (const errorCode of Object.keys(action.errors ?? {}))
    if (!code.test(errorCode)) yield `The error code "${errorCode}" of "${name}" is not in snake_case.`
  yield* deprecationErrors(name, action)
}

/** A schema is one of objects, and has no property with a name that is taken. */
function* objectSchemaErrors(schema: unknown, what: string, taken: readonly string[]): Generator<string> {
  const { type, properties }: Record<string, unknown> = isRecord(schema) ? schema : {}
  if (type !== 'object' || typeof properties !== 'object' || properties === null)
    return yield `The ${what} is not an object schema.`
  for (const property of Object.getOwnPropertyNames(properties))
    if (taken.includes(property)) yield `The ${what} declares the reserved property "${property}".`
}

/** An action does not end before it is deprecated (RFC 9745, section 4). */
function* deprecationErrors(name: string, { deprecated }: Action): Generator<string> {
  if (!deprecated) return
  const { since, sunset = since } = deprecated
  if (!isTime(since)) yield `The action "${name}" is deprecated since "${since}", which is no date by ISO 8601.`
  else if (!isTime(sunset)) yield `The action "${name}" has the sunset "${sunset}", which is no date by ISO 8601.`
  else if (Date.parse(sunset) < Date.parse(since)) yield `The action "${name}" has its sunset before it is deprecated.`
}

function isTime(text: string): boolean {
  return isoTime.test(text) && !Number.isNaN(Date.parse(text))
}

/**
 * Validates the calls that a product shows to others, its examples, its overview and its home: their inputs are taken, hold nothing
 * that would be ignored, and the overview and the home only read. So are the fixed fields of its hooks. Throws, in sentences, when they are not so.
 */
export function validateCalls(product: Product, checkOf: (action: string) => Check | undefined): void {
  const issues = [...callErrors(product, checkOf), ...fixedFieldErrors(product, checkOf)]
  if (issues.length > 0) throw new Error(issues.join(' '))
}

function* callErrors(
  { actions, overview, home = [] }: Product,
  checkOf: (action: string) => Check | undefined
): Generator<string> {
  const calls = Object.entries(actions).flatMap(([name, { examples }]) =>
    examples.map((example: { title: string; input: object }) => ({ ...example, name }))
  )
  for (const { name, title, input } of calls) {
    const [issue] = validated(input, actions[name]?.input.properties ?? {}, quick(checkOf(name))).issues
    if (issue)
      yield `The example "${title}" of "${name}" is refused by its own schema: ${issue.pointer} ${issue.detail}.`
  }
  if (overview && actions[overview.action]?.internal)
    yield `Its overview names "${overview.action}", which is not on the wire.`
  const reading = [
    ...(overview ? [{ ...overview, what: 'overview' }] : []),
    ...home.map(each => ({ ...each, what: 'home' }))
  ]
  for (const { what, action: name, input } of reading) {
    const action = actions[name]
    if (!action) continue
    const check = checkOf(name)
    const { issues, filled } = validated(input, action.input.properties, action.effectOf ? check : quick(check))
    const [issue] = issues
    if (issue) yield `Its ${what} is refused by the schema of "${name}": ${issue.pointer} ${issue.detail}.`
    else if (effectsOf(action, filled).effect !== 'read') yield `Its ${what} runs "${name}", which does more than read.`
  }
}

/** A check that makes no code where the value certainly fits, and then fills in no defaults. */
function quick(check: Check | undefined): Check | undefined {
  return check && (value => (check.fitsExample?.(value) ? [] : check(value)))
}

/** What is wrong with an input as it is sent, and what `run` would get. */
function validated(
  input: object,
  properties: object,
  check: Check | undefined
): { readonly issues: readonly Issue[]; readonly filled: Record<string, unknown> } {
  const filled: Record<string, unknown> = { ...structuredClone(input) }
  const ignored = Object.keys(filled).filter(name => !Object.hasOwn(properties, name))
  const issues = [
    ...cleanInput(filled).issues,
    ...ignored.map(name => ({ pointer: `#/${name}`, detail: 'is not a known property', fix: 'Leave it out.' })),
    ...(check?.(filled) ?? [])
  ]
  return { issues, filled }
}
