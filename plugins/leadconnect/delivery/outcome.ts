import type { EgressError, EgressResponse } from '@product-host/sdk'
import { longestRetryAfterMs } from './schedule.js'

/** Most characters of an answer's body that are kept. */
const longestResponse = 512

/** What a try came to. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly httpStatus: number }
  | {
      readonly kind: 'failed'
      /** Why: `http_503`, or the code of the way out. */
      readonly error: string
      readonly httpStatus?: number
      readonly response?: string
      /** Whether another try may help. */
      readonly isFinal: boolean
      /** Whether the way out refused the address. */
      readonly isBlocked: boolean
      /** Whether the receiver said that it is gone for good. */
      readonly isGone: boolean
      /** Whether a try a moment later may help: no connection came about, or the receiver stumbled. */
      readonly isBrief: boolean
      /** How long the receiver asked to be left alone. */
      readonly retryAfterMs?: number
    }

/** 4xx that say "later", not "never". */
const laterStatuses = [408, 425, 429]
const briefErrors = ['connect_refused', 'connect_timeout', 'connection_lost', 'dns_unavailable']
const blockedErrors = ['blocked_address', 'blocked_port', 'blocked_scheme', 'invalid_url']

/** Judges an answer: 2xx alone is a delivery, a redirect is none. */
export function outcomeOf({ status, headers, body }: EgressResponse, now: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', httpStatus: status }
  const retryAfterMs = retryAfter(headers['retry-after'], now)
  return {
    kind: 'failed',
    error: `http_${status}`,
    httpStatus: status,
    response: body.slice(0, longestResponse),
    isFinal: status >= 400 && status < 500 && !laterStatuses.includes(status),
    isBlocked: false,
    isGone: status === 410,
    isBrief: status >= 500 && retryAfterMs === undefined,
    ...(retryAfterMs !== undefined && { retryAfterMs })
  }
}

/** Judges a try that brought no answer. */
export function failureOf({ code }: EgressError): Outcome {
  const isBlocked = blockedErrors.includes(code)
  return {
    kind: 'failed',
    error: code,
    isFinal: isBlocked,
    isBlocked,
    isGone: false,
    isBrief: briefErrors.includes(code)
  }
}

/**
 * Milliseconds that `Retry-After` asks for (RFC 9110, section 10.2.3), a day at most; undefined when it says nothing.
 */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}
