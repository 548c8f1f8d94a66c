/** A line for the log, whose fields are plain JSON. */
export interface PlainLine {
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Deepest object in a field; what is deeper is left out. */
const deepest = 8

/**
 * What a plugin logs, as a line: for one in the host's thread and for one in a thread of its own alike. Never throws. The message and the
 * fields may stand in either order, as other loggers have them. An error becomes its name, message, stack and cause, and a bigint its digits.
 */
export function plainLine(first: unknown, second?: unknown): PlainLine {
  const [message, fields] = typeof first === 'string' ? [first, second] : [second, first]
  const plain = plainOf(fields, [])
  const isNamed = typeof plain === 'object' && plain !== null && !Array.isArray(plain) && !(fields instanceof Error)
  const named = isNamed
    ? { ...plain }
    : plain === undefined
      ? {}
      : { [fields instanceof Error ? 'err' : 'value']: plain }
  return { message: typeof message === 'string' ? message : '', fields: named }
}

/** A value as JSON has it; undefined for what JSON has not. */
function plainOf(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[circular]'
  if (above.length >= deepest) return '[too deep]'
  const inside = [...above, value]
  try {
    if ('toJSON' in value && typeof value.toJSON === 'function') return plainOf(value.toJSON(), inside)
    if (Array.isArray(value)) return value.map(item => plainOf(item, inside) ?? null)
    const { name: type, message, stack, cause }: Partial<Error> = value instanceof Error ? value : {}
    const known = { type, message, stack, cause: plainOf(cause, inside) }
    const members = Object.entries(value).map(([name, member]) => [name, plainOf(member, inside)] as const)
    return Object.fromEntries([...Object.entries(known), ...members].filter(([, member]) => member !== undefined))
  } catch {
    return '[unreadable]'
  }
}
