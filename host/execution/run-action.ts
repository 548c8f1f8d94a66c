import { type Context, inject, injectable } from '@product-host/sdk'
import type { Settled } from '@product-host/sdk/runtime'
import type { Logger as Lines } from 'pino'
import type { Caller } from '../accounts/identity.js'
import type { Config } from '../config/config.js'
import type { Cancellation, CancelReason } from '../fence/cancellation.js'
import { Deadlines } from '../fence/deadlines.js'
import { Problem } from '../problems.js'
import type { Plan } from '../products/plan.js'
import { LINES } from '../tokens.js'
import type { Call } from './call.js'
import type { Pipeline } from './pipeline.js'
import { CallServices } from './services.js'

/** A call whose action runs. */
export interface RunningCall {
  readonly plan: Plan
  readonly caller: Caller
  /** The caller's config, of a connection product. */
  readonly config: Config | undefined
  readonly call: Call
  /** When it has to be over, by `performance.now()`. */
  readonly endsAt: number
}

/** Runs actions under their deadlines. */
@injectable()
export class ActionRunner {
  readonly #deadlines = new Deadlines()

  constructor(
    @inject(LINES) private readonly lines: Lines,
    private readonly services: CallServices
  ) {}

  /**
   * What a run comes to. Rejects with a `Problem` when the call is cancelled, also while the action goes on: what becomes of
   * it then is logged.
   */
  run(running: RunningCall, input: unknown, pipeline: Pipeline): Promise<Settled> {
    const { plan, caller, call, endsAt } = running
    const { requestId, job, cancellation } = call
    const timed = { endsAt, cancellation, position: -1 }
    const startedAt = performance.now()
    const context = new CallContext(caller.account, requestId, cancellation, job)
    const provide = this.services.provide(running, pipeline)
    // A nested call that ends with the call that it is part of is no fault of the nested product.
    const endsWithParent = call.via === 'nested' && endsAt === call.endsAt
    return new Promise((resolve, reject) => {
      const cancelled = (reason: CancelReason) => {
        this.#deadlines.remove(timed)
        reject(cancelledProblem(reason === 'deadline' && endsWithParent ? 'gone' : reason, endsAt - startedAt))
      }
      const ended = (settled: Settled) => {
        if (cancellation.reason) return this.#logLate(running, settled)
        this.#deadlines.remove(timed)
        cancellation.unlisten(cancelled)
        resolve(settled)
      }
      cancellation.listen(cancelled)
      if (cancellation.reason) return
      this.#deadlines.add(timed)
      plan.product.fence
        .trace(() => plan.served.run(input, context, provide))
        .then(ended, error => ended({ kind: 'bug', error }))
    })
  }

  #logLate({ plan, caller, call }: RunningCall, settled: Settled): void {
    const about = { product: plan.product.slug, action: plan.name, requestId: call.requestId, account: caller.account }
    const err = settled.kind === 'bug' ? { err: settled.error } : {}
    this.lines.warn({ ...about, outcome: settled.kind, ...err }, 'a call ended after it was cancelled')
  }
}

/** What an action receives beside its input; its needs are added. The signal is made only for an action that asks for it. */
class CallContext implements Context {
  readonly #cancellation: Cancellation
  declare readonly job?: NonNullable<Context['job']>

  constructor(
    readonly account: string,
    readonly requestId: string,
    cancellation: Cancellation,
    job: Context['job']
  ) {
    this.#cancellation = cancellation
    if (job) this.job = job
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal
  }
}

function cancelledProblem(reason: CancelReason, ms: number): Problem {
  switch (reason) {
    case 'deadline':
      return new Problem('product_timeout', `The product did not answer within ${Math.round(ms)} ms.`)
    case 'stopping':
      return new Problem('shutting_down', 'The host is stopping; send the request again.', { retryAfter: 1 })
    case 'gone':
      return new Problem('client_gone', 'The caller closed the connection.')
  }
}
