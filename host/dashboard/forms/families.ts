import type { Schema } from '../api/shapes.js'

/** Settings that belong together under a name that a person chooses, such as `destination.<name>.url` and `.secret`. */
export interface Family {
  /** What they begin with, such as `destination`. */
  readonly kind: string
  readonly members: readonly FamilyMember[]
}

/** One of them: its last part, and what it holds. */
export interface FamilyMember {
  readonly part: string
  readonly schema: Schema
}

/** The families among a schema's patterns; a pattern with more than one name to choose is in none. */
export function familiesOf({ patternProperties = {} }: Schema): readonly Family[] {
  const members = Object.entries(patternProperties).flatMap(([pattern, schema]) => {
    const parts = partsOf(pattern)
    const [kind, name, ...rest] = parts
    if (kind === undefined || !isLiteral(kind) || name === undefined || isLiteral(name)) return []
    const [last = ''] = rest
    return rest.length === 1 ? literalsOf(last).map(part => ({ kind, part, schema })) : []
  })
  return [...Map.groupBy(members, ({ kind }) => kind)].map(([kind, some]) => ({ kind, members: some }))
}

/** The schema of a setting by its name: its own, or that of the pattern which it fits. */
export function schemaOf(name: string, { properties = {}, patternProperties = {} }: Schema): Schema | undefined {
  const [, schema] = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name)) ?? []
  return properties[name] ?? schema
}

/** The names that a person has chosen in a family. */
export function chosenNames({ kind, members }: Family, settings: readonly string[]): readonly string[] {
  const names = settings.flatMap(setting => {
    const member = members.find(({ part }) => setting.startsWith(`${kind}.`) && setting.endsWith(`.${part}`))
    return member ? [setting.slice(kind.length + 1, -member.part.length - 1)] : []
  })
  return [...new Set(names)]
}

/** The parts of a pattern between its dots: `^destination\.[a-z]+\.url$` has three. */
function partsOf(pattern: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of pattern.replace(/^\^|\$$/g, '').matchAll(/\\.|./gs)) {
    if (token === '(' || token === '[') depth += 1
    if (token === ')' || token === ']') depth -= 1
    if (token === '\\.' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + token)
  }
  return parts
}

/** The texts that a part of a pattern stands for, if it only lists some: `(?:cron|timezone)` stands for two. */
function literalsOf(part: string): readonly string[] {
  const [, listed] = /^\((?:\?:)?([A-Za-z0-9_|-]+)\)$/.exec(part) ?? []
  return (listed?.split('|') ?? [part]).filter(isLiteral)
}

function isLiteral(part: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(part)
}
