import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Readable, type Writable } from 'node:stream'
import { Command } from 'commander'
import { parseJson } from '../base/files.js'
import { memberOf } from '../base/json.js'
import { headerValue, type ParamHeader, paramHeaders, writtenParamHeaders } from '../mcp/param-headers.js'

interface McpOptions {
  readonly url: string
  readonly product?: string
  readonly outputSchemas?: true
}

/** `product-host mcp`: a host's tools for a client on this machine that starts its servers and talks to them on stdio. */
export function mcpCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('mcp')
    .description('serve a running host to a local client of the Model Context Protocol, on standard input and output')
    .option('--url <address>', 'the address of the host, such as https://host.example', 'http://127.0.0.1:3000')
    .option('--product <slug>', 'only the tools of this product, under their plain names')
    .option(
      '--output-schemas',
      'list the tools with the schemas of their answers, which makes the list several times longer'
    )
    .addHelpText('after', '\nThe key comes from PRODUCT_HOST_KEY, or from the file that PRODUCT_HOST_KEY_FILE names.')
    .action(async ({ url, product, outputSchemas }: McpOptions) => {
      const path = product === undefined ? '/mcp' : `/mcp/${encodeURIComponent(product)}`
      const address = new URL(url.replace(/(?<!\/)\/+$/, '') + path)
      if (outputSchemas) address.searchParams.set('outputSchemas', 'true')
      await new Bridge(address, await keyOf(environment), process.stdout).serve(process.stdin)
    })
}

async function keyOf({ PRODUCT_HOST_KEY: key, PRODUCT_HOST_KEY_FILE: file }: NodeJS.ProcessEnv): Promise<string> {
  const given = file === undefined ? key : await readFile(file, 'utf8')
  const trimmed = given?.trim() ?? ''
  if (trimmed === '')
    throw new Error('Set PRODUCT_HOST_KEY to a key of the host, or PRODUCT_HOST_KEY_FILE to a file that holds one.')
  return trimmed
}

type Message = Readonly<Record<string, unknown>>

/** Where a message says which revision of the protocol it follows; earlier revisions agree on one when they initialize. */
const versionMember = 'io.modelcontextprotocol/protocolVersion'

/** JSON-RPC's codes for what cannot be read, and for what the bridge itself could not do. */
const parseError = -32_700
const bridgeError = -32_000

/** How long answers may take once the input has ended, in milliseconds. */
const closingMs = 2_000

/** Passes the messages of a client on standard input and output to a host, and its answers back: one message a line. */
class Bridge {
  readonly #running = new Map<unknown, AbortController>()
  readonly #answers = new Set<Promise<void>>()
  readonly #paramHeaders = new Map<string, readonly ParamHeader[]>()
  #version: string | undefined

  constructor(
    private readonly address: URL,
    private readonly key: string,
    private readonly output: Writable
  ) {}

  /** Resolves when the input has ended; requests that are still running are cancelled 2 s later. */
  async serve(input: Readable): Promise<void> {
    for await (const line of createInterface({ input })) if (line.trim() !== '') this.#receive(line)
    const late = setTimeout(() => {
      for (const controller of this.#running.values()) controller.abort()
    }, closingMs)
    await Promise.all(this.#answers)
    clearTimeout(late)
  }

  #receive(line: string): void {
    const message = parsed(line, parseJson)
    if (!message) this.#fail(null, parseError, 'The line is not a message in JSON, or has a member twice.')
    else if (message.method === 'notifications/cancelled')
      this.#running.get(memberOf(message.params, 'requestId'))?.abort()
    else {
      const answer = this.#forward(message).finally(() => this.#answers.delete(answer))
      this.#answers.add(answer)
    }
  }

  /** Sends a message; a failure of the way to the host is the answer. */
  async #forward(message: Message): Promise<void> {
    const controller = new AbortController()
    const { id } = message
    if (id !== undefined) this.#running.set(id, controller)
    try {
      const response = await fetch(this.address, {
        method: 'POST',
        headers: this.#headers(message),
        body: JSON.stringify(message),
        signal: controller.signal
      })
      await this.#answer(message, response)
    } catch (error) {
      if (!controller.signal.aborted && id !== undefined) this.#fail(id, bridgeError, reason(error))
    } finally {
      this.#running.delete(id)
    }
  }

  #headers(message: Message): Record<string, string> {
    const { method, params } = message
    const own = memberOf(memberOf(params, '_meta'), versionMember)
    const version = typeof own === 'string' ? own : this.#version
    const common = {
      Authorization: `Bearer ${this.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(version !== undefined && { 'MCP-Protocol-Version': version })
    }
    if (typeof own !== 'string' || typeof method !== 'string') return common
    const name = memberOf(params, 'name') ?? memberOf(params, 'uri') ?? memberOf(params, 'taskId')
    const declared = this.#paramHeaders.get(String(name)) ?? []
    return {
      ...common,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
      ...writtenParamHeaders(declared, memberOf(params, 'arguments'))
    }
  }

  async #answer(message: Message, response: Response): Promise<void> {
    if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
      for await (const text of eventsOf(response.body)) this.#pass(message, parsed(text))
      return
    }
    const text = await response.text()
    if (text !== '') this.#pass(message, parsed(text))
    else if (!response.ok && message.id !== undefined)
      this.#fail(message.id, bridgeError, `The host answered with status ${response.status}.`)
  }

  /** Writes what the host answered, and remembers what later messages need of it. */
  #pass({ id, method }: Message, answer: Message | undefined): void {
    if (!answer) throw new Error('it answered with something that is not a message of the protocol')
    const version = memberOf(answer.result, 'protocolVersion')
    if (method === 'initialize' && typeof version === 'string') this.#version = version
    const tools = memberOf(answer.result, 'tools')
    if (method === 'tools/list' && Array.isArray(tools))
      for (const tool of tools)
        this.#paramHeaders.set(String(memberOf(tool, 'name')), paramHeaders(memberOf(tool, 'inputSchema')))
    // A refusal before the message was read names no message.
    if (answer.id !== null || id !== undefined) this.#write(answer.id === null ? { ...answer, id } : answer)
  }

  #fail(id: unknown, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } })
  }

  #write(message: Message): void {
    this.output.write(`${JSON.stringify(message)}\n`)
  }
}

/** The data of each event of a stream (HTML Living Standard, section 9.2.6). */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let data: string[] = []
  for await (const line of createInterface({ input: Readable.from(body) })) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart())
    if (line !== '' || data.length === 0) continue
    yield data.join('\n')
    data = []
  }
}

function parsed(text: string, parse: (text: string) => unknown = JSON.parse): Message | undefined {
  try {
    const value = parse(text)
    return isMessage(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `The host could not be used: ${cause instanceof Error ? cause.message : String(cause)}`
}
