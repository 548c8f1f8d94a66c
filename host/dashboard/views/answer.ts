import type { View } from '@product-host/sdk'
import type { JsonSchema } from '../api/products.js'
import type { BadgeTone } from '../parts/values.js'
import { itemSchema, memberSchema } from './value-schema.js'
import { choiceInWords, nameInWords, textOf } from './words.js'

/** The detail of an answer, and the schema that says what its members are. */
export interface Detail {
  readonly value: Readonly<Record<string, unknown>>
  readonly schema: JsonSchema
  /** The product whose answer it is: rows lead to its actions. */
  readonly slug?: string
}

/** One item of a list in a detail, with the schema of its items. */
export interface Item {
  readonly value: unknown
  readonly schema: JsonSchema | undefined
}

/** A view of one kind. */
export type ViewOf<Kind extends View['view']> = Extract<View, { readonly view: Kind }>

/** The schema of an action's detail in the schema of its answers. */
export function detailSchema({ oneOf = [], $defs }: JsonSchema): JsonSchema {
  const detail = oneOf[0]?.properties?.detail ?? {}
  return $defs ? { ...detail, $defs } : detail
}

/** The items of a list that a pointer names; undefined if the detail has none. */
export function itemsAt(pointer: string, { value, schema }: Detail): readonly Item[] | undefined {
  const list = valueAt(pointer, value)
  const ofItems = itemSchema(schemaAt(pointer, schema))
  return Array.isArray(list) ? list.map(each => ({ value: each, schema: ofItems })) : undefined
}

/** What a JSON Pointer names in a value; undefined if there is nothing. */
export function valueAt(pointer: string, value: unknown): unknown {
  return partsOf(pointer).reduce<unknown>((at, name) => memberOf(at, name), value)
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) ? value[name] : undefined
}

/** The schema of what a JSON Pointer names. */
export function schemaAt(pointer: string, schema: JsonSchema | undefined): JsonSchema | undefined {
  return partsOf(pointer).reduce<JsonSchema | undefined>((at, name) => memberSchema(at, name) ?? itemSchema(at), schema)
}

/** The title of what a JSON Pointer names: that of its schema, or its name in words. */
export function titleAt(pointer: string, schema: JsonSchema | undefined): string {
  return schemaAt(pointer, schema)?.title ?? nameInWords(partsOf(pointer).join(' '))
}

/** What a JSON Pointer names, as text for a person; empty if there is nothing. */
export function textAt(pointer: string, { value, schema }: Item): string {
  return textOf(valueAt(pointer, value), schemaAt(pointer, schema), lastPart(pointer))
}

/** The element of a heading in a view, which is below the title of the view if it has one. */
export function headingOf({ title }: View): 'h3' | 'h4' {
  return title ? 'h4' : 'h3'
}

/** A status in words: a view that declares one says that its texts are the product's. */
export function statusText(status: unknown): string {
  return typeof status === 'string' ? choiceInWords(status) : textOf(status)
}

/** A colour that a product may give to a status. */
export type Tone = Exclude<BadgeTone, 'waiting'>

/** The colour of a status, which may be a boolean. */
export function toneOf(status: unknown, tones: Readonly<Record<string, Tone>> | undefined): Tone {
  return (typeof status === 'string' || typeof status === 'boolean' ? tones?.[String(status)] : undefined) ?? 'plain'
}

/** A number, also where it is written as text, as exact amounts are; undefined if it is none. */
export function numberAt(pointer: string, value: unknown): number | undefined {
  const found = valueAt(pointer, value)
  const number = typeof found === 'string' && found !== '' ? Number(found) : found
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Whether a value is an object of JSON, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The name of the member that a JSON Pointer names. */
export function lastPart(pointer: string): string {
  return partsOf(pointer).at(-1) ?? ''
}

function partsOf(pointer: string): readonly string[] {
  return pointer
    .slice(1)
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
