import { injectable } from '@product-host/sdk'
import type { Call, CallInput, Identified } from '../execution/call.js'
import { Pipeline } from '../execution/pipeline.js'
import type { Cancellation } from '../fence/cancellation.js'
import { Problem } from '../problems.js'
import type { Mounted } from '../products/mounted.js'
import type { Plan } from '../products/plan.js'
import { readJson, requireJson } from './body.js'
import { Callers } from './callers.js'
import type { Exchange } from './exchange.js'
import { Exchanges } from './exchanges.js'
import { idempotencyKey } from './idempotency-key.js'
import type { HostRequest } from './message.js'
import { sendReply } from './reply.js'

/** The longest that a call may take as a whole, in milliseconds. */
const longestCallMs = 300_000

/** `POST /api/v1/products/{slug}/execute`: a request as a call, and its result as an answer. */
@injectable()
export class ExecuteRoute {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly callers: Callers,
    private readonly exchanges: Exchanges
  ) {}

  async handle(request: HostRequest, slug: string): Promise<void> {
    const { exchange } = request
    try {
      const { kind, reply } = await this.pipeline.run(new HttpCall(request, slug, this.callers, this.exchanges))
      if (kind === 'replay') exchange.notes.replayed = true
      sendReply(exchange, reply)
    } catch (error) {
      this.exchanges.fail(exchange, error)
    } finally {
      this.exchanges.settled(exchange)
    }
  }
}

/** A request to execute an action, as a call. */
class HttpCall implements Call {
  readonly via = 'request'
  readonly depth = 1
  readonly requestId: string
  readonly startedAt: number
  readonly endsAt: number
  readonly cancellation: Cancellation
  readonly #exchange: Exchange

  constructor(
    private readonly request: HostRequest,
    readonly slug: string,
    private readonly callers: Callers,
    private readonly exchanges: Exchanges
  ) {
    const { exchange } = request
    this.#exchange = exchange
    this.requestId = exchange.requestId
    this.startedAt = exchange.startedAt
    this.endsAt = exchange.startedAt + longestCallMs
    this.cancellation = exchange.cancellation
  }

  identify(): Promise<Identified> {
    return this.callers.identify(this.request)
  }

  found({ slug }: Mounted): void {
    this.#exchange.notes.product = slug
  }

  /** With an Idempotency-Key the answer is worth having though the caller has gone: it will ask again. */
  async read(product: Mounted): Promise<CallInput> {
    const key = idempotencyKey(this.request)
    requireContract(this.request, product)
    requireJson(this.request)
    const { value, faults } = await readJson(this.request)
    if (key !== undefined) this.exchanges.outlive(this.#exchange)
    const { action, ...fields } = value
    return { action, fields, faults, idempotencyKey: key }
  }

  planned({ name, deprecation }: Plan): void {
    this.#exchange.notes.action = name
    if (deprecation.length > 0) this.#exchange.headers.push(...deprecation)
  }

  passed(phase: string): void {
    this.#exchange.mark(phase)
  }
}

/** A caller may pin the contract that it was written for. */
function requireContract({ headers }: HostRequest, { digest }: Mounted): void {
  const pinned = headers['product-contract']
  if (pinned !== undefined && pinned !== digest)
    throw new Problem(
      'contract_changed',
      'The product has another contract by now; read its description again. Nothing was done.',
      { headers: { 'Product-Contract': digest } }
    )
}
