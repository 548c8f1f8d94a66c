import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HookSignature } from '@product-host/sdk'
import { memberOf } from '../base/json.js'

/** A call whose signature is to be checked. */
export interface SignedCall {
  readonly headers: IncomingHttpHeaders
  /** The body as it was sent: that is what is signed. */
  readonly body: Buffer
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What a signature says: the name of the delivery that a sender gives all its attempts, as far as it is signed. */
interface Verified {
  /** Left out: nothing tells one delivery from another. */
  readonly delivery?: string
}

/** How far the time of a signature may be from now, in milliseconds. */
const toleranceMs = 5 * 60 * 1000

/** Checks the signature of a call; undefined if it is missing, not valid or too old. */
export function verifySignature(kind: HookSignature, call: SignedCall): Verified | undefined {
  return verifiers[kind](call)
}

/** What is wrong with the secret of a kind of signature, in a sentence. */
export function secretIssue(kind: HookSignature, secret: string): string | undefined {
  if (kind === 'standard-webhooks')
    return keyOf(secret) ? undefined : 'is not whsec_ with at least 16 bytes in base64 after it'
  if (kind === 'basic')
    return /^[^:]+:.{8,}$/s.test(secret) ? undefined : 'is not a name, a colon and at least 8 characters'
  return secret.length >= 8 ? undefined : 'has fewer than 8 characters'
}

const verifiers: Readonly<Record<HookSignature, (call: SignedCall) => Verified | undefined>> = {
  none: ({ headers }) => named(textOf(headers['idempotency-key']) ?? textOf(headers['webhook-id'])),
  'standard-webhooks': standardWebhooks,
  github: ({ headers, body, secret }) => {
    const [, sent] = /^sha256=([0-9a-f]{64})$/i.exec(textOf(headers['x-hub-signature-256']) ?? '') ?? []
    return sent !== undefined && isSame(sent.toLowerCase(), hmac(secret, body).toString('hex'))
      ? ofBody(body)
      : undefined
  },
  stripe,
  slack,
  shopify: ({ headers, body, secret }) => {
    const sent = textOf(headers['x-shopify-hmac-sha256'])
    return sent !== undefined && isSame(sent, hmac(secret, body).toString('base64')) ? ofBody(body) : undefined
  },
  basic: ({ headers, secret }) => {
    const [, sent] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '') ?? []
    if (sent === undefined || !isSame(Buffer.from(sent, 'base64').toString('utf8'), secret)) return undefined
    return named(textOf(headers['idempotency-key']) ?? textOf(headers['webhook-id']))
  }
}

/** Standard Webhooks 1.0: the id, the time and the body are signed; a sender that changes its secret sends several signatures. */
function standardWebhooks({ headers, body, secret, now }: SignedCall): Verified | undefined {
  const id = textOf(headers['webhook-id'])
  const time = textOf(headers['webhook-timestamp'])
  const key = keyOf(secret)
  if (id === undefined || !isNow(time, now) || !key) return undefined
  const expected = hmac(key, `${id}.${time}.`, body).toString('base64')
  const sent = (textOf(headers['webhook-signature']) ?? '').split(' ')
  return isAny(sent, `v1,${expected}`) ? { delivery: id } : undefined
}

/** `t=…,v1=…`: the time and the body are signed. The id of the event is in the body. */
function stripe({ headers, body, secret, now }: SignedCall): Verified | undefined {
  const parts = (textOf(headers['stripe-signature']) ?? '').split(',').map(part => part.trim().split('='))
  const [, time] = parts.find(([name]) => name === 't') ?? []
  if (!isNow(time, now)) return undefined
  const expected = hmac(secret, `${time}.`, body).toString('hex')
  const sent = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value)
  return isAny(sent, expected) ? (named(memberText(body, 'id')) ?? ofBody(body)) : undefined
}

/** `v0=…` over the time and the body. An event has an id in the body, which is the same in all attempts; a command or a click has none. */
function slack({ headers, body, secret, now }: SignedCall): Verified | undefined {
  const time = textOf(headers['x-slack-request-timestamp'])
  if (!isNow(time, now)) return undefined
  const expected = `v0=${hmac(secret, `v0:${time}:`, body).toString('hex')}`
  if (!isSame(textOf(headers['x-slack-signature']) ?? '', expected)) return undefined
  const event = memberText(body, 'event_id')
  return event === undefined ? { delivery: expected } : { delivery: event }
}

/** The bytes of a secret of Standard Webhooks. */
function keyOf(secret: string): Buffer | undefined {
  const [, text] = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const key = Buffer.from(text ?? '', 'base64')
  return key.length >= 16 ? key : undefined
}

/** Where the sender does not sign an id, the body tells deliveries apart: whoever has recorded one could send it under another id. */
function ofBody(body: Buffer): Verified {
  return { delivery: hash('sha256', body) }
}

function named(delivery: string | undefined): Verified {
  return delivery === undefined || delivery === '' ? {} : { delivery }
}

/** A text member of a body that is a JSON object. */
function memberText(body: Buffer, name: string): string | undefined {
  try {
    const value = memberOf(JSON.parse(body.toString('utf8')), name)
    return typeof value === 'string' && value !== '' ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a text is a time in seconds that is close to now. */
function isNow(text: string | undefined, now: number): boolean {
  return text !== undefined && /^\d{1,12}$/.test(text) && Math.abs(now - Number(text) * 1000) <= toleranceMs
}

function hmac(key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

/** Most signatures of one header that are compared. */
const mostCompared = 10

function isAny(sent: readonly string[], expected: string): boolean {
  return sent.slice(0, mostCompared).filter(each => isSame(each, expected)).length > 0
}

/** Whether two texts are the same, in a time that says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
