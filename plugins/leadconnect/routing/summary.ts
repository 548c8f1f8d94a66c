import { inbox } from '../delivery/destination.js'
import type { Decision } from './decide.js'
import { displayName } from './owner.js'

/** What became of several leads, in one sentence: `Routed 3 leads: 2 by rule 1 to Priya, 1 to fallback inbox.` */
export function routingSummary(decisions: readonly Decision[], isDryRun: boolean): string {
  if (decisions.length === 0) return 'No leads to route.'
  const count = decisions.length === 1 ? '1 lead' : `${decisions.length} leads`
  const groups = Map.groupBy(decisions, wayOf)
  const ways = [...groups].map(([way, { length }]) => `${length} ${way}`).join(', ')
  return `${isDryRun ? 'Would route' : 'Routed'} ${count}: ${ways}.`
}

function wayOf({ owner, destination, by }: Decision): string {
  const to = owner === undefined ? (destination === inbox ? 'inbox' : destination) : displayName(owner)
  if (by === 'sticky') return `kept with ${to}`
  return by === 'fallback' ? `to fallback ${to}` : `by ${by.replace('.', ' ')} to ${to}`
}
