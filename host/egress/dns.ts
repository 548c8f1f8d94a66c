import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver as NodeResolver } from 'node:dns/promises'
import { EgressError, type EgressRecords } from '@product-host/sdk'

type Queries = {
  readonly [Kind in keyof EgressRecords]: (resolver: NodeResolver, name: string) => Promise<EgressRecords[Kind]>
}

const queries: Queries = {
  A: (resolver, name) => orNone(resolver.resolve4(name)),
  AAAA: (resolver, name) => orNone(resolver.resolve6(name)),
  CNAME: (resolver, name) => orNone(resolver.resolveCname(name)),
  MX: async (resolver, name) =>
    (await orNone(resolver.resolveMx(name))).map(({ priority, exchange }) => ({ priority, exchange })),
  NS: (resolver, name) => orNone(resolver.resolveNs(name)),
  TXT: async (resolver, name) => (await orNone(resolver.resolveTxt(name))).map(parts => parts.join(''))
}

/**
 * Queries the machine's name servers. The hosts file and search domains are not used: they name the operator's own machines.
 * Unlike `dns.lookup` it occupies no thread while a server is silent, so that no caller can exhaust the pool, and it can be cancelled.
 */
export class DnsResolver implements Resolver {
  readonly #servers: readonly string[] | undefined
  readonly #limitMs: number

  /** `servers` such as `127.0.0.1:5353` replace those of the machine; `limitMs` is for one query with its repetitions. */
  constructor({ servers, limitMs = 5_000 }: { readonly servers?: readonly string[]; readonly limitMs?: number } = {}) {
    this.#servers = servers
    this.#limitMs = limitMs
  }

  async addresses(name: string, signal: AbortSignal): Promise<readonly string[]> {
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1'] // RFC 6761, section 6.3
    return this.#within(signal, async resolver => {
      const answers = await Promise.allSettled([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])
      const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
      const failed = answers.find(answer => answer.status === 'rejected')
      if (found.length === 0 && failed) throw failed.reason
      return found
    })
  }

  async records<Kind extends keyof EgressRecords>(
    name: string,
    kind: Kind,
    signal: AbortSignal
  ): Promise<EgressRecords[Kind]> {
    return this.#within(signal, resolver => queries[kind](resolver, name))
  }

  async #within<Found>(signal: AbortSignal, work: (resolver: NodeResolver) => Promise<Found>): Promise<Found> {
    const resolver = new NodeResolver({ timeout: 1_500, tries: 2 })
    if (this.#servers) resolver.setServers(this.#servers)
    const cancel = () => resolver.cancel()
    const timer = setTimeout(cancel, this.#limitMs)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await work(resolver)
    } catch (error) {
      if (codeOf(error) === undefined) throw error
      throw new EgressError('dns_unavailable', 'The name servers gave no usable answer.')
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }
}

async function orNone<Answer>(query: Promise<Answer[]>): Promise<Answer[]> {
  try {
    return await query
  } catch (error) {
    const code = codeOf(error)
    if (code === NODATA || code === NOTFOUND) return []
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Queries the DNS. Names are normalised; a query without an answer rejects with `EgressError` `dns_unavailable`. */
export interface Resolver {
  /** The IPv4 and IPv6 addresses of a name, or none. */
  addresses(name: string, signal: AbortSignal): Promise<readonly string[]>
  /** The records of a name, or none. */
  records<Kind extends keyof EgressRecords>(name: string, kind: Kind, signal: AbortSignal): Promise<EgressRecords[Kind]>
}
