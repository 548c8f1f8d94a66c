import type { IncomingMessage } from 'node:http'
import { Problem } from '../problems.js'

const local = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** In the demo, refuses what was addressed to another host's name: a page elsewhere could point its name at this machine. */
export function requireLocalHost(request: IncomingMessage): void {
  if (!local.test(request.headers.host ?? ''))
    throw new Problem('misdirected_request', 'The demo answers only to localhost, 127.0.0.1 and [::1].')
}
