import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Fault } from '@product-host/sdk'
import { cleanInput, deepestNesting, memberPointer } from '@product-host/sdk/runtime'
import { Problem } from '../problems.js'

/** Largest body, in bytes. */
export const largestBody = 256 * 1024

const json = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i
/** May stand at the beginning, and is no part of the text. */
const byteOrderMark = '\ufeff'

/** Refuses a body that is not sent as plain JSON in UTF-8. */
export function requireJson({ headers }: IncomingMessage): void {
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
export interface JsonBody {
  readonly value: Record<string, unknown>
  /** Strings in it that nothing takes; who reads the body has to refuse it for them. */
  readonly faults: readonly Fault[]
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
  const errors = [...body.faults, ...unknownMembers(body, [])]
  if (errors.length > 0) throw new Problem('invalid_input', 'The request takes no body; see errors.', { errors })
}

/** A fault for each member of a body that its route does not take, whatever the member's name. */
export function unknownMembers(
  { value, removed }: Pick<JsonBody, 'value' | 'removed'>,
  known: readonly string[]
): readonly Fault[] {
  const unknown = Object.keys(value).filter(name => !known.includes(name))
  const instead = known.length === 0 ? 'no body' : `only ${known.join(', ')}`
  return [...unknown.map(name => memberPointer('#', name)), ...removed].map(pointer => ({
    pointer,
    code: 'unknown_member',
    detail: 'is not a member that this request takes',
    fix: `Leave it out: send ${instead}.`
  }))
}

function jsonBody(bytes: Buffer): JsonBody {
  const value = parse(bytes)
  if (!isObject(value))
    throw new Problem('invalid_input', 'The body is not an object.', {
      errors: [{ pointer: '#', code: 'type', detail: 'is not an object', fix: 'Send an object.' }]
    })
  const { faults, removed, isTooDeep } = cleanInput(value)
  if (isTooDeep) throw new Problem('malformed_json', `The body is nested deeper than ${deepestNesting} levels.`)
  return { value, faults, removed }
}

/** Reads a body whole. Throws a `Problem` for one that is too large, or whose caller has gone. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length']) > largestBody) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > largestBody) {
        request.pause()
        reject(tooLarge())
      } else chunks.push(chunk)
    })
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)))
    request.once('error', () => reject(gone()))
    request.once('close', () => {
      if (!request.complete) reject(gone())
    })
  })
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Problem('malformed_json', 'The body is empty; send a JSON object.')
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not UTF-8.')
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch {
    throw new Problem('malformed_json', 'The body is not well-formed JSON.')
  }
}

/** The rest of the body is never read, so that the connection cannot be used again. */
function tooLarge(): Problem {
  return new Problem('payload_too_large', `The body is larger than ${largestBody} bytes.`, {
    headers: { Connection: 'close' }
  })
}

function gone(): Problem {
  return new Problem('client_gone', 'The caller closed the connection.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
