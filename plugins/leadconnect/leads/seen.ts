import { createHash } from 'node:crypto'
import { canonicalPayload, type Payload } from './payload.js'

/** The record that keeps the same lead from being taken twice. */
export interface Seen {
  readonly leadId: string
  readonly eventId: string
  /** When it was taken, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

/** What makes two leads the same. */
export interface Sameness {
  readonly canonicalEmail: string
  readonly destination: string
  readonly payload: Payload
  /** The caller's own name for the lead, which then stands for e-mail and payload. */
  readonly externalId?: string
}

/** Where a lead is known as taken. */
export function seenKey({ canonicalEmail, destination, payload, externalId }: Sameness): string {
  const identity =
    externalId === undefined
      ? ['content', canonicalEmail, destination, canonicalPayload(payload)]
      : ['external', externalId, destination]
  return `seen:${createHash('sha256').update(JSON.stringify(identity)).digest('base64url')}`
}
