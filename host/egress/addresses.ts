import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { type Address, isWithin, type Network, readNetwork } from './networks.js'

/** A private network that callers may reach: on ports of its own, or on those of public addresses. */
export type AllowedNetwork = string | { readonly network: string; readonly ports: readonly number[] }

/** A network with the ports that it may be reached on. */
interface Opened {
  readonly network: Network
  readonly ports: ReadonlySet<number>
}

/** What becomes of addresses on a port: all may be reached, or one may not, on this port or on any. */
export type AddressResult = 'accepted' | 'blocked_port' | 'blocked_address'

/** All of IPv6 that is given out to the public (IANA, "IPv6 Global Unicast Address Assignments"); what lies beside it is refused. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Public by its number, yet served by the cloud that a machine runs in (learn.microsoft.com, "What is IP address 168.63.129.16?"). */
const azureWireServer = '168.63.129.16'

/**
 * Which IP addresses a request may go to, and on which ports: public ones that are not this machine's own, and those that the
 * operator allows.
 */
export class Addresses {
  readonly #allowed: readonly Opened[]

  /** `ports` are for public addresses and networks without ports; `own` says which addresses this machine has. Throws for what is no network. */
  constructor(
    allow: readonly AllowedNetwork[],
    ports: readonly number[],
    private readonly own: () => readonly string[]
  ) {
    this.#allowed = allow.map(entry =>
      typeof entry === 'string'
        ? { network: readNetwork(entry), ports: new Set(ports) }
        : { network: readNetwork(entry.network), ports: new Set(entry.ports) }
    )
  }

  /** Whether the operator allows any network beside the public ones. */
  get hasAllowed(): boolean {
    return this.#allowed.length > 0
  }

  /** The ports that some network beside the public ones may be reached on. */
  get allowedPorts(): readonly number[] {
    return this.#allowed.flatMap(({ ports }) => [...ports])
  }

  /** Judges addresses, of which public ones may be reached on some ports; the worst result counts. */
  judge(addresses: readonly string[], port: number, publicPorts: ReadonlySet<number>): AddressResult {
    const closed = new Set([azureWireServer, ...this.own()].map(text => String(ipaddr.parse(text))))
    return worst(
      parsed(addresses).map(address => {
        const isOpen = isPublic(address) && !closed.has(String(address))
        return this.#judgeOne(address, port, isOpen ? publicPorts : undefined)
      })
    )
  }

  /** Judges addresses that must lie in networks that the operator allows. */
  judgeLocal(addresses: readonly string[], port: number): AddressResult {
    return worst(parsed(addresses).map(address => this.#judgeOne(address, port)))
  }

  #judgeOne(address: Address | undefined, port: number, publicPorts?: ReadonlySet<number>): AddressResult {
    const networks = address ? this.#allowed.filter(({ network }) => isWithin(address, network)) : []
    const open = [...networks.map(({ ports }) => ports), ...(publicPorts ? [publicPorts] : [])]
    if (open.length === 0) return 'blocked_address'
    return open.some(ports => ports.has(port)) ? 'accepted' : 'blocked_port'
  }
}

/** The addresses of this machine's own interfaces, which may lie open to itself where a firewall closes them to others. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address))
}

function worst(results: readonly AddressResult[]): AddressResult {
  return (['blocked_address', 'blocked_port'] as const).find(result => results.includes(result)) ?? 'accepted'
}

/** Undefined stands for what is no address. */
function parsed(texts: readonly string[]): readonly (Address | undefined)[] {
  return texts.map(text => (isIP(text) ? ipaddr.parse(text) : undefined))
}

function isPublic(address: Address | undefined): boolean {
  if (address?.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast)
}
