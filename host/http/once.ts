import { hash } from 'node:crypto'
import { inject, injectable } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { canonical } from '../canonical.js'
import type { PreparedCall } from '../execution/execute.js'
import { type Claim, Idempotency, type Reply } from '../execution/idempotency.js'
import { asProblem, type Problem } from '../problems.js'
import { deadlineOf } from '../products/describe.js'
import { effectOf } from '../products/effect.js'
import { LINES } from '../tokens.js'
import { problemReply } from './reply.js'

/** What a lease has beyond the deadline of its call, in milliseconds. */
const leaseReserveMs = 10_000

/** An answer, and whether it had been given before. */
export interface OnceReply {
  readonly reply: Reply
  readonly isReplay: boolean
}

/** Answers a call once for each Idempotency-Key, and again with the same bytes. */
@injectable()
export class Once {
  constructor(
    private readonly idempotency: Idempotency,
    @inject(LINES) private readonly lines: Lines
  ) {}

  /**
   * The answer of `work`, or the one that was given for the key before. An answer and a refusal are kept; a failure of the
   * product or the host lets the key go, but for a time-out of what may have left the machine: that is kept.
   */
  async answer(call: PreparedCall, key: string, work: () => Promise<Reply>): Promise<OnceReply> {
    const { caller, product, declared, action, input, requestId } = call
    const isExternal = effectOf(declared.action, input) === 'external'
    const fingerprint = hash('sha256', canonical({ action, input }), 'base64url')
    const leaseMs = deadlineOf(declared.action, product) + leaseReserveMs
    const claim = await this.idempotency.claim(
      { account: caller.account, slug: product.slug, key, fingerprint },
      leaseMs
    )
    if ('status' in claim)
      return { reply: { ...claim, headers: { ...claim.headers, 'Idempotent-Replayed': 'true' } }, isReplay: true }
    try {
      const reply = await work()
      await this.#settle(call, claim, reply)
      return { reply, isReplay: false }
    } catch (error) {
      const problem = asProblem(error)
      await this.#settle(call, claim, isKept(problem, isExternal) ? problemReply(problem, requestId) : undefined)
      throw error
    }
  }

  /** What was done is answered, even if the store cannot keep it; then the key is free once its lease has ended. */
  async #settle({ product, requestId }: PreparedCall, claim: Claim, reply: Reply | undefined): Promise<void> {
    try {
      await (reply ? claim.keep(reply) : claim.release())
    } catch (error) {
      this.lines.error({ product: product.slug, requestId, err: error }, 'the end of an Idempotency-Key was not kept')
    }
  }
}

/** A caller that left before anything was done has got no answer. */
function isKept({ code, status }: Problem, isExternal: boolean): boolean {
  if (status >= 500) return code === 'product_timeout' && isExternal
  return code !== 'client_gone'
}
