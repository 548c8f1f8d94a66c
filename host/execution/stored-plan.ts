import type { Effect, PlannedCall, Storage } from '@product-host/sdk'
import type { ConfirmedSteps } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Caller } from '../base/caller.js'
import { asProblem } from '../base/problems.js'
import { problemReply, type Reply } from '../base/reply.js'
import { replyRecords, type StoredReply, type Write } from '../storage/stored-reply.js'

/** The name of the record in the namespace of a plan. */
export const planKey = 'plan'

/** What lies under the digest of a token. */
export interface StoredPlan {
  readonly slug: string
  readonly action: string
  /** The input of the call that asked, and the steps; encrypted. */
  readonly sealed: string
  /** The contract digests of the products that the plan runs, by slug. */
  readonly contracts: Readonly<Record<string, string>>
  /** The key that asked. */
  readonly keyId: string
  /** What the caller that asked was allowed. */
  readonly scopes: readonly string[]
  /** When it was made, in milliseconds. */
  readonly askedAt: number
  /** Until when it can be confirmed, in milliseconds. */
  readonly expiresAt: number
  /** Set once the account holder has dismissed it. */
  readonly isDismissed?: true
  /** Set once it was confirmed. */
  readonly run?: {
    readonly holder: string
    /** What the run was allowed. */
    readonly scopes: readonly string[]
    /** When it has ended at the latest, in milliseconds; without a reply by then, its outcome is lost. */
    readonly leaseEndsAt: number
    /** Until when the same reply is given, in milliseconds. */
    readonly until: number
  }
  readonly reply?: StoredReply
}

/** The encrypted part of a plan. */
export interface Sealed {
  readonly fields: Readonly<Record<string, unknown>>
  readonly steps: readonly ShownStep[]
  readonly message: string
  readonly notUnderstood: readonly string[]
}

/** A step, and what it would do. */
interface ShownStep extends PlannedCall {
  readonly effect: Effect
}

/** How far a plan is: `changed` if a product has another contract by now, `outcome_unknown` if its run was cut short. */
export type ConfirmationState = 'waiting' | 'changed' | 'dismissed' | 'running' | 'done' | 'outcome_unknown'

/** A plan as a person is shown it. */
export interface ShownPlan extends Pick<Sealed, 'message' | 'notUnderstood' | 'steps'> {
  readonly id: string
  readonly product: string
  readonly action: string
  /** The caller that asked, as it was. */
  readonly asker: Caller
  /** In milliseconds, like all times here. */
  readonly askedAt: number
  readonly expiresAt: number
  readonly state: ConfirmationState
  /** What the run was allowed. */
  readonly runScopes?: readonly string[]
  /** What the run has answered. */
  readonly reply?: Reply
}

interface RunOptions {
  readonly records: Storage
  readonly holder: string
  readonly validMs: number
  readonly about: object
  readonly logger: Logger
}

/** The right to run a plan, of one request alone. */
export class ConfirmedRun {
  readonly kind = 'claim'
  #hasBegun = false

  constructor(
    readonly steps: ConfirmedSteps,
    private readonly options: RunOptions
  ) {}

  /** From now on the plan may have taken effect: it never runs again, whatever comes of it. */
  begin(): void {
    this.#hasBegun = true
  }

  /** Stores the reply for all who send the token again. */
  async succeed(reply: Reply): Promise<void> {
    await this.#settle(stored => replyRecords(planKey, stored, reply, this.options.validMs))
  }

  /** Stores a failure of the run as well; before it began, the plan waits again. */
  async fail(error: unknown, requestId: string): Promise<void> {
    const problem = asProblem(error)
    if (this.#hasBegun) return this.succeed(problemReply(problem, requestId))
    await this.#settle(({ run: _run, ...plan }) => [{ key: planKey, value: plan, ttlMs: this.options.validMs }])
  }

  /** What was done is answered, even if the store cannot record it; the outcome is then lost to whoever sends the token again. */
  async #settle(writes: (stored: StoredPlan) => readonly Write[]): Promise<void> {
    const { records, holder, about, logger } = this.options
    try {
      await records.update([planKey], read => {
        const stored = read<StoredPlan>(planKey)
        return { writes: stored?.run?.holder === holder ? writes(stored) : [], result: undefined }
      })
    } catch (error) {
      logger.error({ ...about, err: error }, 'the reply to a confirmation was not stored')
    }
  }
}
