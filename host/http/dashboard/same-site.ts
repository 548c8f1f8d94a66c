import type { NextFunction, Request, Response } from 'express'
import { Problem } from '../../problems.js'

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses what a page of another site makes a browser send: by Fetch Metadata where the browser sends it, by `Origin` where not.
 * What bears neither comes from no page, and so brings no cookie that it does not hold itself.
 */
export function refuseOtherSites(publicUrl: string) {
  const ownOrigin = new URL(publicUrl).origin
  return ({ method, headers }: Request, _response: Response, next: NextFunction): void => {
    const { origin, host, 'sec-fetch-site': site } = headers
    const isOwn =
      site === undefined
        ? origin === undefined || origin === ownOrigin || URL.parse(origin)?.host === host
        : site === 'same-origin' || site === 'none'
    if (!safeMethods.includes(method) && !isOwn)
      throw new Problem('cross_site_request', 'A page of another site may not do this in your name.')
    next()
  }
}
