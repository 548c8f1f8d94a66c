/** A value cut down to so many bytes of JSON: members and items that fit stay, long text is cut. */
export function capped(value: Readonly<Record<string, unknown>>, bytes: number) {
  const isWhole = sizeOf(value) <= bytes
  return { detail: isWhole ? { ...value } : fittingMembers(value, bytes), isWhole }
}

function fittingMembers(record: Readonly<Record<string, unknown>>, bytes: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  let left = bytes - 2
  for (const [name, value] of Object.entries(record)) {
    const room = left - sizeOf(name) - 2
    const part = fitting(value, room)
    if (part === undefined) continue
    kept[name] = part
    left = room - sizeOf(part)
  }
  return kept
}

function fitting(value: unknown, bytes: number): unknown {
  if (sizeOf(value) <= bytes) return value
  if (typeof value === 'string') return fittingText(value, bytes)
  if (!Array.isArray(value)) return undefined
  const kept: unknown[] = []
  let left = bytes - 2
  for (const item of value) {
    left -= sizeOf(item) + 1
    if (left < 0) break
    kept.push(item)
  }
  return bytes < 2 ? undefined : kept
}

function fittingText(text: string, bytes: number): string | undefined {
  // In JSON, a character takes up six bytes at most.
  const characters = Array.from(text).slice(0, Math.floor((bytes - 8) / 6))
  return characters.length === 0 ? undefined : `${characters.join('')}…`
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}
