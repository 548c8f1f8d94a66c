import { isIP, isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'
import { EgressError } from '@product-host/sdk'
import { hostOf } from '../base/addresses.js'

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Validates the text of a URL: http or https, an allowed port, no credentials, and a host that is a name or a plainly
 * written IP address. `ports` are those of any address; the addresses of the host decide later whether it may be
 * reached. Throws `EgressError`.
 */
export function validateUrl(text: string, ports: ReadonlySet<number>, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new EgressError('invalid_url', 'This is not a URL.')
  url.hash = ''
  if (url.username || url.password) throw new EgressError('invalid_url', 'The URL must not hold credentials.')
  if (!Object.hasOwn(standardPorts, url.protocol))
    throw new EgressError('blocked_scheme', 'The URL must begin with http:// or https://.', { url: url.href })
  validateHost(text, url, base)
  if (!ports.has(portOf(url))) throw blockedRequestPort(portOf(url), url)
  return url
}

/** The refusal of a port that no request may use, at all or at this address. */
export function blockedRequestPort(port: number, url?: URL): EgressError {
  const message = `Requests to port ${port} are not allowed at this address.`
  return new EgressError('blocked_port', message, url && { url: url.href })
}

/** The port of a URL, standard or not. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (standardPorts[protocol] ?? 0) : Number(port)
}

function validateHost(text: string, url: URL, base: URL | undefined): void {
  const host = hostOf(url)
  const isPlain = url.hostname === base?.hostname || text.trim().toLowerCase().startsWith(`${url.protocol}//${host}`)
  if (isIPv4(host) && !isPlain)
    throw new EgressError('blocked_address', 'An IP address must be written in its plain form.', { url: url.href })
  if (isIP(host)) return
  const name = toHostName(host)
  if (!name) throw new EgressError('invalid_url', 'The host of the URL is not a name of the internet.')
  url.hostname = name
}

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'

/** The characters that end a host in a URL: `domainToASCII` would read only up to them. */
const delimiters = /[\s/\\?#@:%[\]]/

const wellFormed = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`)

/** A DNS name as it is queried: ASCII, lower case, without the final dot. Undefined for other text. */
export function toHostName(text: string): string | undefined {
  if (delimiters.test(text)) return undefined
  const name = domainToASCII(text).replace(/\.$/, '')
  return wellFormed.test(name) && isIP(name) === 0 ? name : undefined
}

/**
 * Names that are valid within one network only: RFC 6761 (localhost), RFC 6762 with its appendix G (local and the
 * others), RFC 8375 (home.arpa), and the ICANN board's resolution of 29 July 2024 (internal).
 */
const localNames = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'localdomain',
  'intranet',
  'private',
  'corp',
  'home',
  'lan'
]

/** Whether a normalised name belongs to a local network. */
export function isLocalName(name: string): boolean {
  return localNames.some(local => name === local || name.endsWith(`.${local}`))
}
