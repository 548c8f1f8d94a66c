import { type Job, type Static, Type } from '@product-host/sdk'
import { retryDelaysMs } from './retry.js'

/** What a budget alert says. */
export const BudgetAlert = Type.Object({
  /** The `webhook-id`, the same on every try. */
  messageId: Type.String({ pattern: '^msg_[0-9A-Z]{26}$' }),
  at: Type.String({ format: 'date-time' }),
  month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
  thresholdPct: Type.Integer({ minimum: 1, maximum: 100 }),
  monthlyGbp: Type.String({ maxLength: 40 }),
  costGbp: Type.String({ maxLength: 40 }),
  usedPct: Type.Number(),
  /** Whether an entry was refused because it would have exceeded the budget. */
  refused: Type.Boolean()
})
export type BudgetAlert = Static<typeof BudgetAlert>

/** The job that sends an alert, one for each threshold and month. */
export function alertJob(alert: BudgetAlert): Job {
  return {
    id: `budget-alert:${alert.month}:${alert.thresholdPct}`,
    at: Date.parse(alert.at),
    action: 'alert',
    input: alert,
    retry: { delaysMs: retryDelaysMs }
  }
}

/** The body that the receiver gets, in the form that Standard Webhooks 1.0 recommends. */
export function alertBody({ messageId: _id, at, ...data }: BudgetAlert): string {
  return JSON.stringify({ type: 'budget.threshold_reached', timestamp: at, data })
}
