import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@product-host/sdk'
import { canonicalJson } from '@product-host/sdk/runtime'
import type { McpSource } from '../../deployment.js'
import type { Tunnels } from '../../egress/tunnels.js'
import { chosenSandbox } from '../../isolation/process/sandbox.js'
import type { OpenedSource } from '../opened-source.js'
import type { Confinement } from './connect.js'
import { mcpProduct } from './mcp-product.js'
import { ServerSessions } from './server-sessions.js'

/** Asks a server for its tools. Rejects, in a sentence, when it cannot be reached or has none; nothing of it runs then. */
export async function openMcp(
  source: McpSource,
  folder: string,
  logger: Logger,
  tunnels: Tunnels
): Promise<OpenedSource> {
  const confinement = await confinementFor(source, logger, tunnels)
  const sessions = new ServerSessions(source, folder, confinement, logger)
  try {
    const ask = () =>
      sessions.ask(async client => {
        const { name = source.slug, title, version = '' } = client.getServerVersion() ?? {}
        const { tools } = await client.listTools()
        return { name, title, version, tools }
      })
    const server = await ask()
    const withheld = source.mcp.command
      ? { isSandboxed: confinement !== undefined, hasHostNetwork: confinement?.network === 'host' }
      : {}
    const { leftOut, ...product } = mcpProduct(source, server, call => sessions.call(call))
    if (leftOut.length > 0)
      logger.warn('tools are left out: they run only as tasks, which this host does not ask for', {
        tools: leftOut.slice(0, 20)
      })
    const differs = async () => canonicalJson((await ask()).tools) !== canonicalJson(server.tools)
    const changed = toolsChanged(sessions, differs, logger)
    return { ...product, ...withheld, changed, close: () => sessions.close() }
  } catch (error) {
    await sessions.close()
    throw error
  }
}

/** How long after a server said that its tools changed they are asked for, in milliseconds: it may say so often. */
const askAfterMs = 1_000
/** How long its tools are not asked for again after they were as before, in milliseconds. */
const restMs = 30_000

/** Resolves when a session has said that the tools changed, and they did. A session of no account is asked, as at the start. */
async function toolsChanged(sessions: ServerSessions, differs: () => Promise<boolean>, logger: Logger): Promise<void> {
  for (let wait = askAfterMs; ; wait = restMs) {
    await new Promise<void>(resolve => {
      sessions.listChanged = resolve
    })
    await delay(wait, undefined, { ref: false })
    try {
      if (await differs()) return
    } catch (error) {
      logger.warn('the server of the product said that its tools changed, and cannot be asked for them', { err: error })
    }
  }
}

/**
 * What a program is withheld from; undefined where there is no sandbox. Rejects where the entry asks for one, or names files that one
 * account could see of another.
 */
async function confinementFor(
  { mcp, files, sandbox }: McpSource,
  logger: Logger,
  tunnels: Tunnels
): Promise<Confinement | undefined> {
  if (!mcp.command) return undefined
  const { sandbox: found, missing } = await chosenSandbox(sandbox)
  if (found) return { sandbox: found, network: mcp.network ?? 'proxy', tunnels }
  if (missing === undefined) return undefined
  if (files && mcp.tenancy === 'account')
    throw new Error(
      `It names files, which accounts can share only in a sandbox or with the tenancy "shared", but ${missing}.`
    )
  logger.warn(
    `the server of the product runs without a sandbox: ${missing}; it can read, write and reach what the host's user can`
  )
  return undefined
}
