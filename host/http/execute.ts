import type { IncomingMessage } from 'node:http'
import { type Issue, injectable } from '@product-host/sdk'
import { Problem } from '../base/problems.js'
import { type Call, type CallInput, type Identified, longestCallMs } from '../execution/call.js'
import { confirmationId } from '../execution/confirmations.js'
import { Pipeline } from '../execution/pipeline.js'
import type { ActionPlan, Mounted } from '../products/registry.js'
import type { Cancellation } from '../resilience/cancellation.js'
import { Authentication } from './authentication.js'
import type { HostRequest, RequestContext } from './message.js'
import { readJson, requireJson } from './request-body.js'
import { RequestLog } from './request-log.js'

/** `POST /api/v1/products/{slug}/execute`: a request as a call, and its result as an answer. */
@injectable()
export class ExecuteRoute {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly authentication: Authentication,
    private readonly requestLog: RequestLog
  ) {}

  async handle(request: HostRequest, slug: string): Promise<void> {
    const { context } = request
    try {
      const { kind, reply } = await this.pipeline.run(new HttpCall(request, slug, this.authentication, this.requestLog))
      if (kind === 'replay') context.notes.replayed = true
      context.send(reply.status, reply.headers, reply.text)
    } catch (error) {
      this.requestLog.fail(context, error)
    } finally {
      this.requestLog.finish(context)
    }
  }
}

/** A request to execute an action, as a call. */
class HttpCall implements Call {
  readonly via = 'request'
  readonly depth = 1
  readonly confirmsBy = 'token'
  readonly requestId: string
  readonly startedAt: number
  readonly endsAt: number
  readonly cancellation: Cancellation
  readonly #context: RequestContext

  constructor(
    private readonly request: HostRequest,
    readonly slug: string,
    private readonly authentication: Authentication,
    private readonly requestLog: RequestLog
  ) {
    const { context } = request
    this.#context = context
    this.requestId = context.requestId
    this.startedAt = context.startedAt
    this.endsAt = context.startedAt + longestCallMs
    this.cancellation = context.cancellation
  }

  identify(): Promise<Identified> {
    return this.authentication.identify(this.request)
  }

  found({ slug }: Mounted): void {
    this.#context.notes.product = slug
  }

  /**
   * With an Idempotency-Key or a confirmation the call continues after the caller disconnects: the caller will retry and gets the
   * stored answer. An action with a field `confirmation` of its own takes none.
   */
  async read(product: Mounted): Promise<CallInput> {
    const key = idempotencyKey(this.request)
    requireContract(this.request, product)
    requireJson(this.request)
    const { value, issues } = await readJson(this.request)
    const { action, ...fields } = value
    if (!('confirmation' in fields) || hasOwnConfirmation(product, action)) {
      if (key !== undefined) this.requestLog.continueAfterDisconnect(this.#context)
      return { action, fields, issues, idempotencyKey: key }
    }
    this.requestLog.continueAfterDisconnect(this.#context)
    const { confirmation, ...others } = fields
    const own = { action, fields: others, idempotencyKey: key }
    if (typeof confirmation !== 'string') return { ...own, issues: [...issues, notToken] }
    return { ...own, issues, confirmation: confirmationId(confirmation) }
  }

  planned({ name, deprecation }: ActionPlan): void {
    this.#context.notes.action = name
    if (deprecation.length > 0) this.#context.headers.push(...deprecation)
  }

  passed(phase: string): void {
    this.#context.mark(phase)
  }
}

const notToken: Issue = {
  pointer: '#/confirmation',
  detail: 'is not a text',
  fix: 'Send the token of a plan to confirm, or leave it out.'
}

function hasOwnConfirmation({ plans }: Mounted, action: unknown): boolean {
  const plan = typeof action === 'string' ? plans.get(action) : undefined
  return plan !== undefined && 'confirmation' in plan.action.input.properties
}

/** Throws 412 when the caller sent the digest of another contract. */
function requireContract({ headers }: HostRequest, { digest }: Mounted): void {
  const pinned = headers['product-contract']
  if (pinned !== undefined && pinned !== digest)
    throw new Problem(
      'contract_changed',
      'The product has another contract by now; read its description again. Nothing was done.',
      { headers: { 'Product-Contract': digest } }
    )
}

/** Longest key, in bytes. */
const longestKey = 255

/** A String of RFC 9651, section 3.3.3. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

const bare = /^[\x21\x23-\x7e][\x20-\x7e]*$/

/** The request's `Idempotency-Key`, quoted or bare: both are the same key. Throws a 400 `Problem` for a malformed one. */
export function idempotencyKey(request: IncomingMessage): string | undefined {
  if (request.headers['idempotency-key'] === undefined) return undefined
  const [sent = '', ...more] = request.headersDistinct['idempotency-key'] ?? []
  const key = quoted.exec(sent)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? bare.exec(sent)?.[0] ?? ''
  if (more.length === 0 && key.length >= 1 && key.length <= longestKey) return key
  throw new Problem(
    'invalid_header',
    `Send one Idempotency-Key of 1 to ${longestKey} printable ASCII characters, bare or in double quotes.`
  )
}
