import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inject, injectable } from '@product-host/sdk'
import type { Logger } from 'pino'
import { addressOfHost, hostOf, isOwnPage, originOf } from '../base/addresses.js'
import { memberOf } from '../base/json.js'
import { HOST_LOGGER } from '../base/log.js'
import { asProblem, Problem, type ProblemCode } from '../base/problems.js'
import { jsonReply, problemReply, type Reply } from '../base/reply.js'
import { RATES, type Rates } from '../deployment.js'
import { Access } from '../execution/access.js'
import { Pipeline } from '../execution/pipeline.js'
import { Runs } from '../execution/runs.js'
import { Authentication } from '../http/authentication.js'
import { callerAddress } from '../http/client-address.js'
import type { McpHandler } from '../http/listener.js'
import type { HostRequest, RequestContext } from '../http/message.js'
import { queryOf, readFlag } from '../http/query.js'
import { sendEmpty, sendEvents, sendReply } from '../http/reply.js'
import { readJson, requireJson } from '../http/request-body.js'
import { RequestLog } from '../http/request-log.js'
import { Limits } from '../limits/limits.js'
import { oauthPaths } from '../oauth/discovery.js'
import { mcpPath } from '../oauth/resources.js'
import { type Mounted, Registry } from '../products/registry.js'
import { isHostTool } from '../products/tool-names.js'
import { LoadShedder } from '../resilience/overload.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { readTraceparent, type Span } from '../tracing/spans.js'
import { type AcceptedTypes, acceptedTypes, asStream, lastMessage } from './accept.js'
import { RunningCalls } from './running-calls.js'
import type { McpService } from './server.js'
import type { McpOutcome, McpRequest } from './tool-call.js'

/**
 * `POST /mcp` and `POST /mcp/{slug}`: checks a request before the protocol's server gets it, which is loaded with the first request.
 * A refusal is answered in JSON-RPC.
 */
@injectable()
export class McpRoute implements McpHandler {
  #service: Promise<McpService> | undefined
  readonly #running = new RunningCalls()

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    private readonly gate: LoadShedder,
    private readonly authentication: Authentication,
    private readonly limits: Limits,
    private readonly access: Access,
    private readonly registry: Registry,
    private readonly pipeline: Pipeline,
    private readonly runs: Runs,
    @inject(RATES) private readonly rates: Rates,
    private readonly requestLog: RequestLog
  ) {}

  async handle(request: HostRequest, slug?: string): Promise<void> {
    const { context } = request
    const outcome: McpOutcome = {}
    context.notes.route = slug === undefined ? '/mcp' : '/mcp/:slug'
    let release: (() => void) | undefined
    try {
      const admitted = await this.#admit(request, slug, outcome)
      const client = clientOf(request)
      this.#running.cancel(admitted, client)
      release = this.#running.add(admitted, client)
      const service = await this.#load()
      const accepted = acceptedTypes(request.headers.accept)
      if (admitted.message.method === listenMethod) return await this.#follow(request, admitted, accepted, service)
      const reply = await service.answerPlainly(admitted, request.headers)
      if (reply) return sendReply(context, accepted.json ? reply : asStream(reply))
      const response = await service.answer(admitted, protocolHeaders(request, accepted), outcome)
      if (admitted.message.method === 'initialize' && response.ok) context.headers.push(sessionHeader, randomUUID())
      await sendWebResponse(context, response, accepted, () => {
        if (outcome.refusal) throw outcome.refusal
      })
    } catch (error) {
      this.fail(context, error, outcome.id)
    } finally {
      release?.()
      outcome.span?.end(context.notes.code)
    }
  }

  /** Follows tasks and lists in a stream, as long as the client reads it and may see them. */
  async #follow(request: HostRequest, admitted: McpRequest, accepted: AcceptedTypes, service: McpService) {
    const { context, identified, product } = admitted
    const leave = await this.limits.takeStream(identified.caller.account)
    try {
      const resource = this.settings.publicUrl + mcpPath(product?.slug)
      const messages = service.follow(admitted, request.headers, accepted, {
        callers: () => this.authentication.check(request, resource),
        signal: context.signal,
        isEnding: () => this.requestLog.isDraining
      })
      if ('status' in messages) sendReply(context, messages)
      else await sendEvents(request, eventsOf(messages), { 'Cache-Control': 'no-store' })
    } finally {
      leave()
    }
  }

  /** Answers with an error in JSON-RPC. */
  fail(context: RequestContext, error: unknown, id: string | number | null = null): void {
    this.requestLog.report(context, error)
    sendReply(context, refusalReply(asProblem(error), context.requestId, id))
  }

  /** The stages stand in the order in which refusals win: each throws a `Problem` of the statuses beside it. */
  async #admit(request: HostRequest, slug: string | undefined, outcome: McpOutcome): Promise<McpRequest> {
    const { context } = request
    requireOwnOrigin(request, this.settings) //                          403, 421
    requirePost(request) //                                              405
    this.gate.requireRoom() //                                           503 overloaded
    const identified = await this.#identify(request, slug) //            401, 403, 429
    requireJson(request) //                                              415
    const { value: message, issues } = await readJson(request) //        413, 400
    if (typeof message.id === 'string' || typeof message.id === 'number') outcome.id = message.id
    const hasOutputSchemas = readOutputSchemas(request) //               400
    const product = this.#product(slug, context) //                      404
    const inArguments = issues.filter(({ pointer }) => pointer.startsWith(argumentsPointer))
    if (inArguments.length < issues.length)
      throw new Problem('invalid_input', 'The message holds what it may not; see errors.', { errors: issues })
    requireKnownMethod(message) //                                       404
    // A call of an action is counted where it is run, as all calls are.
    if (!isActionCall(message)) this.limits.require(identified.rates) // 429
    outcome.span = continueTrace(context, message)
    const argumentIssues = inArguments.map(issue => ({
      ...issue,
      pointer: `#${issue.pointer.slice(argumentsPointer.length)}`
    }))
    return { context, span: outcome.span, identified, product, message, hasOutputSchemas, argumentIssues }
  }

  /** A 401 says where a client learns how to get a token (RFC 9728, section 5.1). */
  async #identify(request: HostRequest, slug: string | undefined): ReturnType<Authentication['identify']> {
    const { publicUrl } = this.settings
    try {
      return await this.authentication.identify(request, { resource: publicUrl + mcpPath(slug) })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error
      const { headers = {} } = error.options
      const { 'WWW-Authenticate': challenge = 'Bearer' } = headers
      // What is no product has no metadata, and may hold characters that no header takes.
      const path = mcpPath(this.registry.bySlug.get(slug ?? '')?.slug)
      const metadata = `resource_metadata="${publicUrl}${oauthPaths.resourceMetadata}${path}"`
      const parts = challenge === 'Bearer' ? `Bearer ${metadata}` : `${challenge}, ${metadata}`
      throw new Problem(error.code, error.detail, {
        ...error.options,
        headers: { ...headers, 'WWW-Authenticate': parts }
      })
    }
  }

  #product(slug: string | undefined, { notes }: RequestContext): Mounted | undefined {
    if (slug === undefined) return undefined
    const product = this.access.product(slug)
    notes.product = product.slug
    return product
  }

  /** A load that failed is tried again by the next request. */
  #load(): Promise<McpService> {
    this.#service ??= this.#loadService().catch(error => {
      this.#service = undefined
      throw error
    })
    return this.#service
  }

  async #loadService(): Promise<McpService> {
    const { McpService } = await import('./server.js')
    const { pipeline, runs, rates, registry, requestLog, settings, logger } = this
    return new McpService({ pipeline, runs, rates, registry, requestLog, settings, logger })
  }
}

/**
 * The session of a client of 2025-11-25, which gets its id when it initializes. The host keeps nothing of it: it only tells clients of
 * one key apart.
 */
const sessionHeader = 'Mcp-Session-Id'

/** What tells a client from others that use the same key. */
function clientOf(request: HostRequest): string {
  const session = request.headers[sessionHeader.toLowerCase()]
  return JSON.stringify([typeof session === 'string' ? session.slice(0, 128) : '', callerAddress(request)])
}

/** Whether the address asks for the schemas of answers (`?outputSchemas=true`); its other parameters are ignored. */
function readOutputSchemas(request: HostRequest): boolean {
  return readFlag('outputSchemas', queryOf(request).get('outputSchemas') ?? undefined)
}

const argumentsPointer = '#/params/arguments'

/** The headers of a request that are the protocol's own; its server gets both types where a client takes either. */
function protocolHeaders({ headers }: HostRequest, { json, stream }: AcceptedTypes): Headers {
  const own = new Headers()
  for (const name in headers) {
    const value = headers[name]
    if ((name === 'accept' || name === 'content-type' || name.startsWith('mcp-')) && typeof value === 'string')
      own.set(name, value)
  }
  if (json || stream) own.set('accept', 'application/json, text/event-stream')
  return own
}

function requirePost({ method }: HostRequest): void {
  if (method !== 'POST')
    throw new Problem('method_not_allowed', 'This address takes POST: the server keeps no sessions.', {
      headers: { Allow: 'POST' }
    })
}

/** The method by which a client asks for notifications. */
const listenMethod = 'subscriptions/listen'

/** What a filter of notifications may name here. */
const followable = ['taskIds', 'toolsListChanged', 'resourcesListChanged', 'promptsListChanged']

/** Refuses to follow nothing. What a filter names that never changes here is not acknowledged. */
function requireKnownMethod(message: McpRequest['message']): void {
  const filter = memberOf(message.params, 'notifications')
  if (message.method === listenMethod && followable.every(name => (memberOf(filter, name) ?? false) === false))
    throw new Problem(
      'not_found',
      'subscriptions/listen follows tasks (notifications.taskIds) and the lists of tools and resources (toolsListChanged, resourcesListChanged).'
    )
}

async function* eventsOf(messages: AsyncIterable<object | undefined>) {
  for await (const data of messages) yield data && { event: 'message', data }
}

function isActionCall({ method, params }: McpRequest['message']): boolean {
  return method === 'tools/call' && !isHostTool(memberOf(params, 'name'))
}

/** The trace that the message says it belongs to goes before that of the request (W3C Trace Context), or is linked to its span. */
function continueTrace(context: RequestContext, { method, params }: McpRequest['message']): Span | undefined {
  const traceparent = memberOf(memberOf(params, '_meta'), 'traceparent')
  const { span } = context
  if (typeof traceparent === 'string') {
    if (span) span.link(traceparent)
    else context.trace = readTraceparent(traceparent)?.traceId ?? context.trace
  }
  if (!span) return undefined
  // Only what can be a name: anything else is the client's own text.
  const name = nameForm.test(String(method)) ? String(method) : 'other'
  const called = method === 'tools/call' ? String(memberOf(params, 'name')) : ''
  const tool = nameForm.test(called) ? called : ''
  const about = { 'mcp.method.name': name, ...(tool !== '' && { 'gen_ai.tool.name': tool }) }
  return span.child(tool === '' ? name : `${name} ${tool}`, 'server', about)
}

const nameForm = /^[A-Za-z][A-Za-z0-9_/.-]{0,127}$/

/** Codes of JSON-RPC 2.0, section 5.1, where they say more than that the server refuses. */
const rpcCodes: Partial<Record<ProblemCode, number>> = {
  malformed_json: -32_700,
  invalid_input: -32_600,
  not_found: -32_601,
  internal_error: -32_603
}

const serverErrorCode = -32_000

/** A refusal in JSON-RPC, with the status and the headers of the problem. */
function refusalReply(problem: Problem, requestId: string, id: string | number | null): Reply {
  const { status, headers, text } = problemReply(problem, requestId)
  const { type, title, instance, ...data } = JSON.parse(text)
  const error = { code: rpcCodes[problem.code] ?? serverErrorCode, message: problem.detail, data }
  return jsonReply(status, JSON.stringify({ jsonrpc: '2.0', id, error }), {
    ...headers,
    'Content-Type': 'application/json'
  })
}

/**
 * Refuses what a foreign page can make a browser send. Throws a `Problem`: 403 for a page of another site, 421 for another host name
 * (DNS rebinding). A browser adds `Origin` to every POST of a page and sends no key by itself, so that a request with a key and
 * without `Origin` is of no page: proxies may have given it any name.
 */
function requireOwnOrigin({ headers }: IncomingMessage, settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>): void {
  const { publicUrl } = settings
  const { host = '', origin, authorization } = headers
  if (origin === undefined ? authorization !== undefined : isKnownOrigin(origin, settings)) return
  if (!isOwnHost(host, publicUrl))
    throw new Problem('misdirected_request', `Send the request to ${publicUrl}; this host has no other name.`)
  if (origin !== undefined && !isOwnPage(origin, host, publicUrl))
    throw new Problem('cross_site_request', 'The page that sends this is of another site; the operator can allow it.')
}

/** Whether a page is of the address that clients see, or one that the operator allows: whatever name a proxy has sent it to. */
function isKnownOrigin(
  origin: string,
  { publicUrl, corsOrigins }: Pick<Settings, 'publicUrl' | 'corsOrigins'>
): boolean {
  const known = originOf(origin)
  return known !== undefined && (known === originOf(publicUrl) || corsOrigins.includes(known))
}

/** An address in digits needs no name server, so that no page can have rebound it. */
function isOwnHost(host: string, publicUrl: string): boolean {
  const address = addressOfHost(host)
  if (!address) return false
  return (
    address.hostname === new URL(publicUrl).hostname || address.hostname === 'localhost' || isIP(hostOf(address)) !== 0
  )
}

/**
 * Sends a web-standard response in a type that is accepted: JSON when it is complete, a stream part by part. `check` is called when the first part is
 * there, before anything is sent; what it throws is thrown here. A caller that goes away ends the stream.
 */
async function sendWebResponse(
  context: RequestContext,
  web: Response,
  accepted: AcceptedTypes,
  check: () => void
): Promise<void> {
  const { status, body } = web
  const { connection, ...headers } = Object.fromEntries(web.headers)
  if (!body) {
    check()
    return sendEmpty(context, status, headers)
  }
  if (headers['content-type']?.startsWith('application/json')) {
    const text = await web.text()
    check()
    const reply = { status, headers: { ...headers, 'Cache-Control': 'no-store' }, text }
    return sendReply(context, status === 200 && !accepted.json && accepted.stream ? asStream(reply) : reply)
  }
  if (!accepted.stream && accepted.json) {
    const text = lastMessage(await web.text())
    check()
    if (text === undefined) throw new Problem('client_gone', 'The call was cancelled.')
    return sendReply(
      context,
      jsonReply(status, text, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    )
  }
  const reader = body.getReader()
  try {
    const first = await reader.read()
    check()
    context.isAnswered = true
    context.response.writeHead(status, context.flatHeaders(headers))
    await pipeline(Readable.from(partsOf(first, reader), { highWaterMark: 1 }), context.response)
  } catch (error) {
    if (!context.response.destroyed) throw error
  } finally {
    await reader.cancel()
  }
}

type Part = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

async function* partsOf(
  first: Part,
  reader: ReadableStreamDefaultReader<Uint8Array>
): AsyncGenerator<Uint8Array, void> {
  for (let part = first; !part.done; part = await reader.read()) yield part.value
}
