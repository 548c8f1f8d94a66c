import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { type Issue, type Static, Type } from '@product-host/sdk'
import { compileInput, wireSchema } from '@product-host/sdk/runtime'
import { isJsonObject, memberOf } from '../base/json.js'
import { Problem } from '../base/problems.js'
import type { Reply } from '../base/reply.js'
import type { Rates } from '../deployment.js'
import type { CallResult } from '../execution/call.js'
import type { Pipeline } from '../execution/pipeline.js'
import { type Runs, type RunView, runIdOf } from '../execution/runs.js'
import { runToolNames } from '../products/tool-names.js'
import { runStatuses } from '../runs/run-records.js'
import { askForRun } from './confirmation.js'
import { answerResult, type McpRequest, replayResult, ToolCall } from './tool-call.js'

type Arguments = Readonly<Record<string, unknown>>
type RunTool = (sent: Arguments, request: McpRequest) => Promise<CallToolResult>

const Start = Type.Object({
  product: Type.String({ maxLength: 64, description: 'Its slug.' }),
  action: Type.String({ maxLength: 64, description: 'The name of the action, without the slug.' }),
  input: Type.Unsafe<Arguments>({ type: 'object', default: {}, description: "The arguments of the action's tool." }),
  idempotencyKey: Type.Optional(
    Type.String({ pattern: '^[ -~]{1,255}$', description: 'The same request with the same key starts one run only.' })
  )
})
const id = Type.String({ pattern: '^run_[0-9A-Z]{26}$', description: 'The id that runs_start returned.' })
const Status = Type.Object({
  id,
  wait: Type.Integer({
    minimum: 0,
    maximum: 300,
    default: 0,
    description:
      "Seconds to wait for the end of the run, fewer than your client's timeout; the host waits 60 unless it is set otherwise."
  })
})
const Cancel = Type.Object({ id })

const readStart = argumentsReader(Start)
const readStatus = argumentsReader(Status)
const readCancel = argumentsReader(Cancel)

/** The host's own tools for actions that take longer than a client waits: each is one request, of a run that is also seen over HTTP. */
export class RunTools {
  readonly listed: readonly Tool[] = [start, status, cancel]

  constructor(
    private readonly pipeline: Pipeline,
    private readonly runs: Runs,
    private readonly publicUrl: string,
    private readonly rates: Pick<Rates, 'waitSeconds'>
  ) {}

  /** The tool with a name; undefined where it is none of these. What it throws is a `Problem`. */
  find(name: string): RunTool | undefined {
    switch (name) {
      case runToolNames.start:
        return (sent, request) => this.#start(sent, request)
      case runToolNames.status:
        return (sent, request) => this.#status(sent, request)
      case runToolNames.cancel:
        return (sent, request) => this.#cancel(sent, request)
      default:
        return undefined
    }
  }

  async #start(sent: Arguments, request: McpRequest): Promise<CallToolResult> {
    const { product: slug, action, input, idempotencyKey } = readStart(sent, request)
    const call = new ToolCall(request, { slug, action }, input, { idempotencyKey, isAsync: true })
    const result = await this.pipeline.run(call).catch(error => {
      throw withinInput(error)
    })
    const started = runIdOf(result.reply.headers.Location ?? '')
    if (started === undefined) return unstarted(result, call)
    return this.#shown(await this.runs.show(request.identified.caller, started))
  }

  async #status(sent: Arguments, request: McpRequest): Promise<CallToolResult> {
    const { id, wait } = readStatus(sent, request)
    const { identified, context } = request
    const seconds = Math.min(wait, this.rates.waitSeconds)
    return this.#shown(await this.runs.ended(identified.caller, id, seconds * 1_000, context.signal))
  }

  async #cancel(sent: Arguments, request: McpRequest): Promise<CallToolResult> {
    const { id } = readCancel(sent, request)
    return this.#shown(await this.runs.cancel(request.identified.caller, id))
  }

  /** A run as the result of a tool. The tool has not failed where the run has. */
  #shown(run: RunView): CallToolResult {
    const sentence = `Run ${run.id} of ${run.productId}.${run.action} ${stateOf(run)}`
    const fix = askForRun(run, this.publicUrl)
    return resultOf(fix === undefined ? sentence : `${sentence} ${fix}`, run)
  }
}

/** Reads the arguments of a tool, and ignores what it does not know. Throws a 400 `Problem` with every issue. */
function argumentsReader<Schema extends Type.TObject>(
  schema: Schema
): (sent: Arguments, request: McpRequest) => Static<Schema> {
  const check = compileInput(schema)
  return (sent, { argumentIssues }) => {
    const value = { ...sent }
    const errors = [...argumentIssues, ...check(value)]
    if (errors.length > 0) throw invalidArguments(errors)
    return value as Static<Schema>
  }
}

function invalidArguments(errors: readonly Issue[]): Problem {
  return new Problem('invalid_input', 'The arguments do not fit; see errors.', { errors })
}

/** The issues of an action's input stand within the argument `input`. */
function withinInput(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.options.errors) return error
  const errors = error.options.errors.map(issue => ({ ...issue, pointer: `#/input${issue.pointer.slice(1)}` }))
  return new Problem(error.code, error.detail, { ...error.options, errors })
}

/** The answer to a request that starts no run: an input that is refused, or a key that was answered without a run. */
function unstarted(result: CallResult, { plan, requestId }: ToolCall): CallToolResult {
  if (!plan) throw new Error('A call was answered before its action was known.')
  if (result.kind === 'answer') return answerResult(result.answer, plan, requestId)
  if (result.kind === 'accepted') throw new Error('A run was accepted that has no address.')
  const replayed = replayResult(result, plan, requestId)
  return replayed.isError ? replayed : resultOf('The key was answered before, without a run.', answered(result.reply))
}

/** An answer that was given without a run, with the members that a run has. */
function answered({ text }: Reply): object {
  const result = JSON.parse(text)
  const { productId, action, requestId } = result
  return { productId, action, status: 'succeeded', requestId, result }
}

function resultOf(sentence: string, structuredContent: object): CallToolResult {
  return {
    content: [
      { type: 'text', text: sentence },
      { type: 'text', text: JSON.stringify(structuredContent) }
    ],
    structuredContent: { ...structuredContent }
  }
}

function stateOf({ status, result, problem, progress }: RunView): string {
  switch (status) {
    case 'queued':
      return `waits to be run. Call ${runToolNames.status} with its id and "wait" for the result.`
    case 'running':
      return `is running${progressOf(progress)}. Call ${runToolNames.status} with its id and "wait" for the result.`
    case 'cancelled':
      return 'was cancelled.'
    default: {
      const said = memberOf(result, 'summary') ?? memberOf(problem, 'detail') ?? hidden
      return `has ${status}: ${String(said)}`
    }
  }
}

const hidden = 'what it came to is shown only to a key with every scope of the one that started it.'

function progressOf(progress: unknown): string {
  const text = progressText(progress)
  return text === undefined ? '' : ` (${text})`
}

/** How far a run has come, in words; undefined where it did not say. */
export function progressText(progress: unknown): string | undefined {
  if (!isJsonObject(progress)) return undefined
  const { done, total, message } = progress
  const far = total === undefined ? String(done) : `${String(done)} of ${String(total)}`
  return typeof message === 'string' ? `${far}: ${message}` : far
}

const outputSchema: NonNullable<Tool['outputSchema']> = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    productId: { type: 'string' },
    action: { type: 'string' },
    status: { type: 'string', enum: [...runStatuses] },
    progress: { type: 'object' },
    result: {
      type: 'object',
      description: 'The answer of the action, once the run has ended; a failure if its ok is false.'
    },
    problem: { type: 'object', description: 'The refusal that ended the run.' },
    requestId: { type: 'string' }
  },
  required: ['productId', 'action', 'status', 'requestId']
}

const start: Tool = {
  name: runToolNames.start,
  title: 'Start a run',
  description: `Runs an action in the background, for one that may take longer than your client waits for a tool (often 60 s). Returns \
at once with the id of a run, whose result ${runToolNames.status} returns.`,
  inputSchema: schemaOf(Start),
  outputSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
}

const status: Tool = {
  name: runToolNames.status,
  title: 'Get a run',
  description: `The status of a run, and its result once it has ended. Waits for that if asked.`,
  inputSchema: schemaOf(Status),
  outputSchema,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
}

const cancel: Tool = {
  name: runToolNames.cancel,
  title: 'Cancel a run',
  description: 'Cancels a run that waits or runs; what its action has done by then stays done.',
  inputSchema: schemaOf(Cancel),
  outputSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }
}

function schemaOf(schema: Type.TObject): Tool['inputSchema'] {
  return { ...wireSchema(schema), type: 'object' }
}
