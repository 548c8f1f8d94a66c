import type { Status } from './verdict.js'

/** One check of a target: its result after the retries. */
export interface Check {
  readonly at: number
  readonly status: Status
  readonly attempts: number
  /** Milliseconds of the attempt that counts; only of a check that found the target up or degraded. */
  readonly ms?: number
  /** Only of a check that did not. */
  readonly code?: string
}

/** Whether a check found the target in service. */
export function isUp({ status }: Check): boolean {
  return status === 'up' || status === 'degraded'
}
