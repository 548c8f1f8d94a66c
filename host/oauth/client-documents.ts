import { type Egress, EgressError } from '@product-host/sdk'
import { LRUCache } from 'lru-cache'
import { JsonIssue, parseJson } from '../base/files.js'
import { isJsonObject } from '../base/json.js'
import { type OAuthClient, readClientMetadata, refreshesOf } from './client-metadata.js'
import { OAuthRefusal } from './refusal.js'

/** Largest document, in bytes: the draft of client ID metadata documents recommends 5 KB. */
const largestDocument = 16 * 1024
/** How long a document may take to arrive, in milliseconds. */
const documentTimeoutMs = 5_000
/** For how long a document is used at least and at most without being read again, in milliseconds. */
const shortestFreshMs = 60_000
const longestFreshMs = 60 * 60_000
/** Documents that one process remembers. */
const mostDocuments = 1_000

/** Whether the id of a client is the address of a document that describes it. */
export function isDocumentAddress(id: string): boolean {
  return id.startsWith('https://')
}

/**
 * Clients whose id is the address of a document with their metadata (draft-ietf-oauth-client-id-metadata-document). What was read
 * is used again for a minute to an hour, as its `Cache-Control` says; a fault is not.
 */
export class ClientDocuments {
  readonly #known = new LRUCache<string, OAuthClient>({ max: mostDocuments })
  readonly #reading = new Map<string, Promise<OAuthClient>>()

  /** The egress must not reach private networks. */
  constructor(private readonly egress: Egress) {}

  /** Throws an `OAuthRefusal` when there is no such document, or it describes no client. */
  async read(id: string): Promise<OAuthClient> {
    const known = this.#known.get(id)
    if (known) return known
    requireDocumentAddress(id)
    const running = this.#reading.get(id)
    if (running) return running
    const reading = this.#fetch(id).finally(() => this.#reading.delete(id))
    this.#reading.set(id, reading)
    return reading
  }

  async #fetch(id: string): Promise<OAuthClient> {
    const { status, headers, body, isCut } = await this.#request(id)
    if (status !== 200) throw refused(`The document of the client was answered with status ${status}.`)
    if (isCut) throw refused(`The document of the client is larger than ${largestDocument} bytes.`)
    const client = clientOf(id, body)
    this.#known.set(id, client, { ttl: freshMs(headers['cache-control']) })
    return client
  }

  async #request(id: string) {
    try {
      return await this.egress.request(id, {
        headers: { Accept: 'application/json' },
        timeoutMs: documentTimeoutMs,
        maxBytes: largestDocument
      })
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      throw refused('The document of the client could not be read: its address is not public, or does not answer.')
    }
  }
}

/** Throws an `OAuthRefusal` for an address that may not be a client's id. */
function requireDocumentAddress(id: string): void {
  const url = URL.parse(id)
  const isPlain =
    url !== null && id.length <= 500 && url.href === id && !/[#?@]/.test(id) && url.pathname !== '/' && url.port === ''
  if (!isPlain)
    throw refused('The client_id is not an https address with a path, and without a port, query or fragment.')
}

function clientOf(id: string, body: string): OAuthClient {
  const document = parsed(body)
  if (document.client_id !== id) throw refused('The document of the client names another client_id.')
  if ('client_secret' in document) throw refused('The document of the client holds a client_secret.')
  const metadata = readClientMetadata(document)
  const { token_endpoint_auth_method: method = 'none', client_name: name = new URL(id).host } = metadata
  if (method !== 'none') throw refused('The client authenticates itself by something other than PKCE.')
  return {
    id,
    name,
    verifiedHost: new URL(id).host,
    redirectUris: metadata.redirect_uris,
    refreshes: refreshesOf(metadata)
  }
}

function parsed(body: string): Record<string, unknown> {
  try {
    const document = parseJson(body)
    if (isJsonObject(document)) return { ...document }
  } catch (error) {
    if (!(error instanceof JsonIssue)) throw error
  }
  throw refused('The document of the client is not a JSON object, or has a member twice.')
}

function freshMs(cacheControl = ''): number {
  const seconds = Number(/(?:^|,)\s*max-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0)
  return Math.min(longestFreshMs, Math.max(shortestFreshMs, seconds * 1_000))
}

function refused(description: string): OAuthRefusal {
  return new OAuthRefusal('invalid_client', description)
}
