import type { Job, JobChange, Write } from '@product-host/sdk'
import type { Totals } from '../totals.js'
import type { LeadEvent } from './event.js'
import { afterFault, firstLookMs } from './schedule.js'

/** What an event's step from one state to the next changes, all of it or nothing. */
export interface Step {
  readonly writes: readonly Write[]
  readonly jobs: readonly JobChange[]
  readonly totals: Totals
}

/** Where an event is kept while it waits or is held. */
export function eventKey(eventId: string): string {
  return `event:${eventId}`
}

/** The keys of events that were given up. */
export const deadPrefix = 'dead:'
/** The keys of waiting events, the first due first. */
export const duePrefix = 'due:'
/** Digits of a time in these keys, so that their order is the order of time. */
const dueDigits = 14

/** When the waiting event under that key is due, in milliseconds since 1970-01-01T00:00:00Z. */
export function dueTime(key: string): number {
  return Number(key.slice(duePrefix.length, duePrefix.length + dueDigits))
}

/** The keys of events that one destination holds up, the oldest first. */
export function heldPrefix(destination: string): string {
  return `held:${destination}:`
}

/**
 * An event's step: its record, its place in the lists, its job and the totals move together. An event that comes into
 * being has no before, one that was delivered no after.
 */
export function step(before: LeadEvent | undefined, after: LeadEvent | undefined, totals: Totals): Step {
  const next = recordsOf(after)
  const gone = [...recordsOf(before).keys()].filter(key => !next.has(key))
  return {
    writes: [
      ...gone.map(key => ({ key, delete: true as const })),
      ...[...next].map(([key, value]) => ({ key, value }))
    ],
    jobs: [...deliveries(before, after), ...looks(after, totals)],
    totals: counted(counted(totals, before, -1), after, 1)
  }
}

/** The look at whether the destinations of held events are ready, and at events that lost their job. */
export function lookJob(at: number, everyMs: number): Job {
  return { id: 'resume', at, action: 'resume', input: { everyMs }, retry: afterFault }
}

function recordsOf(event: LeadEvent | undefined): ReadonlyMap<string, unknown> {
  if (!event) return new Map()
  const { id, destination, state } = event
  switch (state.place) {
    case 'waiting':
      return new Map<string, unknown>([
        [eventKey(id), event],
        [dueKey(state.dueAt, id), id]
      ])
    case 'held':
      return new Map<string, unknown>([
        [eventKey(id), event],
        [`${heldPrefix(destination)}${id}`, id]
      ])
    case 'dead':
      return new Map([[`${deadPrefix}${id}`, event]])
  }
}

function dueKey(dueAt: number, eventId: string): string {
  return `${duePrefix}${String(dueAt).padStart(dueDigits, '0')}:${eventId}`
}

function deliveries(before: LeadEvent | undefined, after: LeadEvent | undefined): readonly JobChange[] {
  if (after?.state.place === 'waiting') return [{ schedule: deliveryJob(after.id, after.state.dueAt) }]
  return before?.state.place === 'waiting' ? [{ cancel: deliveryJob(before.id, 0).id }] : []
}

function deliveryJob(eventId: string, at: number): Job {
  return { id: `deliver:${eventId}`, at, action: 'deliver', input: { eventId }, retry: afterFault }
}

/** The first event that is held starts the looks; they go on by themselves while anything is held. */
function looks(after: LeadEvent | undefined, totals: Totals): readonly JobChange[] {
  if (after?.state.place !== 'held' || totals.held > 0) return []
  return [{ schedule: lookJob(after.state.since + firstLookMs, firstLookMs) }]
}

function counted(totals: Totals, event: LeadEvent | undefined, by: number): Totals {
  return event ? { ...totals, [event.state.place]: totals[event.state.place] + by } : totals
}
