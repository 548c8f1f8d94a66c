import { clipped } from '../clipped.js'
import type { Plan } from './plan.js'

/** One sentence on what was drafted. */
export function summariseOutreach({ brief, missing }: Plan, quality: number): string {
  const { channel, steps, company, signal } = brief
  const noun = channel === 'email' ? 'email' : 'LinkedIn note'
  const to = company === undefined ? '' : ` to ${company}`
  const opening = signal === undefined ? ' without a signal to open on' : ` opening on "${clipped(signal)}"`
  const lacking = missing.length === 0 ? '' : `, still missing ${missing.join(', ')}`
  return `Drafted ${steps} ${noun}${steps === 1 ? '' : 's'}${to}${opening} (quality ${quality})${lacking}.`
}
