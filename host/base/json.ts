/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; an empty one in place of anything else. */
export function jsonObjectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** A member of a value; undefined where the value is no object or lacks it. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
