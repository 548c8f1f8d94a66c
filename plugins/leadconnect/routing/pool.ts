import type { Settings } from '@product-host/sdk'

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

/** Where a pool's rotation is kept. */
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
