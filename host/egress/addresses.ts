import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Address, number]

/** All of IPv6 that is given out to the public (IANA, "IPv6 Global Unicast Address Assignments"); what lies beside it is refused. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Public by its number, yet served by the cloud that a machine runs in (learn.microsoft.com, "What is IP address 168.63.129.16?"). */
const azureWireServer = '168.63.129.16'

/** Which IP addresses a request may go to: public ones that are not this machine's own, and those that the operator allows. */
export class Addresses {
  readonly #allowed: readonly Network[]

  /** `allow` holds networks such as `10.1.0.0/16`; `own` says which addresses this machine has. Throws when one is no network. */
  constructor(
    allow: readonly string[],
    private readonly own: () => readonly string[]
  ) {
    this.#allowed = allow.map(toNetwork)
  }

  /** Whether the operator allows any network beside the public ones. */
  get hasAllowed(): boolean {
    return this.#allowed.length > 0
  }

  /** Whether every one of these addresses may be reached. */
  accept(addresses: readonly string[]): boolean {
    const closed = new Set([azureWireServer, ...this.own()].map(text => String(ipaddr.parse(text))))
    return parsed(addresses).every(
      address => this.#isAllowed(address) || (isPublic(address) && !closed.has(String(address)))
    )
  }

  /** Whether every one of these addresses lies in a network that the operator allows. */
  allow(addresses: readonly string[]): boolean {
    return parsed(addresses).every(address => this.#isAllowed(address))
  }

  #isAllowed(address: Address | undefined): boolean {
    return address !== undefined && this.#allowed.some(network => isWithin(address, network))
  }
}

/** The addresses of this machine's own interfaces, which may lie open to itself where a firewall closes them to others. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address))
}

/** Undefined stands for what is no address. */
function parsed(texts: readonly string[]): readonly (Address | undefined)[] {
  return texts.map(text => (isIP(text) ? ipaddr.parse(text) : undefined))
}

function isPublic(address: Address | undefined): boolean {
  if (address?.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast)
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

/** `ipaddr.js` also reads short forms, in which "10.1/16" means 10.0.0.1/16: hardly what the operator meant. */
function toNetwork(text: string): Network {
  if (!isIP(text.split('/')[0] ?? '') || !ipaddr.isValidCIDR(text))
    throw new Error(`"${text}" in egress.allow is no network such as "10.1.0.0/16".`)
  return ipaddr.parseCIDR(text)
}
