import {
  EGRESS,
  type Egress,
  EgressError,
  type EgressRecords,
  inject,
  injectable,
  STORAGE,
  type Storage
} from '@product-host/sdk'

/** What the name servers say about a domain's mail. A part is left out where its question found no answer. */
export interface MailRecords {
  /** Names of the mail servers, the first to be tried first. */
  readonly mx?: readonly string[]
  /** Text records of the domain. */
  readonly txt?: readonly string[]
  /** Text records of `_dmarc.` below the domain, or below the part that was registered. */
  readonly dmarc?: readonly string[]
}

/** Records with how many questions were asked for them. */
export interface Answered {
  readonly records: MailRecords
  readonly lookups: number
}

const timeoutMs = 2000
const keptMs = 7 * 24 * 60 * 60 * 1000

/** Asks name servers about a domain's mail, and keeps whole answers for seven days. */
@injectable()
export class MailRecordSource {
  constructor(
    @inject(EGRESS) private readonly egress: Egress,
    @inject(STORAGE) private readonly storage: Storage
  ) {}

  /** The records of a host; `name` is the part of it that was registered. */
  async of(host: string, name: string, signal: AbortSignal): Promise<Answered> {
    const key = `enrich:${host}`
    const kept = await this.storage.get<MailRecords>(key)
    if (kept) return { records: kept, lookups: 0 }
    const [mx, txt, own] = await Promise.all([
      this.#ask(host, 'MX', signal),
      this.#ask(host, 'TXT', signal),
      this.#ask(`_dmarc.${host}`, 'TXT', signal)
    ])
    const isInherited = own?.length === 0 && host !== name
    const dmarc = isInherited ? await this.#ask(`_dmarc.${name}`, 'TXT', signal) : own
    const records: MailRecords = {
      ...(mx && { mx: mx.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange) }),
      ...(txt && { txt }),
      ...(dmarc && { dmarc })
    }
    if (mx && txt && dmarc) await this.storage.set(key, records, { ttlMs: keptMs })
    return { records, lookups: isInherited ? 4 : 3 }
  }

  /** The records of a name, none when there is no such name, undefined when nobody could tell. */
  async #ask<Kind extends keyof EgressRecords>(
    name: string,
    kind: Kind,
    signal: AbortSignal
  ): Promise<EgressRecords[Kind] | undefined> {
    try {
      return await this.egress.resolve(name, kind, { timeoutMs, signal })
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      return error.code === 'dns_not_found' ? [] : undefined
    }
  }
}
