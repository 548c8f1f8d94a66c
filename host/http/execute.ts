import type { IncomingMessage } from 'node:http'
import { type Issue, inject, injectable } from '@product-host/sdk'
import type { Caller } from '../base/caller.js'
import { Problem } from '../base/problems.js'
import type { Reply } from '../base/reply.js'
import { RATES, type Rates } from '../deployment.js'
import { type Call, type CallInput, type Identified, longestCallMs } from '../execution/call.js'
import { confirmationId } from '../execution/confirmations.js'
import { Followers } from '../execution/followers.js'
import { Pipeline } from '../execution/pipeline.js'
import { type RepeatedRun, Runs, runIdOf } from '../execution/runs.js'
import { AccountSchedules } from '../execution/schedules.js'
import type { ActionPlan, Mounted } from '../products/registry.js'
import type { Cancellation } from '../resilience/cancellation.js'
import { RunBody } from '../runs/followers.js'
import type { RunOrigin } from '../runs/run-store.js'
import { Authentication } from './authentication.js'
import type { HostRequest, RequestContext } from './message.js'
import { readFlag, readQuery } from './query.js'
import { sendReply } from './reply.js'
import { bodyReader, readJson, requireJson, requireNoBody } from './request-body.js'
import { RequestLog } from './request-log.js'

const readRun = bodyReader(RunBody)

/** `POST /api/v1/products/{slug}/execute`: a request as a call, and its result as an answer. */
@injectable()
export class ExecuteRoute {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly runs: Runs,
    private readonly schedules: AccountSchedules,
    private readonly followers: Followers,
    private readonly authentication: Authentication,
    private readonly requestLog: RequestLog,
    @inject(RATES) private readonly rates: Rates
  ) {}

  async handle(request: HostRequest, slug: string): Promise<void> {
    const { context } = request
    try {
      const call = new HttpCall(request, slug, this.authentication, this.requestLog, this.rates)
      const { kind, reply } = await this.pipeline.run(call)
      if (kind === 'replay') context.notes.replayed = true
      const sent = reply.status === 202 ? await this.#awaited(call, reply) : reply
      context.send(sent.status, sent.headers, sent.text)
    } catch (error) {
      this.requestLog.fail(context, error)
    } finally {
      this.requestLog.finish(context)
    }
  }

  /** `POST /api/v1/products/runs`: starts a run that may name what is run after it. */
  async createRun(request: HostRequest): Promise<void> {
    await this.#start(request, {}, async caller => {
      const { product: slug, action, input = {}, follower } = await readRun(request)
      const next = follower === undefined ? undefined : this.followers.checked(caller, follower)
      return { slug, action, fields: input, follower: next }
    })
  }

  /** `POST /api/v1/products/runs/{id}/replay`: runs a run again that failed or was cancelled, as a new one in the name of the caller. */
  async replay(request: HostRequest, id: string): Promise<void> {
    await this.#start(request, { replayOf: id }, async caller => {
      const mayRepeat = readFlag('mayRepeat', readQuery(request, ['mayRepeat'])('mayRepeat'))
      await requireNoBody(request)
      return this.runs.repeated(caller, id, mayRepeat)
    })
  }

  /** `POST /api/v1/products/schedules/{id}/run`: starts what a schedule runs at once, in the name of the caller. */
  async runSchedule(request: HostRequest, id: string): Promise<void> {
    await this.#start(request, { schedule: id }, async caller => {
      await requireNoBody(request)
      return this.schedules.runOf(caller, id)
    })
  }

  /** Starts a run that does not come from a request to execute. */
  async #start(request: HostRequest, origin: RunOrigin, find: (caller: Caller) => Promise<RepeatedRun>): Promise<void> {
    const { context } = request
    const caller = await this.authentication.admit(request)
    const key = idempotencyKey(request)
    const { slug, action, fields, follower } = await find(caller)
    Object.assign(context.notes, { product: slug, action })
    const running = this.pipeline.run({
      via: 'request',
      slug,
      action,
      requestId: context.requestId,
      startedAt: context.startedAt,
      endsAt: context.startedAt + longestCallMs,
      depth: 1,
      cancellation: context.cancellation,
      span: context.span,
      identify: async () => ({ caller }),
      read: () => ({ action, fields, issues: [], idempotencyKey: key, isAsync: true, origin: { ...origin, follower } })
    })
    const { kind, reply } = await running.catch(error => {
      throw inMember(error, 'input')
    })
    if (kind === 'replay') context.notes.replayed = true
    sendReply(context, reply)
  }

  /** The reply of a run that ends within the time that its caller waits for it; otherwise where the run is. */
  async #awaited({ caller, waitMs, cancellation }: HttpCall, accepted: Reply): Promise<Reply> {
    const { Location = '', 'Idempotent-Replayed': isReplay } = accepted.headers
    const id = runIdOf(Location)
    if (id === undefined || waitMs === 0 || !caller) return accepted
    await this.runs.ended(caller, id, waitMs, cancellation.signal)
    const reply = await this.runs.replyOf(caller, id)
    if (!reply) return accepted
    const headers = {
      ...reply.headers,
      ...(isReplay !== undefined && { 'Idempotent-Replayed': isReplay }),
      'Preference-Applied': `respond-async, wait=${waitMs / 1_000}`
    }
    return { ...reply, headers }
  }
}

/** A refusal of an input, for a caller to whom it is a member of something else. */
function inMember(error: unknown, name: string): unknown {
  if (!(error instanceof Problem) || error.code !== 'invalid_input' || !error.options.errors) return error
  const errors = error.options.errors.map(issue => ({ ...issue, pointer: `#/${name}${issue.pointer.slice(1)}` }))
  return new Problem(error.code, error.detail, { ...error.options, errors })
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
  readonly span: Call['span']
  /** How long the caller waits for a run, in milliseconds. */
  readonly waitMs: number
  /** Known once it was identified. */
  caller: Caller | undefined
  readonly #context: RequestContext
  readonly #preference: Preference

  constructor(
    private readonly request: HostRequest,
    readonly slug: string,
    private readonly authentication: Authentication,
    private readonly requestLog: RequestLog,
    { waitSeconds }: Rates
  ) {
    const { context } = request
    this.#context = context
    this.requestId = context.requestId
    this.startedAt = context.startedAt
    this.endsAt = context.startedAt + longestCallMs
    this.cancellation = context.cancellation
    this.span = context.span
    this.#preference = preferenceOf(request, waitSeconds)
    this.waitMs = this.#preference.waitMs
  }

  async identify(): Promise<Identified> {
    const identified = await this.authentication.identify(this.request, { runs: true })
    this.caller = identified.caller
    return identified
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
    const { isAsync } = this.#preference
    if (!('confirmation' in fields) || hasOwnConfirmation(product, action)) {
      if (key !== undefined) this.requestLog.continueAfterDisconnect(this.#context)
      return { action, fields, issues, idempotencyKey: key, isAsync }
    }
    if (isAsync)
      throw new Problem('invalid_header', 'A plan is confirmed in one request: send it without Prefer: respond-async.')
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

/** What a request prefers (RFC 7240). */
interface Preference {
  readonly isAsync: boolean
  readonly waitMs: number
}

/** A `Prefer` that names `respond-async`, with the seconds of `wait`, at most so many; other preferences are ignored. */
function preferenceOf({ headers }: IncomingMessage, most: number): Preference {
  const prefer = headers.prefer
  if (prefer === undefined) return synchronous
  const preferences = String(prefer)
    .split(',')
    .map(each => each.trim().toLowerCase())
  const wait = preferences.map(each => /^wait\s?=\s?"?(\d{1,6})"?$/.exec(each)?.[1]).find(each => each !== undefined)
  return {
    isAsync: preferences.includes('respond-async'),
    waitMs: Math.min(most, Number(wait ?? 0)) * 1_000
  }
}

const synchronous: Preference = { isAsync: false, waitMs: 0 }

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
