import { isRecord } from './wire-schema.js'

/** Takes out each null that stands for an optional member whose schema does not accept null, in place. */
export type DropNulls = (value: unknown) => void

/**
 * Clients that fill in forms of a schema send null for what was not filled in, so that null there counts as absent. Undefined if a value
 * of the schema has no such member. Members of objects and of lists are looked through at any depth; of a choice, only where one
 * branch alone could have such members.
 */
export function nullsOf(schema: unknown): DropNulls | undefined {
  if (!isRecord(schema)) return undefined
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) {
    const [only, ...others] = choices.flatMap(branch => nullsOf(branch) ?? [])
    return others.length === 0 ? only : undefined
  }
  if (schema.type === 'array') return nullsOfItems(schema.items)
  return isRecord(schema.properties) ? nullsOfMembers(schema, schema.properties) : undefined
}

function nullsOfItems(items: unknown): DropNulls | undefined {
  const drop = nullsOf(items)
  return drop && (value => Array.isArray(value) && value.forEach(drop))
}

function nullsOfMembers({ required }: Schema, properties: Schema): DropNulls | undefined {
  const needed = Array.isArray(required) ? required : []
  const members = Object.entries(properties).flatMap(([name, part]) => {
    const isOptional = !needed.includes(name) || (isRecord(part) && 'default' in part)
    const [isDropped, inner] = [isOptional && !acceptsNull(part), nullsOf(part)]
    return isDropped || inner ? [{ name, isDropped, inner }] : []
  })
  if (members.length === 0) return undefined
  return value => {
    if (!isRecord(value)) return
    for (const { name, isDropped, inner } of members) {
      if (!Object.hasOwn(value, name)) continue
      if (value[name] !== null) inner?.(value[name])
      else if (isDropped) delete value[name]
    }
  }
}

/** Whether a schema may accept null: a keyword that is not known here may do so. */
function acceptsNull(schema: unknown): boolean {
  if (!isRecord(schema)) return schema !== false
  if ('const' in schema) return schema.const === null
  if (Array.isArray(schema.enum)) return schema.enum.includes(null)
  for (const choices of [schema.anyOf, schema.oneOf]) if (Array.isArray(choices)) return choices.some(acceptsNull)
  return schema.type === undefined || [schema.type].flat().includes('null')
}

type Schema = Readonly<Record<string, unknown>>
