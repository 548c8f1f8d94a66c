import { readFile, realpath } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { $RefParser, type FileInfo } from '@apidevtools/json-schema-ref-parser'
import { isJsonObject, type JsonObject, jsonObjectOf, memberOf } from '../../base/json.js'
import { isHttpUrl } from '../../entries/account-value.js'
import type { OpenapiMember } from '../../entries/openapi.js'
import { referenced } from '../adapted-schema.js'
import { overlaid } from './overlay.js'
import { fetchWithinOrigin, readText } from './within-origin.js'

/** An OpenAPI document with all that it refers to. */
export interface InterfaceDocument {
  readonly root: JsonObject
  readonly title: string
  readonly version: string
  /** Where it was read from, as a base of relative addresses; undefined for a file. */
  readonly url: string | undefined
  /** The targets of overlays that name nothing in the document, with their overlays. */
  readonly missed: readonly string[]
}

/** Most bytes of a file of a document; the largest public ones have 12 MB. */
const largestFile = 32 * 1024 * 1024

/** How long a document may take to come, in milliseconds. */
const timeoutMs = 10_000

/**
 * Reads a document and the files that it refers to, changed by its overlays. A file may refer to files in its folder and below, a document at
 * a URL to others of its origin. Rejects, in a sentence, when one cannot be read or is no OpenAPI 3.
 */
export async function readInterface(
  { document, overlays = [] }: Pick<OpenapiMember, 'document' | 'overlays'>,
  folder: string
): Promise<InterfaceDocument> {
  const file = new DocumentFile('document', document, folder)
  const missed: string[] = []
  let root: JsonObject | undefined
  for (const name of overlays) {
    const overlay = new DocumentFile('overlay', name, folder)
    const changed = await overlaid(root ?? (await file.read()), await overlay.read(), overlay.shown)
    root = changed.root
    missed.push(...changed.missed.map(target => `${overlay.shown}: ${target}`))
  }
  root = await file.bundle(root)
  const { openapi, info } = root
  if (typeof openapi !== 'string' || !/^3\.[012]\b/.test(openapi))
    throw new Error(
      `Its document ${file.shown} is not of OpenAPI 3.0, 3.1 or 3.2${'swagger' in root ? ', but of Swagger 2.0; convert it first' : ''}.`
    )
  const [title, version] = [memberOf(info, 'title'), memberOf(info, 'version')]
  return {
    root,
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : 'HTTP interface',
    version: typeof version === 'string' ? version : '',
    url: file.isUrl ? document : undefined,
    missed
  }
}

/** A document or an overlay, as a file in the deployment's folder or as a URL. */
class DocumentFile {
  readonly isUrl: boolean
  /** Its name without a query, which may hold a secret of the operator. */
  readonly shown: string
  readonly #path: string
  /** The library says of a file only that it could not be read. */
  #reason: unknown

  constructor(
    private readonly kind: 'document' | 'overlay',
    name: string,
    folder: string
  ) {
    this.isUrl = isHttpUrl(name)
    this.shown = this.isUrl ? name.replace(/\?.*/s, '') : name
    this.#path = this.isUrl ? name : resolve(folder, name)
  }

  /** The file alone. */
  async read(): Promise<JsonObject> {
    return jsonObjectOf(await this.#readable(new $RefParser().parse(this.#path, this.#options())))
  }

  /** The file, or what it has become, with all that it refers to. */
  async bundle(root: JsonObject | undefined): Promise<JsonObject> {
    const [path, options] = [this.#path, this.#options()]
    const bundling = root ? new $RefParser().bundle(path, root, options) : new $RefParser().bundle(path, options)
    return jsonObjectOf(await this.#readable(bundling))
  }

  async #readable(reading: Promise<unknown>): Promise<unknown> {
    return reading.catch(error => {
      throw new Error(`Its ${this.kind} ${this.shown} cannot be read: ${messageOf(this.#reason ?? error)}`)
    })
  }

  #options() {
    const noted = (read: (url: string) => Promise<string>) => (file: FileInfo) =>
      read(file.url).catch(error => {
        this.#reason = error
        throw error
      })
    const path = this.#path
    return {
      resolve: {
        file: this.isUrl
          ? (false as const)
          : { order: 1, canRead: true, read: noted(url => readBelow(url, dirname(path))) },
        http: this.isUrl
          ? { order: 1, canRead: /^https?:/i, read: noted(url => fetchFrom(url, new URL(path).origin)) }
          : (false as const)
      },
      dereference: { circular: 'ignore' as const },
      mutateInputSchema: true
    }
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
