import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import type { McpSource } from '../../deployment.js'
import { ForwardProxy, type RefusedConnection } from '../../egress/forward-proxy.js'
import type { Tunnels } from '../../egress/tunnels.js'
import { type SettingOf, textsOf } from '../../entries/account-value.js'
import type { NetworkMember } from '../../entries/sandbox.js'
import { filesOf, proxyPort, readByCommand, type Sandbox } from '../../isolation/process/sandbox.js'
import { ChildTransport } from './child-transport.js'
import { masked, secretsOf } from './secrets.js'

/** What a program is withheld from. */
export interface Confinement {
  readonly sandbox: Sandbox
  readonly network: NetworkMember
  /** What it reaches by the proxy. */
  readonly tunnels: Tunnels
}

/** A server to connect to, for one account or for all. */
export interface Destination {
  readonly source: McpSource
  /** The deployment's folder. */
  readonly folder: string
  /** Left out where its process is not withheld from anything. */
  readonly confinement?: Confinement | undefined
  /** The folder in which its process begins. */
  readonly workFolder: string
  readonly settingOf: SettingOf
  /** Takes a line that its process writes to standard error, without the secrets that it was given. */
  readonly stderr: (line: string) => void
  /** Told of a connection of its process that is not allowed. */
  readonly refused: (connection: RefusedConnection) => void
}

/** What this host is called when it asks a server. It can be asked for nothing: no sampling, no roots, no questions to the user. */
const clientInfo = { name: 'product-host', version: '1.0.0' }

/** Schemas of the server are checked as those of every product are. */
const noValidator = {
  getValidator: () => (value: unknown) => ({ valid: true as const, data: value as never, errorMessage: undefined })
}

/** Most bytes of one answer of a server at a URL. */
const largestAnswer = 12 * 1024 * 1024

/** How long a server at a URL may take to end a session, in milliseconds. */
const goodbyeMs = 1_000

/** Starts the process or the session of a server. Rejects when it does not answer in time, or at `signal`; its process has then ended. */
export async function connect(destination: Destination, timeoutMs: number, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted()
  const client = new Client(clientInfo, { capabilities: {}, jsonSchemaValidator: noValidator })
  const transport = transportOf(destination)
  try {
    await client.connect(transport, { timeout: timeoutMs, signal })
    return client
  } catch (error) {
    await transport.close()
    throw error
  }
}

/** Ends the process or the session of a server. */
export async function disconnect(client: Client): Promise<void> {
  const { transport } = client
  if (transport instanceof StreamableHTTPClientTransport) {
    const told = transport.terminateSession().catch(() => undefined)
    await Promise.race([told, delay(goodbyeMs, undefined, { ref: false })])
  }
  await client.close()
}

function transportOf({ source, folder, confinement, workFolder, settingOf, stderr, refused }: Destination): Transport {
  const { mcp, files } = source
  const { command = [], url, env, headers } = mcp
  if (url !== undefined) {
    const requestInit = { headers: textsOf(headers, settingOf), redirect: 'error' as const }
    return new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch: boundedFetch })
  }
  const secrets = secretsOf(mcp, settingOf)
  // Only what the operator wrote: a setting of an account stays as it was entered.
  const inFolder = (text: string) => text.replaceAll('{folder}', () => workFolder)
  const program = command.map((part, index) => placed(inFolder(part), index, folder))
  const variables = Object.entries(env).map(([name, value]) => [
    name,
    typeof value === 'string' ? inFolder(value) : value
  ])
  const { read, write } = filesOf(files, folder)
  const { sandbox, network = 'host', tunnels } = confinement ?? {}
  const safe = (connection: RefusedConnection) => refused({ ...connection, host: masked(connection.host, secrets) })
  const visible = { workFolder, read: [...readByCommand(program, folder), ...read], write }
  return new ChildTransport({
    command: sandbox?.command(program, visible, network) ?? program,
    env: {
      ...environment(folder, workFolder),
      ...(network === 'proxy' && proxyVariables(Object.keys(env))),
      ...textsOf(Object.fromEntries(variables), settingOf)
    },
    proxy: network === 'proxy' && tunnels ? new ForwardProxy(tunnels, source.slug, safe) : undefined,
    folder: workFolder,
    memoryMb: mcp.memoryMb,
    stderr: line => stderr(masked(line, secrets))
  })
}

/** An answer that is too large fails where it is read. */
async function boundedFetch(address: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init)
  if (!response.body) return response
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > largestAnswer) controller.error(new Error(`The answer has more than ${largestAnswer} bytes.`))
      else controller.enqueue(chunk)
    }
  })
  return new Response(response.body.pipeThrough(counted), response)
}

/** An argument that names a file of the deployment's folder, as a whole path: the process begins in another folder. */
function placed(part: string, index: number, folder: string): string {
  const path = resolve(folder, part)
  if (isAbsolute(part) || part.startsWith('-') || (index === 0 && !part.includes('/'))) return part
  return existsSync(path) && statSync(path).isFile() ? path : part
}

/** Nothing of the host's own environment; programs of the deployment's folder and this Node are found first. */
function environment(folder: string, workFolder: string): Record<string, string> {
  const programs = [join(folder, 'node_modules/.bin'), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin']
  return { PATH: programs.join(':'), HOME: workFolder, TMPDIR: workFolder, LANG: 'C.UTF-8' }
}

/** How programs find the proxy; names of the own machine are those of the sandbox. What the entry says in either case of letters counts. */
function proxyVariables(given: readonly string[]): Record<string, string> {
  const url = `http://127.0.0.1:${proxyPort}`
  const values = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: 'localhost,127.0.0.1,::1' }
  const isGiven = (name: string) => given.some(other => other.toUpperCase() === name)
  const both = Object.entries(values).flatMap(([name, value]) =>
    isGiven(name) ? [] : [[name, value] as const, [name.toLowerCase(), value] as const]
  )
  return { ...Object.fromEntries(both), NODE_USE_ENV_PROXY: '1' }
}
