import type { JsonSchema } from '../api/products.js'
import { choiceInWords, nameInWords } from '../views/words.js'

/** One field of a form, made from the schema of its value. */
export interface Field {
  /** The member of the data that the field edits. */
  readonly name: string
  readonly title: string
  readonly description?: string | undefined
  readonly isRequired: boolean
  /** Whether it gets the full width. */
  readonly isLong: boolean
  readonly control: Control
  /** What its value is validated by. */
  readonly schema: JsonSchema
}

/** The input of a field. Defaults are shown and not sent. */
export type Control =
  | { readonly kind: 'text'; readonly input: 'text' | 'url' | 'email' | 'date' | 'password'; readonly hint: string }
  | { readonly kind: 'lines' | 'number' | 'time' | 'zone' | 'list'; readonly hint: string }
  | { readonly kind: 'switch'; readonly on: unknown; readonly off: unknown; readonly isOnByDefault: boolean }
  | { readonly kind: 'choice'; readonly options: readonly Choice[]; readonly hint: string }
  /** `start` is what the keys of the records start with. */
  | { readonly kind: 'record'; readonly start: string }
  | { readonly kind: 'name'; readonly names: readonly ChosenName[]; readonly hint: string }
  | {
      readonly kind: 'table'
      readonly columns: readonly Field[]
      /** What people call one of the objects; undefined if its schema has no title. */
      readonly one: string | undefined
      /** The column that a text in the list stands for. */
      readonly lead: string | undefined
      /** Whether the list also takes items that the columns cannot hold. */
      readonly hasOthers: boolean
    }
  | { readonly kind: 'group'; readonly fields: readonly Field[] }
  | { readonly kind: 'json'; readonly acceptsText: boolean }

/** One option of a choice. */
export interface Choice {
  readonly value: unknown
  readonly text: string
}

/** A name that a user has chosen elsewhere in the form. */
export interface ChosenName {
  readonly value: string
  readonly text: string
}

/** A text with a higher maximum of characters gets several lines, and one with this maximum the full width. */
const manyCharacters = 2_400
const longLine = 500

/** A table with more columns than this would be wider than the form; cells for JSON have a line of their own. */
const mostColumns = 5
const mostJsonColumns = 2

/** The fields of an action's input. */
export function planInput(input: JsonSchema): readonly Field[] {
  return planMembers(input).filter(({ name }) => name !== 'action')
}

function planMembers({ properties = {}, required = [] }: JsonSchema): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => planField(name, schema, required.includes(name)))
}

/** One field; `title` if the schema has none of its own. */
export function planField(name: string, given: JsonSchema, isRequired: boolean, title = nameInWords(name)): Field {
  const schema = simplify(given)
  const control = controlOf(name, schema, isRequired)
  return {
    name,
    title: schema.title ?? title,
    description: schema.description,
    isRequired,
    isLong:
      ['table', 'group', 'json', 'lines', 'list'].includes(control.kind) ||
      ((schema.maxLength ?? 0) >= longLine && schema.format === undefined && control.kind === 'text'),
    control,
    schema: given
  }
}

function controlOf(name: string, schema: JsonSchema, isRequired: boolean): Control {
  const hint = hintOf(schema)
  const toggle = flagOf(schema, isRequired)
  if (toggle) return toggle
  if (schema.enum || schema.const !== undefined) return choiceOf(schema)
  if (schema.type === 'number' || schema.type === 'integer') return { kind: 'number', hint }
  if (schema.type === 'string') return textControl(name, schema, hint)
  if (schema.type === 'object' && schema.properties) return { kind: 'group', fields: planMembers(schema) }
  if (schema.type === 'array' && schema.items) return listControl(simplify(schema.items), schema.items, hint)
  return { kind: 'json', acceptsText: schema.type === undefined && schema.anyOf === undefined }
}

function textControl(name: string, schema: JsonSchema, hint: string): Control {
  if (schema.writeOnly) return { kind: 'text', input: 'password', hint }
  if (schema['x-record'] !== undefined) return { kind: 'record', start: schema['x-record'] }
  if (/(^|[._])time_?zone$/i.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2')))
    return { kind: 'zone', hint: emptyChoice(schema) }
  if (schema.format === 'date-time') return { kind: 'time', hint }
  if (schema.format === 'date') return { kind: 'text', input: 'date', hint }
  if ((schema.maxLength ?? 0) > manyCharacters) return { kind: 'lines', hint }
  return { kind: 'text', input: 'text', hint }
}

function listControl(items: JsonSchema, given: JsonSchema, hint: string): Control {
  const alternatives = given.anyOf ?? given.oneOf ?? [given]
  const text = alternatives.find(({ type }) => type === 'string')
  for (const object of alternatives) {
    const columns = object.type === 'object' && object.properties ? columnsOf(object) : undefined
    if (columns === undefined) continue
    const lead = text && object.required?.length === 1 ? object.required[0] : undefined
    const held = lead === undefined ? [object] : [object, text]
    return {
      kind: 'table',
      columns,
      one: object.title,
      lead,
      hasOthers: alternatives.some(each => !held.includes(each))
    }
  }
  const isOfTexts = items.type === 'string' && !alternatives.some(({ type }) => type === 'object')
  return isOfTexts ? { kind: 'list', hint } : { kind: 'json', acceptsText: false }
}

/** The members of an object as columns; undefined if they are too many or too deep. */
function columnsOf(object: JsonSchema): readonly Field[] | undefined {
  const columns = planMembers(object)
  const deep = columns.filter(({ control }) => ['group', 'table', 'json'].includes(control.kind))
  const isDeepest = deep.every(({ control }) => control.kind === 'json')
  return isDeepest &&
    deep.length <= mostJsonColumns &&
    columns.length - deep.length <= mostColumns &&
    columns.length > deep.length
    ? columns
    : undefined
}

/** Texts that mean yes and no, as settings write them. */
const flags = [
  ['true', 'false'],
  ['on', 'off'],
  ['yes', 'no']
] as const

/**
 * A switch for yes or no, also where a pattern such as `^(true|false)$` says so. Where leaving it out may mean something else than no,
 * it is a choice that can be not set.
 */
function flagOf(
  { type, enum: values, pattern, default: fallback }: JsonSchema,
  isRequired: boolean
): Control | undefined {
  const listed = values ?? /^\^\((?:\?:)?(\w+\|\w+)\)\$$/.exec(pattern ?? '')?.[1]?.split('|')
  const [on, off] = type === 'boolean' ? [true, false] : (flags.find(pair => isSame(pair, listed)) ?? [])
  if (on === undefined) return undefined
  if (fallback !== undefined || isRequired) return { kind: 'switch', on, off, isOnByDefault: fallback === on }
  const options = [
    { value: on, text: 'Yes' },
    { value: off, text: 'No' }
  ]
  return { kind: 'choice', options, hint: 'Not set' }
}

function isSame(pair: readonly string[], values: readonly unknown[] | undefined): boolean {
  return values?.length === pair.length && pair.every(each => values.includes(each))
}

function choiceOf(schema: JsonSchema): Control {
  const { enum: values, const: only, default: fallback } = schema
  const options = (values ?? [only]).map(value => ({ value, text: choiceInWords(String(value)) }))
  return { kind: 'choice', options: options.filter(({ value }) => value !== fallback), hint: emptyChoice(schema) }
}

/** The option of a choice that sends nothing. */
function emptyChoice({ default: fallback }: JsonSchema): string {
  return fallback === undefined ? 'Not set' : `${choiceInWords(String(fallback))} (default)`
}

function hintOf({ default: fallback }: JsonSchema): string {
  return fallback === undefined || typeof fallback === 'object' ? '' : `${String(fallback)} if left empty`
}

/** A simpler schema for one with alternatives: text if text is one of them, a list of choices if all are constants. */
function simplify(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, ...rest } = schema
  const alternatives = anyOf ?? oneOf
  if (!alternatives) return schema
  const constants = alternatives.map(each => each.const)
  if (constants.every(each => each !== undefined)) return { ...rest, enum: constants, type: 'string' }
  const list = alternatives.find(({ type, items }) => type === 'array' && items?.type === 'string')
  const text = alternatives.find(({ type }) => type === 'string')
  if (list && text) return { ...rest, ...list }
  const isTextEnough = alternatives.every(({ type }) => type !== 'array' && type !== 'object')
  return text && isTextEnough ? { ...rest, ...text } : schema
}
