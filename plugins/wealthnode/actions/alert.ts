import {
  CLOCK,
  defineAction,
  EGRESS,
  EgressError,
  type EgressRequest,
  LOGGER,
  ProductError,
  SETTINGS,
  Type
} from '@product-host/sdk'
import { Webhook } from 'standardwebhooks'
import { alertBody, BudgetAlert } from '../budget/alert.js'
import { hopelessCodes, laterStatuses } from '../budget/retry.js'
import { readSettings } from '../settings.js'

/** Sends one budget alert to the address in the settings; it runs as a job that `ledger_sync` schedules. */
export const alert = defineAction({
  title: 'Send a budget alert',
  description: 'Sends one budget alert to alert.url, signed by Standard Webhooks 1.0.',
  effect: 'external',
  internal: true,
  input: BudgetAlert,
  detail: Type.Object({ messageId: Type.String(), delivered: Type.Boolean() }),
  metrics: Type.Object({ httpStatus: Type.Optional(Type.Integer()) }),
  examples: [
    {
      title: 'Four fifths of the budget are used',
      input: {
        messageId: 'msg_01KDWCBP00ABCDEFGHJKMNPQRS',
        at: '2026-01-20T09:30:00.000Z',
        month: '2026-01',
        thresholdPct: 80,
        monthlyGbp: '100.000000000',
        costGbp: '80.250000000',
        usedPct: 80.25,
        refused: false
      }
    }
  ],
  errors: {
    alert_refused: 'The receiver answered with a status other than 2xx.',
    alert_undeliverable: 'The receiver could not be reached.'
  },
  timeoutMs: 20_000,
  needs: { settings: SETTINGS, egress: EGRESS, clock: CLOCK, logger: LOGGER },

  async run(input, { settings, egress, clock, logger, signal, job }) {
    const receiver = readSettings(settings).alert
    const { messageId } = input
    if (!receiver)
      return {
        summary: 'No alert address is set; nothing was sent.',
        metrics: {},
        detail: { messageId, delivered: false }
      }
    const request = signed(receiver.secret, messageId, alertBody(input), clock.now())
    try {
      const { status } = await egress.request(receiver.url, { ...request, signal })
      if (status < 200 || status > 299) throw refused(status)
      return {
        summary: 'The budget alert was delivered.',
        metrics: { httpStatus: status },
        detail: { messageId, delivered: true }
      }
    } catch (error) {
      const failure = error instanceof EgressError ? unreachable(error) : error
      if (failure instanceof ProductError)
        logger.warn('A budget alert was not delivered.', { reason: failure.message, attempt: job?.attempt ?? 1 })
      throw failure
    }
  }
})

/** The headers and the signature of Standard Webhooks 1.0; the time is that of the try, the id that of the message. */
function signed(secret: string, messageId: string, body: string, now: number): EgressRequest {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Webhook(secret).sign(messageId, new Date(now), body)
    },
    body,
    timeoutMs: 15_000
  }
}

function refused(status: number): ProductError {
  const retryable = status >= 500 || laterStatuses.includes(status)
  return new ProductError('alert_refused', `The receiver answered with status ${status}.`, {
    metrics: { httpStatus: status },
    retryable
  })
}

function unreachable({ code }: EgressError): ProductError {
  return new ProductError('alert_undeliverable', `The receiver could not be reached: ${code}.`, {
    retryable: !hopelessCodes.includes(code)
  })
}
