import { readFile, realpath } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { $RefParser, type FileInfo } from '@apidevtools/json-schema-ref-parser'
import { isJsonObject, type JsonObject, jsonObjectOf, memberOf } from '../../base/json.js'
import { isHttpUrl } from '../../entries/account-value.js'
import { referenced } from '../adapted-schema.js'
import { fetchWithinOrigin, readText } from './within-origin.js'

/** An OpenAPI document with all that it refers to. */
export interface InterfaceDocument {
  readonly root: JsonObject
  readonly title: string
  readonly version: string
  /** Where it was read from, as a base of relative addresses; undefined for a file. */
  readonly url: string | undefined
}

/** Most bytes of a file of a document; the largest public ones have 12 MB. */
const largestFile = 32 * 1024 * 1024

/** How long a document may take to come, in milliseconds. */
const timeoutMs = 10_000

/**
 * Reads a document and the files that it refers to. A file may refer to files in its folder and below, a document at a URL to others of
 * its origin. Rejects, in a sentence, when one cannot be read or is no OpenAPI 3.
 */
export async function readInterface(document: string, folder: string): Promise<InterfaceDocument> {
  const isUrl = isHttpUrl(document)
  // A query may hold a secret of the operator.
  const shown = isUrl ? document.replace(/\?.*/s, '') : document
  const path = isUrl ? document : resolve(folder, document)
  // The library says of a file only that it could not be read.
  let reason: unknown
  const noted = (read: (url: string) => Promise<string>) => (file: FileInfo) =>
    read(file.url).catch(error => {
      reason = error
      throw error
    })
  const root = await new $RefParser()
    .bundle(path, {
      resolve: {
        file: isUrl ? false : { order: 1, canRead: true, read: noted(url => readBelow(url, dirname(path))) },
        http: isUrl
          ? { order: 1, canRead: /^https?:/i, read: noted(url => fetchFrom(url, new URL(path).origin)) }
          : false
      },
      dereference: { circular: 'ignore' },
      mutateInputSchema: true
    })
    .catch(error => {
      throw new Error(`Its document ${shown} cannot be read: ${messageOf(reason ?? error)}`)
    })
  const { openapi, info } = jsonObjectOf(root)
  if (typeof openapi !== 'string' || !/^3\.[012]\b/.test(openapi))
    throw new Error(
      `Its document ${shown} is not of OpenAPI 3.0, 3.1 or 3.2${'swagger' in jsonObjectOf(root) ? ', but of Swagger 2.0; convert it first' : ''}.`
    )
  const [title, version] = [memberOf(info, 'title'), memberOf(info, 'version')]
  return {
    root: jsonObjectOf(root),
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : 'HTTP interface',
    version: typeof version === 'string' ? version : '',
    url: isUrl ? document : undefined
  }
}

async function readBelow(url: string, folder: string): Promise<string> {
  const path = await realpath(url.startsWith('file:') ? fileURLToPath(url) : url)
  const allowed = await realpath(folder)
  if (!path.startsWith(allowed + sep)) throw new Error(`${path} is not in ${allowed}, the folder of the document`)
  return readFile(path, 'utf8')
}

async function fetchFrom(url: string, origin: string): Promise<string> {
  if (new URL(url).origin !== origin)
    throw new Error(`it refers to ${new URL(url).origin}, but the document is of ${origin}`)
  const response = await fetchWithinOrigin(new URL(url), {
    method: 'GET',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { Accept: 'application/json, application/yaml' }
  })
  if (!response.ok) throw new Error(`it answers ${response.status}`)
  return readText(response, largestFile)
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(/\s+/g, ' ').slice(0, 500)
}

/** An object of the document, its reference followed; an empty one for what refers to nothing. */
export function resolved(root: JsonObject, value: unknown): JsonObject {
  let found = value
  for (let steps = 0; steps < 20 && isJsonObject(found) && typeof found.$ref === 'string'; steps++)
    found = referenced(root, found.$ref)
  return jsonObjectOf(found)
}
