import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { SettingsError } from './environment.js'

/** Whether there is a file or folder at a path. Throws a `SettingsError` where this user may not look, which says neither. */
export function exists(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw unreadable(path, error)
  }
}

/** Throws a `SettingsError` when this user may not read a file that exists. */
export function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Whether an error of the file system says that there is nothing at the path. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** The error for a path that cannot be read, with the operating system's reason. */
export function unreadable(path: string, error: unknown): SettingsError {
  const code = codeOf(error)
  const who = code === 'EACCES' || code === 'EPERM' ? ' by this user' : ''
  return new SettingsError(
    `${path} cannot be read${who} (${code ?? String(error)}): change its permissions or its path.`
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A fault in a JSON text. The message continues a sentence that begins with the name of the text. */
export class JsonIssue extends Error {
  override readonly name = 'JsonIssue'

  constructor(
    message: string,
    /** Counts from 1, as editors do. */
    readonly line: number,
    readonly column: number,
    /** The member that is there twice, where that is the fault. */
    readonly doubled?: DoubledMember
  ) {
    super(message)
  }
}

/** A member that an object has twice. */
export interface DoubledMember {
  /** A JSON Pointer, as a fragment of a URI. */
  readonly pointer: string
  /** Such as "line 1, column 2 and line 1, column 16". */
  readonly positions: string
}

/** Reads a file as JSON. Throws a `JsonIssue`, or the error of the file system. */
export async function readJsonFile(path: string): Promise<unknown> {
  return parseJson(await readFile(path))
}

/**
 * The value of a JSON text (RFC 8259); a byte order mark at its start is accepted. Throws a `JsonIssue` for a text that is not
 * JSON, and for an object with the same member twice, of which `JSON.parse` would silently take the last.
 */
export function parseJson(content: string | Uint8Array): unknown {
  return new Reader(withoutMark(typeof content === 'string' ? content : decode(content))).read()
}

const mark = '\ufeff'

/** The text without a byte order mark at its start. */
export function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(mark.length) : text
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JsonIssue('is not UTF-8; save it as UTF-8', 1, 1)
  }
}

/** The deepest nesting that is read. */
const deepest = 500

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const space = /[ \t\r\n]*/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Reads a JSON text up to its first fault. */
class Reader {
  #at = 0
  /** The names and indexes that lead to the value that is read. */
  readonly #path: (string | number)[] = []

  constructor(private readonly text: string) {}

  read(): unknown {
    const value = this.#value()
    if (this.#next() !== '') throw this.#notJson('nothing may follow the value')
    return value
  }

  #value(): unknown {
    if (this.#path.length > deepest) throw this.#notJson(`it is nested deeper than ${deepest}`)
    const first = this.#next()
    if (first === '{') return this.#object()
    if (first === '[') return this.#array()
    if (first === '"') return this.#string()
    const from = this.#at
    if (!this.#takes(number) && !this.#takes(word)) throw this.#notJson('a value is expected', first)
    return JSON.parse(this.text.slice(from, this.#at))
  }

  #object(): object {
    const places = new Map<string, number>()
    const members: [string, unknown][] = []
    this.#at++
    if (this.#skips('}')) return {}
    do {
      if (this.#next() !== '"') throw this.#notJson('the name of a member in double quotes is expected', this.#next())
      const at = this.#at
      const name = this.#string()
      const first = places.get(name)
      if (first !== undefined) throw this.#twice(name, first, at)
      places.set(name, at)
      if (!this.#skips(':')) throw this.#notJson('":" is expected', this.#next())
      members.push([name, this.#valueAt(name)])
    } while (this.#skips(','))
    if (!this.#skips('}')) throw this.#notJson('"," or "}" is expected', this.#next())
    return Object.fromEntries(members)
  }

  #array(): unknown[] {
    const items: unknown[] = []
    this.#at++
    if (this.#skips(']')) return items
    do items.push(this.#valueAt(items.length))
    while (this.#skips(','))
    if (!this.#skips(']')) throw this.#notJson('"," or "]" is expected', this.#next())
    return items
  }

  #valueAt(step: string | number): unknown {
    this.#path.push(step)
    const value = this.#value()
    this.#path.pop()
    return value
  }

  #string(): string {
    const from = this.#at++
    for (;;) {
      const character = this.text[this.#at]
      if (character === undefined || character === '\n')
        throw this.#notJson('a string begins and does not end', '', from)
      if (character === '"') break
      if (character < ' ') throw this.#notJson('a string contains a control character')
      if (character !== '\\') this.#at++
      else if (!this.#takes(escaped)) throw this.#notJson('a string contains a "\\" that escapes nothing')
    }
    const name: unknown = JSON.parse(this.text.slice(from, ++this.#at))
    return String(name)
  }

  /** The next character that is not white space; empty at the end. */
  #next(): string {
    this.#takes(space)
    return this.text.charAt(this.#at)
  }

  #skips(character: string): boolean {
    const isNext = this.#next() === character
    if (isNext) this.#at++
    return isNext
  }

  #takes(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const isFound = pattern.test(this.text)
    if (isFound) this.#at = pattern.lastIndex
    return isFound
  }

  #notJson(reason: string, found = '', at = this.#at): JsonIssue {
    const { line, column } = placeOf(this.text, at)
    const instead = found === '' ? '' : `, not "${found}"`
    const hint = found === '/' || found === '#' ? '; JSON has no comments' : ''
    return new JsonIssue(`is not JSON: line ${line}, column ${column}: ${reason}${instead}${hint}`, line, column)
  }

  #twice(name: string, first: number, second: number): JsonIssue {
    const before = placeOf(this.text, first)
    const { line, column } = placeOf(this.text, second)
    const where = this.#path.length === 0 ? '' : ` in ${pointerTo(this.#path)}`
    const positions = `line ${before.line}, column ${before.column} and line ${line}, column ${column}`
    return new JsonIssue(
      `has the member ${JSON.stringify(name)} twice${where}: ${positions}; remove one of the two`,
      line,
      column,
      { pointer: pointerTo([...this.#path, name]), positions }
    )
  }
}

/** The JSON Pointer of the value to which names and indexes lead, as a fragment of a URI. */
function pointerTo(path: readonly (string | number)[]): string {
  const steps = path.map(step => String(step).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))
  return ['#', ...steps.map(encodeURI)].join('/')
}

function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** The version in a package's manifest. */
export function versionIn(manifest: string | URL): string {
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return version
}
