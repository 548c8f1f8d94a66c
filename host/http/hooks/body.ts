import { cleanInput } from '@product-host/sdk/runtime'
import { Problem } from '../../base/problems.js'
import type { HookBodyRead } from '../../hooks/hook-input.js'
import { jsonBody, requireJson } from '../request-body.js'

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** Most fields of a form or a query. */
const mostFields = 1_000

const multipart = /^multipart\//i

/** Most bytes before the content of a part. */
const longestPartHead = 4_096

/** Whether a request has the form that browsers send. */
export function isForm(contentType: string | undefined): boolean {
  return formType.test(contentType ?? '')
}

/**
 * A body as a hook reads it: a JSON object, or a form without files, in UTF-8; an empty body is an object without members. Throws a
 * `Problem`: 400, 415.
 */
export async function readHookBody(
  headers: { readonly 'content-type'?: string | undefined; readonly 'content-encoding'?: string | undefined },
  bytes: Buffer
): Promise<HookBodyRead> {
  if (bytes.length === 0) return { value: {}, isText: false }
  const type = headers['content-type']
  if (!isForm(type) || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    requireJson({ headers })
    const { value, issues } = jsonBody(bytes)
    if (issues.length > 0) throw new Problem('invalid_input', 'The body does not fit; see errors.', { errors: issues })
    return { value, isText: false }
  }
  requireFew(type ?? '', bytes)
  return formOf(await fieldsOf(type ?? '', bytes))
}

/** Reading very many fields, or headers of a part, takes a tenth of a second: they are looked at first. */
function requireFew(contentType: string, bytes: Buffer): void {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const isMultipart = multipart.test(contentType)
  const separator = isMultipart ? `--${quoted ?? bare}` : '&'
  let count = 0
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length)) {
    if (++count > mostFields + 1) throw tooMany()
    if (isMultipart && bytes.indexOf('\r\n\r\n', at) - at > longestPartHead) throw malformed('A part has long headers.')
  }
}

function tooMany(): Problem {
  return malformed(`The form has more than ${mostFields} fields.`)
}

/** The query of a GET request, or the fields of a form, as an object: a name that is there several times has a list. */
export function formOf(fields: Iterable<readonly [string, string]>): HookBodyRead {
  const values = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of fields) {
    if (++count > mostFields) throw tooMany()
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  const value: Record<string, unknown> = Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all])
  )
  const { issues } = cleanInput(value)
  if (issues.length > 0) throw new Problem('invalid_input', 'The form does not fit; see errors.', { errors: issues })
  return { value, isText: true }
}

async function fieldsOf(contentType: string, bytes: Buffer): Promise<Iterable<readonly [string, string]>> {
  if (!multipart.test(contentType)) return new URLSearchParams(bytes.toString('utf8'))
  const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } })
    .formData()
    .catch(() => {
      throw malformed('The body is not a well-formed form.')
    })
  const fields: [string, string][] = []
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw malformed('The form has a file; send text alone.')
    fields.push([name, value])
  }
  return fields
}

function malformed(detail: string): Problem {
  const error = {
    pointer: '#',
    code: 'malformed_form',
    detail: 'is not a form of texts',
    fix: 'Send the fields as texts.'
  }
  return new Problem('invalid_input', detail, { errors: [error] })
}
