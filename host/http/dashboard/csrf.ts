import type { NextFunction, Request, Response } from 'express'
import { Problem } from '../../base/problems.js'

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses cross-site requests (CSRF): by Fetch Metadata where the browser sends it, otherwise by `Origin`. A request
 * with neither header was not sent by a page, so it carries no cookie of a victim.
 */
export function refuseOtherSites(publicUrl: string) {
  const { origin: ownOrigin, protocol } = new URL(publicUrl)
  return ({ method, headers }: Request, _response: Response, next: NextFunction): void => {
    const { origin, host, 'sec-fetch-site': site } = headers
    const isOwn =
      site === undefined
        ? origin === undefined || origin === ownOrigin || isOfHost(origin, host, protocol)
        : site === 'same-origin' || site === 'none'
    if (!safeMethods.includes(method) && !isOwn) throw fromOtherSite()
    next()
  }
}

/** Refuses a safe request with a side effect, such as a download, if a page of another site caused it. */
export function requireOwnPage({ headers }: Pick<Request, 'headers'>): void {
  const { 'sec-fetch-site': site = 'none' } = headers
  if (site !== 'same-origin' && site !== 'none') throw fromOtherSite()
}

function fromOtherSite(): Problem {
  return new Problem('cross_site_request', 'Requests from pages of other sites are refused.')
}

/**
 * Whether a page has the address that the request was sent to, which may be another name of this machine. A plain http
 * page is refused if the host uses https.
 */
function isOfHost(origin: string, host: string | undefined, protocol: string): boolean {
  const page = URL.parse(origin)
  return host !== undefined && page?.host === host && (protocol !== 'https:' || page.protocol === protocol)
}
