import { createHmac } from 'node:crypto'
import type { Destination } from './destination.js'
import type { LeadEvent } from './event.js'

/** The body of an event's deliveries: the same bytes in every try. */
export function bodyOf({ type, createdAt, data }: LeadEvent): string {
  return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data })
}

/**
 * The headers of one try by Standard Webhooks 1.0: one signature for each secret, and none where there is no secret.
 */
export function webhookHeaders(
  id: string,
  now: number,
  body: string,
  { secrets }: Destination
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map(secret => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') })
  }
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
