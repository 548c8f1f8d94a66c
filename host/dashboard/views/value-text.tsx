import type { JsonSchema } from '../api/products.js'
import { isObject } from './answer.js'
import { itemSchema } from './value-schema.js'
import { membersAsText, textOf } from './words.js'

interface ValueTextProps {
  readonly value: unknown
  readonly schema: JsonSchema | undefined
  /** The name of the member that it is the value of. */
  readonly name: string
}

/** A value of an answer as text; each member of an object is on a line of its own, and so is each object of a list. */
export function ValueText({ value, schema, name }: ValueTextProps) {
  const lines = linesOf(value, schema)
  if (lines === undefined) return textOf(value, schema, name)
  return (
    <ul className="value-lines">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and their order is fixed
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

/** The lines of an object or of a list of objects; undefined for any other value. */
export function linesOf(value: unknown, schema: JsonSchema | undefined): readonly string[] | undefined {
  if (isObject(value)) return membersAsText(value, schema).map(([title, text]) => `${title}: ${text}`)
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return undefined
  return value.map(each => textOf(each, itemSchema(schema)))
}
