import type { Logger } from '@product-host/sdk'
import type { McpSource } from '../../deployment.js'
import { chosenSandbox, type Sandbox } from '../../isolation/process/sandbox.js'
import type { OpenedSource } from '../opened-source.js'
import { mcpProduct } from './mcp-product.js'
import { ServerSessions } from './server-sessions.js'

/** Asks a server for its tools. Rejects, in a sentence, when it cannot be reached or has none; nothing of it runs then. */
export async function openMcp(source: McpSource, folder: string, logger: Logger): Promise<OpenedSource> {
  const sandbox = await sandboxFor(source, logger)
  const sessions = new ServerSessions(source, folder, sandbox, logger)
  try {
    const server = await sessions.ask(async client => {
      const { name = source.slug, title, version = '' } = client.getServerVersion() ?? {}
      const { tools } = await client.listTools()
      return { name, title, version, tools }
    })
    const isSandboxed = source.mcp.command ? { isSandboxed: sandbox !== undefined } : {}
    const product = mcpProduct(source, server, call => sessions.call(call))
    return { ...product, ...isSandboxed, close: () => sessions.close() }
  } catch (error) {
    await sessions.close()
    throw error
  }
}

/** The sandbox of a program. Rejects where there is none and the entry asks for one, or names files that one account could see of another. */
async function sandboxFor({ mcp, files, sandbox }: McpSource, logger: Logger): Promise<Sandbox | undefined> {
  if (!mcp.command) return undefined
  const { sandbox: found, missing } = await chosenSandbox(sandbox)
  if (found || missing === undefined) return found
  if (files && mcp.tenancy === 'account')
    throw new Error(
      `It names files, which accounts can share only in a sandbox or with the tenancy "shared", but ${missing}.`
    )
  logger.warn(
    `the server of the product runs without a sandbox: ${missing}; it can read and write what the host's user can`
  )
  return undefined
}
