import { isIP } from 'node:net'

/**
 * Addresses are compared by their parsed form, never as text: `URL` brings each host, port and origin into one spelling. What is
 * compared to the letter, as redirect URIs and ids of clients are, says so where it is compared.
 */

/**
 * The origin of an address, such as `https://app.example`, also of a scheme that has none in `URL`, such as
 * `vscode-webview://id`. Undefined for text that is no address, or has no host.
 */
export function originOf(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url?.host) return undefined
  return url.origin === 'null' ? `${url.protocol}//${url.host.toLowerCase()}` : url.origin
}

/** Whether a text is an address of a host and a path, without a person, a query or a fragment. */
export function isBare(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.host !== '' && url.username === '' && url.password === '' && !/[?#]/.test(text)
}

/** The address that a `Host` header names under a scheme; undefined for text that is no host with at most a port. */
export function addressOfHost(host: string, protocol = 'http:'): URL | undefined {
  return /[\s/\\?#@]/.test(host) ? undefined : (URL.parse(`${protocol}//${host}`) ?? undefined)
}

/**
 * Whether the page of an `Origin` is one of this host, under the name by which the request was sent. A page over plain http is none
 * of a host that clients see over https: whoever is between it and the browser can change it.
 */
export function isOwnPage(origin: string, host: string | undefined, publicUrl: string): boolean {
  const page = URL.parse(origin)
  const own = new URL(publicUrl)
  if (!page?.host || (own.protocol === 'https:' && page.protocol !== 'https:')) return false
  return page.origin === own.origin || (host !== undefined && addressOfHost(host, page.protocol)?.host === page.host)
}

/** The host of an address as sockets take it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Whether a parsed host is this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isThisMachine(url: URL): boolean {
  const host = hostOf(url)
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Addresses that listen to every network, in the form that `URL` gives them. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '::ffff:0:0'])

/** Whether a parsed host is the address for every network, which no client can send to. */
export function isWildcard(url: URL): boolean {
  return wildcards.has(hostOf(url))
}

/**
 * The IP address in a text that may also hold a port, brackets or a zone, as some proxies write addresses. Undefined for any
 * other text.
 */
export function ipAddressOf(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, plain] = /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = (bracketed ?? plain ?? text).replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : address
}
