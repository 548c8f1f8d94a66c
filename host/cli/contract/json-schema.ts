import { isJsonObject, type JsonObject } from '../../base/json.js'
/** A JSON Schema as plain JSON. */
export type PlainSchema = JsonObject

/** A part of a schema as an object: `true` and a missing part allow everything, `false` allows nothing. */
export function asSchema(part: unknown): PlainSchema {
  if (part === false) return { not: {} }
  return isJsonObject(part) ? part : {}
}

/** The schemas under names, such as `properties`. */
export function named(part: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(part) ? part : {}
}

/** The names of a list, such as `required`. */
export function listed(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : []
}

/** The types that a schema allows; undefined when it allows all. Listed values have types too. */
export function allowedTypes(schema: PlainSchema): readonly unknown[] | undefined {
  const { type } = schema
  if (type !== undefined) return Array.isArray(type) ? type : [type]
  const values = allowedValues(schema)
  return values && [...new Set(values.map(typeOf))]
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** The values that a schema lists; undefined when it lists none. A choice between constants is a list of them. */
export function allowedValues(schema: PlainSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const]
  if (Array.isArray(schema.enum)) return schema.enum
  const choice = branchesOf(schema)
  if (choice?.every(branch => 'const' in branch)) return choice.map(branch => branch.const)
  return undefined
}

/** Whether a schema is a choice that is more than a list of constants. */
export function isChoice(schema: PlainSchema): boolean {
  return branchesOf(schema) !== undefined && allowedValues(schema) === undefined
}

/** The branches of a choice; listed values are a choice between constants, and every other schema is one of itself alone. */
export function branches(schema: PlainSchema): readonly PlainSchema[] {
  return branchesOf(schema) ?? allowedValues(schema)?.map(value => ({ const: value })) ?? [schema]
}

function branchesOf({ anyOf, oneOf }: PlainSchema): readonly PlainSchema[] | undefined {
  const choice = anyOf ?? oneOf
  return Array.isArray(choice) ? choice.map(asSchema) : undefined
}

/** A value as text for a sentence. */
export function show(value: unknown): string {
  const text = value === 'everything else' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
