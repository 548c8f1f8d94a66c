import type { IncomingHttpHeaders } from 'node:http'

const names: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-original-host',
  'cf-connecting-ip',
  'true-client-ip'
])

/** Whether a request says that a proxy passed it on; a proxy that says nothing cannot be told from the caller. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some(name => names.has(name) || name.startsWith('x-forwarded'))
}
