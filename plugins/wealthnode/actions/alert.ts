import { defineAction, Type, WEBHOOKS, webhookErrors } from '@product-host/sdk'
import { BudgetAlert } from '../budget.js'

/** Sends one budget alert to the address in the settings; it runs as a job that `ledger_sync` schedules. */
export const alert = defineAction({
  title: 'Send a budget alert',
  description: 'Sends one budget alert to its address in the settings, signed by Standard Webhooks 1.0.',
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
  errors: webhookErrors,
  timeoutMs: 20_000,
  needs: { webhooks: WEBHOOKS },

  async run({ messageId, at, ...payload }, { webhooks }) {
    const delivered = await webhooks.send({
      ...alertEndpoint,
      id: messageId,
      event: 'budget.threshold_reached',
      timestamp: at,
      payload,
      timeoutMs: 15_000
    })
    return {
      summary: delivered ? 'The budget alert was delivered.' : 'No alert address is set; nothing was sent.',
      metrics: delivered ? { httpStatus: delivered.httpStatus } : {},
      detail: { messageId, delivered: delivered !== undefined }
    }
  }
})

/** The settings of the receiver. */
const alertEndpoint = { url: { setting: 'alert.url' }, secret: { setting: 'alert.secret' } } as const
