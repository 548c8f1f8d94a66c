import type { HookInput } from '@product-host/sdk'
import { memberOf, valueAt } from '../base/json.js'

/** What a call of a hook has sent. */
export interface HookBodyRead {
  readonly value: Readonly<Record<string, unknown>>
  /** Whether all members are texts, as those of a form or a query. */
  readonly isText: boolean
}

/** The input of the action: what was sent, where the declaration puts it, and what the account and the product have decided. */
export function hookInput(
  { spread, fields = {}, text, fixed = {} }: HookInput,
  chosen: Readonly<Record<string, unknown>>,
  { value, isText }: HookBodyRead,
  properties: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const put = (field: string, found: unknown) => {
    if (found !== undefined) input[field] = isText ? typed(found, properties[field]) : found
  }
  if (spread) for (const name of Object.keys(value)) if (Object.hasOwn(properties, name)) put(name, value[name])
  for (const [field, pointer] of Object.entries(fields)) put(field, valueAt(value, pointer))
  if (text !== undefined) input[text] = JSON.stringify(value)
  return structuredClone({ ...input, ...chosen, ...fixed })
}

/** A text of a form as a value of its field: forms have nothing but texts. What has another form stays, and the schema refuses it. */
function typed(found: unknown, schema: unknown): unknown {
  if (typeof found !== 'string') return found
  const type = memberOf(schema, 'type')
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(found)) return Number(found)
  if (type === 'boolean' && (found === 'true' || found === 'false')) return found === 'true'
  return found
}
