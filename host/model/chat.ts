import { ModelError, type ModelMessage, type ModelTool, type ModelToolCall } from '@product-host/sdk'

/** Where the operator's model answers, in the form of OpenAI's chat completions. */
export interface ModelEndpoint {
  /** The address that `/chat/completions` is added to. */
  readonly url: string
  readonly apiKey: string | undefined
  readonly name: string
}

/** One turn that the model is asked for. */
export interface Turn {
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly ModelTool[]
  /** JSON Schema that the answer's text has to fit. */
  readonly schema?: unknown
  readonly maxTokens?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What the model said. */
export interface Said {
  readonly content: string
  readonly toolCalls: readonly ModelToolCall[]
  readonly tokens: number
}

/** Longest that one turn may take, in milliseconds. */
const longestTurnMs = 12_000
/** Longest answer that is read, in bytes. */
const longestAnswer = 1024 * 1024

/** Asks the endpoint for one turn. Rejects with `ModelError`; nothing that the endpoint said stands in its message. */
export async function chat(endpoint: ModelEndpoint, turn: Turn, timeoutMs = longestTurnMs): Promise<Said> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = turn.signal ? AbortSignal.any([timeout, turn.signal]) : timeout
  try {
    const response = await fetch(`${endpoint.url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        'Content-Type': 'application/json',
        ...(endpoint.apiKey !== undefined && { Authorization: `Bearer ${endpoint.apiKey}` })
      },
      body: JSON.stringify(requestBody(endpoint, turn))
    })
    if (!response.ok) throw new ModelError('unavailable', `The model's endpoint answered ${response.status}.`)
    return said(JSON.parse(await readText(response)))
  } catch (error) {
    if (error instanceof ModelError) throw error
    if (timeout.aborted) throw new ModelError('timeout', `The model did not answer within ${timeoutMs} ms.`)
    if (turn.signal?.aborted) throw turn.signal.reason
    if (error instanceof SyntaxError) throw new ModelError('bad_answer', 'The answer of the endpoint is not JSON.')
    throw new ModelError('unavailable', 'The endpoint of the model cannot be reached.')
  }
}

function requestBody({ name }: ModelEndpoint, { messages, tools = [], schema, maxTokens }: Turn): object {
  return {
    model: name,
    messages: messages.map(wireMessage),
    ...(tools.length > 0 && { tools: tools.map(each => ({ type: 'function', function: each })) }),
    ...(schema !== undefined && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens })
  }
}

function wireMessage(message: ModelMessage): object {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content,
        ...(message.toolCalls && { tool_calls: message.toolCalls.map(wireCall) })
      }
    default:
      return message
  }
}

function wireCall({ id, name, arguments: parameters }: ModelToolCall): object {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(parameters) } }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new ModelError('bad_answer', `The answer is longer than ${longestAnswer} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function said(body: unknown): Said {
  const { choices, usage } = record(body)
  const message = record(record(Array.isArray(choices) ? choices[0] : undefined).message)
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.map(toolCall) : []
  if (typeof message.content !== 'string' && calls.length === 0)
    throw new ModelError('bad_answer', 'The model said nothing.')
  const tokens = record(usage).total_tokens
  return {
    content: typeof message.content === 'string' ? message.content : '',
    toolCalls: calls,
    tokens: typeof tokens === 'number' && Number.isFinite(tokens) ? tokens : 0
  }
}

function toolCall(call: unknown): ModelToolCall {
  const { id, function: called } = record(call)
  const { name, arguments: text } = record(called)
  if (typeof id !== 'string' || typeof name !== 'string' || typeof text !== 'string')
    throw new ModelError('bad_answer', 'The model called a function in a form that is not known.')
  return { id, name, arguments: record(JSON.parse(text || '{}')) }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
