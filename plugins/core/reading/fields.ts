import type { ActionDescription, Products } from '@product-host/sdk'
import names from '../tables/fields.json' with { type: 'json' }
import { fillers, stopWords } from './words.js'

/** One action that a text may ask for. */
export interface Target extends ActionDescription {
  /** The slug of its product. */
  readonly product: string
  readonly productTitle: string
  /** `product.action`. */
  readonly id: string
  /** The input of its product's overview, where that runs this very action. */
  readonly reading: Readonly<Record<string, unknown>> | undefined
}

/** The actions of every product that is served, in their order. */
export function targetsOf(products: Products): readonly Target[] {
  return products.describe().flatMap(({ slug, title, actions, overview }) =>
    actions.map(action => ({
      ...action,
      product: slug,
      productTitle: title,
      id: `${slug}.${action.name}`,
      reading: overview?.action === action.name ? overview.input : undefined
    }))
  )
}

/** Whether a target is among those that a caller allows: product slugs or `product.action`; all of them when none is named. */
export function isAmong({ product, id }: Target, allowed: readonly string[] | undefined): boolean {
  return allowed === undefined || allowed.includes(product) || allowed.includes(id)
}

/** One field of an action's input, as its JSON Schema says it. */
export interface Field {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What people may call it, as sources of expressions: its name, its title, and other labels. */
  readonly labels: readonly string[]
  /** Any of them. */
  readonly named: RegExp
  /** The words of its name, in lower case. */
  readonly words: readonly string[]
  readonly kind: FieldKind | undefined
  readonly isRequired: boolean
  readonly takesText: boolean
  readonly takesList: boolean
  readonly takesNumber: boolean
  readonly takesIntegers: boolean
  readonly takesBoolean: boolean
  /** The form of its text, such as `date`. */
  readonly format: string | undefined
  /** The values that it may have, where they are counted. */
  readonly choices: readonly string[]
  /** Whether its text has a form of its own, such as a date. */
  readonly hasForm: boolean
  /** The regular expression of that form. */
  readonly pattern: string | undefined
  readonly minLength: number
  readonly maxLength: number
  readonly minimum: number
  readonly maximum: number
  /** The least that its description allows beside 0, where its schema allows less. */
  readonly least: number
  /** What a list's members may have at most. */
  readonly maxItems: number
}

/** The fields of an input's JSON Schema, which are read once. */
export function fieldsOf(inputSchema: Readonly<Record<string, unknown>>): readonly Field[] {
  const known = fieldCache.get(inputSchema)
  if (known) return known
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : []
  const fields = Object.entries<unknown>(Object(inputSchema.properties)).map(([name, schema]) =>
    fieldOf(name, Object(schema), required.includes(name))
  )
  fieldCache.set(inputSchema, fields)
  return fields
}

const fieldCache = new WeakMap<object, readonly Field[]>()

function fieldOf(name: string, schema: Record<string, unknown>, isRequired: boolean): Field {
  const forms = [schema.anyOf, schema.oneOf].find(Array.isArray) ?? [schema]
  const types = forms.map(form => Object(form).type)
  const text = Object(forms.find(form => Object(form).type === 'string') ?? {})
  const list = Object(forms.find(form => Object(form).type === 'array') ?? {})
  const choices = [...(Array.isArray(schema.enum) ? schema.enum : []), ...forms.map(form => Object(form).const)]
  const words = wordsOfName(name)
  const title = typeof schema.title === 'string' ? schema.title : ''
  const kind = kindOf(name, words, text.format)
  const labels = labelsOf(name, words, kind, title)
  return {
    name,
    title,
    labels,
    named: new RegExp(labels.join('|') || '(?!)', 'iu'),
    description: typeof schema.description === 'string' ? schema.description : '',
    words,
    kind,
    isRequired,
    takesText: types.includes('string') || choices.some(choice => typeof choice === 'string'),
    takesList: types.includes('array') && takesText(Object(list.items)),
    takesNumber: types.includes('number') || types.includes('integer'),
    takesIntegers: types.includes('integer') && !types.includes('number'),
    takesBoolean: types.includes('boolean'),
    format: typeof text.format === 'string' ? text.format : undefined,
    choices: choices.filter(choice => typeof choice === 'string'),
    hasForm: text.format !== undefined || (text.pattern !== undefined && text.pattern !== '\\S'),
    pattern: typeof text.pattern === 'string' ? text.pattern : undefined,
    minLength: numberOr(text.minLength, 0),
    maxLength: numberOr(text.maxLength, Number.POSITIVE_INFINITY),
    minimum: numberOr(schema.minimum, Number.NEGATIVE_INFINITY),
    maximum: numberOr(schema.maximum, Number.POSITIVE_INFINITY),
    least: Number(/\bat least (\d+)\b/u.exec(String(schema.description ?? ''))?.[1] ?? Number.NEGATIVE_INFINITY),
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

function takesText({ type, anyOf }: { readonly type?: unknown; readonly anyOf?: unknown }): boolean {
  return type === 'string' || (Array.isArray(anyOf) && anyOf.some(form => Object(form).type === 'string'))
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

/** What fields of actions are called when they want one of the things that a sentence can name. */
const fieldKinds: Readonly<Record<FieldKind, readonly string[]>> = names.kinds

/** One of the things that a sentence can name. */
export type FieldKind = keyof typeof names.kinds

/** Words before or after a number that mean a field of another name. */
export const numberNames: Readonly<Record<string, readonly string[]>> = names.numberNames

/** What people call fields beside their names and titles. */
export const otherLabels: Readonly<Record<string, readonly string[]>> = names.otherLabels

/** What fields are called that make a call try what it would do, and do nothing. */
export const trialNames: readonly string[] = names.trialNames

/** Other words for what fields have to choose from. */
export const choiceWords: Readonly<Record<string, readonly string[]>> = names.choiceWords

function labelsOf(
  name: string,
  words: readonly string[],
  kind: FieldKind | undefined,
  title: string
): readonly string[] {
  const named = words.filter((word, position) => position === 0 || !units.has(word))
  const short = named.at(-1) === 'name' && named.length > 1 ? [named.slice(0, -1).join(' ')] : []
  const bare = /^(?:max|min|expect)$/u.test(named[0] ?? '') && named.length > 1 ? [named.slice(1).join(' ')] : []
  const ofKind = kind && !noLabels.has(kind) ? fieldKinds[kind].filter(each => each.length > 2) : []
  const entitled = title
    .toLowerCase()
    .replace(/\s*\([^)]*\)|,.*$/gu, '')
    .trim()
  const all = [words.join(' '), named.join(' '), ...short, ...bare, entitled, ...ofKind, ...(otherLabels[name] ?? [])]
  // The longest first: "external id" before "external".
  return [...new Set(all)]
    .toSorted((left, right) => right.length - left.length)
    .filter(label => label.length > 1 && !stopWords.has(label) && !fillers.has(label))
    .map(label =>
      label
        .replaceAll(/[^\p{L}\p{N}\s'’-]/gu, '')
        .split(/[\s-]+/u)
        .join(String.raw`[\s-]?`)
    )
}

/** Words at the end of a field's name that say what it is counted in. */
const units: ReadonlySet<string> = new Set(['seconds', 'ms', 'hours', 'days', 'gbp', 'id'])

/** Kinds whose names are ordinary words of requests, so that only a field's own name and title are labels. */
const noLabels: ReadonlySet<string> = new Set(['list', 'statement', 'query', 'money', 'name', 'key'])

/** The field that says under which key a text is stored, of an action that stores texts. */
export function keyIn(fields: readonly Field[]): Field | undefined {
  return fields.find(({ kind, isRequired }) => kind === 'key' && isRequired)
}

/** Prices need a currency and a unit, which are read with them. */
export function isPrice({ takesNumber, kind, words }: Field): boolean {
  return takesNumber && (kind === 'money' || words.some(word => fieldKinds.money.some(name => name === word)))
}

export function isNumeric({ takesNumber, takesText }: Field): boolean {
  return takesNumber && !takesText
}
