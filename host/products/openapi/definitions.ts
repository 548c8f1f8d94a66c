import type { JsonSchema } from '@product-host/sdk/runtime'
import { isJsonObject } from '../../base/json.js'
import { schema as pointerTo } from './components.js'

/** Keywords whose values are schemas by name, and those whose values are no schemas. */
const byName = ['properties', 'patternProperties', 'dependentSchemas']
const values = ['const', 'enum', 'default', 'examples', 'required', 'mapping']

/**
 * A plugin's schema as components of the document, under this name. Its own definitions become further components, and
 * its references point to them. Any other reference is left out, which allows everything.
 */
export function embedded(name: string, schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const defined = definitions(schema).map(([part, definition]) => ({
    part,
    definition,
    target: `${name}.${part.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`
  }))
  const targets = new Map<unknown, string>()
  for (const { part, definition, target } of defined) {
    targets.set(`#/$defs/${part}`, target)
    if (definition.$id !== undefined) targets.set(definition.$id, target)
  }
  const components = [
    [name, schema] as const,
    ...defined.map(({ target, definition }) => [target, definition] as const)
  ]
  return Object.fromEntries(components.map(([each, part]) => [each, rewritten(part, targets)]))
}

/** All definitions within a schema, by name. */
export function definitions(schema: unknown): readonly (readonly [string, JsonSchema])[] {
  if (Array.isArray(schema)) return schema.flatMap(definitions)
  if (!isJsonObject(schema)) return []
  const own = Object.entries(isJsonObject(schema.$defs) ? schema.$defs : {})
  return [
    ...own.flatMap(([part, definition]) => (isJsonObject(definition) ? [[part, definition] as const] : [])),
    ...Object.entries(schema).flatMap(([keyword, part]) => (values.includes(keyword) ? [] : definitions(part)))
  ]
}

function rewritten(schema: JsonSchema, targets: ReadonlyMap<unknown, string>): JsonSchema {
  const entries = Object.entries(schema).flatMap(([keyword, part]): [string, unknown][] => {
    if (keyword === '$defs' || keyword === '$id') return []
    if (keyword === '$ref') {
      const target = targets.get(part)
      return target === undefined ? [] : [['$ref', pointerTo(target).$ref]]
    }
    if (values.includes(keyword)) return [[keyword, part]]
    if (byName.includes(keyword) && isJsonObject(part)) return [[keyword, eachPart(part, targets)]]
    return [[keyword, rewrittenValue(part, targets)]]
  })
  return Object.fromEntries(entries)
}

function eachPart(parts: JsonSchema, targets: ReadonlyMap<unknown, string>): JsonSchema {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, rewrittenValue(part, targets)]))
}

function rewrittenValue(value: unknown, targets: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map(each => rewrittenValue(each, targets))
  return isJsonObject(value) ? rewritten(value, targets) : value
}
