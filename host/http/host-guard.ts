import type { IncomingMessage } from 'node:http'
import { Problem } from '../problems.js'
import { isForwarded } from './forwarding-headers.js'

const local = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * In the demo, refuses what was addressed to another host's name, since a page elsewhere could point its name at this machine,
 * and what a proxy passed on, since it may come from anywhere.
 */
export function requireLocalHost(request: IncomingMessage): void {
  if (!local.test(request.headers.host ?? ''))
    throw new Problem('misdirected_request', 'The demo answers only to localhost, 127.0.0.1 and [::1].')
  if (isForwarded(request.headers))
    throw new Problem(
      'misdirected_request',
      'The demo answers no request that a proxy passed on; send it to this machine directly, without X-Forwarded-For, Forwarded, Via and the like.'
    )
}
