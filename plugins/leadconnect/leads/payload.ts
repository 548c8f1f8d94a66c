import { canonicalJson, isRecord } from '../json.js'

/** Most characters of a payload. */
export const longestPayload = 16_000
/** Deepest nesting of a JSON payload; a deeper one is kept as text. */
const deepestPayload = 32

/** What a lead says of itself: the members of a JSON object, or text. */
export interface Payload {
  readonly fields: Readonly<Record<string, unknown>>
  /** Only where the payload is not a JSON object. */
  readonly text?: string
}

/**
 * Reads a payload: a JSON object becomes fields, without members called `__proto__`; anything else stays the text it
 * is.
 */
export function readPayload(payload: string): Payload {
  const fields = jsonObject(payload)
  if (fields) return { fields }
  const text = payload.trim()
  return text === '' ? { fields: {} } : { fields: {}, text }
}

/** The same text for payloads that say the same. */
export function canonicalPayload({ fields, text }: Payload): string {
  return text ?? canonicalJson(fields)
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text, (name, member) => (name === '__proto__' ? undefined : member))
    return isRecord(value) && isShallow(value, deepestPayload) ? value : undefined
  } catch {
    return undefined
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(member => isShallow(member, levels - 1))
}
