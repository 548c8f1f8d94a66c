import { readFileSync } from 'node:fs'

/** The strings by which a store is read, each list sorted: none of them may change without a migration. */
export interface Vocabulary {
  /** What keys of records look like, with `*` for identifiers, and below each the members and states of the values. */
  readonly records: Readonly<Record<string, readonly string[]>>
  /** The kinds of the host's own jobs. */
  readonly systemJobs: readonly string[]
  /** Products and actions of the other jobs. */
  readonly productJobs: readonly string[]
  /** The kinds of security events. */
  readonly securityEvents: readonly string[]
  /** The members of an export's lines. */
  readonly exportMembers: readonly string[]
}

/** The vocabulary of the store that was exported into a file, but for what has gone five minutes later. */
export function vocabularyOf(file: string): Vocabulary {
  // biome-ignore lint/suspicious/noExplicitAny: records hold whatever they hold
  const lines: readonly any[] = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const records = new Map<string, Set<string>>()
  const jobs = new Map<string, Set<string>>([
    ['host', new Set()],
    ['product', new Set()]
  ])
  const events = new Set<string>()
  const [{ exportedAt }] = lines
  for (const { key, value, expiresAt } of lines) {
    if (key === undefined || expiresAt < Date.parse(exportedAt) + 5 * 60_000) continue
    const members = records.get(patternOf(key)) ?? new Set()
    records.set(patternOf(key), members)
    for (const path of pathsOf(value)) members.add(path)
    const { account, slug, job } = /^host:\{jobs\}:job:/.test(key) ? value : (value?.kept ?? {})
    if (job !== undefined && account === '@host') jobs.get('host')?.add(job.action)
    else if (job !== undefined) jobs.get('product')?.add(`${slug}.${job.action}`)
    if (/^host:\{security-events/.test(key)) for (const { kind } of value) events.add(kind)
  }
  return {
    records: Object.fromEntries([...records].sort(byName).map(([name, members]) => [name, [...members].sort()])),
    systemJobs: [...(jobs.get('host') ?? [])].sort(),
    productJobs: [...(jobs.get('product') ?? [])].sort(),
    securityEvents: [...events].sort(),
    exportMembers: [...new Set(lines.flatMap(line => Object.keys(line)))].sort()
  }
}

/** All names of a vocabulary, one by one. */
export function namesIn({ records, ...lists }: Vocabulary): readonly string[] {
  const stored = Object.entries(records).flatMap(([key, members]) => [
    key,
    ...members.map(member => `${key} ${member}`)
  ])
  return [
    ...stored,
    ...Object.entries(lists).flatMap(([list, names]) => names.map((name: string) => `${list} ${name}`))
  ]
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

/** A key or a member's name with `*` for what differs from store to store. */
function patternOf(name: string): string {
  return name
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '*')
    .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '*')
    .replaceAll(/[0-9a-f]{64}/g, '*')
    .replaceAll(/(?<![\w-])[\w-]{43}(?![\w-])/g, '*')
    .replaceAll(/[\w.-]+@[\w-]+\.[\w.]+/g, '*')
    .replaceAll(/(?<![A-Za-z])\d+(?![A-Za-z])/g, '*')
}

/** The paths of all members of a value, and the single words that they hold, such as states. */
function* pathsOf(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'string' && path !== '.lastFour' && /^[a-z]+([._-][a-z]+)*$/.test(value))
    yield `${path} = ${value}`
  else if (Array.isArray(value)) for (const each of value) yield* pathsOf(each, `${path}[]`)
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      const member = `${path}.${patternOf(name)}`
      yield member
      yield* pathsOf(each, member)
    }
}
