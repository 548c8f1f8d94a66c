import type { Schema } from '../../../api/shapes.js'

/** One field of a schema, as a table shows it. */
export interface SchemaRow {
  /** Where it lies, such as `items[].title`. */
  readonly path: string
  readonly type: string
  readonly isNeeded: boolean
  readonly usual: string | undefined
  readonly description: string
}

const deepest = 4

/** The fields of an object's schema, those within others below them. */
export function rowsOf(schema: Schema, prefix = '', depth = 0): readonly SchemaRow[] {
  const needed = schema.required ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name
    const { item, suffix } = inner(field)
    const row: SchemaRow = {
      path,
      type: typeText(field),
      isNeeded: needed.includes(name),
      usual: field.default === undefined ? undefined : JSON.stringify(field.default),
      description: [field.description, bounds(field)].filter(Boolean).join(' ')
    }
    const below = depth < deepest && item.properties ? rowsOf(item, `${path}${suffix}.`, depth + 1) : []
    return [row, ...below]
  })
}

/** What a field's own fields lie in: itself, or the items of a list. */
function inner(field: Schema): { item: Schema; suffix: string } {
  const { items } = field
  if (items)
    return { item: items.properties ? items : (items.anyOf?.find(each => each.properties) ?? items), suffix: '[]' }
  return { item: field, suffix: '' }
}

function typeText(field: Schema): string {
  const { type, enum: choices, const: only, anyOf, oneOf, items, format } = field
  if (only !== undefined) return JSON.stringify(only)
  if (choices) return choices.map(each => JSON.stringify(each)).join(' | ')
  const alternatives = anyOf ?? oneOf
  if (alternatives) return [...new Set(alternatives.map(typeText))].join(' | ')
  if (items) return `list of ${typeText(items)}`
  const name = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any'
  return format ? `${name} (${format})` : name
}

function bounds(field: Schema): string {
  const { minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = field
  const said = [
    maxLength === undefined
      ? ''
      : minLength > 0
        ? `${minLength} to ${maxLength} characters`
        : `at most ${maxLength} characters`,
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined ? `${minimum} or more` : '',
    minimum === undefined && maximum !== undefined ? `${maximum} or less` : '',
    maxItems === undefined ? '' : minItems > 0 ? `${minItems} to ${maxItems} items` : `at most ${maxItems} items`
  ].filter(Boolean)
  return said.length > 0 ? `(${said.join(', ')})` : ''
}
