import type { Read, Settings, Write } from '@product-host/sdk'
import { organisationOf, readDomain } from '@product-host/toolkit/addresses'
import { DateTime } from 'luxon'
import { inbox } from '../delivery/destination.js'
import type { Lead } from '../leads/leads.js'
import { domainTtlMs, loadTtlMs } from '../limits.js'
import { countryCode, countryOfDomain, evaluate, hasGenericEnding } from './conditions.js'
import {
  displayName,
  loadKey,
  membersOf,
  nextMember,
  obstacleOf,
  type Roster,
  type Rotation,
  type Rule,
  rosterOf,
  rotationKey,
  titleOf
} from './roster.js'

/** Who gets a lead, where it goes, and why. */
export interface Decision {
  readonly owner?: string
  readonly destination: string
  /** What decided: `sticky`, `rule.1` or `fallback`. */
  readonly by: string
  /** A sentence for a person. */
  readonly reason: string
  /** The rules that were evaluated. */
  readonly trace: readonly EvaluatedRule[]
  /** What has to be stored for the next decisions. */
  readonly writes: readonly Write[]
}

/** The owner that the person or the domain has already stays; then the first rule that matched decides; then the fallback. */
export function decide(situation: DecisionInput): Decision {
  return bySticky(situation) ?? byRule(situation) ?? byFallback(situation)
}

function bySticky(situation: DecisionInput): Decision | undefined {
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

function byRule(situation: DecisionInput): Decision | undefined {
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
  const rotationWrites = to.kind === 'pool' ? [{ key: rotationKey(to.name), value: next.rotation }] : []
  return given(situation, next.name, why, rotationWrites)
}

function byFallback(situation: DecisionInput): Decision {
  const { roster, match } = situation
  const { owner, destination = inbox } = roster.fallback
  const why = { by: 'fallback', reason: whyFallback(situation), trace: match.trace }
  if (owner !== undefined && roster.owner(owner).isActive) return given(situation, owner, why)
  return { ...why, destination, writes: [] }
}

function whyFallback(situation: DecisionInput): string {
  const { rule } = situation.match
  if (!rule) return 'No rule matched.'
  const obstacles = membersOf(situation.roster, rule.to).map(
    ({ name }) => `${displayName(name)} is ${obstacle(situation, name) ?? 'available'}`
  )
  return `${titleOf(rule)} matched, but nobody takes the lead: ${obstacles.join(', ')}.`
}

/** The decision for an owner: what a new lead adds to the owner's day, and who the domain then belongs to. */
function given(
  { lead, roster, read, now }: DecisionInput,
  name: string,
  why: Pick<Decision, 'by' | 'reason' | 'trace'>,
  rotationWrites: readonly Write[] = []
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
      ...rotationWrites,
      ...(isNew ? [{ key: load, value: (read<number>(load) ?? 0) + 1, ttlMs: loadTtlMs }] : []),
      ...(domain === undefined ? [] : [{ key: domain, value: name, ttlMs: domainTtlMs }])
    ]
  }
}

function obstacle({ roster, read, now }: DecisionInput, name: string): string | undefined {
  const owner = roster.owner(name)
  return obstacleOf(owner, read<number>(loadKey(owner, now)) ?? 0, now)
}

/** What a decision is made from. */
interface DecisionInput {
  readonly lead: Pick<Lead, 'email' | 'assignment'>
  readonly match: Match
  readonly roster: Roster
  /** Reads the keys that `stateKeys` names. */
  readonly read: Read
  readonly now: number
}

/** All of a situation that can be known before anything is read. */
type PreparedDecision = Omit<DecisionInput, 'read'>

/** What the settings say of a lead at a time. */
export function prepareDecision(
  settings: Settings,
  lead: Subject,
  attributes: Attributes,
  now: number
): PreparedDecision {
  const roster = rosterOf(settings)
  const facts = factsOf(lead, attributes, { now, timezone: roster.timezone })
  return { lead, match: matchOf(roster.rules, facts, roster.timezone), roster, now }
}

/** The key of the owner of a business domain; undefined where the address is not known to be of one. */
export function domainKey({ email }: Pick<Lead, 'email'>): string | undefined {
  const organisation = organisationOf(readDomain(email.address.slice(email.address.lastIndexOf('@') + 1)))
  return email.class === 'business' && organisation !== undefined ? `domain:${organisation}` : undefined
}

/** The keys that a decision reads, given who owns the lead's domain. */
export function stateKeys(
  { lead, match, roster, now }: PreparedDecision,
  domainOwner: string | undefined
): readonly string[] {
  const { rule } = match
  const candidates = rule ? membersOf(roster, rule.to).map(({ name }) => name) : []
  const owners = [lead.assignment?.owner, domainOwner, roster.fallback.owner, ...candidates]
  const keys = [domainKey(lead), rule?.to.kind === 'pool' ? rotationKey(rule.to.name) : undefined]
  return [
    ...keys.filter(key => key !== undefined),
    ...owners.filter(name => name !== undefined).map(name => loadKey(roster.owner(name), now))
  ]
}

/** One rule that was evaluated. */
interface EvaluatedRule {
  readonly rule: number
  readonly matched: boolean
  /** Why it does not match, where that is known. */
  readonly reason?: string
  /** Why the rule could not be evaluated; it then counts as not matched. */
  readonly error?: string
}

/** The rules that were evaluated, up to the first that matched. */
interface Match {
  readonly rule?: Rule
  readonly trace: readonly EvaluatedRule[]
}

/** Applies the rules in their order until one matches. */
function matchOf(rules: readonly Rule[], facts: Facts, timezone: string): Match {
  const trace: EvaluatedRule[] = []
  for (const rule of rules) {
    const evaluation = {
      rule: rule.number,
      ...(rule.when === undefined ? { matched: true } : evaluate(rule.when, facts, timezone))
    }
    trace.push(evaluation)
    if (evaluation.matched) return { rule, trace }
  }
  return { trace }
}

/** What rules may ask about. */
type Facts = Readonly<Record<string, unknown>>

/** What a caller adds to the facts. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What is routed: a lead, or what would be one. */
export type Subject = Pick<Lead, 'email' | 'source' | 'fields' | 'text' | 'assignment'>

/**
 * The facts of a lead. The lead's fields and the caller's attributes are added to the facts, so that a rule can
 * say `score` for what an attribute or a field calls so; the facts proper win, and attributes win over fields. Countries are ISO 3166
 * codes, whatever they are called in an attribute or a field; the domain's country is the last resort.
 */
function factsOf(
  { email, source, fields, text }: Subject,
  attributes: Attributes,
  { now, timezone }: { readonly now: number; readonly timezone: string }
): Facts {
  const { hour, weekday } = DateTime.fromMillis(now, { zone: timezone })
  const { address, domain, class: kind, quality } = email
  const domainCountry = countryOf(email)
  const said: Facts = { ...fields, ...attributes }
  const country = saidCountry(said) ?? domainCountry
  return {
    ...said,
    ...(country !== undefined && { country }),
    email: address,
    domain: {
      name: domain,
      tld: domain.slice(domain.lastIndexOf('.') + 1),
      type: kind ?? null,
      country: domainCountry ?? null
    },
    fields,
    hour,
    weekday,
    ...(source !== undefined && { source }),
    ...(text !== undefined && { text }),
    ...(quality !== undefined && { quality })
  }
}

/** The country that a field or an attribute says, as a code where it is known; undefined where they say none. */
function saidCountry({ country }: Facts): unknown {
  if (typeof country !== 'string') return country
  return country.trim() === '' ? undefined : (countryCode(country) ?? country)
}

/** The country of an address: by its ending, or by what enrich says of its domain. */
function countryOf({ domain, country }: Lead['email']): string | undefined {
  if (hasGenericEnding(domain)) return undefined
  return countryOfDomain(domain) ?? (country === undefined ? undefined : countryCode(country))
}
