import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type Issue, type Static, Type } from '@product-host/sdk'
import { cleanInput, compileInput, deepestNesting, memberPointer } from '@product-host/sdk/runtime'
import { JsonIssue, parseJson } from '../base/files.js'
import { Problem } from '../base/problems.js'
import type { CancelReason } from '../resilience/cancellation.js'
import type { HostRequest } from './message.js'

/** Largest body, in bytes. */
export const largestBody = 256 * 1024

const json = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i

/** How long the rest of a body that was refused is read, in milliseconds. */
const readOnMs = 5_000

/** Allowed at the beginning of the body; not part of the JSON text. */
const byteOrderMark = '\ufeff'

/** Throws a 415 `Problem` for a body that is not sent as uncompressed JSON in UTF-8. */
export function requireJson({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!json.test(headers['content-type'] ?? '') || encoding !== 'identity')
    throw new Problem(
      'unsupported_media_type',
      'Send the body as JSON in UTF-8, not compressed, with "Content-Type: application/json".',
      {
        headers: { Accept: 'application/json' }
      }
    )
}

/** A body that is a JSON object. */
interface JsonBody {
  readonly value: Record<string, unknown>
  /** Strings and doubled members that are not allowed in any body; the reader of the body must refuse it because of them. */
  readonly issues: readonly Issue[]
  /** Where members called `__proto__` were taken out: JSON Pointers. */
  readonly removed: readonly string[]
}

/** Reads a body that is a JSON object, made safe by `cleanInput`. Throws a `Problem` for anything else. */
export async function readJson(request: IncomingMessage): Promise<JsonBody> {
  return jsonBody(await readBytes(request))
}

/** Refuses a body where a request takes none; an empty body and an empty object are accepted. Throws a `Problem`. */
export async function requireNoBody(request: IncomingMessage): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return
  const bytes = await readBytes(request)
  if (bytes.length === 0) return
  requireJson(request)
  const body = jsonBody(bytes)
  const errors = [...body.issues, ...unknownMembers(body, [])]
  if (errors.length > 0) throw new Problem('invalid_input', 'The request takes no body; see errors.', { errors })
}

/** An issue for each member of a body that its route does not accept. */
export function unknownMembers(
  { value, removed }: Pick<JsonBody, 'value' | 'removed'>,
  known: readonly string[]
): readonly Issue[] {
  const unknown = Object.keys(value).filter(name => !known.includes(name))
  const instead = known.length === 0 ? 'no body' : `only ${known.join(', ')}`
  return [...unknown.map(name => memberPointer('#', name)), ...removed].map(pointer => ({
    pointer,
    code: 'unknown_member',
    detail: 'is not a member that this request takes',
    fix: `Leave it out: send ${instead}.`
  }))
}

/** A body that was read, as a JSON object. Throws a 400 `Problem` for anything else. */
export function jsonBody(bytes: Buffer): JsonBody {
  const text = textOf(bytes)
  const body = cleaned(parse(text))
  return isReadAsWritten(text, body.members) ? body : readAgain(text, body)
}

interface CleanedBody extends JsonBody {
  readonly members: number
}

function cleaned(value: unknown): CleanedBody {
  if (!isObject(value))
    throw new Problem('invalid_input', 'The body is not an object.', {
      errors: [{ pointer: '#', code: 'type', detail: 'is not an object', fix: 'Send an object.' }]
    })
  const { issues, removed, members, isTooDeep } = cleanInput(value)
  if (isTooDeep) throw tooDeep()
  return { value, issues, removed, members }
}

/**
 * Whether `JSON.parse` has read a JSON text without loss: it makes one member of those that have the same name. A name with an escape
 * is never trusted, because V8 13 and later may read another name (nodejs/node#63785).
 */
function isReadAsWritten(text: string, members: number): boolean {
  const hasEscapes = text.includes('\\')
  let written = 0
  let start = 0
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      start = at
      end = endOfString(text, at)
      at = end
    } else if (code === colon) {
      written++
      if (hasEscapes && text.slice(start, end).includes('\\')) return false
    }
  }
  return written === members
}

const [quote, colon, backslash] = [0x22, 0x3a, 0x5c]

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}

/** The body, read by the slower reader; with an issue for the first member that an object has twice. */
function readAgain(text: string, body: JsonBody): JsonBody {
  try {
    return cleaned(parseJson(text))
  } catch (error) {
    if (!(error instanceof JsonIssue)) throw error
    // The value that was overwritten may be nested too deep.
    if (!error.doubled) throw tooDeep()
    const { pointer, positions } = error.doubled
    const doubled = { pointer, code: 'doubled_member', detail: `is there twice: ${positions}`, fix: 'Send it once.' }
    return { ...body, issues: [...body.issues, doubled] }
  }
}

/**
 * Reads the complete body. Throws a `Problem`: 413 `payload_too_large`, 503 `shutting_down` when the host stops before the body
 * is complete, or 499 `client_gone` when the caller has disconnected.
 */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length']) > largestBody) throw tooLarge(request)
  const { cancellation } = request.context
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const cancelled = (reason: CancelReason) => {
      request.pause()
      reject(reason === 'stopping' ? stopping() : gone())
    }
    cancellation.listen(cancelled)
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= largestBody) chunks.push(chunk)
      else if (length - chunk.length <= largestBody) {
        chunks.length = 0
        reject(tooLarge(request))
      }
    })
    request.once('end', () => {
      cancellation.unlisten(cancelled)
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length))
    })
    request.once('error', () => reject(gone()))
    request.once('close', () => {
      if (!request.complete) reject(gone())
    })
  })
}

function tooDeep(): Problem {
  return new Problem('malformed_json', `The body is nested deeper than ${deepestNesting} levels.`)
}

function textOf(bytes: Buffer): string {
  if (bytes.length === 0) throw new Problem('malformed_json', 'The body is empty; send a JSON object.')
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not UTF-8.')
  const text = bytes.toString('utf8')
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json', 'The body is not well-formed JSON.')
  }
}

/**
 * 413. The rest of the body is read and discarded for at most `readOnMs`: a client that still sends when its connection is closed
 * sees a broken pipe instead of the answer.
 */
function tooLarge(request: IncomingMessage): Problem {
  request.resume()
  const timer = setTimeout(() => request.complete || request.socket.destroy(), readOnMs).unref()
  request.once('close', () => clearTimeout(timer))
  return new Problem('payload_too_large', `The body is larger than ${largestBody} bytes.`, {
    // Node would close the connection with the answer where the client has asked for it.
    headers: { Connection: 'keep-alive' }
  })
}

function stopping(): Problem {
  return new Problem('shutting_down', 'The host stopped before the body was complete; send the request again.', {
    retryAfter: 1,
    headers: { Connection: 'close' }
  })
}

function gone(): Problem {
  return new Problem('client_gone', 'The caller closed the connection.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** For answers that must not be cached. */
export const noStore = { 'Cache-Control': 'no-store' }

/** A code of a second factor, or a recovery code, as a person types it. */
export const Code = Type.String({ maxLength: 64 })

/**
 * Whether a path parameter has the format of an id of the host; other texts are never looked up, since the store
 * refuses such keys.
 */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

/**
 * Reads a request's body and validates it with a schema. Throws a `Problem` with every issue, unknown members included.
 */
export function bodyReader<Schema extends Type.TObject>(
  schema: Schema
): (request: HostRequest) => Promise<Static<Schema>> {
  const check = compileInput(schema)
  const names = Object.keys(schema.properties)
  return async request => {
    requireJson(request)
    const body = await readJson(request)
    const { value, issues } = body
    const errors = [...issues, ...unknownMembers(body, names), ...check(value)]
    if (errors.length > 0) throw new Problem('invalid_input', 'The body does not fit; see errors.', { errors })
    return value as Static<Schema>
  }
}
