import { type Static, Type } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import { Problem } from '../../problems.js'
import { readJson, requireJson, unknownMembers } from '../body.js'
import type { HostRequest } from '../message.js'

/** Answers that nobody but their reader may keep. */
export const noStore = { 'Cache-Control': 'no-store' }

/** A code of a second factor, or a recovery code, as a person types it. */
export const Code = Type.String({ maxLength: 64 })

/** Whether a part of an address may be an id of the host's; another text is looked up nowhere, since the store takes no such key. */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

/** Reads a request's body as what a schema says. Throws a `Problem` that names every fault, members beside the schema's included. */
export function fieldsOf<Schema extends Type.TObject>(
  schema: Schema
): (request: HostRequest) => Promise<Static<Schema>> {
  const check = compileInput(schema)
  const names = Object.keys(schema.properties)
  return async request => {
    requireJson(request)
    const body = await readJson(request)
    const { value, faults } = body
    const errors = [...faults, ...unknownMembers(body, names), ...check(value)]
    if (errors.length > 0) throw new Problem('invalid_input', 'The body does not fit; see errors.', { errors })
    return value as Static<Schema>
  }
}
