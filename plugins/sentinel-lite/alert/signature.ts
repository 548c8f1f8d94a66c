import { Webhook } from 'standardwebhooks'

/** The headers that sign a message by Standard Webhooks 1.0; `at` is the time of this attempt. */
export function signedHeaders(message: {
  readonly id: string
  readonly at: number
  readonly body: string
  readonly secret: string
}): Readonly<Record<string, string>> {
  const { id, at, body, secret } = message
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(at), body)
  }
}
