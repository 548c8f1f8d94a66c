import type { NewSecurityEvent } from '../accounts/security-events.js'
import type { HostRequest } from './message.js'

/** From where a request comes, for the events that it causes. */
export function clientOf({ ip, headers }: HostRequest): Pick<NewSecurityEvent, 'address' | 'browser'> {
  return { ...(ip !== undefined && { address: ip }), browser: headers['user-agent'] ?? '' }
}
