import type { JsonSchema } from '../api/products.js'

/** The schema of a member of an object, also where it is one of several alternatives that has the member. */
export function memberSchema(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  if (schema === undefined) return undefined
  return schema.properties?.[name] ?? firstOf(alternativesOf(schema), each => memberSchema(each, name))
}

/** The schema of the items of a list. */
export function itemSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  return schema && (schema.items ?? firstOf(alternativesOf(schema), itemSchema))
}

/** Whether a schema lists a value as one of those that are possible: only such a text is written by the product and not by people. */
export function isListed(value: string, schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false
  if (schema.const === value || schema.enum?.includes(value)) return true
  return alternativesOf(schema).some(each => isListed(value, each))
}

function alternativesOf({ anyOf = [], oneOf = [] }: JsonSchema): readonly JsonSchema[] {
  return [...anyOf, ...oneOf]
}

function firstOf(
  schemas: readonly JsonSchema[],
  find: (schema: JsonSchema) => JsonSchema | undefined
): JsonSchema | undefined {
  for (const schema of schemas) {
    const found = find(schema)
    if (found) return found
  }
  return undefined
}
