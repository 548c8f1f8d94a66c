/** A value without the members and items that were left empty in a form; undefined if an object or a list has none left. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const filled = value.map(withoutEmpty).filter(each => each !== undefined)
    return filled.length > 0 ? filled : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const filled = Object.entries(value).flatMap(([name, each]) => {
    const rest = withoutEmpty(each)
    return rest === undefined ? [] : [[name, rest] as const]
  })
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

/** The data of a form as members of a body, without those that were left empty. */
export function filledMembers(data: unknown): Readonly<Record<string, unknown>> {
  const filled = withoutEmpty(data)
  return typeof filled === 'object' && filled !== null ? { ...filled } : {}
}

/** The parts of a JSON Pointer in its form as a fragment, such as `#/tags/0`. */
export function pointerParts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(part => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}
