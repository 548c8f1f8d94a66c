import type { Settings } from '@product-host/sdk'
import { type Owner, ownerOf } from './owner.js'
import { type Member, poolOf } from './pool.js'
import { type Rule, rulesOf, type Target } from './rule.js'

/** How an account routes its leads, as its settings describe it. */
export interface Roster {
  readonly rules: readonly Rule[]
  /** Who is not among the owners that the settings list is not active; while they list none, any name is an owner. */
  readonly owner: (name: string) => Owner
  readonly pool: (name: string) => readonly Member[]
  readonly fallback: { readonly owner?: string; readonly destination?: string }
  /** Whether a person, and a business domain, keep their owner. */
  readonly isSticky: boolean
  readonly timezone: string
}

/** Reads the settings as far as routing goes. */
export function rosterOf(settings: Settings): Roster {
  const { 'fallback.owner': owner, 'fallback.destination': destination, sticky, timezone = 'UTC' } = settings
  const listed = listedOwners(settings)
  const isGone = (name: string) => listed.size > 0 && !listed.has(name)
  return {
    rules: rulesOf(settings),
    owner: name => ({ ...ownerOf(settings, name), ...(isGone(name) && { isActive: false }) }),
    pool: name => poolOf(settings, name),
    fallback: { ...(owner !== undefined && { owner }), ...(destination !== undefined && { destination }) },
    isSticky: sticky !== 'false',
    timezone
  }
}

/** The owners among whom a target chooses, with their shares. */
export function membersOf({ pool }: Roster, { kind, name }: Target): readonly Member[] {
  if (kind === 'pool') return pool(name)
  return kind === 'owner' ? [{ name, weight: 1 }] : []
}

/** The owners that the settings list: those with a setting of their own, and the members of pools. */
export function listedOwners(settings: Settings): ReadonlySet<string> {
  const names = Object.keys(settings).map(setting => setting.split('.'))
  return new Set([
    ...names.flatMap(([family, name = '']) => (family === 'owner' ? [name] : [])),
    ...names.flatMap(([family, pool = '']) => (family === 'pool' ? poolOf(settings, pool).map(({ name }) => name) : []))
  ])
}
