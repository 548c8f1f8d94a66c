import type { Schema } from '../../../api/shapes.js'
import { familiesOf } from '../../../forms/families.js'
import { rowsOf, type SchemaRow } from './schema-rows.js'

/** A product's settings: those that it names, and those of a name that a person chooses. */
export function settingRows(schema: Schema): readonly SchemaRow[] {
  const named = familiesOf(schema).flatMap(({ kind, members }) =>
    members.map(member => [`${kind}.<name>.${member.part}`, member.schema] as const)
  )
  return rowsOf({ properties: { ...schema.properties, ...Object.fromEntries(named) } }).map(row => ({
    ...row,
    type:
      schema.properties?.[row.path]?.writeOnly || named.find(([name]) => name === row.path)?.[1].writeOnly
        ? 'secret'
        : row.type
  }))
}
