import { Type } from '@product-host/sdk'
import texts from './tables/members.json' with { type: 'json' }

type Properties = Parameters<typeof Type.Object>[0]

type Texts = Readonly<Record<string, readonly string[]>>

const common: Texts = texts.common

const groups: Readonly<Record<string, Texts>> = texts.groups

/** An object of an input or an answer: its members get the titles and descriptions that its group of the table has, or else those of their names. */
export function members<const Members extends Properties>(
  group: keyof typeof texts.groups,
  properties: Members,
  options = {}
) {
  for (const [name, schema] of Object.entries(properties)) {
    const [title, description] = groups[group]?.[name] ?? common[name] ?? []
    if (title !== undefined) Object.assign(schema, { title, description })
    else if (!('title' in schema)) throw new Error(`tables/members.json says nothing of "${name}" of ${group}.`)
  }
  return Type.Object(properties, options)
}

/** An object of any members. */
export function anyMembers(options = {}) {
  return Type.Record(Type.String(), Type.Unknown(), options)
}

/** A number from 0 to 1. */
export function share() {
  return Type.Number({ minimum: 0, maximum: 1 })
}

/** What an action does beside reading. */
export function effects() {
  return Type.Enum(['read', 'write', 'external'])
}
