import { type Static, Type } from '@product-host/sdk'
import {
  AccountValues,
  type GivenSetting,
  headersIssue,
  headerText,
  isHttpUrl,
  settingsIn,
  variableText
} from './account-value.js'
import { NetworkMember } from './sandbox.js'

const closed = { additionalProperties: false }

/** The member `mcp` of an entry of the deployment file: a server of the Model Context Protocol whose tools are a product's actions. */
export const McpMember = Type.Object(
  {
    /** The program and its arguments; it speaks the protocol on its standard input and output. */
    command: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
    /** Where a server listens for streamable HTTP. */
    url: Type.Optional(Type.String()),
    /** Variables of the environment of the command. */
    env: AccountValues,
    /** How the command reaches other machines; by the proxy when left out. */
    network: Type.Optional(NetworkMember),
    /** Headers of the requests to the URL. */
    headers: AccountValues,
    /** The tools that are served, by the names that the server gives them; by default, all. */
    tools: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true })),
    /** Whether each account has a process or a session of its own. */
    tenancy: Type.Union([Type.Literal('account'), Type.Literal('shared')], { default: 'account' }),
    /** Whether the effects are as the server says; otherwise every tool is `external` and destructive. */
    trustAnnotations: Type.Boolean({ default: false }),
    /** Processes or sessions at the same time. */
    sessions: Type.Integer({ minimum: 1, maximum: 10_000, default: 32 }),
    /** What the files of one account's program may have together, in MiB; with 0, none is stored. */
    filesMb: Type.Integer({ minimum: 0, maximum: 1_024, default: 16 }),
    /** Resident memory of one process of the command and of all that it has started, in MiB. */
    memoryMb: Type.Integer({ minimum: 16, maximum: 65_536, default: 1_024 }),
    /** After how many seconds without a call one is ended. */
    idleSeconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 300 })
  },
  closed
)

/** A server of the Model Context Protocol, as the deployment file describes it. */
export type McpMember = Static<typeof McpMember>

/** What is wrong with the member, as the end of a sentence that begins with the entry; undefined when it is sound. */
export function mcpIssue({ command, url, env, network, headers, tenancy }: McpMember): string | undefined {
  if ((command === undefined) === (url === undefined)) return 'needs either "command" or "url" in "mcp"'
  if (url === undefined && Object.keys(headers).length > 0)
    return 'has "headers", which only a "url" has; a "command" has "env"'
  if (url !== undefined && Object.keys(env).length > 0)
    return 'has "env", which only a "command" has; a "url" has "headers"'
  if (url !== undefined && network) return 'has "network", which only a "command" has'
  if (url !== undefined && !isHttpUrl(url))
    return 'has a "url" that is not an absolute http or https URL without user name, password and fragment'
  const settings = settingsOf({ env, headers })
  if (tenancy === 'shared' && settings.length > 0)
    return `gives the setting "${settings[0]?.setting}" of an account to a server that all accounts share; leave out "tenancy" or the setting`
  return headersIssue(headers)
}

/** The settings of accounts that the variables and headers name. */
export function settingsOf({ env, headers }: Pick<McpMember, 'env' | 'headers'>): readonly GivenSetting[] {
  return [...settingsIn(Object.values(env), variableText), ...settingsIn(Object.values(headers), headerText)]
}
