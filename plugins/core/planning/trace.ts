import type { Failure } from '../runs/failure.js'
import { cut } from '../text/cut.js'
import { longestText } from './limits.js'

/** What became of one step. */
export interface TraceEntry {
  readonly id: string
  readonly product: string
  readonly action: string
  readonly status: 'ok' | 'failed' | 'skipped' | 'blocked' | 'not_run'
  readonly ms: number
  /** As it was sent: references resolved, secrets hidden, long text cut. */
  readonly input: Readonly<Record<string, unknown>>
  readonly summary?: string
  readonly error?: Failure
  /** Whether the run may be well although this step was not. */
  readonly goesOnAfterError: boolean
}

const secret = /secret|password|passwd|authorization|credential|api[-_]?key|token$/i

/** An input as a trace shows it. */
export function shown(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, shownMember(name, value)]))
}

function shownMember(name: string, value: unknown): unknown {
  if (typeof value === 'string') return secret.test(name) ? '********' : cut(value, longestText)
  if (Array.isArray(value)) return value.map(item => shownMember(name, item))
  if (typeof value !== 'object' || value === null) return value
  return shown(Object.fromEntries(Object.entries(value)))
}
