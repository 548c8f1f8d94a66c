import type { CallOptions, Calls, Received } from './calls.js'
import type { ConfigChange, ConfigRevision, ProductConfig } from './types.js'

/** How a change of a config is saved. */
export interface PutOptions extends CallOptions {
  /** The `etag` of the config that was read: 412 `revision_conflict` when somebody saved in between. */
  readonly ifMatch?: string
  /** Judge it, answer what it would come to, and save nothing. */
  readonly isDryRun?: boolean
}

/** An account's config of one connection product. */
export class ConfigClient {
  constructor(
    private readonly calls: Calls,
    private readonly path: string
  ) {}

  async get(options?: CallOptions): Promise<ProductConfig> {
    return tagged(await this.calls.send({ method: 'GET', path: this.path, isRepeatable: true }, options))
  }

  /**
   * Saves a change. With `ifMatch` it is not sent again when no answer came: the first try may have saved it, and the second
   * would then be refused.
   */
  async put(change: ConfigChange, { ifMatch, isDryRun = false, ...options }: PutOptions = {}): Promise<ProductConfig> {
    const path = isDryRun ? `${this.path}?dryRun=true` : this.path
    const condition = ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } }
    const isRepeatable = ifMatch === undefined
    return tagged(await this.calls.send({ method: 'PUT', path, body: change, ...condition, isRepeatable }, options))
  }

  /** The last changes, the newest first. */
  async revisions(options?: CallOptions): Promise<readonly ConfigRevision[]> {
    const sent = { method: 'GET', path: `${this.path}/revisions`, isRepeatable: true } as const
    return (await this.calls.send(sent, options)).body.revisions
  }
}

function tagged({ body, headers }: Received): ProductConfig {
  return { ...body, etag: headers.get('etag') ?? '' }
}
