import { type JobChange, ProductError } from '@product-host/sdk'
import { mostPerAccount } from '../limits.js'
import type { ProbeInput } from './plan.js'

/** The storage key of the register of monitored targets. */
export const registerKey = 'targets'

/** The storage key of the register of one-off probes. */
export const oneOffRegisterKey = 'one-off-targets'

/** Every stored target of an account in short, by its name: the monitored ones, or those of one-off probes. */
export type Register = Readonly<Record<string, RegisterEntry>>

/** When a target was checked last, and its rhythm if it has one. */
interface RegisterEntry {
  readonly checkedAt: number
  readonly rhythm?: Rhythm
}

/** Throws `quota_exceeded` when one more target asks for a rhythm than an account may have. */
export function assertRoom(register: Register, name: string, trigger: Trigger): void {
  if (trigger.by === 'job' || !trigger.input.everySeconds) return
  const others = Object.entries(register).filter(([other, { rhythm }]) => rhythm && other !== name)
  if (others.length >= mostPerAccount)
    throw new ProductError(
      'quota_exceeded',
      `${mostPerAccount} targets are probed again and again already; end one first.`
    )
}

/**
 * The register with a target in it. Where it is full, the target that was not checked for the longest time and has no rhythm
 * makes room; undefined when there is no such.
 */
export function withEntry(
  register: Register,
  name: string,
  entry: RegisterEntry
): { readonly register: Register; readonly displaced?: string } | undefined {
  if (Object.hasOwn(register, name) || Object.keys(register).length < mostPerAccount)
    return { register: { ...register, [name]: entry } }
  const [oldest] = Object.entries(register)
    .filter(([, { rhythm }]) => !rhythm)
    .sort(([, left], [, right]) => left.checkedAt - right.checkedAt)
  if (!oldest) return undefined
  const [displaced] = oldest
  const { [displaced]: _gone, ...others } = register
  return { register: { ...others, [name]: entry }, displaced }
}

/** Jobs for the targets whose own are lost, because the product was disabled or a failure lasted longer than all attempts. */
export function revivals(register: Register, now: number): readonly JobChange[] {
  return Object.entries(register).flatMap(([name, { rhythm }]) =>
    rhythm && isLost(rhythm, now) ? [checkJob(name, now)] : []
  )
}

/** A check that is overdue by so many milliseconds has lost its job: longer than a host takes to restart. */
const lostAfterMs = 600_000

/** Milliseconds before each further attempt of a check that failed because of the host. */
const delaysMs = [10_000, 60_000, 300_000, 900_000, 3_600_000]

/** How often a target is probed, and when next. */
export interface Rhythm {
  readonly everySeconds: number
  readonly nextAt: number
}

/** Who probes: a caller, who may ask for a rhythm (0 ends it), or the target's own job. */
export type Trigger = { readonly by: 'call'; readonly input: ProbeInput } | { readonly by: 'job' }

/** Whether a check counts for a monitored target: its own job made it, or the call that sets its rhythm. */
export function isMonitoring(trigger: Trigger): boolean {
  return trigger.by === 'job' || Boolean(trigger.input.everySeconds)
}

/** The rhythm after a check: untouched by a call that asks for none, without drift after a job's. */
export function rhythmAfter(rhythm: Rhythm | undefined, trigger: Trigger, now: number): Rhythm | undefined {
  if (trigger.by === 'job') return rhythm && { ...rhythm, nextAt: slotAfter(rhythm, now) }
  const { everySeconds } = trigger.input
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
function isLost({ nextAt }: Rhythm, now: number): boolean {
  return now - nextAt > lostAfterMs
}

/** The first time of the rhythm after now; missed times are skipped. */
function slotAfter({ everySeconds, nextAt }: Rhythm, now: number): number {
  const period = everySeconds * 1000
  return nextAt + (Math.max(0, Math.floor((now - nextAt) / period)) + 1) * period
}

function jobId(name: string): string {
  return `probe.${name}`
}
