import { type FieldKind, fieldKinds } from './field-kinds.js'

/** One field of an action's input, as its JSON Schema says it. */
export interface Field {
  readonly name: string
  /** The words of its name, in lower case. */
  readonly words: readonly string[]
  readonly kind: FieldKind | undefined
  readonly isRequired: boolean
  readonly takesText: boolean
  readonly takesList: boolean
  readonly takesNumber: boolean
  readonly takesWhole: boolean
  /** The values that it may have, where they are counted. */
  readonly choices: readonly string[]
  /** Whether its text has a form of its own, such as a date. */
  readonly hasForm: boolean
  readonly minLength: number
  readonly maxLength: number
  readonly minimum: number
  readonly maximum: number
  /** What a list's members may have at most. */
  readonly maxItems: number
}

/** The fields of an input's JSON Schema. */
export function fieldsOf(inputSchema: Readonly<Record<string, unknown>>): readonly Field[] {
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : []
  return Object.entries<unknown>(Object(inputSchema.properties)).map(([name, schema]) =>
    fieldOf(name, Object(schema), required.includes(name))
  )
}

function fieldOf(name: string, schema: Record<string, unknown>, isRequired: boolean): Field {
  const forms = [schema.anyOf, schema.oneOf].find(Array.isArray) ?? [schema]
  const types = forms.map(form => Object(form).type)
  const text = Object(forms.find(form => Object(form).type === 'string') ?? {})
  const list = Object(forms.find(form => Object(form).type === 'array') ?? {})
  const choices = [...(Array.isArray(schema.enum) ? schema.enum : []), ...forms.map(form => Object(form).const)]
  const words = wordsOfName(name)
  return {
    name,
    words,
    kind: kindOf(name, words, text.format),
    isRequired,
    takesText: types.includes('string') || choices.some(choice => typeof choice === 'string'),
    takesList: types.includes('array') && Object(list.items).type === 'string',
    takesNumber: types.includes('number') || types.includes('integer'),
    takesWhole: types.includes('integer') && !types.includes('number'),
    choices: choices.filter(choice => typeof choice === 'string'),
    hasForm: text.format !== undefined || (text.pattern !== undefined && text.pattern !== '\\S'),
    minLength: numberOr(text.minLength, 0),
    maxLength: numberOr(text.maxLength, Number.POSITIVE_INFINITY),
    minimum: numberOr(schema.minimum, Number.NEGATIVE_INFINITY),
    maximum: numberOr(schema.maximum, Number.POSITIVE_INFINITY),
    maxItems: numberOr(list.maxItems, Number.POSITIVE_INFINITY)
  }
}

/** The words in a field's name: those of `pricePer1kGbp` are price, per, 1k and gbp. */
function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}

function kindOf(name: string, [first = '']: readonly string[], format: unknown): FieldKind | undefined {
  if (format === 'email') return 'email'
  if (format === 'uri') return 'url'
  const kinds = Object.entries(fieldKinds) as [FieldKind, readonly string[]][]
  return kinds.find(([, names]) => names.includes(name.toLowerCase()) || names.includes(first))?.[0]
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
