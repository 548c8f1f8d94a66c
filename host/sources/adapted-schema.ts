import { type Static, Type } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import { isJsonObject, valueAt } from '../base/json.js'

/** A JSON Schema of any version and quality, as somebody else's server sends it. */
type Foreign = Readonly<Record<string, unknown>>

/** A schema that this host compiles in strict mode. */
export type AdaptedObject = ReturnType<typeof Type.Object>

/** Most schemas within one schema, and how deep they nest: the first of these depths at which there are no more. Beyond it, anything fits. */
const mostParts = 500
const depths = [16, 8, 6, 5, 4, 3, 2, 1]

/** Most characters of a description. */
const longestText = 2_000

/** Most characters of a schema with its descriptions; a longer one has none. */
const longestSchema = 60_000

/** Most characters of a schema without descriptions; in place of a longer one, such as of a list of all towns, anything is accepted. */
const longestBareSchema = 240_000

/** Most items of a list of which every two are compared. */
const mostCompared = 100

const texts = ['title', 'description']

const values = ['const', 'enum']

/**
 * An object schema that this host compiles, made of one that may use anything. It keeps what strict mode knows of types, members, items,
 * choices and bounds. References within the schema are written out, circles and references to other documents accept anything, `allOf` of
 * objects is one object, `oneOf` is `anyOf`, and a default is told in the description: the server applies it. What this leaves out, such
 * as patterns without a linear-time form, only makes the schema accept more, and the server checks it itself. `root` is the document that
 * references are within.
 */
export function adaptedSchema(foreign: unknown, root: unknown = foreign): AdaptedObject {
  return fitting(objectOf(adaptedTo(foreign, root)))
}

/** With a member that does not compile accepting anything. */
function fitting(adapted: ObjectParts): AdaptedObject {
  const anything = { type: 'object', properties: {}, additionalProperties: true }
  const short = shortened(adapted)
  if (!short) return anything as unknown as AdaptedObject
  if (compiles(short)) return short as unknown as AdaptedObject
  const properties = Object.entries(adapted.properties).map(([name, part]) => [
    name,
    compiles(part) ? part : about(part)
  ])
  const sound = { ...adapted, properties: Object.fromEntries(properties) }
  return (compiles(sound) ? sound : anything) as unknown as AdaptedObject
}

/** The same of a schema of any type. */
export function adaptedPart(foreign: unknown, root: unknown): Foreign {
  const adapted = shortened(adaptedTo(foreign, root)) ?? {}
  return compiles(adapted) ? adapted : about(adapted)
}

/** Without texts where it is long with them; undefined where it is long without. */
function shortened(adapted: Foreign): Foreign | undefined {
  if (JSON.stringify(adapted).length <= longestSchema) return adapted
  const bare = withoutTexts(adapted) as Foreign
  return JSON.stringify(bare).length <= longestBareSchema ? bare : undefined
}

/** A schema without titles and descriptions; members may be called so. */
function withoutTexts(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map(part => withoutTexts(part))
  if (!isJsonObject(schema)) return schema
  const kept = Object.entries(schema).filter(([keyword]) => isNames || !texts.includes(keyword))
  return Object.fromEntries(
    kept.map(([keyword, part]) =>
      !isNames && values.includes(keyword)
        ? [keyword, part]
        : [keyword, withoutTexts(part, !isNames && keyword === 'properties')]
    )
  )
}

interface ObjectParts extends Foreign {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Foreign>>
}

function isObjectSchema(schema: unknown): schema is ObjectParts {
  return isJsonObject(schema) && schema.type === 'object' && isJsonObject(schema.properties)
}

/** One object schema for several: it asks for the members that all of them ask for. */
function eitherOf(choices: readonly ObjectParts[]): ObjectParts {
  const names = new Set(choices.flatMap(({ properties }) => Object.keys(properties)))
  const properties = [...names].map(name => {
    const forms = new Map(
      choices.flatMap(choice =>
        Object.hasOwn(choice.properties, name)
          ? [[JSON.stringify(choice.properties[name]), choice.properties[name]]]
          : []
      )
    )
    const [only = {}, ...others] = forms.values()
    return [name, others.length === 0 ? only : { anyOf: [only, ...others] }] as const
  })
  const required = [...names].filter(name =>
    choices.every(choice => Array.isArray(choice.required) && choice.required.includes(name))
  )
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: true
  }
}

/** One object schema for several that hold at once. */
function allOf(parts: readonly ObjectParts[]): ObjectParts {
  const required = new Set(parts.flatMap(part => (Array.isArray(part.required) ? part.required : [])))
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    ...(required.size > 0 && { required: [...required] }),
    additionalProperties: !parts.every(part => part.additionalProperties === false)
  }
}

/** Names that no schema of this host may declare. */
const refusedNames = ['__proto__', 'constructor', 'prototype']

function adaptedTo(foreign: unknown, root: unknown): Foreign {
  for (const depth of depths) {
    const adapting = new Adapting(root, depth)
    const adapted = adapting.adapt(foreign)
    if (adapting.parts <= mostParts) return adapted
  }
  return isJsonObject(foreign) ? about(foreign) : {}
}

function objectOf(adapted: Foreign): ObjectParts {
  if (Array.isArray(adapted.anyOf)) return { ...about(adapted), ...eitherOf(adapted.anyOf.filter(isObjectSchema)) }
  return isObjectSchema(adapted)
    ? adapted
    : { ...about(adapted), type: 'object', properties: {}, additionalProperties: true }
}

class Adapting {
  parts = 0

  constructor(
    private readonly root: unknown,
    private readonly deepest: number
  ) {}

  adapt(schema: unknown): Foreign {
    return this.#adapt(schema, [], 0)
  }

  #adapt(schema: unknown, above: readonly string[], depth: number): Foreign {
    if (!isJsonObject(schema)) return {}
    if (depth > this.deepest || this.parts > mostParts) return about(schema)
    this.parts++
    if (typeof schema.$ref === 'string') {
      if (above.includes(schema.$ref)) return about(schema)
      const target = referenced(this.root, schema.$ref)
      return { ...this.#adapt(target, [...above, schema.$ref], depth), ...about(schema) }
    }
    const inner = (part: unknown) => this.#adapt(part, above, depth + 1)
    if (Array.isArray(schema.allOf)) return this.#merged(schema, schema.allOf, inner)
    if ('const' in schema) return { ...about(schema), const: schema.const }
    if (Array.isArray(schema.enum) && schema.enum.length > 0)
      return { ...about(schema), enum: [...new Set(schema.enum)] }
    const type = typeOf(schema)
    const choices = [schema.anyOf, schema.oneOf].find(each => Array.isArray(each) && each.length > 0)
    if (Array.isArray(choices) && type === 'object') {
      const { anyOf: _, oneOf: __, ...beside } = schema
      const parts = choices.map(choice => inner(isJsonObject(choice) ? { type, ...choice } : choice))
      return {
        ...about(schema),
        ...allOf([inner(beside), eitherOf(parts.filter(isObjectSchema))].filter(isObjectSchema))
      }
    }
    if (Array.isArray(choices))
      return {
        ...about(schema),
        anyOf: choices.map(choice => inner(isJsonObject(choice) ? { type, ...choice } : choice))
      }
    if (Array.isArray(type))
      return {
        ...about(schema),
        anyOf: type.map(each =>
          inner({
            ...schema,
            type: each,
            nullable: false,
            description: undefined,
            title: undefined,
            default: undefined
          })
        )
      }
    return { ...about(schema), ...this.#ofType(type, schema, inner) }
  }

  #ofType(type: unknown, schema: Foreign, inner: (part: unknown) => Foreign): Foreign {
    switch (type) {
      case 'string':
        return { type, ...counts(schema, ['minLength', 'maxLength']), ...textRules(schema) }
      case 'number':
      case 'integer':
        return { type, ...numbers(schema) }
      case 'array':
        return {
          type,
          items: inner(Array.isArray(schema.items) || schema.prefixItems ? {} : schema.items),
          ...counts(schema, ['minItems', 'maxItems']),
          ...(isUnique(schema) && { uniqueItems: true })
        }
      case 'object':
        return { type, ...members(schema, inner) }
      case 'boolean':
      case 'null':
        return { type }
      default:
        return {}
    }
  }

  /** What is said beside `allOf` is one of its parts. */
  #merged({ allOf: _, ...beside }: Foreign, parts: readonly unknown[], inner: (part: unknown) => Foreign): Foreign {
    const all = [...parts, beside]
      .map(inner)
      .filter(part => Object.keys(part).some(keyword => !texts.includes(keyword)))
    const [only] = all
    if (only && all.length === 1) return { ...only, ...about(beside) }
    return all.length > 0 && all.every(isObjectSchema) ? { ...about(beside), ...allOf(all) } : about(beside)
  }
}

/** What a reference within a document names; undefined for one to another document. */
export function referenced(root: unknown, reference: string): unknown {
  return reference.startsWith('#') ? valueAt(root, decoded(reference.slice(1))) : undefined
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** What people read of a schema. */
function about(schema: Foreign): Foreign {
  const told = 'default' in schema && schema.default !== undefined ? `Default: ${JSON.stringify(schema.default)}.` : ''
  const description = [typeof schema.description === 'string' ? schema.description.trim() : '', told]
    .filter(Boolean)
    .join(' ')
  return {
    ...(typeof schema.title === 'string' && schema.title !== '' && { title: schema.title.slice(0, longestText) }),
    ...(description !== '' && { description: description.slice(0, longestText) })
  }
}

/** The type, or what the keywords of a schema without one are about. */
function typeOf(schema: Foreign): unknown {
  const { type, nullable } = schema
  const named =
    type ??
    (schema.properties || schema.required || schema.additionalProperties
      ? 'object'
      : schema.items
        ? 'array'
        : undefined)
  return nullable === true && typeof named === 'string' ? [named, 'null'] : named
}

function members(schema: Foreign, inner: (part: unknown) => Foreign): Foreign {
  const declared = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  const names = Array.isArray(schema.required) ? schema.required.filter(name => typeof name === 'string') : []
  const required = [...new Set(names)].filter(name => !refusedNames.includes(name))
  const further = isJsonObject(schema.additionalProperties)
    ? inner(schema.additionalProperties)
    : schema.additionalProperties
  const properties = new Map<string, Foreign>(required.map(name => [name, {}]))
  for (const [name, part] of declared) if (!refusedNames.includes(name)) properties.set(name, inner(part))
  const isClosed = further === false && !isJsonObject(schema.patternProperties)
  return {
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...counts(schema, ['minProperties', 'maxProperties']),
    additionalProperties: isClosed
      ? false
      : isJsonObject(further) && !isJsonObject(schema.patternProperties)
        ? further
        : true
  }
}

/** Whether items must differ, where that is soon known: every two of a long list of objects would be compared. */
function isUnique({ uniqueItems, items, maxItems }: Foreign): boolean {
  const type = isJsonObject(items) ? items.type : undefined
  const isScalar = typeof type === 'string' && ['string', 'number', 'integer', 'boolean'].includes(type)
  return uniqueItems === true && (isScalar || (typeof maxItems === 'number' && maxItems <= mostCompared))
}

function counts(schema: Foreign, keywords: readonly string[]): Foreign {
  return pick(schema, keywords, value => Number.isSafeInteger(value) && Number(value) >= 0)
}

function numbers(schema: Foreign): Foreign {
  return {
    ...pick(schema, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], value => typeof value === 'number'),
    ...pick(schema, ['multipleOf'], value => typeof value === 'number' && value > 0)
  }
}

function textRules(schema: Foreign): Foreign {
  const type = 'string'
  return {
    ...pick(schema, ['format'], format => typeof format === 'string' && compiles({ type, format })),
    ...pick(schema, ['pattern'], pattern => typeof pattern === 'string' && compiles({ type, pattern }))
  }
}

function pick(schema: Foreign, keywords: readonly string[], isSound: (value: unknown) => boolean): Foreign {
  return Object.fromEntries(keywords.flatMap(keyword => (isSound(schema[keyword]) ? [[keyword, schema[keyword]]] : [])))
}

function compiles(schema: Foreign): boolean {
  try {
    compileInput(schema as Static<never>)
    return true
  } catch {
    return false
  }
}
