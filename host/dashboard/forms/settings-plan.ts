import type { Schema } from '../api/shapes.js'
import { chosenNames, type Family, familiesOf, schemaOf } from './families.js'
import { type FormPlan, planField } from './form-schema.js'
import type { FieldGroup } from './templates.js'

/** A form of settings: its fields, and how they are grouped. */
export interface SettingsPlan extends FormPlan {
  readonly groups: readonly FieldGroup[]
  readonly families: readonly Family[]
}

/** Plans the form of a product's settings: those that it names, those of every chosen name, and what else is there. */
export function planSettings(schema: Schema, present: readonly string[], added: readonly string[]): SettingsPlan {
  const families = familiesOf(schema)
  const own = Object.keys(schema.properties ?? {})
  const named = families.flatMap(family => chosenGroups(family, [...present, ...added]))
  const grouped = new Set([...own, ...named.flatMap(({ names }) => names)])
  const others = [...new Set([...present, ...added])].filter(name => !grouped.has(name) && !isFamilyMark(name))
  const groups: readonly FieldGroup[] = [
    { title: 'General', names: own },
    ...named,
    ...(others.length > 0 ? [{ title: 'Other settings', names: others }] : [])
  ]
  const plans = groups.flatMap(({ names, prefix = '' }) =>
    names.map(
      name => [name, planField(schemaOf(name, schema) ?? { type: 'string' }, name.slice(prefix.length), false)] as const
    )
  )
  return {
    schema: { type: 'object', properties: Object.fromEntries(plans.map(([name, plan]) => [name, plan.schema])) },
    uiSchema: Object.fromEntries(plans.map(([name, plan]) => [name, plan.uiSchema])),
    groups,
    families
  }
}

/** Marks a chosen name none of whose settings is filled in yet. */
export function familyMark(kind: string, name: string): string {
  return `${kind}.${name}.`
}

function isFamilyMark(name: string): boolean {
  return name.endsWith('.')
}

function chosenGroups(family: Family, names: readonly string[]): readonly FieldGroup[] {
  const { kind, members } = family
  const marked = names
    .filter(name => isFamilyMark(name) && name.startsWith(`${kind}.`))
    .map(name => name.slice(kind.length + 1, -1))
  const chosen = new Set([...chosenNames(family, names), ...marked])
  return [...chosen].sort().map(name => {
    const prefix = `${kind}.${name}.`
    return { title: `${kind} ${name}`, prefix, names: members.map(({ part }) => prefix + part) }
  })
}
