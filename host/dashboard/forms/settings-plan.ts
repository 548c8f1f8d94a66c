import type { JsonSchema } from '../api/products.js'
import { nameInWords, sentenceCase } from '../views/words.js'
import { type Field, planField } from './field-plan.js'

/** A form of settings: its fields, and how they are grouped. */
export interface SettingsPlan {
  readonly fields: readonly Field[]
  /** What accounts add, by family. */
  readonly families: readonly PlannedFamily[]
  /** The settings that every account has; undefined if there is none. */
  readonly general: SettingGroup | undefined
  /** Stored settings that are none of these, each by itself. */
  readonly others: readonly SettingGroup[]
  /** Whether the schema has patterns of settings that belong to no family, so that one of the others can be added. */
  readonly takesOthers: boolean
}

/** A family of settings, with a group for each name that was chosen in it. */
export interface PlannedFamily extends SettingFamily {
  readonly groups: readonly SettingGroup[]
}

/** Settings that are shown together under a title. */
export interface SettingGroup {
  readonly title: string
  readonly names: readonly string[]
  /** What was added by a user and can be removed: the start of the names, or the one name. */
  readonly added?: string
}

/** Plans the form of a product's settings: those below each chosen name, those with a fixed name, and any other stored ones. */
export function planSettings(schema: JsonSchema, stored: readonly string[], added: readonly string[]): SettingsPlan {
  const present = [...new Set([...stored, ...added])]
  const own = switchesLast(Object.keys(schema.properties ?? {}), schema)
  const families = settingFamilies(schema).map(family => ({ ...family, groups: chosenGroups(family, present, schema) }))
  const grouped = new Set([...own, ...families.flatMap(({ groups }) => groups.flatMap(({ names }) => names))])
  const others = present
    .filter(name => !grouped.has(name) && !isFamilyMark(name))
    .map(name => ({ title: name, names: [name], added: name }))
  const general = own.length > 0 ? { title: 'General', names: own } : undefined
  const planned = families.flatMap(({ members, lists }) => [...members, ...lists].map(({ pattern }) => pattern))
  const takesOthers = Object.keys(schema.patternProperties ?? {}).some(pattern => !planned.includes(pattern))
  const fields = groupsOf({ families, general, others })
    .flatMap(({ names, added }) => names.map(name => fieldOf(name, schema, added)))
    .map(field => withNames(field, families, present))
  return { fields, families, general, others, takesOthers }
}

/** Every group of a plan. */
export function groupsOf({
  families,
  general,
  others
}: Pick<SettingsPlan, 'families' | 'general' | 'others'>): readonly SettingGroup[] {
  return [...families.flatMap(({ groups }) => groups), ...others, ...(general ? [general] : [])]
}

/**
 * A field whose value is a name that the user chose in a family, such as `fallback.owner`, with those names to choose from. Where its
 * pattern takes names of several families, such as `^(?:owner|pool):`, each has its family before it.
 */
function withNames(field: Field, families: readonly SettingFamily[], settings: readonly string[]): Field {
  if (field.control.kind !== 'text') return field
  const own = families.filter(({ kind }) => field.name.endsWith(`.${kind}`))
  const [, kinds = ''] = /^\^\(\?:([a-z|]+)\):/.exec(field.schema.pattern ?? '') ?? []
  const several = families.filter(({ kind }) => kinds.split('|').includes(kind))
  const named = own.length > 0 ? own : several
  if (named.length === 0) return field
  const names = named.flatMap(family =>
    namesIn(family, settings).map(name =>
      own.length > 0 ? { value: name, text: name } : { value: `${family.kind}:${name}`, text: groupTitle(family, name) }
    )
  )
  const hint = `No ${alternatives.format(named.map(({ one }) => one))} yet`
  return { ...field, control: { kind: 'name', names, hint: names.length > 0 ? 'None' : hint } }
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The names with those of switches last, since each of these has a line of its own. */
function switchesLast(names: readonly string[], schema: JsonSchema): readonly string[] {
  const isSwitch = (name: string) => fieldOf(name, schema, undefined).control.kind === 'switch'
  return names.toSorted((one, other) => Number(isSwitch(one)) - Number(isSwitch(other)))
}

/** What people call a setting; below a name that a user chose, with that name. */
export function settingTitle(schema: JsonSchema, name: string): string {
  const plan = planSettings(schema, [name], [])
  const title = plan.fields.find(field => field.name === name)?.title ?? name
  const group = groupsOf(plan).find(each => each.names.includes(name))
  return group?.added?.endsWith('.') ? `${group.title}: ${title}` : title
}

/** A placeholder for a chosen name that has no setting yet. */
export function familyMark(kind: string, name: string): string {
  return `${kind}.${name}.`
}

function isFamilyMark(name: string): boolean {
  return name.endsWith('.')
}

/** The field of a setting. A pattern that several settings share cannot give each of them its title; in a list, it has its name too. */
function fieldOf(name: string, schema: JsonSchema, added: string | undefined): Field {
  const { title, ...rest } = schemaOf(name, schema) ?? { type: 'string' }
  const part = added !== undefined && name.startsWith(added) ? name.slice(added.length) : name
  const isOwn = Object.hasOwn(schema.properties ?? {}, name)
  const isShared =
    !isOwn &&
    Object.entries(schema.patternProperties ?? {}).some(
      ([pattern, each]) => each.title === title && /\([^)]*\|/.test(pattern.split('.').at(-1) ?? '')
    )
  const listed = added !== undefined && part.includes('.') ? ` “${part.slice(part.indexOf('.') + 1)}”` : ''
  return planField(
    name,
    title === undefined || isShared ? rest : { ...rest, title: title + listed },
    false,
    nameInWords(part || name)
  )
}

function chosenGroups(family: SettingFamily, present: readonly string[], schema: JsonSchema): readonly SettingGroup[] {
  const { kind, members, lists } = family
  return namesIn(family, present).map(name => {
    const prefix = familyMark(kind, name)
    const listed = present.filter(setting => lists.some(({ part }) => isBelow(setting, `${prefix}${part}.`)))
    return {
      title: groupTitle(family, name),
      names: switchesLast([...members.map(({ part }) => prefix + part), ...listed], schema),
      added: prefix
    }
  })
}

/** What people call one of a family: `Destination “crm”`, `Rule 2`. */
function groupTitle({ one }: SettingFamily, name: string): string {
  return `${sentenceCase(one)} ${/^\d+$/.test(name) ? name : `“${name}”`}`
}

function isBelow(setting: string, start: string): boolean {
  return setting.startsWith(start) && setting !== start
}

/** The names that a user has chosen in a family, with those that have no setting yet; numbers in their order. */
function namesIn(family: SettingFamily, present: readonly string[]): readonly string[] {
  const marked = present
    .filter(name => isFamilyMark(name) && name.startsWith(`${family.kind}.`))
    .map(name => name.slice(family.kind.length + 1, -1))
  const names = [...new Set([...chosenNames(family, present), ...marked])]
  return names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

/** The names that a user has chosen in a family by its settings. */
function chosenNames({ kind, members, lists }: SettingFamily, settings: readonly string[]): readonly string[] {
  return settings.flatMap(setting => {
    if (!setting.startsWith(`${kind}.`)) return []
    const member = members.find(({ part }) => setting.endsWith(`.${part}`))
    if (member) return [setting.slice(kind.length + 1, -member.part.length - 1)]
    const [, name, part] = setting.split('.')
    return name !== undefined && lists.some(list => list.part === part) ? [name] : []
  })
}

/** Settings below a name that a user chooses, such as `destination.<name>.url` and `destination.<name>.secret`. */
export interface SettingFamily {
  /** The first part of their names, such as `destination`. */
  readonly kind: string
  /** The heading of the family. */
  readonly title: string
  readonly description: string | undefined
  /** What one of them is called within a sentence, such as `destination`. */
  readonly one: string
  /** The label of the field for the name of a new one. */
  readonly nameTitle: string
  readonly members: readonly SettingFamilyMember[]
  /** Settings with a second chosen name, such as `probe.<name>.header.<header>`. */
  readonly lists: readonly SettingFamilyMember[]
}

/** One setting of a family: the part of its name after the chosen one, its schema, and the pattern of its names. */
export interface SettingFamilyMember {
  readonly part: string
  readonly schema: JsonSchema
  readonly pattern: string
}

/** The families in the patterns of a schema. */
export function settingFamilies(schema: JsonSchema): readonly SettingFamily[] {
  const found = Object.entries(schema.patternProperties ?? {}).flatMap(([pattern, each]) => {
    const [kind, name, part = '', ...rest] = partsOf(pattern)
    if (kind === undefined || !isLiteral(kind) || name === undefined || isLiteral(name)) return []
    const isList = rest.length === 1 && isLiteral(part)
    if (rest.length > 0 && !isList) return []
    return literalsOf(part).map(literal => ({ kind, isList, part: literal, schema: each, pattern }))
  })
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, some]) => {
    const { title, description, one, nameTitle } = schema['x-families']?.[kind] ?? {}
    return {
      kind,
      title: title ?? nameInWords(kind),
      description,
      one: one ?? nameInWords(kind).toLowerCase(),
      nameTitle: nameTitle ?? 'Name',
      members: some.filter(({ isList }) => !isList),
      lists: some.filter(({ isList }) => isList)
    }
  })
}

/** Whether a name can be chosen in a family. */
export function canBeNamed({ kind, members, lists }: SettingFamily, name: string): boolean {
  return (
    members.some(({ part, pattern }) => fits(`${kind}.${name}.${part}`, pattern)) ||
    lists.some(({ part, pattern }) => fits(`${kind}.${name}.${part}.X`, pattern))
  )
}

/** Whether a setting's name fits the pattern of its family. */
export function fits(name: string, pattern: string): boolean {
  return new RegExp(pattern, 'u').test(name)
}

/** The schema of a setting by its name: its own, or that of the pattern that matches. */
export function schemaOf(
  name: string,
  { properties = {}, patternProperties = {} }: JsonSchema
): JsonSchema | undefined {
  const [, schema] = Object.entries(patternProperties).find(([pattern]) => fits(name, pattern)) ?? []
  return properties[name] ?? schema
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
