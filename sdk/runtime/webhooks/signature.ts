import { Webhook as StandardWebhook } from 'standardwebhooks'

/** What is signed. */
interface SignedMessage {
  /** The `webhook-id`. */
  readonly id: string
  /** The time of the attempt, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number
  readonly body: string
  /** The signing secrets, `whsec_…`, the current one first. */
  readonly secrets: readonly string[]
}

/** The headers of one attempt by Standard Webhooks 1.0: one signature for each secret, none without a secret. */
export function webhookHeaders({ id, now, body, secrets }: SignedMessage): Readonly<Record<string, string>> {
  const signatures = secrets.map(secret => new StandardWebhook(canonical(secret)).sign(id, new Date(now), body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') })
  }
}

/** The secret in padded base64, which the library requires; products accept secrets whose padding is left out. */
function canonical(secret: string): string {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString('base64')
}
