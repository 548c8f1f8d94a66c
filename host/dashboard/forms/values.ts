/** A value without what was left empty in a form: undefined when nothing is left of an object or a list. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty).filter(each => each !== undefined)
    return kept.length > 0 ? kept : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).flatMap(([name, each]) => {
    const left = withoutEmpty(each)
    return left === undefined ? [] : [[name, left] as const]
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** What a form holds, as the members of a body. */
export function filled(data: unknown): Readonly<Record<string, unknown>> {
  const kept = withoutEmpty(data)
  return typeof kept === 'object' && kept !== null ? { ...kept } : {}
}
