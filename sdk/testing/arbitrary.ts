import fc, { type Arbitrary } from 'fast-check'
import { isRecord } from '../runtime/wire-schema.js'

/** Values that a JSON Schema allows, near its limits more often than not; what it cannot tell is any JSON. */
export function valuesOf(schema: unknown): Arbitrary<unknown> {
  if (!isRecord(schema)) return fc.jsonValue()
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  for (const choice of [schema.anyOf, schema.oneOf]) if (Array.isArray(choice)) return fc.oneof(...choice.map(valuesOf))
  switch (schema.type) {
    case 'string':
      return strings(schema)
    case 'integer':
      return fc.integer({ min: Math.ceil(number(schema.minimum, -1e9)), max: Math.floor(number(schema.maximum, 1e9)) })
    case 'number':
      return fc.double({ min: number(schema.minimum, -1e12), max: number(schema.maximum, 1e12), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items), {
        minLength: number(schema.minItems, 0),
        maxLength: Math.min(number(schema.maxItems, 10), 50)
      })
    case 'object':
      return objects(schema)
    default:
      return fc.jsonValue()
  }
}

/** Objects of which one member is something else than the schema asks for. */
export function nearMissesOf(schema: unknown): Arbitrary<Record<string, unknown>> {
  const names = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : []
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.string()
  return fc
    .tuple(valuesOf(schema), name, fc.jsonValue())
    .map(([value, key, stray]) => ({ ...(isRecord(value) ? value : {}), [key]: stray }))
}

function strings(schema: Record<string, unknown>): Arbitrary<string> {
  const minLength = number(schema.minLength, 0)
  const maxLength = Math.max(minLength, Math.min(number(schema.maxLength, 60), 2000))
  const fits = (text: string) => [...text].length <= maxLength && [...text].length >= minLength
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern)).filter(fits)
  switch (schema.format) {
    case 'email':
      return fc.emailAddress()
    case 'uri':
      return fc.webUrl()
    case 'date-time':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map(date => date.toISOString())
    case 'date':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map(date => date.toISOString().slice(0, 10))
    default:
      return fc.oneof(
        { weight: 3, arbitrary: fc.string({ minLength, maxLength, unit: 'grapheme' }).filter(fits) },
        { weight: 2, arbitrary: fc.lorem({ maxCount: 8 }).filter(fits) },
        { weight: 1, arbitrary: fc.string({ minLength: maxLength, maxLength, unit: 'grapheme-ascii' }) }
      )
  }
}

function objects(schema: Record<string, unknown>): Arbitrary<Record<string, unknown>> {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const hasDefault = (name: string) => isRecord(properties[name]) && 'default' in properties[name]
  const model = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part)]))
  const requiredKeys = Object.keys(model).filter(name => required.includes(name) && !hasDefault(name))
  const known: Arbitrary<Record<string, unknown>> = fc.record(model, { requiredKeys })
  const [pattern, part] = Object.entries(isRecord(schema.patternProperties) ? schema.patternProperties : {})[0] ?? []
  if (pattern === undefined) return known
  const keys = fc.stringMatching(new RegExp(pattern)).filter(key => key.length <= 40)
  return fc
    .tuple(known, fc.dictionary(keys, valuesOf(part), { maxKeys: 4, noNullPrototype: true }))
    .map(([left, right]) => ({ ...right, ...left }))
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
