/** One cookie of a chain of redirects. */
interface Cookie {
  readonly name: string
  readonly value: string
  /** The host that set it, or the domain that it named. */
  readonly domain: string
  readonly isOfHostAlone: boolean
  readonly path: string
  readonly isSecure: boolean
}

/** The most cookies that a chain of redirects holds, and the longest of them, in characters. */
const mostCookies = 50
const longestCookie = 4_096

/**
 * The cookies that the responses of one chain of redirects set, for the requests that follow (RFC 6265, section 5): a site that sends a
 * visitor around until a cookie comes back is reached as by a browser. Nothing outlives the chain.
 */
export class Cookies {
  #cookies: readonly Cookie[] = []

  /** Takes the `Set-Cookie` lines of a response from a URL. */
  take(lines: readonly string[] = [], url: URL): void {
    for (const line of lines) {
      const cookie = line.length > longestCookie ? undefined : readCookie(line, url)
      if (!cookie) continue
      const others = this.#cookies.filter(other => !isSame(other, cookie))
      this.#cookies = isExpired(line) ? others : [...others, cookie].slice(-mostCookies)
    }
  }

  /** The `Cookie` line for a request to a URL, longer paths first; undefined without cookies. */
  lineFor(url: URL): string | undefined {
    const sent = this.#cookies
      .filter(cookie => isFor(cookie, url))
      .toSorted((left, right) => right.path.length - left.path.length)
    return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
}

/** The cookie that a line sets; undefined where it is none, or names a domain to which the host does not belong. */
function readCookie(line: string, { hostname, pathname, protocol }: URL): Cookie | undefined {
  const [pair = ''] = line.split(';', 1)
  const at = pair.indexOf('=')
  const name = pair.slice(0, Math.max(at, 0)).trim()
  const domain = attributeOf(line, 'domain')?.replace(/^\./, '').toLowerCase() || undefined
  const isSecure = attributeOf(line, 'secure') !== undefined
  if (name === '' || (isSecure && protocol !== 'https:')) return undefined
  if (domain !== undefined && !(domain.includes('.') && isWithin(hostname, domain))) return undefined
  const path = attributeOf(line, 'path')
  return {
    name,
    value: pair.slice(at + 1).trim(),
    domain: domain ?? hostname,
    isOfHostAlone: domain === undefined,
    path: path?.startsWith('/') ? path : pathname.slice(0, Math.max(pathname.lastIndexOf('/'), 1)),
    isSecure
  }
}

/** The last attribute of that name; an empty text if it has no value. */
function attributeOf(line: string, wanted: string): string | undefined {
  const [, ...attributes] = line.split(';')
  const found = attributes.findLast(attribute => attribute.split('=', 1)[0]?.trim().toLowerCase() === wanted)
  return found === undefined ? undefined : found.split('=').slice(1).join('=').trim()
}

function isExpired(line: string): boolean {
  const [age, expires] = [attributeOf(line, 'max-age'), attributeOf(line, 'expires')]
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  return expires !== undefined && Date.parse(expires) <= Date.now()
}

function isSame(left: Cookie, right: Cookie): boolean {
  return left.name === right.name && left.domain === right.domain && left.path === right.path
}

function isFor({ domain, isOfHostAlone, path, isSecure }: Cookie, { hostname, pathname, protocol }: URL): boolean {
  if (isSecure && protocol !== 'https:') return false
  if (isOfHostAlone ? hostname !== domain : !isWithin(hostname, domain)) return false
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || (hostname.endsWith(`.${domain}`) && !/^[\d.]+$|^\[/.test(hostname))
}
