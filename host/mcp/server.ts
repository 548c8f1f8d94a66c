import type { IncomingHttpHeaders } from 'node:http'
import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
  Server,
  type ServerContext
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { notConfirmed } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { demoKeyId } from '../base/caller.js'
import { memberOf } from '../base/json.js'
import { asProblem } from '../base/problems.js'
import { jsonReply, type Reply } from '../base/reply.js'
import { allScopes, covers } from '../base/scopes.js'
import type { Rates } from '../deployment.js'
import type { Call } from '../execution/call.js'
import type { Pipeline } from '../execution/pipeline.js'
import type { Runs } from '../execution/runs.js'
import type { RequestLog } from '../http/request-log.js'
import type { Mounted, Registry } from '../products/registry.js'
import { findToolName } from '../products/tool-names.js'
import type { Settings } from '../settings.js'
import type { AcceptedTypes } from './accept.js'
import { askElsewhere, askOnPage, askPerson, canAskPerson, personsAnswer } from './confirmation.js'
import { findTool, runFindTool } from './find-tool.js'
import { paramHeaderConflict } from './param-headers.js'
import { plainCall } from './plain-call.js'
import { listResources, readResource } from './resources.js'
import { RunTools } from './run-tools.js'
import { followedLists, type Subscription, subscriptionMessages } from './subscription-stream.js'
import { mayDeclareTasks, Tasks, taskError, tasksExtension } from './tasks.js'
import {
  answerResult,
  type McpOutcome,
  type McpRequest,
  ProgressReporter,
  refusalResult,
  replayResult,
  ToolCall,
  unconfirmedResult
} from './tool-call.js'
import { type ActionTool, mayRun, ToolCatalogue, type ToolSet, withoutOutputSchema } from './tools.js'

/** What the server of the protocol works with. */
export interface McpParts {
  readonly pipeline: Pipeline
  readonly runs: Runs
  readonly rates: Rates
  readonly registry: Registry
  readonly requestLog: RequestLog
  readonly settings: Settings
  readonly logger: Logger
}

/** Tools on one page of a list. */
const pageLength = 100

/** How long a client may use what it was told, in milliseconds; it is told for its own key alone. */
const cached = { ttlMs: 60_000, cacheScope: 'private' } as const

/** The code of the protocol's server for an answer that the client does not accept. */
const notAcceptable = -32_000

/** The protocol's code for headers that contradict the body. */
const headerMismatch = -32_020

/** The version of the protocol's server, which clients may show. */
const serverVersion = '1.0.0'

/** The registry over the Model Context Protocol: each message gets a server of its own, which keeps nothing. */
export class McpService {
  readonly #catalogue: ToolCatalogue
  readonly #runTools: RunTools
  readonly #tasks: Tasks
  readonly #requests = new WeakMap<Request, { readonly request: McpRequest; readonly outcome: McpOutcome }>()
  readonly #handler: ReturnType<typeof createMcpHandler>
  /** Shared, since making one takes longer than a call; servers of this host ask clients for nothing that it would check. */
  readonly #validator = new AjvJsonSchemaValidator()

  constructor(private readonly parts: McpParts) {
    this.#catalogue = new ToolCatalogue(parts.registry, parts.logger)
    this.#tasks = new Tasks(parts.pipeline, parts.runs, parts.registry, this.#validator)
    this.#runTools = new RunTools(parts.pipeline, parts.runs, parts.settings.publicUrl, parts.rates)
    this.#handler = createMcpHandler(
      ({ requestInfo }) => {
        const known = requestInfo && this.#requests.get(requestInfo)
        if (!known) throw new Error('A message of the Model Context Protocol came without its request.')
        return this.#serverFor(known.request, known.outcome)
      },
      {
        legacy: 'stateless',
        onerror: err => parts.logger.debug({ err }, 'a message of the Model Context Protocol was refused')
      }
    )
  }

  /**
   * The answer to a message that needs nothing of the protocol's own server; undefined for every other one. Throws a 429
   * `Problem`.
   */
  async answerPlainly(request: McpRequest, headers: IncomingHttpHeaders): Promise<Reply | undefined> {
    const tools = this.#toolsOf(request.product)
    const call = plainCall(request.message, headers, tools)
    if (!call || this.#tasks.callOf(request, tools)) return undefined
    const { id, tool, sent, isModern } = call
    const outcome: McpOutcome = {}
    const made = await this.#call(tool, sent, {}, request, outcome)
    if (outcome.refusal) throw outcome.refusal
    const result = isModern ? { resultType: 'complete', ...made, _meta: this.#metaOf(request.product) } : made
    return jsonReply(200, JSON.stringify({ jsonrpc: '2.0', id, result }), {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store'
    })
  }

  /** The messages of a stream that follows tasks and lists; or the error of the protocol that refuses it. */
  follow(
    { message }: McpRequest,
    headers: IncomingHttpHeaders,
    accepted: AcceptedTypes,
    following: Omit<Subscription, 'id' | 'taskIds' | 'lists'>
  ): AsyncGenerator<object | undefined, void> | Reply {
    const { id } = message
    const refused = (status: number, error: object) =>
      jsonReply(status, JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error }), {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store'
      })
    if (!accepted.stream) return refused(406, { code: notAcceptable, message: 'Accept text/event-stream.' })
    try {
      if (typeof id !== 'string' && typeof id !== 'number')
        throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'A request has an id.')
      const conflict = modernHeaderConflict(message, headers)
      if (conflict !== undefined) throw new ProtocolError(headerMismatch, conflict)
      const followed = { taskIds: this.#tasks.followedBy(message), lists: followedLists(message) }
      return subscriptionMessages(this.#tasks, this.parts.registry, { id, ...followed, ...following })
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      const { code, message, data } = error
      return refused(400, { code, message, data })
    }
  }

  #metaOf(product: Mounted | undefined): object {
    return { [SERVER_INFO_META_KEY]: identity(product) }
  }

  /** The protocol's answer to a message; its id, and a refusal that is sent as HTTP, are put into the outcome. */
  async answer(request: McpRequest, headers: Headers, outcome: McpOutcome): Promise<Response> {
    const conflict = this.#headerConflict(request, headers)
    if (conflict !== undefined) {
      const error = { code: headerMismatch, message: conflict }
      return Response.json({ jsonrpc: '2.0', id: outcome.id ?? null, error }, { status: 400 })
    }
    const sent = new Request(this.parts.settings.publicUrl, { method: 'POST', headers })
    this.#requests.set(sent, { request, outcome })
    return this.#handler.fetch(sent, { parsedBody: request.message })
  }

  /** How the headers of a call contradict its arguments; clients of 2025-11-25 and before send none. */
  #headerConflict({ message, product }: McpRequest, headers: Headers): string | undefined {
    const { method, params } = message
    if (method !== 'tools/call' || typeof params !== 'object' || params === null) return undefined
    const { name, arguments: sent, _meta: meta } = { name: undefined, arguments: {}, _meta: {}, ...params }
    const isModern = typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta
    if (!isModern || typeof name !== 'string') return undefined
    const declared = this.#toolsOf(product).get(name)?.paramHeaders ?? []
    return paramHeaderConflict(declared, sent, headers)
  }

  #toolsOf(product: Mounted | undefined): ToolSet {
    return product ? this.#catalogue.of(product) : this.#catalogue.all()
  }

  #serverFor(request: McpRequest, outcome: McpOutcome): Server {
    const { product } = request
    const products = this.#productsOf(request)
    const tools = this.#toolsOf(product)
    const runnable = () => [...tools.values()].filter(tool => mayRun(request.identified.caller.scopes, tool))
    const hasTasks = mayDeclareTasks(request.message)
    const server = new Server(identity(product), {
      capabilities: {
        // Clients of earlier revisions cannot follow the lists.
        tools: hasTasks ? { listChanged: true } : {},
        resources: hasTasks ? { listChanged: true } : {},
        prompts: {},
        ...(hasTasks && { extensions: { [tasksExtension]: {} } })
      },
      instructions: instructions(product),
      jsonSchemaValidator: this.#validator,
      cacheHints: {
        'tools/list': cached,
        'resources/list': cached,
        'resources/templates/list': cached,
        'resources/read': cached,
        'prompts/list': cached,
        'server/discover': cached
      }
    })
    server.setRequestHandler('tools/list', ({ params }) => {
      const own = runnable().map(tool => tool.listed)
      const listed = product ? own : [findTool, ...(own.length > 0 ? this.#runTools.listed : []), ...own]
      return page(request.hasOutputSchemas ? listed : listed.map(withoutOutputSchema), params?.cursor)
    })
    if (hasTasks) this.#tasks.serve(server, request, error => this.#taskRefused(error, request))
    const taskCall = this.#tasks.callOf(request, tools)
    if (taskCall) {
      // A handler of tools/call may only return what a tool returns.
      server.fallbackRequestHandler = () =>
        this.#tasks.start(taskCall, request).catch(error => this.#refused(error, request, outcome))
      return server
    }
    server.setRequestHandler('tools/call', ({ params }, context) => {
      const sent = params.arguments ?? {}
      const tool = tools.get(params.name)
      if (tool) return this.#call(tool, sent, context, request, outcome)
      if (!product && params.name === findToolName) return runFindTool(sent, runnable())
      const runTool = product ? undefined : this.#runTools.find(params.name)
      if (runTool) return runTool(sent, request).catch(error => this.#refused(error, request, outcome))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'There is no tool with this name; tools/list lists them.'
      )
    })
    server.setRequestHandler('resources/list', () => ({ resources: listResources(products) }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/read', ({ params }) =>
      readResource(params.uri, products, this.parts.settings.publicUrl)
    )
    server.setRequestHandler('prompts/list', () => ({ prompts: [] }))
    return server
  }

  #productsOf({ product, identified }: McpRequest): readonly Mounted[] {
    const { scopes = allScopes } = identified.caller
    const all = product ? [product] : this.parts.registry.all()
    return all.filter(({ slug }) => covers(scopes, `${slug}:execute`))
  }

  async #call(
    { plan }: ActionTool,
    sent: Readonly<Record<string, unknown>>,
    { mcpReq }: Partial<Pick<ServerContext, 'mcpReq'>>,
    request: McpRequest,
    outcome: McpOutcome
  ): Promise<CallToolResult | InputRequiredResult> {
    const { requestId } = request.context
    const answered = mcpReq && personsAnswer(mcpReq.inputResponses, mcpReq.requestState())
    if (answered === 'declined') return answerResult(notConfirmed(), plan, requestId)
    const progress = mcpReq && this.#progressOf(mcpReq)
    const called = { slug: plan.product.slug, action: plan.name }
    try {
      const confirmsBy = confirmationOf(request)
      const options = { progress: progress?.report, confirmation: answered?.confirmation, confirmsBy }
      const result = await this.parts.pipeline.run(new ToolCall(request, called, sent, options))
      if (result.kind === 'accepted') throw new Error('A tool call asks for no run.')
      if (result.kind === 'replay') return replayResult(result, plan, requestId)
      if (!result.plan) return answerResult(result.answer, plan, requestId)
      if (result.confirmation) return askPerson(result.plan, result.confirmation)
      const { publicUrl } = this.parts.settings
      const told = result.pending
        ? askOnPage(result.pending, publicUrl)
        : askElsewhere(called.slug, called.action, publicUrl)
      return unconfirmedResult(result.answer, told, requestId)
    } catch (error) {
      return this.#refused(error, request, outcome)
    } finally {
      progress?.flush()
    }
  }

  #refused(error: unknown, { context }: McpRequest, outcome: McpOutcome): CallToolResult {
    const problem = asProblem(error)
    this.parts.requestLog.report(context, error)
    if (problem.status === 429) outcome.refusal = problem
    return refusalResult(problem, context.requestId)
  }

  #taskRefused(error: unknown, { context }: McpRequest): ProtocolError {
    this.parts.requestLog.report(context, error)
    return taskError(asProblem(error))
  }

  /** Reports to a client that asked for it; undefined when it did not. */
  #progressOf(mcpReq: ServerContext['mcpReq']): ProgressReporter | undefined {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken === undefined) return undefined
    return new ProgressReporter(({ done, total, message }) => {
      const params = {
        progressToken,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message })
      }
      mcpReq
        .notify({ method: 'notifications/progress', params })
        .catch(err => this.parts.logger.debug({ err }, 'a report of progress could not be sent'))
    })
  }
}

/** How the headers of a message that is served without the protocol's server contradict its body. */
function modernHeaderConflict({ method, params }: McpRequest['message'], headers: IncomingHttpHeaders) {
  const version = memberOf(memberOf(params, '_meta'), PROTOCOL_VERSION_META_KEY)
  if (headers['mcp-method'] !== method) return 'The header Mcp-Method is not the method of the body.'
  if (headers['mcp-protocol-version'] !== version) return 'The header MCP-Protocol-Version is not that of the body.'
  return undefined
}

/** Nobody can sign in to the account of the demo key, which would be shown its plans. */
function confirmationOf({ message, identified }: McpRequest): Call['confirmsBy'] {
  if (canAskPerson(message)) return 'token'
  return identified.caller.keyId === demoKeyId ? undefined : 'page'
}

function identity(product: Mounted | undefined) {
  if (!product) return { name: 'product-host', title: 'Product Host', version: serverVersion }
  const { title, version } = product.mounted.product
  return { name: product.slug, title, version }
}

function instructions(product: Mounted | undefined): string {
  const about = product
    ? product.mounted.product.description
    : 'Each tool runs an action of a product. find_tool finds the tools that suit a task; runs_start runs a long one in the background.'
  return `${about} A failed call has isError and says in "fix" what to do. The resource product-host://agent.md is the guide for agents.`
}

/** A page of a list and the cursor of the next one. Throws the protocol's error for a cursor that this host did not give. */
function page<Listed>(all: readonly Listed[], cursor: string | undefined): { tools: Listed[]; nextCursor?: string } {
  const from = cursor === undefined ? 0 : Number(/^[1-9]\d{0,8}$/.exec(cursor)?.[0])
  if (!(from < Math.max(all.length, 1)))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one that this server gave.')
  const next = from + pageLength
  return { tools: all.slice(from, next), ...(next < all.length && { nextCursor: String(next) }) }
}
