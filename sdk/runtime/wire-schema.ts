import type { TObject } from 'typebox'

/** A schema as plain JSON, as others read it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The input as callers may send it: what has a default need not be sent. */
export function wireSchema(schema: TObject): JsonSchema {
  const plain: unknown = JSON.parse(JSON.stringify(schema))
  relax(plain)
  return isRecord(plain) ? plain : {}
}

function relax(schema: unknown): void {
  if (!isRecord(schema)) return
  const { properties, required } = schema
  if (isRecord(properties) && Array.isArray(required)) {
    const needed = required.filter(name => !hasDefault(properties[name]))
    if (needed.length > 0) schema.required = needed
    else delete schema.required
  }
  Object.values(schema).forEach(part => {
    if (Array.isArray(part)) part.forEach(relax)
    else relax(part)
  })
}

function hasDefault(schema: unknown): boolean {
  return isRecord(schema) && 'default' in schema
}

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
