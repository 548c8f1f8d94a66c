import { isDeepStrictEqual } from 'node:util'
import type { Issue } from '@product-host/sdk'
import { cut } from '@product-host/toolkit/text'
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'

/** Most characters of a found value that an answer shows. */
const longestShown = 80

/** What an answer has to be. */
export interface Expectations {
  readonly statuses: readonly StatusRange[]
  /** The statuses as they were given. */
  readonly statusText: string
  readonly contains?: string
  readonly notContains?: string
  readonly pattern?: Pattern
  readonly json?: { readonly path: string; readonly steps: readonly string[]; readonly equals: unknown }
}

/** One expectation and what came. */
export interface Assertion {
  readonly name: 'status' | 'records' | 'contains' | 'notContains' | 'matches' | 'expectJson'
  readonly ok: boolean
  readonly expected: string
  readonly actual: string
}

/** The assertion on the status of an HTTP response. */
export function statusAssertion({ statuses, statusText }: Expectations, status: number): Assertion {
  return { name: 'status', ok: holdsStatus(statuses, status), expected: statusText, actual: String(status) }
}

/** Holds a text that came against every expectation on it: a body, a greeting, or records; in NFC, as expectations come. */
export function textAssertions(
  { contains, notContains, pattern, json }: Expectations,
  text: string
): readonly Assertion[] {
  const body = text.normalize('NFC')
  const assertions: Assertion[] = []
  if (contains !== undefined) assertions.push(presence('contains', contains, body.includes(contains), true))
  if (notContains !== undefined)
    assertions.push(presence('notContains', notContains, body.includes(notContains), false))
  if (pattern) assertions.push(presence('matches', pattern.text, pattern.isIn(body), true))
  if (json) assertions.push(jsonAssertion(json, body))
  return assertions
}

function presence(name: Assertion['name'], expected: string, isThere: boolean, isWanted: boolean): Assertion {
  return { name, ok: isThere === isWanted, expected, actual: isThere ? 'found' : 'not found' }
}

function jsonAssertion({ path, steps, equals }: NonNullable<Expectations['json']>, body: string): Assertion {
  const document = parsed(body)
  const value = document && valueAt(document.value, steps)
  return {
    name: 'expectJson',
    ok: document !== undefined && isDeepStrictEqual(value, equals),
    expected: `${path} = ${shown(equals)}`,
    actual: document ? shown(value) : 'not JSON'
  }
}

function parsed(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing there'
  const text = JSON.stringify(value)
  return cut(text, longestShown)
}

/** A status, or the first and the last of a range. */
const oneRange = /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/

/** One run of statuses, both ends included. */
interface StatusRange {
  readonly from: number
  readonly to: number
}

/** The ranges of a list such as `200-299,301`, or what is wrong with it. */
export function readStatuses(list: string | number): readonly StatusRange[] | Issue {
  const ranges = String(list)
    .split(',')
    .map(range => oneRange.exec(range)?.slice(1) ?? [])
    .map(([from, to = from]) => ({ from: Number(from), to: Number(to) }))
  if (ranges.every(({ from, to }) => from <= to)) return ranges
  return {
    pointer: '#/expectStatus',
    detail: 'is not a list of statuses and rising ranges of them',
    fix: 'Send one status from 100 to 599, or a list such as 200-299,301.'
  }
}

/** Whether one of the ranges holds the status. */
function holdsStatus(ranges: readonly StatusRange[], status: number): boolean {
  return ranges.some(({ from, to }) => status >= from && status <= to)
}

/**
 * The largest program that a pattern may compile to, in RE2's instructions: one costs about 3 ms on the longest body that is
 * stored (256 KiB), at worst, and blocks the event loop for that time.
 */
const largestProgram = 128

/** A pattern that is ready to run, in time linear to the text. */
interface Pattern {
  readonly text: string
  isIn(body: string): boolean
}

/** Compiles a pattern of RE2's syntax, or says why it cannot be. */
export function readPattern(text: string): Pattern | Issue {
  const pointer = '#/matches'
  try {
    const program = RE2JS.compile(RE2JS.translateRegExp(text))
    if (program.programSize() > largestProgram)
      return {
        pointer,
        detail: 'is too large a pattern',
        fix: 'Send a shorter one, or plain text that the answer has to contain (contains).'
      }
    return { text, isIn: body => program.test(body) }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const reason = error instanceof RE2JSSyntaxException ? ` (${error.getDescription()})` : ''
    return {
      pointer,
      detail: `is not a pattern that RE2 can run${reason}`,
      fix: 'Send a regular expression of RE2 (github.com/google/re2/wiki/Syntax): no look-around, no back-references.'
    }
  }
}

const dottedSteps = /^([^.[\]]+|\[\d{1,6}\])(\.[^.[\]]+|\[\d{1,6}\])*$/

/**
 * The steps of a path into a JSON document: a JSON Pointer (RFC 6901) when it starts with `/`, otherwise names with dots
 * between them and indexes in brackets, after an optional `$`, which alone is the whole.
 */
export function readPath(path: string): readonly string[] | Issue {
  if (path === '$') return []
  if (path.startsWith('/')) return pointerSteps(path)
  const dotted = path.replace(/^\$\.|^\$(?=\[)/, '')
  if (dottedSteps.test(dotted)) return dotted.match(/[^.[\]]+/g) ?? []
  return { pointer: '#/expectJson/path', detail: 'is not a path', fix: 'Send data.items[0].id or /data/items/0/id.' }
}

/** The value at the end of a path, through own members alone; undefined when the path leads nowhere. */
function valueAt(document: unknown, steps: readonly string[]): unknown {
  let value = document
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

function pointerSteps(pointer: string): readonly string[] {
  const steps = pointer.slice(1).split('/')
  return steps.map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
