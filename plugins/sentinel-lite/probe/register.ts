import { type JobChange, ProductError } from '@product-host/sdk'
import { largestFleet } from '../bounds.js'
import { checkJob, isLost, type Occasion, type Rhythm } from './rhythm.js'

/** Where the register lies. */
export const registerKey = 'targets'

/** Every kept target of an account in short, by its name. */
export type Register = Readonly<Record<string, RegisterEntry>>

/** When a target was checked last, and its rhythm if it has one. */
export interface RegisterEntry {
  readonly checkedAt: number
  readonly rhythm?: Rhythm
}

/** Throws `quota_exceeded` when one more target asks for a rhythm than an account may have. */
export function assertRoom(register: Register, name: string, occasion: Occasion): void {
  if (occasion.by === 'job' || !occasion.input.everySeconds) return
  const others = Object.entries(register).filter(([other, { rhythm }]) => rhythm && other !== name)
  if (others.length >= largestFleet)
    throw new ProductError(
      'quota_exceeded',
      `${largestFleet} targets are probed again and again already; end one first.`
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
  if (Object.hasOwn(register, name) || Object.keys(register).length < largestFleet)
    return { register: { ...register, [name]: entry } }
  const [oldest] = Object.entries(register)
    .filter(([, { rhythm }]) => !rhythm)
    .sort(([, left], [, right]) => left.checkedAt - right.checkedAt)
  if (!oldest) return undefined
  const [displaced] = oldest
  const { [displaced]: _gone, ...others } = register
  return { register: { ...others, [name]: entry }, displaced }
}

/** Jobs for the targets whose own are lost, because the product was switched off or a fault outlasted every try. */
export function revivals(register: Register, now: number): readonly JobChange[] {
  return Object.entries(register).flatMap(([name, { rhythm }]) =>
    rhythm && isLost(rhythm, now) ? [checkJob(name, now)] : []
  )
}
