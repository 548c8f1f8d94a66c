import type { Fault } from '../errors.js'
import { escapePointer } from './faults.js'

/** Deepest nesting of a JSON body. */
export const deepestNesting = 32

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** What is to be known of a body before any schema is asked. */
export interface Cleaned {
  /** Strings that hold what no product takes. */
  readonly faults: readonly Fault[]
  /** Where members called `__proto__` were taken out: JSON Pointers. */
  readonly removed: readonly string[]
  readonly isTooDeep: boolean
}

/**
 * Makes parsed JSON safe to hand on, in place: strings are brought to Unicode's NFC, and members called `__proto__` are
 * taken out. Control characters other than newline and tab, and halves of surrogate pairs, are faults.
 */
export function cleanInput(value: Record<string, unknown>): Cleaned {
  const faults: Fault[] = []
  const removed: string[] = []
  const isTooDeep = !clean(value, '#', 1, faults, removed)
  return { faults, removed, isTooDeep }
}

function clean(value: object, pointer: string, depth: number, faults: Fault[], removed: string[]): boolean {
  if (depth > deepestNesting) return false
  if (Object.hasOwn(value, '__proto__')) {
    Reflect.deleteProperty(value, '__proto__')
    removed.push(memberPointer(pointer, '__proto__'))
  }
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'string') {
      const fault = textFault(member)
      if (fault) faults.push({ pointer: memberPointer(pointer, key), ...fault })
      else if (!isAscii(member)) Reflect.set(value, key, member.normalize('NFC'))
    } else if (typeof member === 'object' && member !== null) {
      if (!clean(member, memberPointer(pointer, key), depth + 1, faults, removed)) return false
    }
  }
  return true
}

function textFault(text: string): Omit<Fault, 'pointer'> | undefined {
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

/** The names of the input's members that the schema does not know, in the order in which they were sent. */
export function ignoredFields(input: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(input).filter(name => !known.has(name))
}
