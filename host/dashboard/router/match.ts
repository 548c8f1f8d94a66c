/** What the variable parts of a path are. */
export type PathValues = Readonly<Record<string, string>>

/** Fits a path to a pattern such as `/products/:slug`: the values of its variable parts, or undefined. */
export function matchPath(pattern: string, path: string): PathValues | undefined {
  const wanted = parts(pattern)
  const given = parts(path)
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? ''
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(actual)
    else if (part !== actual) return undefined
  }
  return values
}

function parts(path: string): readonly string[] {
  return path.split('/').filter(Boolean)
}
