import { cleanInput } from '@product-host/sdk/runtime'
import { Problem } from '../../base/problems.js'
import type { HookBodyRead } from '../../hooks/hook-input.js'
import { jsonBody, requireJson } from '../request-body.js'

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** Most fields of a form or a query. */
const mostFields = 1_000

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
  return formOf(await fieldsOf(type ?? '', bytes))
}

/** The query of a GET request, or the fields of a form, as an object: a name that is there several times has a list. */
export function formOf(fields: Iterable<readonly [string, string]>): HookBodyRead {
  const values = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of fields) {
    if (++count > mostFields) throw malformed(`The form has more than ${mostFields} fields.`)
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
