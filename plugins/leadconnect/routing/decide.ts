import type { Write } from '@product-host/sdk'
import { inbox } from '../delivery/destination.js'
import type { Asked } from './match.js'
import { displayName, loadKey, obstacleOf } from './owner.js'
import { nextMember, type Rotation, rotationKey } from './pool.js'
import { membersOf } from './roster.js'
import { titleOf } from './rule.js'
import { domainKey, type Situation } from './situation.js'

/** Milliseconds for which the leads of a day are counted, and for which a domain remembers its owner. */
const dayMs = 24 * 3_600_000
const [loadTtlMs, domainTtlMs] = [3 * dayMs, 180 * dayMs]

/** Who gets a lead, where it goes, and why. */
export interface Decision {
  readonly owner?: string
  readonly destination: string
  /** What decided: `sticky`, `rule.1` or `fallback`. */
  readonly by: string
  /** A sentence for a person. */
  readonly reason: string
  /** The rules that were asked. */
  readonly trace: readonly Asked[]
  /** What has to be kept for the next decisions. */
  readonly writes: readonly Write[]
}

/** Who has the person or the domain already keeps it; then the first rule that matched decides; then the fallback. */
export function decide(situation: Situation): Decision {
  return bySticky(situation) ?? byRule(situation) ?? byFallback(situation)
}

function bySticky(situation: Situation): Decision | undefined {
  const { lead, roster, read } = situation
  if (!roster.isSticky) return undefined
  const domain = domainKey(lead)
  const [person, colleague] = [lead.assignment?.owner, domain && read<string>(domain)].map(name =>
    name !== undefined && roster.owner(name).isActive ? name : undefined
  )
  const because = (name: string, what: string) =>
    given(situation, name, { by: 'sticky', reason: `${displayName(name)} already has ${what}.`, trace: [] })
  if (person !== undefined) return because(person, 'this person')
  return colleague === undefined ? undefined : because(colleague, `leads from ${lead.email.domain}`)
}

function byRule(situation: Situation): Decision | undefined {
  const { roster, read } = situation
  const { rule, trace } = situation.match
  if (!rule) return undefined
  const { to } = rule
  const why = {
    by: `rule.${rule.number}`,
    trace,
    reason: `${titleOf(rule)} matched and gives to ${to.kind} ${to.name}.`
  }
  if (to.kind === 'destination') return { ...why, destination: to.name, writes: [] }
  const available = membersOf(roster, to).filter(({ name }) => obstacle(situation, name) === undefined)
  const next = nextMember(available, (to.kind === 'pool' && read<Rotation>(rotationKey(to.name))) || {})
  if (!next) return undefined
  const turn = to.kind === 'pool' ? [{ key: rotationKey(to.name), value: next.rotation }] : []
  return given(situation, next.name, why, turn)
}

function byFallback(situation: Situation): Decision {
  const { roster, match } = situation
  const { owner, destination = inbox } = roster.fallback
  const why = { by: 'fallback', reason: whyFallback(situation), trace: match.trace }
  if (owner !== undefined && roster.owner(owner).isActive) return given(situation, owner, why)
  return { ...why, destination, writes: [] }
}

function whyFallback(situation: Situation): string {
  const { rule } = situation.match
  if (!rule) return 'No rule matched.'
  const obstacles = membersOf(situation.roster, rule.to).map(
    ({ name }) => `${displayName(name)} is ${obstacle(situation, name) ?? 'available'}`
  )
  return `${titleOf(rule)} matched, but nobody takes the lead: ${obstacles.join(', ')}.`
}

/** The decision for an owner: what a new lead adds to the owner's day, and who the domain then belongs to. */
function given(
  { lead, roster, read, now }: Situation,
  name: string,
  why: Pick<Decision, 'by' | 'reason' | 'trace'>,
  turn: readonly Write[] = []
): Decision {
  const owner = roster.owner(name)
  const load = loadKey(owner, now)
  const domain = domainKey(lead)
  const isNew = lead.assignment?.owner !== name
  return {
    ...why,
    owner: name,
    destination: owner.destination ?? roster.fallback.destination ?? inbox,
    writes: [
      ...turn,
      ...(isNew ? [{ key: load, value: (read<number>(load) ?? 0) + 1, ttlMs: loadTtlMs }] : []),
      ...(domain === undefined ? [] : [{ key: domain, value: name, ttlMs: domainTtlMs }])
    ]
  }
}

function obstacle({ roster, read, now }: Situation, name: string): string | undefined {
  const owner = roster.owner(name)
  return obstacleOf(owner, read<number>(loadKey(owner, now)) ?? 0, now)
}
