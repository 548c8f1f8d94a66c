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
import services from './mail-services.json' with { type: 'json' }

/** What the name servers say about a domain's mail. A part is left out where its question found no answer. */
interface MailRecords {
  /** Names of the mail servers, the first to be tried first. */
  readonly mx?: readonly string[]
  /** Text records of the domain. */
  readonly txt?: readonly string[]
  /** Text records of `_dmarc.` below the domain, or below the part that was registered. */
  readonly dmarc?: readonly string[]
}

/** Records with the number of DNS queries made for them. */
interface Answered {
  readonly records: MailRecords
  readonly lookups: number
}

const timeoutMs = 2000

const cacheMs = 7 * 24 * 60 * 60 * 1000

/** Queries name servers about a domain's mail, and caches complete answers for seven days. */
@injectable()
export class MailRecordSource {
  constructor(
    @inject(EGRESS) private readonly egress: Egress,
    @inject(STORAGE) private readonly storage: Storage
  ) {}

  /** The records of a host; `name` is the part of it that was registered. */
  async of(host: string, name: string, signal: AbortSignal): Promise<Answered> {
    const key = `enrich:${host}`
    const cached = await this.storage.get<MailRecords>(key)
    if (cached) return { records: cached, lookups: 0 }
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
    if (mx && txt && dmarc) await this.storage.set(key, records, { ttlMs: cacheMs })
    return { records, lookups: isInherited ? 4 : 3 }
  }

  /** The records of a name, none when there is no such name, undefined when no name server answered. */
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

/** How a domain's mail is set up, as its records show it. */
export interface MailSetup {
  readonly mx: readonly string[]
  readonly provider?: string
  readonly gateway?: string
  readonly spf?: string
  readonly tools: readonly string[]
  /** The policy: none, quarantine or reject. */
  readonly dmarc?: string
  /** Undefined where the name servers gave no answer. */
  readonly canReceive?: boolean
  /** A null MX (RFC 7505): the domain says that it takes no mail. */
  readonly refusesMail: boolean
  /** Every question was answered. */
  readonly isComplete: boolean
  /** Whether the provider was read from SPF alone, since a gateway hides the mail servers. */
  readonly isProviderFromSpf: boolean
}

/** Reads a domain's mail records. */
export function readMailSetup(records: MailRecords): MailSetup {
  const { mx, txt = [], dmarc = [] } = records
  const exchanges = (mx ?? []).map(hostName)
  const refusesMail = exchanges.length === 1 && exchanges[0] === ''
  const spf = txt.find(record => /^v=spf1(?: |$)/i.test(record))
  const includes = [...(spf ?? '').matchAll(/(?:include:|redirect=)(\S+)/gi)].map(([, name = '']) => hostName(name))
  const front = services.providers.find(({ mailServers }) => exchanges.some(name => endsWithAny(name, mailServers)))
  const behind = front?.isGateway ? providerBehind(includes) : undefined
  const provider = front?.isGateway ? behind : front
  const policy = dmarc
    .find(record => /^v=dmarc1\b/i.test(record))
    ?.match(/;\s*p\s*=\s*(none|quarantine|reject)\b/i)?.[1]
  return {
    mx: refusesMail ? [] : exchanges,
    ...(provider && { provider: provider.name }),
    ...(front?.isGateway && { gateway: front.name }),
    ...(spf !== undefined && { spf }),
    tools: services.tools
      .filter(({ include }) => includes.some(name => endsWithAny(name, [include])))
      .map(({ name }) => name),
    ...(policy !== undefined && { dmarc: policy.toLowerCase() }),
    ...(mx && { canReceive: exchanges.length > 0 && !refusesMail }),
    refusesMail,
    isComplete: 'mx' in records && 'txt' in records && 'dmarc' in records,
    isProviderFromSpf: behind !== undefined
  }
}

function providerBehind(includes: readonly string[]): (typeof services.providers)[number] | undefined {
  return services.providers.find(({ includes: own }) => includes.some(name => endsWithAny(name, own)))
}

function endsWithAny(name: string, endings: readonly string[]): boolean {
  return endings.some(ending => name === ending || name.endsWith(`.${ending}`))
}

function hostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
