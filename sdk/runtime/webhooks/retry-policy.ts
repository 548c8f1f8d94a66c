import { hash } from 'node:crypto'
import type { EgressCode, EgressError, EgressResponse } from '../../egress.js'
import type { Job, Retry } from '../../jobs.js'
import type { WebhookFailure } from '../../webhooks.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * When a webhook is sent again: nine times, each delay counted from the attempt before and moved by up to 20 %. Source of the
 * delays: Standard Webhooks 1.0, "Deliverability and reliability" (github.com/standard-webhooks/standard-webhooks).
 */
export const webhookRetry: Required<Retry> = {
  delaysMs: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  jitter: 0.2
}

/** Milliseconds from that attempt to the next, moved by the jitter, by the same amount for the same attempt; undefined after the last. */
export function retryDelayMs({ id, retry }: Pick<Job, 'id' | 'retry'>, attempt: number): number | undefined {
  const delayMs = retry?.delaysMs[attempt - 1]
  if (delayMs === undefined) return undefined
  return delayMs * (1 + (retry?.jitter ?? 0.2) * (2 * shareOf(`${id} ${attempt}`) - 1))
}

/** A number from 0 to 1 that looks random and is the same for the same text. */
export function shareOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 0xffffffff
}

/** The longest wait that a receiver may ask for with `Retry-After`, in milliseconds. */
export const longestRetryAfterMs = 24 * hour

/** The statuses whose `Retry-After` is honoured (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const askingStatuses = [429, 503]

/** The statuses below 500 after which another attempt may succeed: time-out, too early, too many requests. */
const retryableStatuses = [408, 425, 429]

/** The failures after which no attempt can succeed: the address may not be requested, or the request cannot be sent. */
const finalCodes: readonly EgressCode[] = [
  'blocked_address',
  'blocked_port',
  'blocked_scheme',
  'invalid_url',
  'invalid_request'
]

/** The failures after which an attempt a moment later may succeed. */
const briefCodes: readonly EgressCode[] = ['connect_refused', 'connect_timeout', 'connection_lost', 'dns_unavailable']

/** The longest part of a response's body that is stored, in characters. */
const longestResponse = 512

/**
 * What a response means: 2xx is a delivery. 5xx, 408, 425 and 429 are retried. Any other status is final: 3xx, since redirects
 * are not followed, 4xx, and 410, which disables the endpoint as well.
 */
export function failureOf({ status, headers, body, totalMs }: EgressResponse, now: number): WebhookFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  const retryAfterMs = askingStatuses.includes(status) ? retryAfter(headers['retry-after'], now) : undefined
  return {
    status: 'failed',
    error: `http_${status}`,
    httpStatus: status,
    ...(body !== '' && { response: firstCharacters(body) }),
    ms: Math.round(totalMs),
    isFinal: status < 500 && !retryableStatuses.includes(status),
    isBrief: status >= 500 && retryAfterMs === undefined,
    ...(retryAfterMs !== undefined && { retryAfterMs })
  }
}

/** What it means that no response came. */
export function unreachable({ code, known }: EgressError): WebhookFailure {
  return {
    status: 'failed',
    error: code,
    ms: Math.round(known.totalMs ?? 0),
    isFinal: finalCodes.includes(code),
    isBrief: briefCodes.includes(code)
  }
}

/** What is stored of a response's body. */
export function firstCharacters(body: string): string {
  return body.slice(0, longestResponse).toWellFormed()
}

/** Milliseconds that `Retry-After` asks for (RFC 9110, section 10.2.3); undefined when it says nothing. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}
