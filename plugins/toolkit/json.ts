/** Whether a value is an object with named members: no array and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a list has a first item, as the issues of an `InvalidInput` must: `if (isFilled(issues)) throw new InvalidInput(issues)`. */
export function isFilled<Item>(list: readonly Item[]): list is readonly [Item, ...Item[]] {
  return list.length > 0
}

/** A value of a table as one of those that it may be; throws for any other. */
export function oneOf<Value extends string>(values: readonly Value[], value: string): Value {
  const found = values.find(each => each === value)
  if (found === undefined) throw new RangeError(`"${value}" is none of ${values.join(', ')}.`)
  return found
}

/**
 * JSON with the members of every object in the order of their names and no white space (RFC 8785), so that equal values are equal
 * text and can be hashed. For JSON values; `undefined` is written as null.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The FNV-1a hash of a text's UTF-8 bytes, 32 bits (Fowler, Noll, Vo; draft-eastlake-fnv). Not for secrets. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}
