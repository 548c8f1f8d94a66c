import { ModelError, type OnModelText } from '@product-host/sdk'
import { isJsonObject, jsonObjectOf } from '../base/json.js'

/**
 * Reads a streamed answer of chat completions (server-sent events, each with a `chat.completion.chunk`) into the form of one that came
 * as a whole. `onText` receives each part of its text. Rejects with `bad_answer` for a stream that ends before the model has ended.
 */
export async function readStream(chunks: AsyncIterable<Uint8Array>, onText: OnModelText): Promise<unknown> {
  const answer = new StreamedAnswer(onText)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) answer.read(line)
  }
  answer.read(rest)
  return answer.completed()
}

/** A call of a function, of which a stream sends the arguments in parts. */
interface PartialCall {
  id: unknown
  name: unknown
  arguments: string
}

/** What a stream has brought so far. */
class StreamedAnswer {
  readonly #calls: PartialCall[] = []
  #content: string | undefined
  #refusal: unknown
  #finish: unknown
  #usage: unknown
  #isDone = false

  constructor(private readonly onText: OnModelText) {}

  /** Reads one line of the stream; lines that are no data are skipped. */
  read(line: string): void {
    const [, data] = /^data: ?(.*)$/.exec(line) ?? []
    if (data === undefined || data === '') return
    if (data === '[DONE]') {
      this.#isDone = true
      return
    }
    const { choices, usage, error } = jsonObjectOf(JSON.parse(data))
    if (error !== undefined) throw new ModelError('unavailable', "The model's endpoint reported an error.")
    this.#usage = usage ?? this.#usage
    const { delta, finish_reason: finish } = jsonObjectOf(Array.isArray(choices) ? choices[0] : undefined)
    const { content, refusal, tool_calls: calls } = jsonObjectOf(delta)
    this.#finish = finish ?? this.#finish
    this.#refusal = refusal ?? this.#refusal
    for (const call of Array.isArray(calls) ? calls : []) this.#readCall(call)
    if (typeof content !== 'string' || content === '') return
    this.#content = (this.#content ?? '') + content
    this.onText(content)
  }

  /** The answer as chat completions give it without a stream. */
  completed(): unknown {
    if (!this.#isDone && typeof this.#finish !== 'string') throw new ModelError('bad_answer', 'The answer is cut off.')
    const calls = this.#calls.map(({ id, ...called }) => ({ id, function: called }))
    const message = { content: this.#content ?? null, refusal: this.#refusal, tool_calls: calls }
    return { choices: [{ message, finish_reason: this.#finish }], usage: this.#usage }
  }

  #readCall(part: unknown): void {
    const { index, id, function: called } = jsonObjectOf(part)
    const { name, arguments: text } = jsonObjectOf(called)
    const known = this.#calls[typeof index === 'number' ? index : 0]
    if (known) {
      known.arguments += typeof text === 'string' ? text : ''
      return
    }
    if (!isJsonObject(part)) throw new ModelError('bad_answer', 'The model called a function in an unknown form.')
    this.#calls.push({ id, name, arguments: typeof text === 'string' ? text : '' })
  }
}
