import type { Logger } from '@product-host/sdk'
import type { Source } from '../deployment.js'
import type { OpenedSource } from './opened-source.js'

/** Asks a server, or reads a document, for what the product has. The libraries are loaded only by a deployment that has such a source. */
export async function openSource(source: Source, folder: string, logger: Logger): Promise<OpenedSource> {
  if (source.mcp) return (await import('./mcp/open-mcp.js')).openMcp(source, folder, logger)
  return (await import('./openapi/open-openapi.js')).openOpenapi(source, folder, logger)
}
