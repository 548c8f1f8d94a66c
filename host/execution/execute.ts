import { type Answer, type Fault, inject, injectable } from '@product-host/sdk'
import { ignoredFields, type Settled } from '@product-host/sdk/runtime'
import type { Logger as Lines } from 'pino'
import type { Caller } from '../accounts/identity.js'
import type { Config } from '../config/config.js'
import { Problem } from '../problems.js'
import { deadlineOf, publicActions } from '../products/describe.js'
import type { Mounted, ServedAction } from '../products/mounted.js'
import { StoreUnavailable } from '../storage/errors.js'
import { LINES } from '../tokens.js'
import { type GivenUp, withDeadline } from './deadline.js'
import { largestAnswer } from './largest-answer.js'
import { CallServices } from './services.js'

/** One action that a caller wants to run. */
export interface Call {
  readonly caller: Caller
  readonly product: Mounted
  /** The caller's config, of a connection product. */
  readonly config?: Config
  readonly action: string
  /** The fields beside `action`, cleaned; unknown ones included. */
  readonly input: Record<string, unknown>
  readonly requestId: string
  /** Aborts when the caller has gone or the host stops. */
  readonly signal: AbortSignal
  /** When the whole has to be over, by `performance.now()`. */
  readonly endsAt: number
  /** 1 for a caller's own call, one more for each product in between. */
  readonly depth: number
  /** Set when a job runs, which may be an internal action. */
  readonly job?: { readonly id: string; readonly attempt: number }
}

/** A call of an action that there is, with an input that fits. */
export interface PreparedCall extends Call {
  readonly declared: ServedAction
  /** What was sent and is not known to the action. */
  readonly ignored: readonly string[]
}

/** Runs actions: every call of every product passes here, from wherever it comes. */
@injectable()
export class Execution {
  constructor(
    @inject(LINES) private readonly lines: Lines,
    private readonly services: CallServices
  ) {}

  /** The action of a call. Throws a 400 `Problem` when there is none of this name for the caller. */
  declared({ product, action: name, job }: Pick<Call, 'product' | 'action' | 'job'>): ServedAction {
    const declared = product.mounted.actions.get(name)
    if (!declared || (declared.action.internal && !job)) throw unknownAction(product)
    return declared
  }

  /** Finds the action, checks the input and fills its defaults in. Throws a 400 `Problem`; `faults` are known already. */
  prepare(call: Call, faults: readonly Fault[] = []): PreparedCall {
    const declared = this.declared(call)
    const ignored = ignoredFields(call.input, declared.known)
    const all = [...faults, ...declared.checkInput(call.input)]
    if (all.length > 0) throw invalidInput(all)
    return { ...call, declared, ignored }
  }

  /** The answer of one call. Throws a `Problem` for what is refused or failed. */
  async run(call: PreparedCall): Promise<Answer> {
    return this.runTo(call, answer => answer)
  }

  /** What is made of the answer of one call; an answer of which nothing can be made is a fault of the product like any other. */
  async runTo<Result>(call: PreparedCall, make: (answer: Answer) => Result): Promise<Result> {
    const { ignored, product, depth, signal } = call
    return product.fence.call(depth > 1, signal, async () => {
      const answer = this.#answer(call, await this.#settle(call))
      return make(ignored.length > 0 ? { ...answer, detail: { ...answer.detail, ignoredFields: ignored } } : answer)
    })
  }

  /** The body of an answer as JSON text. Throws a `Problem` when the product's part of it is no JSON or too much of it. */
  encode(call: Call, body: Readonly<Record<string, unknown>>): string {
    const text = jsonOf(body)
    if (text === undefined) throw this.#invalidOutput(call, 'it is not JSON')
    if (text.length > largestAnswer) throw this.#invalidOutput(call, `it is longer than ${largestAnswer} characters`)
    return text
  }

  async #settle(call: PreparedCall): Promise<Settled> {
    const { product, declared, action: name, input, caller, requestId } = call
    const ms = Math.min(deadlineOf(declared.action, product), call.endsAt - performance.now())
    const ended = await withDeadline(
      ms,
      call.signal,
      signal => {
        const context = { account: caller.account, requestId, signal, ...(call.job && { job: call.job }) }
        const provide = this.services.provide(call, signal, ms, this)
        return product.fence.trace(() => product.mounted.run(name, input, context, provide))
      },
      late => this.#logLate(call, late)
    )
    if ('givenUp' in ended) throw givenUpProblem(ended.givenUp, ms)
    return ended.result
  }

  #answer(call: Call, settled: Settled): Answer {
    switch (settled.kind) {
      case 'answered':
        return settled.answer
      case 'invalid_input':
        throw invalidInput(settled.faults)
      case 'invalid_output':
        throw this.#invalidOutput(call, settled.faults)
      case 'bug':
        if (settled.error instanceof StoreUnavailable) throw settled.error
        this.lines.error({ ...about(call), err: settled.error }, 'the product failed')
        throw new Problem('product_error', 'The product failed while it ran the action; this is its fault.')
    }
  }

  #invalidOutput(call: Call, faults: unknown): Problem {
    this.lines.error({ ...about(call), faults }, 'the outcome breaks the schemas of its action')
    return new Problem(
      'invalid_output',
      'The product answered with something that it does not declare; this is its fault.'
    )
  }

  #logLate(call: Call, late: PromiseSettledResult<Settled>): void {
    const settled = late.status === 'fulfilled' ? late.value : { kind: 'bug' as const, error: late.reason }
    const err = settled.kind === 'bug' ? { err: settled.error } : {}
    this.lines.warn({ ...about(call), outcome: settled.kind, ...err }, 'a call ended after it was given up')
  }
}

/** JSON text, or undefined for what is circular, a bigint or too deep. */
function jsonOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body)
  } catch {
    return undefined
  }
}

function about({ product, action, requestId, caller }: Call): Record<string, unknown> {
  return { product: product.slug, action, requestId, account: caller.account }
}

function invalidInput(errors: readonly Fault[]): Problem {
  return new Problem('invalid_input', 'The input does not fit; see errors.', { errors })
}

function unknownAction(product: Mounted): Problem {
  const names = publicActions(product).map(([name]) => name)
  return new Problem('unknown_action', `The product "${product.slug}" has the actions ${names.join(', ')}.`, {
    errors: [
      {
        pointer: '#/action',
        code: 'enum',
        detail: 'is no action of this product',
        fix: `Send one of ${names.join(', ')}.`
      }
    ]
  })
}

function givenUpProblem(givenUp: GivenUp, ms: number): Problem {
  switch (givenUp) {
    case 'deadline':
      return new Problem('product_timeout', `The product did not answer within ${Math.round(ms)} ms.`)
    case 'stopping':
      return new Problem('shutting_down', 'The host is stopping; send the request again.', { retryAfter: 1 })
    case 'gone':
      return new Problem('client_gone', 'The caller closed the connection.')
  }
}
