import type { Answer, Context, Issue } from '@product-host/sdk'
import type { CheckedPlan, ConfirmedSteps, Settled } from '@product-host/sdk/runtime'
import type { Caller, GiveBackCall } from '../base/caller.js'
import type { Reply } from '../base/reply.js'
import type { AccountConfig } from '../config/config.js'
import type { CallerRates, FreeSlot } from '../limits/limits.js'
import type { ActionPlan, Mounted } from '../products/registry.js'
import type { Cancellation } from '../resilience/cancellation.js'
import type { Permit } from '../resilience/circuit-breaker.js'
import type { Admission } from '../resilience/overload.js'
import type { RunOrigin } from '../runs/run-store.js'
import type { Span } from '../tracing/spans.js'
import type { Via } from '../usage/records.js'
import type { Confirmation } from './confirmations.js'
import type { IdempotencyClaim } from './idempotency.js'
import type { ConfirmedRun } from './stored-plan.js'

/** The longest that a call for a request may take in total, in milliseconds. */
export const longestCallMs = 300_000

/** The result of a call: the action's answer, the reply that was given for the same key or plan before, or that of a call that runs later. */
export type CallResult =
  | {
      readonly kind: 'answer'
      readonly answer: Answer
      /** What the caller is sent: the answer in its envelope, with the token of its plan. */
      readonly reply: Reply
      /** What has to be confirmed first. */
      readonly plan?: CheckedPlan
      /** The token of the plan, for a call that takes one. */
      readonly confirmation?: Confirmation
      /** Where the plan waits, for a call whose plan is confirmed on a page. */
      readonly pending?: Pick<Confirmation, 'id' | 'expiresAt'>
    }
  | {
      readonly kind: 'replay'
      readonly reply: Reply
      /** Whether it is that of a plan which the account holder has confirmed on a page. */
      readonly isConfirmed?: true
    }
  /** The call is run later: the reply says where its run is. */
  | { readonly kind: 'accepted'; readonly reply: Reply }

/** One call, as its entry point passes it to the pipeline, which identifies the caller and reads the input when it needs them. */
export interface Call {
  /** `home`: a part of the home of a product, for its page. It may name an internal action, and is counted in no usage and no budget. */
  readonly via: Via | 'home'
  /** The product's slug, as the caller sent it. */
  readonly slug: string
  /** The action's name, where it is known before the input is read. */
  readonly action?: string
  readonly requestId: string
  /** When the call began, by `performance.now()`. */
  readonly startedAt: number
  /** When it must end, by `performance.now()`, whatever the action's own deadline. */
  readonly endsAt: number
  /** 1 for a caller's own call; each product that calls another adds 1. */
  readonly depth: number
  /** Cancelled when the caller disconnects or the host stops. */
  readonly cancellation: Cancellation
  /** What it is a part of, in a trace that is recorded. */
  readonly span?: Span | undefined
  /** Set for a job, which may run an internal action. */
  readonly job?: { readonly id: string; readonly attempt: number }
  /** Whether a job or a schedule has started the call, and no caller asked for it. */
  readonly isUnattended?: boolean
  /** Whether this is the first attempt of a run that follows another one: nobody has counted it. */
  readonly isFirstOfFollower?: boolean
  /**
   * How a plan of the call can be confirmed: by a token, which the caller sends back, or by the account holder on a page of the
   * dashboard. Not at all when left out.
   */
  readonly confirmsBy?: 'token' | 'page' | undefined
  /** Of a call of another product that is a step of a confirmed plan: what was confirmed of it. */
  readonly confirmed?: ConfirmedSteps | undefined
  /** The caller, and the state of its rates if the call counts in them. Throws a `Problem`: 401, 403 or 429. */
  identify(): Promise<Identified>
  /** Reads the input, after the caller was admitted. Throws a `Problem`: 400, 412, 413 or 415. */
  read(product: Mounted): CallInput | Promise<CallInput>
  /** Called with how far the action has come, where the caller asked for that. */
  readonly progress?: Context['progress'] | undefined
  /** Called once the product is known. */
  found?(product: Mounted): void
  /** Called once the action is known. */
  planned?(plan: ActionPlan): void
  /** Called at the end of each phase. */
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
  /** All fields but `action`, cleaned, including unknown ones. */
  readonly fields: Record<string, unknown>
  /** Issues found before the schema check. */
  readonly issues: readonly Issue[]
  readonly idempotencyKey?: string | undefined
  /** Whether the caller asks for a run, whose result it reads later. */
  readonly isAsync?: boolean
  /** What the run comes from, where that is not the request alone. */
  readonly origin?: RunOrigin
  /** The id of a plan that a person has confirmed, which is run in place of the fields. */
  readonly confirmation?: string | undefined
}

/** A call whose action runs. */
export interface RunningCall {
  readonly plan: ActionPlan
  readonly caller: Caller
  /** The caller's config, of a connection product. */
  readonly config: AccountConfig | undefined
  readonly call: Call
  /** Its own span, in a trace that is recorded. */
  readonly span?: Span | undefined
  /** When it must end, by `performance.now()`. */
  readonly endsAt: number
  /** The steps of the plan that a person has confirmed. */
  readonly confirmed?: ConfirmedSteps | undefined
  /** Called with what the action came to if it ends after the call was cancelled. */
  readonly endedLate?: ((settled: Settled) => Promise<void>) | undefined
}

/** Runs calls: the pipeline, for a call that runs another one. */
export interface CallRunner {
  run(call: Call): Promise<CallResult>
}

/** What a call has found out and acquired so far; what it acquired is released when it ends. */
export interface CallState {
  admission?: Admission
  caller?: Caller
  product?: Mounted
  plan?: ActionPlan
  slot?: FreeSlot
  /** Gives the call back to the budgets in which it was counted, unless it was run. */
  giveBack?: GiveBackCall | undefined
  /** Whether its action has begun. */
  hasBegun?: boolean
  claim?: IdempotencyClaim
  confirmed?: ConfirmedRun
  permit?: Permit
  sent?: CallInput
  /** What is recorded of the answer: no token is in it. */
  reply?: Reply
  isReplay?: boolean
  /** Whether the call is run later: it is counted then. */
  isAccepted?: boolean
}
