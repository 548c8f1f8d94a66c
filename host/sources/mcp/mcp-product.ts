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
  ProductError,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage,
  Type
} from '@product-host/sdk'
import type { McpSource } from '../../deployment.js'
import { type McpMember, settingsOf } from '../../entries/mcp.js'
import { named, titleOfName } from '../action-names.js'
import { type AdaptedObject, adaptedSchema } from '../adapted-schema.js'
import { withExample } from '../example-of.js'
import type { OpenedSource } from '../opened-source.js'
import { requireSettings, settingErrors, settingsSchema } from '../source-settings.js'
import { fileErrors, fileStart } from './account-files.js'
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

/** Most characters of a summary, of a title, and of a description. */
const [longestSummary, longestTitle, longestDescription] = [200, 100, 10_000]

/** Most names of tools in the sentence about one that is missing. */
const mostNames = 20

const semver = /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,50})?(\+[0-9A-Za-z.-]{1,50})?$/

/** The product whose actions are the tools of a server, and the tools that run only as tasks. Throws, in a sentence, when it can have none. */
export function mcpProduct(
  source: McpSource,
  server: McpServerInfo,
  call: CallTool
): Omit<OpenedSource, 'close'> & { readonly leftOut: readonly string[] } {
  const {
    slug,
    mcp,
    title = titleOf(server.title, server.name) ?? slug,
    description = `The tools of the server ${titleOf(server.name) ?? slug}.`
  } = source
  const settings = settingsOf(mcp)
  const tenancy = mcp.tenancy === 'shared' ? ' All accounts share one session of the server.' : ''
  const wanted = chosen(server.tools, mcp)
  const leftOut = wanted.filter(runsAsTask).map(({ name }) => name)
  if (leftOut.length === wanted.length)
    throw new Error('Its tools run only as tasks, which this host does not ask for.')
  const tools = named(
    wanted.filter(tool => !runsAsTask(tool)),
    ({ name }) => name
  )
  const product = defineProduct({
    slug,
    title,
    description: description + tenancy,
    version: semver.test(server.version) ? server.version : '0.0.0',
    actions: Object.fromEntries(tools.map(([name, tool]) => [name, actionOf(tool, mcp, call)])),
    ...(settings.length > 0 && { settings: settingsSchema(settings) }),
    ...(hasFiles(mcp) && { recordKinds: { [fileStart]: { title: 'File' } } })
  })
  const offered = tools.map(([name, tool]) => {
    return [name, { name: tool.name, sent: tool, description: tool.description ?? '' }] as const
  })
  const sentTo = mcp.url !== undefined && settings.length > 0 ? [new URL(mcp.url).origin] : []
  return { product, offered: new Map(offered), sentTo, leftOut }
}

function chosen(tools: readonly Tool[], { tools: wanted }: McpMember): readonly Tool[] {
  const unknown = wanted?.find(name => !tools.some(tool => tool.name === name))
  if (unknown !== undefined) throw new Error(`Its server has no tool "${unknown}"; it has ${namesOf(tools)}.`)
  if (tools.length === 0) throw new Error('Its server has no tools.')
  return wanted ? tools.filter(({ name }) => wanted.includes(name)) : tools
}

/** Whether a tool refuses every call that does not ask for a task (protocol of 2025-11-25). */
function runsAsTask({ execution }: Tool): boolean {
  return execution?.taskSupport === 'required'
}

function namesOf(tools: readonly Tool[]): string {
  const names = tools.slice(0, mostNames).map(({ name }) => titleOf(name))
  return [...names, ...(tools.length > mostNames ? ['…'] : [])].join(', ')
}

/** The first that says something, on one line. */
function titleOf(...titles: readonly (string | undefined)[]): string | undefined {
  const [first] = titles
    .map(title =>
      title
        ?.replaceAll(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, longestTitle)
    )
    .filter(Boolean)
  return first
}

function actionOf(tool: Tool, mcp: McpMember, callTool: CallTool): Action {
  const { taken, rename } = inputOf(adaptedSchema(tool.inputSchema))
  const { input, example } = withExample(taken)
  const structured = tool.outputSchema && adaptedSchema(tool.outputSchema)
  const isNested = Object.keys(structured?.properties ?? {}).some(name => takenInDetail.includes(name))
  const settings = settingsOf(mcp)
  const title = titleOf(tool.title, tool.annotations?.title, titleOfName(tool.name)) ?? 'Tool'
  const needs = {
    ...(settings.length > 0 && { settings: SETTINGS }),
    ...(hasFiles(mcp) && { storage: STORAGE })
  }
  const run = async (
    sent: Readonly<Record<string, unknown>>,
    context: Context & { readonly settings?: Settings; readonly storage?: Storage }
  ) => {
    const { account, signal, settings: entered = {}, storage } = context
    requireSettings(settings, entered)
    const result = await callTool({
      account,
      settings: entered,
      tool: tool.name,
      input: rename(sent),
      signal,
      progress: rising(context),
      storage
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
    title,
    description:
      tool.description?.trim().slice(0, longestDescription) || `The tool ${titleOf(tool.name)} of the server.`,
    ...effectsOf(tool, mcp),
    input,
    detail: structured ? (isNested ? Type.Object({ result: structured }) : structured) : Content,
    examples: [{ title: `Calling ${title}`.slice(0, longestTitle), input: example }],
    errors: {
      tool_failed: 'The tool reported an error; its message says which.',
      ...(mcp.url !== undefined && httpErrors),
      ...(settings.length > 0 && settingErrors),
      ...(hasFiles(mcp) && fileErrors)
    },
    needs,
    timeoutMs,
    run
  }) as Action
}

/** Whether the program of each account has files of its own. */
function hasFiles({ command, tenancy, filesMb }: McpMember): boolean {
  return command !== undefined && tenancy === 'account' && filesMb > 0
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

/** The first text, on one line. */
function textOf(content: readonly ContentBlock[]): string | undefined {
  const text = content
    .find(block => block.type === 'text')
    ?.text.trim()
    .replaceAll(/\s+/g, ' ')
  return text === '' ? undefined : text
}
