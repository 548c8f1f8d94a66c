import type { EgressRecords } from '@product-host/sdk'

/** Asks the DNS. Names are normalised; a question that finds no answer rejects with `EgressError` `dns_unavailable`. */
export interface Resolver {
  /** The IPv4 and IPv6 addresses of a name, none when it has none. */
  addresses(name: string, signal: AbortSignal): Promise<readonly string[]>
  /** The records of a name, none when it has none. */
  records<Kind extends keyof EgressRecords>(name: string, kind: Kind, signal: AbortSignal): Promise<EgressRecords[Kind]>
}
