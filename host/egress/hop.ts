import { EgressError, type EgressRequest } from '@product-host/sdk'
import { type Headers, judgeHeaders } from './headers.js'

/** One request of the chain that redirects make. */
export interface Hop {
  readonly url: URL
  readonly method: NonNullable<EgressRequest['method']>
  readonly headers: Headers
  /** Headers for this origin alone. */
  readonly secretHeaders: Headers
  /** Bytes, since Node would write the headers in the encoding of a text that follows them. */
  readonly body?: Buffer
}

const defaults: Headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Product-Host' }

/** Headers that are secrets wherever the caller put them, as in the Fetch Standard ("HTTP-redirect fetch"). */
const alwaysSecret: ReadonlySet<string> = new Set(['authorization', 'cookie'])

/** The first request, as the caller asks for it. Throws `EgressError` for what cannot be sent. */
export function firstHop(url: URL, { method = 'GET', headers, secretHeaders, body }: EgressRequest): Hop {
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw new EgressError('invalid_request', `A ${method} request has no body.`)
  const given = Object.entries(judgeHeaders(headers))
  return {
    url,
    method,
    headers: { ...defaults, ...Object.fromEntries(given.filter(([name]) => !alwaysSecret.has(name))) },
    secretHeaders: {
      ...Object.fromEntries(given.filter(([name]) => alwaysSecret.has(name))),
      ...judgeHeaders(secretHeaders)
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.from(body ?? '') })
  }
}
