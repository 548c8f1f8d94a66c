import type { NewSecurityEvent } from '../base/security-event.js'
import { countedNetwork } from '../limits/address-limits.js'
import type { HostRequest } from './message.js'

/** What attempts are counted by: the address of a request, or the network of an IPv6 address. */
export function callerAddress({ ip = 'unknown' }: HostRequest): string {
  return countedNetwork(ip)
}

/** Address and browser of a request, for the security events that it causes. */
export function clientOf({ ip, headers }: HostRequest): Pick<NewSecurityEvent, 'address' | 'browser'> {
  return { ...(ip !== undefined && { address: ip }), browser: headers['user-agent'] ?? '' }
}
