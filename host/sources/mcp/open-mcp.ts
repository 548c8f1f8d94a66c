import type { Logger } from '@product-host/sdk'
import type { McpSource } from '../../deployment.js'
import type { OpenedSource } from '../opened-source.js'
import { mcpProduct } from './mcp-product.js'
import { Sandbox } from './sandbox.js'
import { ServerSessions } from './server-sessions.js'

/** Asks a server for its tools. Rejects, in a sentence, when it cannot be reached or has none; nothing of it runs then. */
export async function openMcp(source: McpSource, folder: string, logger: Logger): Promise<OpenedSource> {
  const sessions = new ServerSessions(source, folder, await sandboxFor(source, logger), logger)
  try {
    const server = await sessions.ask(async client => {
      const { name = source.slug, title, version = '' } = client.getServerVersion() ?? {}
      const { tools } = await client.listTools()
      return { name, title, version, tools }
    })
    return { ...mcpProduct(source, server, call => sessions.call(call)), close: () => sessions.close() }
  } catch (error) {
    await sessions.close()
    throw error
  }
}

/** The sandbox of a program. Rejects where there is none and the entry asks for one, or names files that one account could see of another. */
async function sandboxFor({ mcp, files, sandbox }: McpSource, logger: Logger): Promise<Sandbox | undefined> {
  if (!mcp.command || sandbox === 'none') return undefined
  const found = await Sandbox.find()
  if (found) return found
  const missing = 'bubblewrap (bwrap) is not installed, or may not create namespaces here'
  if (sandbox === 'required') throw new Error(`Its entry requires a sandbox, but ${missing}.`)
  if (files && mcp.tenancy === 'account')
    throw new Error(
      `It names files, which accounts can share only in a sandbox or with the tenancy "shared", but ${missing}.`
    )
  logger.warn(
    `the server of the product runs without a sandbox: ${missing}; it can read and write what the host's user can`
  )
  return undefined
}
