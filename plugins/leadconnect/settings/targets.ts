import type { Settings } from '@product-host/sdk'
import { destinationOf, inbox } from '../delivery/destination.js'
import { conditionFaults } from '../routing/condition.js'
import { poolOf } from '../routing/pool.js'
import { listedOwners } from '../routing/roster.js'
import { targetOf } from '../routing/rule.js'
import type { Complaint } from './values.js'

/** Judges the condition of a rule. */
export function ruleFaults(value: string, settings: Settings, number: string): readonly Complaint[] {
  const fix = 'Send JSON Logic with the operators that the README lists, or a short form such as country=GB,score>=70.'
  const faults = conditionFaults(value).map(detail => ({ code: 'invalid_rule', detail, fix }))
  if (settings[`rule.${number}.to`] !== undefined) return faults
  return [
    ...faults,
    { code: 'rule_without_target', detail: 'says when but not to whom', fix: `Set rule.${number}.to as well.` }
  ]
}

/** Judges who or what a rule gives leads to. */
export function targetFaults(value: string, settings: Settings): readonly Complaint[] {
  const { kind, name } = targetOf(value)
  if (kind === 'owner') return ownerFaults(name, settings)
  if (kind === 'destination') return destinationFaults(name, settings)
  return poolOf(settings, name).length > 0 ? [] : [unknown('pool', 'Set the members of this pool')]
}

/** Judges the name of a destination that leads are sent to. */
export function destinationFaults(name: string, settings: Settings): readonly Complaint[] {
  if (name === inbox || destinationOf(settings, name)) return []
  return [unknown('destination', 'Set the url of this destination')]
}

/**
 * Judges the name of an owner: any name while no owners are listed; else one with settings of its own, or in a pool.
 */
export function ownerFaults(name: string, settings: Settings): readonly Complaint[] {
  const listed = listedOwners(settings)
  return listed.size === 0 || listed.has(name)
    ? []
    : [unknown('owner', 'Put this owner in a pool, or set owner.<name>.active')]
}

/** Judges the members of a pool. */
export function memberFaults(_value: string, settings: Settings, pool: string): readonly Complaint[] {
  const names = poolOf(settings, pool).map(({ name }) => name)
  if (new Set(names).size === names.length) return []
  return [
    {
      code: 'repeated_member',
      detail: 'names somebody twice',
      fix: 'Name everybody once, with a weight: priya:2,tom:1.'
    }
  ]
}

function unknown(kind: string, remedy: string): Complaint {
  return {
    code: `unknown_${kind}`,
    detail: `names ${kind === 'owner' ? 'an' : 'a'} ${kind} that does not exist`,
    fix: `${remedy}, or name another ${kind}.`
  }
}
