import type { JsonSchema } from '@product-host/sdk/runtime'
import { isJsonObject, jsonObjectOf } from '../base/json.js'
import { fieldNotes } from './describe.js'
import { definitions } from './openapi/definitions.js'

/** The part of an action's description that the types are written from. */
interface DescribedAction {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly errors: readonly { readonly code: string }[]
  readonly deprecated?: { readonly instead?: string }
}

/** The part of a product's description that the types are written from. */
interface DescribedProduct {
  readonly slug: string
  readonly title: string
  readonly version: string
  readonly contract: { readonly digest: string }
  readonly actions: readonly DescribedAction[]
}

/** A module that declares `Products`: the inputs, details and metrics of every action, for `Client<Products>`. */
export function productTypes(products: readonly DescribedProduct[], url: string): string {
  const contracts = products.map(({ slug, version, contract }) => `// ${slug} ${version}, contract ${contract.digest}`)
  const members = products.map(
    product => `${comment([product.title], 1)}  ${nameOf(product.slug)}: ${productType(product)}`
  )
  return [
    `// Written by \`product-host types ${url}\`.`,
    ...contracts,
    '',
    'export type Products = {',
    ...members,
    '}',
    ''
  ].join('\n')
}

function productType({ actions }: DescribedProduct): string {
  const members = actions.map(action => {
    const { name, title, description, deprecated } = action
    const lines = [`${title}. ${description}`]
    if (deprecated)
      lines.push(`@deprecated ${deprecated.instead ? `Use ${deprecated.instead}.` : 'It will be removed.'}`)
    return `${comment(lines, 2)}    ${nameOf(name)}: ${actionType(action)}`
  })
  return ['{', ...members, '  }'].join('\n')
}

function actionType({ inputSchema, outputSchema, errors }: DescribedAction): string {
  const [done] = listOf(outputSchema.oneOf)
  const answers = scopeOf(outputSchema)
  const { metrics, detail } = jsonObjectOf(jsonObjectOf(done).properties)
  return [
    '{',
    `      input: ${typeOf(without(inputSchema, 'action'), 3)}`,
    `      detail: ${typeOf(without(detail, ...Object.keys(fieldNotes)), 3, answers)}`,
    `      metrics: ${typeOf(metrics, 3, answers)}`,
    `      errors: ${errors.length === 0 ? 'never' : union(errors.map(({ code }) => JSON.stringify(code)))}`,
    '    }'
  ].join('\n')
}

/** The targets of references. A schema that refers to itself is written once, and is `unknown` within itself. */
type Scope = ReadonlyMap<unknown, JsonSchema>

/** A JSON Schema as a TypeScript type, indented by `level`; `unknown` for a schema that allows everything. */
export function typeOf(schema: unknown, level = 0, scope = scopeOf(schema)): string {
  if (schema === false) return 'never'
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, type } = jsonObjectOf(schema)
  const target = scope.get($ref)
  if (target) return typeOf(target, level, new Map([...scope].filter(([, each]) => each !== target)))
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return union(values.map(value => JSON.stringify(value)))
  const choices = [...listOf(anyOf), ...listOf(oneOf)]
  if (choices.length > 0) return union(choices.map(each => typeOf(each, level, scope)))
  const parts = listOf(allOf)
  if (parts.length > 0) return parts.map(each => bracketed(typeOf(each, level, scope))).join(' & ')
  if (Array.isArray(type)) return union(type.map(each => simpleType(each, jsonObjectOf(schema), level, scope)))
  return simpleType(type, jsonObjectOf(schema), level, scope)
}

function scopeOf(schema: unknown): Scope {
  return new Map(
    definitions(schema).flatMap(([name, definition]): [unknown, JsonSchema][] => [
      [`#/$defs/${name}`, definition],
      ...(definition.$id === undefined ? [] : [[definition.$id, definition] satisfies [unknown, JsonSchema]])
    ])
  )
}

function simpleType(type: unknown, schema: JsonSchema, level: number, scope: Scope): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `readonly ${bracketed(typeOf(schema.items, level, scope))}[]`
    case 'object':
      return objectType(schema, level, scope)
    default:
      return 'unknown'
  }
}

function objectType(schema: JsonSchema, level: number, scope: Scope): string {
  const { properties, required, additionalProperties, patternProperties } = schema
  const needed = listOf(required)
  const named = Object.entries(jsonObjectOf(properties))
  const families = [
    ...Object.values(jsonObjectOf(patternProperties)),
    ...(isJsonObject(additionalProperties) ? [additionalProperties] : [])
  ]
  const indent = '  '.repeat(level + 1)
  const members = named.map(([name, part]) => {
    const mark = needed.includes(name) ? '' : '?'
    return `${comment(remarks(part), level + 1)}${indent}${nameOf(name)}${mark}: ${typeOf(part, level + 1, scope)}`
  })
  if (families.length > 0 && named.length === 0)
    return `{ readonly [name: string]: ${union(families.map(each => typeOf(each, level, scope)))} }`
  if (families.length > 0) members.push(`${indent}readonly [name: string]: unknown`)
  if (members.length === 0) return '{}'
  return ['{', ...members, `${'  '.repeat(level)}}`].join('\n')
}

function remarks(schema: unknown): readonly string[] {
  const { description, default: value } = jsonObjectOf(schema)
  const lines = typeof description === 'string' ? [description] : []
  return value === undefined ? lines : [...lines, `@default ${JSON.stringify(value)}`]
}

function comment(lines: readonly string[], level: number): string {
  if (lines.length === 0) return ''
  const indent = '  '.repeat(level)
  const safe = lines.flatMap(line => line.replaceAll('*/', '* /').split('\n'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return [`${indent}/**`, ...safe.map(line => `${indent} * ${line}`), `${indent} */`, ''].join('\n')
}

function union(types: readonly string[]): string {
  return [...new Set(types)].map(each => (types.length > 1 ? bracketed(each) : each)).join(' | ')
}

/** A type in parentheses if it needs them beside an operator. */
function bracketed(type: string): string {
  return /^[\w"'{-][^|&]*$/.test(type) && !type.startsWith('readonly ') ? type : `(${type})`
}

function nameOf(property: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(property) ? property : JSON.stringify(property)
}

function without(schema: unknown, ...names: readonly string[]): JsonSchema {
  const { properties, ...rest } = jsonObjectOf(schema)
  const others = Object.entries(jsonObjectOf(properties)).filter(([name]) => !names.includes(name))
  return { ...rest, properties: Object.fromEntries(others) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
