import type { JsonSchema } from '../api/products.js'
import { nameInWords } from '../views/words.js'
import { type Field, planField } from './field-plan.js'

/** The title of the group of settings that every account has. */
export const generalSettings = 'General'

/** A form of settings: its fields, and how they are grouped. */
interface SettingsPlan {
  readonly fields: readonly Field[]
  readonly groups: readonly SettingGroup[]
  readonly families: readonly SettingFamily[]
  /** What the schema says of its settings: what can be added, and what for. */
  readonly description: string | undefined
}

/** Settings that are shown together under a title. */
export interface SettingGroup {
  readonly title: string
  readonly names: readonly string[]
  /** What was added by a user and can be removed: the start of the names, or the one name. */
  readonly added?: string
}

/** Plans the form of a product's settings: those with a fixed name, those below each chosen name, and any other stored ones. */
export function planSettings(schema: JsonSchema, stored: readonly string[], added: readonly string[]): SettingsPlan {
  const families = settingFamilies(schema)
  // Switches come last: each has a line of its own.
  const own = Object.keys(schema.properties ?? {}).toSorted(
    (one, other) => Number(isSwitch(one, schema)) - Number(isSwitch(other, schema))
  )
  const named = families.flatMap(family => chosenGroups(family, [...stored, ...added]))
  const grouped = new Set([...own, ...named.flatMap(({ names }) => names)])
  const others = [...new Set([...stored, ...added])].filter(name => !grouped.has(name) && !isFamilyMark(name))
  const groups: readonly SettingGroup[] = [
    ...named,
    ...others.map(name => ({ title: name, names: [name], added: name })),
    ...(own.length > 0 ? [{ title: generalSettings, names: own }] : [])
  ]
  return {
    fields: groups
      .flatMap(({ names, added }) => names.map(name => fieldOf(name, schema, added)))
      .map(field => withNames(field, families, [...stored, ...added])),
    groups,
    families,
    description: schema.description
  }
}

/** A field whose value is a name that the user chose in a family, such as `fallback.owner`, with those names to choose from. */
function withNames(field: Field, families: readonly SettingFamily[], settings: readonly string[]): Field {
  const family = families.find(({ kind }) => field.name.endsWith(`.${kind}`))
  if (!family || field.control.kind !== 'text') return field
  const names = namesIn(family, settings)
  const hint = names.length > 0 ? 'None' : `No ${nameInWords(family.kind).toLowerCase()} yet`
  return { ...field, control: { kind: 'name', names, hint } }
}

function isSwitch(name: string, schema: JsonSchema): boolean {
  return fieldOf(name, schema, undefined).control.kind === 'switch'
}

/** What people call a setting; below a name that a user chose, with that name. */
export function settingTitle(schema: JsonSchema, name: string): string {
  const { fields, groups } = planSettings(schema, [name], [])
  const title = fields.find(field => field.name === name)?.title ?? name
  const group = groups.find(each => each.names.includes(name))
  return group?.added?.endsWith('.') ? `${group.title}: ${title}` : title
}

/** A placeholder for a chosen name that has no setting yet. */
export function familyMark(kind: string, name: string): string {
  return `${kind}.${name}.`
}

function isFamilyMark(name: string): boolean {
  return name.endsWith('.')
}

/** The field of a setting. A pattern that several settings share cannot give each of them its title. */
function fieldOf(name: string, schema: JsonSchema, added: string | undefined): Field {
  const { title, ...rest } = schemaOf(name, schema) ?? { type: 'string' }
  const part = added !== undefined && name.startsWith(added) ? name.slice(added.length) : name
  const isOwn = Object.hasOwn(schema.properties ?? {}, name)
  const isShared =
    !isOwn &&
    Object.entries(schema.patternProperties ?? {}).some(
      ([pattern, each]) => each.title === title && /\([^)]*\|/.test(pattern.split('.').at(-1) ?? '')
    )
  return planField(name, title === undefined || isShared ? rest : { ...rest, title }, false, nameInWords(part || name))
}

function chosenGroups(family: SettingFamily, names: readonly string[]): readonly SettingGroup[] {
  const { kind, members } = family
  return namesIn(family, names).map(name => {
    const prefix = `${kind}.${name}.`
    return { title: `${nameInWords(kind)} “${name}”`, names: members.map(({ part }) => prefix + part), added: prefix }
  })
}

/** The names that a user has chosen in a family, with those that have no setting yet. */
function namesIn(family: SettingFamily, names: readonly string[]): readonly string[] {
  const marked = names
    .filter(name => isFamilyMark(name) && name.startsWith(`${family.kind}.`))
    .map(name => name.slice(family.kind.length + 1, -1))
  return [...new Set([...chosenNames(family, names), ...marked])].sort()
}

/** Settings below a name that a user chooses, such as `destination.<name>.url` and `destination.<name>.secret`. */
export interface SettingFamily {
  /** The first part of their names, such as `destination`. */
  readonly kind: string
  readonly members: readonly SettingFamilyMember[]
}

/** One setting of a family: the last part of its name, and its schema. */
interface SettingFamilyMember {
  readonly part: string
  readonly schema: JsonSchema
}

/** The families in the patterns of a schema; a pattern with more than one chosen name is in none. */
export function settingFamilies({ patternProperties = {} }: JsonSchema): readonly SettingFamily[] {
  const members = Object.entries(patternProperties).flatMap(([pattern, schema]) => {
    const parts = partsOf(pattern)
    const [kind, name, ...rest] = parts
    if (kind === undefined || !isLiteral(kind) || name === undefined || isLiteral(name)) return []
    const [last = ''] = rest
    return rest.length === 1 ? literalsOf(last).map(part => ({ kind, part, schema })) : []
  })
  return [...Map.groupBy(members, ({ kind }) => kind)].map(([kind, some]) => ({ kind, members: some }))
}

/** The schema of a setting by its name: its own, or that of the pattern that matches. */
export function schemaOf(
  name: string,
  { properties = {}, patternProperties = {} }: JsonSchema
): JsonSchema | undefined {
  const [, schema] = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name)) ?? []
  return properties[name] ?? schema
}

/** The names that a user has chosen in a family. */
function chosenNames({ kind, members }: SettingFamily, settings: readonly string[]): readonly string[] {
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

/** The texts that a part of a pattern matches, if it is a list of literals: `(?:cron|timezone)` matches two. */
function literalsOf(part: string): readonly string[] {
  const [, listed] = /^\((?:\?:)?([A-Za-z0-9_|-]+)\)$/.exec(part) ?? []
  return (listed?.split('|') ?? [part]).filter(isLiteral)
}

function isLiteral(part: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(part)
}
