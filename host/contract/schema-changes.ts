import { isDeepStrictEqual } from 'node:util'
import type { Change } from './change.js'
import { type Direction, levelOf, type Shift } from './direction.js'
import { keywordChanges, onlyWords, withoutWords, wordChanges } from './keywords.js'
import { asSchema, branches, isChoice, isRecord, listed, named, type Schema, show } from './schema.js'

/** What is different between two versions of a schema whose values go in a direction, with pointers below the given one. */
export function schemaChanges(
  before: unknown,
  after: unknown,
  direction: Direction,
  pointer: string
): readonly Change[] {
  return [...compare(asSchema(before), asSchema(after), direction, pointer)]
}

function* compare(before: Schema, after: Schema, direction: Direction, pointer: string): Generator<Change> {
  const change = (shift: Shift, place: string, detail: string): Change => ({
    level: levelOf(direction, shift),
    pointer: place,
    detail
  })
  if (isChoice(before) || isChoice(after)) return yield* choices(before, after, direction, pointer)
  for (const { keyword, shift, detail } of keywordChanges(before, after))
    yield change(shift, `${pointer}/${keyword}`, detail)
  for (const word of wordChanges(before, after))
    yield { level: 'patch', pointer: `${pointer}/${word}`, detail: `has another ${word}` }
  if (direction === 'input') yield* defaults(before, after, pointer)
  yield* members(before, after, direction, pointer)
  if ('items' in before || 'items' in after)
    yield* compare(asSchema(before.items), asSchema(after.items), direction, `${pointer}/items`)
  yield* others(before, after, direction, pointer)
}

/** What a caller gets who leaves a property out. */
function* defaults(before: Schema, after: Schema, pointer: string): Generator<Change> {
  if (isDeepStrictEqual(before.default, after.default)) return
  const place = `${pointer}/default`
  if (!('default' in before))
    yield { level: 'minor', pointer: place, detail: `is ${show(after.default)} when it is left out` }
  else if (!('default' in after))
    yield { level: 'major', pointer: place, detail: `is no longer ${show(before.default)} when it is left out` }
  else
    yield {
      level: 'major',
      pointer: place,
      detail: `is ${show(after.default)} when it is left out, and was ${show(before.default)}`
    }
}

/** The declared members of an object: what an action does not know, it ignores, so that one more asks nothing of a caller. */
function* members(before: Schema, after: Schema, direction: Direction, pointer: string): Generator<Change> {
  for (const part of ['properties', 'patternProperties']) {
    const [old, current] = [named(before[part]), named(after[part])]
    const needed = (schema: Schema) => (part === 'properties' ? listed(schema.required).map(String) : [])
    const [neededBefore, neededAfter] = [needed(before), needed(after)]
    for (const name of new Set([...Object.keys(old), ...Object.keys(current), ...neededBefore, ...neededAfter])) {
      const place = `${pointer}/${part}/${step(name)}`
      const isNeeded = neededAfter.includes(name)
      if (name in old && !(name in current)) yield { level: 'major', pointer: place, detail: 'is gone' }
      else if (!(name in old) && name in current) yield added(before, isNeeded, direction, place)
      else {
        if (isNeeded !== neededBefore.includes(name)) {
          const shift = isNeeded ? 'narrower' : 'wider'
          yield { level: levelOf(direction, shift), pointer: place, detail: presence(isNeeded, direction) }
        }
        yield* compare(asSchema(old[name]), asSchema(current[name]), direction, place)
      }
    }
  }
}

function added(before: Schema, isNeeded: boolean, direction: Direction, pointer: string): Change {
  if (direction === 'input')
    return isNeeded
      ? { level: 'major', pointer, detail: 'is new and required' }
      : { level: 'minor', pointer, detail: 'is new and optional' }
  return before.additionalProperties === false
    ? { level: 'major', pointer, detail: 'is new where nothing beside the declared members was to come' }
    : { level: 'minor', pointer, detail: 'is new' }
}

function presence(isNeeded: boolean, direction: Direction): string {
  if (direction === 'input') return isNeeded ? 'is required now' : 'is optional now'
  return isNeeded ? 'is always there now' : 'is not always there any more'
}

/** What an object may hold beside its declared members. */
function* others(before: Schema, after: Schema, direction: Direction, pointer: string): Generator<Change> {
  const [old, current] = [before.additionalProperties ?? true, after.additionalProperties ?? true]
  const place = `${pointer}/additionalProperties`
  if (isRecord(old) && isRecord(current)) return yield* compare(old, current, direction, place)
  if (isDeepStrictEqual(old, current)) return
  const shift = current === false || old === true ? 'narrower' : 'wider'
  yield {
    level: levelOf(direction, shift),
    pointer: place,
    detail: shift === 'narrower' ? 'allows fewer other members' : 'allows more other members'
  }
}

/** Choices are compared branch by branch: equal ones first, then those that stand for the same thing. */
function* choices(before: Schema, after: Schema, direction: Direction, pointer: string): Generator<Change> {
  if ('oneOf' in before || 'oneOf' in after) {
    // Of a oneOf, a wider branch may take values away from the others.
    if (!isDeepStrictEqual(before, after)) yield { level: 'major', pointer, detail: 'has another oneOf' }
    return
  }
  yield* compare(besideBranches(before), besideBranches(after), direction, pointer)
  const old = [...branches(isChoice(before) ? before : withoutWords(before))]
  const current = [...branches(isChoice(after) ? after : withoutWords(after))]
  const pairs = [
    ...takePairs(old, current, isDeepStrictEqual),
    ...takePairs(old, current, (left, right) => kindOf(left) === kindOf(right))
  ]
  const places = branches(after)
  for (const [left, right] of pairs)
    yield* compare(left, right, direction, `${pointer}/anyOf/${Math.max(0, places.indexOf(right))}`)
  const [lost, gained] = [old.map(kindOf), current.map(kindOf)]
  const place = `${pointer}/anyOf`
  if (lost.length > 0)
    yield { level: levelOf(direction, 'narrower'), pointer: place, detail: `no longer allows ${lost.join(', ')}` }
  if (gained.length > 0)
    yield { level: levelOf(direction, 'wider'), pointer: place, detail: `allows ${gained.join(', ')} now` }
}

/** What a schema says of all its branches; of one without branches, its words alone. */
function besideBranches(schema: Schema): Schema {
  const { anyOf: _, ...beside } = schema
  return isChoice(schema) ? beside : onlyWords(schema)
}

/** Takes the pairs that belong together out of both lists. */
function takePairs(
  old: Schema[],
  current: Schema[],
  isPair: (left: Schema, right: Schema) => boolean
): readonly (readonly [Schema, Schema])[] {
  return [...old].flatMap(left => {
    const right = current.find(each => isPair(left, each))
    if (!right) return []
    old.splice(old.indexOf(left), 1)
    current.splice(current.indexOf(right), 1)
    return [[left, right] as const]
  })
}

/** What a branch stands for: its constants, by which callers tell branches apart, or its type. */
function kindOf(branch: Schema): string {
  const constants = Object.entries(named(branch.properties)).flatMap(([name, schema]) =>
    isRecord(schema) && 'const' in schema ? [`${name} ${show(schema.const)}`] : []
  )
  if (constants.length > 0) return `an object of ${constants.join(' and ')}`
  return 'const' in branch ? show(branch.const) : String(branch.type ?? 'anything')
}

/** One step of a JSON Pointer (RFC 6901, section 3). */
function step(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
