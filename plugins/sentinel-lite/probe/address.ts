import { createHash } from 'node:crypto'
import type { EgressRecords, Issue } from '@product-host/sdk'
import { digestedSlug, slugify } from '@product-host/toolkit/slug'
import { cut } from '@product-host/toolkit/text'
import { longestName } from '../limits.js'

/** The types of DNS records that a probe can ask for. */
const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT'] as const satisfies readonly (keyof EgressRecords)[]

/** A type of DNS records. */
export type RecordType = (typeof recordTypes)[number]

/** The address of a target, and what its scheme says is asked of it. */
export type Address =
  | { readonly kind: 'http'; readonly url: URL }
  | { readonly kind: 'tcp'; readonly url: URL; readonly host: string; readonly port: number }
  | { readonly kind: 'dns'; readonly url: URL; readonly host: string; readonly type: RecordType }

/** The address that a text names, without its fragment, or what is wrong with it. */
export function readAddress(text: string): Address | Issue {
  const url = URL.parse(text.trim())
  if (!url) return issue('is not an address', /^\s*tcp:/i.test(text) ? tcpFix : httpFix)
  if (url.username !== '' || url.password !== '')
    return issue(
      'holds credentials',
      'Leave them out. In the settings, add a secret header Authorization to the target (probe.<name>.header.Authorization).'
    )
  url.hash = ''
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return { kind: 'http', url }
    case 'tcp:':
      return tcpAddress(url)
    case 'dns:':
      return dnsAddress(url)
    default:
      return issue(
        'is not an http, https, tcp or dns address',
        'Send an address such as https://example.com/health, tcp://example.com:5432 or dns:example.com?type=MX.'
      )
  }
}

const httpFix = 'Send it with its scheme, such as https://example.com/health.'

const tcpFix = 'Send a host and a port up to 65535, such as tcp://db.example.com:5432.'

function issue(detail: string, fix: string): Issue {
  return { pointer: '#/url', detail, fix }
}

function tcpAddress(url: URL): Address | Issue {
  const host = decoded(url.hostname)?.toLowerCase()
  if (!host) return issue('names no host', tcpFix)
  if (url.port === '' || url.port === '0') return issue('names no port', tcpFix)
  if (!['', '/'].includes(url.pathname) || url.search !== '') return issue('holds more than a host and a port', tcpFix)
  url.hostname = url.hostname.toLowerCase()
  url.pathname = ''
  return { kind: 'tcp', url, host, port: Number(url.port) }
}

/**
 * Reads `dns:name?type=MX` (RFC 4501). A name server in the address is refused, since the machine's own are asked; the class is the
 * Internet's; the type is A when left out.
 */
function dnsAddress(url: URL): Address | Issue {
  if (url.host !== '' || url.pathname.startsWith('/'))
    return issue('names a name server', 'Write the name right after the colon: dns:example.com?type=MX.')
  const host = decoded(url.pathname)?.toLowerCase()
  if (!host) return issue('names no name', 'Send a name and a type, such as dns:example.com?type=MX.')
  const members = url.search
    .slice(1)
    .split(/[;&]/)
    .filter(member => member !== '')
    .map(member => member.toUpperCase().split('='))
  const [, wanted = 'A'] = members.find(([key]) => key === 'TYPE') ?? []
  const type = recordTypes.find(each => each === wanted)
  const isPlain = members.every(([key, value]) => key === 'TYPE' || (key === 'CLASS' && value === 'IN'))
  if (!type || !isPlain)
    return issue('asks for what this probe does not know', `Send ?type= with one of ${recordTypes.join(', ')}.`)
  return { kind: 'dns', url: new URL(`dns:${url.pathname.toLowerCase()}?type=${type}`), host, type }
}

/** The text without percent-encoding; undefined when there is none, or it is not sound. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    return undefined
  }
}

/**
 * The name of a target that was given none. A host alone is its slug (`acme-com` for `https://acme.com/`), a port or the records of one
 * have it after `tcp-` or `dns-`. Everything else an address can hold is in a digest: no two addresses have one name.
 */
export function defaultName(address: Address): string {
  const { url } = address
  const host = address.kind === 'http' ? url.hostname : address.host
  const isPlain = /^[a-z0-9]+(?:\.[a-z0-9]+)*$/.test(host) && nameText(address).length <= longestName
  if (isPlain && (address.kind !== 'http' || (url.href === `https://${host}/` && !/^(?:tcp|dns)\./.test(host))))
    return slugify(nameText(address))
  if (address.kind !== 'http') return digestedSlug(nameText(address))
  return digestedSlug(url.protocol === 'https:' ? url.href.slice(url.protocol.length) : url.href)
}

/** The name that earlier versions gave such a target: host and path as a slug, ending in a digest where it is cut. */
export function formerDefaultName(address: Address): string {
  const text = nameText(address)
  const slug = slugify(text, Infinity)
  if (slug.length <= longestName) return slug
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return `${slug.slice(0, longestName - digest.length - 1).replace(/(?<!-)-+$/, '')}-${digest}`
}

function nameText(address: Address): string {
  switch (address.kind) {
    case 'http':
      return `${address.url.host}${address.url.pathname}`
    case 'tcp':
      return `tcp ${address.host} ${address.port}`
    case 'dns':
      return `dns ${address.host} ${address.type}`
  }
}

/** Longest address that a summary shows. */
const longestShown = 80

/** An address as a sentence shows it: one of HTTP without its query. */
export function shownAddress({ kind, url }: Address): string {
  if (kind !== 'http') return cut(url.href, longestShown)
  return cut(`${url.origin}${url.pathname === '/' ? '' : url.pathname}`, longestShown)
}
