import { isIP, isIPv4 } from 'node:net'
import { EgressError } from '@product-host/sdk'
import type { Addresses } from './addresses.js'
import type { Deadline } from './deadline.js'
import { hostOf } from './judge-url.js'
import { isLocalName } from './local-names.js'
import type { Progress } from './progress.js'
import type { Resolver } from './resolver.js'

/** So many addresses of a name are tried at most, so that a name with hundreds is no lever. */
const mostTried = 4

/** Finds out which addresses lie behind hosts, and lets through those that may be reached. */
export class AddressFinder {
  constructor(
    private readonly addresses: Addresses,
    private readonly resolver: Resolver
  ) {}

  /** The addresses of a URL's host, IPv4 first; all of them are judged, and one bad one refuses all. Throws `EgressError`. */
  async find(url: URL, deadline: Deadline, progress: Progress): Promise<readonly string[]> {
    const host = hostOf(url)
    if (isIP(host)) return this.#literal(host)
    const isLocal = isLocalName(host)
    if (isLocal && !this.addresses.hasAllowed) throw blocked(`"${host}" is a name of a local network.`)
    progress.enter('dns')
    const found = await deadline.within(signal => this.resolver.addresses(host, signal))
    progress.enter('judging')
    if (found.length === 0) throw new EgressError('dns_not_found', `There is no address for "${host}".`)
    const isGood = isLocal ? this.addresses.allow(found) : this.addresses.accept(found)
    if (!isGood) throw blocked(`"${host}" leads to an address that is not public.`)
    return [...found.filter(isIPv4), ...found.filter(address => !isIPv4(address))].slice(0, mostTried)
  }

  #literal(address: string): readonly string[] {
    if (!this.addresses.accept([address])) throw blocked(`The address ${address} is not public.`)
    return [address]
  }
}

function blocked(message: string): EgressError {
  return new EgressError('blocked_address', message)
}
