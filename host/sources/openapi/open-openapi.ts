import type { Logger } from '@product-host/sdk'
import { jsonObjectOf } from '../../base/json.js'
import type { OpenapiSource } from '../../deployment.js'
import { isHttpUrl } from '../../entries/account-value.js'
import { type OpenapiMember, settingsOfInterface } from '../../entries/openapi.js'
import type { OpenedSource } from '../opened-source.js'
import { type InterfaceDocument, readInterface } from './interface-document.js'
import { openapiProduct } from './openapi-product.js'
import { InterfaceClient } from './send-request.js'

/** Reads the document of an interface. Rejects, in a sentence, when it cannot be read, or leaves open where the interface is. */
export async function openOpenapi(source: OpenapiSource, folder: string, logger: Logger): Promise<OpenedSource> {
  const member = source.openapi
  const document = await readInterface(member, folder)
  if (document.missed.length > 0)
    logger.warn('overlays change nothing there: their targets name nothing in the document', {
      operations: document.missed.slice(0, 20)
    })
  const server = serverOf(document, member)
  const client = new InterfaceClient(member, server)
  const { leftOut, ...opened } = await openapiProduct(source, document, client)
  if (leftOut.length > 0)
    logger.warn('operations are left out: this host does not send their methods or the media types of their bodies', {
      operations: leftOut.slice(0, 20),
      count: leftOut.length
    })
  const { tokenUrl } = member.auth?.clientCredentials ?? {}
  const origins = [server, ...(tokenUrl === undefined ? [] : [tokenUrl])].map(url => new URL(url).origin)
  return {
    ...opened,
    sentTo: settingsOfInterface(member).length > 0 ? [...new Set(origins)].sort() : [],
    close: async () => undefined
  }
}

/** Where the requests of an entry go, read from its document if the entry does not say it. */
export async function interfaceServer(member: OpenapiMember, folder: string): Promise<string> {
  return member.server ?? serverOf(await readInterface(member, folder), member)
}

/** The server of the entry, else the first of the document, from where the document is; its variables have their defaults. */
function serverOf({ root, url }: InterfaceDocument, { server }: OpenapiMember): string {
  if (server !== undefined) return server
  const first = jsonObjectOf(Array.isArray(root.servers) ? root.servers[0] : undefined)
  const variables = jsonObjectOf(first.variables)
  const written = typeof first.url === 'string' ? first.url : '/'
  const filled = written.replaceAll(/\{([^}]*)\}/g, (whole, name: string) =>
    String(jsonObjectOf(variables[name]).default ?? whole)
  )
  const absolute = URL.parse(filled, url)?.href
  if (absolute === undefined || !isHttpUrl(absolute))
    throw new Error(`Its document does not say where the interface is ("${written}"); name it as "server".`)
  return absolute
}
