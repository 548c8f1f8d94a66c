import type { NextFunction, Request, Response } from 'express'
import { Problem } from '../../problems.js'

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses what a page of another site makes a browser send: by Fetch Metadata where the browser sends it, by `Origin` where not.
 * What bears neither comes from no page, and so brings no cookie that it does not hold itself.
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

/** Refuses a safe request with effects beside its answer, such as a download, that a page of another site made the browser send. */
export function requireOwnPage({ headers }: Pick<Request, 'headers'>): void {
  const { 'sec-fetch-site': site = 'none' } = headers
  if (site !== 'same-origin' && site !== 'none') throw fromOtherSite()
}

function fromOtherSite(): Problem {
  return new Problem('cross_site_request', 'A page of another site may not do this in your name.')
}

/** A page at the address that the request itself was sent to, as at another name of this machine; never a plain one where the host's are https. */
function isOfHost(origin: string, host: string | undefined, protocol: string): boolean {
  const page = URL.parse(origin)
  return host !== undefined && page?.host === host && (protocol !== 'https:' || page.protocol === protocol)
}
