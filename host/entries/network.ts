import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IP address, as `ipaddr.js` has it. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: its address and the length of its prefix. */
export type Network = readonly [Address, number]

/** Reads a network such as `10.1.0.0/16`. Throws, in a sentence, for anything that an operator may have meant differently. */
export function readNetwork(text: string): Network {
  const [address = '', , ...rest] = text.split('/')
  // `ipaddr.js` also reads short forms, in which "10.1/16" means 10.0.0.1/16.
  if (!isIP(address) || address.includes('%') || rest.length > 0 || !ipaddr.isValidCIDR(text))
    throw new Error(`"${text}" in egress.allow is no network such as "10.1.0.0/16".`)
  const network = ipaddr.parseCIDR(text)
  const [given, bits] = network
  if (given instanceof ipaddr.IPv6 && given.isIPv4MappedAddress())
    throw new Error(`"${text}" in egress.allow is a network of IPv4; write it as one, such as "10.1.0.0/16".`)
  const first = (given.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(text)
  if (String(first) !== String(given))
    throw new Error(`"${text}" in egress.allow has bits after its prefix; the network is "${first}/${bits}".`)
  return network
}

/** Whether an address lies in a network. */
export function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}
