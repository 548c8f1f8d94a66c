import { isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { EgressError } from '@product-host/sdk'
import ipaddr from 'ipaddr.js'
import { type Address, isWithin, type Network, readNetwork } from '../entries/network.js'
import type { Deadline } from './deadline.js'
import type { Resolver } from './dns.js'
import type { Progress } from './progress.js'
import { isLocalName } from './url.js'

/**
 * The number of addresses of a name that are tried at most, so that a name with hundreds does not amplify a request.
 */
const mostTried = 4

/** A host, by name or address, and a port of it. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** Resolves the addresses of hosts, and returns those that may be reached. */
export class AddressFinder {
  /** `blockedPort` is the refusal of a port that may not be reached at an address. */
  constructor(
    private readonly addresses: Addresses,
    private readonly resolver: Resolver,
    private readonly blockedPort: (port: number) => EgressError
  ) {}

  /** The ports that some allowed network may be reached on. */
  get allowedPorts(): readonly number[] {
    return this.addresses.allowedPorts
  }

  /**
   * The addresses of a host, IPv4 first. All of them are checked; one forbidden address refuses the host.
   * `publicPorts` are the ports of public addresses. Throws `EgressError`.
   */
  async find(
    { host, port }: Endpoint,
    publicPorts: ReadonlySet<number>,
    deadline: Deadline,
    progress: Progress
  ): Promise<readonly string[]> {
    if (isIP(host)) {
      this.#requireAccepted(
        this.addresses.validate([host], port, publicPorts),
        port,
        `The address ${host} is not public.`
      )
      return [host]
    }
    const isLocal = isLocalName(host)
    if (isLocal && !this.addresses.hasAllowed) throw blocked(`"${host}" is a name of a local network.`)
    progress.enter('dns')
    const found = await deadline.within(signal => this.resolver.addresses(host, signal))
    progress.enter('checking')
    if (found.length === 0) throw new EgressError('dns_not_found', `There is no address for "${host}".`)
    const result = isLocal
      ? this.addresses.validateLocal(found, port)
      : this.addresses.validate(found, port, publicPorts)
    this.#requireAccepted(result, port, `"${host}" leads to an address that is not public.`)
    return [...found.filter(isIPv4), ...found.filter(address => !isIPv4(address))].slice(0, mostTried)
  }

  #requireAccepted(result: AddressResult, port: number, message: string): void {
    if (result === 'blocked_port') throw this.blockedPort(port)
    if (result === 'blocked_address') throw blocked(message)
  }
}

function blocked(message: string): EgressError {
  return new EgressError('blocked_address', message)
}

/** A private network that callers may reach: on ports of its own, or on those of public addresses. */
export type AllowedNetwork =
  | string
  | {
      readonly network: string
      readonly ports?: readonly number[]
      /** The ports for bare connections. */
      readonly connectPorts?: readonly number[]
    }

/** A network with the ports that it may be reached on. */
interface Opened {
  readonly network: Network
  readonly ports: ReadonlySet<number>
}

/** The result of a check of addresses on a port: all may be reached, or one may not, on this port or on any. */
type AddressResult = 'accepted' | 'blocked_port' | 'blocked_address'

/**
 * The IPv6 addresses that are assigned to the public (IANA, "IPv6 Global Unicast Address Assignments"); any other
 * address is refused.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * A public address that the cloud around a machine serves (learn.microsoft.com, "What is IP address 168.63.129.16?").
 */
const azureWireServer = '168.63.129.16'

/**
 * The IP addresses that a request may go to, and the ports: public addresses that are not this machine's own, and those
 * that the operator allows.
 */
export class Addresses {
  readonly #allowed: readonly Opened[]

  /**
   * `ports` are for public addresses and networks without ports; `own` returns the addresses of this machine. Throws
   * for text that is no network.
   */
  constructor(
    allow: readonly AllowedNetwork[],
    ports: readonly number[],
    private readonly own: () => readonly string[]
  ) {
    this.#allowed = allow.map(entry =>
      typeof entry === 'string'
        ? { network: readNetwork(entry), ports: new Set(ports) }
        : { network: readNetwork(entry.network), ports: new Set(entry.ports ?? []) }
    )
  }

  /** Whether the operator allows any network that is not public. */
  get hasAllowed(): boolean {
    return this.#allowed.length > 0
  }

  /** The ports of the allowed networks that are not public. */
  get allowedPorts(): readonly number[] {
    return this.#allowed.flatMap(({ ports }) => [...ports])
  }

  /** Whether addresses may be shown that were looked up: public ones, this machine's own included, and those of allowed networks. */
  mayShow(addresses: readonly string[]): boolean {
    return parsed(addresses).every(
      address => isPublic(address) || (address && this.#allowed.some(({ network }) => isWithin(address, network)))
    )
  }

  /** Checks addresses; public ones may be reached on some ports. The worst result counts. */
  validate(addresses: readonly string[], port: number, publicPorts: ReadonlySet<number>): AddressResult {
    const closed = new Set([azureWireServer, ...this.own()].map(text => String(ipaddr.parse(text))))
    return worst(
      parsed(addresses).map(address => {
        const isOpen = isPublic(address) && !closed.has(String(address))
        return this.#validateOne(address, port, isOpen ? publicPorts : undefined)
      })
    )
  }

  /** Checks addresses that must be in networks that the operator allows. */
  validateLocal(addresses: readonly string[], port: number): AddressResult {
    return worst(parsed(addresses).map(address => this.#validateOne(address, port)))
  }

  #validateOne(address: Address | undefined, port: number, publicPorts?: ReadonlySet<number>): AddressResult {
    const networks = address ? this.#allowed.filter(({ network }) => isWithin(address, network)) : []
    const open = [...networks.map(({ ports }) => ports), ...(publicPorts ? [publicPorts] : [])]
    if (open.length === 0) return 'blocked_address'
    return open.some(ports => ports.has(port)) ? 'accepted' : 'blocked_port'
  }
}

/** The addresses of this machine's own interfaces, which may be open to itself where a firewall closes them to others. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address))
}

function worst(results: readonly AddressResult[]): AddressResult {
  return (['blocked_address', 'blocked_port'] as const).find(result => results.includes(result)) ?? 'accepted'
}

/** Undefined for text that is no address. */
function parsed(texts: readonly string[]): readonly (Address | undefined)[] {
  return texts.map(text => (isIP(text) ? ipaddr.parse(text) : undefined))
}

function isPublic(address: Address | undefined): boolean {
  if (address?.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast)
}
