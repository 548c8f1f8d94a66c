import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/** The address that tries are counted under: of IPv6 the first 64 bits, which is what one customer gets. */
export function callerAddress({ ip = '' }: Request): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.fromByteArray([...address.toByteArray().slice(0, 8), ...new Array<number>(8).fill(0)]).toString()
}
