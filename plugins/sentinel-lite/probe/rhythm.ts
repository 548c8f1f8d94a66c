import type { JobChange } from '@product-host/sdk'
import type { ProbeInput } from './input.js'

/** How long past its time a check has to be until its job is taken for lost: longer than a host needs to come back. */
const lostAfterMs = 600_000

/** Milliseconds before each further try of a check that could not be made because of a fault of the host. */
const delaysMs = [10_000, 60_000, 300_000, 900_000, 3_600_000]

/** How often a target is probed, and when next. */
export interface Rhythm {
  readonly everySeconds: number
  readonly nextAt: number
}

/** Who probes: a caller, who may ask for a rhythm (0 ends it), or the target's own job. */
export type Occasion = { readonly by: 'call'; readonly input: ProbeInput } | { readonly by: 'job' }

/** The rhythm after a check: untouched by a call that asks for none, without drift after a job's. */
export function rhythmAfter(rhythm: Rhythm | undefined, occasion: Occasion, now: number): Rhythm | undefined {
  if (occasion.by === 'job') return rhythm && { ...rhythm, nextAt: slotAfter(rhythm, now) }
  const { everySeconds } = occasion.input
  if (everySeconds === undefined) return rhythm
  return everySeconds === 0 ? undefined : { everySeconds, nextAt: now + everySeconds * 1000 }
}

/** What the change of a target's rhythm means for its job. */
export function rhythmJobs(name: string, before: Rhythm | undefined, after: Rhythm | undefined): readonly JobChange[] {
  if (after === before) return []
  return [after ? checkJob(name, after.nextAt) : { cancel: jobId(name) }]
}

/** The job that probes a target again. */
export function checkJob(name: string, at: number): JobChange {
  return { schedule: { id: jobId(name), at, action: 'repeat_probe', input: { name }, retry: { delaysMs } } }
}

/** Whether a target should have been probed so long ago that its job must be gone. */
export function isLost({ nextAt }: Rhythm, now: number): boolean {
  return now - nextAt > lostAfterMs
}

/** The first beat after now; those that nobody could keep are left out. */
function slotAfter({ everySeconds, nextAt }: Rhythm, now: number): number {
  const period = everySeconds * 1000
  return nextAt + (Math.max(0, Math.floor((now - nextAt) / period)) + 1) * period
}

function jobId(name: string): string {
  return `probe.${name}`
}
