import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SettingsError } from './settings-error.js'

/** The names that Express knows for networks. */
const names: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
const mostHops = 100

/**
 * The proxies in front, as Express's `trust proxy` takes them: a number of hops, or addresses and networks. Throws a
 * `SettingsError` for what Express cannot use, and for what trusts everybody, since any caller could then forge its address.
 */
export function readTrustProxy(text: string | undefined): string | number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) <= mostHops) return Number(text)
  const parts = text.split(',').map(part => part.trim())
  if (!parts.every(isProxy))
    throw new SettingsError(
      `TRUST_PROXY is not a number of proxies from 0 to ${mostHops}, nor a list of addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal.`
    )
  return parts.join(',')
}

function isProxy(text: string): boolean {
  if (names.has(text)) return true
  const [address = '', size, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || address.includes('%') || rest.length > 0) return false
  return size === undefined || isSize(size, kind)
}

/** A network of size 0 is every address. */
function isSize(text: string, kind: number): boolean {
  if (/^\d{1,3}$/.test(text)) return Number(text) > 0 && Number(text) <= (kind === 4 ? 32 : 128)
  return kind === 4 && isIP(text) === 4 && (ipaddr.IPv4.parse(text).prefixLengthFromSubnetMask() ?? 0) > 0
}
