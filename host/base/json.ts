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

/** The steps of a JSON Pointer (RFC 6901); undefined for what is none. */
export function pointerSteps(pointer: unknown): readonly string[] | undefined {
  if (typeof pointer !== 'string' || !/^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)) return undefined
  return pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What a JSON Pointer leads to in a value; undefined where that is nothing. */
export function valueAt(value: unknown, pointer: unknown): unknown {
  return pointerSteps(pointer)?.reduce<unknown>(stepInto, value)
}

function stepInto(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(step)) return undefined
  return Object.hasOwn(value, step) ? memberOf(value, step) : undefined
}
