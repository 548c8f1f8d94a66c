import { isIP, isIPv4 } from 'node:net'
import { EgressError } from '@product-host/sdk'
import { toHostName } from './host-name.js'

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * A URL that is acceptable by its spelling: http or https, an allowed port, no credentials, and a host that is a name or a
 * plainly written IP address. `ports` are those that any address may be reached on; whether this host may be reached, and on
 * this port, is judged by its addresses. Throws `EgressError`.
 */
export function judgeUrl(text: string, ports: ReadonlySet<number>, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new EgressError('invalid_url', 'This is not a URL.')
  url.hash = ''
  if (url.username || url.password) throw new EgressError('invalid_url', 'The URL must not hold credentials.')
  if (!Object.hasOwn(standardPorts, url.protocol))
    throw new EgressError('blocked_scheme', 'The URL must begin with http:// or https://.', { url: url.href })
  judgeHost(text, url, base)
  if (!ports.has(portOf(url))) throw blockedPort(url)
  return url
}

/** The refusal of a port that may not be reached, at all or at this address. */
export function blockedPort(url: URL): EgressError {
  const message = `Requests to port ${portOf(url)} are not allowed at this address.`
  return new EgressError('blocked_port', message, { url: url.href })
}

/** The host of a URL as sockets take it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The port of a URL, standard or not. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (standardPorts[protocol] ?? 0) : Number(port)
}

function judgeHost(text: string, url: URL, base: URL | undefined): void {
  const host = hostOf(url)
  const isPlain = url.hostname === base?.hostname || text.trim().toLowerCase().startsWith(`${url.protocol}//${host}`)
  if (isIPv4(host) && !isPlain)
    throw new EgressError('blocked_address', 'An IP address must be written in its plain form.', { url: url.href })
  if (isIP(host)) return
  const name = toHostName(host)
  if (!name) throw new EgressError('invalid_url', 'The host of the URL is not a name of the internet.')
  url.hostname = name
}
