import ipaddr from 'ipaddr.js'

/** How many leading bits of an address name its network, by the kind of address. */
const networkBits = { ipv4: 24, ipv6: 48 } as const

/** The network of an address, such as 192.0.2.0/24 or 2001:db8:1::/48; undefined for what is no address. */
export function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  const bits = networkBits[parsed.kind()]
  const network = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${network.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`
}
