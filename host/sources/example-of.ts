import { compileInput } from '@product-host/sdk/runtime'
import { isJsonObject, type JsonObject, jsonObjectOf } from '../base/json.js'
import type { AdaptedObject } from './adapted-schema.js'

/**
 * An input with the members that an object schema asks for, each as small as it may be, and the schema that it fits. Where no such input
 * is found, the schema is one without patterns, formats and bounds, or at last without anything but the names of its members.
 */
export function withExample(schema: AdaptedObject): { readonly input: AdaptedObject; readonly example: JsonObject } {
  for (const input of [schema, loose(schema) as unknown as AdaptedObject]) {
    const example = jsonObjectOf(smallest(jsonObjectOf(input), { left: mostItems }))
    if (compileInput(input)(structuredClone(example)).length === 0) return { input, example }
  }
  const names = Object.keys(schema.properties)
  return {
    input: {
      type: 'object',
      properties: Object.fromEntries(names.map(name => [name, {}]))
    } as unknown as AdaptedObject,
    example: {}
  }
}

/** Most items of all lists of an example, and most characters of a text: a schema may ask for billions. */
const [mostItems, longestText] = [100, 1_000]

interface ItemsLeft {
  left: number
}

/** One of them fits most formats and patterns. */
const texts = [
  'text',
  'name@example.com',
  'https://example.com/',
  '2026-01-31',
  '2026-01-31T09:30:00Z',
  '09:30:00Z',
  'P1D',
  'example.com',
  '192.0.2.1',
  '2001:db8::1',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '/text',
  '1',
  'a',
  'A'
]

function smallest(schema: JsonObject, items: ItemsLeft): unknown {
  const { type, properties, anyOf } = schema
  const inner = (part: unknown) => smallest(jsonObjectOf(part), items)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(anyOf)) return inner(anyOf[0])
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return listOf(Number(schema.minItems ?? 0), items, () => inner(schema.items))
    case 'object': {
      const names = Array.isArray(schema.required) ? schema.required.map(String) : []
      return Object.fromEntries(names.map(name => [name, inner(jsonObjectOf(properties)[name])]))
    }
    default:
      return 'text'
  }
}

function textOf(schema: JsonObject): string {
  const { minLength = 0, maxLength = longestText } = schema
  if (Number(minLength) > longestText) return 'text'
  const check = compileInput(schema as never)
  const sized = texts.map(text => text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength)))
  return sized.find(text => check(text).length === 0) ?? 'text'
}

function listOf(length: number, items: ItemsLeft, make: () => unknown): readonly unknown[] {
  const list: unknown[] = []
  while (list.length < length && items.left-- > 0) list.push(make())
  return list
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: JsonObject): number {
  const step = Number(multipleOf)
  const least = Math.max(
    Number(minimum ?? Number.NEGATIVE_INFINITY),
    Number(exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
  )
  const most = Math.min(
    Number(maximum ?? Number.POSITIVE_INFINITY),
    Number(exclusiveMaximum ?? Number.POSITIVE_INFINITY)
  )
  const from = least > Number.NEGATIVE_INFINITY ? least : Math.min(1, most)
  const rounded = Math.ceil(from / step) * step
  return exclusiveMinimum !== undefined && rounded <= Number(exclusiveMinimum) ? rounded + step : rounded
}

const bounds = [
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum'
]

/** The schema and those within it without their bounds. A member may be called like a keyword: `properties` has names, not keywords. */
function loose(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map(part => loose(part))
  if (!isJsonObject(schema)) return schema
  const kept = Object.entries(schema).filter(([name]) => isNames || !bounds.includes(name))
  return Object.fromEntries(
    kept.map(([name, part]) => [
      name,
      !isNames && ['const', 'enum'].includes(name) ? part : loose(part, !isNames && name === 'properties')
    ])
  )
}
