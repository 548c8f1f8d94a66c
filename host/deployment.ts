import { dirname, resolve } from 'node:path'
import { type Static, Token, Type } from '@product-host/sdk'
import { compileInput, slugError } from '@product-host/sdk/runtime'
import { isMissing, JsonIssue, readJsonFile, unreadable } from './base/files.js'
import { type Retention, RetentionMember, storedMs } from './base/retention.js'
import { BackupMember } from './entries/backup.js'
import { McpMember, mcpIssue } from './entries/mcp.js'
import { readNetwork } from './entries/network.js'
import { OpenapiMember, openapiIssue } from './entries/openapi.js'
import { FilesMember, SandboxMember } from './entries/sandbox.js'
import { type LogLevel, logLevels, SettingsError } from './settings.js'

/** What the deployment file says. Some of its members change while the host runs: services read them when they need them. */
export const DEPLOYMENT = new Token<Deployment>('DEPLOYMENT')

/** How much callers may ask for. Its members change while the host runs, also those of a `Rate`: services read them when they need them. */
export const RATES = new Token<Rates>('RATES')

const closed = { additionalProperties: false }

const PluginEntry = Type.Object(
  {
    /** The npm package, installed in or above the deployment's folder, or with the host. Either this, `mcp` or `openapi`. */
    package: Type.Optional(Type.String({ minLength: 1 })),
    /** The version of the package that was fetched into a folder of its own; left out for one that is installed. */
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 256, pattern: '^[0-9A-Za-z.+-]+$' })),
    /** The slug of a product that is no package. */
    slug: Type.Optional(Type.String()),
    /** What people call a product that is no package; by default, what its server calls itself. */
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** What it is for, in one sentence or two. */
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    mcp: Type.Optional(McpMember),
    openapi: Type.Optional(OpenapiMember),
    sandbox: Type.Optional(SandboxMember),
    files: Type.Optional(FilesMember),
    /** Whether it is served. */
    enabled: Type.Boolean({ default: true }),
    /** Whether the host is ready only with it. */
    required: Type.Boolean({ default: false }),
    /**
     * In a thread or a process of its own, or `inline`, in the host's thread; in a process when left out, or as the package says if it is
     * one of this project. `worker` is the former name of `thread`.
     */
    isolation: Type.Optional(
      Type.Union([Type.Literal('inline'), Type.Literal('thread'), Type.Literal('process'), Type.Literal('worker')])
    ),
    limits: Type.Object(
      {
        /** The longest that an action of it may take, in milliseconds. */
        timeoutMs: Type.Integer({ minimum: 1, maximum: 300_000, default: 300_000 }),
        /** Calls of it that may run at once. */
        atOnce: Type.Integer({ minimum: 1, maximum: 100_000, default: 32 }),
        /** Memory of its thread or process, in MiB. */
        memoryMb: Type.Integer({ minimum: 64, maximum: 65_536, default: 256 })
      },
      { ...closed, default: {} }
    ),
    /** What an account needs in addition to the plan to run it, where there is billing. */
    requires: Type.Array(Type.Literal('payment_card'), { uniqueItems: true, default: [] }),
    /** What the plugin lets an operator choose, as its own schema has it. */
    options: Type.Record(Type.String(), Type.Unknown(), { default: {} })
  },
  closed
)

const Port = Type.Integer({ minimum: 1, maximum: 65_535 })

const Ports = Type.Array(Port, { minItems: 1 })

/** A network alone is reached on `egress.ports`, and by bare connections on `egress.connectPorts`. */
const AllowedNetwork = Type.Union([
  Type.String(),
  Type.Object({ network: Type.String(), ports: Ports, connectPorts: Type.Optional(Ports) }, closed),
  Type.Object({ network: Type.String(), connectPorts: Ports }, closed)
])

const Egress = Type.Object(
  {
    /** Private networks that callers may reach, such as `10.1.0.0/16`. */
    allow: Type.Array(AllowedNetwork, { default: [] }),
    /** Ports of public addresses. */
    ports: Type.Array(Port, { minItems: 1, default: [80, 443, 8080, 8443] }),
    /** Further ports of public addresses, which a request may open. */
    requestPorts: Type.Array(Port, { default: [] }),
    /** Ports of public addresses, and of networks without ports of their own, to which products may open bare TCP connections. */
    connectPorts: Type.Array(Port, { default: [] }),
    /** Whether products may ask for the records of names. */
    dns: Type.Boolean({ default: false })
  },
  { ...closed, default: {} }
)

/** A number of requests in a number of seconds. */
const window = (requests: number, seconds: number) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
    minItems: 2,
    maxItems: 2,
    default: [requests, seconds]
  })

const RateMember = Type.Object(
  {
    key: window(500, 10),
    account: window(2000, 10),
    /** Requests without a key from one address. */
    keyless: window(1000, 10),
    /** Executions of one account at the same time. */
    atOnce: Type.Integer({ minimum: 1, maximum: 100_000, default: 128 }),
    /** Idempotency keys of one account that are stored within 24 hours. */
    idempotencyKeys: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 100_000 }),
    /** Schedules of one account. */
    schedules: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
    /** Webhook endpoints of one account. */
    webhookEndpoints: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    /** For how many days every delivery to an endpoint must have failed before it is paused. */
    webhookFailingDays: Type.Integer({ minimum: 1, maximum: 365, default: 5 }),
    /** Hooks of one account. */
    hooks: Type.Integer({ minimum: 1, maximum: 1_000, default: 50 }),
    /** Calls of one hook. */
    hook: window(300, 60),
    /** Runs of one account that have not ended. */
    openRuns: Type.Integer({ minimum: 1, maximum: 100_000, default: 1_000 }),
    /** Runs that one account follows at the same time. */
    openStreams: Type.Integer({ minimum: 1, maximum: 10_000, default: 32 }),
    /** The longest that a caller may wait for a run in one request, in seconds. */
    waitSeconds: Type.Integer({ minimum: 1, maximum: 300, default: 60 })
  },
  { ...closed, default: {} }
)

/** The schema of the deployment file. */
export const DeploymentFile = Type.Object(
  {
    plugins: Type.Array(PluginEntry),
    egress: Egress,
    rate: RateMember,
    /** How long records are stored. */
    retention: RetentionMember,
    backup: Type.Optional(BackupMember),
    /** Who bills for the plan; with `none`, every account may run every product. */
    billing: Type.Union([Type.Literal('none'), Type.Literal('stripe')], { default: 'none' }),
    /** Whether there is a page for operators. */
    operator: Type.Boolean({ default: false }),
    /** What is logged, in place of `LOG_LEVEL`. */
    logLevel: Type.Optional(Type.Union(logLevels.map(level => Type.Literal(level))))
  },
  closed
)

/** One plugin, as the deployment file enables it. */
export interface PluginEntry extends Pick<Static<typeof PluginEntry>, 'required' | 'limits' | 'requires' | 'options'> {
  /** The npm package; the name of a source is its kind and slug, such as `mcp:memory`. */
  readonly package: string
  /** Set for a version of a package that is in a folder of its own. */
  readonly version?: string
  /** Left out: in a process, or as its package says if it is one of this project. */
  readonly isolation?: Isolation
  /** Of a package in a process. */
  readonly sandbox?: SandboxMember | undefined
  /** Of a package in a process. */
  readonly files?: FilesMember | undefined
  /** Set for a product that is no package. */
  readonly source?: Source
}

/** A product that is no package: the tools of a server, or the operations of an HTTP interface. */
export type Source = McpSource | OpenapiSource

interface SourceWords {
  readonly slug: string
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** A server of the Model Context Protocol as a product. */
export interface McpSource extends SourceWords {
  readonly mcp: McpMember
  readonly openapi?: undefined
  readonly sandbox?: SandboxMember | undefined
  readonly files?: FilesMember | undefined
}

/** An HTTP interface as a product. */
export interface OpenapiSource extends SourceWords {
  readonly openapi: OpenapiMember
  readonly mcp?: undefined
}

/** A plugin whose place is known. */
export type PlacedEntry = PluginEntry & { readonly isolation: Isolation }

/** Where a plugin runs: in the host's own thread, in one of its own, in processes of its own, or on another server. */
export type Isolation = 'inline' | 'thread' | 'process' | 'remote'

/** Which plugins run here, and how. */
export type Deployment = Omit<Static<typeof DeploymentFile>, 'rate' | 'plugins' | 'logLevel' | 'backup'> & {
  /** The folder is absolute. */
  readonly backup?: BackupMember | undefined
  /** Those that are served. */
  readonly plugins: readonly PluginEntry[]
  /** Those that the file has switched off. */
  readonly disabled: readonly PluginEntry[]
  readonly rates: Rates
  /** Left out: `LOG_LEVEL` decides. */
  readonly logLevel?: LogLevel | undefined
  /** The folder that plugins are resolved from. */
  readonly folder: string
}

/** The plugins of a deployment, and where they are. */
export type PluginList = Pick<Deployment, 'plugins' | 'disabled' | 'folder'>

const check = compileInput(DeploymentFile)

/** Reads and checks a deployment file. Throws a `SettingsError` that names the file and the first fault. */
export async function readDeployment(file: string): Promise<Deployment> {
  const path = resolve(file)
  return deploymentOf(path, await contentOf(path))
}

/** What a file at this absolute path says whose content is this, to which defaults are added. Throws as `readDeployment` does. */
export function deploymentOf(path: string, content: unknown): Deployment {
  const [fault] = check(content)
  if (fault) throw new SettingsError(`In the deployment file ${path}, ${fault.pointer} ${fault.detail}. ${fault.fix}`)
  for (const [index, entry] of (content as Static<typeof DeploymentFile>).plugins.entries())
    requireKind(path, entry, index)
  const deployment = understood(content as Static<typeof DeploymentFile>, dirname(path))
  const { plugins, egress, retention } = deployment
  const all = [...plugins, ...deployment.disabled]
  const twice = all.find((entry, index) => all.findIndex(other => other.package === entry.package) !== index)
  requireNetworks(path, egress.allow)
  requireClients(path, retention)
  if (twice)
    throw new SettingsError(
      `The deployment file ${path} names the ${twice.source ? 'slug' : 'package'} ${twice.source?.slug ?? twice.package} twice.`
    )
  return deployment
}

/** What a file says that has no more than these plugins. */
export function usualDeployment(plugins: readonly PluginEntry[]): Deployment {
  const content: unknown = {
    plugins: plugins.map(({ package: name, source }) =>
      source ? { slug: source.slug, ...leastOf(source) } : { package: name }
    )
  }
  check(content)
  return understood(content as Static<typeof DeploymentFile>, '')
}

function leastOf({ mcp, openapi }: Source): object {
  return mcp ? { mcp: { command: mcp.command, url: mcp.url } } : { openapi: { document: openapi.document } }
}

/** An entry names a package or a server, and has no member of the other. */
function requireKind(path: string, entry: Static<typeof PluginEntry>, index: number): void {
  const issue = kindIssue(entry)
  if (issue) throw new SettingsError(`In the deployment file ${path}, #/plugins/${index} ${issue}.`)
}

function kindIssue(entry: Static<typeof PluginEntry>): string | undefined {
  const { package: name, version, slug, mcp, openapi, isolation, options, sandbox, files } = entry
  const kinds = [name, mcp, openapi].filter(kind => kind !== undefined).length
  if (kinds !== 1) return 'needs exactly one of "package", "mcp" and "openapi"'
  if (name !== undefined) {
    const surplus = (['slug', 'title', 'description'] as const).find(member => member in entry)
    if (surplus) return `has "${surplus}", which only a server in "mcp" or "openapi" has`
    if (isolation !== undefined && isolation !== 'process' && (sandbox ?? files))
      return 'has "sandbox" or "files", which a package has only with the isolation "process"'
    return undefined
  }
  if (version !== undefined) return 'has "version", which only a package has'
  if (slug === undefined) return 'needs a "slug", under which its product is served'
  if (isolation !== undefined) return 'has "isolation", which only a package has'
  if (Object.keys(options).length > 0) return 'has "options", which only a package has'
  const wrongSlug = slugError(slug)
  if (wrongSlug) return `cannot be served. ${wrongSlug.replace(/\.$/, '')}`
  if (sandbox === 'none' && mcp?.network && mcp.network !== 'host')
    return `has the "network" "${mcp.network}", which only a sandbox has; leave out "sandbox", or set "network" to "host"`
  if (mcp?.command === undefined && (sandbox ?? files)) return 'has "sandbox" or "files", which only a "command" has'
  if (files?.write && mcp?.tenancy === 'account')
    return 'lets the programs of all accounts write the same folders; leave out "files.write", or set "tenancy" to "shared"'
  return mcp ? mcpIssue(mcp) : openapi && openapiIssue(openapi)
}

function understood(
  { plugins, egress, rate, retention, backup, billing, operator, logLevel }: Static<typeof DeploymentFile>,
  folder: string
): Deployment {
  const entries = billing === 'none' ? plugins.map(entry => ({ ...entry, requires: [] })) : plugins
  return {
    plugins: entries.filter(({ enabled }) => enabled).map(entryOf),
    disabled: entries.filter(({ enabled }) => !enabled).map(entryOf),
    egress,
    rates: ratesOf(rate),
    retention,
    ...(backup && { backup: { ...backup, folder: resolve(folder, backup.folder) } }),
    billing,
    operator,
    ...(logLevel ? { logLevel } : {}),
    folder
  }
}

function requireNetworks(path: string, allow: readonly Static<typeof AllowedNetwork>[]): void {
  for (const entry of allow)
    try {
      readNetwork(typeof entry === 'string' ? entry : entry.network)
    } catch (error) {
      throw new SettingsError(
        `In the deployment file ${path}, ${error instanceof Error ? error.message : String(error)}`
      )
    }
}

/** A client that is gone cannot renew the tokens of a connection. */
function requireClients(path: string, retention: Retention): void {
  if (storedMs(retention, 'usedClientDays') >= storedMs(retention, 'connectedAppDays')) return
  throw new SettingsError(
    `In the deployment file ${path}, retention.usedClientDays is less than retention.connectedAppDays; set it to ${retention.connectedAppDays} at least.`
  )
}

function entryOf({
  package: name,
  slug = '',
  title,
  description,
  mcp,
  openapi,
  sandbox,
  files,
  isolation,
  version,
  enabled: _enabled,
  ...rest
}: Static<typeof PluginEntry>): PluginEntry {
  const words = { slug, title, description }
  if (mcp) return { ...rest, package: `mcp:${slug}`, source: { ...words, mcp, sandbox, files } }
  if (openapi) return { ...rest, package: `openapi:${slug}`, source: { ...words, openapi } }
  const named = {
    ...rest,
    package: name ?? '',
    ...(version !== undefined && { version }),
    ...(sandbox && { sandbox }),
    ...(files && { files })
  }
  return isolation === undefined ? named : { ...named, isolation: isolation === 'worker' ? 'thread' : isolation }
}

function ratesOf({ key, account, keyless, hook, ...others }: Static<typeof RateMember>): Rates {
  const rate = ([requests = 1, seconds = 1]: readonly number[]) => ({ requests, seconds })
  return { key: rate(key), account: rate(account), keyless: rate(keyless), hook: rate(hook), ...others }
}

async function contentOf(path: string): Promise<unknown> {
  try {
    return await readJsonFile(path)
  } catch (error) {
    const which = 'PRODUCT_HOST_CONFIG says which one to use.'
    if (error instanceof JsonIssue) throw new SettingsError(`The deployment file ${path} ${error.message}.`)
    if (isMissing(error)) throw new SettingsError(`The deployment file ${path} does not exist; ${which}`)
    throw new SettingsError(`The deployment file ${unreadable(path, error).message} ${which}`)
  }
}

/** How much callers may ask for. */
export interface Rates {
  readonly key: Rate
  readonly account: Rate
  /** Requests without a key from one address. */
  readonly keyless: Rate
  /** Executions of one account that may run at the same time. */
  readonly atOnce: number
  /** Idempotency keys of one account that are stored within 24 hours. */
  readonly idempotencyKeys: number
  /** Schedules of one account. */
  readonly schedules: number
  /** Webhook endpoints of one account. */
  readonly webhookEndpoints: number
  /** For how many days every delivery to an endpoint must have failed before it is paused. */
  readonly webhookFailingDays: number
  /** Hooks of one account. */
  readonly hooks: number
  /** Calls of one hook. */
  readonly hook: Rate
  /** Runs of one account that have not ended. */
  readonly openRuns: number
  /** Runs that one account may follow at the same time. */
  readonly openStreams: number
  /** The longest that a caller may wait for a run in one request, in seconds. */
  readonly waitSeconds: number
}

/** How often something may happen in a window of time. */
export interface Rate {
  readonly requests: number
  readonly seconds: number
}
