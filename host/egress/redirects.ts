import type { IncomingMessage } from 'node:http'
import { EgressError } from '@product-host/sdk'
import type { Headers } from './headers.js'
import type { Hop } from './hop.js'

const statuses: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/** Where a response sends its reader on, if it does. Node reads header lines as Latin-1; addresses in them are UTF-8. */
export function locationOf({ statusCode, headers: { location } }: IncomingMessage): string | undefined {
  if (!statuses.has(statusCode) || location === undefined) return undefined
  return Buffer.from(location, 'latin1').toString('utf8')
}

/**
 * The request that follows a redirect, with the method rules of the Fetch Standard ("HTTP-redirect fetch"). Secrets stay
 * behind once the origin changes. From https it never goes on in clear text: that throws `EgressError`.
 */
export function nextHop(hop: Hop, status: number, url: URL): Hop {
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw new EgressError('blocked_scheme', 'A redirect from https to http is not followed.', { url: url.href })
  const secretHeaders = url.origin === hop.url.origin ? hop.secretHeaders : {}
  if (!turnsToGet(hop, status)) return { ...hop, url, secretHeaders }
  return {
    url,
    method: 'GET',
    headers: withoutBody(hop.headers),
    secretHeaders: withoutBody(secretHeaders)
  }
}

function turnsToGet({ method }: Hop, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function withoutBody(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}
