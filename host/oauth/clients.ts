import { CLOCK, type Clock, type Egress, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../base/clock.js'
import { PUBLIC_EGRESS } from '../egress/egress.js'
import { STORE, type Store } from '../storage/store.js'
import { ClientDocuments, isDocumentAddress } from './client-documents.js'
import { type OAuthClient, readClientMetadata, refreshesOf } from './client-metadata.js'
import { OAuthRefusal } from './refusal.js'

/** A client that has registered itself, as it is stored. */
interface RegisteredClient extends OAuthClient {
  /** ISO 8601, like all times here. */
  readonly createdAt: string
  /** When an account last let it in or it renewed its tokens, to the day; left out until the first time. */
  readonly usedAt?: string
}

/** A registration that nobody has used yet. */
interface UnusedClient {
  readonly id: string
  /** When it expires, in milliseconds. */
  readonly until: number
  /** The network that it came from; left out for one from before networks were stored. */
  readonly network?: string
}

/**
 * Most registrations that nobody has used; a further one removes the oldest of the network that has most, so that nobody can fill the
 * list for others.
 */
export const mostUnusedClients = 1_000
/** How often the last use of a client is written, in milliseconds: once a day. It is stored for so much longer than its setting says. */
const usedEveryMs = 24 * 60 * 60 * 1000

const idForm = /^client_[0-9A-Z]{26}$/

/** The applications that may ask accounts to let them in: registered here (RFC 7591), or described by a document of their own. */
@injectable()
export class OAuthClients {
  readonly #records: Storage
  readonly #documents: ClientDocuments

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(PUBLIC_EGRESS) egress: Egress
  ) {
    this.#records = store.own('oauth-clients')
    this.#documents = new ClientDocuments(egress)
  }

  /** Registers a client by the metadata that a network sent. Throws an `OAuthRefusal`. */
  async register(
    sent: Record<string, unknown>,
    network: string
  ): Promise<OAuthClient & { readonly createdAt: string }> {
    const metadata = readClientMetadata(sent)
    const { client_name: name = 'An application', redirect_uris: redirectUris } = metadata
    const now = this.clock.now()
    const unusedClientMs = this.store.storedMs('unusedClientDays')
    const id = `client_${this.clock.ulid()}`
    const client = { id, name, redirectUris, refreshes: refreshesOf(metadata), createdAt: isoTime(now) }
    await this.#records.update([unusedName], read => {
      const unused = (read<readonly UnusedClient[]>(unusedName) ?? []).filter(({ until }) => until > now)
      const all = [...unused, { id, until: now + unusedClientMs, network }]
      const removed = all.length > mostUnusedClients ? oldestOfLargest(all) : undefined
      return {
        writes: [
          { key: clientName(id), value: client, ttlMs: unusedClientMs },
          { key: unusedName, value: all.filter(each => each !== removed), ttlMs: unusedClientMs },
          ...(removed ? [{ key: clientName(removed.id), delete: true as const }] : [])
        ],
        result: undefined
      }
    })
    return client
  }

  /** The client behind an id; reads the document that the id may be the address of. Throws an `OAuthRefusal`. */
  async find(id: string): Promise<OAuthClient> {
    const client = isDocumentAddress(id) ? await this.#documents.read(id) : await this.#registered(id)
    if (!client) throw new OAuthRefusal('invalid_client', 'No client has this client_id.')
    return client
  }

  /** Whether a client may still renew its tokens; the document of one that has a document is not read again. */
  async isKnown(id: string): Promise<boolean> {
    return isDocumentAddress(id) || (await this.#registered(id)) !== undefined
  }

  /** Keeps a registered client for longer, because an account uses it. */
  async noteUse(id: string): Promise<void> {
    const known = isDocumentAddress(id) ? undefined : await this.#registered(id)
    if (!known || this.clock.now() - Date.parse(known.usedAt ?? isoTime(0)) < usedEveryMs) return
    await this.#records.update([clientName(id), unusedName], read => {
      const client = read<RegisteredClient>(clientName(id))
      if (!client) return { result: undefined }
      const unused = (read<readonly UnusedClient[]>(unusedName) ?? []).filter(each => each.id !== id)
      const usedAt = isoTime(this.clock.now())
      return {
        writes: [
          {
            key: clientName(id),
            value: { ...client, usedAt },
            ttlMs: this.store.storedMs('usedClientDays') + usedEveryMs
          },
          { key: unusedName, value: unused, ttlMs: this.store.storedMs('unusedClientDays') }
        ],
        result: undefined
      }
    })
  }

  async #registered(id: string): Promise<RegisteredClient | undefined> {
    return idForm.test(id) ? this.#records.get<RegisteredClient>(clientName(id)) : undefined
  }
}

/** The oldest registration of the network that has most of them. */
function oldestOfLargest(all: readonly UnusedClient[]): UnusedClient | undefined {
  const counts = new Map<string, number>()
  const networkOf = ({ id, network = id }: UnusedClient) => network
  for (const each of all) counts.set(networkOf(each), (counts.get(networkOf(each)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return all.find(each => counts.get(networkOf(each)) === most)
}

/** The record of the registrations that nobody has used. */
const unusedName = 'unused'

function clientName(id: string): string {
  return `client:${id}`
}
