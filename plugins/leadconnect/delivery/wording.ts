import type { EgressCode } from '@product-host/sdk'
import { DateTime } from 'luxon'

/** Why an attempt failed, as the end of a sentence: of `http_` and a status, or of the code of EGRESS. */
export function failureText(error: string): string {
  const [, status] = /^http_(\d{3})$/.exec(error) ?? []
  if (status !== undefined) return `the receiver answered ${status}`
  return failures.get(error) ?? error.replaceAll('_', ' ')
}

/** A moment of these days as a person says it: `at 13:18:11 UTC`, with its date where that is not today's. */
export function momentText(at: number, now: number): string {
  const moment = DateTime.fromMillis(at, { zone: 'utc', locale: 'en-GB' })
  if (moment.hasSame(DateTime.fromMillis(now, { zone: 'utc' }), 'day')) return `at ${moment.toFormat('HH:mm:ss')} UTC`
  return `on ${moment.toFormat('d LLLL')} at ${moment.toFormat('HH:mm')} UTC`
}

/** The text with a capital at its start, as a sentence begins. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

const texts: Readonly<Record<EgressCode | 'no_answer', string>> = {
  invalid_url: 'the URL is not valid',
  invalid_request: 'the request cannot be sent with these headers',
  blocked_address: 'it is not a public address',
  blocked_port: 'its port is not allowed',
  blocked_scheme: 'it has a scheme that is not allowed',
  dns_not_found: 'the host name was not found',
  dns_unavailable: 'the host name could not be looked up',
  connect_refused: 'the connection was refused',
  connect_timeout: 'no connection was made in time',
  connection_lost: 'the connection was lost before the answer was complete',
  invalid_response: 'the answer was not HTTP',
  http2_only: 'the receiver speaks HTTP/2 alone, and deliveries are sent in HTTP/1.1',
  timeout: 'no complete answer came in time',
  aborted: 'the attempt was ended early',
  tls_expired: 'the certificate of the receiver has expired',
  tls_untrusted: 'the certificate of the receiver is not trusted',
  tls_hostname: 'the certificate of the receiver is for another host',
  tls_failed: 'no secure connection was made',
  too_many_redirects: 'the receiver redirects too often',
  no_answer: 'no answer came'
}

const failures: ReadonlyMap<string, string> = new Map(Object.entries(texts))
