import { createHash } from 'node:crypto'
import {
  type CallToolResult,
  type ContentBlock,
  ProtocolError,
  ProtocolErrorCode,
  type Tool
} from '@modelcontextprotocol/client'
import {
  type Action,
  type Context,
  defineProduct,
  InvalidInput,
  type Product,
  ProductError,
  SETTINGS,
  type Settings,
  Type
} from '@product-host/sdk'
import type { Source } from '../../deployment.js'
import { type GivenSetting, type McpMember, settingsOf } from '../../mcp-member.js'
import { type AdaptedObject, adaptedSchema } from '../adapted-schema.js'
import { withExample } from '../example-of.js'
import { httpErrors } from './http-failure.js'
import type { ServerCall } from './server-sessions.js'

/** What a server says of itself and of its tools. */
export interface McpServerInfo {
  readonly name: string
  readonly title?: string | undefined
  readonly version: string
  readonly tools: readonly Tool[]
}

/** Sends a call to the session of its account. */
export type CallTool = (call: ServerCall) => Promise<CallToolResult>

/** Milliseconds until the caller is freed; the deployment may allow less. Clients of the protocol wait as long by default. */
const timeoutMs = 60_000

/** Most characters of a summary. */
const longestSummary = 200

const semver = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/

/** The product whose actions are the tools of a server. Throws, in a sentence, when it can have none. */
export function mcpProduct(source: Source, server: McpServerInfo, call: CallTool): Product {
  const {
    slug,
    mcp,
    title = server.title ?? server.name,
    description = `The tools of the server ${server.name}.`
  } = source
  const settings = settingsOf(mcp)
  const tenancy = mcp.tenancy === 'shared' ? ' All accounts share one session of the server.' : ''
  return defineProduct({
    slug,
    title: title.trim().slice(0, 100) || slug,
    description: description + tenancy,
    version: semver.test(server.version) ? server.version : '0.0.0',
    actions: Object.fromEntries(
      named(chosen(server.tools, mcp)).map(([name, tool]) => [name, actionOf(tool, mcp, call)])
    ),
    ...(settings.length > 0 && { settings: settingsSchema(settings) })
  })
}

function chosen(tools: readonly Tool[], { tools: wanted }: McpMember): readonly Tool[] {
  const unknown = wanted?.find(name => !tools.some(tool => tool.name === name))
  if (unknown !== undefined)
    throw new Error(`Its server has no tool "${unknown}"; it has ${tools.map(({ name }) => name).join(', ')}.`)
  if (tools.length === 0) throw new Error('Its server has no tools.')
  return wanted ? tools.filter(({ name }) => wanted.includes(name)) : tools
}

/** Tools under names of actions; of two that would have the same one, each whose own name is another has a digest of it at the end. */
function named(tools: readonly Tool[]): readonly (readonly [string, Tool])[] {
  const forms = tools.map(tool => actionName(tool.name))
  return tools.map((tool, index) => {
    const form = forms[index] ?? ''
    const isTaken = tool.name !== form && forms.filter(other => other === form).length > 1
    const digest = createHash('sha256').update(tool.name).digest('hex').slice(0, 8)
    return [isTaken ? `${form.slice(0, 55)}_${digest}` : form, tool]
  })
}

/** In snake_case: `getWeather`, `get-weather` and `get.weather` are `get_weather`. */
function actionName(tool: string): string {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('_')
  return (/^[a-z]/.test(words) ? words : `tool_${words}`).slice(0, 64)
}

function settingsSchema(settings: readonly GivenSetting[]): NonNullable<Product['settings']> {
  const properties = settings.map(({ setting, title = setting, description, isSecret }) => {
    const about = { title, ...(description !== undefined && { description }), ...(isSecret && { writeOnly: true }) }
    return [setting, Type.Optional(Type.String({ ...about, minLength: 1 }))] as const
  })
  return Type.Object(Object.fromEntries(properties))
}

function actionOf(tool: Tool, mcp: McpMember, callTool: CallTool): Action {
  const { taken, rename } = inputOf(adaptedSchema(tool.inputSchema))
  const { input, example } = withExample(taken)
  const structured = tool.outputSchema && adaptedSchema(tool.outputSchema)
  const isNested = Object.keys(structured?.properties ?? {}).some(name => takenInDetail.includes(name))
  const settings = settingsOf(mcp)
  const run = async (sent: Readonly<Record<string, unknown>>, context: Context & { readonly settings?: Settings }) => {
    const { account, signal, settings: entered = {} } = context
    const missing = settings.find(({ setting, isRequired }) => isRequired && entered[setting] === undefined)
    if (missing)
      throw new ProductError('setting_missing', `The setting "${missing.setting}" of the product is missing.`, {
        details: { setting: missing.setting }
      })
    const result = await callTool({
      account,
      settings: entered,
      tool: tool.name,
      input: rename(sent),
      signal,
      progress: rising(context)
    }).catch(refused)
    if (result.isError)
      throw new ProductError('tool_failed', textOf(result.content) ?? 'The tool reported an error.', {
        details: { content: result.content }
      })
    const summary = (textOf(result.content) ?? `Ran ${tool.name}.`).slice(0, longestSummary)
    if (!structured) return { summary, detail: { content: result.content } }
    return { summary, detail: isNested ? { result: result.structuredContent } : result.structuredContent }
  }
  return Object.freeze({
    title: tool.title ?? tool.annotations?.title ?? tool.name,
    description: tool.description?.trim() || `The tool ${tool.name} of the server.`,
    ...effectsOf(tool, mcp),
    input,
    detail: structured ? (isNested ? Type.Object({ result: structured }) : structured) : Content,
    examples: [{ title: `Calling ${tool.name}`, input: example }],
    errors: {
      tool_failed: 'The tool reported an error; its message says which.',
      ...(mcp.url !== undefined && httpErrors),
      ...(settings.length > 0 && { setting_missing: 'The account has not entered a setting that the server needs.' })
    },
    ...(settings.length > 0 && { needs: { settings: SETTINGS } }),
    timeoutMs,
    run
  }) as Action
}

/** Members of `detail` that the host writes itself. */
const takenInDetail = ['error', 'ignoredFields', 'misspeltFields']

/** Blocks of content, as the protocol has them. */
const Content = Type.Object({
  content: Type.Array(
    Type.Object(
      { type: Type.String({ description: 'The kind of block, such as text or image.' }) },
      { additionalProperties: true }
    ),
    { description: 'What the tool answered, block by block, as the Model Context Protocol has it.' }
  )
})

/** Without the operator's word, a tool may do anything. */
function effectsOf(
  { annotations = {} }: Tool,
  { trustAnnotations }: McpMember
): Pick<Action, 'effect' | 'destructive' | 'idempotent'> {
  if (!trustAnnotations) return { effect: 'external', destructive: true, idempotent: false }
  if (annotations.readOnlyHint) return { effect: 'read', idempotent: true }
  const effect = annotations.openWorldHint === false ? 'write' : 'external'
  return { effect, destructive: annotations.destructiveHint !== false, idempotent: annotations.idempotentHint === true }
}

/** The input of an action has no property "action": that of a tool is called `action_`. Properties of no name in the schema are ignored. */
function inputOf({ properties, ...schema }: AdaptedObject) {
  const { additionalProperties: _, ...rest } = schema as Record<string, unknown>
  let free = 'action_'
  while (free in properties) free += '_'
  const isRenamed = 'action' in properties
  const outer = (name: string) => (isRenamed && name === 'action' ? free : name)
  const inner = (name: string) => (isRenamed && name === free ? 'action' : name)
  const required = Array.isArray(rest.required) && { required: rest.required.map(outer) }
  const taken = {
    ...rest,
    ...required,
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [outer(name), part]))
  }
  const rename = (sent: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(sent).map(([name, value]) => [inner(name), value]))
  return { taken: taken as unknown as AdaptedObject, rename }
}

/** Reports progress that rises, as a product has to. */
function rising({ progress }: Context): ServerCall['progress'] {
  let before = Number.NEGATIVE_INFINITY
  return ({ progress: done, total, message }) => {
    if (!Number.isFinite(done) || done <= before) return
    before = done
    progress({ done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) })
  }
}

function refused(error: unknown): never {
  if (error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams)
    throw new InvalidInput([
      { pointer: '#', detail: 'is not what the tool takes', fix: 'See the description of the action.' }
    ])
  throw error
}

function textOf(content: readonly ContentBlock[]): string | undefined {
  const text = content.find(block => block.type === 'text')?.text.trim()
  return text === '' ? undefined : text
}
