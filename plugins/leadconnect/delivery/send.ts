import { type Egress, EgressError } from '@product-host/sdk'
import type { Destination } from './destination.js'
import type { LeadEvent } from './event.js'
import { failureOf, type Outcome, outcomeOf } from './outcome.js'
import { bodyOf, webhookHeaders } from './sign.js'

/** Bytes of an answer that are read: enough for the characters that are kept of it. */
const longestAnswer = 2_048

/** Posts an event to its destination once. Rejects when the signal aborts: what came of the try is then unknown. */
export async function send(
  event: LeadEvent,
  destination: Destination,
  { egress, now, signal }: { readonly egress: Egress; readonly now: number; readonly signal: AbortSignal }
): Promise<{ readonly outcome: Outcome; readonly ms: number }> {
  const body = bodyOf(event)
  try {
    const response = await egress.request(destination.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'leadconnect/1.0',
        ...webhookHeaders(event.id, now, body, destination)
      },
      ...(destination.authorization && { secretHeaders: { authorization: destination.authorization } }),
      body,
      timeoutMs: destination.timeoutMs,
      maxBytes: longestAnswer,
      signal
    })
    return { outcome: outcomeOf(response, now), ms: Math.round(response.totalMs) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EgressError)) throw error
    return { outcome: failureOf(error), ms: Math.round(error.known.totalMs ?? 0) }
  }
}
