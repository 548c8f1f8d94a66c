import type { JsonSchema } from '../../api/products.js'
import { settingFamilies } from '../../forms/settings-plan.js'

/** One field of a schema, as a row of a table. */
export interface SchemaRow {
  /** Its path, such as `items[].title`. */
  readonly path: string
  /** Its name for people; undefined if it has none. */
  readonly title: string | undefined
  /** Its type; literal values are between backticks. */
  readonly type: string
  /** Whether a request needs it, or a response always has it: where it is inside another field, whenever that is there. */
  readonly presence: 'required' | 'always' | undefined
  /** Its default, between backticks. */
  readonly defaultText: string | undefined
  readonly description: string
}

const maxDepth = 4

interface RowOptions {
  /** What stands before the names of the fields. */
  readonly prefix?: string
  readonly depth?: number
  /** What is said of a field that may not be missing. */
  readonly present?: 'required' | 'always'
}

/** The fields of an object's schema, each followed by the fields inside it. */
export function rowsOf(
  schema: JsonSchema,
  { prefix = '', depth = 0, present = 'required' }: RowOptions = {}
): readonly SchemaRow[] {
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const field = depth === 0 && name === 'action' ? actionField(given) : given
    const path = prefix + name
    const { item, suffix } = inner(field)
    const row: SchemaRow = {
      path,
      title: field.title,
      type: explainsChoices(field) ? 'string' : typeText(field),
      presence: required.includes(name) ? present : undefined,
      defaultText: field.default === undefined ? undefined : literal(field.default),
      description: descriptionOf(field.description, bounds(field), present)
    }
    const below =
      depth < maxDepth && item.properties
        ? rowsOf(item, { prefix: `${path}${suffix}.`, depth: depth + 1, present })
        : []
    return [row, ...below]
  })
}

/** The members of a successful response that differ between actions. */
export function responseRows({ oneOf = [] }: JsonSchema): readonly SchemaRow[] {
  const success = oneOf.find(({ properties }) => properties?.ok?.const === true)?.properties ?? {}
  const { metrics = {}, detail = {} } = success
  return [
    ...rowsOf(detail, { prefix: 'detail.', present: 'always' }),
    ...rowsOf(metrics, { prefix: 'metrics.', present: 'always' })
  ]
}

/** The settings of a product: those with a fixed name, and those below a name that a user chooses. */
export function settingRows(schema: JsonSchema): readonly SchemaRow[] {
  const schemas = { ...schema.properties, ...chosenSettings(schema) }
  return rowsOf({ properties: schemas }).map(row => ({
    ...row,
    type: schemas[row.path]?.writeOnly ? 'secret' : row.type
  }))
}

/** The schemas of the settings below a name that a user chooses, such as `destination.<name>.url`. */
export function chosenSettings(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    settingFamilies(schema).flatMap(({ kind, members }) =>
      members.map(member => [`${kind}.<name>.${member.part}`, member.schema] as const)
    )
  )
}

/** What a field means, with its bounds; the description of a field of a response says its range where it matters. */
function descriptionOf(meaning: string | undefined, bounds: string, present: RowOptions['present']): string {
  const parts = present === 'always' && meaning ? [meaning] : [meaning, bounds]
  return parts.filter(Boolean).join(' ')
}

/** The field that names the action of a request, which the host adds to every schema, as people read it. */
function actionField(field: JsonSchema): JsonSchema {
  if (field.const === undefined) return field
  return { type: 'string', title: 'Action', description: `The name of this action, ${literal(field.const)}.` }
}

/** The schema with the fields inside a field: the field itself, or the items of a list. */
function inner(field: JsonSchema): { item: JsonSchema; suffix: string } {
  const { items } = field
  if (items)
    return { item: items.properties ? items : (items.anyOf?.find(each => each.properties) ?? items), suffix: '[]' }
  return { item: field, suffix: '' }
}

function typeText(field: JsonSchema): string {
  const { type, enum: choices, const: only, anyOf, oneOf, items, format } = field
  if (only !== undefined) return literal(only)
  if (choices) return choices.map(literal).join(' | ')
  const alternatives = anyOf ?? oneOf
  if (alternatives) return [...new Set(alternatives.map(typeText))].join(' | ')
  if (items) return `list of ${itemsText(items)}`
  const name = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any'
  return format ? `${name} (${format})` : name
}

/** Whether the description of a choice between texts names each of them. */
function explainsChoices({ description = '', enum: choices, anyOf = [] }: JsonSchema): boolean {
  const values = choices ?? anyOf.map(each => each.const)
  return values.length > 1 && values.every(value => typeof value === 'string' && description.includes(`\`${value}\``))
}

/** The type of the items of a list, in the plural. */
function itemsText(items: JsonSchema): string {
  const { type, enum: choices, const: only, anyOf, oneOf, items: inside, format } = items
  if (only !== undefined || choices) return typeText(items)
  const alternatives = anyOf ?? oneOf
  if (alternatives) return [...new Set(alternatives.map(itemsText))].join(' or ')
  if (inside) return `lists of ${itemsText(inside)}`
  const names = typeof type === 'string' ? [type] : (type ?? [])
  const plural = names.length === 0 ? 'any values' : names.map(name => `${name}s`).join(' or ')
  return format ? `${plural} (${format})` : plural
}

/** A value between backticks: a text as it is, any other as JSON. */
function literal(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function bounds(field: JsonSchema): string {
  const { minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = field
  const texts = [
    maxLength === undefined
      ? ''
      : minLength > 0
        ? `${number(minLength)} to ${number(maxLength)} characters`
        : `at most ${number(maxLength)} characters`,
    minimum !== undefined && maximum !== undefined ? `${number(minimum)} to ${number(maximum)}` : '',
    minimum !== undefined && maximum === undefined ? `${number(minimum)} or more` : '',
    minimum === undefined && maximum !== undefined ? `${number(maximum)} or less` : '',
    maxItems === undefined
      ? ''
      : minItems > 0
        ? `${number(minItems)} to ${number(maxItems)} items`
        : `at most ${number(maxItems)} items`
  ].filter(Boolean)
  return texts.length > 0 ? `${texts.join(', ').replace(/^a/, 'A')}.` : ''
}

/** A number as people read it, from 1,000 on with commas. */
function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 20 })
}
