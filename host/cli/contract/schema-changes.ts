import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../base/json.js'
import { annotations } from '../../products/contract-digest.js'
import {
  allowedTypes,
  allowedValues,
  asSchema,
  branches,
  isChoice,
  listed,
  named,
  type PlainSchema,
  show
} from './json-schema.js'

/** The effect of a change on callers: `major` may break them, `minor` adds something, `patch` changes texts only. */
export type ChangeLevel = 'major' | 'minor' | 'patch'

/** One difference between two versions of a product. */
export interface ContractChange {
  readonly level: ChangeLevel
  /** A JSON Pointer into the product's declaration. */
  readonly pointer: string
  /** The difference, as the end of a sentence. */
  readonly detail: string
}

const order: readonly ChangeLevel[] = ['patch', 'minor', 'major']

/** The strongest level of changes; undefined when there are none. */
export function strongest(changes: readonly ContractChange[]): ChangeLevel | undefined {
  return order.findLast(level => changes.some(change => change.level === level))
}

/** Whether a level is at least as strong as another. */
export function covers(level: ChangeLevel, other: ChangeLevel): boolean {
  return order.indexOf(level) >= order.indexOf(other)
}

/** The direction of a schema's values: from the caller to the product, or back. */
export type Direction = 'input' | 'output'

/** How the values that a schema allows have changed. `other` means that it is neither clearly narrower nor wider. */
type Shift = 'narrower' | 'wider' | 'other'

/** A change breaks callers if it accepts less input than before, or returns output that was not possible before. */
function levelOf(direction: Direction, shift: Shift): ChangeLevel {
  if (shift === 'other') return 'major'
  return (direction === 'input') === (shift === 'narrower') ? 'major' : 'minor'
}

/** The differences between two versions of a schema whose values go in a direction, with pointers below the given one. */
export function schemaChanges(
  before: unknown,
  after: unknown,
  direction: Direction,
  pointer: string
): readonly ContractChange[] {
  return [...compare(asSchema(before), asSchema(after), direction, pointer)]
}

function* compare(
  before: PlainSchema,
  after: PlainSchema,
  direction: Direction,
  pointer: string
): Generator<ContractChange> {
  const change = (shift: Shift, pointer: string, detail: string): ContractChange => ({
    level: levelOf(direction, shift),
    pointer,
    detail
  })
  if (isChoice(before) || isChoice(after)) return yield* choices(before, after, direction, pointer)
  for (const { keyword, shift, detail } of keywordChanges(before, after))
    yield change(shift, `${pointer}/${keyword}`, detail)
  for (const word of annotationChanges(before, after))
    yield { level: 'patch', pointer: `${pointer}/${word}`, detail: `has another ${word}` }
  if (direction === 'input') yield* defaults(before, after, pointer)
  yield* members(before, after, direction, pointer)
  if ('items' in before || 'items' in after)
    yield* compare(asSchema(before.items), asSchema(after.items), direction, `${pointer}/items`)
  yield* others(before, after, direction, pointer)
}

/** Compares the value of a property that a caller leaves out. */
function* defaults(before: PlainSchema, after: PlainSchema, pointer: string): Generator<ContractChange> {
  if (isDeepStrictEqual(before.default, after.default)) return
  const at = `${pointer}/default`
  if (!('default' in before))
    yield { level: 'minor', pointer: at, detail: `is ${show(after.default)} when it is left out` }
  else if (!('default' in after))
    yield { level: 'major', pointer: at, detail: `is no longer ${show(before.default)} when it is left out` }
  else
    yield {
      level: 'major',
      pointer: at,
      detail: `is ${show(after.default)} when it is left out, and was ${show(before.default)}`
    }
}

/** Compares the declared members of an object. An action ignores unknown members, so a new optional one is no breaking change. */
function* members(
  before: PlainSchema,
  after: PlainSchema,
  direction: Direction,
  pointer: string
): Generator<ContractChange> {
  for (const part of ['properties', 'patternProperties']) {
    const [old, current] = [named(before[part]), named(after[part])]
    const needed = (schema: PlainSchema) => (part === 'properties' ? listed(schema.required).map(String) : [])
    const [neededBefore, neededAfter] = [needed(before), needed(after)]
    for (const name of new Set([...Object.keys(old), ...Object.keys(current), ...neededBefore, ...neededAfter])) {
      const at = `${pointer}/${part}/${step(name)}`
      const isNeeded = neededAfter.includes(name)
      if (name in old && !(name in current)) yield { level: 'major', pointer: at, detail: 'was removed' }
      else if (!(name in old) && name in current) yield added(before, isNeeded, direction, at)
      else {
        if (isNeeded !== neededBefore.includes(name)) {
          const shift = isNeeded ? 'narrower' : 'wider'
          yield { level: levelOf(direction, shift), pointer: at, detail: presence(isNeeded, direction) }
        }
        yield* compare(asSchema(old[name]), asSchema(current[name]), direction, at)
      }
    }
  }
}

function added(before: PlainSchema, isNeeded: boolean, direction: Direction, pointer: string): ContractChange {
  if (direction === 'input')
    return isNeeded
      ? { level: 'major', pointer, detail: 'is new and required' }
      : { level: 'minor', pointer, detail: 'is new and optional' }
  return before.additionalProperties === false
    ? { level: 'major', pointer, detail: 'is new although no additional members were allowed' }
    : { level: 'minor', pointer, detail: 'is new' }
}

function presence(isNeeded: boolean, direction: Direction): string {
  if (direction === 'input') return isNeeded ? 'is required now' : 'is optional now'
  return isNeeded ? 'is always there now' : 'is not always there any more'
}

/** Compares what an object may hold besides its declared members. */
function* others(
  before: PlainSchema,
  after: PlainSchema,
  direction: Direction,
  pointer: string
): Generator<ContractChange> {
  const [old, current] = [before.additionalProperties ?? true, after.additionalProperties ?? true]
  const at = `${pointer}/additionalProperties`
  if (isJsonObject(old) && isJsonObject(current)) return yield* compare(old, current, direction, at)
  if (isDeepStrictEqual(old, current)) return
  const shift = current === false || old === true ? 'narrower' : 'wider'
  yield {
    level: levelOf(direction, shift),
    pointer: at,
    detail: shift === 'narrower' ? 'allows fewer other members' : 'allows more other members'
  }
}

/** Compares choices branch by branch: first equal branches, then those of the same kind. */
function* choices(
  before: PlainSchema,
  after: PlainSchema,
  direction: Direction,
  pointer: string
): Generator<ContractChange> {
  if ('oneOf' in before || 'oneOf' in after) {
    // Of a oneOf, a wider branch may take values away from the others.
    if (!isDeepStrictEqual(before, after)) yield { level: 'major', pointer, detail: 'has another oneOf' }
    return
  }
  yield* compare(withoutBranches(before), withoutBranches(after), direction, pointer)
  const old = [...branches(isChoice(before) ? before : withoutAnnotations(before))]
  const current = [...branches(isChoice(after) ? after : withoutAnnotations(after))]
  const pairs = [
    ...takePairs(old, current, isDeepStrictEqual),
    ...takePairs(old, current, (left, right) => kindOf(left) === kindOf(right))
  ]
  const branchesAfter = branches(after)
  for (const [left, right] of pairs)
    yield* compare(left, right, direction, `${pointer}/anyOf/${Math.max(0, branchesAfter.indexOf(right))}`)
  const [lost, gained] = [old.map(kindOf), current.map(kindOf)]
  const at = `${pointer}/anyOf`
  if (lost.length > 0)
    yield { level: levelOf(direction, 'narrower'), pointer: at, detail: `no longer allows ${lost.join(', ')}` }
  if (gained.length > 0)
    yield { level: levelOf(direction, 'wider'), pointer: at, detail: `allows ${gained.join(', ')} now` }
}

/** The part of a schema that applies to all its branches; without branches, only its annotations. */
function withoutBranches(schema: PlainSchema): PlainSchema {
  const { anyOf: _, ...rest } = schema
  return isChoice(schema) ? rest : onlyAnnotations(schema)
}

/** Takes the pairs that belong together out of both lists. */
function takePairs(
  old: PlainSchema[],
  current: PlainSchema[],
  isPair: (left: PlainSchema, right: PlainSchema) => boolean
): readonly (readonly [PlainSchema, PlainSchema])[] {
  return [...old].flatMap(left => {
    const right = current.find(each => isPair(left, each))
    if (!right) return []
    old.splice(old.indexOf(left), 1)
    current.splice(current.indexOf(right), 1)
    return [[left, right] as const]
  })
}

/** The kind of a branch: its constants, by which callers tell branches apart, or its type. */
function kindOf(branch: PlainSchema): string {
  const constants = Object.entries(named(branch.properties)).flatMap(([name, schema]) =>
    isJsonObject(schema) && 'const' in schema ? [`${name} ${show(schema.const)}`] : []
  )
  if (constants.length > 0) return `an object of ${constants.join(' and ')}`
  return 'const' in branch ? show(branch.const) : String(branch.type ?? 'anything')
}

/** One step of a JSON Pointer (RFC 6901, section 3). */
function step(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A difference in one keyword of a schema. */
interface KeywordChange {
  readonly keyword: string
  readonly shift: Shift
  readonly detail: string
}

const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains']

const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains']

/** Keywords that only describe. */
const words = [...annotations, '$id', '$schema', 'x-view', 'x-families', 'x-record']

/** Keywords that are compared part by part, or elsewhere. */
const parts = [
  ...['type', 'const', 'enum', 'anyOf', 'oneOf', 'properties', 'required', 'patternProperties', 'additionalProperties'],
  ...['items', 'default', 'multipleOf', 'uniqueItems', 'pattern', 'format']
]

const known = [...least, ...most, ...words, ...parts]

/** The differences in a schema's own keywords, without the schemas in it. */
function* keywordChanges(before: PlainSchema, after: PlainSchema): Generator<KeywordChange> {
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

/** The annotations that differ. */
function annotationChanges(before: PlainSchema, after: PlainSchema): readonly string[] {
  return words.filter(word => !isDeepStrictEqual(before[word], after[word]))
}

/** A schema without its annotations and its default. */
function withoutAnnotations(schema: PlainSchema): PlainSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)))
}

/** The annotations and the default of a schema. */
function onlyAnnotations(schema: PlainSchema): PlainSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)))
}

function isAnnotation(keyword: string): boolean {
  return words.includes(keyword) || keyword === 'default'
}

/** The change between two sets of allowed values; undefined allows everything. */
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
      detail: after ? 'requires unique items now' : 'allows equal items now'
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
  return value === undefined ? 'none' : isJsonObject(value) ? 'another' : show(value)
}
