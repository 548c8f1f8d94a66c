import { isIP, isIPv4 } from 'node:net'
import { EgressError } from '@product-host/sdk'
import type { Addresses, AddressResult } from './addresses.js'
import type { Deadline } from './deadline.js'
import { blockedPort, hostOf, portOf } from './judge-url.js'
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

  /** The ports that some allowed network may be reached on. */
  get allowedPorts(): readonly number[] {
    return this.addresses.allowedPorts
  }

  /**
   * The addresses of a URL's host, IPv4 first; all of them are judged, and one bad one refuses all. `publicPorts` are those
   * that public addresses may be reached on. Throws `EgressError`.
   */
  async find(
    url: URL,
    publicPorts: ReadonlySet<number>,
    deadline: Deadline,
    progress: Progress
  ): Promise<readonly string[]> {
    const host = hostOf(url)
    const port = portOf(url)
    if (isIP(host)) {
      requireAccepted(this.addresses.judge([host], port, publicPorts), url, `The address ${host} is not public.`)
      return [host]
    }
    const isLocal = isLocalName(host)
    if (isLocal && !this.addresses.hasAllowed) throw blocked(`"${host}" is a name of a local network.`)
    progress.enter('dns')
    const found = await deadline.within(signal => this.resolver.addresses(host, signal))
    progress.enter('judging')
    if (found.length === 0) throw new EgressError('dns_not_found', `There is no address for "${host}".`)
    const result = isLocal ? this.addresses.judgeLocal(found, port) : this.addresses.judge(found, port, publicPorts)
    requireAccepted(result, url, `"${host}" leads to an address that is not public.`)
    return [...found.filter(isIPv4), ...found.filter(address => !isIPv4(address))].slice(0, mostTried)
  }
}

function requireAccepted(result: AddressResult, url: URL, message: string): void {
  if (result === 'blocked_port') throw blockedPort(url)
  if (result === 'blocked_address') throw blocked(message)
}

function blocked(message: string): EgressError {
  return new EgressError('blocked_address', message)
}
