import type { Read, Settings } from '@product-host/sdk'
import type { Lead } from '../leads/lead.js'
import { type Attributes, factsOf, type Subject } from './facts.js'
import { type Match, matchOf } from './match.js'
import { loadKey } from './owner.js'
import { rotationKey } from './pool.js'
import { membersOf, type Roster, rosterOf } from './roster.js'

/** What a decision is made from. */
export interface Situation {
  readonly lead: Pick<Lead, 'email' | 'assignment'>
  readonly match: Match
  readonly roster: Roster
  /** Reads the keys that `stateKeys` names. */
  readonly read: Read
  readonly now: number
}

/** All of a situation that can be known before anything is read. */
export type Outlook = Omit<Situation, 'read'>

/** What the settings say of a lead at a time. */
export function outlookOf(settings: Settings, lead: Subject, attributes: Attributes, now: number): Outlook {
  const roster = rosterOf(settings)
  const facts = factsOf(lead, attributes, { now, timezone: roster.timezone })
  return { lead, match: matchOf(roster.rules, facts), roster, now }
}

/** The key of the owner of a business domain; undefined where the address is not known to be of one. */
export function domainKey({ email }: Pick<Lead, 'email'>): string | undefined {
  return email.class === 'business' ? `domain:${email.domain}` : undefined
}

/** The keys that a decision reads, given who owns the lead's domain. */
export function stateKeys({ lead, match, roster, now }: Outlook, domainOwner: string | undefined): readonly string[] {
  const { rule } = match
  const candidates = rule ? membersOf(roster, rule.to).map(({ name }) => name) : []
  const owners = [lead.assignment?.owner, domainOwner, roster.fallback.owner, ...candidates]
  const keys = [domainKey(lead), rule?.to.kind === 'pool' ? rotationKey(rule.to.name) : undefined]
  return [
    ...keys.filter(key => key !== undefined),
    ...owners.filter(name => name !== undefined).map(name => loadKey(roster.owner(name), now))
  ]
}
