import { createRequire } from 'node:module'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { TSchema } from 'typebox'
import type { Issue } from '../errors.js'
import { escapePointer, toIssues } from './issues.js'
import { nullsOf } from './optional-nulls.js'
import { compilePattern, ownPattern, PlainSchemas } from './plain-schemas.js'

/** A schema that is sound: the issues of a value, none when it fits. */
export interface Check {
  (value: unknown): readonly Issue[]
  /** True only if an example of the plugin certainly fits, which is known without the schema's code; fills in no defaults. */
  readonly fitsExample?: (value: unknown) => boolean
}

/** Patterns run on RE2's linear-time engine, so that no input can make one run away; look-around and back-references do not compile. */
const linear = Object.assign(compilePattern, { code: 'linear' })

/** Ajv's own optimising of the code it makes takes longer than all the rest of a compilation, and V8 optimises what is used. */
const code = { regExp: linear, optimize: false }

const settings = { strict: true, allErrors: true, verbose: true, addUsedSchema: false, validateSchema: false, code }

const plainInputs = new PlainSchemas(linear, fullFormats, true)

const plainOutputs = new PlainSchemas(linear, fullFormats, false)

const plainExamples = new PlainSchemas(ownPattern, fullFormats, true)

const require = createRequire(import.meta.url)

/**
 * The check of what callers send. It takes null for an optional member that does not accept null as absent, and fills
 * in defaults. Throws when the schema is not sound in
 * strict mode.
 */
export function compileInput(schema: TSchema): Check {
  return compile(schema, true)
}

/** The check of what a product answers. Throws when the schema is not sound in strict mode. */
export function compileOutput(schema: TSchema): Check {
  return compile(schema, false)
}

/**
 * A schema that is not certainly sound is compiled at once, to know. The code of the others is made soon after their second value,
 * since the first may be a default that is checked at mount: a deployment has many actions, and most hosts are asked for few of them.
 */
function compile(schema: TSchema, fillsDefaults: boolean): Check {
  refuseTuples(schema)
  const plain = fillsDefaults ? plainInputs : plainOutputs
  const isPlain = plain.isPlain(schema)
  if (!isPlain) ajv().outputs.validateSchema(schema, true)
  let compiled: ValidateFunction | undefined
  const makeCode = () => {
    compiled ??= (fillsDefaults ? ajv().inputs : ajv().outputs).compile(schema)
    return compiled
  }
  if (!isPlain) makeCode()
  const dropNulls = fillsDefaults ? nullsOf(schema) : undefined
  let isUsed = false
  const check = (value: unknown): readonly Issue[] => {
    dropNulls?.(value)
    if (!compiled) {
      if (fillsDefaults) plain.fillDefaults(schema, value)
      if (plain.fits(schema, value)) {
        if (isUsed) idle.add(makeCode)
        isUsed = true
        return []
      }
    }
    const validate = makeCode()
    return validate(value) ? [] : toIssues(validate.errors ?? [])
  }
  return Object.assign(check, { fitsExample: (value: unknown) => isPlain && plainExamples.fits(schema, value) })
}

/** Loads what compiles schemas, so that the first value that does not fit need not wait for it. */
export function prepareCompilers(): void {
  ajv()
}

/** Ajv, loaded when the first schema needs it: its 75 modules are a tenth of a start. */
function ajv(): Compilers {
  compilers ??= makeCompilers()
  return compilers
}

interface Compilers {
  readonly inputs: Ajv2020
  readonly outputs: Ajv2020
}

let compilers: Compilers | undefined

function makeCompilers(): Compilers {
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js')
  const addFormats: typeof import('ajv-formats') = require('ajv-formats')
  const [inputs, outputs] = [new Ajv2020({ ...settings, useDefaults: true }), new Ajv2020(settings)]
  for (const each of [inputs, outputs]) {
    addFormats.default(each)
    for (const keyword of ['sentTo', 'x-mcp-header', 'x-record', '$anchor'])
      each.addKeyword({ keyword, schemaType: 'string' })
    each.addKeyword({ keyword: 'x-view', schemaType: 'array' })
    each.addKeyword({ keyword: 'x-families', schemaType: 'object' })
  }
  return { inputs, outputs }
}

/** Work that can wait: one piece in each turn of the event loop, which serves meanwhile. */
class IdleQueue {
  readonly #waiting = new Set<() => void>()

  add(work: () => void): void {
    if (this.#waiting.size === 0) setImmediate(() => this.#next())
    this.#waiting.add(work)
  }

  #next(): void {
    const [work] = this.#waiting
    if (!work) return
    this.#waiting.delete(work)
    if (this.#waiting.size > 0) setImmediate(() => this.#next())
    work()
  }
}

const idle = new IdleQueue()

/** Ajv's strict mode of 2020-12 and TypeBox write tuples differently, so that none is understood the same by both. */
function refuseTuples(schema: unknown): void {
  if (Array.isArray(schema)) schema.forEach(refuseTuples)
  if (!isRecord(schema)) return
  if (Array.isArray(schema.items)) throw new Error('Type.Tuple is not supported; use an object or an array of one type')
  for (const [keyword, value] of Object.entries(schema))
    if (byName.has(keyword) && isRecord(value)) Object.values(value).forEach(refuseTuples)
    else if (!values.has(keyword)) refuseTuples(value)
}

/** Keywords whose members are schemas under names of the author. */
const byName = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Keywords that hold values, not schemas. */
const values = new Set(['default', 'examples', 'const', 'enum'])

/** Deepest nesting of a JSON body. */
export const deepestNesting = 32

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** The result of cleaning a body, before a schema checks it. */
export interface CleanedInput {
  /** Strings that hold what no product takes. */
  readonly issues: readonly Issue[]
  /** Where members called `__proto__` were taken out: JSON Pointers. */
  readonly removed: readonly string[]
  /** How many members all objects have together, with those that were taken out. */
  readonly members: number
  readonly isTooDeep: boolean
}

/**
 * Makes parsed JSON safe to use, in place: strings are normalised to Unicode's NFC, and members called `__proto__` are
 * taken out. Control characters other than newline and tab, and halves of surrogate pairs, are issues.
 */
export function cleanInput(value: Record<string, unknown>): CleanedInput {
  const found = { issues: [], removed: [], members: 0 }
  const isTooDeep = !clean(value, '#', 1, found)
  return { issues: found.issues, removed: found.removed, members: found.members, isTooDeep }
}

/** What a walk through a body has found so far. */
interface Found {
  readonly issues: Issue[]
  readonly removed: string[]
  members: number
}

function clean(value: object, pointer: string, depth: number, found: Found): boolean {
  if (depth > deepestNesting) return false
  if (Object.hasOwn(value, '__proto__')) {
    Reflect.deleteProperty(value, '__proto__')
    found.removed.push(memberPointer(pointer, '__proto__'))
    found.members++
  }
  const entries = Object.entries(value)
  if (!Array.isArray(value)) found.members += entries.length
  for (const [key, member] of entries) {
    if (typeof member === 'string') {
      const issue = textIssue(member)
      if (issue) found.issues.push({ pointer: memberPointer(pointer, key), ...issue })
      else if (!isAscii(member)) Reflect.set(value, key, member.normalize('NFC'))
    } else if (typeof member === 'object' && member !== null) {
      if (!clean(member, memberPointer(pointer, key), depth + 1, found)) return false
    }
  }
  return true
}

function textIssue(text: string): Omit<Issue, 'pointer'> | undefined {
  if (controlCharacters.test(text))
    return {
      code: 'control_character',
      detail: 'holds a control character',
      fix: 'Send text without control characters other than newline and tab.'
    }
  if (!text.isWellFormed())
    return { code: 'lone_surrogate', detail: 'holds half of a surrogate pair', fix: 'Send well-formed Unicode.' }
  return undefined
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  return /^[\u0000-\u007f]*$/.test(text)
}

/** The JSON Pointer of a member of what another pointer names, as a fragment of a URI. */
export function memberPointer(pointer: string, name: string): string {
  return `${pointer}/${encodeURI(escapePointer(name.toWellFormed()))}`
}

/** JSON text with the members of every object sorted by name, so that values which differ only in that order give the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part
  )
}

/** Takes the members that a schema does not declare out of a value that fits it, and adds their JSON Pointers to `undeclared`. */
export type KeepDeclared = <Value>(value: Value, pointer: string, undeclared: string[]) => Value

/**
 * What keeps to the members of objects that a schema declares, at any depth; undefined where a schema cannot have other members.
 * An object whose schema says what further members are (`additionalProperties` and the like) keeps them; what is inside of a
 * union, an intersection or a reference is left as it is. A value without undeclared members is returned itself, and a value
 * with some as a copy: the product may still hold it.
 */
export function keepDeclared(schema: unknown): KeepDeclared | undefined {
  if (!isRecord(schema) || combined.some(keyword => keyword in schema)) return undefined
  if (schema.type === 'array') return keepInItems(schema.items)
  if (schema.type === 'object' && isRecord(schema.properties)) return keepInMembers(schema, schema.properties)
  return undefined
}

/** Keywords by which another schema decides about the same value. */
const combined = ['anyOf', 'allOf', 'oneOf', 'not', 'if', '$ref', '$dynamicRef', 'dependentSchemas']

/** Keywords by which an object declares members in addition to its properties. */
const further = ['additionalProperties', 'unevaluatedProperties', 'patternProperties']

function keepInItems(items: unknown): KeepDeclared | undefined {
  const keep = keepDeclared(items)
  if (!keep) return undefined
  return (value, pointer, undeclared) => {
    if (!Array.isArray(value)) return value
    let copy: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const item = keep(value[index], `${pointer}/${index}`, undeclared)
      if (item === value[index]) continue
      copy ??= [...value]
      copy[index] = item
    }
    return (copy ?? value) as typeof value
  }
}

function keepInMembers(schema: Schema, properties: Schema): KeepDeclared | undefined {
  const members = new Map(Object.entries(properties).map(([name, member]) => [name, keepDeclared(member)]))
  const isOpen = further.some(keyword => keyword in schema)
  const inner = [...members].flatMap(([name, keep]) => (keep ? [{ name, step: memberPointer('', name), keep }] : []))
  if (isOpen && inner.length === 0) return undefined
  return (value, pointer, undeclared) => {
    if (!isRecord(value)) return value
    let copy: Schema | undefined
    if (!isOpen)
      for (const name of Object.keys(value))
        if (!members.has(name) && value[name] !== undefined) {
          undeclared.push(memberPointer(pointer, name))
          copy ??= { ...value }
          delete copy[name]
        }
    for (const { name, step, keep } of inner) {
      const member = value[name]
      if (typeof member !== 'object') continue
      const declared = keep(member, pointer + step, undeclared)
      if (declared === member) continue
      copy ??= { ...value }
      copy[name] = declared
    }
    return (copy ?? value) as typeof value
  }
}

type Schema = Record<string, unknown>

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
