import type { Product } from '../product.js'
import { partsOf } from './view-errors.js'
import { isRecord } from './wire-schema.js'

const keyword = 'x-record'

/** What is wrong with the fields that name stored records, a sentence each: where they stand, and the kind of record that they name. */
export function* recordFieldErrors(product: Product): Generator<string> {
  const { actions, recordKinds = {} } = product
  for (const [name, { input, detail, metrics }] of Object.entries(actions)) {
    const fields = annotated(input)
    if (fields.some(({ type }) => type !== 'string') || [detail, metrics].some(each => annotated(each).length > 0))
      yield `A schema of "${name}" has "${keyword}" in a place other than a string of the input schema.`
    for (const { [keyword]: start } of fields)
      if (typeof start !== 'string' || !Object.hasOwn(recordKinds, start))
        yield `"${keyword}" in the input schema of "${name}" is ${JSON.stringify(start)}, which is no record kind of the product.`
  }
  for (const [what, schema] of otherSchemas(product))
    if (annotated(schema).length > 0)
      yield `The ${what} has "${keyword}", which belongs to the input schema of an action.`
}

/** The schemas of a product beside those of its actions, by what they are. */
function otherSchemas({ settings, options, webhookEvents = {} }: Product): readonly (readonly [string, unknown])[] {
  return [
    ['settings schema', settings],
    ['options schema', options],
    ...Object.entries(webhookEvents).map(
      ([name, event]) => [`data schema of the event "${name}"`, isRecord(event) ? event.data : undefined] as const
    )
  ]
}

/** A schema and those in it, as far as they have the annotation. */
function annotated(schema: unknown): readonly Record<string, unknown>[] {
  if (!isRecord(schema)) return []
  return [...(keyword in schema ? [schema] : []), ...partsOf(schema).flatMap(annotated)]
}
