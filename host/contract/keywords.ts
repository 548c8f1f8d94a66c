import { isDeepStrictEqual } from 'node:util'
import type { Shift } from './direction.js'
import { allowedTypes, allowedValues, isRecord, type Schema, show } from './schema.js'

/** A difference in one keyword of a schema. */
export interface KeywordChange {
  readonly keyword: string
  readonly shift: Shift
  readonly detail: string
}

const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains']
const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains']
/** Keywords that only tell people something. */
const words = ['title', 'description', 'examples', '$comment', '$id', '$schema', 'deprecated', 'readOnly']
/** Keywords that are compared part by part, or elsewhere. */
const parts = [
  ...['type', 'const', 'enum', 'anyOf', 'oneOf', 'properties', 'required', 'patternProperties', 'additionalProperties'],
  ...['items', 'default', 'multipleOf', 'uniqueItems', 'pattern', 'format']
]
const known = [...least, ...most, ...words, ...parts]

/** What is different in what a schema itself says, without the schemas in it. */
export function* keywordChanges(before: Schema, after: Schema): Generator<KeywordChange> {
  yield* sets('type', allowedTypes(before), allowedTypes(after), coversType)
  yield* sets('enum', allowedValues(before), allowedValues(after), isDeepStrictEqual)
  for (const keyword of least) yield* bounds(keyword, before[keyword], after[keyword], 1)
  for (const keyword of most) yield* bounds(keyword, before[keyword], after[keyword], -1)
  yield* uniqueness(before.uniqueItems === true, after.uniqueItems === true)
  yield* multiples(before.multipleOf, after.multipleOf)
  for (const keyword of ['pattern', 'format']) yield* rules(keyword, before[keyword], after[keyword])
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (!known.includes(keyword) && !isDeepStrictEqual(before[keyword], after[keyword]))
      yield { keyword, shift: 'other', detail: `has another "${keyword}"` }
}

/** The words for people that differ. */
export function wordChanges(before: Schema, after: Schema): readonly string[] {
  return words.filter(word => !isDeepStrictEqual(before[word], after[word]))
}

/** A schema without what it says to people, and without its default. */
export function withoutWords(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isWord(keyword)))
}

/** What a schema says to people, and its default. */
export function onlyWords(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isWord(keyword)))
}

function isWord(keyword: string): boolean {
  return words.includes(keyword) || keyword === 'default'
}

/** Sets of what is allowed; undefined allows everything. */
function* sets(
  keyword: string,
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  covers: (wide: unknown, narrow: unknown) => boolean
): Generator<KeywordChange> {
  const missing = (from: readonly unknown[] | undefined, to: readonly unknown[] | undefined) =>
    to === undefined
      ? []
      : from === undefined
        ? ['everything else']
        : from.filter(each => !to.some(other => covers(other, each)))
  const [lost, gained] = [missing(before, after), missing(after, before)]
  if (lost.length > 0) yield { keyword, shift: 'narrower', detail: `no longer allows ${lost.map(show).join(', ')}` }
  if (gained.length > 0) yield { keyword, shift: 'wider', detail: `allows ${gained.map(show).join(', ')} now` }
}

function coversType(wide: unknown, narrow: unknown): boolean {
  return wide === narrow || (wide === 'number' && narrow === 'integer')
}

function* bounds(keyword: string, before: unknown, after: unknown, sign: 1 | -1): Generator<KeywordChange> {
  const [left, right] = [before, after].map(value => (typeof value === 'number' ? value * sign : -Infinity))
  if (left === undefined || right === undefined || left === right) return
  const shift = right > left ? 'narrower' : 'wider'
  yield { keyword, shift, detail: `has the ${keyword} ${said(after)} where it was ${said(before)}` }
}

function* uniqueness(before: boolean, after: boolean): Generator<KeywordChange> {
  if (before !== after)
    yield {
      keyword: 'uniqueItems',
      shift: after ? 'narrower' : 'wider',
      detail: after ? 'takes no item twice now' : 'may hold an item twice now'
    }
}

function* multiples(before: unknown, after: unknown): Generator<KeywordChange> {
  if (before === after) return
  const isMultiple = (value: unknown, of: unknown) =>
    of === undefined || (typeof value === 'number' && typeof of === 'number' && Number.isInteger(value / of))
  const shift = isMultiple(after, before) ? 'narrower' : isMultiple(before, after) ? 'wider' : 'other'
  yield { keyword: 'multipleOf', shift, detail: `has the multipleOf ${said(after)} where it was ${said(before)}` }
}

function* rules(keyword: string, before: unknown, after: unknown): Generator<KeywordChange> {
  if (before === after) return
  const shift = before === undefined ? 'narrower' : after === undefined ? 'wider' : 'other'
  yield { keyword, shift, detail: `has the ${keyword} ${said(after)} where it was ${said(before)}` }
}

function said(value: unknown): string {
  return value === undefined ? 'none' : isRecord(value) ? 'another' : show(value)
}
