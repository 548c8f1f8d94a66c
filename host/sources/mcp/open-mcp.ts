import type { Logger, Product } from '@product-host/sdk'
import type { Source } from '../../deployment.js'
import { mcpProduct } from './mcp-product.js'
import { ServerSessions } from './server-sessions.js'

/** A source that has said what it has. */
export interface OpenedSource {
  readonly product: Product
  close(): Promise<void>
}

/** Asks a server for its tools. Rejects, in a sentence, when it cannot be reached or has none; nothing of it runs then. */
export async function openMcp(source: Source, folder: string, logger: Logger): Promise<OpenedSource> {
  const sessions = new ServerSessions(source, folder, logger)
  try {
    const server = await sessions.ask(async client => {
      const { name = source.slug, title, version = '' } = client.getServerVersion() ?? {}
      const { tools } = await client.listTools()
      return { name, title, version, tools }
    })
    return { product: mcpProduct(source, server, call => sessions.call(call)), close: () => sessions.close() }
  } catch (error) {
    await sessions.close()
    throw error
  }
}
