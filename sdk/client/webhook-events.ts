/** What a run is told with. */
interface RunEventData {
  readonly runId: string
  readonly productId: string
  readonly action: string
  /** The schedule that started it. */
  readonly schedule?: string
}

/** What an event of each type tells. */
interface WebhookEventData {
  readonly 'run.succeeded': RunEventData
  readonly 'run.failed': RunEventData
  readonly 'usage.threshold': {
    /** Left out: the budget of the account. */
    readonly keyId?: string
    readonly period: 'day' | 'month'
    /** ISO 8601. */
    readonly periodStart: string
    readonly warnAt: number
    readonly stopAt?: number
  }
  readonly 'key.expiring': { readonly keyId: string; readonly expiresAt: string }
  readonly 'product.degraded': { readonly productId: string }
  readonly 'contract.changed': { readonly productId: string; readonly digest: string }
  readonly 'schedule.paused': {
    readonly scheduleId: string
    readonly productId: string
    readonly action: string
    readonly code: string
  }
  readonly 'webhook.test': { readonly endpointId: string }
}

/** The type of an event. */
export type WebhookEventType = keyof WebhookEventData

/** What an endpoint may ask for: events of one type, those of runs, or all. */
export type EventFilter = '*' | 'run.*' | Exclude<WebhookEventType, 'webhook.test'>

/** What the host tells an account, by its type. A host may have types that this version of the client does not know. */
export type WebhookEvent = {
  readonly [Type in WebhookEventType]: {
    readonly type: Type
    /** When it happened, ISO 8601. */
    readonly timestamp: string
    readonly data: WebhookEventData[Type]
  }
}[WebhookEventType]

/** The headers of a request: of the fetch standard, or of Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** A request that is no message of the host: answer it with 400 or 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'

  constructor(
    /** Never changes its meaning. */
    readonly code:
      | 'missing_header'
      | 'invalid_timestamp'
      | 'wrong_time'
      | 'wrong_signature'
      | 'invalid_body'
      | 'invalid_secret',
    message: string
  ) {
    super(message)
  }
}

/** How far the time of an attempt may be from the present one, in milliseconds: five minutes. */
const toleranceMs = 300_000

/**
 * Checks that a request was signed with one of the secrets (`whsec_…`) within the last five minutes, and returns the event that it holds
 * (Standard Webhooks 1.0). `body` is the body as it was received, not parsed and written again. An event may come more than once: its id is in
 * the header `webhook-id`. Rejects with a `WebhookError`.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  now = Date.now()
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = signatureHeaders.map(name => required(headers, name))
  if (!/^\d{1,12}$/.test(timestamp ?? ''))
    throw new WebhookError('invalid_timestamp', 'The header webhook-timestamp is no number of seconds.')
  if (Math.abs(Number(timestamp) * 1000 - now) > toleranceMs)
    throw new WebhookError('wrong_time', 'The request was signed more than five minutes from now.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const given = [secrets].flat()
  if (!(await isSigned(signed, given, signatures ?? '')))
    throw new WebhookError('wrong_signature', 'No signature of the request was made with one of the secrets.')
  return eventOf(bytes)
}

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function required(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : Reflect.get(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookError('missing_header', `The request has no header ${name}.`)
}

/** Compares in constant time: the library of the platform does. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, secrets: readonly string[], header: string): Promise<boolean> {
  const signatures = header
    .split(' ')
    .flatMap(each => (each.startsWith('v1,') ? (fromBase64(each.slice(3)) ?? []) : []))
  const { subtle } = globalThis.crypto
  for (const secret of secrets) {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''))
    if (!bytes || bytes.length === 0)
      throw new WebhookError('invalid_secret', 'A secret is whsec_ and bytes in base64, as the host has shown it.')
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) if (await subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  const event = jsonOf(bytes)
  if (typeof event === 'object' && event !== null && 'type' in event && 'data' in event) return event as WebhookEvent
  throw new WebhookError('invalid_body', 'The body is signed, but is no event.')
}

/** Undefined for what is not JSON in UTF-8. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Undefined for what is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
