import { CLOCK, defineAction, EGRESS, EgressError, LOGGER, ProductError, SETTINGS, Type } from '@product-host/sdk'
import { signedHeaders } from '../alert/signature.js'
import { portsOf, userAgentOf } from '../settings.js'

/** Statuses by which a receiver says that the same alert may be taken later, beside all of 500 and above (Standard Webhooks). */
const passing = [408, 425, 429]

/** What the job of an alert runs: sends it once, signed; a receiver that is away gets it later under the same `webhook-id`. */
export const sendAlert = defineAction({
  title: 'Send an alert',
  description: 'Sends one signed alert to the address in the settings.',
  effect: 'external',
  internal: true,
  idempotent: true,
  input: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64 }),
    type: Type.String(),
    timestamp: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown())
  }),
  detail: Type.Object({ id: Type.String(), httpStatus: Type.Optional(Type.Integer()) }),
  metrics: Type.Object({}),
  examples: [
    {
      title: 'A target is down',
      input: { id: 'msg_1', type: 'probe.down', timestamp: '2026-01-01T12:00:00.000Z', data: {} }
    }
  ],
  errors: {
    alert_failed: 'The receiver did not take the alert; it is sent again.',
    alert_refused: 'The receiver, or the guard of the way out, will never take the alert.'
  },
  needs: { egress: EGRESS, settings: SETTINGS, clock: CLOCK, logger: LOGGER },
  timeoutMs: 15_000,

  async run({ id, ...alert }, { egress, settings, clock, logger, signal }) {
    const { 'alert.url': url, 'alert.secret': secret } = settings
    if (url === undefined || secret === undefined)
      return { summary: 'No alert address is set any more, so nothing was sent.', metrics: {}, detail: { id } }
    const body = JSON.stringify(alert)
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgentOf(settings),
      ...signedHeaders({ id, at: clock.now(), body, secret })
    }
    const request = { method: 'POST' as const, headers, body, timeoutMs: 10_000, ports: portsOf(settings), signal }
    const { status } = await egress.request(url, request).catch((error: unknown) => {
      throw error instanceof EgressError ? unreached(id, error) : error
    })
    if (status >= 200 && status < 300)
      return { summary: `Sent ${alert.type}.`, metrics: {}, detail: { id, httpStatus: status } }
    if (isFinal(status)) logger.warn('an alert was refused for good', { type: alert.type, httpStatus: status })
    throw notTaken(id, status)
  }
})

function unreached(id: string, { code, message }: EgressError): ProductError {
  const isBlocked = code.startsWith('blocked_') || code === 'invalid_url'
  return new ProductError(isBlocked ? 'alert_refused' : 'alert_failed', message, {
    details: { id },
    retryable: !isBlocked
  })
}

function notTaken(id: string, httpStatus: number): ProductError {
  const message = `The receiver answered ${httpStatus}.`
  const code = isFinal(httpStatus) ? 'alert_refused' : 'alert_failed'
  return new ProductError(code, message, { details: { id, httpStatus }, retryable: !isFinal(httpStatus) })
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && !passing.includes(status)
}
