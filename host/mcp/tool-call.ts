import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Answer, Context, Issue, Progress } from '@product-host/sdk'
import type { Problem } from '../base/problems.js'
import { type Call, type CallInput, type CallResult, type Identified, longestCallMs } from '../execution/call.js'
import type { RequestContext } from '../http/message.js'
import type { ActionPlan, Mounted } from '../products/registry.js'
import type { Cancellation } from '../resilience/cancellation.js'

/** A message of the Model Context Protocol whose caller was authenticated. */
export interface McpRequest {
  readonly context: RequestContext
  /** Of the message, in a trace that is recorded. */
  readonly span: Call['span']
  readonly identified: Identified
  /** The product of the address; undefined for the address of all products. */
  readonly product: Mounted | undefined
  readonly message: Readonly<Record<string, unknown>>
  /** Whether the client asked for the schemas of answers. */
  readonly hasOutputSchemas: boolean
  /** Issues of a tool's arguments that are known before the schema checks them. */
  readonly argumentIssues: readonly Issue[]
}

/** The result of a message in addition to its JSON-RPC answer. */
export interface McpOutcome {
  /** The id of the message, once it is read. */
  id?: string | number
  /** Of the message, once it is read. */
  span?: Call['span']
  /** A refusal that is answered as HTTP, whatever the protocol's handler answers. */
  refusal?: Problem
}

/** The action that a call names; there may be none. */
interface CalledAction {
  readonly slug: string
  readonly action: string
}

/** What goes with a call of a tool. */
interface ToolCallOptions {
  readonly progress?: Context['progress'] | undefined
  /** The id of a plan that the person at the client has confirmed. */
  readonly confirmation?: string | undefined
  readonly confirmsBy?: Call['confirmsBy']
  readonly idempotencyKey?: string | undefined
  /** Whether the call is accepted as a run. */
  readonly isAsync?: boolean
}

/** A call of a tool, as a call of its action. */
export class ToolCall implements Call {
  readonly via = 'request'
  readonly depth = 1
  readonly confirmsBy: Call['confirmsBy']
  readonly slug: string
  readonly action: string
  readonly requestId: string
  readonly startedAt: number
  readonly endsAt: number
  readonly cancellation: Cancellation
  readonly span: Call['span']
  readonly progress: Context['progress'] | undefined
  /** Known once the action is. */
  plan: ActionPlan | undefined
  readonly #context: RequestContext
  readonly #options: ToolCallOptions

  constructor(
    private readonly request: McpRequest,
    { slug, action }: CalledAction,
    private readonly sent: Readonly<Record<string, unknown>>,
    options: ToolCallOptions
  ) {
    const { context } = request
    this.progress = options.progress
    this.confirmsBy = options.confirmsBy
    this.#options = options
    this.#context = context
    this.slug = slug
    this.action = action
    this.requestId = context.requestId
    this.startedAt = context.startedAt
    this.endsAt = context.startedAt + longestCallMs
    this.cancellation = context.cancellation
    this.span = request.span
  }

  async identify(): Promise<Identified> {
    return this.request.identified
  }

  found(): void {
    this.#context.notes.product = this.slug
  }

  /** What a person agrees to is not for a model to say: such fields have no effect, whoever sends them. */
  read({ plans }: Mounted): CallInput {
    const { confirmation, idempotencyKey, isAsync = false } = this.#options
    const hidden: readonly string[] = plans.get(this.action)?.action.confirmationFields ?? []
    const own = Object.entries(this.sent).filter(([name]) => !hidden.includes(name))
    const fields = Object.fromEntries(own)
    const issues = this.request.argumentIssues
    return { action: this.action, fields, issues, confirmation, idempotencyKey, isAsync }
  }

  planned(plan: ActionPlan): void {
    this.plan = plan
    this.#context.notes.action = plan.name
  }

  passed(phase: string): void {
    this.#context.mark(phase)
  }
}

/** The shortest time between two reports of progress, in milliseconds. */
const everyMs = 20

/** Longest message of a report, in characters. */
const longestMessage = 1_000

/**
 * Sends the progress that an action reports to the client. The protocol requires that it is finite and increases. Of reports that
 * follow each other too closely, only the last one is sent, after the shortest time or when the action ends.
 */
export class ProgressReporter {
  #last = Number.NEGATIVE_INFINITY
  #sentAt = Number.NEGATIVE_INFINITY
  #held: Progress | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly send: (progress: Progress) => void) {}

  readonly report: Context['progress'] = ({ done, total, message }) => {
    if (!Number.isFinite(done) || done <= this.#last) return
    this.#last = done
    this.#held = {
      done,
      ...(Number.isFinite(total) && { total: Number(total) }),
      ...(message !== undefined && { message: String(message).slice(0, longestMessage) })
    }
    const waitMs = this.#sentAt + everyMs - performance.now()
    if (waitMs <= 0) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), waitMs)
  }

  /** Sends what has not been sent yet. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const held = this.#held
    if (!held) return
    this.#held = undefined
    this.#sentAt = performance.now()
    this.send(held)
  }
}

/** What a failed call says, whatever kind of failure it is. */
interface Failure {
  readonly code: string
  readonly message: string
  /** What the caller can do about it. */
  readonly fix: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  readonly requestId: string
}

/** An answer as the result of a tool; an expected failure is an error of the tool. */
export function answerResult(
  { ok, summary, metrics, detail }: Answer,
  plan: ActionPlan | undefined,
  requestId: string
): CallToolResult {
  if (!ok) return failureResult(expectedFailure(detail, plan, requestId), detail)
  const structuredContent = { summary, metrics, detail, requestId }
  return {
    content: [
      { type: 'text', text: summary },
      { type: 'text', text: JSON.stringify(structuredContent) }
    ],
    structuredContent
  }
}

/** The result of a plan that has to be confirmed, where the client cannot ask its person. */
export function unconfirmedResult(
  { summary, detail }: Answer,
  { fix, ...more }: { readonly fix: string },
  requestId: string
): CallToolResult {
  return failureResult(
    { code: 'needs_confirmation', message: summary, fix, retryable: false, requestId },
    { ...detail, ...more }
  )
}

/** A reply that was given before as the result of a tool; that of a confirmed plan says so, since the call itself did nothing. */
export function replayResult(
  { reply: { status, text }, isConfirmed }: Extract<CallResult, { kind: 'replay' }>,
  plan: ActionPlan | undefined,
  requestId: string
): CallToolResult {
  const body = JSON.parse(text)
  const { code, detail, retryable } = body
  const result =
    status === 200
      ? answerResult(body, plan, requestId)
      : failureResult({ code, message: detail, fix: detail, retryable, requestId }, {})
  return isConfirmed ? { ...result, content: [...result.content, confirmedNote] } : result
}

const confirmedNote = {
  type: 'text',
  text: [
    'The account holder confirmed the plan of this call, and it was run once. This is its answer; one minute from now on, the same',
    'call asks for a new plan.'
  ].join(' ')
} as const

/** A refusal as the result of a tool, with what the caller can do about it. */
export function refusalResult(problem: Problem, requestId: string): CallToolResult {
  const { code, detail, options, isRetryable } = problem
  const { errors, checks, links } = options
  const fix = errors?.length ? [...new Set(errors.map(error => error.fix))].join(' ') : detail
  const failure = { code, message: detail, fix, retryable: isRetryable, requestId }
  return failureResult(failure, {
    ...(errors?.length && { errors }),
    ...(checks && { checks }),
    ...(links && { links })
  })
}

/** It has no structured content: that would have to fit the schema of what the tool returns when it succeeds. */
function failureResult(failure: Failure, more: object): CallToolResult {
  const { message, fix } = failure
  return {
    isError: true,
    content: [
      { type: 'text', text: message === fix ? message : `${message} ${fix}` },
      { type: 'text', text: JSON.stringify({ ok: false, ...more, ...failure }) }
    ]
  }
}

/** The plan is not known of an action that is gone. */
function expectedFailure({ error }: Answer['detail'], plan: ActionPlan | undefined, requestId: string): Failure {
  const { code = 'failed', message = '', retryable = false } = isExpected(error) ? error : {}
  return { code, message, fix: plan?.action.errors?.[code] ?? message, retryable, requestId }
}

function isExpected(error: unknown): error is { code?: string; message?: string; retryable?: boolean } {
  return typeof error === 'object' && error !== null
}
