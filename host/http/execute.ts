import { injectable } from '@product-host/sdk'
import { Access, type Admitted } from '../execution/access.js'
import { Execution, type PreparedCall } from '../execution/execute.js'
import type { Reply } from '../execution/idempotency.js'
import { Limits } from '../limits/limits.js'
import { Problem } from '../problems.js'
import type { Mounted } from '../products/mounted.js'
import { Usage, type Use } from '../usage/usage.js'
import { readJson, requireJson } from './body.js'
import { Callers } from './callers.js'
import { deprecationFields } from './deprecation.js'
import type { Exchange } from './exchange.js'
import { Exchanges } from './exchanges.js'
import { idempotencyKey } from './idempotency-key.js'
import type { HostRequest } from './message.js'
import { Once } from './once.js'
import { jsonReply, sendReply } from './reply.js'

/** The longest that a call may take as a whole, in milliseconds. */
const longestCallMs = 300_000

/** `POST /api/v1/products/{slug}/execute`: the order of the lines below is the order in which refusals win. */
@injectable()
export class ExecuteRoute {
  constructor(
    private readonly callers: Callers,
    private readonly access: Access,
    private readonly limits: Limits,
    private readonly execution: Execution,
    private readonly once: Once,
    private readonly exchanges: Exchanges,
    private readonly usage: Usage
  ) {}

  async handle(request: HostRequest, slug: string): Promise<void> {
    const { exchange } = request
    const { caller, standing } = await this.callers.identify(request)
    const product = this.access.product(slug)
    exchange.notes.product = slug
    const use: Use = { caller, product, via: 'request', startedAt: exchange.startedAt }
    await this.usage.counted(use, async () => {
      const admitted = await this.access.admit(caller, slug)
      exchange.mark('access')
      this.limits.require(standing)
      await this.limits.hold(caller.account, () => this.#serve(request, admitted, use))
    })
  }

  async #serve(request: HostRequest, admitted: Admitted, use: Use): Promise<void> {
    const { exchange } = request
    const { product } = admitted
    const key = idempotencyKey(request)
    requireContract(request, product)
    requireJson(request)
    const { value, faults } = await readJson(request)
    exchange.mark('body')
    const { action, ...input } = value
    const name = requireAction(action)
    const declared = this.execution.declared({ product, action: name })
    use.action = exchange.notes.action = name
    exchange.headers.push(...deprecationFields(declared.action))
    const { requestId, signal, startedAt } = exchange
    const { caller } = use
    const endsAt = startedAt + longestCallMs
    const call = this.execution.prepare(
      { ...admitted, caller, action: name, input, requestId, signal, endsAt, depth: 1 },
      faults
    )
    sendReply(exchange, await this.#reply(exchange, call, key, use))
  }

  /** With an Idempotency-Key the answer is worth having though the caller has gone: it will ask again. */
  async #reply(exchange: Exchange, call: PreparedCall, key: string | undefined, use: Use): Promise<Reply> {
    if (key === undefined) return this.#run(exchange, call)
    return this.exchanges.outliving(exchange, async () => {
      const { reply, isReplay } = await this.once.answer(call, key, () => {
        exchange.mark('claim')
        return this.#run(exchange, call)
      })
      use.isReplay = exchange.notes.replayed = isReplay
      return reply
    })
  }

  async #run(exchange: Exchange, call: PreparedCall): Promise<Reply> {
    const { product, action, requestId } = call
    return this.execution.runTo(call, ({ ok, summary, metrics, detail }) => {
      exchange.mark('run')
      const latencyMs = exchange.elapsed()
      const body = { ok, productId: product.slug, action, summary, latencyMs, metrics, detail, requestId }
      const headers = { 'Cache-Control': 'no-store', 'Product-Contract': product.digest }
      return jsonReply(200, this.execution.encode(call, body), headers)
    })
  }
}

/** A caller may pin the contract that it was written for. */
function requireContract(request: HostRequest, { digest }: Mounted): void {
  const pinned = request.headers['product-contract']
  if (pinned !== undefined && pinned !== digest)
    throw new Problem(
      'contract_changed',
      'The product has another contract by now; read its description again. Nothing was done.',
      {
        headers: { 'Product-Contract': digest }
      }
    )
}

function requireAction(action: unknown): string {
  if (typeof action === 'string' && action !== '') return action
  throw new Problem('missing_action', 'Say in "action" which action to run; GET the same address describes them.', {
    errors: [
      { pointer: '#/action', code: 'required', detail: 'is not a name of an action', fix: 'Send the name as a string.' }
    ]
  })
}
