import type { Settings } from '@product-host/sdk'
import { DateTime } from 'luxon'
import { lastRule } from '../limits.js'

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

/** Who or what a rule gives leads to. */
interface Target {
  readonly kind: 'owner' | 'pool' | 'destination'
  readonly name: string
}

/** One rule, as the account's settings describe it. */
export interface Rule {
  readonly number: number
  readonly name?: string
  /** The condition as it was written; a rule without one takes every lead. */
  readonly when?: string
  readonly to: Target
}

/** The rules in the order in which they are evaluated. */
function rulesOf(settings: Settings): readonly Rule[] {
  return Array.from({ length: lastRule }, (_, index) => index + 1).flatMap(number => {
    const [to, when, name] = ['to', 'when', 'name'].map(part => settings[`rule.${number}.${part}`])
    if (to === undefined) return []
    return [{ number, to: targetOf(to), ...(when !== undefined && { when }), ...(name !== undefined && { name }) }]
  })
}

/** Reads a target such as `pool:uk`. */
export function targetOf(text: string): Target {
  const name = text.slice(text.indexOf(':') + 1)
  const kind = text.startsWith('owner:') ? 'owner' : text.startsWith('pool:') ? 'pool' : 'destination'
  return { kind, name }
}

/** What people call the rule: its number, and its name where it has one. */
export function titleOf({ number, name }: Rule): string {
  return name === undefined ? `Rule ${number}` : `Rule ${number} "${name}"`
}

/** A person who takes leads, as the account's settings describe them. */
interface Owner {
  readonly name: string
  readonly isActive: boolean
  /** The most leads a day; without limit when left out. */
  readonly capacityPerDay?: number
  /** Minutes of the owner's day; an end at or before the start is on the next day. */
  readonly hours?: { readonly start: number; readonly end: number }
  readonly timezone: string
  readonly destination?: string
}

/** The owner of that name. Nothing has to be set for one: a name alone is an owner who takes leads at any time. */
export function ownerOf(settings: Settings, name: string): Owner {
  const setting = (part: string) => settings[`owner.${name}.${part}`]
  const [capacity, hours, destination] = [setting('capacityPerDay'), setting('hours'), setting('destination')]
  return {
    name,
    isActive: setting('active') !== 'false',
    timezone: setting('timezone') ?? settings.timezone ?? 'UTC',
    ...(capacity !== undefined && { capacityPerDay: Number(capacity) }),
    ...(hours !== undefined && { hours: hoursOf(hours) }),
    ...(destination !== undefined && { destination })
  }
}

/** Why the owner gets no lead now; undefined when nothing prevents it. */
export function obstacleOf(owner: Owner, leadsToday: number, now: number): string | undefined {
  if (!owner.isActive) return 'inactive'
  if (leadsToday >= (owner.capacityPerDay ?? Number.POSITIVE_INFINITY)) return 'at capacity'
  return isAtWork(owner, now) ? undefined : 'outside hours'
}

/** Where the owner's leads of the day are counted, the day being the owner's own. */
export function loadKey({ name, timezone }: Owner, now: number): string {
  return `load:${name}:${DateTime.fromMillis(now, { zone: timezone }).toISODate()}`
}

/** The name as people write it: `ann-lee` is Ann Lee. */
export function displayName(owner: string): string {
  return owner
    .split('-')
    .map(word => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

function isAtWork({ hours, timezone }: Owner, now: number): boolean {
  if (!hours) return true
  const { hour, minute } = DateTime.fromMillis(now, { zone: timezone })
  const time = hour * 60 + minute
  const { start, end } = hours
  return start < end ? time >= start && time < end : time >= start || time < end
}

function hoursOf(text: string): { readonly start: number; readonly end: number } {
  const [start = 0, end = 0] = text.split('-').map(minutesOf)
  return { start, end }
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** One member of a pool and the share of its leads. */
export interface Member {
  readonly name: string
  readonly weight: number
}

/** How far each member of a pool is from its next turn. */
export type Rotation = Readonly<Record<string, number>>

/** The members of the pool of that name; none when there is no such pool. */
export function poolOf(settings: Settings, pool: string): readonly Member[] {
  return (settings[`pool.${pool}.members`]?.split(',') ?? []).map(member => {
    const [name = '', weight = '1'] = member.trim().split(':')
    return { name, weight: Number(weight) }
  })
}

/** The storage key of a pool's rotation. */
export function rotationKey(pool: string): string {
  return `rr:${pool}`
}

/**
 * The next member by smooth weighted round-robin: each gains its weight, the first with the most has the turn and pays
 * the sum of the weights. Source: nginx, src/http/ngx_http_upstream_round_robin.c.
 */
export function nextMember(
  members: readonly Member[],
  rotation: Rotation
): { readonly name: string; readonly rotation: Rotation } | undefined {
  const before = new Map(Object.entries(rotation))
  const gained = members.map(({ name, weight }) => ({ name, current: (before.get(name) ?? 0) + weight }))
  const [first, ...others] = gained
  if (!first) return undefined
  const { name } = others.reduce((best, member) => (member.current > best.current ? member : best), first)
  const total = members.reduce((sum, { weight }) => sum + weight, 0)
  const paid = gained.map(member => [member.name, member.name === name ? member.current - total : member.current])
  return { name, rotation: { ...rotation, ...Object.fromEntries(paid) } }
}
