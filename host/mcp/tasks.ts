import {
  type CallToolResult,
  fromJsonSchema,
  type jsonSchemaValidator,
  MissingRequiredClientCapabilityError,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server
} from '@modelcontextprotocol/server'
import type { Caller } from '../base/caller.js'
import { isJsonObject, type JsonObject, memberOf } from '../base/json.js'
import { Problem } from '../base/problems.js'
import type { Pipeline } from '../execution/pipeline.js'
import { isRunId, type Runs, type RunView, runIdOf } from '../execution/runs.js'
import { mayAsk } from '../products/describe.js'
import type { Registry } from '../products/registry.js'
import { progressText } from './run-tools.js'
import { answerResult, type McpRequest, refusalResult, replayResult, ToolCall } from './tool-call.js'
import type { ActionTool, ToolSet } from './tools.js'

/** The extension of the protocol by which a call of a tool returns a handle in place of its result (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks'
const capabilitiesMember = 'io.modelcontextprotocol/clientCapabilities'

/** An action whose deadline is longer is one that a client may not wait for, in milliseconds. */
const longMs = 30_000
/** How often a client should ask for a task, in milliseconds: each time counts in the rate of its key. */
const pollIntervalMs = 2_000
/** Tasks that one stream follows at most. */
const mostFollowed = 20
/** How often the key or session of a client that follows tasks is checked, in milliseconds. */
const checkEveryMs = 15_000

/** A call of a tool that is answered with a task. */
interface TaskCall {
  readonly tool: ActionTool
  readonly sent: JsonObject
}

/** Parameters of every method of the extension. */
interface TaskParameters {
  readonly taskId: string
}

/** Whether a message is of a revision that has the extension. */
export function mayDeclareTasks({ params }: JsonObject): boolean {
  return memberOf(memberOf(params, '_meta'), PROTOCOL_VERSION_META_KEY) !== undefined
}

/**
 * Runs as tasks of the extension: a task is a run and has its id, so that both are seen, cancelled and stored as one. The host decides which
 * calls become tasks: those of actions that may take long, unless the action may ask a person, which has to come first.
 */
export class Tasks {
  readonly #parameters

  constructor(
    private readonly pipeline: Pipeline,
    private readonly runs: Runs,
    private readonly registry: Registry,
    validator: jsonSchemaValidator
  ) {
    const properties = { taskId: { type: 'string' } } as const
    this.#parameters = fromJsonSchema<TaskParameters>({ type: 'object', properties, required: ['taskId'] }, validator)
  }

  /** The call of a message, if it is answered with a task; undefined for every other message. */
  callOf({ message }: McpRequest, tools: ToolSet): TaskCall | undefined {
    const { method, params } = message
    if (method !== 'tools/call' || !isJsonObject(params) || !declaresTasks(message)) return undefined
    const { name, arguments: sent = {}, inputResponses, requestState } = params
    const tool = typeof name === 'string' ? tools.get(name) : undefined
    if (!tool || !isJsonObject(sent) || inputResponses !== undefined || requestState !== undefined) return undefined
    const { deadlineMs, action } = tool.plan
    return deadlineMs > longMs && !mayAsk(action) ? { tool, sent } : undefined
  }

  /** The task of a call, which is durable then; or what the call is refused with. Throws a `Problem`. */
  async start({ tool: { plan }, sent }: TaskCall, request: McpRequest): Promise<Result> {
    const called = { slug: plan.product.slug, action: plan.name }
    const result = await this.pipeline.run(new ToolCall(request, called, sent, { isAsync: true }))
    if (result.kind === 'answer') return answerResult(result.answer, plan, request.context.requestId)
    const id = runIdOf(result.reply.headers.Location ?? '')
    if (id === undefined) throw new Error('A call was accepted without the address of its run.')
    const run = await this.runs.show(request.identified.caller, id)
    return { resultType: 'task', ...this.#stateOf(run), status: 'working' }
  }

  /** Answers the methods of the extension. `refused` makes an error of the protocol of what was thrown. */
  serve(server: Server, request: McpRequest, refused: (error: unknown) => ProtocolError): void {
    const { caller } = request.identified
    const methods = {
      'tasks/get': (id: string) => this.#get(request, id),
      // No task waits for input, so that every response is to a question which was not asked.
      'tasks/update': (id: string) => this.runs.show(caller, id).then(() => ({})),
      'tasks/cancel': (id: string) => this.runs.cancel(caller, id).then(() => ({}))
    }
    for (const [method, answer] of Object.entries(methods))
      server.setRequestHandler(method, { params: this.#parameters }, async ({ taskId }): Promise<Result> => {
        if (!declaresTasks(request.message)) throw undeclared()
        try {
          if (!isRunId(taskId)) throw new Problem('not_found', 'This account has no task with this id.')
          return await answer(taskId)
        } catch (error) {
          throw refused(error)
        }
      })
  }

  async #get({ identified: { caller } }: McpRequest, id: string): Promise<Result> {
    return this.#shown(caller, await this.runs.show(caller, id))
  }

  /** A task as it is, with its result once it has one. */
  async #shown(caller: Caller, run: RunView): Promise<Result> {
    const state = this.#stateOf(run)
    return state.status === 'completed' ? { ...state, result: await this.#resultOf(run, caller) } : state
  }

  /**
   * The tasks that a message asks to follow. Throws an error of the protocol where the client does not declare the extension, and for what is
   * no list of ids.
   */
  followedBy(message: JsonObject): readonly string[] {
    const ids = memberOf(memberOf(message.params, 'notifications'), 'taskIds')
    if (ids === undefined) return []
    if (!declaresTasks(message)) throw undeclared()
    if (!Array.isArray(ids) || ids.length > mostFollowed || ids.some(id => typeof id !== 'string'))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `taskIds is no list of ${mostFollowed} ids at most.`)
    return [...new Set<string>(ids)]
  }

  /**
   * A task whenever it differs from before, first of all as it is, until it has ended. Every 15 s the caller is read anew, and undefined
   * comes. Throws a `Problem`: 404 for a task that the caller does not see, 401 when its key has ended.
   */
  async *states(callers: () => Promise<Caller>, id: string, signal: AbortSignal): AsyncGenerator<Result | undefined> {
    if (!isRunId(id)) throw new Problem('not_found', 'This account has no task with this id.')
    let known = ''
    const stateIn = (run: RunView) => JSON.stringify(this.#stateOf(run))
    while (!signal.aborted) {
      const caller = await callers()
      const run = await this.runs.changed(caller, id, each => stateIn(each) === known, checkEveryMs, signal)
      yield stateIn(run) === known ? undefined : await this.#shown(caller, run)
      known = stateIn(run)
      if (statusOf(run) !== 'working') return
    }
  }

  #stateOf(run: RunView) {
    const { id, createdAt, startedAt, endedAt, cancelRequestedAt, progress } = run
    const statusMessage = progressText(progress)
    return {
      taskId: id,
      status: statusOf(run),
      ...(statusMessage !== undefined && { statusMessage }),
      createdAt,
      lastUpdatedAt: endedAt ?? cancelRequestedAt ?? startedAt ?? createdAt,
      ttlMs: this.runs.storedMs,
      pollIntervalMs
    }
  }

  /** What the call would have returned, had its client waited. */
  async #resultOf({ id, productId, action, requestId }: RunView, caller: Caller): Promise<CallToolResult & Result> {
    const reply = await this.runs.replyOf(caller, id)
    const plan = this.registry.bySlug.get(productId)?.plans.get(action)
    const result = reply
      ? replayResult({ kind: 'replay', reply }, plan, requestId)
      : refusalResult(new Problem('insufficient_scope', hidden), requestId)
    return { resultType: 'complete', ...result }
  }
}

const hidden = 'The task was started with a key that has scopes which this one lacks, so that its result is not shown.'

/** The protocol's error for a problem: parameters that are wrong, or a fault of the host. */
export function taskError({ status, code, detail, isRetryable }: Problem): ProtocolError {
  const rpcCode = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(rpcCode, detail, { code, retryable: isRetryable })
}

function undeclared(): ProtocolError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } }
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities },
    'The request does not declare the extension.'
  )
}

/** Whether a message declares the extension: a client declares it with every request. */
function declaresTasks(message: JsonObject): boolean {
  const capabilities = memberOf(memberOf(message.params, '_meta'), capabilitiesMember)
  return mayDeclareTasks(message) && isJsonObject(memberOf(memberOf(capabilities, 'extensions'), tasksExtension))
}

/** A failed run is a completed call whose result is an error. */
function statusOf({ status }: RunView): 'working' | 'completed' | 'cancelled' {
  if (status === 'queued' || status === 'running') return 'working'
  return status === 'cancelled' ? 'cancelled' : 'completed'
}
