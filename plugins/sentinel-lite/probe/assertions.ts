import { isDeepStrictEqual } from 'node:util'
import type { EgressResponse } from '@product-host/sdk'
import { valueAt } from './path.js'
import type { Pattern } from './pattern.js'
import { holdsStatus, type StatusRange } from './statuses.js'

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
  readonly name: 'status' | 'contains' | 'notContains' | 'matches' | 'expectJson'
  readonly ok: boolean
  readonly expected: string
  readonly actual: string
}

/** Holds an answer against every expectation, the status first; the body in NFC, as expectations come. */
export function assertionsOf(expectations: Expectations, response: EgressResponse): readonly Assertion[] {
  const { status } = response
  const body = response.body.normalize('NFC')
  const { statuses, statusText, contains, notContains, pattern, json } = expectations
  const assertions: Assertion[] = [
    { name: 'status', ok: holdsStatus(statuses, status), expected: statusText, actual: String(status) }
  ]
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
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text
}
