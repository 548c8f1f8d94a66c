import type { Effect } from '@product-host/sdk'

/** One step of a plan that can be run. */
export interface Step {
  readonly id: string
  readonly product: string
  readonly action: string
  /** References not resolved yet. */
  readonly input: Readonly<Record<string, unknown>>
  /** JSON Logic. */
  readonly when?: Readonly<Record<string, unknown>>
  readonly goesOnAfterError: boolean
  /** Whether a later step tells what it came to, good or bad; then its answer is wanted even where it is not ok. */
  readonly isTold?: boolean
  /** Why it is there, for a person. */
  readonly why: string
}

/** A part of a goal that leads to no step that can be run. */
export interface Unresolved {
  readonly id: string
  readonly product?: string
  readonly action?: string
  readonly input: Readonly<Record<string, unknown>>
  /** Required fields of which the goal says nothing. */
  readonly missing: readonly string[]
  readonly why: string
}

/** A step, and what a call of it would do, as far as that is known before it runs. */
export type PlannedStep = (Step & { readonly effect: Effect }) | Unresolved

/** Whether a planned step can be run. */
export function isRunnable(step: PlannedStep): step is Step & { readonly effect: Effect } {
  return 'effect' in step
}
