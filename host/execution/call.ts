import type { Fault } from '@product-host/sdk'
import type { Caller } from '../accounts/identity.js'
import type { Cancellation } from '../fence/cancellation.js'
import type { CallerRates } from '../limits/limits.js'
import type { Mounted } from '../products/mounted.js'
import type { Plan } from '../products/plan.js'
import type { Via } from '../usage/records.js'

/** One call as its entry point hands it over. Who calls is asked, and the input read, when the pipeline comes to it. */
export interface Call {
  readonly via: Via
  /** The product's slug, as the caller sent it. */
  readonly slug: string
  /** The action's name, where it is known before the input is read. */
  readonly action?: string
  readonly requestId: string
  /** When the call began, by `performance.now()`. */
  readonly startedAt: number
  /** When it has to be over, by `performance.now()`, whatever the action's own deadline. */
  readonly endsAt: number
  /** 1 for a caller's own call, one more for each product in between. */
  readonly depth: number
  /** Cancelled when the caller has gone or the host stops. */
  readonly cancellation: Cancellation
  /** Set when a job runs, which may be an internal action. */
  readonly job?: { readonly id: string; readonly attempt: number }
  /** Who calls, and what is left of the rates where the call counts in them. Throws a `Problem`: 401, 403 or 429. */
  identify(): Promise<Identified>
  /** The input, which is not read before the caller is let in. Throws a `Problem`: 400, 412, 413 or 415. */
  read(product: Mounted): CallInput | Promise<CallInput>
  /** Is told the product once that is known. */
  found?(product: Mounted): void
  /** Is told the plan of the action once that is known. */
  planned?(plan: Plan): void
  /** Is told that a phase has ended. */
  passed?(phase: 'access' | 'body' | 'claim' | 'run'): void
}

/** Who calls. */
export interface Identified {
  readonly caller: Caller
  readonly rates?: CallerRates
}

/** What a caller sent. */
export interface CallInput {
  readonly action: unknown
  /** The fields beside `action`, cleaned; unknown ones included. */
  readonly fields: Record<string, unknown>
  /** What is known to be wrong with them before any schema is asked. */
  readonly faults: readonly Fault[]
  readonly idempotencyKey?: string | undefined
}
