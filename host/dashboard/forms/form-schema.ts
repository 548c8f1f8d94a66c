import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { Schema } from '../api/shapes.js'

/** A schema that a form can be made from, and how its fields look. */
export interface FormPlan {
  readonly schema: RJSFSchema
  readonly uiSchema: UiSchema
}

/** From so many characters on, a text gets several lines. */
const longText = 2_400

/** Plans the form of an action's input: its own fields, with defaults shown and not sent. */
export function planInput(input: Schema): FormPlan {
  const { action: _action, ...properties } = input.properties ?? {}
  const required = (input.required ?? []).filter(name => name !== 'action')
  return planObject({ ...input, properties, required }, '')
}

function planObject(given: Schema, title: string): FormPlan {
  const required = given.required ?? []
  const plans = Object.entries(given.properties ?? {}).map(
    ([name, schema]) => [name, planField(schema, name, required.includes(name))] as const
  )
  return {
    schema: {
      type: 'object',
      ...(title && { title }),
      ...definitionsOf(given),
      required: [...required],
      properties: Object.fromEntries(plans.map(([name, { schema }]) => [name, schema]))
    },
    uiSchema: Object.fromEntries(plans.map(([name, { uiSchema }]) => [name, uiSchema]))
  }
}

/** What references in a schema lead to. */
function definitionsOf({ $defs }: Schema): RJSFSchema {
  return $defs
    ? { $defs: Object.fromEntries(Object.entries($defs).map(([name, each]) => [name, titled(each, name)])) }
    : {}
}

/** Plans one field; what no plain field can hold is written as JSON. */
export function planField(given: Schema, title: string, isRequired: boolean): FormPlan {
  const schema = plain(given)
  const { default: usual, ...rest } = schema
  const isShort = usual !== undefined && typeof usual !== 'object'
  const placeholder = isShort ? `${shown(usual)} if left empty` : schema.enum ? 'not set' : undefined
  const look = placeholder === undefined ? {} : { 'ui:placeholder': placeholder }
  const field = (uiSchema: UiSchema, own: Schema = rest): FormPlan => ({ schema: titled(own, title), uiSchema })
  if (schema.enum || schema.const !== undefined) return field({ 'ui:widget': 'select', ...look }, choices(rest))
  if (schema.type === 'boolean') {
    const usually = isShort ? `${shown(usual) === 'yes' ? 'Yes' : 'No'} if left empty.` : ''
    const description = [schema.description, usually].filter(Boolean).join(' ')
    return field({ 'ui:widget': isRequired ? 'checkbox' : 'select' }, { ...rest, description })
  }
  if (schema.type === 'string' && schema.writeOnly)
    return field({ 'ui:widget': 'password', 'ui:autocomplete': 'new-password', ...look })
  if (schema.type === 'string' && (schema.maxLength ?? 0) > longText)
    return field({ 'ui:widget': 'textarea', 'ui:rows': 3, ...look })
  if (schema.type === 'string' || schema.type === 'number' || schema.type === 'integer')
    return field({ 'ui:autocomplete': 'off', ...look })
  if (schema.type === 'object' && schema.properties) {
    const { schema: object, uiSchema } = planObject(schema, title)
    return { schema: { ...object, ...(schema.description && { description: schema.description }) }, uiSchema }
  }
  if (schema.type === 'array' && schema.items?.type === 'string') return field({ 'ui:field': 'list' })
  return field({ 'ui:field': 'json' })
}

/** A schema of ours as one of the library's, whose type names fewer keywords of the same JSON Schema. */
function titled(schema: Schema, title: string): RJSFSchema {
  return { ...schema, title } as RJSFSchema
}

/** The simplest form of a schema with alternatives: text where text is taken, one list of choices where all are constants. */
function plain(schema: Schema): Schema {
  const { anyOf, oneOf, ...rest } = schema
  const alternatives = anyOf ?? oneOf
  if (!alternatives) return schema
  const constants = alternatives.map(each => each.const)
  if (constants.every(each => each !== undefined)) return { ...rest, enum: constants, type: 'string' }
  const text = alternatives.find(({ type }) => type === 'string')
  const isTextAtHand = alternatives.every(({ type, items }) => type !== 'array' || items?.type === 'string')
  return text && isTextAtHand ? { ...rest, ...text } : schema
}

function choices({ const: only, ...schema }: Schema): Schema {
  return only === undefined ? schema : { ...schema, enum: [only] }
}

function shown(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}
