import type { NextFunction, Request, Response } from 'express'
import { isOwnPage } from '../../base/addresses.js'
import { Problem } from '../../base/problems.js'
import type { Settings } from '../../settings.js'

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses cross-site requests (CSRF): by Fetch Metadata where the browser sends it, otherwise by `Origin`. A request
 * with neither header was not sent by a page, so it carries no cookie of a victim.
 */
export function refuseOtherSites(settings: Pick<Settings, 'publicUrl'>) {
  return ({ method, headers }: Request, _response: Response, next: NextFunction): void => {
    const { origin, host, 'sec-fetch-site': site } = headers
    const isOwn =
      site === undefined
        ? origin === undefined || isOwnPage(origin, host, settings.publicUrl)
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
